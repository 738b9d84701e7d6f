//! What packs are compiled with: variants, options and a start, as words and numbers.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;

use rota_compile::OptLevel;
use rota_source::{Diagnostic, Sources, Span};
use rota_syntax::ast::{Expr, Name};

use crate::pack_source::too_much;

/// What the text of a setting is called that names none.
const SETTINGS: &str = "settings";

/// What packs are compiled with.
///
/// Words and numbers are taken as they are; [`LoadedPacks::compile`](crate::LoadedPacks::compile) says what is wrong
/// with them. A problem points into a text of its own, called `settings`, with the line that a person would write:
/// `variant large`, `fare = 3`, `start islands`.
///
/// ```
/// let settings = rota::Settings::new().variant("large").option("fare", 3).option("ferries", true).copies(2);
/// assert_eq!(settings.options().collect::<Vec<_>>(), [("fare", "3"), ("ferries", "true")]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    variants: Vec<Setting<Name>>,
    options: Vec<OptionSetting>,
    start: Option<Setting<Name>>,
    copies: usize,
    seats: Vec<String>,
    keep_tree: bool,
    opt_level: OptLevel,
}

/// A setting: written in a text that was loaded, or in one of its own.
#[derive(Clone, Debug, PartialEq)]
enum Setting<T> {
    Loaded(T),
    Own(Line),
}

/// A text that holds one setting.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    /// What the text is called.
    source: String,
    text: String,
    name: Range<usize>,
    /// Of an option, where the value stands.
    value: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct OptionSetting {
    name: String,
    /// The value as one would type it.
    value: String,
    setting: Setting<(Name, Expr)>,
}

/// Settings with places in the texts: what a compilation takes.
#[derive(Clone, Debug)]
pub(crate) struct PlacedSettings<'s> {
    /// The texts that were loaded, and behind them those of the settings.
    pub sources: Cow<'s, Sources>,
    pub variants: Vec<Name>,
    pub options: Vec<(Name, Expr)>,
    pub start: Option<Name>,
}

impl Settings {
    /// Settings that leave everything as the packs have it.
    #[must_use]
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Adds a variant; variants make their changes in the order in which they are added.
    #[must_use]
    pub fn variant(mut self, name: &str) -> Settings {
        self.variants.push(Setting::Own(Line::named("variant", name)));
        self
    }

    /// Sets an option, over all variants; where one is set twice the later value counts. The value is written as in
    /// rules: a word, a number, `true` or `false`, points as `3 pts`.
    #[must_use]
    pub fn option(self, name: &str, value: impl Display) -> Settings {
        let line = Line::option(SETTINGS.to_owned(), format!("{name} = {value}"));
        self.with_option(line)
    }

    /// Sets an option as it is typed on a command line: `fare=3` behind `--set`. Problems point into a text called
    /// `--set fare=3`.
    #[must_use]
    pub fn option_argument(self, flag: &str, text: &str) -> Settings {
        let line = Line::option(format!("{flag} {text}"), text.to_owned());
        self.with_option(line)
    }

    /// Says which start is taken where packs name several: the name of a pack, or a start as packs write it,
    /// `SET/TILE`.
    #[must_use]
    pub fn start(mut self, name: &str) -> Settings {
        self.start = Some(Setting::Own(Line::named("start", name)));
        self
    }

    /// Says which start is taken, as it is typed on a command line: `islands` behind `--start`. Problems point into
    /// a text called `--start islands`.
    #[must_use]
    pub fn start_argument(mut self, flag: &str, name: &str) -> Settings {
        let (source, text) = (format!("{flag} {name}"), name.to_owned());
        self.start = Some(Setting::Own(Line { source, text, name: 0..name.len(), value: 0..0 }));
        self
    }

    /// Puts several copies of each tile set into the bag.
    #[must_use]
    pub fn copies(mut self, copies: usize) -> Settings {
        self.copies = copies;
        self
    }

    /// Names the seats, for texts: of decisions, of views, of saves.
    #[must_use]
    pub fn seats<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Settings {
        self.seats = names.into_iter().map(Into::into).collect();
        self
    }

    /// Says how far the program is optimised. Nothing that a game can notice depends on it.
    #[must_use]
    pub fn opt_level(mut self, opt_level: OptLevel) -> Settings {
        self.opt_level = opt_level;
        self
    }

    /// Keeps the checked tree beside the program: for those who compare the two.
    #[must_use]
    pub fn keep_tree(mut self) -> Settings {
        self.keep_tree = true;
        self
    }

    /// Returns the names of the variants, in the order in which they make their changes.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(Setting::word)
    }

    /// Returns the options with their values, as one would type them.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|option| (option.name.as_str(), option.value.as_str()))
    }

    /// Returns which start is taken where packs name several.
    #[must_use]
    pub fn start_name(&self) -> Option<&str> {
        self.start.as_ref().map(Setting::word)
    }

    /// Returns the names of the seats, as far as they have any.
    #[must_use]
    pub fn seat_names(&self) -> &[String] {
        &self.seats
    }

    /// Returns how many copies of each tile set are in the bag, at least 1.
    #[must_use]
    pub fn copy_count(&self) -> usize {
        self.copies.max(1)
    }

    /// Returns how far the program is optimised.
    pub(crate) fn level(&self) -> OptLevel {
        self.opt_level
    }

    /// Returns whether the checked tree is kept.
    pub(crate) fn keeps_tree(&self) -> bool {
        self.keep_tree
    }

    /// Adds a variant that a loaded text names.
    pub(crate) fn loaded_variant(&mut self, name: Name) {
        self.variants.push(Setting::Loaded(name));
    }

    /// Adds an option that a loaded text sets to a value, written there like this.
    pub(crate) fn loaded_option(&mut self, name: Name, value: Expr, written: &str) {
        let (own, written) = (name.node.clone(), written.trim().trim_matches('"').to_owned());
        self.options.push(OptionSetting {
            name: own,
            value: written,
            setting: Setting::Loaded((name, value)),
        });
    }

    /// Takes the start that a loaded text names.
    pub(crate) fn loaded_start(&mut self, name: Name) {
        self.start = Some(Setting::Loaded(name));
    }

    fn with_option(mut self, line: Line) -> Settings {
        let name = line.part(&line.name).trim().to_owned();
        let value = line.part(&line.value).trim().trim_matches('"').to_owned();
        self.options.push(OptionSetting { name, value, setting: Setting::Own(line) });
        self
    }

    /// Puts the texts of the settings behind those that were loaded, and reads them.
    ///
    /// # Errors
    /// Values that are no expressions, with the texts they point into.
    pub(crate) fn placed<'s>(
        &self,
        loaded: &'s Sources,
    ) -> Result<PlacedSettings<'s>, (Vec<Diagnostic>, Sources)> {
        let mut placed = PlacedSettings {
            sources: Cow::Borrowed(loaded),
            variants: Vec::new(),
            options: Vec::new(),
            start: None,
        };
        let mut problems = Vec::new();
        for variant in &self.variants {
            let found = placed.name(variant).map_err(|problem| problems.push(problem));
            placed.variants.extend(found.ok());
        }
        for option in &self.options {
            let found = placed.option(&option.setting).map_err(|problem| problems.push(problem));
            placed.options.extend(found.ok());
        }
        if let Some(start) = &self.start {
            placed.start = placed.name(start).map_err(|problem| problems.push(problem)).ok();
        }
        match problems.is_empty() {
            true => Ok(placed),
            false => Err((problems, placed.sources.into_owned())),
        }
    }
}

impl PlacedSettings<'_> {
    fn add(&mut self, line: &Line) -> Result<u32, Diagnostic> {
        let added = self.sources.to_mut().add(line.source.as_str(), line.text.as_str());
        added.map(|file| file.base).ok_or_else(|| too_much(&line.source))
    }

    fn name(&mut self, setting: &Setting<Name>) -> Result<Name, Diagnostic> {
        match setting {
            Setting::Loaded(name) => Ok(name.clone()),
            Setting::Own(line) => Ok(line.placed_name(self.add(line)?)),
        }
    }

    fn option(&mut self, setting: &Setting<(Name, Expr)>) -> Result<(Name, Expr), Diagnostic> {
        match setting {
            Setting::Loaded(option) => Ok(option.clone()),
            Setting::Own(line) => {
                let base = self.add(line)?;
                let value = Span::new(line.value.clone()).shifted(base);
                let value = rota_syntax::parse_expression(line.part(&line.value), value.start)?;
                Ok((line.placed_name(base), value))
            }
        }
    }
}

impl Setting<Name> {
    fn word(&self) -> &str {
        match self {
            Setting::Loaded(name) => &name.node,
            Setting::Own(line) => line.part(&line.name),
        }
    }
}

impl Line {
    /// `variant large`.
    fn named(what: &str, name: &str) -> Line {
        let text = format!("{what} {name}");
        Line { source: SETTINGS.to_owned(), name: what.len() + 1..text.len(), text, value: 0..0 }
    }

    /// `fare = 3`, with or without the spaces.
    fn option(source: String, text: String) -> Line {
        let equals = text.find('=').unwrap_or(text.len());
        let after = text.get(equals + 1..).unwrap_or_default();
        let value = text.len() - after.trim_start().len()..text.len();
        let name = 0..text.get(..equals).unwrap_or_default().trim_end().len();
        Line { source, text, name, value }
    }

    fn part(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn placed_name(&self, base: u32) -> Name {
        Name::new(self.part(&self.name).trim().to_owned(), Span::new(self.name.clone()).shifted(base))
    }
}

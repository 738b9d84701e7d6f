//! From TOML to a composition, with all problems of the text in one run.

use std::ops::Range;

use rota_source::{Diagnostic, Help, SourceFile, Span, Spanned, meant};
use rota_syntax::ast::{Expr, ExprKind, Name};
use toml::de::{DeTable, DeValue};

use super::{Composition, PackChoice};

/// The keys of a composition file.
const KEYS: [&str; 4] = ["title", "packs", "start", "options"];

/// The keys of other files in TOML: a text with one of them is no composition.
const KEYS_OF_TILES: [&str; 3] = ["printings", "tile", "board"];

/// Longer texts are not read: nobody composes that much by hand, and every word of one may be a problem that is
/// shown with its line.
const LONGEST: usize = 8 << 10;

/// After this many problems the rest is hardly news.
const MOST: usize = 50;

type Value<'a> = toml::Spanned<DeValue<'a>>;

/// Tells a composition file from a tile file by its keys, even where it is not TOML throughout.
#[must_use]
pub fn is_composition(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let (root, _) = DeTable::parse_recoverable(text);
    let has = |keys: &[&str]| keys.iter().any(|key| root.get_ref().contains_key(*key));
    has(&["packs", "start", "options"]) && !has(&KEYS_OF_TILES)
}

/// Reads a text.
pub(super) fn parse(source: &SourceFile) -> (Composition, Vec<Diagnostic>) {
    if source.text.len() > LONGEST {
        let too_long = Diagnostic::error(
            "composition::too-long",
            format!("`{}` is too long for a composition file", source.name),
        );
        let help = format!("it may have {} KiB; name packs, variants, a start and options", LONGEST >> 10);
        return (Composition::default(), vec![too_long.help(help)]);
    }
    let (root, errors) = DeTable::parse_recoverable(&source.text);
    let mut parsing = Parsing { text: &source.text, base: source.base, found: Vec::new() };
    if !errors.is_empty() {
        for error in errors.iter().take(MOST) {
            let range = error.span().unwrap_or(0..0);
            if error.message() == "duplicate key" {
                let key = source.text.get(range.clone()).unwrap_or("").trim_matches(['"', '\'']);
                let message = format!("`{key}` is written twice");
                parsing.report("composition::syntax", message, range, "again here", "keep one of them");
                continue;
            }
            parsing.report(
                "composition::syntax",
                format!("this is not TOML: {}", error.message()),
                range,
                "cannot be read",
                "as in `packs = [\"islands\"]`: a key, `=`, a text in quotes or a list in brackets",
            );
        }
        // What recovery made of the rest would only be guessed at.
        return (Composition::default(), parsing.found);
    }
    let root = root.into_inner();
    let mut composition = Composition::default();
    for (key, value) in &root {
        match key.get_ref().as_ref() {
            "title" => composition.title = parsing.title(value),
            "packs" => composition.packs = parsing.packs(value),
            "start" => {
                if let Some(start) = parsing.start(value) {
                    composition.rest.loaded_start(start);
                }
            }
            "options" => {
                for (name, value) in parsing.options(value) {
                    let written =
                        Span { start: value.span.start - source.base, end: value.span.end - source.base };
                    let written = source.text.get(written.start as usize..written.end as usize);
                    composition.rest.loaded_option(name, value, written.unwrap_or_default());
                }
            }
            other => {
                let help = meant((other, parsing.span(key.span())), KEYS)
                    .unwrap_or_else(|| "the keys are `title`, `packs`, `start` and `options`".into());
                let message = format!("unknown key `{other}` in a composition file");
                parsing.report("composition::unknown-key", message, key.span(), "nothing reads this", help);
            }
        }
    }
    if !root.contains_key("packs") {
        let message = "a composition file names packs, and this one does not";
        parsing.no_packs(message, 0..0);
    }
    parsing.found.sort_by_key(|one| one.labels().first().map_or(0, |label| label.span.start));
    parsing.found.truncate(MOST);
    (composition, parsing.found)
}

/// One run over one text.
struct Parsing<'t> {
    text: &'t str,
    base: u32,
    found: Vec<Diagnostic>,
}

impl Parsing<'_> {
    fn report(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        at: Range<usize>,
        label: &str,
        help: impl Into<Help>,
    ) {
        self.found.push(Diagnostic::error(code, message).at(self.span(at), label).help(help));
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(range).shifted(self.base)
    }

    fn wrong_type(&mut self, value: &Value<'_>, subject: &str, wanted: &str, help: &str) {
        let label = match value.get_ref() {
            DeValue::String(_) => "this is a text",
            DeValue::Integer(_) => "this is a whole number",
            DeValue::Float(_) => "this is a number with a fraction",
            DeValue::Boolean(_) => "this is `true` or `false`",
            DeValue::Datetime(_) => "this is a date or time",
            DeValue::Array(_) => "this is a list",
            DeValue::Table(_) => "this is a table",
        };
        let message = format!("{subject} must be {wanted}");
        self.report("composition::wrong-type", message, value.span(), label, help);
    }

    fn no_packs(&mut self, message: &str, at: Range<usize>) {
        let help = "add a line such as `packs = [\"islands@large\", \"ferries\"]`";
        self.report("composition::no-packs", message, at, "packs belong here", help);
    }

    /// Titles stand in one line, whatever is written.
    fn title(&mut self, value: &Value<'_>) -> Option<String> {
        let DeValue::String(title) = value.get_ref() else {
            self.wrong_type(value, "the title", "a text", "write it in quotes");
            return None;
        };
        let words = title.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn start(&mut self, value: &Value<'_>) -> Option<Name> {
        let DeValue::String(start) = value.get_ref() else {
            let help = "write the name of a pack in quotes, or a start as packs write it: `SET/TILE`";
            self.wrong_type(value, "the start", "a text", help);
            return None;
        };
        Some(self.name(value, start))
    }

    /// The packs with their variants, or none where one of them cannot be made out.
    fn packs(&mut self, value: &Value<'_>) -> Vec<PackChoice> {
        let before = self.found.len();
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_type(value, "what `packs` names", "a list", "write them in brackets: `[\"islands\"]`");
            return Vec::new();
        };
        if items.is_empty() {
            self.no_packs("a composition file names packs, and this list is empty", value.span());
        }
        let mut packs: Vec<PackChoice> = Vec::new();
        for item in items.iter() {
            let DeValue::String(words) = item.get_ref() else {
                self.wrong_type(item, "a pack", "a text", "write its name in quotes: `\"islands\"`");
                continue;
            };
            let Some(choice) = self.pack(item, words) else {
                let help = "write the name of a pack, and each of its variants behind `@`: `islands@large`";
                let message = format!("`{words}` is no pack with its variants");
                self.report("composition::not-a-pack", message, item.span(), "a name is missing", help);
                continue;
            };
            if let Some(first) = packs.iter().find(|known| known.pack.node == choice.pack.node) {
                let message = format!("pack `{}` is named twice", choice.pack.node);
                let twice = Diagnostic::error("composition::twice", message)
                    .at(choice.pack.span, "again here")
                    .at(first.pack.span, "first here")
                    .help("name it once; several variants stand behind one another: `islands@large@dry`");
                self.found.push(twice);
                continue;
            }
            packs.push(choice);
        }
        if self.found.len() > before { Vec::new() } else { packs }
    }

    /// `islands@large@dry`: a pack and its variants, each with its place; nothing where a name is empty.
    fn pack(&self, value: &Value<'_>, words: &str) -> Option<PackChoice> {
        let mut at = self.inside(value, words);
        let mut names = Vec::new();
        for word in words.split('@') {
            if word.trim().is_empty() {
                return None;
            }
            let span = match at {
                Some(at) => self.span(at..at + word.len()),
                None => self.span(value.span()),
            };
            names.push(Spanned::new(word.to_owned(), span));
            at = at.map(|at| at + word.len() + 1);
        }
        let mut names = names.into_iter();
        Some(PackChoice { pack: names.next()?, variants: names.collect() })
    }

    fn options(&mut self, value: &Value<'_>) -> Vec<(Name, Expr)> {
        let DeValue::Table(table) = value.get_ref() else {
            let help = "write a line `[options]`, and below it a line such as `fare = 3` for each";
            self.wrong_type(value, "what `options` holds", "a table", help);
            return Vec::new();
        };
        let mut options = Vec::new();
        for (key, value) in table {
            let name = Spanned::new(key.get_ref().to_string(), self.span(key.span()));
            options.extend(self.value(&name, value).map(|value| (name, value)));
        }
        options
    }

    /// The value of an option, as rules write it.
    fn value(&mut self, option: &Name, value: &Value<'_>) -> Option<Expr> {
        let span = self.span(value.span());
        let kind = match value.get_ref() {
            DeValue::Integer(number) => {
                let far = if number.as_str().starts_with('-') { i64::MIN } else { i64::MAX };
                ExprKind::Int(i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(far))
            }
            DeValue::Boolean(truth) => ExprKind::Bool(*truth),
            DeValue::String(words) => return self.words(option, value, words),
            DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
                let subject = format!("option `{}`", option.node);
                let wanted = "a word, a whole number, `true` or `false`";
                self.wrong_type(value, &subject, wanted, "words stand in quotes, numbers do not");
                return None;
            }
        };
        Some(Expr { span, kind: Box::new(kind) })
    }

    /// A value in quotes: a word, or points.
    fn words(&mut self, option: &Name, value: &Value<'_>, words: &str) -> Option<Expr> {
        let at = self.inside(value, words).and_then(|at| u32::try_from(at).ok());
        let parsed = at.map(|at| rota_syntax::parse_expression(words, self.base.saturating_add(at)));
        if let Some(Ok(expr)) = parsed {
            return Some(expr);
        }
        let message = format!("option `{}` has no value that a rule could write", option.node);
        let help = "write one of its words, as in `\"large\"`, or points, as in `\"3 pts\"`";
        self.report("composition::no-value", message, value.span(), "not a word", help);
        None
    }

    fn name(&self, value: &Value<'_>, words: &str) -> Name {
        let span = match self.inside(value, words) {
            Some(at) => self.span(at..at + words.len()),
            None => self.span(value.span()),
        };
        Spanned::new(words.to_owned(), span)
    }

    /// Where the words of a text begin: behind its quote, where they stand there letter by letter.
    fn inside(&self, value: &Value<'_>, words: &str) -> Option<usize> {
        let range = value.span();
        let start = range.start + 1;
        let plain = self.text.get(start..range.end.checked_sub(1)?)? == words;
        plain.then_some(start)
    }
}

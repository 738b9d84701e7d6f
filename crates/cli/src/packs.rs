//! From the arguments of a command to a composition: packs, variants, options.

use rota::source::{Diagnostic, SourceFile, Span, Spanned, nearest};
use rota::syntax::ast::{Expr, ItemKind, Name};
use rota::{Opened, Reading, Settings};

use crate::arguments::Composition;
use crate::console::Console;
use crate::exit::Failure;
use crate::files::Files;
use crate::problems::{ARGUMENT, Problems};

/// Packs that were read, and how they are to be opened.
pub(crate) struct Picked {
    /// The packs with all they require.
    pub reading: Reading,
    /// The packs that were asked for, as they were: names, or paths to folders.
    pub given: Vec<String>,
    /// Their names.
    pub names: Vec<String>,
    /// The variants, in the order in which they apply.
    pub variants: Vec<String>,
    /// Options over all variants, as they were given.
    pub set: Vec<String>,
    /// The same, as they are understood.
    pub options: Vec<(Name, Expr)>,
}

impl Picked {
    /// Reads the packs that the arguments name.
    ///
    /// Errors: a pack or a variant that is not there, an option that is not written as one.
    pub fn read(composition: &Composition) -> Result<Picked, Failure> {
        let mut given = Vec::new();
        let mut variants = Vec::new();
        for pack in &composition.packs {
            let mut parts = pack.split('@').map(str::to_owned);
            given.push(parts.next().unwrap_or_default());
            variants.extend(parts);
        }
        Picked::of(given, variants, composition.set.clone())
    }

    /// Reads packs that are given by names or paths, for these variants and options.
    ///
    /// Errors: as for [`Picked::read`].
    pub fn of(given: Vec<String>, variants: Vec<String>, set: Vec<String>) -> Result<Picked, Failure> {
        let mut files = Files::find()?;
        let names = given.iter().map(|pack| files.admit(pack));
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        let mut reading = read(&files, &names);
        for variant in &variants {
            find_variant(&reading, variant)?;
        }
        let mut options = Vec::new();
        let mut found = Vec::new();
        for text in &set {
            match parse_option(&mut reading, text)? {
                Ok(option) => options.push(option),
                Err(diagnostic) => found.push(diagnostic),
            }
        }
        if found.is_empty() {
            return Ok(Picked { reading, given, names, variants, set, options });
        }
        Err(self::problems(&reading, &found))
    }

    /// Opens the packs and shows warnings.
    ///
    /// Errors: all that is wrong with the packs, their tile sets and the options.
    pub fn open(
        &self,
        seats: &[String],
        copies: usize,
        console: &mut Console<'_>,
    ) -> Result<Opened, Failure> {
        let settings = Settings {
            variants: self.variants.clone(),
            options: self.options.clone(),
            copies,
            seats: seats.to_vec(),
            ..Settings::default()
        };
        let opened = self.reading.open(&settings).map_err(|found| problems(&self.reading, &found))?;
        if !console.is_json() {
            let mut warnings = Problems::default();
            warnings.add(&self.reading.sources, &opened.diagnostics);
            console.draw(&warnings)?;
        }
        Ok(opened)
    }

    /// The packs and variants as one can write them again.
    pub fn title(&self) -> String {
        let mut title = self.names.join(" ");
        for variant in &self.variants {
            title.push('@');
            title.push_str(variant);
        }
        title
    }
}

/// Reads packs; what of their files could not be read is among the diagnostics.
pub(crate) fn read(files: &Files, names: &[String]) -> Reading {
    let mut reading = rota::read(files, names);
    reading.diagnostics.extend(files.troubles());
    reading
}

/// The packs that a tile set is made for, those with the fewest requirements first: the ones that name it; where none
/// does, all that stand on their own.
pub(crate) fn fitting(files: &Files, set: &str) -> Vec<Reading> {
    let readings = rota::Shelf::names(files).into_iter().map(|pack| read(files, &[pack]));
    let mut readings: Vec<Reading> = readings.collect();
    let named = readings.iter().any(|reading| uses(reading, set));
    readings.retain(|reading| if named { uses(reading, set) } else { reading.packs.len() == 1 });
    readings.sort_by_key(|reading| reading.packs.len());
    readings
}

/// Whether a pack of the reading names the tile set.
pub(crate) fn uses(reading: &Reading, set: &str) -> bool {
    let items = reading.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let mut sets = items.filter_map(|item| match &item.kind {
        ItemKind::Tiles { set, .. } => Some(&set.node),
        _ => None,
    });
    sets.any(|named| named == set)
}

/// The variants that a pack declares.
pub(crate) fn variants_of(reading: &Reading, pack: &str) -> Vec<String> {
    let packs = reading.packs.iter().filter(|found| found.name == pack);
    let items = packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let names = items.filter_map(|item| match &item.kind {
        ItemKind::Variant { name, .. } => Some(name.node.clone()),
        _ => None,
    });
    names.collect()
}

fn find_variant(reading: &Reading, variant: &str) -> Result<(), Failure> {
    let known: Vec<String> = reading.packs.iter().flat_map(|pack| variants_of(reading, &pack.name)).collect();
    if known.iter().any(|name| name == variant) {
        return Ok(());
    }
    let help = match nearest(variant, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "these packs have no variants".to_owned(),
        None => format!("variants here: {}", known.join(", ")),
    };
    Err(Failure::advised(format!("there is no variant `{variant}`"), help))
}

/// Reads `NAME=VALUE`. The text joins the sources, so that problems with it can be shown like any other.
fn parse_option(reading: &mut Reading, text: &str) -> Result<Result<(Name, Expr), Diagnostic>, Failure> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(Failure::advised(
            format!("`{text}` does not set an option"),
            format!("write the option's name, `=` and its value: `{ARGUMENT} {text}=1`"),
        ));
    };
    let source = reading.sources.add(format!("{ARGUMENT} {text}"), text);
    let Some(SourceFile { base, .. }) = source else {
        return Err(Failure::usage("the texts are too long"));
    };
    let (base, at) = (*base, name.len() + 1);
    let name = Spanned::new(name.trim().to_owned(), Span::new(0..name.len()).shifted(base));
    let shift = u32::try_from(at).unwrap_or(u32::MAX);
    Ok(rota::syntax::parse_expression(value, base.saturating_add(shift)).map(|value| (name, value)))
}

fn problems(reading: &Reading, found: &[Diagnostic]) -> Failure {
    let mut problems = Problems::default();
    problems.add(&reading.sources, found);
    Failure::Problems(problems)
}

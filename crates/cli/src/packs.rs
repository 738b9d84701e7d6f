//! From the arguments of a command to a composition: packs, variants, options, or a file that names them.

use std::path::Path;

use rota::compile::OptLevel;
use rota::source::{Diagnostic, SourceFile, Span, Spanned, did_you_mean, joined};
use rota::syntax::ast::{Expr, ItemKind, Name};
use rota::{CompiledGame, Library, LoadedPacks, PackChoice, PackSource, Settings};

use crate::arguments::CompositionArguments;
use crate::console::Console;
use crate::exit::Failure;
use crate::files::{Files, Resolved};
use crate::problems::{Problems, SET, START};

/// Packs that were read, and how they are to be opened.
pub(crate) struct PackSelection {
    /// The packs with all they require.
    pub reading: LoadedPacks,
    /// What was asked for.
    pub composition: rota::Composition,
    /// The packs as they were given: names, or paths to folders.
    pub given: Vec<String>,
    /// How the program is to be written.
    pub opt_level: OptLevel,
}

impl PackSelection {
    /// Reads the packs that the arguments name, or those of the composition file in their place. What the
    /// arguments settle comes over what the file says.
    ///
    /// Errors: a pack or a variant that is not there, an option that is not written as one.
    pub fn read(arguments: &CompositionArguments) -> Result<PackSelection, Failure> {
        let mut files = Files::find()?;
        let (mut reading, mut composition, given) = named(&mut files, &arguments.packs)?;
        let mut found = Vec::new();
        for text in &arguments.set {
            match parse_option(&mut reading, text)? {
                Ok(option) => composition.options.push(option),
                Err(diagnostic) => found.push(diagnostic),
            }
        }
        if let Some(text) = &arguments.start {
            let base = add_argument(&mut reading, START, text)?;
            composition.start = Some(Spanned::new(text.clone(), Span::new(0..text.len()).shifted(base)));
        }
        match found.is_empty() {
            true => Ok(PackSelection { reading, composition, given, opt_level: OptLevel::default() }),
            false => Err(problems(&reading, &found)),
        }
    }

    /// Opens the packs and shows warnings.
    ///
    /// Errors: all that is wrong with the packs, their tile sets and the options.
    pub fn open(
        &self,
        seats: &[String],
        copies: usize,
        console: &mut Console<'_>,
    ) -> Result<CompiledGame, Failure> {
        let (seats, opt_level) = (seats.to_vec(), self.opt_level);
        let settings = Settings { copies, seats, opt_level, ..self.composition.settings() };
        let opened = self.reading.open(&settings).map_err(|found| problems(&self.reading, &found))?;
        if !console.is_json() {
            let mut warnings = Problems::default();
            warnings.add(&self.reading.sources, &opened.diagnostics);
            console.draw(&warnings)?;
        }
        Ok(opened)
    }

    /// The packs and variants as one can write them again, behind the title of a composition that has one.
    pub fn title(&self) -> String {
        match &self.composition.title {
            Some(title) => format!("{title} ({})", self.composition),
            None => self.composition.to_string(),
        }
    }

    /// The options over all variants, as one can set them again.
    pub fn set(&self) -> Vec<String> {
        let value = |span| self.reading.sources.text(span).trim().trim_matches('"');
        let options = self.composition.options.iter();
        options.map(|(name, written)| format!("{}={}", name.node, value(written.span))).collect()
    }

    /// Which start is taken where packs name several.
    pub fn start(&self) -> Option<String> {
        self.composition.start.as_ref().map(|start| start.node.clone())
    }

    /// The names of the packs that were asked for.
    pub fn packs(&self) -> Vec<&str> {
        self.composition.packs.iter().map(|choice| choice.pack.as_str()).collect()
    }

    /// The variants, in the order in which they apply.
    pub fn variants(&self) -> Vec<String> {
        self.composition.settings().variants.into_iter().map(|variant| variant.node).collect()
    }
}

/// The packs that a tile set is made for, those with the fewest requirements first: the ones that name it; where none
/// does, all that stand on their own.
pub(crate) fn fitting(library: &mut Library, files: &Files, set: &str) -> Vec<LoadedPacks> {
    let readings = files.names().into_iter().map(|pack| library.read(files, &[pack]));
    let mut readings: Vec<LoadedPacks> = readings.collect();
    let named = readings.iter().any(|reading| uses(reading, set));
    readings.retain(|reading| if named { uses(reading, set) } else { reading.packs.len() == 1 });
    readings.sort_by_key(|reading| reading.packs.len());
    readings
}

/// Whether a pack of the reading names the tile set.
pub(crate) fn uses(reading: &LoadedPacks, set: &str) -> bool {
    let items = reading.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let mut sets = items.filter_map(|item| match &item.kind {
        ItemKind::Tiles { set, .. } => Some(&set.node),
        _ => None,
    });
    sets.any(|named| named == set)
}

/// Reads a composition file and its packs; what is wrong with them is among the diagnostics.
pub(crate) fn compose(
    library: &mut Library,
    files: &mut Files,
    path: &Path,
) -> (LoadedPacks, rota::Composition) {
    files.admit_beside(path);
    let (mut reading, composition) =
        files.read(path).map_or_else(Default::default, |text| library.compose(files, text));
    reading.diagnostics.extend(files.troubles());
    (reading, composition)
}

/// The names of packs that are given one by one, or of those that a composition file names.
///
/// Errors: there is no such thing, or the file is wrong.
pub(crate) fn packs_of(files: &mut Files, given: &str) -> Result<Vec<String>, Failure> {
    let path = match files.resolve(given)? {
        Resolved::Pack(pack) => return Ok(vec![pack]),
        Resolved::Composition(path) => path,
    };
    let (reading, composition) = compose(&mut Library::default(), files, &path);
    match reading.diagnostics.is_empty() {
        true => Ok(composition.packs.into_iter().map(|choice| choice.pack.node).collect()),
        false => Err(problems(&reading, &reading.diagnostics)),
    }
}

/// The variants that a pack declares.
pub(crate) fn variants_of(reading: &LoadedPacks, pack: &str) -> Vec<Name> {
    let packs = reading.packs.iter().filter(|found| found.name == pack);
    let items = packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let names = items.filter_map(|item| match &item.kind {
        ItemKind::Variant { name, .. } => Some(name.clone()),
        _ => None,
    });
    names.collect()
}

/// Reads packs that are named one by one, with variants behind `@`, or those of the composition file that
/// stands in their place.
fn named(
    files: &mut Files,
    given: &[String],
) -> Result<(LoadedPacks, rota::Composition, Vec<String>), Failure> {
    let from_outside = |word: &str| Spanned::new(word.to_owned(), Span::default());
    let mut composition = rota::Composition::default();
    let mut bare = Vec::new();
    for one in given {
        let mut words = one.split('@');
        let name = words.next().unwrap_or_default();
        let pack = match files.resolve(name)? {
            Resolved::Pack(pack) => from_outside(&pack),
            Resolved::Composition(path) if given.len() == 1 && words.next().is_none() => {
                let (reading, composition) = compose(&mut Library::default(), files, &path);
                let packs = composition.packs.iter().map(|choice| choice.pack.node.clone()).collect();
                return Ok((reading, composition, packs));
            }
            Resolved::Composition(_) => {
                let message = format!("`{one}` is a composition file, and such a file stands alone");
                let help = format!("name packs and variants in the file; `{SET}` and `{START}` come over it");
                return Err(Failure::advised(message, help));
            }
        };
        bare.push(name.to_owned());
        composition.packs.push(PackChoice { pack, variants: words.map(from_outside).collect() });
    }
    let names: Vec<String> = composition.packs.iter().map(|choice| choice.pack.node.clone()).collect();
    let reading = rota::read(files, &names);
    for variant in composition.packs.iter().flat_map(|choice| &choice.variants) {
        find_variant(&reading, variant)?;
    }
    Ok((reading, composition, bare))
}

fn find_variant(reading: &LoadedPacks, variant: &str) -> Result<(), Failure> {
    let known: Vec<Name> = reading.packs.iter().flat_map(|pack| variants_of(reading, &pack.name)).collect();
    if known.iter().any(|name| name.node == variant) {
        return Ok(());
    }
    let words = || known.iter().map(|name| &name.node);
    let help = did_you_mean(variant, words()).unwrap_or_else(|| match known.as_slice() {
        [] => "these packs have no variants".to_owned(),
        _ => format!("variants here: {}", joined(words())),
    });
    Err(Failure::advised(format!("there is no variant `{variant}`"), help))
}

/// Makes an argument one of the texts, so that problems with it can be shown like any other, and returns where
/// its value begins.
fn add_argument(reading: &mut LoadedPacks, argument: &str, value: &str) -> Result<u32, Failure> {
    match reading.sources.add(format!("{argument} {value}"), value) {
        Some(SourceFile { base, .. }) => Ok(*base),
        None => Err(Failure::usage("the texts are too long")),
    }
}

/// Reads `NAME=VALUE`.
fn parse_option(reading: &mut LoadedPacks, text: &str) -> Result<Result<(Name, Expr), Diagnostic>, Failure> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(Failure::advised(
            format!("`{text}` does not set an option"),
            format!("write the option's name, `=` and its value: `{SET} {text}=1`"),
        ));
    };
    let (base, at) = (add_argument(reading, SET, text)?, name.len() + 1);
    let name = Spanned::new(name.trim().to_owned(), Span::new(0..name.len()).shifted(base));
    let shift = u32::try_from(at).unwrap_or(u32::MAX);
    Ok(rota::syntax::parse_expression(value, base.saturating_add(shift)).map(|value| (name, value)))
}

fn problems(reading: &LoadedPacks, found: &[Diagnostic]) -> Failure {
    let mut problems = Problems::default();
    problems.add(&reading.sources, found);
    Failure::Problems(problems)
}

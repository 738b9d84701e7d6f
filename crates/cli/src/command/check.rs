//! `rota check`: everything that is wrong with packs, tile sets and compositions.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use rota::{
    Composition, Diagnostic, Library, LoadedPacks, OptLevel, PackSource, Settings, Severity, Sources,
    parallel_map,
};
use rota_folder::{RULES, has_extension};
use rota_source::Allowances;
use serde_json::json;

use crate::arguments::Format;
use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
use crate::findings::github;
use crate::findings::levels::{LevelArguments, Levels};
use crate::findings::mending::Mended;
use crate::findings::sarif::Log;
use crate::layer::{Layer, Origin};
use crate::packs::{compose, fitting};
use crate::problems::Problems;
use crate::text::counted;
use crate::threads::processors;

/// Arguments of `rota check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Packs, rule files, tile files, composition files; without any, all packs and all that is published
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Make the edits that are certain, in the files
    #[arg(long)]
    pub fix: bool,
    #[command(flatten)]
    pub levels: LevelArguments,
}

/// How often files are mended and looked at again: an edit may uncover what the next one mends.
const MOST_ROUNDS: usize = 50;

/// Says what is wrong, and mends what is certain where that is wanted.
pub(crate) fn run(arguments: &CheckArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let levels = Levels::read(&arguments.levels)?;
    let mut mended = Mended::default();
    let mut check = look(&arguments.paths, &levels)?;
    for _ in 0..MOST_ROUNDS {
        if !arguments.fix || !mended.round(&check.problems)? {
            break;
        }
        check = look(&arguments.paths, &levels)?;
    }
    check.say(console, arguments.fix.then_some(&mended))
}

/// Compiles every pack in every variant, loads every tile set and compiles every composition.
fn look(paths: &[PathBuf], levels: &Levels) -> Result<Check, Failure> {
    let (mut files, threads) = (Files::find()?, processors());
    let mut check = Check::default();
    let mut layer = None;
    let mut packs = BTreeSet::new();
    let mut sets = Vec::new();
    let mut compositions = BTreeSet::new();
    if paths.is_empty() {
        let nearest = files.nearest_layer();
        packs.extend(files.packs_in(nearest));
        sets.extend(files.tile_sets_in(nearest).into_iter().map(|(_, origin)| origin));
        compositions.extend(files.compositions_in(nearest).into_iter().map(|(_, origin)| origin));
        layer = Some(nearest);
    }
    for path in paths {
        if path.is_file() && has_extension(path, "toml") && files.is_composition(path) {
            compositions.insert(Origin::File(path.canonicalize()?));
        } else if path.is_file() && has_extension(path, "toml") {
            files.admit_owner(path)?;
            sets.push(Origin::File(path.canonicalize()?));
        } else if path.is_file() && has_extension(path, "rota") {
            let folder = files.pack_of(path).or_else(|| Some(path.canonicalize().ok()?.parent()?.to_owned()));
            packs.insert(files.admit_folder(&folder.unwrap_or_default())?);
        } else if path.is_file() {
            return Err(Failure::advised(
                format!("`{}` is no file of rules, tiles or a composition", path.display()),
                "rules are written in `.rota` files, tiles and compositions in `.toml` files",
            ));
        } else {
            match files.resolve(&path.to_string_lossy())? {
                Resolved::Pack(pack) => packs.insert(pack),
                Resolved::Composition(origin) => compositions.insert(origin),
            };
        }
    }
    let mut library = Library::default();
    let packs = Vec::from_iter(packs);
    library.parse_ahead(&files, &packs, threads);
    let loaded = packs.iter().map(|pack| (pack, library.load(&files, [pack])));
    let loaded: Vec<(&String, LoadedPacks)> = loaded.collect();
    for (_, packs) in &loaded {
        check.note_sets(packs);
    }
    let of_sets: Vec<Found> = sets.iter().flat_map(|set| check.set(&mut library, &files, set)).collect();
    let composed: Vec<(LoadedPacks, Composition)> =
        compositions.iter().map(|origin| compose(&mut library, &mut files, origin, Vec::new())).collect();
    check.compile(&loaded, &composed, threads, levels);
    for (sources, found) in of_sets {
        check.problems.add(&sources, &levels.apply(found).collect::<Vec<_>>());
    }
    (check.packs, check.compositions) = (packs.len(), compositions.len());
    check.layer = layer.map(|layer| (layer, files.describe(layer)));
    Ok(check)
}

/// What was found in some texts.
type Found = (Sources, Vec<Diagnostic>);

/// What is compiled.
enum Task<'t> {
    Pack(&'t str, &'t LoadedPacks),
    Composition(&'t Composition, &'t LoadedPacks),
}

/// What was looked over so far.
#[derive(Default)]
struct Check {
    problems: Problems,
    /// The names of the tile files that were loaded.
    sets: BTreeSet<String>,
    /// How many packs and compositions were looked at.
    packs: usize,
    compositions: usize,
    /// What was not looked at, and why.
    unchecked: Vec<String>,
    /// Where nothing was named, the layer that was looked over, and how it is described.
    layer: Option<(Layer, String)>,
}

impl Check {
    /// Notes which tile sets a pack loads.
    fn note_sets(&mut self, packs: &LoadedPacks) {
        // A pack may hold other files of this kind as well.
        let used = packs.sets.iter().filter(|(set, _)| packs.uses_tiles(set));
        self.sets.extend(used.map(|(_, source)| source.name.to_string()));
    }

    /// Loads a tile set that no pack loads, with the words of the packs that fit it.
    fn set(&mut self, library: &mut Library, files: &Files, origin: &Origin) -> Vec<Found> {
        if !self.sets.insert(files.shown(origin)) {
            return Vec::new();
        }
        let stem = origin.stem();
        let text = files.read(origin);
        let mut all = vec![(Sources::new(), files.take_problems())];
        let Some(text) = text else { return all };
        let fitting = fitting(library, files, &stem);
        if fitting.is_empty() {
            self.unchecked
                .push(format!("`{}`: no pack is here whose words it could use", files.shown(origin)));
        }
        // Each time the text lies alone among its sources: what it allows is told of all of them together.
        let mut allowances: Option<Allowances> = None;
        for packs in fitting {
            match packs.compile(&Settings::new().opt_level(OptLevel::None)) {
                Ok(compiled) => {
                    let mut sources = Sources::new();
                    let Some(source) = sources.add(text.name.clone(), text.text.clone()).cloned() else {
                        continue;
                    };
                    let (_, found) = rota_tiles::load(&source, &stem, &compiled.compiled.vocabulary);
                    let allowances = allowances.get_or_insert_with(|| Allowances::of([&source]));
                    all.push((sources, allowances.filter(found)));
                }
                Err(error) => {
                    let (found, sources) = error.into_parts();
                    all.push((sources, found));
                }
            }
        }
        let is_sound = all.iter().flat_map(|(_, found)| found).all(|one| one.severity() != Severity::Error);
        if let (true, Some(allowances), Some((_, found))) = (is_sound, allowances, all.last_mut()) {
            found.extend(allowances.unused());
        }
        all
    }

    /// Compiles packs and compositions, several at once.
    fn compile(
        &mut self,
        packs: &[(&String, LoadedPacks)],
        compositions: &[(LoadedPacks, Composition)],
        threads: usize,
        levels: &Levels,
    ) {
        let mut is_sound = true;
        let packs = packs.iter().map(|(pack, packs)| Task::Pack(pack, packs));
        let compositions =
            compositions.iter().map(|(packs, composition)| Task::Composition(composition, packs));
        let tasks: Vec<Task<'_>> = packs.chain(compositions).collect();
        let found = parallel_map(&tasks, threads, Task::extent, Task::problems);
        for (task, (found, beside)) in tasks.iter().zip(found) {
            let sources = &task.packs().sources;
            self.unchecked.extend(task.unchecked(&found));
            is_sound &= found.iter().all(|one| one.severity() != Severity::Error);
            self.problems.add(sources, &levels.apply(found).collect::<Vec<_>>());
            if is_sound {
                // What only scenarios and written mistakes say is told once the packs themselves are sound.
                self.problems.add(sources, &levels.apply(beside).collect::<Vec<_>>());
            }
        }
    }

    fn say(&self, console: &mut Console<'_>, mended: Option<&Mended>) -> Result<Exit, Failure> {
        let (errors, _) = self.problems.counts();
        match console.format {
            Format::Human => self.tell(console, mended)?,
            Format::Json => {
                let mut document = json!({
                    "schema_version": SCHEMA_VERSION,
                    "layer": self.layer.as_ref().map(|(layer, _)| layer.word()),
                    "packs": self.packs,
                    "tile_sets": self.sets.len(),
                    "compositions": self.compositions,
                    "diagnostics": self.problems.to_json(),
                    "not_checked": self.unchecked,
                });
                if let (Some(mended), Some(document)) = (mended, document.as_object_mut()) {
                    document.insert("fixed".to_owned(), json!(mended.done));
                    document.insert("not_fixed".to_owned(), json!(mended.refused));
                }
                console.document(&document)?;
            }
            Format::Sarif => console.document(&Log::new(&self.problems, &self.unchecked))?,
            Format::Github => github::write(&self.problems, &self.unchecked, console.out)?,
        }
        Ok(if errors > 0 { Exit::Findings } else { Exit::Fine })
    }

    /// Tells people what was mended, what is wrong, and how much of it there is.
    fn tell(&self, console: &mut Console<'_>, mended: Option<&Mended>) -> Result<(), Failure> {
        for one in mended.iter().flat_map(|mended| &mended.done) {
            writeln!(console.out, "{}:{}: {} ({})", one.file, one.line, one.title, one.code)?;
        }
        for file in mended.iter().flat_map(|mended| &mended.refused) {
            writeln!(console.err, "{file} stays as it is: it could no longer be read with these edits")?;
        }
        if let Some(mended) = mended {
            let files: BTreeSet<&str> = mended.done.iter().map(|one| one.file.as_str()).collect();
            let (edits, files) = (counted(mended.done.len(), "edit"), counted(files.len(), "file"));
            match mended.done.as_slice() {
                [] => writeln!(console.out, "nothing to fix without asking")?,
                _ => writeln!(console.out, "{edits} in {files}")?,
            }
        }
        console.draw(&self.problems)?;
        if let Some(code) = self.problems.explained() {
            writeln!(console.err, "`rota explain {code}` says more about a message")?;
            console.err.flush()?;
        }
        for what in &self.unchecked {
            writeln!(console.err, "not checked: {what}")?;
        }
        let (errors, warnings) = self.problems.counts();
        if self.problems.is_empty() {
            let all =
                [(self.packs, "pack"), (self.sets.len(), "tile set"), (self.compositions, "composition")];
            writeln!(console.out, "{}: no problem", counts(&all))?;
            // What lies here is what one expects; that it was something else is said.
            if let Some((_, layer)) = self.layer.as_ref().filter(|(layer, _)| *layer != Layer::Here) {
                writeln!(
                    console.out,
                    "no folder with `{RULES}` is here or above, so these were the packs {layer}; `rota new NAME` begins \
                     one of your own"
                )?;
            }
        } else {
            let files = self.problems.files();
            let place = if files > 0 { format!(" in {}", counted(files, "file")) } else { String::new() };
            writeln!(console.out, "{}{place}", counts(&[(errors, "error"), (warnings, "warning")]))?;
        }
        Ok(())
    }
}

impl Task<'_> {
    fn packs(&self) -> &LoadedPacks {
        match self {
            Task::Pack(_, packs) | Task::Composition(_, packs) => packs,
        }
    }

    /// How much there is to do: for a pack its items, scenarios among them; a composition is compiled only once.
    fn extent(&self) -> usize {
        match self {
            Task::Pack(_, packs) => {
                packs.packs.first().map_or(0, |pack| pack.files.iter().map(|file| file.items.len()).sum())
            }
            Task::Composition(_, packs) => packs.packs.len(),
        }
    }

    /// What was not looked at because of what is wrong.
    fn unchecked(&self, found: &[Diagnostic]) -> Option<String> {
        let what = match self {
            Task::Pack(pack, _) => format!("pack `{pack}`"),
            Task::Composition(composition, _) => {
                let title = composition.title.as_deref();
                title.map_or("a composition".to_owned(), |title| format!("composition `{title}`"))
            }
        };
        let has = |code: &str| found.iter().any(|one| one.code() == code);
        let is_pack = matches!(self, Task::Pack(..));
        if has("packs::unknown") {
            Some(format!("the rules of {what}: a pack that it needs is missing"))
        } else if has("packs::too-large") || has("syntax::too-long") {
            Some(format!("the rules of {what}: a file is too long"))
        } else if is_pack && found.iter().any(|one| one.severity() == Severity::Error) {
            Some(format!("the scenarios of {what}: its rules have errors"))
        } else {
            None
        }
    }

    /// What is wrong, and what is to be told only where nothing else is.
    fn problems(&self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        match self {
            Task::Pack(pack, packs) => rota::problems_of(packs, pack),
            Task::Composition(composition, packs) => (packs.check(&composition.settings()).0, Vec::new()),
        }
    }
}

/// What there is some of.
fn counts(parts: &[(usize, &str)]) -> String {
    let some = parts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, word)| counted(*count, word)).collect::<Vec<_>>().join(", ")
}

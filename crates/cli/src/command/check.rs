//! `rota check`: everything that is wrong with packs, tile sets and compositions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use rota::{
    Composition, Diagnostic, Library, LoadedPacks, OptLevel, PackSource, Settings, Severity, Sources,
    parallel_map,
};
use rota_folder::has_extension;
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
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
}

/// Compiles every pack in every variant, loads every tile set and compiles every composition.
pub(crate) fn run(arguments: &CheckArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (mut files, threads) = (Files::find()?, processors());
    let mut check = Check::default();
    let mut packs = BTreeSet::new();
    let mut sets = Vec::new();
    let mut compositions = BTreeSet::new();
    if arguments.paths.is_empty() {
        files.expect_home()?;
        packs.extend(files.all_packs());
        sets = files.tile_sets();
        compositions.extend(files.compositions().into_iter().map(|(_, path)| path));
    }
    for path in &arguments.paths {
        if path.is_file() && has_extension(path, "toml") && files.is_composition(path) {
            compositions.insert(path.canonicalize()?);
        } else if path.is_file() && has_extension(path, "toml") {
            files.admit_owner(path)?;
            sets.push(path.canonicalize()?);
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
                Resolved::Composition(path) => compositions.insert(path),
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
        compositions.iter().map(|path| compose(&mut library, &mut files, path, Vec::new())).collect();
    check.compile(&loaded, &composed, threads);
    for (sources, found) in &of_sets {
        check.problems.add(sources, found);
    }
    check.say(console, packs.len(), compositions.len())
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
}

impl Check {
    /// Notes which tile sets a pack loads.
    fn note_sets(&mut self, packs: &LoadedPacks) {
        // A pack may hold other files of this kind as well.
        let used = packs.sets.iter().filter(|(set, _)| packs.uses_tiles(set));
        self.sets.extend(used.map(|(_, source)| source.name.to_string()));
    }

    /// Loads a tile set that no pack loads, with the words of the packs that fit it.
    fn set(&mut self, library: &mut Library, files: &Files, path: &Path) -> Vec<Found> {
        if !self.sets.insert(files.shown(path)) {
            return Vec::new();
        }
        let Some(stem) = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()) else {
            return Vec::new();
        };
        let text = files.read(path);
        let mut all = vec![(Sources::new(), files.take_problems())];
        let Some(text) = text else { return all };
        for packs in fitting(library, files, &stem) {
            match packs.compile(&Settings::new().opt_level(OptLevel::None)) {
                Ok(compiled) => {
                    let mut sources = Sources::new();
                    let Some(source) = sources.add(text.name.clone(), text.text.clone()).cloned() else {
                        continue;
                    };
                    let (_, found) = rota_tiles::load(&source, &stem, &compiled.compiled.vocabulary);
                    all.push((sources, found));
                }
                Err(error) => {
                    let (found, sources) = error.into_parts();
                    all.push((sources, found));
                }
            }
        }
        all
    }

    /// Compiles packs and compositions, several at once.
    fn compile(
        &mut self,
        packs: &[(&String, LoadedPacks)],
        compositions: &[(LoadedPacks, Composition)],
        threads: usize,
    ) {
        let packs = packs.iter().map(|(pack, packs)| Task::Pack(pack, packs));
        let compositions =
            compositions.iter().map(|(packs, composition)| Task::Composition(composition, packs));
        let tasks: Vec<Task<'_>> = packs.chain(compositions).collect();
        let found = parallel_map(&tasks, threads, Task::extent, Task::problems);
        for (task, (found, beside)) in tasks.iter().zip(found) {
            let sources = &task.packs().sources;
            self.problems.add(sources, &found);
            if self.problems.counts().0 == 0 {
                // What only scenarios and written mistakes say is told once the packs themselves are sound.
                self.problems.add(sources, &beside);
            }
        }
    }

    fn say(&self, console: &mut Console<'_>, packs: usize, compositions: usize) -> Result<Exit, Failure> {
        let (errors, warnings) = self.problems.counts();
        if console.is_json() {
            console.document(&json!({
                "schema_version": SCHEMA_VERSION,
                "packs": packs,
                "tile_sets": self.sets.len(),
                "compositions": compositions,
                "diagnostics": self.problems.to_json(),
            }))?;
        } else if self.problems.is_empty() {
            let all = [(packs, "pack"), (self.sets.len(), "tile set"), (compositions, "composition")];
            writeln!(console.out, "{}: no problem", counts(&all))?;
        } else {
            console.draw(&self.problems)?;
            let files = self.problems.files();
            let place = if files > 0 { format!(" in {}", counted(files, "file")) } else { String::new() };
            writeln!(console.out, "{}{place}", counts(&[(errors, "error"), (warnings, "warning")]))?;
        }
        Ok(if errors > 0 { Exit::Findings } else { Exit::Fine })
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

    /// What is wrong, and what is to be told only where nothing else is.
    fn problems(&self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        match self {
            Task::Pack(pack, packs) => problems_of(packs, pack),
            Task::Composition(composition, packs) => (packs.check(&composition.settings()).0, Vec::new()),
        }
    }
}

/// Compiles a pack with its defaults and with each of its variants, and then looks at its scenarios and written
/// mistakes; what they say comes second.
fn problems_of(packs: &LoadedPacks, pack: &str) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let found = packs.check_variants(pack);
    let mut beside = Vec::new();
    if found.iter().all(|one| one.severity() != Severity::Error) {
        beside = rota::check_scenarios(packs, pack);
        beside.extend(rota::check_mistakes(packs, pack));
    }
    (found, beside)
}

/// What there is some of.
fn counts(parts: &[(usize, &str)]) -> String {
    let some = parts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, word)| counted(*count, word)).collect::<Vec<_>>().join(", ")
}

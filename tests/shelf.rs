//! The shelf of the tests: packs and tile sets as they lie in the repository, or as a test wrote them.
#![expect(clippy::panic, reason = "a test that cannot open its packs has nothing to go on with")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rota::{CompiledGame, LoadedPacks, PackSource, PackText, Settings, Text};
use rota_folder::FolderSource;

/// The folder of the repository.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// The entries of a folder in order of their names; none where there is no such folder.
pub fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// All files below a folder with this extension, in order of their paths.
pub fn below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in listed(folder) {
        if path.is_dir() {
            found.extend(below(&path, extension));
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found
}

/// The packs of the repository, its examples, the probes of the tests and the packs that say one thing each, with the
/// published tile sets.
pub fn shelf() -> FolderSource {
    let mut source = FolderSource::at(root());
    source.add_packs_in(root().join("tests/probes"));
    source.add_packs_in(root().join("tests/say"));
    source
}

fn text(path: &Path) -> Option<Text> {
    let short = path.strip_prefix(root()).unwrap_or(path);
    fs::read_to_string(path).ok().map(|text| Text { name: short.display().to_string(), text })
}

/// Packs whose players are asked together, out of turn, and about what the others do not see.
pub const SEVERAL: [&str; 8] = [
    "base",
    "wheel_of_fortune",
    "wind_roses",
    "fortune_teller",
    "inns_and_cathedrals",
    "traders_and_builders",
    "messages",
    "peasant_revolts",
];

/// The published packs in the order of their making, the base game first: what is played all at once.
pub const PUBLISHED: [&str; 45] = [
    "base",
    "wheel_of_fortune",
    "wind_roses",
    "fortune_teller",
    "inns_and_cathedrals",
    "traders_and_builders",
    "princess_and_dragon",
    "phantom",
    "king_and_robber",
    "river",
    "tower",
    "abbey_and_mayor",
    "cult",
    "hills_and_sheep",
    "under_the_big_top",
    "count_of_carcassonne",
    "bridges_castles_and_bazaars",
    "festival",
    "little_buildings",
    "watchtowers",
    "besiegers",
    "gold_mines",
    "crop_circles",
    "flying_machines",
    "mage_and_witch",
    "robbers",
    "monasteries",
    "darmstadt",
    "gq11",
    "gq11_river",
    "wells",
    "ferries",
    "labyrinth",
    "messages",
    "tunnel",
    "russian_promos",
    "winter",
    "spiel",
    "peasant_revolts",
    "german_castles",
    "la_porxada",
    "obelisk",
    "fishermen",
    "school",
    "halflings",
];

/// The names of the packs under `rulesets`.
pub fn published() -> Vec<String> {
    names_in("rulesets")
}

/// The folders of the packs that come with the program: expansions, examples, what tried the language, whole games.
pub const SHIPPED: [&str; 4] = ["rulesets", "rulesets/examples", "rulesets/frozen", "rulesets/games"];

/// The composition files under `rulesets`.
pub fn compositions() -> Vec<Text> {
    below(&root().join("rulesets/compositions"), "toml").iter().filter_map(|path| text(path)).collect()
}

/// The names of the packs that lie in a folder of the repository.
pub fn names_in(folder: &str) -> Vec<String> {
    names(&root().join(folder))
}

fn names(home: &Path) -> Vec<String> {
    let is_pack =
        |path: &PathBuf| listed(path).iter().any(|file| file.extension().is_some_and(|own| own == "rota"));
    let folders = listed(home).into_iter().filter(is_pack);
    folders.filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect()
}

/// What recordings of another engine call the things of each pack that says so.
#[must_use]
pub fn mappings() -> Vec<(String, Text)> {
    let file = |pack: &str| text(&root().join("rulesets").join(pack).join("recordings.toml"));
    published().into_iter().filter_map(|pack| Some((pack.clone(), file(&pack)?))).collect()
}

/// Packs and tile sets that a test wrote.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The packs by name.
    pub packs: BTreeMap<String, PackText>,
    /// The tile sets by name.
    pub sets: BTreeMap<String, Text>,
}

impl PackSource for Written {
    fn pack(&self, name: &str) -> Option<PackText> {
        self.packs.get(name).cloned()
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.sets.get(set).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.packs.keys().cloned().collect()
    }
}

/// Loads packs that must be free of errors.
///
/// # Panics
/// When they are not.
pub fn load(source: &dyn PackSource, packs: &[&str]) -> LoadedPacks {
    let loaded = rota::load(source, packs);
    let drawn = crate::render(&loaded.diagnostics, &loaded.sources);
    if !drawn.is_empty() {
        panic!("{packs:?} cannot be loaded:\n{drawn}");
    }
    loaded
}

/// Settings with variants and with options as a player writes them: `("abbots", "1")`.
pub fn settings(variants: &[&str], options: &[(&str, &str)]) -> Settings {
    let settings = variants.iter().fold(Settings::new(), |settings, variant| settings.variant(variant));
    options.iter().fold(settings, |settings, (name, value)| settings.option(name, value))
}

/// Compiles packs that must be free of errors.
///
/// # Panics
/// When they are not.
pub fn compile(packs: &LoadedPacks, settings: &Settings) -> CompiledGame {
    match packs.compile(settings) {
        Ok(compiled) => compiled,
        Err(error) => panic!("cannot be compiled:\n{}", crate::render(error.diagnostics(), error.sources())),
    }
}

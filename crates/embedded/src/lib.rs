//! The packs that are in the program: published ones, whole games and examples, with tile sets and compositions; and the
//! templates of new packs.
//!
//! The build script puts the texts in as they lie in the workspace. They are called by their paths there, with
//! [`MARK`] before them, so that a problem in one of them says that no file is meant.
//!
//! ```
//! let game = rota::load(&rota_embedded::Embedded::new(), ["base"]).compile(&rota::Settings::new())?;
//! assert!(game.sources.files().iter().all(|file| file.name.starts_with(rota_embedded::MARK)));
//! # Ok::<(), rota::Error>(())
//! ```

use std::collections::BTreeMap;

use rota::{PackSource, PackText, Text};

/// All texts by their paths in the workspace; the files of a folder stand before those of folders in it.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// What the name of a text in the program begins with.
pub const MARK: &str = "(built in) ";

const RULES: &str = "rulesets/";
const TILES: &str = "tiles/";
const COMPOSITIONS: &str = "rulesets/compositions/";
const TEMPLATES: &str = "templates/";
const RECORDINGS: &str = "recordings.toml";

/// The packs that are in the program.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// The folders of packs, each with the slash behind it, by name.
    packs: BTreeMap<&'static str, &'static str>,
}

impl Default for Embedded {
    fn default() -> Embedded {
        Embedded::new()
    }
}

impl Embedded {
    /// All that is in the program.
    #[must_use]
    pub fn new() -> Embedded {
        let mut packs = BTreeMap::new();
        let rules = TEXTS.iter().filter(|(path, _)| path.starts_with(RULES) && path.ends_with(".rota"));
        // A pack's own rules stand before those of its folders, so its folder is the first one that holds some.
        for (path, _) in rules {
            let folder = path.rfind('/').and_then(|end| path.get(..=end)).unwrap_or(path);
            if !packs.values().any(|known| folder.starts_with(*known)) {
                let name = folder.trim_end_matches('/').rsplit('/').next().unwrap_or(folder);
                packs.insert(name, folder);
            }
        }
        Embedded { packs }
    }

    /// Returns the names of all packs, games and examples among them, in order.
    pub fn packs(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.packs.keys().copied()
    }

    /// Returns whether there is a pack of this name.
    #[must_use]
    pub fn is_pack(&self, name: &str) -> bool {
        self.packs.contains_key(name)
    }

    /// Returns the path of a pack's folder in the workspace, without a slash behind it.
    #[must_use]
    pub fn folder(&self, pack: &str) -> Option<&'static str> {
        self.packs.get(pack).map(|folder| folder.trim_end_matches('/'))
    }

    /// Returns the tile sets, by name and path.
    pub fn tile_sets(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        stems(TILES)
    }

    /// Returns the composition files, by name and path.
    pub fn composition_files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        stems(COMPOSITIONS)
    }

    /// Returns what recordings of another engine call the things of a pack, where it says so.
    #[must_use]
    pub fn recordings(&self, pack: &str) -> Option<Text> {
        self.text(&format!("{}{RECORDINGS}", self.packs.get(pack)?))
    }

    /// Returns the texts of the template of this name: each with its path in the folder where a new pack is begun.
    pub fn template(&self, name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let folder = format!("{TEMPLATES}{name}/");
        TEXTS.iter().filter_map(move |(path, text)| Some((path.strip_prefix(folder.as_str())?, *text)))
    }

    /// Returns the text at a path of the workspace.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<Text> {
        let (path, text) = TEXTS.iter().find(|(known, _)| *known == path)?;
        Some(marked(path, text))
    }
}

impl PackSource for Embedded {
    fn pack(&self, name: &str) -> Option<PackText> {
        let folder = *self.packs.get(name)?;
        let mut pack = PackText { name: name.to_owned(), ..PackText::default() };
        for (path, text) in TEXTS {
            let Some(file) = path.strip_prefix(folder) else { continue };
            match stem(file, ".toml") {
                Some(_) if file == RECORDINGS => {}
                Some(set) => pack.tiles.push((set.to_owned(), marked(path, text))),
                None => pack.rules.push(marked(path, text)),
            }
        }
        Some(pack)
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.text(&format!("{TILES}{set}.toml"))
    }

    fn names(&self) -> Vec<String> {
        let published =
            self.packs.iter().filter(|(name, folder)| folder.len() == RULES.len() + name.len() + 1);
        published.map(|(name, _)| (*name).to_owned()).collect()
    }

    fn compositions(&self) -> Vec<(String, Text)> {
        let texts = self.composition_files().filter_map(|(name, path)| Some((name, self.text(path)?)));
        texts.map(|(name, text)| (name.to_owned(), text)).collect()
    }
}

fn marked(path: &str, text: &str) -> Text {
    Text { name: format!("{MARK}{path}"), text: text.to_owned() }
}

/// The name of a file without folder and ending; nothing where it has another ending.
fn stem<'p>(path: &'p str, ending: &str) -> Option<&'p str> {
    path.rsplit('/').next()?.strip_suffix(ending)
}

/// The `.toml` files that lie in a folder, by name and path.
fn stems(folder: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let below = TEXTS.iter().filter_map(move |(path, _)| Some((*path, path.strip_prefix(folder)?)));
    below
        .filter(|(_, file)| !file.contains('/'))
        .filter_map(|(path, file)| Some((stem(file, ".toml")?, path)))
}

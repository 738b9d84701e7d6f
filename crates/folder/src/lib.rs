//! Packs and tile sets in folders: the source for programs that have a file system, and how they write files.
//!
//! A *home* is a folder that holds `rulesets`, and `tiles` where there are sets that packs share. A pack is a folder with `.rota` files in it, and whatever
//! `.toml` files lie there are the tile sets that it carries itself.
//!
//! ```no_run
//! # fn main() -> Result<(), rota::Error> {
//! let mut source = rota_folder::FolderSource::at("/usr/share/rota");
//! source.add_packs_in("/home/ann/packs");
//! let game = rota::load(&source, ["base"]).compile(&rota::Settings::new())?;
//! # Ok(())
//! # }
//! ```

mod atomic_write;
mod files_seen;
mod paths;
mod workspace;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use rota::{Diagnostic, PackSource, PackText, Text};

pub use atomic_write::{replace, write_atomically};
pub use files_seen::{FilesSeen, is_read};
pub use paths::{below, has_extension, holds_rules, is_header, is_home, is_word, listed, upwards};
pub use workspace::{Layout, Workspace, WorkspaceFile};

/// In a home: the folder of its packs.
pub const RULES: &str = "rulesets";

/// In a home: the folder of its tile sets.
pub const TILES: &str = "tiles";

/// Among the packs of a home: the folder of its composition files.
pub const COMPOSITIONS: &str = "compositions";

/// In a pack's folder: what recordings of another engine call the things of the pack.
pub const RECORDINGS: &str = "recordings.toml";

/// Longer files are not read at all: a mistaken path must not fill the memory.
const LONGEST: u64 = 16 << 20;

/// The folder that holds `rulesets`, and perhaps `tiles`.
#[derive(Clone, Debug)]
struct Home {
    folder: PathBuf,
    /// The folders of its packs, by name.
    packs: BTreeMap<String, PathBuf>,
}

/// Packs and tile sets in folders. What lies there is listed when a folder is named, and read when it is asked for.
#[derive(Clone, Debug)]
pub struct FolderSource {
    /// The folder that names of files are shown relative to.
    here: PathBuf,
    home: Option<Home>,
    /// Packs in other folders, by name; they go before those of the home.
    added: BTreeMap<String, PathBuf>,
    /// What could not be read.
    problems: RefCell<Vec<Diagnostic>>,
}

impl FolderSource {
    /// A source without any packs yet; problems show the names of files relative to `here`.
    #[must_use]
    pub fn new(here: impl Into<PathBuf>) -> FolderSource {
        FolderSource { here: here.into(), home: None, added: BTreeMap::new(), problems: RefCell::default() }
    }

    /// The packs and tile sets of a home, which names of files are shown relative to.
    #[must_use]
    pub fn at(home: impl Into<PathBuf>) -> FolderSource {
        let home = home.into();
        let mut source = FolderSource::new(home.clone());
        source.set_home(home);
        source
    }

    /// Takes another home.
    pub fn set_home(&mut self, folder: impl Into<PathBuf>) {
        self.home = Some(Home::at(folder.into()));
    }

    /// Makes the pack in a folder known by a name.
    pub fn add_pack(&mut self, name: &str, folder: impl Into<PathBuf>) {
        self.added.insert(name.to_owned(), folder.into());
    }

    /// Makes all packs known that lie in a folder, but for those that are known already.
    pub fn add_packs_in(&mut self, folder: impl AsRef<Path>) {
        for path in listed(folder.as_ref()) {
            let name = path.file_name().and_then(|name| name.to_str()).filter(|name| is_word(name));
            let name = name.filter(|name| !self.is_home_pack(name)).map(str::to_owned);
            if let Some(name) = name.filter(|_| path.is_dir() && holds_rules(&path)) {
                self.added.entry(name).or_insert(path);
            }
        }
    }

    /// Returns the folder that names of files are shown relative to.
    #[must_use]
    pub fn here(&self) -> &Path {
        &self.here
    }

    /// Returns the home, where there is one.
    #[must_use]
    pub fn home(&self) -> Option<&Path> {
        self.home.as_ref().map(|home| home.folder.as_path())
    }

    /// Returns the names of all packs of the home, the examples among them.
    pub fn home_packs(&self) -> impl Iterator<Item = &str> {
        self.home.iter().flat_map(|home| home.packs.keys()).map(String::as_str)
    }

    /// Returns whether the home has a pack of this name.
    #[must_use]
    pub fn is_home_pack(&self, name: &str) -> bool {
        self.home.as_ref().is_some_and(|home| home.packs.contains_key(name))
    }

    /// Returns the folder of a pack that was added.
    #[must_use]
    pub fn added_folder(&self, pack: &str) -> Option<&Path> {
        self.added.get(pack).map(PathBuf::as_path)
    }

    /// Returns the folders of the packs that were added.
    pub fn added_folders(&self) -> impl Iterator<Item = &Path> {
        self.added.values().map(PathBuf::as_path)
    }

    /// Returns the folder of a pack.
    #[must_use]
    pub fn folder(&self, pack: &str) -> Option<&Path> {
        let home = || self.home.as_ref()?.packs.get(pack).map(PathBuf::as_path);
        self.added_folder(pack).or_else(home)
    }

    /// Finds the folder of the pack that a file in `folder` belongs to: the nearest one with a header in it. What cannot
    /// be read on the way is told when the pack is read.
    #[must_use]
    pub fn pack_folder(&self, folder: &Path) -> Option<PathBuf> {
        let has_header = |folder: &Path| {
            let mut rules = listed(folder).into_iter().filter(|path| has_extension(path, "rota"));
            rules.any(|path| self.read(&path).is_some_and(|text| is_header(&text.text)))
        };
        let found = upwards(folder, has_header);
        self.take_problems();
        found
    }

    /// Reads a text; what hinders it is kept as a problem.
    pub fn read(&self, path: &Path) -> Option<Text> {
        let name = self.shown(path);
        let fail = |code, message: String| {
            self.problems.borrow_mut().push(Diagnostic::error(code, message));
            None
        };
        match fs::metadata(path) {
            Ok(about) if about.len() > LONGEST => {
                return fail("files::too-long", format!("`{name}` is too long to be read"));
            }
            Ok(_) => {}
            Err(error) => return fail("files::unreadable", format!("`{name}` cannot be read: {error}")),
        }
        match fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => Some(Text { name, text }),
            Ok(Err(error)) => {
                let at = error.utf8_error().valid_up_to();
                fail(
                    "files::not-utf8",
                    format!("`{name}` is not UTF-8: byte {at} does not belong to any character"),
                )
            }
            Err(error) => fail("files::unreadable", format!("`{name}` cannot be read: {error}")),
        }
    }

    /// Returns the name of a file as problems show it: relative to `here` where it lies below.
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        // To look for links takes long where many names are shown: only where the path does not lie below as it is.
        let linked = if path.starts_with(&self.here) { None } else { self.here.canonicalize().ok() };
        let below = path.strip_prefix(linked.as_ref().unwrap_or(&self.here)).unwrap_or(path);
        let shown = below.components().filter(|component| *component != Component::CurDir);
        let shown: PathBuf = shown.collect();
        shown.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }

    /// Whether a folder of the home lies among the published packs, and not with the examples below them.
    fn is_published(&self, folder: &Path) -> bool {
        self.home().is_some_and(|home| folder.parent() == Some(&home.join(RULES)))
    }
}

impl Home {
    /// The home in a folder, with the packs that lie there now.
    fn at(folder: PathBuf) -> Home {
        let folders = listed(&folder.join(RULES));
        // Whatever lies in folders that hold no rules goes behind the packs that lie in the open.
        let inner =
            folders.iter().filter(|path| path.is_dir() && !holds_rules(path)).flat_map(|path| listed(path));
        let folders = inner.chain(folders.iter().cloned()).filter(|path| path.is_dir() && holds_rules(path));
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        let named = folders.filter_map(|path| Some((name(&path).filter(|name| is_word(name))?, path)));
        let packs = named.collect();
        Home { folder, packs }
    }
}

impl PackSource for FolderSource {
    fn pack(&self, name: &str) -> Option<PackText> {
        let folder = self.folder(name)?;
        let paths = below(folder);
        let rules =
            paths.iter().filter(|path| has_extension(path, "rota")).filter_map(|path| self.read(path));
        let rules = rules.collect();
        let recordings = folder.join(RECORDINGS);
        let tiles = paths.iter().filter(|path| has_extension(path, "toml") && **path != recordings);
        let tiles = tiles.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), self.read(path)?)));
        Some(PackText { name: name.to_owned(), rules, tiles: tiles.collect() })
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        // The name comes out of a pack, which must not be able to name files elsewhere.
        let path = self.home()?.join(TILES).join(format!("{set}.toml"));
        (is_word(set) && path.is_file()).then(|| self.read(&path)).flatten()
    }

    fn names(&self) -> Vec<String> {
        let home = self.home.iter().flat_map(|home| &home.packs);
        let published = home.filter(|(_, path)| self.is_published(path)).map(|(name, _)| name.clone());
        let mut names: Vec<String> = published.chain(self.added.keys().cloned()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn compositions(&self) -> Vec<(String, Text)> {
        let Some(home) = self.home() else { return Vec::new() };
        let files = listed(&home.join(RULES).join(COMPOSITIONS)).into_iter();
        let files = files.filter(|path| has_extension(path, "toml"));
        files.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), self.read(&path)?))).collect()
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.problems.take()
    }
}

//! Which folder a file belongs to, and what lies there.

use std::path::{Path, PathBuf};

use rota::PackSource;
use rota_folder::{
    COMPOSITIONS, FolderSource, RECORDINGS, RULES, TILES, has_extension, holds_rules, is_header, is_home,
    is_word, upwards,
};
use rota_ide::Owner;

/// The packs and tile sets that can be seen from the files that are open.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// What lies in folders.
    pub folders: FolderSource,
    /// The folders that are the user's: what lies elsewhere is not changed.
    roots: Vec<PathBuf>,
}

impl Workspace {
    /// Looks for packs in a home, or in the one that holds the first of the folders that an editor has open.
    pub fn new(home: Option<PathBuf>, roots: Vec<PathBuf>) -> Workspace {
        let here = roots.first().cloned().unwrap_or_else(|| PathBuf::from("/"));
        let mut folders = FolderSource::new(here.clone());
        if let Some(home) = home.or_else(|| upwards(&here, is_home)) {
            folders.set_home(home);
        }
        Workspace { folders, roots }
    }

    /// Looks again which packs there are.
    pub fn list_again(&mut self) {
        if let Some(home) = self.folders.home().map(Path::to_owned) {
            self.folders.set_home(home);
        }
    }

    /// What files are called in diagnostics.
    pub fn name(&self, path: &Path) -> String {
        self.folders.shown(path)
    }

    /// The path of a file by its name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folders.here().join(name)
    }

    /// Whether a file may be changed: it lies in a folder that the user has open.
    pub fn is_users(&self, path: &Path) -> bool {
        self.roots.is_empty() || self.roots.iter().any(|root| path.starts_with(root))
    }

    /// The packs that lie in the folders that the user has open.
    pub fn user_packs(&self) -> Vec<String> {
        let is_users = |path: &Path| self.roots.iter().any(|root| path.starts_with(root));
        let mut names = self.folders.names();
        names.retain(|name| self.folders.folder(name).is_some_and(is_users));
        names
    }

    /// Finds out what a file is a part of, and makes its pack known.
    pub fn admit(&mut self, path: &Path, text: &str) -> Owner {
        if self.folders.home().is_none()
            && let Some(home) = upwards(path, is_home)
        {
            self.folders.set_home(home);
        }
        if has_extension(path, "rota") {
            let folder = self.pack_of(path, text).or_else(|| path.parent().map(Path::to_owned));
            return folder.and_then(|folder| self.admit_folder(folder)).map_or(Owner::Other, Owner::Rules);
        }
        let stem = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        let Some(stem) = stem.filter(|_| has_extension(path, "toml")) else { return Owner::Other };
        let home = self.folders.home().map(Path::to_owned).unwrap_or_default();
        if path.parent() == Some(&home.join(RULES).join(COMPOSITIONS)) || rota::is_composition(text) {
            if let Some(folder) = path.parent() {
                self.folders.add_packs_in(folder);
            }
            return Owner::Composition;
        }
        if path.parent() == Some(&home.join(TILES)) {
            return Owner::Tiles(stem);
        }
        let is_recordings = path.file_name().is_some_and(|name| name == RECORDINGS);
        let folder = self.pack_of(path, "").filter(|_| !is_recordings);
        let pack = folder.and_then(|folder| self.admit_folder(folder));
        pack.map_or(Owner::Other, |pack| Owner::PackTiles(pack, stem))
    }

    /// The folder of the pack that a file belongs to: the nearest one with a header in it, this file's included.
    fn pack_of(&self, path: &Path, text: &str) -> Option<PathBuf> {
        let folder = path.parent()?;
        if is_header(text) {
            return Some(folder.to_owned());
        }
        self.folders.pack_folder(folder)
    }

    /// Makes the pack in a folder known by the folder's name.
    fn admit_folder(&mut self, folder: PathBuf) -> Option<String> {
        let name = folder.file_name().and_then(|name| name.to_str()).filter(|name| is_word(name))?.to_owned();
        if self.folders.folder(&name) != Some(&folder) && holds_rules(&folder) {
            self.folders.add_pack(&name, folder.clone());
        }
        // Packs that lie side by side know one another, as those of a home do.
        let is_in_home = self.folders.home().is_some_and(|home| folder.starts_with(home));
        if let Some(beside) = folder.parent().filter(|_| !is_in_home) {
            self.folders.add_packs_in(beside);
        }
        Some(name)
    }
}

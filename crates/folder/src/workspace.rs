//! The folder that somebody writes packs in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rota::PackSource;

use crate::files_seen::is_read;
use crate::paths::{below, has_extension, holds_rules, is_home, is_word, listed};
use crate::{FolderSource, RECORDINGS, RULES, TILES};

/// What a workspace is. It is asked for anew each time: an empty folder becomes whatever is put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The folder of a pack.
    Pack,
    /// A folder with the folders of packs in it, or with nothing yet.
    Packs,
    /// A home, with its packs and its tile sets.
    Home,
}

/// The folder that somebody writes packs in: that of a pack, one with packs in it, or a home.
#[derive(Clone, Debug)]
pub struct Workspace {
    folder: PathBuf,
}

/// A rule file or a tile set of a workspace.
#[derive(Clone, Debug)]
pub struct WorkspaceFile {
    /// What problems call it.
    pub file: String,
    /// The pack that it is a part of; nothing for a tile set that packs share.
    pub pack: Option<String>,
    /// The tile set that it is; nothing for a rule file.
    pub set: Option<String>,
    /// Where it lies.
    pub path: PathBuf,
}

impl Workspace {
    /// Takes a folder.
    ///
    /// # Errors
    /// There is none; what lies there is a file, or is a pack without a name that packs can have.
    pub fn open(folder: &Path) -> io::Result<Workspace> {
        let workspace = Workspace { folder: folder.canonicalize()? };
        if !workspace.folder.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        if workspace.layout() == Layout::Pack && !is_word(workspace.name()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidFilename,
                "it holds rules, and a pack cannot have its name",
            ));
        }
        Ok(workspace)
    }

    /// Returns the folder, without links in its path.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the last name of the folder.
    #[must_use]
    pub fn name(&self) -> &str {
        self.folder.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// Returns what the folder is now.
    #[must_use]
    pub fn layout(&self) -> Layout {
        if is_home(&self.folder) {
            Layout::Home
        } else if holds_rules(&self.folder) {
            Layout::Pack
        } else {
            Layout::Packs
        }
    }

    /// Returns the folder that names of files are shown relative to, so that each begins with the name of its pack; in a
    /// home with that of the folder of its packs.
    #[must_use]
    pub fn here(&self) -> &Path {
        match self.layout() {
            Layout::Pack => self.folder.parent().unwrap_or(&self.folder),
            Layout::Packs | Layout::Home => &self.folder,
        }
    }

    /// Returns the folder in which a new pack is made; nothing where the whole folder is one.
    #[must_use]
    pub fn shelf(&self) -> Option<PathBuf> {
        match self.layout() {
            Layout::Pack => None,
            Layout::Packs => Some(self.folder.clone()),
            Layout::Home => Some(self.folder.join(RULES)),
        }
    }

    /// Lets a source take the packs from here, before all others.
    pub fn add_to(&self, source: &mut FolderSource) {
        match self.layout() {
            Layout::Home => source.set_home(&self.folder),
            Layout::Pack => source.add_pack(self.name(), &self.folder),
            Layout::Packs => {
                for path in listed(&self.folder).into_iter().filter(|path| path.is_dir() && holds_rules(path))
                {
                    let name = path.file_name().and_then(|name| name.to_str()).filter(|name| is_word(name));
                    if let Some(name) = name.map(str::to_owned) {
                        source.add_pack(&name, path);
                    }
                }
            }
        }
    }

    /// A source of what lies here, and of nothing else.
    #[must_use]
    pub fn source(&self) -> FolderSource {
        let mut source = FolderSource::new(self.here());
        self.add_to(&mut source);
        source
    }

    /// Lists the folders that what is written here lies in.
    #[must_use]
    pub fn folders(&self) -> Vec<PathBuf> {
        match self.layout() {
            Layout::Home => vec![self.folder.join(RULES), self.folder.join(TILES)],
            Layout::Pack | Layout::Packs => self.source().added_folders().map(Path::to_owned).collect(),
        }
    }

    /// Lists the packs with their folders.
    #[must_use]
    pub fn packs(&self) -> Vec<(String, PathBuf)> {
        let source = self.source();
        let names = source.home_packs().map(str::to_owned).chain(match self.layout() {
            Layout::Home => Vec::new(),
            Layout::Pack | Layout::Packs => source.names(),
        });
        names
            .filter_map(|name| Some((source.folder(&name)?.to_owned(), name)))
            .map(|(at, name)| (name, at))
            .collect()
    }

    /// Lists the rule files and the tile sets, by name.
    #[must_use]
    pub fn files(&self) -> Vec<WorkspaceFile> {
        let source = FolderSource::new(self.here());
        let mut files = Vec::new();
        for (pack, folder) in self.packs() {
            for path in below(&folder).into_iter().filter(|path| is_read(path)) {
                if path != folder.join(RECORDINGS) {
                    files.extend(file(&source, Some(&pack), path));
                }
            }
        }
        if self.layout() == Layout::Home {
            let sets =
                listed(&self.folder.join(TILES)).into_iter().filter(|path| has_extension(path, "toml"));
            files.extend(sets.filter_map(|path| file(&source, None, path)));
        }
        files.sort_by(|one, other| one.file.cmp(&other.file));
        files
    }
}

/// A file as a source names it; nothing for what is no file, or has a name that cannot be told.
fn file(source: &FolderSource, pack: Option<&str>, path: PathBuf) -> Option<WorkspaceFile> {
    path.to_str()?;
    let is_file = fs::metadata(&path).is_ok_and(|about| about.is_file());
    let stem = path.file_stem()?.to_str()?.to_owned();
    let set = has_extension(&path, "toml").then_some(stem);
    is_file.then(|| WorkspaceFile { file: source.shown(&path), pack: pack.map(str::to_owned), set, path })
}

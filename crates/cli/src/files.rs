//! What the words of a command line name: packs, compositions and tile sets in folders.

use std::path::{Path, PathBuf};

use rota::{Diagnostic, PackSource, PackText, Text};
use rota_folder::{FolderSource, RECORDINGS, RULES, TILES};
use rota_folder::{has_extension, holds_rules, is_home, is_word, listed, upwards};
use rota_source::did_you_mean;

use crate::exit::Failure;

/// Below `rulesets`: the published composition files.
const COMPOSITIONS: &str = "compositions";

const HOMELESS: &str =
    "no folder here or above holds both `rulesets` and `tiles`; ROTA_HOME can name one that does";

/// What a word of the command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A pack, by its name.
    Pack(String),
    /// A composition file.
    Composition(PathBuf),
}

/// Packs and tile sets in folders.
#[derive(Debug)]
pub(crate) struct Files(FolderSource);

impl Files {
    /// Finds the home: what `ROTA_HOME` says, or the nearest folder upwards that holds packs and tiles.
    ///
    /// Errors: `ROTA_HOME` names a folder without packs.
    pub fn find() -> Result<Files, Failure> {
        let here = std::env::current_dir()?;
        let home = match std::env::var_os("ROTA_HOME").filter(|home| !home.is_empty()) {
            Some(home) => {
                let home = here.join(home);
                let home = home.canonicalize().unwrap_or(home);
                if !home.join(RULES).is_dir() {
                    return Err(Failure::advised(
                        format!("ROTA_HOME names `{}`, which holds no `{RULES}`", home.display()),
                        format!("it is the folder that holds `{RULES}` and `{TILES}`"),
                    ));
                }
                Some(home)
            }
            None => upwards(&here, is_home),
        };
        let mut source = FolderSource::new(here);
        if let Some(home) = home {
            source.set_home(home);
        }
        Ok(Files(source))
    }

    /// Finds what is given by its name or by a path: a pack, which is known from then on, or a composition
    /// file. Where both have the name it is the pack.
    ///
    /// Errors: there is no such thing.
    pub fn resolve(&mut self, given: &str) -> Result<Resolved, Failure> {
        if self.0.is_home_pack(given) {
            return Ok(Resolved::Pack(given.to_owned()));
        }
        let path = self.0.here().join(given);
        if path.is_dir() {
            return self.admit_folder(&path).map(Resolved::Pack);
        }
        if path.is_file() && has_extension(&path, "toml") {
            return Ok(Resolved::Composition(path.canonicalize().unwrap_or(path)));
        }
        let published = self.compositions();
        if let Some((_, path)) = published.iter().find(|(name, _)| name == given) {
            return Ok(Resolved::Composition(path.clone()));
        }
        let names = self.names();
        let known = names.iter().chain(published.iter().map(|(name, _)| name));
        let help = did_you_mean(given, known).unwrap_or_else(|| match self.0.home() {
            None => {
                format!(
                    "there is no folder with `{RULES}` and `{TILES}` here or above; ROTA_HOME may name one"
                )
            }
            Some(_) => format!("packs here: {}; a path to a folder will do as well", names.join(", ")),
        });
        Err(Failure::advised(format!("there is no pack `{given}`"), help))
    }

    /// Makes the packs known that lie in folders beside a composition file; published ones go before them.
    pub fn admit_beside(&mut self, file: &Path) {
        let Some(folder) = file.parent() else { return };
        self.find_home(folder);
        self.0.add_packs_in(folder);
    }

    /// Finds a home from a folder upwards, where there is none yet.
    fn find_home(&mut self, from: &Path) {
        let home = self.0.home().is_none().then(|| upwards(from, is_home)).flatten();
        if let Some(home) = home {
            self.0.set_home(home);
        }
    }

    /// Tells a composition file from a tile file: by where it lies, or by what it says.
    pub fn is_composition(&self, file: &Path) -> bool {
        let file = self.0.here().join(file);
        let file = file.canonicalize().unwrap_or(file);
        let is_published = self.compositions().iter().any(|(_, path)| *path == file);
        let says_so = || self.read(&file).is_some_and(|text| rota::is_composition(&text.text));
        let is_one = is_published || says_so();
        // What could not be read here is told when the file is read for what it is.
        self.0.take_problems();
        is_one
    }

    /// Lists the published composition files with their names.
    pub fn compositions(&self) -> Vec<(String, PathBuf)> {
        let folder = self.0.home().map(|home| home.join(RULES).join(COMPOSITIONS));
        let files = folder.map(|folder| listed(&folder)).unwrap_or_default();
        let files = files.into_iter().filter(|path| has_extension(path, "toml"));
        files.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect()
    }

    /// Makes the pack in a folder known and returns its name.
    ///
    /// Errors: the folder holds no rules, has no name to call the pack by, or another one has the same name.
    pub fn admit_folder(&mut self, path: &Path) -> Result<String, Failure> {
        let path = path.canonicalize()?;
        if !holds_rules(&path) {
            return Err(Failure::advised(
                format!("`{}` holds no rules", self.shown(&path)),
                "a pack is a folder with `.rota` files in it",
            ));
        }
        let name = path.file_name().and_then(|name| name.to_str()).filter(|name| is_word(name));
        let Some(name) = name.map(str::to_owned) else {
            return Err(Failure::usage(format!("`{}` has no name that a pack can have", path.display())));
        };
        self.find_home(&path);
        if self.0.added_folder(&name).is_some_and(|other| other != path) {
            return Err(Failure::usage(format!(
                "two folders are called `{name}`, and packs go by their folder's name"
            )));
        }
        self.0.add_pack(&name, path);
        Ok(name)
    }

    /// Makes the pack known that carries a tile file, if one does: the words it declares count for the file.
    ///
    /// Errors: as for [`Files::admit_folder`].
    pub fn admit_owner(&mut self, file: &Path) -> Result<(), Failure> {
        match self.pack_of(file) {
            Some(folder) => self.admit_folder(&folder).map(drop),
            None => Ok(()),
        }
    }

    /// Finds the folder of the pack that a file belongs to: the nearest one with a header in it.
    pub fn pack_of(&self, file: &Path) -> Option<PathBuf> {
        let file = self.0.here().join(file);
        let has_header = |folder: &Path| {
            let rules = listed(folder).into_iter().filter(|path| has_extension(path, "rota"));
            let texts = rules.filter_map(|path| self.read(&path));
            texts.into_iter().any(|text| text.text.lines().any(|line| line.starts_with("pack ")))
        };
        let folder = upwards(file.parent()?, has_header);
        // What could not be read here is told when the pack is read.
        self.0.take_problems();
        folder
    }

    /// Lists all packs of the home, the examples among them.
    pub fn all_packs(&self) -> Vec<String> {
        self.0.home_packs().map(str::to_owned).collect()
    }

    /// Lists the published tile sets by name.
    pub fn tile_sets(&self) -> Vec<PathBuf> {
        let folder = self.0.home().map(|home| home.join(TILES));
        let files = folder.map(|folder| listed(&folder)).unwrap_or_default();
        files.into_iter().filter(|path| has_extension(path, "toml")).collect()
    }

    /// Refuses to go on where no packs were found from here.
    pub fn expect_home(&self) -> Result<(), Failure> {
        match self.0.home() {
            Some(_) => Ok(()),
            None => Err(Failure::advised("there are no packs here", HOMELESS)),
        }
    }

    /// Reads a text; what hinders it is kept as a problem.
    pub fn read(&self, path: &Path) -> Option<Text> {
        self.0.read(path)
    }

    /// The name of a file as problems show it: relative to the current folder where it lies below.
    pub fn shown(&self, path: &Path) -> String {
        self.0.shown(path)
    }

    /// What recordings of another engine call the things of each pack that says so, with the pack's name.
    pub(crate) fn recordings(&self) -> impl Iterator<Item = (String, Text)> {
        self.names().into_iter().filter_map(|pack| {
            let path = self.0.folder(&pack)?.join(RECORDINGS);
            path.is_file().then(|| self.read(&path)).flatten().map(|text| (pack, text))
        })
    }
}

impl PackSource for Files {
    fn pack(&self, name: &str) -> Option<PackText> {
        self.0.pack(name)
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.0.tiles(set)
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.0.take_problems()
    }
}

//! The pack source over the file system: where packs and tile sets lie.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use rota::{Diagnostic, PackSource, PackText, Text};
use rota_source::did_you_mean;

use crate::exit::Failure;

const RULES: &str = "rulesets";
const TILES: &str = "tiles";

/// Below `rulesets`: the published composition files.
const COMPOSITIONS: &str = "compositions";

/// In a pack's folder: what recordings of another engine call the things of the pack.
const RECORDINGS: &str = "recordings.toml";

const HOMELESS: &str =
    "no folder here or above holds both `rulesets` and `tiles`; ROTA_HOME can name one that does";

/// Longer files are not read at all: a mistaken path must not fill the memory.
const LONGEST: u64 = 16 << 20;

/// How many folders below its own a pack may have.
const DEEPEST: usize = 8;

/// What a word of the command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A pack, by its name.
    Pack(String),
    /// A composition file.
    Composition(PathBuf),
}

/// The folder that holds `rulesets` and `tiles`.
#[derive(Debug)]
struct Home {
    folder: PathBuf,
    /// The folders of its packs, by name.
    packs: BTreeMap<String, PathBuf>,
}

/// Packs and tile sets in folders.
#[derive(Debug)]
pub(crate) struct Files {
    /// The current folder, which names are shown relative to.
    here: PathBuf,
    /// The folder that holds `rulesets` and `tiles`.
    home: Option<Home>,
    /// Packs that were named by their path.
    named: BTreeMap<String, PathBuf>,
    /// What could not be read.
    problems: RefCell<Vec<Diagnostic>>,
}

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
        Ok(Files { here, home: home.map(Home::at), named: BTreeMap::new(), problems: RefCell::default() })
    }

    /// Finds what is given by its name or by a path: a pack, which is known from then on, or a composition
    /// file. Where both have the name it is the pack.
    ///
    /// Errors: there is no such thing.
    pub fn resolve(&mut self, given: &str) -> Result<Resolved, Failure> {
        if self.home_packs().is_some_and(|packs| packs.contains_key(given)) {
            return Ok(Resolved::Pack(given.to_owned()));
        }
        let path = self.here.join(given);
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
        let help = did_you_mean(given, known).unwrap_or_else(|| match self.home {
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
        if self.home.is_none() {
            self.home = upwards(folder, is_home).map(Home::at);
        }
        let packs = self.home.as_ref().map(|home| &home.packs);
        for path in listed(folder) {
            let name = path.file_name().and_then(|name| name.to_str()).filter(|name| is_word(name));
            let name = name.filter(|name| !packs.is_some_and(|packs| packs.contains_key(*name)));
            if let Some(name) = name.filter(|_| path.is_dir() && holds_rules(&path)) {
                self.named.entry(name.to_owned()).or_insert(path.clone());
            }
        }
    }

    /// Tells a composition file from a tile file: by where it lies, or by what it says.
    pub fn is_composition(&self, file: &Path) -> bool {
        let file = self.here.join(file);
        let file = file.canonicalize().unwrap_or(file);
        let is_published = self.compositions().iter().any(|(_, path)| *path == file);
        let says_so = || self.read(&file).is_some_and(|text| rota::is_composition(&text.text));
        let is_one = is_published || says_so();
        // What could not be read here is told when the file is read for what it is.
        self.problems.take();
        is_one
    }

    /// Lists the published composition files with their names.
    pub fn compositions(&self) -> Vec<(String, PathBuf)> {
        let folder = self.home.as_ref().map(|home| home.folder.join(RULES).join(COMPOSITIONS));
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
        if self.home.is_none() {
            self.home = upwards(&path, is_home).map(Home::at);
        }
        if self.named.get(&name).is_some_and(|other| *other != path) {
            return Err(Failure::usage(format!(
                "two folders are called `{name}`, and packs go by their folder's name"
            )));
        }
        self.named.insert(name.clone(), path);
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
        let file = self.here.join(file);
        let has_header = |folder: &Path| {
            let texts = rules_in(folder).filter_map(|path| self.read(&path));
            texts.into_iter().any(|text| text.text.lines().any(|line| line.starts_with("pack ")))
        };
        let folder = upwards(file.parent()?, has_header);
        // What could not be read here is told when the pack is read.
        self.problems.take();
        folder
    }

    /// Lists all packs of the home, the examples among them.
    pub fn all_packs(&self) -> Vec<String> {
        self.home_packs().into_iter().flat_map(BTreeMap::keys).cloned().collect()
    }

    /// Lists the published tile sets by name.
    pub fn tile_sets(&self) -> Vec<PathBuf> {
        let folder = self.home.as_ref().map(|home| home.folder.join(TILES));
        let files = folder.map(|folder| listed(&folder)).unwrap_or_default();
        files.into_iter().filter(|path| has_extension(path, "toml")).collect()
    }

    /// Refuses to go on where no packs were found from here.
    pub fn expect_home(&self) -> Result<(), Failure> {
        match self.home {
            Some(_) => Ok(()),
            None => Err(Failure::advised("there are no packs here", HOMELESS)),
        }
    }

    /// Reads a text; what hinders it is kept as a trouble.
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

    /// The name of a file as problems show it: relative to the current folder where it lies below.
    pub fn shown(&self, path: &Path) -> String {
        // To look for links takes long where many names are shown: only where the path does not lie below as it is.
        let linked = if path.starts_with(&self.here) { None } else { self.here.canonicalize().ok() };
        let below = path.strip_prefix(linked.as_ref().unwrap_or(&self.here)).unwrap_or(path);
        let parts = below.components().filter(|part| *part != Component::CurDir);
        let parts: PathBuf = parts.collect();
        parts.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }

    /// What recordings of another engine call the things of each pack that says so, with the pack's name.
    pub(crate) fn recordings(&self) -> impl Iterator<Item = (String, Text)> {
        self.names().into_iter().filter_map(|pack| {
            let path = self.folder(&pack)?.join(RECORDINGS);
            path.is_file().then(|| self.read(&path)).flatten().map(|text| (pack, text))
        })
    }

    /// The folder of a pack.
    fn folder(&self, pack: &str) -> Option<PathBuf> {
        self.named.get(pack).or_else(|| self.home_packs()?.get(pack)).cloned()
    }

    /// Whether a folder of the home lies among the published packs, and not with the examples below them.
    fn is_published(&self, folder: &Path) -> bool {
        let published = self.home.as_ref().map(|home| home.folder.join(RULES));
        published.is_some_and(|published| folder.parent() == Some(&published))
    }

    fn home_packs(&self) -> Option<&BTreeMap<String, PathBuf>> {
        self.home.as_ref().map(|home| &home.packs)
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

impl PackSource for Files {
    fn pack(&self, name: &str) -> Option<PackText> {
        let folder = self.folder(name)?;
        let mut paths = Vec::new();
        gather(&folder, 0, &mut paths);
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
        let path = self.home.as_ref()?.folder.join(TILES).join(format!("{set}.toml"));
        (is_word(set) && path.is_file()).then(|| self.read(&path)).flatten()
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .home_packs()
            .into_iter()
            .flatten()
            .filter(|(_, path)| self.is_published(path))
            .map(|(name, _)| name.clone())
            .chain(self.named.keys().cloned())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Takes what could not be read since the last time.
    fn take_problems(&self) -> Vec<Diagnostic> {
        self.problems.take()
    }
}

/// The rule files that lie in a folder itself.
fn rules_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    listed(folder).into_iter().filter(|path| has_extension(path, "rota"))
}

fn holds_rules(folder: &Path) -> bool {
    rules_in(folder).next().is_some()
}

fn is_home(folder: &Path) -> bool {
    folder.join(RULES).is_dir() && folder.join(TILES).is_dir()
}

/// The nearest folder, this one or one above, for which something holds.
fn upwards(from: &Path, holds: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    from.ancestors().find(|folder| holds(folder)).map(Path::to_owned)
}

/// What a folder holds, by name: the order of the file system reaches nobody.
pub(crate) fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort_unstable();
    paths
}

/// All files of a pack, those of the folder itself before those of folders in it.
fn gather(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        listed(folder).into_iter().partition(|path| path.is_dir());
    paths.extend(files);
    // A folder that is a link could lead back to one above.
    for folder in folders.iter().filter(|folder| depth < DEEPEST && !folder.is_symlink()) {
        gather(folder, depth + 1, paths);
    }
}

/// Whether a path ends in this extension.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

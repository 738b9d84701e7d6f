//! What the words of a command line name: packs, compositions and tile sets in folders.

use std::env;
use std::path::{Path, PathBuf};

use rota::{Diagnostic, Library, PackSource, PackText, Text};
use rota_embedded::{Embedded, MARK};
use rota_folder::{COMPOSITIONS, FolderSource, RECORDINGS, RULES, TILES, Workspace};
use rota_folder::{has_extension, holds_rules, is_home, is_word, listed, upwards};
use rota_source::did_you_mean;

use crate::exit::Failure;
use crate::layer::{Layer, Origin, installed_folder, variable};

/// What a word of the command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A pack, by its name.
    Pack(String),
    /// A composition file.
    Composition(Origin),
}

/// Packs, tile sets and compositions of all layers. What one layer has hides what those behind it call the same.
#[derive(Debug)]
pub(crate) struct Files {
    /// The home, and the folders that a command line names.
    near: FolderSource,
    installed: FolderSource,
    /// The folder of the installed packs; nothing where this user has no folder for data.
    installed_folder: Option<PathBuf>,
    embedded: Embedded,
}

impl Files {
    /// Finds the layers: the home, which is what `ROTA_HOME` says or the nearest folder upwards with packs, and the
    /// installed packs.
    ///
    /// Errors: `ROTA_HOME` names a folder without packs.
    pub fn find() -> Result<Files, Failure> {
        let here = env::current_dir()?;
        let home = home_said(&here)?.or_else(|| upwards(&here, is_home));
        Ok(Files::with(here, home))
    }

    /// Finds the home of a workspace: as for [`Files::find`], but for a folder above the workspace that is one.
    ///
    /// Errors: as for [`Files::find`].
    pub fn home_of(workspace: &Workspace) -> Result<Option<PathBuf>, Failure> {
        let here = env::current_dir()?;
        let above = || upwards(workspace.folder(), is_home).or_else(|| upwards(&here, is_home));
        Ok(home_said(&here)?.or_else(above))
    }

    /// The layers as they are now, with the packs of a workspace before all others; names of files are shown as there.
    pub fn over(workspace: &Workspace, home: Option<PathBuf>) -> Files {
        let mut files = Files::with(workspace.here().to_owned(), home);
        workspace.add_to(&mut files.near);
        files
    }

    fn with(here: PathBuf, home: Option<PathBuf>) -> Files {
        let mut near = FolderSource::new(here.clone());
        if let Some(home) = home {
            near.set_home(home);
        }
        let mut installed = FolderSource::new(here);
        let installed_folder = installed_folder();
        if let Some(folder) = &installed_folder {
            installed.add_packs_in(folder);
        }
        Files { near, installed, installed_folder, embedded: Embedded::new() }
    }

    /// Finds what is given by its name or by a path: a pack, which is known from then on, or a composition
    /// file. Where both have the name it is the pack.
    ///
    /// Errors: there is no such thing.
    pub fn resolve(&mut self, given: &str) -> Result<Resolved, Failure> {
        if self.near.is_home_pack(given) {
            return Ok(Resolved::Pack(given.to_owned()));
        }
        let path = self.near.here().join(given);
        // A folder that only happens to have the name of a pack does not hide it.
        let is_known = self.layer_of(given).is_some();
        if path.is_dir() && (holds_rules(&path) || !is_known) {
            return self.admit_folder(&path).map(Resolved::Pack);
        }
        if is_known {
            return Ok(Resolved::Pack(given.to_owned()));
        }
        if path.is_file() && has_extension(&path, "toml") {
            return Ok(Resolved::Composition(Origin::File(path.canonicalize().unwrap_or(path))));
        }
        let published = self.composition_files();
        if let Some((_, origin)) = published.iter().find(|(name, _)| name == given) {
            return Ok(Resolved::Composition(origin.clone()));
        }
        let names = self.names();
        let known = names.iter().chain(published.iter().map(|(name, _)| name));
        let help = did_you_mean(given, known).unwrap_or_else(|| {
            format!("packs here: {}; a path to a folder will do as well", names.join(", "))
        });
        Err(Failure::advised(format!("there is no pack `{given}`"), help))
    }

    /// The layer on which a pack of this name is found; nothing where there is none.
    pub fn layer_of(&self, name: &str) -> Option<Layer> {
        Layer::ALL.into_iter().find(|layer| self.is_in(*layer, name))
    }

    /// Whether a layer has a pack of this name.
    fn is_in(&self, layer: Layer, name: &str) -> bool {
        match layer {
            Layer::Here => self.near.folder(name).is_some(),
            Layer::Installed => self.installed.folder(name).is_some(),
            Layer::Embedded => self.embedded.is_pack(name),
        }
    }

    /// Lists all packs of a layer; of the home the examples among them.
    pub fn packs_in(&self, layer: Layer) -> Vec<String> {
        match layer {
            Layer::Here => self.near.home_packs().map(str::to_owned).collect(),
            Layer::Installed => self.installed.names(),
            Layer::Embedded => self.embedded.packs().map(str::to_owned).collect(),
        }
    }

    /// The packs of a layer alone.
    pub fn source(&self, layer: Layer) -> &dyn PackSource {
        match layer {
            Layer::Here => &self.near,
            Layer::Installed => &self.installed,
            Layer::Embedded => &self.embedded,
        }
    }

    /// Where a layer keeps a pack, as people read it.
    pub fn place_in(&self, layer: Layer, pack: &str) -> String {
        let shown = |folder: Option<&Path>| folder.map(|folder| self.shown_path(folder)).unwrap_or_default();
        match layer {
            Layer::Here => shown(self.near.folder(pack)),
            Layer::Installed => shown(self.installed.folder(pack)),
            Layer::Embedded => format!("{MARK}{}", self.embedded.folder(pack).unwrap_or_default()),
        }
    }

    /// What is looked over where nothing is named: the packs of the first layer that has any.
    pub fn nearest_layer(&self) -> Layer {
        let has_some = |layer: &Layer| !self.packs_in(*layer).is_empty();
        let is_meant = |layer: &Layer| *layer == Layer::Here && self.near.home().is_some();
        Layer::ALL.into_iter().find(|layer| is_meant(layer) || has_some(layer)).unwrap_or(Layer::Embedded)
    }

    /// A layer as a sentence names it.
    pub fn describe(&self, layer: Layer) -> String {
        let at =
            |folder: Option<&Path>| folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        match layer {
            Layer::Here => format!("here, in {}", at(self.near.home())),
            Layer::Installed => format!("yours, in {}", at(self.installed_folder())),
            Layer::Embedded => format!("built into rota {}", env!("CARGO_PKG_VERSION")),
        }
    }

    /// The home, where there is one.
    pub fn home(&self) -> Option<&Path> {
        self.near.home()
    }

    /// The folder of the installed packs, which need not be there yet.
    pub fn installed_folder(&self) -> Option<&Path> {
        self.installed_folder.as_deref()
    }

    /// Makes the packs known that lie in folders beside a composition file; published ones go before them.
    pub fn admit_beside(&mut self, origin: &Origin) {
        let Origin::File(file) = origin else { return };
        let Some(folder) = file.parent() else { return };
        self.find_home(folder);
        self.near.add_packs_in(folder);
    }

    /// Finds a home from a folder upwards, where there is none yet.
    fn find_home(&mut self, from: &Path) {
        let home = self.near.home().is_none().then(|| upwards(from, is_home)).flatten();
        if let Some(home) = home {
            self.near.set_home(home);
        }
    }

    /// Tells a composition file from a tile file: by where it lies, or by what it says.
    pub fn is_composition(&self, file: &Path) -> bool {
        let file = self.near.here().join(file);
        let file = file.canonicalize().unwrap_or(file);
        let published = Origin::File(file.clone());
        let is_published = self.composition_files().iter().any(|(_, origin)| *origin == published);
        let says_so = || self.read_file(&file).is_some_and(|text| rota::is_composition(&text.text));
        let is_one = is_published || says_so();
        // What could not be read here is told when the file is read for what it is.
        self.near.take_problems();
        is_one
    }

    /// Lists the published composition files with their names: those of the home, then the others that are in the
    /// program.
    pub fn composition_files(&self) -> Vec<(String, Origin)> {
        let mut found = self.compositions_in(Layer::Here);
        for (name, origin) in self.compositions_in(Layer::Embedded) {
            if found.iter().all(|(known, _)| *known != name) {
                found.push((name, origin));
            }
        }
        found
    }

    /// Lists the composition files of a layer with their names.
    pub fn compositions_in(&self, layer: Layer) -> Vec<(String, Origin)> {
        match layer {
            Layer::Here => {
                self.near.home().map_or_else(Vec::new, |home| named(&home.join(RULES).join(COMPOSITIONS)))
            }
            Layer::Installed => Vec::new(),
            Layer::Embedded => embedded(self.embedded.composition_files()),
        }
    }

    /// Lists the tile sets of a layer that lie beside its packs, with their names.
    pub fn tile_sets_in(&self, layer: Layer) -> Vec<(String, Origin)> {
        match layer {
            Layer::Here => self.near.home().map_or_else(Vec::new, |home| named(&home.join(TILES))),
            Layer::Installed => Vec::new(),
            Layer::Embedded => embedded(self.embedded.tile_sets()),
        }
    }

    /// Makes the pack in a folder known and returns its name.
    ///
    /// Errors: the folder holds no rules, has no name to call the pack by, or another one has the same name.
    pub fn admit_folder(&mut self, path: &Path) -> Result<String, Failure> {
        let path = path.canonicalize()?;
        if !holds_rules(&path) {
            return Err(Failure::advised(
                format!("`{}` holds no rules", self.shown_path(&path)),
                "a pack is a folder with `.rota` files in it",
            ));
        }
        let name = path.file_name().and_then(|name| name.to_str()).filter(|name| is_word(name));
        let Some(name) = name.map(str::to_owned) else {
            return Err(Failure::usage(format!("`{}` has no name that a pack can have", path.display())));
        };
        self.find_home(&path);
        if self.near.added_folder(&name).is_some_and(|other| other != path) {
            return Err(Failure::usage(format!(
                "two folders are called `{name}`, and packs go by their folder's name"
            )));
        }
        self.near.add_pack(&name, path);
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
        let file = self.near.here().join(file);
        self.near.pack_folder(file.parent()?)
    }

    /// Finds the folder of a pack that is known and lies in a file system.
    pub fn folder(&self, pack: &str) -> Option<PathBuf> {
        [&self.near, &self.installed].into_iter().find_map(|source| source.folder(pack)).map(Path::to_owned)
    }

    /// Lists the folders of the home that hold all that is written there: packs, compositions and tile sets.
    pub fn shelf(&self) -> Vec<PathBuf> {
        self.near.home().iter().flat_map(|home| [home.join(RULES), home.join(TILES)]).collect()
    }

    /// The tile file at a path; where there is none, the one that is in the program and lies there in its tree.
    pub fn tile_file(&self, path: &Path) -> Origin {
        let built_in = || self.embedded.tile_sets().map(|(_, own)| own).find(|own| Path::new(own) == path);
        match (path.exists(), built_in()) {
            (false, Some(own)) => Origin::Embedded(own),
            _ => Origin::File(path.canonicalize().unwrap_or_else(|_| path.to_owned())),
        }
    }

    /// The folders that packs, compositions and tile sets are read from.
    pub fn folders(&self) -> Vec<PathBuf> {
        let added = [&self.near, &self.installed].into_iter().flat_map(FolderSource::added_folders);
        self.shelf().into_iter().chain(added.map(Path::to_owned)).collect()
    }

    /// Reads a text; what hinders it is kept as a problem.
    pub fn read(&self, origin: &Origin) -> Option<Text> {
        match origin {
            Origin::File(path) => self.read_file(path),
            Origin::Embedded(path) => self.embedded.text(path),
        }
    }

    /// Reads a file; what hinders it is kept as a problem.
    pub fn read_file(&self, path: &Path) -> Option<Text> {
        self.near.read(path)
    }

    /// The name of a text as problems show it: relative to the current folder where it lies below.
    pub fn shown(&self, origin: &Origin) -> String {
        match origin {
            Origin::File(path) => self.near.shown(path),
            Origin::Embedded(path) => format!("{MARK}{path}"),
        }
    }

    /// The name of a file or folder as problems show it.
    pub fn shown_path(&self, path: &Path) -> String {
        self.near.shown(path)
    }

    /// What recordings of another engine call the things of each pack that says so, with the pack's name.
    pub(crate) fn recordings(&self) -> impl Iterator<Item = (String, Text)> {
        self.names()
            .into_iter()
            .filter_map(|pack| Some((self.recordings_of(&pack)?, pack)))
            .map(|(text, pack)| (pack, text))
    }

    /// What recordings of another engine call the things of a pack, where it says so.
    pub fn recordings_of(&self, pack: &str) -> Option<Text> {
        let of_folder = |folder: &Path| {
            let path = folder.join(RECORDINGS);
            path.is_file().then(|| self.read_file(&path)).flatten()
        };
        match self.layer_of(pack)? {
            Layer::Here => of_folder(self.near.folder(pack)?),
            Layer::Installed => of_folder(self.installed.folder(pack)?),
            Layer::Embedded => self.embedded.recordings(pack),
        }
    }
}

impl PackSource for Files {
    fn pack(&self, name: &str) -> Option<PackText> {
        self.source(self.layer_of(name)?).pack(name)
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        Layer::ALL.into_iter().find_map(|layer| self.source(layer).tiles(set))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            Layer::ALL.into_iter().flat_map(|layer| self.source(layer).names()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn whereabouts(&self, name: &str) -> Vec<(String, String)> {
        let layers = Layer::ALL.into_iter().filter(|layer| self.is_in(*layer, name));
        let all = layers.map(|layer| {
            // A pack alone: what it requires is asked of no layer.
            let loaded = Library::default().load(self.source(layer), [name]);
            let pack = loaded.packs.iter().find(|pack| pack.name == name);
            let version = pack.and_then(|pack| pack.version()).map_or("?", |version| version.node.as_str());
            (version.to_owned(), self.place_in(layer, name))
        });
        all.collect()
    }

    fn compositions(&self) -> Vec<(String, Text)> {
        let files = self.composition_files().into_iter();
        files.filter_map(|(name, origin)| Some((name, self.read(&origin)?))).collect()
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        [self.near.take_problems(), self.installed.take_problems()].concat()
    }
}

/// The home that `ROTA_HOME` names.
///
/// Errors: the folder holds no packs.
fn home_said(here: &Path) -> Result<Option<PathBuf>, Failure> {
    let Some(home) = variable("ROTA_HOME") else { return Ok(None) };
    let home = here.join(home);
    let home = home.canonicalize().unwrap_or(home);
    if is_home(&home) {
        return Ok(Some(home));
    }
    Err(Failure::advised(
        format!("ROTA_HOME names `{}`, which holds no `{RULES}`", home.display()),
        format!("it is the folder that holds `{RULES}`, and `{TILES}` where there are any"),
    ))
}

/// The `.toml` files of a folder, by their names.
fn named(folder: &Path) -> Vec<(String, Origin)> {
    let files = listed(folder).into_iter().filter(|path| has_extension(path, "toml"));
    files.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), Origin::File(path)))).collect()
}

fn embedded(texts: impl Iterator<Item = (&'static str, &'static str)>) -> Vec<(String, Origin)> {
    texts.map(|(name, path)| (name.to_owned(), Origin::Embedded(path))).collect()
}

//! Packs: read, and compiled with settings.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rota::{CompiledGame, Diagnostic, Head, LoadedPacks, MemorySource, PackSource, PackText, Settings, Text};
use rota_embedded::Embedded;
use rota_folder::FolderSource;

use crate::errors::pack_error;
use crate::observe;

/// What games are played with: packs, compiled with settings. It cannot change, and may be sent to other processes.
#[pyclass(frozen, module = "rota")]
pub(crate) struct Rules {
    pub packs: LoadedPacks,
    pub settings: Settings,
    pub compiled: CompiledGame,
    /// The packs as they were asked for.
    pub names: Vec<String>,
    /// The texts that are not built in.
    texts: Texts,
}

/// A text: the name that problems show, and all of it.
type Named = (String, String);

/// The packs that are not built in, each with its rule files and the tile sets that it carries; and other tile sets.
type Texts = (Vec<(String, Vec<Named>, Vec<(String, Named)>)>, Vec<(String, Named)>);

/// All that rules follow from: the packs that were asked for, variants, options, start, copies, and texts.
type State = (Vec<String>, Vec<String>, Vec<(String, String)>, Option<String>, usize, Texts);

/// The packs that are built in.
#[pyfunction]
pub(crate) fn packs() -> Vec<&'static str> {
    Embedded::new().packs().collect()
}

/// Reads packs, with variants behind `@`, or one composition, and compiles them. `folder` holds packs of one's own, in
/// `rulesets` or beside one another; one of a name takes the place of the built-in one.
#[pyfunction]
#[pyo3(signature = (*packs, options=None, start=None, copies=1, folder=None))]
pub(crate) fn load(
    py: Python<'_>,
    packs: Vec<String>,
    options: Option<BTreeMap<String, Py<PyAny>>>,
    start: Option<String>,
    copies: usize,
    folder: Option<PathBuf>,
) -> PyResult<Rules> {
    let source = OwnPacks::with(folder);
    let composition = match packs.as_slice() {
        [one] => composition(one, &source)?,
        _ => None,
    };
    let mut settings = Settings::new();
    let mut names = Vec::new();
    let loaded = match composition {
        Some(text) => {
            let (loaded, composition) = rota::compose(&source, text);
            settings = composition.settings();
            names.extend(composition.packs.into_iter().map(|choice| choice.pack.node));
            loaded
        }
        None => {
            for pack in &packs {
                let mut words = pack.split('@');
                names.extend(words.next().map(str::to_owned));
                settings = words.fold(settings, |settings, variant| settings.variant(variant));
            }
            rota::load(&source, &names)
        }
    };
    settings = settings.copies(copies.max(1));
    for (name, value) in options.unwrap_or_default() {
        let value = value.bind(py);
        // Python writes its truths with a capital letter.
        let is = value.extract::<bool>().map(|is| is.to_string());
        settings = settings.option(&name, is.or_else(|_| value.str().map(|text| text.to_string()))?);
    }
    if let Some(start) = &start {
        settings = settings.start(start);
    }
    let texts = source.into_texts();
    py.detach(|| Rules::compile(loaded, names, settings, texts))
}

/// The text of a composition: a file, or one that is published and has this name as no pack has.
fn composition(name: &str, source: &OwnPacks) -> PyResult<Option<Text>> {
    if name.ends_with(".toml") {
        return Ok(Some(Text { name: name.to_owned(), text: std::fs::read_to_string(name)? }));
    }
    let published = Embedded::new().compositions();
    let found = published.into_iter().find(|(known, _)| known == name && !source.names().contains(known));
    Ok(found.map(|(_, text)| text))
}

/// The rules of a saved game.
pub(crate) fn load_saved(head: &Head, folder: Option<PathBuf>) -> PyResult<Rules> {
    let source = OwnPacks::with(folder);
    let loaded = rota::load(&source, &head.packs);
    Rules::compile(loaded, head.packs.clone(), head.settings(), source.into_texts())
}

#[pymethods]
impl Rules {
    /// The packs that play, those that others require among them: name and version.
    #[getter(packs)]
    fn packs_in_play(&self) -> Vec<(String, String)> {
        self.packs.pins().into_iter().map(|pin| (pin.name, pin.version)).collect()
    }

    /// Names all that the rules follow from: packs, texts, settings. Two that have the same are the same.
    #[getter]
    pub fn identity(&self) -> String {
        let packs =
            self.packs.pins().into_iter().map(|pin| format!("{} {} {}", pin.name, pin.version, pin.sha256));
        let options = self.settings.options().map(|(name, value)| format!("{name} = {value}"));
        let variants = self.settings.variants().map(|name| format!("@{name}"));
        let start = self.settings.start_name().map(|start| format!("start {start}"));
        let copies = format!("copies {}", self.settings.copy_count());
        packs.chain(variants).chain(options).chain(start).chain([copies]).collect::<Vec<_>>().join("\n")
    }

    /// Fewest and most players.
    #[getter]
    fn players(&self) -> (u8, u8) {
        self.compiled.rules.program().declared.players
    }

    /// The options in force and their values, in words.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.compiled.options.iter().map(|option| (option.name.clone(), option.value.clone())).collect()
    }

    /// The reasons for points.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.compiled.rules.program().declared.reasons.clone()
    }

    /// What the numbers mean that `Game.observe` tells of the game.
    fn game_columns(&self, players: usize) -> Vec<String> {
        observe::game_columns(&self.compiled.rules, players)
    }

    /// What the numbers mean that `Game.observe` tells of each option.
    fn option_columns(&self) -> Vec<String> {
        observe::option_columns(&self.compiled.rules)
    }

    fn __repr__(&self) -> String {
        format!("<rota.Rules {}>", self.title())
    }

    /// For `pickle`: the texts that are not built in travel, so that whoever gets it needs no folder.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (rules, py) = (slf.get(), slf.py());
        let settings = &rules.settings;
        let state = (
            rules.names.clone(),
            settings.variants().map(str::to_owned).collect::<Vec<_>>(),
            settings.options().map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>(),
            settings.start_name().map(str::to_owned),
            settings.copy_count(),
            rules.texts.clone(),
        );
        Ok((py.get_type::<Rules>().getattr("_again")?, PyTuple::new(py, [state])?))
    }

    /// The other half of `pickle`.
    #[staticmethod]
    fn _again(py: Python<'_>, state: State) -> PyResult<Rules> {
        let (names, variants, options, start, copies, texts) = state;
        let mut settings = Settings::new().copies(copies);
        settings = variants.iter().fold(settings, |settings, variant| settings.variant(variant));
        settings = options.iter().fold(settings, |settings, (name, value)| settings.option(name, value));
        if let Some(start) = &start {
            settings = settings.start(start);
        }
        py.detach(|| {
            let source = OwnPacks::new(Bundle(texts));
            let loaded = rota::load(&source, &names);
            Rules::compile(loaded, names, settings, source.into_texts())
        })
    }
}

impl Rules {
    fn compile(packs: LoadedPacks, names: Vec<String>, settings: Settings, texts: Texts) -> PyResult<Rules> {
        let compiled = packs.compile(&settings).map_err(|error| pack_error(&error))?;
        Ok(Rules { packs, settings, compiled, names, texts })
    }

    /// The packs and variants.
    pub fn title(&self) -> String {
        let variants = self.settings.variants().map(|variant| format!("@{variant}"));
        self.names.iter().cloned().chain(variants).collect::<Vec<_>>().join(" ")
    }

    pub fn shared(&self) -> Arc<rota::Rules> {
        Arc::clone(&self.compiled.rules)
    }
}

/// Packs of one's own before those that are built in.
struct OwnPacks {
    own: Box<dyn PackSource>,
    built_in: Embedded,
    /// What was read and is not built in.
    handed_out: RefCell<Texts>,
}

impl OwnPacks {
    fn new(own: impl PackSource + 'static) -> OwnPacks {
        OwnPacks { own: Box::new(own), built_in: Embedded::new(), handed_out: RefCell::default() }
    }

    fn with(folder: Option<PathBuf>) -> OwnPacks {
        let Some(folder) = folder else { return OwnPacks::new(MemorySource::new()) };
        let mut source = FolderSource::at(&folder);
        source.add_packs_in(&folder);
        OwnPacks::new(source)
    }
}

impl OwnPacks {
    fn into_texts(self) -> Texts {
        self.handed_out.into_inner()
    }
}

impl PackSource for OwnPacks {
    fn pack(&self, name: &str) -> Option<PackText> {
        let Some(own) = self.own.pack(name) else { return self.built_in.pack(name) };
        let rules = own.rules.iter().map(named).collect();
        let tiles = own.tiles.iter().map(|(set, text)| (set.clone(), named(text))).collect();
        self.handed_out.borrow_mut().0.push((own.name.clone(), rules, tiles));
        Some(own)
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        let Some(own) = self.own.tiles(set) else { return self.built_in.tiles(set) };
        self.handed_out.borrow_mut().1.push((set.to_owned(), named(&own)));
        Some(own)
    }

    fn names(&self) -> Vec<String> {
        self.own.names().into_iter().chain(self.built_in.names()).collect()
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.own.take_problems()
    }
}

/// The texts that came with rules from another process.
struct Bundle(Texts);

impl PackSource for Bundle {
    fn pack(&self, name: &str) -> Option<PackText> {
        let (name, rules, tiles) = self.0.0.iter().find(|(own, ..)| own == name)?;
        let tiles = tiles.iter().map(|(set, named)| (set.clone(), text(named)));
        Some(PackText { name: name.clone(), rules: rules.iter().map(text).collect(), tiles: tiles.collect() })
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.0.1.iter().find(|(own, _)| own == set).map(|(_, named)| text(named))
    }

    fn names(&self) -> Vec<String> {
        self.0.0.iter().map(|(name, ..)| name.clone()).collect()
    }
}

fn named(text: &Text) -> Named {
    (text.name.clone(), text.text.clone())
}

fn text((name, text): &Named) -> Text {
    Text { name: name.clone(), text: text.clone() }
}

//! What was read from a shelf: every pack is parsed once, however many readings take it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rota_bytecode::vocabulary::Vocabulary;
use rota_compile::Pack;
use rota_source::{Diagnostic, SourceFile, Sources};
use rota_syntax::ast::{Item, ItemKind, Name};
use rota_tiles::TileSet;

use crate::composition::Composition;
use crate::read::{PackText, Reading, Shelf, Text};

/// The packs and tile sets that were taken from a shelf so far.
///
/// All its readings lie in one space of texts. The shelf must give the same for a name whenever it is asked.
#[derive(Debug, Default)]
pub struct Library {
    pub(crate) sources: Sources,
    packs: BTreeMap<String, Parsed>,
    sets: BTreeMap<String, SourceFile>,
    loads: Arc<Loads>,
}

/// A pack with all that comes with it.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    pub pack: Pack,
    /// Its rule files, as they stand in the sources.
    pub files: Vec<SourceFile>,
    /// The tile sets that it carries itself.
    pub sets: Vec<(String, SourceFile)>,
    /// What is wrong with its texts.
    pub diagnostics: Vec<Diagnostic>,
}

impl Library {
    /// Reads packs and all they require.
    ///
    /// Problems are gathered in [`Reading::diagnostics`]; a pack with errors is read as far as it goes.
    pub fn read(&mut self, shelf: &dyn Shelf, names: &[String]) -> Reading {
        let mut reading = Reading { loads: self.loads.clone(), ..Reading::default() };
        reading.fill(self, shelf, names.iter().map(|name| (name.clone(), None)).collect());
        reading
    }

    /// Reads a composition file and the packs that it names, with all they require.
    ///
    /// What is wrong with the file or with packs is among [`Reading::diagnostics`]; [`Reading::open`] with the
    /// composition's [settings](Composition::settings) says the rest.
    pub fn compose(&mut self, shelf: &dyn Shelf, text: Text) -> (Reading, Composition) {
        let mut reading = Reading { loads: self.loads.clone(), ..Reading::default() };
        let Some(source) = self.sources.add(text.name.clone(), text.text) else {
            reading.diagnostics.push(too_much(&text.name));
            return (reading, Composition::default());
        };
        let (composition, found) = Composition::parse(source);
        reading.diagnostics.extend(found);
        let packs = composition.packs.iter().map(|choice| (choice.pack.node.clone(), Some(choice.pack.span)));
        reading.fill(self, shelf, packs.collect());
        (reading, composition)
    }

    /// Returns a pack; nothing where the shelf has none of this name.
    pub(crate) fn pack(&mut self, shelf: &dyn Shelf, name: &str) -> Option<&Parsed> {
        if !self.packs.contains_key(name) {
            let text = shelf.pack(name)?;
            let mut parsed = self.parse(text);
            parsed.diagnostics.extend(shelf.troubles());
            self.packs.insert(name.to_owned(), parsed);
        }
        self.packs.get(name)
    }

    /// Returns a published tile set; nothing where the shelf has none of this name.
    ///
    /// Errors: it does not fit among the texts.
    pub(crate) fn tile_set(
        &mut self,
        shelf: &dyn Shelf,
        set: &str,
    ) -> Option<Result<SourceFile, Diagnostic>> {
        if let Some(source) = self.sets.get(set) {
            return Some(Ok(source.clone()));
        }
        let added = self.add(shelf.tiles(set)?);
        self.sets.extend(added.iter().map(|source| (set.to_owned(), source.clone())));
        Some(added)
    }

    fn add(&mut self, text: Text) -> Result<SourceFile, Diagnostic> {
        self.sources.add(text.name.clone(), text.text).cloned().ok_or_else(|| too_much(&text.name))
    }

    fn parse(&mut self, text: PackText) -> Parsed {
        let pack = Pack { name: text.name, files: Vec::new() };
        let mut parsed = Parsed { pack, files: Vec::new(), sets: Vec::new(), diagnostics: Vec::new() };
        for file in text.rules {
            match self.add(file) {
                Ok(source) => {
                    let (tree, found) = rota_syntax::parse(&source.text, source.base);
                    parsed.diagnostics.extend(found);
                    parsed.pack.files.push(Arc::new(tree));
                    parsed.files.push(source);
                }
                Err(problem) => parsed.diagnostics.push(problem),
            }
        }
        for (set, text) in text.tiles {
            match self.add(text) {
                Ok(source) => parsed.sets.push((set, source)),
                Err(problem) => parsed.diagnostics.push(problem),
            }
        }
        // Where a file could not be read in full, its header may be among what is missing.
        let whole = parsed.diagnostics.is_empty();
        parsed.diagnostics.extend(header(&parsed.pack, whole));
        parsed
    }
}

/// Says what is wrong with how a pack calls itself.
fn header(pack: &Pack, whole: bool) -> Vec<Diagnostic> {
    let headers = items(pack).filter_map(|item| match &item.kind {
        ItemKind::Pack { name, .. } => Some(name),
        _ => None,
    });
    if whole && headers.clone().next().is_none() {
        let message = format!("pack `{}` does not say its name and version", pack.name);
        let help = format!("begin one of its files with `pack {} 1.0.0 \"title\"`", pack.name);
        return vec![Diagnostic::error("packs::no-header", message).help(help)];
    }
    let wrong = headers.filter(|name| name.node != pack.name);
    let tell = |name: &Name| {
        let message = format!("pack `{}` lies in a folder called `{}`", name.node, pack.name);
        Diagnostic::error("packs::folder", message)
            .at(name.span, "packs are found by their folder's name")
            .help(format!("rename the folder to `{}`, or write `pack {}`", name.node, pack.name))
    };
    wrong.map(tell).collect()
}

/// The items of a pack.
pub(crate) fn items(pack: &Pack) -> impl Iterator<Item = &Item> + Clone {
    pack.files.iter().flat_map(|file| &file.items)
}

pub(crate) fn too_much(name: &str) -> Diagnostic {
    Diagnostic::error("packs::too-large", format!("`{name}` does not fit: all texts together may have 4 GiB"))
}

/// Tile sets that were loaded, by the words they were loaded with: most settings of a reading have the same.
#[derive(Debug, Default)]
pub(crate) struct Loads(Mutex<Vec<Load>>);

#[derive(Debug)]
struct Load {
    set: String,
    /// Where its text begins in the sources.
    base: u32,
    vocabulary: Vocabulary,
    result: Loaded,
}

/// A tile set and what was found in it.
pub(crate) type Loaded = Arc<(Option<TileSet>, Vec<Diagnostic>)>;

impl Loads {
    /// Loads a tile set with these words, or finds what came of it the last time.
    pub fn load(&self, set: &str, source: &SourceFile, vocabulary: &Vocabulary) -> Loaded {
        // A list that grows stays whole even where a thread stopped.
        let mut loads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it =
            |load: &&Load| load.base == source.base && load.set == set && load.vocabulary == *vocabulary;
        if let Some(load) = loads.iter().find(is_it) {
            return load.result.clone();
        }
        let result = Arc::new(rota_tiles::load(source, set, vocabulary));
        let (set, vocabulary) = (set.to_owned(), vocabulary.clone());
        loads.push(Load { set, base: source.base, vocabulary, result: result.clone() });
        result
    }
}

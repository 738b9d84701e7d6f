//! What was taken from a source: every pack is parsed once, however often it is loaded.

use std::collections::BTreeMap;
use std::sync::Arc;

use rota_compose::{Pack, RuleFile};
use rota_source::{Allowances, Diagnostic, SourceFile, Sources, Span};
use rota_syntax::ast::{Item, ItemKind, Name};

use crate::composition::{Composition, PackChoice};
use crate::language;
use crate::load::LoadedPacks;
use crate::pack_source::{PackSource, PackText, Text, too_much};
use crate::parallel_map::parallel_map;
use crate::tile_cache::TileCache;

/// The packs and tile sets that were taken from a source so far: for loading several times.
///
/// All that is loaded with it lies in one space of texts. The source must give the same for a name whenever it is
/// asked.
#[derive(Debug, Default)]
pub struct Library {
    pub(crate) sources: Sources,
    packs: BTreeMap<String, Parsed>,
    sets: BTreeMap<String, SourceFile>,
    tile_cache: Arc<TileCache>,
    /// Each text as it was last given, by its name.
    texts: BTreeMap<Arc<str>, SourceFile>,
    /// The trees of rule files, by where their texts begin.
    trees: BTreeMap<u32, Tree>,
    /// Where texts begin that were given in another form since.
    replaced: Vec<u32>,
}

/// So many bytes of all texts that ever were are taken before all is taken anew: half of what spans can tell apart.
const MOST_TEXT: u32 = u32::MAX / 2;

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
    /// What could not be read.
    unreadable: Vec<Diagnostic>,
}

/// Loads a composition file and the packs that it names. [`Library::compose`] is for several from one source.
pub fn compose(source: &dyn PackSource, text: Text) -> (LoadedPacks, Composition) {
    Library::default().compose(source, text)
}

impl Library {
    /// Asks for everything anew on the next load, for sources whose texts change: a text that is the same as before
    /// keeps its place and its tree, and of all others nothing is kept. What was loaded before stays as it is.
    pub fn refresh(&mut self) {
        if self.sources.extent() > MOST_TEXT {
            *self = Library::default();
            return;
        }
        self.replaced.drain(..).for_each(|base| self.sources.remove(base));
        self.packs.clear();
        self.sets.clear();
        self.tile_cache.forget();
    }

    /// Loads packs and all they require, as [`load`](crate::load) does.
    pub fn load<S: AsRef<str>>(
        &mut self,
        source: &dyn PackSource,
        names: impl IntoIterator<Item = S>,
    ) -> LoadedPacks {
        let mut packs = LoadedPacks { tile_cache: self.tile_cache.clone(), ..LoadedPacks::default() };
        packs.load_all(
            self,
            source,
            names.into_iter().map(|name| (name.as_ref().to_owned(), None)).collect(),
        );
        packs
    }

    /// Loads a composition file and the packs that it names, with all they require.
    ///
    /// What is wrong with the file or with packs is among [`LoadedPacks::diagnostics`]; [`LoadedPacks::compile`] with the
    /// composition's [settings](Composition::settings) says the rest.
    pub fn compose(&mut self, source: &dyn PackSource, text: Text) -> (LoadedPacks, Composition) {
        self.compose_with(source, text, Vec::new())
    }

    /// The same with further packs beside those of the file; a pack that the file names as well gets their variants.
    pub fn compose_with(
        &mut self,
        source: &dyn PackSource,
        text: Text,
        further: Vec<PackChoice>,
    ) -> (LoadedPacks, Composition) {
        let mut packs = LoadedPacks { tile_cache: self.tile_cache.clone(), ..LoadedPacks::default() };
        let file = match self.add(text) {
            Ok(file) => file,
            Err(problem) => {
                packs.diagnostics.push(problem);
                return (packs, Composition::default());
            }
        };
        let (mut composition, found) = Composition::parse(&file);
        packs.diagnostics.extend(found);
        further.into_iter().for_each(|choice| composition.add(choice));
        let wanted =
            composition.packs.iter().map(|choice| (choice.pack.node.clone(), place_of(&choice.pack)));
        packs.load_all(self, source, wanted.collect());
        (packs, composition)
    }

    /// Parses packs ahead of the loads that will want them, several files at once.
    pub fn parse_ahead(&mut self, source: &dyn PackSource, names: &[String], threads: usize) {
        let taken: Vec<Parsed> = names.iter().filter_map(|name| self.take(source, name)).collect();
        let files = taken.iter().flat_map(|parsed| &parsed.files);
        let files: Vec<&SourceFile> = files.filter(|file| !self.trees.contains_key(&file.base)).collect();
        let trees = parallel_map(&files, threads, |file| file.text.len(), |file| parse(file));
        self.trees.extend(files.iter().map(|file| file.base).zip(trees));
        for parsed in taken {
            self.packs.insert(parsed.pack.name.clone(), parsed.with(&mut self.trees));
        }
    }

    /// Returns a pack; nothing where the source has none of this name.
    pub(crate) fn pack(&mut self, source: &dyn PackSource, name: &str) -> Option<&Parsed> {
        if let Some(taken) = self.take(source, name) {
            self.packs.insert(name.to_owned(), taken.with(&mut self.trees));
        }
        self.packs.get(name)
    }

    /// Returns a published tile set; nothing where the source has none of this name.
    ///
    /// Errors: it does not fit among the texts.
    pub(crate) fn tile_set(
        &mut self,
        source: &dyn PackSource,
        set: &str,
    ) -> Option<Result<SourceFile, Diagnostic>> {
        if let Some(source) = self.sets.get(set) {
            return Some(Ok(source.clone()));
        }
        let added = self.add(source.tiles(set)?);
        self.sets.extend(added.iter().map(|source| (set.to_owned(), source.clone())));
        Some(added)
    }

    fn add(&mut self, text: Text) -> Result<SourceFile, Diagnostic> {
        if let Some(known) = self.texts.get(text.name.as_str()) {
            if *known.text == *text.text {
                return Ok(known.clone());
            }
            self.trees.remove(&known.base);
            // It stays among the texts until nothing is asked of it any more: what is being loaded may hold it.
            self.replaced.push(known.base);
        }
        let added = self.sources.add(text.name.clone(), text.text);
        let added = added.cloned().ok_or_else(|| too_much(&text.name))?;
        self.texts.insert(added.name.clone(), added.clone());
        Ok(added)
    }

    /// Takes the texts of a pack that is not known yet from the source; its trees come later.
    fn take(&mut self, source: &dyn PackSource, name: &str) -> Option<Parsed> {
        if self.packs.contains_key(name) {
            return None;
        }
        let PackText { name, rules, tiles } = source.pack(name)?;
        let mut diagnostics = Vec::new();
        let mut add = |text: Text| self.add(text).map_err(|problem| diagnostics.push(problem)).ok();
        let files = rules.into_iter().filter_map(&mut add).collect();
        let sets = tiles.into_iter().filter_map(|(set, text)| Some((set, add(text)?))).collect();
        let pack = Pack { name, files: Vec::new() };
        Some(Parsed { pack, files, sets, diagnostics, unreadable: source.take_problems() })
    }
}

impl Parsed {
    /// The pack with the trees of its files, which are parsed where they were not yet.
    fn with(mut self, trees: &mut BTreeMap<u32, Tree>) -> Parsed {
        for file in &self.files {
            let (tree, found) = trees.entry(file.base).or_insert_with(|| parse(file));
            self.pack.files.push(tree.clone());
            self.diagnostics.extend(found.iter().cloned());
        }
        // In a language that is not known nothing else can be said of what is written.
        let unknown: Vec<Diagnostic> = self.files.iter().filter_map(language::unknown).collect();
        if !unknown.is_empty() {
            self.diagnostics = unknown;
            return self;
        }
        // Where a file could not be read in full, its header may be among what is missing.
        let whole = self.diagnostics.is_empty();
        self.diagnostics.extend(header(&self.pack, whole));
        self.diagnostics.append(&mut self.unreadable);
        self.diagnostics.extend(Allowances::of(&self.files).misfits());
        self
    }
}

/// Where a name stands; nothing for one from elsewhere.
fn place_of(name: &Name) -> Option<Span> {
    Some(name.span).filter(|span| *span != Span::default())
}

/// The tree of a file and what is wrong with it.
type Tree = (Arc<RuleFile>, Vec<Diagnostic>);

fn parse(file: &SourceFile) -> Tree {
    let (tree, found) = rota_syntax::parse(&file.text, file.base);
    (Arc::new(tree.into()), found)
}

/// Says what is wrong with how a pack calls itself.
fn header(pack: &Pack, whole: bool) -> Vec<Diagnostic> {
    let headers = items(pack).filter_map(|item| {
        let ItemKind::Pack { name, .. } = &item.kind else { return None };
        Some(name)
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

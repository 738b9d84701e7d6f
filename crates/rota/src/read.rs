//! Reading packs: texts to trees, with everything they require.

use std::borrow::Cow;

use rota_compile::Pack;
use rota_source::{Diagnostic, SourceFile, Sources, Span, nearest};
use rota_syntax::ast::{Item, ItemKind, LineKind, Name};

/// A text and the name to call it by.
#[derive(Clone, Debug)]
pub struct Text {
    /// As shown in diagnostics: usually a path.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A pack as its folder holds it.
#[derive(Clone, Debug)]
pub struct PackText {
    /// The folder's name: what other packs require it by.
    pub name: String,
    /// Its rule files.
    pub rules: Vec<Text>,
    /// Tile sets that the pack carries itself, by set name.
    pub tiles: Vec<(String, Text)>,
}

/// Where packs and tile sets come from.
pub trait Shelf {
    /// Returns a pack by name.
    fn pack(&self, name: &str) -> Option<PackText>;

    /// Returns a published tile set by name.
    fn tiles(&self, set: &str) -> Option<Text>;

    /// Returns the names of all packs it knows, for "did you mean".
    fn names(&self) -> Vec<String>;

    /// Returns what recordings of another engine call the things of a pack, where the pack says so.
    fn recordings(&self, _pack: &str) -> Option<Text> {
        None
    }
}

/// Packs that were read: their trees, their tile sets, and what is wrong with them so far.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// All texts.
    pub sources: Sources,
    /// The packs, those that were asked for first.
    pub packs: Vec<Pack>,
    /// Packs that only scenarios bring in, with all they require.
    pub guests: Vec<Pack>,
    /// For each of the packs its rule files, as they stand in the sources.
    pub files: Vec<Vec<SourceFile>>,
    /// The tile sets that some pack names and that were found.
    pub sets: Vec<(String, SourceFile)>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads packs and all they require.
///
/// Problems are gathered in [`Reading::diagnostics`]; a pack with errors is read as far as it goes.
pub fn read(shelf: &dyn Shelf, names: &[String]) -> Reading {
    let mut reading = Reading::default();
    reading.fill(shelf, names.iter().map(|name| (name.clone(), None)).collect());
    reading
}

fn unknown_pack(shelf: &dyn Shelf, name: &str, span: Option<Span>) -> Diagnostic {
    let names = shelf.names();
    let help = nearest(name, names.iter().map(String::as_str)).map_or_else(
        || format!("packs here: {}", names.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    let diagnostic = Diagnostic::error("packs::unknown", format!("there is no pack `{name}`")).help(help);
    match span {
        Some(span) => diagnostic.at(span, "named here"),
        None => diagnostic,
    }
}

/// The packs beside which an item changes something.
fn beside(item: &Item) -> &[Name] {
    match &item.kind {
        ItemKind::With { packs, .. } => packs,
        _ => &[],
    }
}

/// What changes beside a pack may speak of one that is not here; a name that is nearly one of those here is a slip.
fn misspelt(shelf: &dyn Shelf, name: &Name) -> Option<Diagnostic> {
    let names = shelf.names();
    let is_here = names.contains(&name.node);
    let near = nearest(&name.node, names.iter().map(String::as_str)).filter(|_| !is_here);
    near.map(|_| unknown_pack(shelf, &name.node, Some(name.span)))
}

fn items(pack: &Pack) -> impl Iterator<Item = &Item> {
    pack.files.iter().flat_map(|file| &file.items)
}

fn requirements(pack: &Pack) -> Vec<(String, Option<Span>)> {
    items(pack)
        .filter_map(|item| match &item.kind {
            ItemKind::Requires { name, .. } => Some((name.node.clone(), Some(name.span))),
            _ => None,
        })
        .collect()
}

/// The packs that the scenarios of a pack bring in.
fn guests(pack: &Pack) -> Vec<(String, Option<Span>)> {
    let lines = items(pack).filter_map(|item| match &item.kind {
        ItemKind::Scenario { lines, .. } => Some(lines),
        _ => None,
    });
    let guests = lines.flatten().filter_map(|line| match &line.kind {
        LineKind::With { pack } => Some((pack.node.clone(), Some(pack.span))),
        _ => None,
    });
    guests.collect()
}

impl Reading {
    /// Reads packs and all they require into a reading that has none yet.
    pub(crate) fn fill(&mut self, shelf: &dyn Shelf, wanted: Vec<(String, Option<Span>)>) {
        self.packs = self.gather(shelf, wanted);
        let guests = self.packs.iter().flat_map(guests).collect();
        self.guests = self.gather(shelf, guests);
        self.find_sets(shelf);
    }

    /// The packs in play: those that were asked for with all they require, and guests with theirs.
    pub(crate) fn packs_with(&self, guests: &[String]) -> Cow<'_, [Pack]> {
        if guests.is_empty() {
            return Cow::Borrowed(&self.packs);
        }
        let mut packs = self.packs.clone();
        let mut wanted = guests.to_vec();
        while let Some(name) = wanted.pop() {
            let guest = self.guests.iter().find(|guest| guest.name == name);
            if let Some(guest) = guest.filter(|_| !packs.iter().any(|pack| pack.name == name)) {
                wanted.extend(requirements(guest).into_iter().map(|(name, _)| name));
                packs.push(guest.clone());
            }
        }
        Cow::Owned(packs)
    }

    /// Reads packs with all they require, but for those that are read already.
    fn gather(&mut self, shelf: &dyn Shelf, mut wanted: Vec<(String, Option<Span>)>) -> Vec<Pack> {
        let mut packs: Vec<Pack> = Vec::new();
        let mut next = 0;
        while let Some((name, span)) = wanted.get(next).cloned() {
            next += 1;
            if self.packs.iter().chain(&packs).any(|pack| pack.name == name) {
                continue;
            }
            let Some(text) = shelf.pack(&name) else {
                self.diagnostics.push(unknown_pack(shelf, &name, span));
                continue;
            };
            let pack = self.parse(shelf, text);
            wanted.extend(requirements(&pack));
            packs.push(pack);
        }
        packs
    }

    fn parse(&mut self, shelf: &dyn Shelf, text: PackText) -> Pack {
        let before = self.diagnostics.len();
        let mut pack = Pack { name: text.name, files: Vec::new() };
        let mut files = Vec::new();
        for file in text.rules {
            let Some(source) = self.sources.add(file.name.clone(), file.text) else {
                self.diagnostics.push(too_much(&file.name));
                continue;
            };
            files.push(source.clone());
            let (tree, diagnostics) = rota_syntax::parse(&source.text.clone(), source.base);
            self.diagnostics.extend(diagnostics);
            pack.files.push(tree);
        }
        self.files.push(files);
        for (set, text) in text.tiles {
            self.add_set(set, text);
        }
        // Where a file could not be read in full, its header may be among what is missing.
        let whole = self.diagnostics.get(before..).unwrap_or_default().is_empty();
        if whole && !items(&pack).any(|item| matches!(item.kind, ItemKind::Pack { .. })) {
            self.diagnostics.push(
                Diagnostic::error(
                    "packs::no-header",
                    format!("pack `{}` does not say its name and version", pack.name),
                )
                .help(format!("begin one of its files with `pack {} 1.0.0 \"title\"`", pack.name)),
            );
        }
        for name in items(&pack).flat_map(beside) {
            self.diagnostics.extend(misspelt(shelf, name));
        }
        for item in items(&pack) {
            if let ItemKind::Pack { name, .. } = &item.kind
                && name.node != pack.name
            {
                self.diagnostics.push(
                    Diagnostic::error(
                        "packs::folder",
                        format!("pack `{}` lies in a folder called `{}`", name.node, pack.name),
                    )
                    .at(name.span, "packs are found by their folder's name")
                    .help(format!("rename the folder to `{}`, or write `pack {}`", name.node, pack.name)),
                );
            }
        }
        pack
    }

    fn find_sets(&mut self, shelf: &dyn Shelf) {
        let uses: Vec<(String, Span)> = self
            .packs
            .iter()
            .chain(&self.guests)
            .flat_map(items)
            .filter_map(|item| match &item.kind {
                ItemKind::Tiles { set, .. } => Some((set.node.clone(), set.span)),
                _ => None,
            })
            .collect();
        for (set, span) in uses {
            if self.sets.iter().any(|(known, _)| *known == set) {
                continue;
            }
            match shelf.tiles(&set) {
                Some(text) => self.add_set(set, text),
                None => self.diagnostics.push(
                    Diagnostic::error("packs::unknown-tiles", format!("there is no tile set `{set}`"))
                        .at(span, "named here")
                        .help(match set.strip_suffix(".toml") {
                            Some(plain) => format!("a set is named without its ending: `tiles {plain}`"),
                            None => format!(
                                "looked for `{set}.toml` in the pack's folder and among the published sets"
                            ),
                        }),
                ),
            }
        }
    }

    fn add_set(&mut self, set: String, text: Text) {
        match self.sources.add(text.name.clone(), text.text) {
            Some(source) => self.sets.push((set, source.clone())),
            None => self.diagnostics.push(too_much(&text.name)),
        }
    }
}

pub(crate) fn too_much(name: &str) -> Diagnostic {
    Diagnostic::error("packs::too-large", format!("`{name}` does not fit: all texts together may have 4 GiB"))
}

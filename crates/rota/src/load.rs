//! Loading packs: texts to trees, with everything they require.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rota_compose::{OF_PACK, Pack, qualify, unsatisfied};
use rota_source::{Diagnostic, SourceFile, Sources, Span, nearest};
use rota_syntax::ast::{Anchor, Item, ItemKind, Line, LineKind, Name};
use rota_syntax::visit::{NameKind, Visit};

use crate::library::{Library, Parsed, items};
use crate::pack_source::PackSource;
use crate::tile_cache::TileCache;

/// Packs that were loaded: their trees, their tile sets, and what is wrong with them so far.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct LoadedPacks {
    /// All texts.
    pub sources: Sources,
    /// The packs, those that were asked for first.
    pub packs: Vec<Pack>,
    /// Packs that only scenarios bring in, or of which some pack speaks all the same, with all they require.
    pub guests: Vec<Pack>,
    /// For each of the packs its rule files, as they stand in the sources.
    pub files: Vec<Vec<SourceFile>>,
    /// The tile sets that some pack names and that were found.
    pub sets: Vec<(String, SourceFile)>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// By the place of a range of versions that is not met: what to do, with where packs of the name lie.
    pub(crate) unsatisfied: BTreeMap<Span, String>,
    /// The tile sets as they were loaded so far.
    pub(crate) tile_cache: Arc<TileCache>,
}

/// Loads packs and all they require. [`Library::load`] is for several loads from one source.
///
/// This does not fail: what is wrong is gathered in [`LoadedPacks::diagnostics`], a pack with errors is loaded as far
/// as it goes, and [`LoadedPacks::compile`] tells all of it together with what it finds itself.
pub fn load<S: AsRef<str>>(source: &dyn PackSource, names: impl IntoIterator<Item = S>) -> LoadedPacks {
    Library::default().load(source, names)
}

fn unknown_pack(source: &dyn PackSource, name: &str, span: Option<Span>) -> Diagnostic {
    let names = source.names();
    let diagnostic = Diagnostic::error("packs::unknown", format!("there is no pack `{name}`"));
    let others = || format!("packs here: {}", names.join(", "));
    match span {
        Some(span) => diagnostic.at(span, "named here").suggest((name, span), &names, others),
        None => diagnostic.suggest(name, &names, others),
    }
}

/// Says that a pack which another one requires is not there, in which versions it will do, and where it may come from.
fn missing_requirement(source: &dyn PackSource, wanted: &Wanted) -> Diagnostic {
    let Some((by, range)) = &wanted.by else { return unknown_pack(source, &wanted.name, wanted.span) };
    let (name, names) = (&wanted.name, source.names());
    let message = format!("there is no pack `{name}`, and `{by}` requires {name} {range}");
    let from = || {
        format!(
            "get `{name}` {range} from where `{by}` comes from: `rota pack add {name}-VERSION.zip`; packs here: {}",
            names.join(", ")
        )
    };
    let diagnostic = Diagnostic::error("packs::unknown", message);
    match wanted.span {
        Some(span) => diagnostic.at(span, "required here").suggest((name.as_str(), span), &names, from),
        None => diagnostic.suggest(name.as_str(), &names, from),
    }
}

/// What to do about a range of versions that is not met, where the source knows which versions there are.
fn advice(source: &dyn PackSource, name: &Name, range: &Name) -> Option<String> {
    let there = source.whereabouts(&name.node);
    let all: Vec<String> = there.iter().map(|(version, place)| format!("{version} ({place})")).collect();
    if all.is_empty() {
        return None;
    }
    let hidden = if all.len() > 1 { ", of which the first is found" } else { "" };
    Some(format!(
        "there is {}{hidden}; get `{name}` {range} from where this pack comes from: `rota pack add {name}-VERSION.zip`; or \
         widen the range once you have tried this one",
        all.join(", ")
    ))
}

/// A pack that is to be loaded.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    name: String,
    /// Where it is named; nothing for what comes from outside.
    span: Option<Span>,
    /// The pack that requires it, and the versions that will do.
    by: Option<(String, String)>,
}

impl From<(String, Option<Span>)> for Wanted {
    fn from((name, span): (String, Option<Span>)) -> Wanted {
        Wanted { name, span, by: None }
    }
}

/// The packs of which an item speaks though they need not play, in groups that have to play together: those beside
/// which it changes something, and each that it comes before or after.
pub(crate) fn neighbours(item: &Item) -> Vec<Vec<Name>> {
    struct Anchors(Vec<Vec<Name>>);
    impl Visit for Anchors {
        fn anchor(&mut self, anchor: &Anchor, _kind: NameKind) {
            let name = &anchor.name;
            if anchor.is_pack {
                self.0.push(vec![name.clone()]);
            } else if let Some((pack, _)) = name.node.split_once(OF_PACK) {
                self.0.push(vec![Name::new(pack.to_owned(), name.span)]);
            }
        }
    }
    let mut found = Anchors(Vec::new());
    found.item(item);
    if let ItemKind::With { packs, .. } = &item.kind {
        found.0.push(packs.clone());
    }
    found.0
}

/// An item may speak of a pack that is not here; a name that is nearly one of those here is a slip.
fn misspelt(source: &dyn PackSource, name: &Name) -> Option<Diagnostic> {
    let names = source.names();
    if names.contains(&name.node) {
        return None;
    }
    let near = nearest(&name.node, &names);
    near.map(|_| unknown_pack(source, &name.node, Some(name.span)))
}

fn requirements(pack: &Pack) -> Vec<Wanted> {
    let required = pack.requirements().map(|(name, range)| Wanted {
        name: name.node.clone(),
        span: Some(name.span),
        by: Some((pack.name.clone(), range.node.clone())),
    });
    required.collect()
}

/// The packs that the scenarios of a pack bring in.
fn guests(pack: &Pack) -> Vec<(String, Option<Span>)> {
    let lines = items(pack).filter_map(|item| {
        let (ItemKind::Scenario { lines, .. } | ItemKind::Setup { lines, .. }) = &item.kind else {
            return None;
        };
        Some(lines)
    });
    lines.flatten().flat_map(guests_of).collect()
}

/// The packs that a line brings in, or those inside of it.
pub(crate) fn guests_of(line: &Line) -> Vec<(String, Option<Span>)> {
    if let LineKind::With { pack } = &line.kind {
        return vec![(pack.node.clone(), Some(pack.span))];
    }
    let LineKind::Case { lines, .. } = &line.kind else { return Vec::new() };
    lines.iter().flat_map(guests_of).collect()
}

impl LoadedPacks {
    /// Takes the packs that are wanted, all they require, their guests and their tile sets out of a library.
    pub(crate) fn load_all(
        &mut self,
        library: &mut Library,
        source: &dyn PackSource,
        wanted: Vec<(String, Option<Span>)>,
    ) {
        let asked: Vec<String> = wanted.iter().map(|(name, _)| name.clone()).collect();
        self.packs = self.resolve(library, source, wanted.into_iter().map(Wanted::from).collect());
        // What is only required is played and not tried: its scenarios need not be there as a whole.
        let tried = self.packs.iter().filter(|pack| asked.contains(&pack.name));
        let guests = tried.flat_map(guests).map(Wanted::from).collect();
        self.guests = self.resolve(library, source, guests);
        self.packs = qualify(&self.packs, &mut self.diagnostics);
        self.find_sets(library, source);
        self.load_neighbours(library, source);
        self.unsatisfied = unsatisfied(&self.packs)
            .filter_map(|(name, range)| Some((range.span, advice(source, name, range)?)))
            .collect();
        self.sources = library.sources.clone();
    }

    /// Says of requirements that are not met which versions there are, and where each lies.
    pub(crate) fn with_advice(&self, diagnostic: Diagnostic) -> Diagnostic {
        let place = diagnostic.labels().first().filter(|_| diagnostic.code() == "packs::version");
        match place.and_then(|label| self.unsatisfied.get(&label.span)).cloned() {
            Some(advice) => diagnostic.help(advice),
            None => diagnostic,
        }
    }

    /// Takes the packs of which some pack speaks though it does not require them, where they can be found, so that what
    /// it says can be checked. What is wrong with those packs themselves is nobody's affair here.
    fn load_neighbours(&mut self, library: &mut Library, source: &dyn PackSource) {
        let names = source.names();
        let all = self.packs.iter().flat_map(items).flat_map(neighbours).flatten().map(|name| name.node);
        let is_here = |name: &String| self.guests.iter().any(|guest| guest.name == *name);
        let wanted = all.filter(|name| names.contains(name) && !is_here(name));
        let wanted = wanted.map(|name| Wanted::from((name, None))).collect();
        let told = self.diagnostics.len();
        let found = self.resolve(library, source, wanted);
        let is_new = |pack: &Pack| !self.guests.iter().any(|guest| guest.name == pack.name);
        let found: Vec<Pack> = found.into_iter().filter(is_new).collect();
        self.guests.extend(found);
        self.find_sets(library, source);
        self.diagnostics.truncate(told);
    }

    /// Returns the variants that a pack declares, or for `None` those of all packs.
    pub fn variants(&self, pack: Option<&str>) -> impl Iterator<Item = &Name> {
        let packs = self.packs.iter().filter(move |known| pack.is_none_or(|pack| known.name == pack));
        packs.flat_map(items).filter_map(|item| {
            let ItemKind::Variant { name, .. } = &item.kind else { return None };
            Some(name)
        })
    }

    /// Returns the packs that the scenarios of a pack bring in, each once, by name.
    #[must_use]
    pub fn brought_in_by_scenarios(&self, pack: &str) -> Vec<String> {
        let pack = self.packs.iter().find(|known| known.name == pack);
        let mut names: Vec<String> = pack.into_iter().flat_map(guests).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns whether one of the packs names this tile set.
    #[must_use]
    pub fn uses_tiles(&self, set: &str) -> bool {
        self.packs
            .iter()
            .flat_map(items)
            .flat_map(Item::with_brought)
            .any(|item| matches!(&item.kind, ItemKind::Tiles { set: named, .. } if named.node == set))
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
                wanted.extend(requirements(guest).into_iter().map(|wanted| wanted.name));
                packs.push(guest.clone());
            }
        }
        // What is wrong with names was told when the packs were loaded.
        Cow::Owned(qualify(&packs, &mut Vec::new()))
    }

    /// Takes packs with all they require, but for those that are there already.
    fn resolve(
        &mut self,
        library: &mut Library,
        source: &dyn PackSource,
        mut wanted: Vec<Wanted>,
    ) -> Vec<Pack> {
        let mut packs: Vec<Pack> = Vec::new();
        let mut next = 0;
        while let Some(one) = wanted.get(next).cloned() {
            let name = one.name.clone();
            next += 1;
            if self.packs.iter().chain(&packs).any(|pack| pack.name == name) {
                continue;
            }
            let Some(parsed) = library.pack(source, &name) else {
                self.diagnostics.push(missing_requirement(source, &one));
                self.diagnostics.extend(source.take_problems());
                continue;
            };
            let Parsed { pack, files, sets, diagnostics, .. } = parsed.clone();
            self.diagnostics.extend(diagnostics);
            let spoken_of = items(&pack).flat_map(neighbours).flatten();
            self.diagnostics.extend(spoken_of.filter_map(|name| misspelt(source, &name)));
            self.files.push(files);
            self.sets.extend(sets);
            wanted.extend(requirements(&pack));
            packs.push(pack);
        }
        packs
    }

    fn find_sets(&mut self, library: &mut Library, source: &dyn PackSource) {
        let uses: Vec<(String, Span)> = self
            .packs
            .iter()
            .chain(&self.guests)
            .flat_map(items)
            .flat_map(Item::with_brought)
            .filter_map(|item| {
                let ItemKind::Tiles { set, .. } = &item.kind else { return None };
                Some((set.node.clone(), set.span))
            })
            .collect();
        for (set, span) in uses {
            if self.sets.iter().any(|(known, _)| *known == set) {
                continue;
            }
            match library.tile_set(source, &set) {
                Some(Ok(file)) => self.sets.push((set, file)),
                Some(Err(problem)) => self.diagnostics.push(problem),
                None => {
                    self.diagnostics.push(unknown_set(&set, span));
                    self.diagnostics.extend(source.take_problems());
                }
            }
        }
    }
}

fn unknown_set(set: &str, span: Span) -> Diagnostic {
    let help = match set.strip_suffix(".toml") {
        Some(plain) => format!("a set is named without its ending: `tiles {plain}`"),
        None => format!("looked for `{set}.toml` in the pack's folder and among the published sets"),
    };
    Diagnostic::error("packs::unknown-tiles", format!("there is no tile set `{set}`"))
        .at(span, "named here")
        .help(help)
}

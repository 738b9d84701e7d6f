//! Opening a reading: compiled with settings, joined with its tile sets, ready to be played.

use std::collections::BTreeSet;
use std::sync::Arc;

use rota_board::{Catalog, EdgeId, EdgeKind, FeatureKind, FeatureKindId, Neighbourhood, ShapeId, TileShape};
use rota_bytecode::program::Declared;
use rota_bytecode::vocabulary::{self, Vocabulary};
use rota_check::{OptionInfo, Question};
use rota_compile::{CompileInput, Compiled, OptLevel};
use rota_compose::Selection;
use rota_game::{BlockPartInfo, KindInfo, Names, Rules, StartTile, Stock, TileInfo};
use rota_mutate::Mutation;
use rota_source::{Diagnostic, Severity, Span, Spanned, joined, nearest, suggestion};
use rota_syntax::ast;
use rota_tiles::{RESERVED_SEGMENT_KEYS, RESERVED_TILE_KEYS, SetInPlay, TileKind, TileSet};

use crate::read::LoadedPacks;

/// How a reading is opened.
#[derive(Clone, Debug, Default)]
pub struct Settings<'a> {
    /// Variants, applied in this order.
    pub variants: Vec<ast::Name>,
    /// Options over all variants, each an expression that is known beforehand.
    pub options: Vec<(ast::Name, ast::Expr)>,
    /// Which start is taken where packs name several: the name of a pack, or of the start as a pack names it.
    pub start: Option<ast::Name>,
    /// Packs that play beside those that were asked for; see [`LoadedPacks::guests`].
    pub guests: Vec<String>,
    /// A change made on purpose.
    pub mutation: Option<&'a Mutation>,
    /// What a scenario wants answered.
    pub questions: Vec<Question<'a>>,
    /// How many copies of each tile set are in the bag; 0 counts as 1.
    pub copies: usize,
    /// Names of the seats, for texts.
    pub seats: Vec<String>,
    /// Whether the checked tree is kept beside the program: for those who compare the two.
    pub keep_tree: bool,
    /// How the program is written.
    pub opt_level: OptLevel,
}

/// A composition ready to be played.
#[derive(Clone, Debug)]
pub struct CompiledGame {
    /// What games are played by.
    pub rules: Arc<Rules>,
    /// What was compiled.
    pub compiled: Compiled,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// The tile sets in play.
    pub sets: Vec<Arc<TileSet>>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadedPacks {
    /// Compiles the packs and joins them with their tile sets.
    ///
    /// # Errors
    /// All problems of packs and tile sets together, those of the reading included.
    pub fn open(&self, settings: &Settings<'_>) -> Result<CompiledGame, Vec<Diagnostic>> {
        let mut diagnostics = self.diagnostics.clone();
        let has_nothing = self.packs.is_empty() && !diagnostics.is_empty();
        if has_nothing || diagnostics.iter().any(leaves_a_gap) {
            return Err(diagnostics);
        }
        let packs = self.packs_with(&settings.guests);
        let selection = Selection {
            packs: &packs,
            variants: &settings.variants,
            options: &settings.options,
            edit: settings.mutation.and_then(|mutation| mutation.edit.as_ref()),
        };
        let (compiled, found) = rota_compile::compile(&CompileInput {
            selection,
            sources: &self.sources,
            start: settings.start.as_ref(),
            questions: &settings.questions,
            keep_tree: settings.keep_tree,
            opt_level: settings.opt_level,
        });
        let unread = self.unread_words();
        let about = |one: &Diagnostic| one.labels().first().map_or("", |label| self.sources.text(label.span));
        // What names something that could not be read may be right: the mistake is reported where it stands.
        diagnostics.extend(found.into_iter().filter(|one| !unread.contains(about(one))));
        let Some(compiled) = compiled else { return Err(diagnostics) };
        let opened = self.join(compiled, settings, diagnostics)?;
        Ok(opened)
    }

    /// The words of all that could not be read: what stands outside of the items of a file with errors.
    fn unread_words(&self) -> BTreeSet<&str> {
        let spoilt = self.diagnostics.iter().filter(|one| one.code().starts_with("syntax::"));
        let spoilt = spoilt.filter_map(|one| one.labels().first()).map(|label| label.span.start);
        let spoilt: BTreeSet<u32> =
            spoilt.filter_map(|at| self.sources.file_at(at)).map(|file| file.base).collect();
        let packs = self.packs.iter().chain(&self.guests);
        let items = packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
        if spoilt.is_empty() {
            return BTreeSet::new();
        }
        let mut read: Vec<Span> = items.map(|item| item.span).collect();
        read.sort_unstable();
        let mut words = BTreeSet::new();
        for base in spoilt {
            let Some(file) = self.sources.file_at(base) else { continue };
            let end = base.saturating_add(u32::try_from(file.text.len()).unwrap_or(u32::MAX));
            let mut at = base;
            for span in read.iter().filter(|span| span.start >= base && span.end <= end) {
                words.extend(words_of(self.sources.text(Span { start: at, end: span.start })));
                at = span.end;
            }
            words.extend(words_of(self.sources.text(Span { start: at, end })));
        }
        words
    }

    fn join(
        &self,
        mut compiled: Compiled,
        settings: &Settings<'_>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Result<CompiledGame, Vec<Diagnostic>> {
        let reserved = reserved_words(&compiled.vocabulary);
        if !reserved.is_empty() {
            diagnostics.extend(reserved);
            return Err(diagnostics);
        }
        let mut sets = Vec::new();
        let mut printings = Vec::new();
        for used in &compiled.tiles {
            let Some((_, source)) = self.sets.iter().find(|(name, _)| *name == used.set) else { continue };
            let (loaded, found) = self.loads.load(&used.set, source, &compiled.vocabulary);
            diagnostics.extend(found.iter().cloned());
            let Some(mut set) = loaded else { continue };
            if settings.mutation.is_some_and(|mutation| mutation.one_more_of.as_ref() == Some(&used.set)) {
                one_more(Arc::make_mut(&mut set));
            }
            let printing = printing_of(&set, used.printing.as_ref(), &mut diagnostics);
            printings.push(printing);
            sets.push(set);
        }
        let chosen: Vec<SetInPlay<'_>> = sets
            .iter()
            .zip(&printings)
            .map(|(set, printing)| SetInPlay { set, printing: *printing })
            .collect();
        diagnostics.extend(rota_tiles::check_reachable(&chosen));
        // Without all its tiles a composition also lacks its start: that would be no further news.
        if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
            return Err(diagnostics);
        }
        let bags = vec![Vec::new(); compiled.program.declared.bags.len()];
        let mut table = StockBuilder { bags, ..StockBuilder::default() };
        for ((set, printing), used) in sets.iter().zip(&printings).zip(&compiled.tiles) {
            table.add_set(set, *printing, used.bag, settings.copies.max(1));
        }
        table.lay_start(&compiled, &sets, &mut diagnostics);
        if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
            return Err(diagnostics);
        }
        let program = std::mem::take(&mut compiled.program);
        table.add_decks(&program.declared);
        let catalog = match self.loads.catalog(&compiled.vocabulary, table.shapes, catalog) {
            Ok(catalog) => catalog,
            Err(error) => {
                diagnostics.push(Diagnostic::error("tiles::catalog", error.to_string()));
                return Err(diagnostics);
            }
        };
        let stock = Stock { kinds: table.kinds, tiles: table.tiles, bags: table.bags, start: table.start };
        let features = &compiled.vocabulary.features;
        let names = Names {
            features: features.iter().map(|feature| feature.name.clone()).collect(),
            edges: std::iter::once('.')
                .chain(compiled.vocabulary.edges.iter().map(|edge| edge.letter))
                .collect(),
            seats: settings.seats.clone(),
        };
        let rules = match Rules::new(program, catalog, stock, names) {
            Ok(rules) => Arc::new(rules),
            Err(error) => {
                diagnostics.push(
                    Diagnostic::error("packs::does-not-fit", error.to_string())
                        .help("leave a pack or a tile set out, or play with fewer copies"),
                );
                return Err(diagnostics);
            }
        };
        let options = compiled.options.clone();
        Ok(CompiledGame { rules, compiled, options, sets, diagnostics })
    }
}

/// Whether a diagnostic of the reading means that whole files are missing: all that names what they declare
/// would be reported as unknown, which helps nobody.
fn leaves_a_gap(diagnostic: &Diagnostic) -> bool {
    ["packs::unknown", "packs::too-large", "syntax::too-long"].contains(&diagnostic.code())
}

/// The words of a text without its comments.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words =
        lines.flat_map(|line| line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
    words.filter(|word| !word.is_empty())
}

/// Reports features and attributes that tile files could not write: the word means something else there.
fn reserved_words(vocabulary: &Vocabulary) -> Vec<Diagnostic> {
    let features = vocabulary.features.iter();
    let mut words: Vec<(&str, &str, Span, &[&str])> = Vec::new();
    for feature in features {
        words.push(("feature", &feature.name, feature.span, RESERVED_SEGMENT_KEYS));
        let attrs = feature.attrs.iter();
        words.extend(attrs.map(|attr| ("attribute", attr.name.as_str(), attr.span, RESERVED_SEGMENT_KEYS)));
    }
    let attrs = vocabulary.tile_attrs.iter();
    words.extend(attrs.map(|attr| ("attribute", attr.name.as_str(), attr.span, RESERVED_TILE_KEYS)));
    words
        .into_iter()
        .filter(|(_, word, _, reserved)| reserved.contains(word))
        .map(|(what, word, span, reserved)| {
            Diagnostic::error(
                "names::reserved-key",
                format!("tile files use the word `{word}` for something else"),
            )
            .at(span, format!("no {what} can have this name"))
            .help(format!("take another name; {} are reserved", reserved.join(", ")))
        })
        .collect()
}

fn printing_of(
    set: &TileSet,
    wanted: Option<&Spanned<String>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<usize> {
    let Some(wanted) = wanted else { return Some(0) };
    let found = set.printing(&wanted.node);
    if found.is_none() {
        let known = || set.printings.iter().map(|printing| printing.id.as_str());
        diagnostics.push(
            Diagnostic::error(
                "packs::unknown-printing",
                format!("set `{}` has no printing `{}`", set.name, wanted.node),
            )
            .at(wanted.span, "not in its `[printings]`")
            .suggest(&wanted.node, known(), || format!("its printings are {}", joined(known()))),
        );
    }
    found
}

/// One more of the first tile of a set that any printing has, or of its first block.
fn one_more(set: &mut TileSet) {
    let in_play = |counts: &Vec<u16>| counts.iter().any(|count| *count > 0);
    let kinds = set.kinds.iter_mut().map(|kind| &mut kind.counts);
    let boards = set.boards.iter_mut().map(|board| &mut board.counts);
    if let Some(counts) = kinds.chain(boards).find(|counts| in_play(counts)) {
        counts.iter_mut().for_each(|count| *count += 1);
    }
}

/// The tiles of a composition in the making.
#[derive(Default)]
struct StockBuilder {
    kinds: Vec<KindInfo>,
    shapes: Vec<TileShape>,
    tiles: Vec<TileInfo>,
    /// The tiles in each bag, and behind them the cards in each deck.
    bags: Vec<Vec<u32>>,
    start: Vec<StartTile>,
}

impl StockBuilder {
    fn add_set(&mut self, set: &TileSet, printing: Option<usize>, bag: usize, copies: usize) {
        for kind in &set.kinds {
            let index = self.add_kind(&format!("{}/{}", set.name, kind.id), kind);
            let count = printing.and_then(|printing| kind.counts.get(printing)).copied().unwrap_or(0);
            for _ in 0..usize::from(count) * copies {
                let tile = self.add_tile(index);
                if let Some(bag) = self.bags.get_mut(bag) {
                    bag.push(tile);
                }
            }
        }
        for board in &set.boards {
            let count = printing.and_then(|printing| board.counts.get(printing)).copied().unwrap_or(0);
            let Some(((x, y, first), others)) = board.cells.split_first() else { continue };
            if count == 0 {
                continue;
            }
            // The first cell leads and goes by the name of the whole.
            let leader = self.add_kind(&format!("{}/{}", set.name, board.id), first);
            let mut parts = Vec::new();
            for (east, south, kind) in others {
                let kind = self.add_kind(&format!("{}/{}", set.name, kind.id), kind);
                parts.push(BlockPartInfo { kind, east: east - x, south: south - y });
            }
            if let Some(kind) = self.kinds.get_mut(leader as usize) {
                kind.parts = parts;
            }
            for _ in 0..usize::from(count) * copies {
                let tile = self.add_tile(leader);
                if let Some(bag) = self.bags.get_mut(bag) {
                    bag.push(tile);
                }
            }
        }
    }

    /// Adds the cards of all decks: things that are drawn and have no shape.
    fn add_decks(&mut self, declared: &Declared) {
        let first = u32::try_from(self.kinds.len()).unwrap_or(u32::MAX);
        for (number, name) in (0..).zip(&declared.cards) {
            let kind = KindInfo { name: name.clone(), shape: None, attrs: vec![number], parts: Vec::new() };
            self.kinds.push(kind);
        }
        for deck in &declared.decks {
            let mut cards = Vec::new();
            for (kind, count) in &deck.cards {
                for _ in 0..*count {
                    cards.push(self.add_tile(first.saturating_add(u32::from(*kind))));
                }
            }
            self.bags.push(cards);
        }
    }

    fn add_kind(&mut self, name: &str, kind: &TileKind) -> u32 {
        let index = u32::try_from(self.kinds.len()).unwrap_or(u32::MAX);
        self.kinds.push(KindInfo {
            name: name.to_owned(),
            shape: Some(ShapeId(u16::try_from(self.shapes.len()).unwrap_or(u16::MAX))),
            attrs: kind.attrs.iter().map(|value| i64::from(*value)).collect(),
            parts: Vec::new(),
        });
        self.shapes.push(kind.shape.clone());
        index
    }

    fn add_tile(&mut self, kind: u32) -> u32 {
        self.tiles.push(TileInfo { kind });
        u32::try_from(self.tiles.len() - 1).unwrap_or(u32::MAX)
    }

    /// Lays the start: one tile taken out of the bag, or a board of several cells.
    fn lay_start(&mut self, compiled: &Compiled, sets: &[Arc<TileSet>], diagnostics: &mut Vec<Diagnostic>) {
        let Some(start) = &compiled.start else { return };
        let unknown = |kind: &str, known: &mut dyn Iterator<Item = String>| {
            let known: Vec<String> = known.collect();
            Diagnostic::error("packs::unknown-start", format!("there is no {kind} `{}` in this composition", start.name))
                .at(start.span, "named here")
                .help(match nearest(&start.name, &known) {
                    Some(near) if near == start.name => {
                        "the printing in play has no copy of it: start with another tile, or take another printing".to_owned()
                    }
                    Some(near) => suggestion(near),
                    None => format!("write set and {kind}, as in `base/D`; the set must be named by `tiles …`"),
                })
        };
        if start.board {
            let mut boards = sets.iter().flat_map(|set| set.boards.iter().map(move |board| (set, board)));
            let found = boards.find(|(set, board)| format!("{}/{}", set.name, board.id) == start.name);
            let Some((set, board)) = found else {
                let mut known = sets
                    .iter()
                    .flat_map(|set| set.boards.iter().map(move |board| format!("{}/{}", set.name, board.id)));
                diagnostics.push(unknown("board", &mut known));
                return;
            };
            for (x, y, kind) in &board.cells {
                let index = self.add_kind(&format!("{}/{}", set.name, kind.id), kind);
                let tile = self.add_tile(index);
                self.start.push(StartTile { tile, x: *x, y: *y, rotation: 0 });
            }
            return;
        }
        let is_start = |tile: &u32| {
            let kind = self.tiles.get(*tile as usize).and_then(|tile| self.kinds.get(tile.kind as usize));
            kind.is_some_and(|kind| kind.name == start.name)
        };
        let places = self.bags.iter().enumerate();
        let place = places.filter_map(|(bag, tiles)| Some((bag, tiles.iter().position(is_start)?))).next();
        match place {
            Some((bag, place)) => {
                let Some(tile) = self.bags.get_mut(bag).map(|bag| bag.remove(place)) else { return };
                self.start.push(StartTile { tile, x: 0, y: 0, rotation: 0 });
            }
            None => diagnostics.push(unknown("tile", &mut self.kinds.iter().map(|kind| kind.name.clone()))),
        }
    }
}

fn catalog(vocabulary: &Vocabulary, shapes: Vec<TileShape>) -> Result<Catalog, rota_board::CatalogError> {
    let id = |kind: usize| FeatureKindId(u8::try_from(kind).unwrap_or(u8::MAX));
    let edges = vocabulary.edges.iter().map(|edge| match edge.halves {
        None => EdgeKind::whole(id(edge.middle)),
        Some(halves) => EdgeKind::split(id(edge.middle), id(halves)),
    });
    let features = vocabulary.features.iter().map(|feature| FeatureKind {
        site: feature.site.map(|site| match site {
            vocabulary::Neighbourhood::Four => Neighbourhood::Four,
            vocabulary::Neighbourhood::Eight => Neighbourhood::Eight,
        }),
        attrs: feature.attrs.iter().map(|attr| merge(attr.merge)).collect(),
    });
    // The blank edge stands before those of the vocabulary.
    let edge = |place: usize| EdgeId(u8::try_from(place + 1).unwrap_or(u8::MAX));
    let compatible_edges: Vec<(EdgeId, EdgeId)> =
        vocabulary.compatible_edges.iter().map(|(one, other)| (edge(*one), edge(*other))).collect();
    Catalog::new(std::iter::once(EdgeKind::BLANK).chain(edges).collect(), features.collect(), shapes)?
        .with_compatible_edges(&compatible_edges)
}

fn merge(merge: vocabulary::Merge) -> rota_board::Merge {
    match merge {
        vocabulary::Merge::Sum => rota_board::Merge::Sum,
        vocabulary::Merge::Any => rota_board::Merge::Any,
        vocabulary::Merge::All => rota_board::Merge::All,
        vocabulary::Merge::Max => rota_board::Merge::Max,
        vocabulary::Merge::Agree => rota_board::Merge::Agree,
    }
}

//! The tiles of a pack as far as they can be read, whatever else is wrong with it: for whoever draws and mends them.

use rota_board::{Port, SegmentShape, TileShape};
use rota_bytecode::vocabulary::Vocabulary;
use rota_check::{Checked, TilesUse};
use rota_compose::{Pack, Selection};
use rota_source::{Diagnostic, Severity, SourceFile, Span};
use rota_syntax::ast::{Item, ItemKind, Name};
use rota_tiles::{TileKind, TileSet, place_word};

use crate::contents::attributes;
use crate::load::LoadedPacks;

/// The tiles of a pack, as far as they can be read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PackTiles {
    /// The words that they are described in.
    pub vocabulary: Vocabulary,
    /// The tiles, and the cells of boards: set by set, in the order of their files.
    pub tiles: Vec<PackTile>,
    /// The files that they stand in.
    pub files: Vec<SourceFile>,
    /// What is wrong with these files.
    pub diagnostics: Vec<Diagnostic>,
}

/// A tile of a pack, or a cell of a board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PackTile {
    /// The set that it is of.
    pub set: String,
    /// Its name there; for a cell of a board, `board@x,y`.
    pub name: String,
    /// How often it is in the printing that the pack plays with; a cell as often as its board.
    pub count: u16,
    /// All of it as it is written.
    pub span: Span,
    /// Its sides and segments.
    pub shape: TileShape,
    /// Its attributes, in the order of the vocabulary.
    pub attrs: Vec<i32>,
    /// The letters of its sides: north, east, south, west; nothing where half a tile has none.
    pub sides: [Option<char>; 4],
    /// The letter of the long side of a half tile.
    pub long_side: Option<char>,
    /// The attributes of the whole tile that are not as usual, with their values in words.
    pub attributes: Vec<(String, String)>,
    /// Its segments, in the order of the file.
    pub segments: Vec<PackSegment>,
}

/// A segment of a tile of a pack.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PackSegment {
    /// What games call it on a tile that is not turned, but for the cell: `city N`.
    pub words: String,
    /// The kind of feature that it is a part of.
    pub feature: String,
    /// What it reaches, in the words of tile files.
    pub ports: Vec<&'static str>,
    /// How many open ends it has inside the tile.
    pub ends: u8,
    /// Its attributes that are not as usual, with their values in words.
    pub attributes: Vec<(String, String)>,
    /// The segments that it adjoins, by their places on the tile.
    pub touches: Vec<usize>,
    /// Where it is written: for a tile that is like another one, there.
    pub span: Span,
}

/// What the long side of a half tile that is not turned is called in games: its left half, its middle, its right half.
const LONG_SIDE: [&str; 3] = ["NEL", "NE", "NER"];

/// Reads the tiles of the sets that a pack carries or names; where it has none of its own, those of the packs that it
/// requires. `carried` are the sets that lie in its folder.
///
/// Where rules cannot be compiled the tiles are read by the words that are declared all the same. Words of a variant, or of
/// packs beside which this one changes something, are taken where tiles cannot be read without.
#[must_use]
pub fn pack_tiles(packs: &LoadedPacks, pack: &str, carried: &[String]) -> PackTiles {
    let own: Vec<&Pack> = packs.packs.iter().filter(|known| known.name == pack).collect();
    let all: Vec<&Pack> = packs.packs.iter().collect();
    let mut sets = named_sets(packs, carried, &own);
    if sets.is_empty() {
        sets = named_sets(packs, &[], &all);
    }
    let mut best = read(&packs.packs, packs, &sets, &[]);
    let variants = packs.variants(Some(pack)).map(|variant| (Some(variant.clone()), Vec::new()));
    let guests = own.iter().flat_map(|pack| pack.items()).filter_map(|item| {
        let ItemKind::With { packs, .. } = &item.kind else { return None };
        Some(packs.iter().map(|pack| pack.node.clone()))
    });
    for (variant, guests) in variants.chain([(None, guests.flatten().collect::<Vec<String>>())]) {
        if !best.lacks_words() {
            break;
        }
        let variants: Vec<Name> = variant.into_iter().collect();
        let read = read(&packs.packs_with(&guests), packs, &sets, &variants);
        if read.errors().count() < best.errors().count() {
            best = read;
        }
    }
    best
}

impl PackTiles {
    fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|one| one.severity() == Severity::Error)
    }

    /// Whether some tile names what nobody declares.
    fn lacks_words(&self) -> bool {
        const LACKING: [&str; 4] = [
            "tiles::unknown-attribute",
            "tiles::unknown-edge",
            "tiles::unknown-feature",
            "tiles::unknown-key",
        ];
        self.errors().any(|one| LACKING.contains(&one.code()))
    }
}

/// A set of a pack.
struct NamedSet<'p> {
    name: &'p str,
    file: &'p SourceFile,
    /// The pack that names it.
    pack: Option<&'p Pack>,
    /// The printing as it is named there.
    printing: Option<&'p Name>,
}

/// The sets that are carried or that some pack names, each once.
fn named_sets<'p>(packs: &'p LoadedPacks, carried: &'p [String], by: &[&'p Pack]) -> Vec<NamedSet<'p>> {
    let named = by.iter().flat_map(|pack| {
        let items = pack.items().flat_map(Item::with_brought);
        items.filter_map(|item| {
            let ItemKind::Tiles { set, printing, .. } = &item.kind else { return None };
            Some((set.node.as_str(), Some(*pack), printing.as_ref()))
        })
    });
    let carried = carried.iter().map(|set| (set.as_str(), by.first().copied(), None));
    let mut sets: Vec<NamedSet<'p>> = Vec::new();
    for (name, pack, printing) in carried.chain(named) {
        if let Some(known) = sets.iter_mut().find(|known| known.name == name) {
            known.printing = known.printing.or(printing);
        } else if let Some((_, file)) = packs.sets.iter().find(|(known, _)| known == name) {
            sets.push(NamedSet { name, file, pack, printing });
        }
    }
    sets
}

/// Reads sets by the words of packs with these variants.
fn read(all: &[Pack], packs: &LoadedPacks, sets: &[NamedSet<'_>], variants: &[Name]) -> PackTiles {
    let selection = Selection { packs: all, variants, options: &[], edit: None };
    // What is wrong with rules is told elsewhere.
    let mut unheard = Vec::new();
    let in_force = selection.in_force(&mut unheard);
    let checked = rota_check::check(&in_force, None, &[], &packs.sources, &mut unheard);
    let mut read = PackTiles::default();
    for set in sets {
        let used = checked.tiles.iter().find(|used| used.set == set.name);
        let words = checked.vocabulary.seen_by(&seen_by(packs, set, used));
        let (tiles, found) = rota_tiles::load_partly(set.file, set.name, &words);
        read.diagnostics.extend(found);
        read.files.push(set.file.clone());
        read.tiles.extend(tiles_of(&tiles, printing(&tiles, set, used), &checked));
    }
    read.vocabulary = checked.vocabulary;
    read
}

/// The packs whose words a set is written in.
fn seen_by(packs: &LoadedPacks, set: &NamedSet<'_>, used: Option<&TilesUse>) -> Vec<String> {
    if let Some(used) = used {
        return used.packs.clone();
    }
    let mut names: Vec<String> = set.pack.iter().map(|pack| pack.name.clone()).collect();
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        next += 1;
        let pack = packs.packs.iter().find(|pack| pack.name == name);
        for (required, _) in pack.into_iter().flat_map(Pack::requirements) {
            if !names.contains(&required.node) {
                names.push(required.node.clone());
            }
        }
    }
    names
}

/// The printing that is played with; without one that is known the first.
fn printing(tiles: &TileSet, set: &NamedSet<'_>, used: Option<&TilesUse>) -> usize {
    let used = used.and_then(|used| used.printing.as_ref()).map(|printing| printing.node.as_str());
    let named = used.or(set.printing.map(|printing| printing.node.as_str()));
    named.and_then(|named| tiles.printing(named)).unwrap_or(0)
}

fn tiles_of(set: &TileSet, printing: usize, checked: &Checked) -> Vec<PackTile> {
    let kinds = set.kinds.iter().map(|kind| (kind, &kind.counts));
    let cells =
        set.boards.iter().flat_map(|board| board.cells.iter().map(|(.., kind)| (kind, &board.counts)));
    let mut all: Vec<_> = kinds.chain(cells).collect();
    all.sort_by_key(|(kind, _)| kind.extent.start);
    let tile = |(kind, counts): (&TileKind, &Vec<u16>)| {
        let vocabulary = &checked.vocabulary;
        let letter = |edge: rota_board::EdgeId| match usize::from(edge.0).checked_sub(1) {
            Some(edge) => vocabulary.edges.get(edge).map(|edge| edge.letter),
            None => Some('.'),
        };
        let shape = &kind.shape;
        let mut sides = shape.edges.map(letter);
        if let ([north, east, ..], true) = (&mut sides, shape.is_half()) {
            (*north, *east) = (None, None);
        }
        PackTile {
            set: set.name.clone(),
            name: kind.id.clone(),
            count: counts.get(printing).copied().unwrap_or(0),
            span: kind.extent,
            sides,
            long_side: shape.diagonal.and_then(letter),
            attributes: attributes(&vocabulary.tile_attrs, kind.attrs.iter().map(|value| i64::from(*value))),
            segments: segments(kind, vocabulary),
            attrs: kind.attrs.clone(),
            shape: shape.clone(),
        }
    };
    all.into_iter().map(tile).collect()
}

fn segments(kind: &TileKind, vocabulary: &Vocabulary) -> Vec<PackSegment> {
    let all = &kind.shape.segments;
    let described = all.iter().enumerate().map(|(number, segment)| {
        let feature = vocabulary.features.get(usize::from(segment.feature.0));
        let name = feature.map(|feature| feature.name.clone()).unwrap_or_default();
        let attrs = feature.map_or(&[][..], |feature| &feature.attrs);
        let ports = || Port::ALL.into_iter().filter(|port| segment.ports & port.bit() != 0);
        // Of several inside that are of one kind, each but the first is named with its number.
        let is_alike = |other: &&SegmentShape| other.feature == segment.feature && other.ports == 0;
        let before = all.iter().take(number).filter(is_alike).count();
        let places: Vec<&str> = ports().map(port_word).collect();
        let words = match (places.is_empty(), before) {
            (true, 0) => format!("{name} inside"),
            (true, before) => format!("{name} inside {}", before + 1),
            (false, _) => format!("{name} {}", places.join(" ")),
        };
        PackSegment {
            words,
            feature: name,
            ports: ports().map(place_word).collect(),
            ends: segment.ends,
            attributes: attributes(attrs, segment.attrs.iter().map(|value| i64::from(*value))),
            touches: (0..all.len()).filter(|other| segment.touches >> other & 1 != 0).collect(),
            span: kind.segment_spans.get(number).copied().unwrap_or(kind.extent),
        }
    });
    described.collect()
}

/// The word that games have for a port of a tile that is not turned.
fn port_word(port: Port) -> &'static str {
    let along = port.is_of_diagonal().then(|| Port::along(port.side()).iter().zip(LONG_SIDE));
    let word = along.into_iter().flatten().find(|(known, _)| **known == port);
    word.map_or_else(|| place_word(port), |(_, word)| word)
}

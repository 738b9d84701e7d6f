//! The stock of a composition: what lies in its bags and decks, what lies on the table at the start, and the shapes.

use rota_board::{Catalog, EdgeId, EdgeKind, FeatureAttr, FeatureKind, FeatureKindId, ShapeId, TileShape};
use rota_bytecode::program::{Declared, TilesAsked};
use rota_bytecode::vocabulary::{Attr, Vocabulary};
use rota_check::LeftOut;
use rota_game::{BlockPartInfo, StartTile, TileInfo, TileKindInfo};
use rota_source::{Diagnostic, Span};
use rota_tiles::{TileKind, TileSet};

/// The tiles of a composition in the making.
#[derive(Default)]
pub(crate) struct StockBuilder<'b> {
    pub kinds: Vec<TileKindInfo>,
    pub shapes: Vec<TileShape>,
    pub tiles: Vec<TileInfo>,
    /// The tiles in each bag, and behind them the cards in each deck.
    pub bags: Vec<Vec<u32>>,
    /// What others take the place of, as far as no copies of it have been found yet.
    pub left_out: Vec<LeftOut>,
    /// The full name of a kind of which there is none.
    pub none_of: Option<&'b str>,
    /// What lies on the table at the start, with where it is named.
    pub start: Vec<(StartTile, Span)>,
}

impl StockBuilder<'_> {
    /// Puts the tiles of a set into a bag, as many of each as the printing has, several times over.
    pub fn add_set(&mut self, set: &TileSet, printing: Option<usize>, bag: usize, copies: usize) {
        for kind in &set.kinds {
            let index = self.add_kind(&format!("{}/{}", set.name, kind.id), kind);
            let count = printing.and_then(|printing| kind.counts.get(printing)).copied().unwrap_or(0);
            for _ in 0..self.remaining(index, usize::from(count) * copies) {
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
            for _ in 0..self.remaining(leader, usize::from(count) * copies) {
                let tile = self.add_tile(leader);
                if let Some(bag) = self.bags.get_mut(bag) {
                    bag.push(tile);
                }
            }
        }
    }

    /// How many copies of a kind are left when others take the place of some.
    fn remaining(&mut self, kind: u32, count: usize) -> usize {
        let Some(kind) = self.kinds.get(kind as usize) else { return count };
        if self.none_of == Some(kind.name.as_str()) {
            return 0;
        }
        let mine = self.left_out.iter_mut().filter(|left| left.name == kind.name);
        mine.fold(count, |count, left| {
            let taken = left.copies.min(count);
            left.copies -= taken;
            count - taken
        })
    }

    /// Says of which tiles not so many copies were found as others take the place of.
    pub fn too_few(&self) -> Vec<Diagnostic> {
        let missing = self.left_out.iter().filter(|left| left.copies > 0);
        let told = missing.map(|LeftOut { name, copies, span }| {
            let known: Vec<&str> = self.kinds.iter().map(|kind| kind.name.as_str()).collect();
            let told = |message, label| Diagnostic::error("packs::too-few-tiles", message).at(*span, label);
            if known.contains(&name.as_str()) {
                let message =
                    format!("there are too few copies of `{name}` to leave out, {copies} more are needed");
                told(message, "too many")
                    .help("count those of the printing in play, and those that other packs leave out")
            } else {
                told(format!("there is no tile `{name}` to leave out"), "named here").suggest(
                    (name.as_str(), *span),
                    known,
                    || "write set and tile, as in `base/D`".to_owned(),
                )
            }
        });
        told.collect()
    }

    /// Adds the cards of all decks: things that are drawn and have no shape.
    pub fn add_decks(&mut self, declared: &Declared, vocabulary: &Vocabulary) {
        let first = u32::try_from(self.kinds.len()).unwrap_or(u32::MAX);
        for (number, name) in (0..).zip(&declared.cards) {
            // Its attributes stand behind its kind.
            let own = declared.card_attrs.get(number as usize).map_or(&[][..], Vec::as_slice);
            let printed = vocabulary.card_attrs.iter().zip(own.iter().copied());
            let printed = printed.filter(|(attr, value)| *value != i64::from(attr.default));
            let printed = printed.map(|(attr, value)| (attr.name.clone(), attr.values.words(value)));
            self.kinds.push(TileKindInfo {
                name: name.clone(),
                shape: None,
                attrs: std::iter::once(number).chain(own.iter().copied()).collect(),
                parts: Vec::new(),
                printed: printed.collect(),
            });
        }
        for deck in &declared.decks {
            let mut cards = Vec::new();
            for (kind, count) in &deck.cards {
                let kind = first.saturating_add(u32::from(*kind));
                for _ in 0..self.remaining(kind, usize::from(*count)) {
                    cards.push(self.add_tile(kind));
                }
            }
            self.bags.push(cards);
        }
    }

    /// The shapes of the tiles of which something is asked.
    pub fn shapes_of(&self, asked: &TilesAsked) -> Vec<ShapeId> {
        let kinds = self.kinds.iter().filter(|kind| asked.contains(&kind.attrs));
        kinds.filter_map(|kind| kind.shape).collect()
    }

    pub fn add_kind(&mut self, name: &str, kind: &TileKind) -> u32 {
        let index = u32::try_from(self.kinds.len()).unwrap_or(u32::MAX);
        self.kinds.push(TileKindInfo {
            name: name.to_owned(),
            shape: Some(ShapeId(u16::try_from(self.shapes.len()).unwrap_or(u16::MAX))),
            attrs: kind.attrs.iter().map(|value| i64::from(*value)).collect(),
            parts: Vec::new(),
            printed: Vec::new(),
        });
        self.shapes.push(kind.shape.clone());
        index
    }

    pub fn add_tile(&mut self, kind: u32) -> u32 {
        self.tiles.push(TileInfo { kind });
        u32::try_from(self.tiles.len() - 1).unwrap_or(u32::MAX)
    }
}

/// The catalog of shapes, with the edges and features that the vocabulary declares.
pub(crate) fn catalog(
    vocabulary: &Vocabulary,
    shapes: Vec<TileShape>,
) -> Result<Catalog, rota_board::CatalogError> {
    let id = |kind: usize| FeatureKindId(u8::try_from(kind).unwrap_or(u8::MAX));
    let merged = |attr: &Attr| FeatureAttr { merge: attr.merge, default: attr.default };
    let edges = vocabulary.edges.iter().map(|edge| EdgeKind {
        middle: edge.middle.map(id),
        halves: edge.halves.map(|halves| halves.map(id)),
    });
    let features = vocabulary.features.iter().map(|feature| FeatureKind {
        site: feature.site,
        is_layer: feature.is_layer,
        attrs: feature.attrs.iter().map(merged).collect(),
    });
    // The blank edge stands before those of the vocabulary.
    let edge = |place: usize| EdgeId(u8::try_from(place + 1).unwrap_or(u8::MAX));
    let compatible_edges: Vec<(EdgeId, EdgeId)> =
        vocabulary.compatible_edges.iter().map(|(one, other)| (edge(*one), edge(*other))).collect();
    let catalog =
        Catalog::new(std::iter::once(EdgeKind::BLANK).chain(edges).collect(), features.collect(), shapes)?
            .with_compatible_edges(&compatible_edges)?;
    let Some(border) = vocabulary.border else { return Ok(catalog) };
    let catalog = catalog.with_border(border)?;
    Ok(if vocabulary.has_closed_border { catalog.with_closed_border() } else { catalog })
}

//! The tiles of a pack, for whoever draws and mends them.

use std::collections::BTreeMap;

use rota::{Diagnostic, PackSegment, PackSource, PackTile, Severity, Sources, load, pack_tiles};
use rota_picture::{TileArtist, TileCommons, TileDrawing};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Location, Problem, Refusal};
use crate::texts::Texts;

/// The tiles of a pack, as far as they can be read. All drawings are SVG as those of `drawings`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TilesView {
    /// How many units a tile has across.
    pub units: i32,
    /// The colour of texts and of whatever names none.
    pub ink: &'static str,
    /// The families of the font, the first one first.
    pub font: &'static str,
    /// Elements that parts refer to by their ids: they belong once into a `defs`.
    pub defs: String,
    /// The tiles, in the order of their files; the cells of boards among them.
    pub tiles: Vec<TileSeen>,
    /// What is wrong with the pack, or likely a slip.
    pub problems: Vec<Problem>,
}

/// A tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TileSeen {
    /// The set that it is of.
    pub set: String,
    /// Its name there.
    pub name: String,
    /// How often it is in the printing of the set that the pack plays with.
    pub count: u32,
    /// Where it is written.
    pub place: Location,
    /// How it is drawn.
    pub drawing: TileDrawing,
    /// The letters of its edges: north, east, south, west. A blank one has a point, and one that half a tile does not have
    /// nothing.
    pub edges: [String; 4],
    /// The letter of the long edge of half a tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long_edge: Option<String>,
    /// What holds for the tile as a whole, by attribute: what is not as usual.
    pub attributes: BTreeMap<String, String>,
    /// Its segments, in the order of its file.
    pub segments: Vec<SegmentSeen>,
}

/// A segment of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SegmentSeen {
    /// Its words, as in scenarios: `city N`.
    pub name: String,
    /// The kind of feature.
    pub kind: String,
    /// What it has of the border of the tile: sides, or halves of sides, or what is between those.
    pub ports: Vec<String>,
    /// What holds for it and is not as usual: `pennants 1`.
    pub attributes: Vec<String>,
    /// The segments that it touches, counted from 0.
    pub contacts: Vec<usize>,
    /// Where it is written.
    pub place: Location,
}

impl<S: PackSource> Texts<S> {
    /// Draws the tiles of a pack.
    pub fn tiles(&self, pack: &str) -> Result<TilesView, Refusal> {
        let world = self.world();
        let packs = load(&world, [pack]);
        let Some(text) = world.pack(pack) else {
            return Err(Refusal { problems: Problem::all(&packs.diagnostics, &packs.sources) });
        };
        let carried: Vec<String> = text.tiles.into_iter().map(|(set, _)| set).collect();
        let read = pack_tiles(&packs, pack, &carried);
        let artist = TileArtist::new(&read.vocabulary);
        let TileCommons { units, ink, font, defs } = artist.commons();
        let is_error = |one: &Diagnostic| one.severity() == Severity::Error;
        let mut problems: Vec<Diagnostic> = read.diagnostics.into_iter().filter(is_error).collect();
        // Where tiles could not be read it may be for what is wrong with rules.
        let is_unread = !problems.is_empty();
        let is_in_tiles = |one: &Diagnostic| {
            let at = one.labels().first().map(|label| label.span.start);
            let file = at.and_then(|at| packs.sources.file_at(at));
            file.is_some_and(|file| read.files.iter().any(|known| known.base == file.base))
        };
        let checked = packs.check_variants(pack).into_iter();
        problems.extend(checked.filter(|one| is_in_tiles(one) || is_unread && is_error(one)));
        Ok(TilesView {
            units,
            ink,
            font,
            defs,
            tiles: read.tiles.into_iter().map(|tile| seen(tile, &artist, &packs.sources)).collect(),
            problems: Problem::all(&problems, &packs.sources),
        })
    }
}

fn seen(tile: PackTile, artist: &TileArtist<'_>, sources: &Sources) -> TileSeen {
    let letter = |letter: Option<char>| letter.map(String::from);
    TileSeen {
        place: Location::of(tile.span, sources),
        drawing: artist.draw(&tile.shape, &tile.attrs),
        set: tile.set,
        name: tile.name,
        count: u32::from(tile.count),
        edges: tile.sides.map(|side| letter(side).unwrap_or_default()),
        long_edge: letter(tile.long_side),
        attributes: tile.attributes.into_iter().collect(),
        segments: tile.segments.into_iter().map(|segment| segment_seen(segment, sources)).collect(),
    }
}

fn segment_seen(segment: PackSegment, sources: &Sources) -> SegmentSeen {
    let attributes = segment.attributes.iter().map(|(name, value)| format!("{name} {value}"));
    let ends = (segment.ends > 0).then(|| format!("ends {}", segment.ends));
    SegmentSeen {
        attributes: attributes.chain(ends).collect(),
        name: segment.words,
        kind: segment.feature,
        ports: segment.ports.into_iter().map(str::to_owned).collect(),
        contacts: segment.touches,
        place: Location::of(segment.span, sources),
    }
}

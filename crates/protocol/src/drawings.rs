//! What a table is drawn with: parts for pages and programs that draw it themselves.

use std::collections::BTreeMap;

use rota::{CompiledGame, Game};
use rota_picture as picture;
use schemars::JsonSchema;
use serde::Serialize;

/// What a table is drawn with: the same for everybody at it, from the beginning of the game to its end. All of it is
/// SVG, in whole units: `x` grows to the east, `y` to the south. Whatever names no colour takes `ink`, and texts take
/// `font`: both are set once around everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drawings {
    /// How many units a tile has across.
    pub units: i32,
    /// The colour of texts and of whatever names none.
    pub ink: String,
    /// The families of the font, the first one first.
    pub font: String,
    /// Elements that parts refer to by their ids: they belong once into a `defs`.
    pub defs: String,
    /// The kinds of tiles, by their names. Cards are not drawn.
    pub tiles: BTreeMap<String, TileDrawing>,
    /// What rules may add to tiles that lie, by the kind of feature.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub crossings: BTreeMap<String, Crossing>,
    /// The kinds of pieces, by their names.
    pub pieces: BTreeMap<String, PieceDrawing>,
    /// The players, by their names.
    pub seats: BTreeMap<String, SeatDrawing>,
    /// What belongs to nobody.
    pub neutral: SeatDrawing,
    /// The tracks, in the order in which packs declare them; one that lies amid the land comes first.
    pub tracks: Vec<TrackDrawing>,
}

/// A kind of tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TileDrawing {
    /// What turns with the tile: north up, from its north-western corner on.
    pub base: String,
    /// What stands upright over that, from the north-western corner of the cell on: one drawing for each number of quarter
    /// turns clockwise.
    pub upright: [String; 4],
    /// Whether it fills half of its cell: the south-western one while it is not turned.
    pub half: bool,
    /// Its segments, in the order of its file.
    pub segments: Vec<SegmentDrawing>,
}

/// A segment of a tile that is not turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SegmentDrawing {
    /// The kind of feature.
    pub kind: String,
    /// Where a piece stands: this place turns with the tile.
    pub at: [i32; 2],
    /// How far to the east and to the south of there the piece stands however the tile is turned, so that it leaves a mark
    /// to be seen.
    #[serde(skip_serializing_if = "is_nothing")]
    pub aside: i32,
    /// Whether pieces lie on it, turned by a quarter counter-clockwise, so that they are not taken for ones on what is
    /// beside it.
    pub lies: bool,
    /// The part of it that is seen, as the `d` of a path: to point at, and to light up. Holes run the other way round.
    pub outline: String,
}

/// A segment that a rule may add to a tile that lies: from north to south; one from east to west is turned by a quarter
/// around the middle of the tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Crossing {
    /// What is drawn over the base of the tile.
    pub svg: String,
    /// The segment, which comes behind those of the tile.
    pub segment: SegmentDrawing,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PieceDrawing {
    /// The piece, upright around 0, 0. It takes its fill from the element around it: that of its owner.
    pub svg: String,
    /// How many units it has across, about.
    pub wide: i32,
    /// The letter of the kind.
    pub letter: char,
    /// Whether that letter follows the one of the owner on it: its form does not tell the kind. What has no owner has
    /// this letter alone.
    pub lettered: bool,
    /// Where the middle of the letters is.
    pub middle: [i32; 2],
}

/// What tells whose something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatDrawing {
    /// The fill of pieces.
    pub fill: String,
    /// The colour of letters on it.
    pub ink: String,
    /// The letter of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
}

/// A track with its slots, without what stands on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TrackDrawing {
    /// Its name.
    pub name: String,
    /// What is written above it.
    pub title: String,
    /// How many units it has across.
    pub wide: i32,
    /// How many units it has down.
    pub high: i32,
    /// The track, from its north-western corner on.
    pub svg: String,
    /// For a track that lies in a gap of the land, the square that it fills: to the east, to the south, and how many cells it
    /// has across.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amid: Option<[i16; 3]>,
    /// Where pieces stand, by the names of spaces and slots as places name them.
    pub spaces: BTreeMap<String, SpaceDrawing>,
}

/// A space of a track, or a slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpaceDrawing {
    /// The middle of what stands there.
    pub at: [i32; 2],
    /// How far that may reach.
    pub room: i32,
}

/// Draws what a game is drawn with: the same for any game that is played with the same by the same seats.
pub(crate) fn drawings(game: &Game, compiled: &CompiledGame) -> Drawings {
    let drawn = picture::drawings(game, &compiled.compiled.vocabulary);
    Drawings {
        units: drawn.units,
        ink: drawn.ink.to_owned(),
        font: drawn.font.to_owned(),
        defs: drawn.defs,
        tiles: each(drawn.tiles, TileDrawing::from),
        crossings: each(drawn.crossings, Crossing::from),
        pieces: each(drawn.pieces, PieceDrawing::from),
        seats: each(drawn.seats, SeatDrawing::from),
        neutral: drawn.neutral.into(),
        tracks: drawn.tracks.into_iter().map(TrackDrawing::from).collect(),
    }
}

fn each<A, B>(named: BTreeMap<String, A>, told: impl Fn(A) -> B) -> BTreeMap<String, B> {
    named.into_iter().map(|(name, one)| (name, told(one))).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_nothing(units: &i32) -> bool {
    *units == 0
}

impl From<picture::TileDrawing> for TileDrawing {
    fn from(drawn: picture::TileDrawing) -> TileDrawing {
        let picture::TileDrawing { body, upright, is_half, segments } = drawn;
        let segments = segments.into_iter().map(SegmentDrawing::from).collect();
        TileDrawing { base: body, upright, half: is_half, segments }
    }
}

impl From<picture::SegmentDrawing> for SegmentDrawing {
    fn from(drawn: picture::SegmentDrawing) -> SegmentDrawing {
        let picture::SegmentDrawing { kind, at, aside, lies, outline } = drawn;
        SegmentDrawing { kind, at: at.into(), aside, lies, outline }
    }
}

impl From<picture::Crossing> for Crossing {
    fn from(drawn: picture::Crossing) -> Crossing {
        Crossing { svg: drawn.svg, segment: drawn.segment.into() }
    }
}

impl From<picture::PieceDrawing> for PieceDrawing {
    fn from(drawn: picture::PieceDrawing) -> PieceDrawing {
        let picture::PieceDrawing { svg, wide, letter, is_lettered, middle } = drawn;
        PieceDrawing { svg, wide, letter, lettered: is_lettered, middle: middle.into() }
    }
}

impl From<picture::SeatDrawing> for SeatDrawing {
    fn from(drawn: picture::SeatDrawing) -> SeatDrawing {
        let picture::SeatDrawing { fill, ink, letter } = drawn;
        SeatDrawing { fill: fill.to_owned(), ink: ink.to_owned(), letter }
    }
}

impl From<picture::TrackDrawing> for TrackDrawing {
    fn from(drawn: picture::TrackDrawing) -> TrackDrawing {
        let picture::TrackDrawing { name, title, wide, high, svg, amid, spaces } = drawn;
        let spaces = each(spaces, |space| SpaceDrawing { at: space.at.into(), room: space.room });
        TrackDrawing { name, title, wide, high, svg, amid: amid.map(Into::into), spaces }
    }
}

//! Everything a rule can ask: one table that feeds the checker, the reference page and "did you mean".

mod arity;
mod drawn;
mod instead;
mod land;
mod pieces;
mod scores;

use crate::types::{Sort, Type};
pub use arity::MOST_ARGS;
use arity::{ARITIES, UNNAMED};
use drawn::DRAWN;
pub use instead::ANYBODY;
use land::LAND;
use pieces::PIECES;
use scores::SCORES;

/// A question that the machine passes on to its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the entry of the same name in BUILTINS is the documentation")]
pub enum Builtin {
    Active,
    Players,
    Awards,
    Closed,
    Extended,
    Joined,
    Occupied,
    Features,
    Placed,
    Turn,
    FeatureTiles,
    FeatureOpen,
    FeatureComplete,
    FeatureAround,
    FeaturePieces,
    FeatureSegments,
    FeatureTouching,
    SegmentTile,
    SegmentNeighbours,
    TileSegments,
    TilePlacements,
    TileCell,
    PlayerPoints,
    PlayerSupply,
    PlayerPieces,
    PlayerNext,
    PieceOwner,
    PieceOn,
    BagCount,
    AwardPoints,
    AwardTo,
    AwardReason,
    AwardAt,
    CellNeighbours,
    CellAround,
    CellEast,
    CellSouth,
    PlacementCell,
    Laid,
    Hand,
    BagTiles,
    TileSeenBy,
    TileTurned,
    CellTile,
    CellAt,
    CellRow,
    CellBox,
    TileCovers,
    CellX,
    CellY,
    PlacementTurned,
    PlacementMisfits,
    TileLoosePlacements,
    TileParts,
    SegmentReach,
    SegmentNearest,
    PieceSpace,
    SpacePieces,
    SpaceAhead,
    SpaceBeside,
    PieceTile,
    TilePieces,
    CommonSupply,
    PieceKeeper,
    PlayerKeeps,
    CellCorners,
    CornerTiles,
    CornerSegments,
    CornerPieces,
    PieceCorner,
    BagDiscarded,
    TileKeeper,
    PlayerTiles,
    DeckCount,
    DeckCards,
    DeckDiscarded,
    CardKeeper,
    CardDeck,
    CardSeenBy,
    PlayerCards,
    // Not named by rules: what the compiler writes for operators and declared words.
    TileFits,
    SameFeature,
    IsFeatureKind,
    IsPieceKind,
    FeatureAttr,
    TileAttr,
    PieceFresh,
    PieceStamp,
    AwardNote,
    TrackSpaces,
    Numbers,
    NeutralPiece,
    SupplyOf,
    SpaceTaken,
    FreeSpaces,
    SpacesBeside,
    LaidWith,
    FeaturePiecesOf,
    PlayerPiecesOf,
    FeatureHolds,
    FeatureHeld,
    FeatureLeaders,
    ClosedAny,
    OccupiedAny,
    HandAny,
    BagTilesWith,
    TileSegmentsOf,
    TileSegmentAny,
    FirstLaidWith,
    NeutralSpace,
}

/// How many arguments a set may have that is counted instead of written down.
pub const COUNTED_ARGS: usize = 2;

/// What a built-in is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Nothing: it is written as a bare word.
    None,
    /// A value of this sort: it is written after a dot.
    On(Sort),
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The question.
    pub builtin: Builtin,
    /// What it is called on.
    pub receiver: Receiver,
    /// The word that rules write.
    pub name: &'static str,
    /// The arguments in parentheses.
    pub params: &'static [Type],
    /// What it answers.
    pub result: Type,
    /// One or two sentences for the reference page.
    pub doc: &'static str,
    /// An expression that uses it.
    pub example: &'static str,
}

const fn global(
    builtin: Builtin,
    name: &'static str,
    result: Type,
    doc: &'static str,
    example: &'static str,
) -> Entry {
    Entry { builtin, receiver: Receiver::None, name, params: &[], result, doc, example }
}

const fn field(
    builtin: Builtin,
    on: Sort,
    name: &'static str,
    result: Type,
    doc: &'static str,
    example: &'static str,
) -> Entry {
    Entry { builtin, receiver: Receiver::On(on), name, params: &[], result, doc, example }
}

/// All built-ins that rules can name.
pub const BUILTINS: &[Entry] = &joined::<
    { GENERAL.len() + LAND.len() + PIECES.len() + DRAWN.len() + SCORES.len() },
>([GENERAL, LAND, PIECES, DRAWN, SCORES]);

/// The tables as one.
const fn joined<const COUNT: usize>(tables: [&[Entry]; 5]) -> [Entry; COUNT] {
    let mut all = [tables[0][0]; COUNT];
    let (mut table, mut at) = (0, 0);
    while table < tables.len() {
        let mut index = 0;
        while index < tables[table].len() {
            all[at] = tables[table][index];
            (index, at) = (index + 1, at + 1);
        }
        table += 1;
    }
    all
}

/// What stands in no table of its own.
const GENERAL: &[Entry] = &[
    global(Builtin::Active, "active", Type::one(Sort::Player), "The player on turn.", "active.points"),
    global(
        Builtin::Players,
        "players",
        Type::many(Sort::Player),
        "All players, in seat order.",
        "count(players)",
    ),
    global(
        Builtin::Awards,
        "awards",
        Type::many(Sort::Award),
        "The awards that are counted but not yet given, in the order they were made.",
        "any(a in awards where a.to = active)",
    ),
    global(
        Builtin::Closed,
        "closed",
        Type::many(Sort::Feature),
        "The features completed since the turn part began, each once.",
        "any(f in closed where f.tiles > 3)",
    ),
    global(
        Builtin::Extended,
        "extended",
        Type::many(Sort::Feature),
        "The features that grew since the turn part began.",
        "count(extended)",
    ),
    global(
        Builtin::Joined,
        "joined",
        Type::many(Sort::Feature),
        "The features made of two or more that were apart when the turn part began.",
        "any(joined)",
    ),
    global(
        Builtin::Occupied,
        "occupied",
        Type::many(Sort::Feature),
        "The features on which a piece stands, each once.",
        "count(f in occupied where f.complete)",
    ),
    global(
        Builtin::Features,
        "features",
        Type::many(Sort::Feature),
        "All features on the table, each once.",
        "count(f in features where f.complete)",
    ),
    global(
        Builtin::Placed,
        "placed",
        Type::maybe(Sort::Tile),
        "The tile laid last, if any was laid.",
        "placed.segments",
    ),
    global(
        Builtin::Laid,
        "laid",
        Type::many(Sort::Tile),
        "The tiles on the table, in the order in which they were laid.",
        "count(t in laid where t.cell != none)",
    ),
    global(
        Builtin::Hand,
        "hand",
        Type::many(Sort::Tile),
        "The tiles that are drawn and neither laid, nor out of the game, nor back in a bag.",
        "count(t in hand where any(t.placements))",
    ),
    global(
        Builtin::Turn,
        "turn",
        Type::one(Sort::Int),
        "The number of the turn, counted from 1.",
        "turn > 1",
    ),
    field(
        Builtin::FeatureTiles,
        Sort::Feature,
        "tiles",
        Type::one(Sort::Int),
        "How many tiles the feature lies on; a tile counts once.",
        "f.tiles each 2 pts",
    ),
    field(
        Builtin::FeatureOpen,
        Sort::Feature,
        "open",
        Type::one(Sort::Int),
        "How many of its ends are open; for a site, how many cells around it are empty.",
        "f.open = 1",
    ),
    field(
        Builtin::FeatureComplete,
        Sort::Feature,
        "complete",
        Type::one(Sort::Bool),
        "Whether nothing of it is open.",
        "not f.complete",
    ),
    field(
        Builtin::FeatureAround,
        Sort::Feature,
        "around",
        Type::one(Sort::Int),
        "For a site: how many of the cells around it that count are filled.",
        "f.around each 1 pts",
    ),
    field(
        Builtin::FeaturePieces,
        Sort::Feature,
        "pieces",
        Type::many(Sort::Piece),
        "The pieces that stand on it.",
        "count(m in f.pieces where m.owner = active)",
    ),
    field(
        Builtin::FeatureSegments,
        Sort::Feature,
        "segments",
        Type::many(Sort::Segment),
        "Its segments.",
        "count(f.segments)",
    ),
    field(
        Builtin::FeatureTouching,
        Sort::Feature,
        "touching",
        Type::many(Sort::Feature),
        "The features that adjoin it on some tile, each once, in either direction.",
        "any(g in f.touching where g.complete)",
    ),
    field(
        Builtin::SegmentTile,
        Sort::Segment,
        "tile",
        Type::one(Sort::Tile),
        "The tile it lies on.",
        "s.tile.cell",
    ),
    field(
        Builtin::SegmentNeighbours,
        Sort::Segment,
        "neighbours",
        Type::many(Sort::Segment),
        "The segments it is joined with directly, over a side or by a link.",
        "first(n in s.neighbours)",
    ),
    field(
        Builtin::TileSegments,
        Sort::Tile,
        "segments",
        Type::many(Sort::Segment),
        "The segments of a laid tile, or of all cells of a tile of several; none while it is not laid.",
        "any(s in placed.segments where s.open = 0)",
    ),
    field(
        Builtin::TilePlacements,
        Sort::Tile,
        "placements",
        Type::many(Sort::Placement),
        "Every cell and rotation where it may be laid now.",
        "count(kept.placements)",
    ),
    field(
        Builtin::TileCell,
        Sort::Tile,
        "cell",
        Type::maybe(Sort::Cell),
        "Where it lies, if it is laid.",
        "placed.cell",
    ),
    field(
        Builtin::TileSeenBy,
        Sort::Tile,
        "seen_by",
        Type::many(Sort::Player),
        "The players who see it: all of them where it lies open, nobody while it is in a bag.",
        "all(t in hand : active in t.seen_by)",
    ),
    Entry {
        builtin: Builtin::PlayerSupply,
        receiver: Receiver::On(Sort::Player),
        name: "supply",
        params: &[Type::one(Sort::PieceWord)],
        result: Type::one(Sort::Int),
        doc: "How many pieces of this kind the player has in supply.",
        example: "active.supply(meeple) > 0",
    },
    field(
        Builtin::PieceOwner,
        Sort::Piece,
        "owner",
        Type::maybe(Sort::Player),
        "Whose piece it is; none for a neutral one.",
        "m.owner = active",
    ),
    field(
        Builtin::PieceOn,
        Sort::Piece,
        "on",
        Type::maybe(Sort::Segment),
        "The segment it stands on, if it stands on one.",
        "m.on.open",
    ),
    field(
        Builtin::PieceSpace,
        Sort::Piece,
        "space",
        Type::maybe(Sort::Space),
        "The space of a track or the slot it stands on, if it stands on one.",
        "m.space.ahead(1)",
    ),
    field(
        Builtin::SpacePieces,
        Sort::Space,
        "pieces",
        Type::many(Sort::Piece),
        "The pieces that stand there.",
        "count(m.space.pieces)",
    ),
    Entry {
        builtin: Builtin::SpaceAhead,
        receiver: Receiver::On(Sort::Space),
        name: "ahead",
        params: &[Type::one(Sort::Int)],
        result: Type::one(Sort::Space),
        doc: "The space so many spaces further on its track: around a ring, up to the end of a line. Negative numbers count back.",
        example: "m.space.ahead(2)",
    },
    field(
        Builtin::SpaceBeside,
        Sort::Space,
        "beside",
        Type::maybe(Sort::Space),
        "For a slot: the space of the track it lies beside.",
        "m.space.beside = none",
    ),
    field(
        Builtin::BagTiles,
        Sort::Bag,
        "tiles",
        Type::many(Sort::Tile),
        "The tiles left in it, in an order that says nothing of the order of drawing.",
        "first(t in pile.tiles where not any(t.placements))",
    ),
    field(
        Builtin::BagCount,
        Sort::Bag,
        "count",
        Type::one(Sort::Int),
        "How many tiles are left in it.",
        "pile.count = 0",
    ),
    field(Builtin::AwardTo, Sort::Award, "to", Type::one(Sort::Player), "Who will get it.", "a.to = active"),
    field(
        Builtin::CellNeighbours,
        Sort::Cell,
        "neighbours",
        Type::many(Sort::Tile),
        "The tiles on the four cells beside it.",
        "count(placed.cell.neighbours)",
    ),
    field(
        Builtin::CellAround,
        Sort::Cell,
        "around",
        Type::many(Sort::Tile),
        "The tiles on the eight cells around it.",
        "count(placed.cell.around)",
    ),
    Entry {
        builtin: Builtin::CellEast,
        receiver: Receiver::On(Sort::Cell),
        name: "east",
        params: &[Type::one(Sort::Tile)],
        result: Type::one(Sort::Int),
        doc: "How many cells it lies east of a laid tile, by the tile's own directions: turned as the tile is. Negative to the west.",
        example: "placed.cell.east(t) >= 0",
    },
    Entry {
        builtin: Builtin::CellSouth,
        receiver: Receiver::On(Sort::Cell),
        name: "south",
        params: &[Type::one(Sort::Tile)],
        result: Type::one(Sort::Int),
        doc: "How many cells it lies south of a laid tile, by the tile's own directions: turned as the tile is. Negative to the north.",
        example: "placed.cell.south(t) = 0",
    },
    field(
        Builtin::PlacementCell,
        Sort::Placement,
        "cell",
        Type::one(Sort::Cell),
        "Its cell.",
        "p.cell.neighbours",
    ),
];

impl Builtin {
    /// Lists all of them, also those that rules cannot name.
    pub fn all() -> impl Iterator<Item = Builtin> {
        BUILTINS.iter().map(|entry| entry.builtin).chain(UNNAMED.iter().map(|(builtin, _)| *builtin))
    }

    /// Returns how many arguments it takes.
    #[inline]
    pub fn arity(self) -> usize {
        usize::from(ARITIES[self as usize & (ARITIES.len() - 1)])
    }

    /// Returns whether its last argument is the feature kind to keep, or -1 for all: the native walk skips
    /// the others, so that `each road f in closed` costs nothing for a city.
    pub const fn narrows(self) -> bool {
        matches!(
            self,
            Builtin::Closed
                | Builtin::Extended
                | Builtin::Joined
                | Builtin::Occupied
                | Builtin::Features
                | Builtin::FeatureTouching
        )
    }

    /// Returns whether a decision may count its members and pick one without a list being written.
    pub fn is_counted(self) -> bool {
        self == Builtin::TilePlacements
    }

    /// Returns whether the answer is never below 0: it counts something, or there always is one.
    pub fn is_never_negative(self) -> bool {
        matches!(
            self,
            Builtin::Active
                | Builtin::Turn
                | Builtin::BagCount
                | Builtin::DeckCount
                | Builtin::PlayerSupply
                | Builtin::CommonSupply
                | Builtin::SupplyOf
                | Builtin::FeatureTiles
                | Builtin::FeatureOpen
                | Builtin::FeatureAround
                | Builtin::FeatureHeld
        )
    }

    /// Returns whether it is refused where its first argument is none: what is behind an answer is sure of that.
    pub fn refuses_none(self) -> bool {
        matches!(
            self,
            Builtin::TileFits
                | Builtin::TileAttr
                | Builtin::PlayerSupply
                | Builtin::PlayerPoints
                | Builtin::FeatureComplete
                | Builtin::FeatureTiles
                | Builtin::FeatureHolds
                | Builtin::FeatureHeld
                | Builtin::FeatureLeaders
                | Builtin::SpaceTaken
                | Builtin::TilePlacements
                | Builtin::FeaturePieces
                | Builtin::SpacePieces
        )
    }

    /// Returns its entry in the table, if rules can name it.
    pub fn entry(self) -> Option<&'static Entry> {
        BUILTINS.iter().find(|entry| entry.builtin == self)
    }
}

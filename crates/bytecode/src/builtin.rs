//! Everything a rule can ask. Each built-in has one row, which feeds the checker, the compiler, the machine, the
//! reference page and "did you mean". A built-in without a row does not compile.

mod drawn;
mod features;
mod info;
mod internal;
mod land;
mod pieces;
mod scores;
mod sides;
mod words;

use crate::effect_set::EffectSet;
pub use info::BuiltinInfo;

/// Declares the built-ins and counts them.
macro_rules! builtins {
    ($($name:ident),+ $(,)?) => {
        /// A question that the machine passes on to its host.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the row of the same name is the documentation")]
        pub enum Builtin {
            $($name),+
        }

        /// How many there are.
        const COUNT: usize = [$(Builtin::$name),+].len();
    };
}

builtins! {
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
    Pieces,
    PlayerNext,
    PieceOwner,
    PieceKind,
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
    TileShows,
    TileAdditions,
    TilePlacementsWith,
    CellTile,
    CellAt,
    CellRow,
    CellBox,
    CellInside,
    TileCovers,
    CellX,
    CellY,
    PlacementTurned,
    PlacementMisfits,
    TileLoosePlacements,
    TileParts,
    SegmentReach,
    SegmentNearest,
    SegmentOwn,
    SegmentEnds,
    CellBeside,
    Cells,
    PieceSpace,
    SpacePieces,
    SpaceAhead,
    SpaceBeside,
    PieceTile,
    TilePieces,
    CommonSupply,
    PlayerStock,
    CommonStock,
    PieceKeeper,
    PlayerKeeps,
    CellCorners,
    CornerTiles,
    CornerSegments,
    CornerPieces,
    PieceCorner,
    CellSides,
    CornerSides,
    SegmentSides,
    SegmentAgainst,
    SideCells,
    SideTiles,
    SideCorners,
    SideSegments,
    SidePieces,
    PieceSide,
    BagDiscarded,
    TileKeeper,
    PlayerTiles,
    DeckCount,
    DeckCards,
    DeckDiscarded,
    CardKeeper,
    CardDeck,
    RowMembers,
    CardSeenBy,
    PlayerCards,
    PlayerSpare,
    CommonSpare,
    // Internal ones, that rules cannot name.
    TileFits,
    SameFeature,
    FeatureRoot,
    IsFeatureKind,
    IsPieceKind,
    FeatureAttr,
    TileAttr,
    SpaceAttr,
    PieceFresh,
    PieceStamp,
    AwardNote,
    Scorings,
    LaidSegments,
    TrackSpaces,
    Numbers,
    NeutralPiece,
    SupplyOf,
    SpaceTaken,
    CornerTaken,
    SideTaken,
    QueryList,
    QueryAny,
    QueryCount,
    QueryFirst,
    QueryLeaders,
    ClosedAny,
    OccupiedAny,
    HandAny,
    VarMembers,
    VarHolds,
}

/// All built-ins that rules can name, in the order of the reference page.
pub const BUILTINS: &[BuiltinInfo] = &concatenated::<{ COUNT - INTERNAL.len() }>(&[
    words::WORDS,
    features::FEATURES,
    land::LAND,
    pieces::PIECES,
    sides::SIDES,
    drawn::DRAWN,
    scores::SCORES,
]);

/// What only the compiler asks.
pub const INTERNAL: &[BuiltinInfo] = internal::INTERNAL;

/// The rows by the number of the built-in.
const ROWS: [BuiltinInfo; COUNT] = {
    let all: [BuiltinInfo; COUNT] = concatenated(&[BUILTINS, INTERNAL]);
    let (mut rows, mut found, mut index) = (all, [false; COUNT], 0);
    while index < COUNT {
        let number = all[index].builtin as usize;
        assert!(!found[number], "a built-in has two rows, so that another one has none");
        assert!(!all[index].doc.is_empty(), "a row says nothing of what the built-in answers");
        assert!(!all[index].reads.is_all(), "a row does not say what the answer depends on");
        (rows[number], found[number], index) = (all[index], true, index + 1);
    }
    rows
};

/// The same, where the machine looks them up.
static BY_NUMBER: [BuiltinInfo; COUNT] = ROWS;

/// Arities by number: looked up while rules run.
static ARITIES: [u8; COUNT] = {
    let (mut arities, mut index) = ([0; COUNT], 0);
    while index < COUNT {
        (arities[index], index) = (ROWS[index].arity, index + 1);
    }
    arities
};

/// How many arguments a question takes at most.
pub const MAX_ARGS: usize = {
    let (mut most, mut index) = (0, 0);
    while index < COUNT {
        let BuiltinInfo { arity, is_counted, .. } = ROWS[index];
        assert!(
            !is_counted || arity as usize <= MAX_COUNTED_ARGS,
            "a set with too many arguments to be counted"
        );
        if arity as usize > most {
            most = arity as usize;
        }
        index += 1;
    }
    most
};

/// How many arguments a set may have that is counted instead of written down.
pub const MAX_COUNTED_ARGS: usize = 2;

/// Rows of several tables in one. A built-in without a row leaves a table too short, and does not compile.
const fn concatenated<const TOTAL: usize>(tables: &[&[BuiltinInfo]]) -> [BuiltinInfo; TOTAL] {
    let mut all = [tables[0][0]; TOTAL];
    let (mut table, mut filled) = (0, 0);
    while table < tables.len() {
        let mut index = 0;
        while index < tables[table].len() {
            all[filled] = tables[table][index];
            (index, filled) = (index + 1, filled + 1);
        }
        table += 1;
    }
    assert!(filled == TOTAL, "a built-in has no row");
    all
}

impl Builtin {
    /// Lists all of them, also the internal ones.
    pub fn all() -> impl Iterator<Item = Builtin> {
        BY_NUMBER.iter().map(|info| info.builtin)
    }

    /// Returns its row.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "there is a row for each")]
    pub fn info(self) -> &'static BuiltinInfo {
        &BY_NUMBER[self as usize]
    }

    /// Returns how many values it is asked with.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "there is an arity for each")]
    pub fn arity(self) -> usize {
        usize::from(ARITIES[self as usize])
    }

    /// Returns whether it asks one of the program's queries.
    pub fn asks_query(self) -> bool {
        matches!(
            self,
            Builtin::QueryList
                | Builtin::QueryAny
                | Builtin::QueryCount
                | Builtin::QueryFirst
                | Builtin::QueryLeaders
        )
    }

    /// Returns what its answer depends on, besides what it is asked with. One that asks a query depends on less:
    /// [`Query::reads`](crate::query::Query::reads) says on what.
    pub fn reads(self) -> EffectSet {
        self.info().reads
    }
}

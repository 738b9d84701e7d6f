//! What has been laid: tiles in cells, and the lists that everything else is kept in.

use crate::additions::NO_ROOT;
use crate::catalog::{Catalog, ShapeId};
use crate::features::Segment;
use crate::frontier::Frontier;
use crate::geometry::{Bounds, Cell, Neighbourhood};
use crate::grid::{FRONTIER_LIMIT, Grid, TILE_LIMIT};
use crate::halves::HalvedCell;
use crate::ports::Port;

/// The largest number of tiles on a board.
pub const MAX_TILES: usize = 8191;

// Every tile brings at most four cells to the frontier.
const _: () = assert!(MAX_TILES * 4 < FRONTIER_LIMIT && MAX_TILES < TILE_LIMIT);

/// The largest number of segments on a board.
pub const MAX_SEGMENTS: usize = u16::MAX as usize;

/// How many tiles a new board has room for before it allocates again.
const USUAL_TILES: usize = 96;

/// A tile on the board: its place in the order of laying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u16);

/// A segment on the board. Segments are numbered in the order of laying, those of one tile in the
/// order of its shape. Any segment of a feature serves as a handle of the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentId(pub u16);

impl SegmentId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tile as it was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The shape.
    pub shape: ShapeId,
    /// Where it lies.
    pub cell: Cell,
    /// Its first segment; the others follow.
    pub first: SegmentId,
    /// How many segments it has: those of its shape.
    pub count: u8,
    /// Quarter turns clockwise, 0..=3.
    pub rotation: u8,
}

impl Tile {
    /// The segments of the tile, in the order of its shape.
    pub fn segments(self) -> impl ExactSizeIterator<Item = SegmentId> + Clone {
        (0..u16::from(self.count)).map(move |place| self.segment(place))
    }

    /// The segment at a place in the tile's shape. The place must be below [`Tile::count`].
    #[must_use]
    pub const fn segment(self, place: u16) -> SegmentId {
        SegmentId(self.first.0 + place)
    }
}

/// The tiles laid so far and all that follows from them.
///
/// A board is used with one catalog. Queries about tiles and segments index by their handles and
/// panic on a handle that is not of this board; operations that change the board refuse instead.
///
/// Two boards are equal when the same operations made them; the order of laying matters.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) tiles: Vec<Tile>,
    pub(crate) segments: Vec<Segment>,
    /// The attributes of all segments one after another. Those of roots are merged.
    pub(crate) attrs: Vec<i32>,
    pub(crate) grid: Grid,
    pub(crate) frontier: Frontier,
    /// The cells with half tiles, in the order in which the first of each was laid.
    pub(crate) halved: Vec<HalvedCell>,
    /// Connections that geometry does not make, sorted, the smaller segment first.
    pub(crate) links: Vec<(SegmentId, SegmentId)>,
    /// Connections that used up an open end of either segment, sorted, the smaller segment first; several of the same
    /// two segments where these had several ends.
    pub(crate) end_links: Vec<(SegmentId, SegmentId)>,
    /// Connections that geometry makes and that do not hold, sorted, the smaller segment first.
    pub(crate) cuts: Vec<(SegmentId, SegmentId)>,
    /// How many segments rules have ended somewhere; see [`Board::close`].
    pub(crate) ended: usize,
    pub(crate) bounds: Option<Bounds>,
}

clone_fields!(Board {
    tiles,
    segments,
    attrs,
    grid,
    frontier,
    halved,
    links,
    end_links,
    cuts,
    ended,
    bounds
});

impl Board {
    /// An empty board with room for a usual number of tiles of the catalog.
    #[must_use]
    pub fn new(catalog: &Catalog) -> Self {
        Self {
            tiles: Vec::with_capacity(USUAL_TILES),
            segments: Vec::with_capacity(USUAL_TILES * catalog.tables.most_segments),
            attrs: Vec::new(),
            grid: Grid::new(),
            frontier: Frontier::default(),
            halved: Vec::new(),
            links: Vec::new(),
            end_links: Vec::new(),
            cuts: Vec::new(),
            ended: 0,
            bounds: None,
        }
    }

    /// Takes all tiles off the board and keeps the room.
    pub fn clear(&mut self) {
        self.tiles.clear();
        self.segments.clear();
        self.attrs.clear();
        self.grid.clear();
        self.frontier.cells.clear();
        self.halved.clear();
        self.links.clear();
        self.end_links.clear();
        self.cuts.clear();
        self.ended = 0;
        self.bounds = None;
    }

    /// The tiles in the order of laying, by [`TileId`].
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// How many numbers of segments are in use: those of all tiles, and the room that tiles leave for one that is
    /// [added](Board::add_segment).
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.segments.len()
    }

    /// All segments, in the order of their numbers.
    pub fn all_segments(&self) -> impl Iterator<Item = SegmentId> {
        let numbered = self.segments.iter().zip(0..);
        numbered.filter(|(segment, _)| segment.root != NO_ROOT).map(|(_, number)| SegmentId(number))
    }

    /// The tile in a cell; of two half tiles the one that was laid first.
    #[must_use]
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<TileId> {
        self.grid.get(cell).tile()
    }

    /// A tile as it was laid.
    #[must_use]
    #[inline]
    pub fn tile(&self, tile: TileId) -> Tile {
        self.tiles[usize::from(tile.0)]
    }

    /// The segment that owns a port of a tile as it lies on the board.
    #[must_use]
    pub fn segment_at(&self, catalog: &Catalog, tile: TileId, port: Port) -> Option<SegmentId> {
        let tile = self.tile(tile);
        catalog.tables.owner(tile.shape, tile.rotation, port).map(|place| tile.segment(place))
    }

    /// How many of the cells around a cell hold a tile.
    #[must_use]
    pub fn neighbours(&self, cell: Cell, neighbourhood: Neighbourhood) -> u8 {
        cell.around(neighbourhood).filter(|cell| self.tile_at(*cell).is_some()).count() as u8
    }

    /// The smallest rectangle that holds all tiles; nothing on an empty board.
    #[must_use]
    pub const fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// The empty cells beside a tile, on an empty board those that were [offered](Board::offer_first), in the
    /// order in which placements are offered.
    #[must_use]
    pub fn frontier(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.frontier.cells.iter().map(|empty| empty.cell)
    }
}

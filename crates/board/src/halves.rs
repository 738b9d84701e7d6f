//! Half tiles: two of them fill a cell, each with two sides of it, and meet at the diagonal between them.
//!
//! A cell with one half tile is taken for whole tiles and counts as a neighbour like any other. At the two sides that
//! the other half will have, and at the diagonal, nothing lies yet: what is open there stays open.

use crate::board::{Board, SegmentId, Tile, TileId};
use crate::catalog::Catalog;
use crate::delta::BoardDelta;
use crate::frontier::FrontierCell;
use crate::geometry::{Cell, side};
use crate::grid::Entry;
use crate::joining::EndedSegments;
use crate::placing::Checkpoint;

/// A cell with one half tile or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalvedCell {
    pub first: TileId,
    pub second: Option<TileId>,
    /// Where the second one will lie, and what it needs at its sides.
    pub gap: FrontierCell,
}

impl Board {
    /// The tile in a cell that has one of the cell's sides: of two half tiles the one that lies there, and none where
    /// there is no tile or the half of the cell is empty.
    #[must_use]
    #[inline]
    pub fn tile_facing(&self, cell: Cell, side: u8) -> Option<TileId> {
        let entry = self.grid.get(cell);
        let tile = entry.tile()?;
        if entry.is_halved() { self.half_facing(tile, side) } else { Some(tile) }
    }

    /// The tiles in a cell: none, one, or two half tiles in the order in which they were laid.
    pub fn tiles_in(&self, cell: Cell) -> impl Iterator<Item = TileId> + use<> {
        let first = self.tile_at(cell);
        let second = first.and_then(|first| self.halved_cell(first)?.second);
        first.into_iter().chain(second)
    }

    /// The tiles in a cell that touch one of its corners (0..=3, clockwise from the north-west): a half tile does where
    /// its short sides meet, and at the others once both halves lie.
    #[must_use]
    pub fn tiles_at_corner(&self, cell: Cell, corner: u8) -> [Option<TileId>; 2] {
        let entry = self.grid.get(cell);
        if !entry.is_halved() {
            return [entry.tile(), None];
        }
        // The side before the corner, clockwise, and the one behind it.
        let [before, behind] = [corner + 3, corner].map(|side| self.tile_facing(cell, side & 3));
        match (before, behind) {
            (Some(one), Some(other)) => [Some(one), behind.filter(|_| one != other)],
            (None, _) | (_, None) => [None, None],
        }
    }

    /// The other tile in the cell of a half tile, where one was laid.
    #[must_use]
    pub fn other_half(&self, tile: TileId) -> Option<TileId> {
        if self.halved.is_empty() {
            return None;
        }
        self.tiles_in(self.tile(tile).cell).find(|other| *other != tile)
    }

    /// How many cells hold half tiles, and how many of them only one.
    #[must_use]
    pub fn halved_cells(&self) -> (usize, usize) {
        (self.halved.len(), self.halved.iter().filter(|halved| halved.second.is_none()).count())
    }

    #[cold]
    fn half_facing(&self, first: TileId, side: u8) -> Option<TileId> {
        if side::is_of_half(side, self.tile(first).rotation) {
            Some(first)
        } else {
            self.halved_cell(first)?.second
        }
    }

    /// What is known of a cell by the half tile that was laid there first.
    pub(crate) fn halved_cell(&self, first: TileId) -> Option<&HalvedCell> {
        let place = self.halved.binary_search_by_key(&first, |halved| halved.first).ok()?;
        self.halved.get(place)
    }

    fn halved_cell_mut(&mut self, cell: Cell) -> Option<&mut HalvedCell> {
        let first = self.tile_at(cell)?;
        let place = self.halved.binary_search_by_key(&first, |halved| halved.first).ok()?;
        self.halved.get_mut(place)
    }

    /// Notes that the neighbour of a cell with one half tile shows an edge at a side of the empty half.
    pub(crate) fn require_in_gap(&mut self, cell: Cell, side: usize, edge: u32) {
        if let Some(halved) = self.halved_cell_mut(cell) {
            halved.gap.require(side, edge, 0);
        }
    }

    /// Notes that such a neighbour shows another edge than before.
    pub(crate) fn change_in_gap(&mut self, cell: Cell, side: usize, edge: u32) {
        if let Some(halved) = self.halved_cell_mut(cell) {
            halved.gap.change(side, edge, 0);
        }
    }

    /// Lets a half tile that is written down lie in its cell, at a place in the grid, and joins it with what it meets.
    #[cold]
    #[inline(never)]
    pub(crate) fn add_half(
        &mut self,
        catalog: &Catalog,
        id: TileId,
        center: usize,
        checkpoint: Checkpoint,
        delta: &mut BoardDelta,
    ) {
        let tile = self.tile(id);
        let Tile { shape, cell, rotation, .. } = tile;
        let info = catalog.tables.shapes[usize::from(shape.0)];
        let rotated = catalog.tables.rotated(shape, rotation);
        let sites = info.four_sites | info.eight_sites;
        let before = self.grid.at(center);
        let other = before.tile();
        match other {
            Some(first) => {
                self.grid.set(center, Entry::of_half(first, sites != 0 || before.has_sites()));
                if let Some(halved) = self.halved_cell_mut(cell) {
                    halved.second = Some(id);
                }
                self.share_cell(tile, self.tile(first));
            }
            None => {
                let mut gap = FrontierCell::new(cell);
                if let Some(place) = before.frontier() {
                    gap.signature = self.frontier.cells[usize::from(place)].signature;
                    let own = (0..4).filter(|side| side::is_of_half(*side, rotation));
                    gap.signature = own.fold(gap.signature, |sides, side| sides & !(0xFF << (side * 8)));
                    self.leave_frontier(place);
                }
                self.grid.set(center, Entry::of_half(id, sites != 0));
                self.halved.push(HalvedCell { first: id, second: None, gap });
            }
        }

        let places = self.grid.around(center);
        let around = places.map(|place| self.grid.at(place));
        let (mut met, mut ended) = (sites, EndedSegments::default());
        if catalog.tables.closes_at_limits {
            met |= self.end_at_limits(catalog, tile);
        }
        let cells = (&around, &places);
        for side in (0..4).filter(|side| side::is_of_half(*side as u8, rotation)) {
            met |= self.meet_side(catalog, tile, rotated, side, cells, checkpoint, &mut ended, delta);
        }
        if let Some(first) = other {
            met |= catalog.tables.long_side(shape).map_or(0, |long| long.at);
            let first = self.tile(first);
            self.join_ports(catalog, tile, side::DIAGONAL, first, checkpoint.since, &mut ended, delta);
        }
        let is_first = other.is_none();
        self.report_laid(catalog, (id, tile), (&info, met), &around, is_first, &ended, checkpoint, delta);
    }

    /// Marks the segments of a kind that both halves of a cell have, for a feature with several of them lies there once.
    fn share_cell(&mut self, one: Tile, other: Tile) {
        for (own, theirs) in [(one, other), (other, one)] {
            for segment in own.segments() {
                let kind = self.kind(segment);
                if theirs.segments().any(|across| self.kind(across) == kind) {
                    let own = &mut self.segments[segment.index()];
                    own.siblings |= 1 << own.place;
                }
            }
        }
    }

    /// Whether the other half tile in a segment's cell has one of a feature, given by its root, that comes before a number.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_in_other_half(&self, member: SegmentId, root: SegmentId, before: SegmentId) -> bool {
        let other = self.other_half(self.segment_tile(member)).map(|other| self.tile(other));
        other.is_some_and(|other| {
            other.segments().any(|segment| segment < before && self.find(segment) == root)
        })
    }
}

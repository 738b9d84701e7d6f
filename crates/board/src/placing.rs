//! Laying a tile.

use crate::additions::NO_ROOT;
use crate::board::{Board, MAX_SEGMENTS, MAX_TILES, SegmentId, Tile, TileId};
use crate::catalog::{Catalog, ShapeId};
use crate::delta::{BoardDelta, Refusal};
use crate::edge_matching::EdgeMatcher;
use crate::features::{Segment, bits};
use crate::frontier::FrontierCell;
use crate::geometry::{BESIDE_IN_AROUND, Bounds, Cell, SHARES_A_SIDE};
use crate::grid::Entry;
use crate::joining::EndedSegments;
use crate::shape_tables::{RotatedShape, SegmentInfo, ShapeInfo};

/// What was there before the tiles that are laid as one: the number of segments and of changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    pub since: SegmentId,
    pub closed: usize,
    pub extended: usize,
    pub joined: usize,
}

impl Board {
    /// Whether a tile of the shape may follow in the cell: the cell is empty, there is a tile
    /// beside it, and the sides fit. A blank edge fits nothing.
    #[must_use]
    pub fn fits(&self, catalog: &Catalog, shape: ShapeId, cell: Cell, rotation: u8) -> bool {
        self.misfits(catalog, shape, cell, rotation) == Some(0)
    }

    /// How many sides of the shape would lie against one that they do not fit; nothing where it cannot follow
    /// at all: the cell is taken or has no tile beside it, or a blank edge would be against another.
    #[must_use]
    pub fn misfits(&self, catalog: &Catalog, shape: ShapeId, cell: Cell, rotation: u8) -> Option<u8> {
        if catalog.tables.is_half(shape) {
            return self.half_misfits(catalog, shape, cell, rotation & 3);
        }
        let place = usize::from(self.grid.get(cell).frontier()?);
        if usize::from(shape.0) >= catalog.tables.shapes.len() || !catalog.tables.limits.contains(cell) {
            return None;
        }
        let empty = self.frontier.cells[place];
        let matching = EdgeMatcher::new(&catalog.tables.compatibility, 0);
        matching.misfits(catalog.tables.rotated(shape, rotation & 3).edges, &empty, false)
    }

    /// Whether a tile of the shape can be laid in the cell at all: the cell is empty and within
    /// limits, and the sides fit whatever neighbours there are. Two blank edges match here, as
    /// they do between the cells of a layout; [`Board::fits`] says what may follow in play.
    #[must_use]
    pub fn can_place(&self, catalog: &Catalog, shape: ShapeId, cell: Cell, rotation: u8) -> bool {
        self.check_cell(catalog, shape, cell, rotation, 0).is_ok()
    }

    /// Lays a tile of the shape, turned clockwise by quarter turns (0..=3; larger numbers wrap),
    /// wherever [`Board::can_place`] holds, and joins its segments with those of the neighbours.
    ///
    /// # Errors
    /// Refuses an unknown shape, a cell that is taken or too far away, sides that do not fit,
    /// and more tiles or segments than a board holds.
    pub fn place(
        &mut self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
        delta: &mut BoardDelta,
    ) -> Result<TileId, Refusal> {
        self.check_cell(catalog, shape, cell, rotation, 0)?;
        self.check_room(catalog, 1, usize::from(catalog.tables.shapes[usize::from(shape.0)].count))?;
        let checkpoint = self.checkpoint(delta);
        Ok(self.add_tile(catalog, shape, cell, rotation & 3, checkpoint, delta))
    }

    /// Lays a tile of the shape beside what has been laid, where [`Board::misfits`] finds at most so many sides
    /// that do not fit. At those everything ends that does not meet its like.
    ///
    /// # Errors
    /// Refuses with [`Refusal::Mismatch`] a cell where it cannot follow, further an unknown shape and more
    /// tiles or segments than a board holds.
    pub fn place_adjacent(
        &mut self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
        most: u8,
        delta: &mut BoardDelta,
    ) -> Result<TileId, Refusal> {
        let info = catalog.tables.shapes.get(usize::from(shape.0)).ok_or(Refusal::UnknownShape)?;
        if info.is_half {
            let misfits = self.half_misfits(catalog, shape, cell, rotation & 3);
            misfits.filter(|misfits| *misfits <= most).ok_or(Refusal::Mismatch)?;
            self.check_room(catalog, 1, usize::from(info.count))?;
            let checkpoint = self.checkpoint(delta);
            return Ok(self.add_tile(catalog, shape, cell, rotation & 3, checkpoint, delta));
        }
        let place = self.grid.get(cell).frontier().ok_or(Refusal::Mismatch)?;
        let empty = self.frontier.cells[usize::from(place)];
        let edges = catalog.tables.rotated(shape, rotation & 3).edges;
        if !EdgeMatcher::new(&catalog.tables.compatibility, most).fits(edges, &empty) {
            return Err(Refusal::Mismatch);
        }
        self.check_room(catalog, 1, usize::from(info.count))?;
        let checkpoint = self.checkpoint(delta);
        Ok(self.add_tile(catalog, shape, cell, rotation & 3, checkpoint, delta))
    }

    /// Whether there is room for so many more tiles and segments.
    pub(crate) fn check_room(&self, catalog: &Catalog, tiles: usize, segments: usize) -> Result<(), Refusal> {
        if self.tiles.len() + tiles > MAX_TILES {
            return Err(Refusal::TooManyTiles);
        }
        if self.segments.len() + segments + tiles * catalog.tables.spare > MAX_SEGMENTS {
            return Err(Refusal::TooManySegments);
        }
        Ok(())
    }

    /// What was there before the tiles that are laid as one.
    pub(crate) fn checkpoint(&self, delta: &BoardDelta) -> Checkpoint {
        Checkpoint {
            since: SegmentId(self.segments.len() as u16),
            closed: delta.closed.len(),
            extended: delta.extended.len(),
            joined: delta.joined.len(),
        }
    }

    /// Lays a tile that was checked, turned by 0 to 3 quarter turns.
    pub(crate) fn add_tile(
        &mut self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
        checkpoint: Checkpoint,
        delta: &mut BoardDelta,
    ) -> TileId {
        let info = catalog.tables.shapes[usize::from(shape.0)];
        let rotated = catalog.tables.rotated(shape, rotation);
        let id = TileId(self.tiles.len() as u16);
        let tile =
            Tile { shape, cell, first: SegmentId(self.segments.len() as u16), count: info.count, rotation };
        let sites = info.four_sites | info.eight_sites;
        let center = self.grid.make_room(cell);
        if self.tiles.is_empty() {
            self.forget_offered();
        }
        self.tiles.push(tile);
        self.extend_bounds(cell);
        self.add_segments(catalog, id, tile);
        if info.is_half {
            self.add_half(catalog, id, center, checkpoint, delta);
            return id;
        }
        if let Some(frontier) = self.grid.at(center).frontier() {
            self.leave_frontier(frontier);
        }
        self.grid.set(center, Entry::of_tile(id, sites != 0));

        let places = self.grid.around(center);
        let around = places.map(|place| self.grid.at(place));
        let (mut met, mut ended) = (sites, EndedSegments::default());
        if catalog.tables.closes_at_limits {
            met |= self.end_at_limits(catalog, tile);
        }
        let cells = (&around, &places);
        for side in 0..4 {
            met |= self.meet_side(catalog, tile, rotated, side, cells, checkpoint, &mut ended, delta);
        }
        self.report_laid(catalog, (id, tile), (&info, met), &around, true, &ended, checkpoint, delta);
        id
    }

    /// Joins a new tile with what lies beside one of its sides, or tells the empty cell there of it. Returns the
    /// segments that have a tile beside them by that, one bit each.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a tile, what is beside it, and what they change")]
    pub(crate) fn meet_side(
        &mut self,
        catalog: &Catalog,
        tile: Tile,
        rotated: &RotatedShape,
        side: usize,
        (around, places): (&[Entry; 8], &[usize; 8]),
        checkpoint: Checkpoint,
        ended: &mut EndedSegments,
        delta: &mut BoardDelta,
    ) -> u16 {
        let entry = around[BESIDE_IN_AROUND[side]];
        if let Some(other) = entry.tile() {
            self.join_side(catalog, tile, side, other, checkpoint.since, ended, delta);
            return rotated.at_side[side];
        }
        let edge = rotated.needed >> (side * 8) & 0xFF;
        let code = catalog.tables.fit_table.code(side ^ 2, edge);
        match entry.frontier() {
            Some(frontier) => self.frontier.cells[usize::from(frontier)].require(side ^ 2, edge, code),
            None => {
                let mut empty = FrontierCell::new(tile.cell.beside(side as u8));
                empty.require(side ^ 2, edge, code);
                self.add_frontier(catalog, empty, places[BESIDE_IN_AROUND[side]]);
            }
        }
        0
    }

    /// Counts what is around the sites of a new tile and, where it is the first in its cell, around which sites it
    /// lies, and tells what it changed.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a tile, what is around it, and what they change")]
    pub(crate) fn report_laid(
        &mut self,
        catalog: &Catalog,
        (id, tile): (TileId, Tile),
        (info, met): (&ShapeInfo, u16),
        around: &[Entry; 8],
        is_first: bool,
        ended: &EndedSegments,
        checkpoint: Checkpoint,
        delta: &mut BoardDelta,
    ) {
        // A feature that swallowed another may have been swallowed since.
        for joined in &mut delta.joined[checkpoint.joined..] {
            joined.feature = self.segments[joined.absorbed.index()].root;
        }
        if info.four_sites | info.eight_sites != 0 {
            self.count_new_sites(tile, info.four_sites, info.eight_sites, around);
        }
        self.report_met(tile, met, checkpoint, delta);
        for segment in ended.segments() {
            self.report_closed(self.find(segment), checkpoint.closed, delta);
        }
        if is_first && around.iter().fold(false, |any, entry| any | entry.has_sites()) {
            self.fill_sites_around(catalog, around, delta, checkpoint.closed);
        }
        delta.placed = Some(id);
    }

    /// Whether the tile can be laid there where so many sides need not fit; returns how many do not.
    pub(crate) fn check_cell(
        &self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
        most: u8,
    ) -> Result<u8, Refusal> {
        if usize::from(shape.0) >= catalog.tables.shapes.len() {
            return Err(Refusal::UnknownShape);
        }
        if !catalog.tables.limits.contains(cell) {
            return Err(catalog.out_of_limits());
        }
        if catalog.tables.is_half(shape) {
            return self.check_half(catalog, shape, cell, rotation & 3, most);
        }
        let entry = self.grid.get(cell);
        if entry.is_tile() {
            return Err(Refusal::Occupied);
        }
        let Some(place) = entry.frontier() else { return Ok(0) };
        let edges = catalog.tables.rotated(shape, rotation & 3).edges;
        let empty = self.frontier.cells[usize::from(place)];
        let misfits = EdgeMatcher::new(&catalog.tables.compatibility, most).misfits(edges, &empty, true);
        misfits.filter(|misfits| *misfits <= most).ok_or(Refusal::Mismatch)
    }

    /// Lets the first tile lie in any of these cells, which are all that the frontier holds until then. Cells beyond
    /// the limits are left out, and nothing happens once a tile lies.
    pub fn offer_first(&mut self, catalog: &Catalog, cells: impl IntoIterator<Item = Cell>) {
        if !self.tiles.is_empty() {
            return;
        }
        self.forget_offered();
        for cell in cells {
            let place = self.grid.make_room(cell);
            if self.grid.at(place).frontier().is_none() {
                self.add_frontier(catalog, FrontierCell::new(cell), place);
            }
        }
    }

    #[cold]
    pub(crate) fn forget_offered(&mut self) {
        while let Some(empty) = self.frontier.cells.pop() {
            let place = self.grid.place(empty.cell);
            self.grid.set(place, Entry::EMPTY);
        }
    }

    pub(crate) fn leave_frontier(&mut self, frontier: u16) {
        if let Some(moved) = self.frontier.remove(frontier) {
            let place = self.grid.place(moved);
            self.grid.set(place, Entry::of_frontier(frontier));
        }
    }

    /// Notes that an empty cell, at a place in the grid, has a first tile beside it.
    fn add_frontier(&mut self, catalog: &Catalog, empty: FrontierCell, place: usize) {
        // Cells beyond the limits never take a tile and are not offered.
        if catalog.tables.limits.contains(empty.cell) {
            let frontier = self.frontier.push(empty);
            self.grid.set(place, Entry::of_frontier(frontier));
        }
    }

    fn extend_bounds(&mut self, cell: Cell) {
        let bounds = self.bounds.get_or_insert(Bounds { least: cell, greatest: cell });
        bounds.least.x = bounds.least.x.min(cell.x);
        bounds.least.y = bounds.least.y.min(cell.y);
        bounds.greatest.x = bounds.greatest.x.max(cell.x);
        bounds.greatest.y = bounds.greatest.y.max(cell.y);
    }

    /// Appends the segments of a tile, each a feature of its own with all ports unmatched.
    #[inline(always)]
    fn add_segments(&mut self, catalog: &Catalog, id: TileId, tile: Tile) {
        let infos = catalog.tables.segments_of(tile.shape);
        let (first, first_attr) = (tile.first.0, self.attrs.len() as u32);
        self.segments.extend(infos.iter().map(|info| Segment {
            tile: id.0,
            root: SegmentId(info.template.root.0 + first),
            next: SegmentId(info.template.next.0 + first),
            first_attr: info.template.first_attr + first_attr,
            ..info.template
        }));
        // The attributes of a shape lie together in the catalog as they do on the board.
        self.attrs.extend_from_slice(catalog.tables.attrs_of_shape(tile.shape));
        if catalog.tables.spare != 0 {
            self.leave_room(id, infos);
        }
    }

    /// Leaves room for a segment that is added to a tile.
    #[cold]
    fn leave_room(&mut self, tile: TileId, infos: &[SegmentInfo]) {
        // A tile without segments is crossed by nothing.
        if let Some(info) = infos.first() {
            self.segments.push(Segment { tile: tile.0, root: NO_ROOT, next: NO_ROOT, ..info.template });
        }
    }

    /// Matches one port of a segment and returns the root of its feature.
    pub(crate) fn match_port(&mut self, segment: SegmentId) -> SegmentId {
        self.fill(segment, 1)
    }

    /// Matches so many ports of a segment, or fills so many cells around a site, where a rule has not ended it.
    /// Returns the root of its feature.
    pub(crate) fn fill(&mut self, segment: SegmentId, count: u8) -> SegmentId {
        let own = &mut self.segments[segment.index()];
        let filled = count.min(own.unmatched);
        own.unmatched -= filled;
        let root = own.root;
        self.segments[root.index()].open -= u32::from(filled);
        root
    }

    /// Counts the tiles that are already around the sites of a new tile.
    #[inline(always)]
    fn count_new_sites(&mut self, tile: Tile, four_sites: u16, eight_sites: u16, around: &[Entry; 8]) {
        let eight = around.iter().filter(|entry| entry.is_tile()).count() as u8;
        let beside = BESIDE_IN_AROUND.iter().filter(|place| around[**place].is_tile());
        let four = beside.count() as u8;
        for (sites, filled) in [(eight_sites, eight), (four_sites, four)] {
            for place in bits(sites) {
                self.fill(tile.segment(place), filled);
            }
        }
    }

    /// Reports the features of some segments of a new tile, one bit each: those that had a tile beside them.
    #[inline(always)]
    fn report_met(&self, tile: Tile, met: u16, checkpoint: Checkpoint, delta: &mut BoardDelta) {
        for place in bits(met) {
            let root = self.find(tile.segment(place));
            if root < checkpoint.since && !delta.extended[checkpoint.extended..].contains(&root) {
                delta.extended.push(root);
            }
            self.report_closed(root, checkpoint.closed, delta);
        }
    }

    /// Reports a feature, given by its root, if it is complete and was not reported before.
    fn report_closed(&self, root: SegmentId, start: usize, delta: &mut BoardDelta) {
        if self.segments[root.index()].open == 0 && !delta.closed[start..].contains(&root) {
            delta.closed.push(root);
        }
    }

    #[inline(always)]
    fn fill_sites_around(
        &mut self,
        catalog: &Catalog,
        around: &[Entry; 8],
        delta: &mut BoardDelta,
        closed_start: usize,
    ) {
        for (entry, shares_a_side) in around.iter().zip(SHARES_A_SIDE) {
            let Some(other) = entry.tile().filter(|_| entry.has_sites()) else {
                continue;
            };
            self.fill_sites_of(catalog, other, shares_a_side, delta, closed_start);
            if entry.is_halved()
                && let Some(second) = self.other_half(other)
            {
                self.fill_sites_of(catalog, second, shares_a_side, delta, closed_start);
            }
        }
    }

    /// Fills a cell around the sites of a tile.
    #[inline(always)]
    fn fill_sites_of(
        &mut self,
        catalog: &Catalog,
        tile: TileId,
        shares_a_side: bool,
        delta: &mut BoardDelta,
        closed_start: usize,
    ) {
        let tile = self.tile(tile);
        let info = &catalog.tables.shapes[usize::from(tile.shape.0)];
        let sites = info.eight_sites | if shares_a_side { info.four_sites } else { 0 };
        for place in bits(sites) {
            let site = tile.segment(place);
            if self.open(site) != 0 {
                let root = self.match_port(site);
                self.report_closed(root, closed_start, delta);
            }
        }
    }
}

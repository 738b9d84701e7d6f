//! Laying a tile.

use crate::board::{Board, Bounds, MAX_SEGMENTS, MAX_TILES, SegmentId, Tile, TileId};
use crate::catalog::{Catalog, ShapeId};
use crate::facts::{Facts, Joined, Refusal};
use crate::features::Segment;
use crate::geometry::{BESIDE_IN_AROUND, Cell, SHARES_A_SIDE};
use crate::grid::Entry;
use crate::turned::NO_OWNER;

impl Board {
    /// Whether a tile of the shape may follow in the cell: the cell is empty, there is a tile
    /// beside it, and the edges match. A blank edge matches nothing.
    #[must_use]
    pub fn fits(&self, catalog: &Catalog, shape: ShapeId, cell: Cell, rotation: u8) -> bool {
        let Some(place) = self.grid.get(cell).frontier() else { return false };
        self.can_lay(catalog, shape, cell, rotation)
            && self.frontier.fits(place, catalog.tables.turned(shape, rotation & 3).edges)
    }

    /// Whether a tile of the shape can be laid in the cell at all: the cell is empty and within
    /// limits, and the edges match whatever neighbours there are. Two blank edges match here, as
    /// they do between the cells of a layout; [`Board::fits`] says what may follow in play.
    #[must_use]
    pub fn can_lay(&self, catalog: &Catalog, shape: ShapeId, cell: Cell, rotation: u8) -> bool {
        self.check_cell(catalog, shape, cell, rotation).is_ok()
    }

    /// Lays a tile of the shape, turned clockwise by quarter turns (0..=3; larger numbers wrap),
    /// wherever [`Board::can_lay`] holds, and joins its segments with those of the neighbours.
    ///
    /// # Errors
    /// Refuses an unknown shape, a cell that is taken or too far away, edges that do not match,
    /// and more tiles or segments than a board holds.
    pub fn place(
        &mut self,
        catalog: &Catalog,
        shape: ShapeId,
        cell: Cell,
        rotation: u8,
        facts: &mut Facts,
    ) -> Result<TileId, Refusal> {
        let rotation = rotation & 3;
        self.check_cell(catalog, shape, cell, rotation)?;
        let info = catalog.tables.shapes[usize::from(shape.0)];
        if self.tiles.len() >= MAX_TILES {
            return Err(Refusal::TooManyTiles);
        }
        if self.segments.len() + usize::from(info.count) > MAX_SEGMENTS {
            return Err(Refusal::TooManySegments);
        }

        let id = TileId(self.tiles.len() as u16);
        let tile =
            Tile { shape, cell, first: SegmentId(self.segments.len() as u16), count: info.count, rotation };
        self.grid.make_room(cell);
        let center = self.grid.place(cell);
        if let Some(frontier) = self.grid.at(center).frontier() {
            self.leave_frontier(frontier);
        }
        let has_sites = info.four_sites | info.eight_sites != 0;
        self.grid.set(center, Entry::of_tile(id, has_sites));
        self.tiles.push(tile);
        self.extend_bounds(cell);
        self.add_segments(catalog, id, tile);

        let places = self.grid.around(center);
        let around = places.map(|place| self.grid.at(place));
        let closed_start = facts.closed.len();
        let joined_start = facts.joined.len();
        let edges = catalog.tables.turned(shape, rotation).edges;
        for (side, beside) in BESIDE_IN_AROUND.into_iter().enumerate() {
            if let Some(other) = around[beside].tile() {
                self.meet(catalog, tile, side, other, facts);
            } else {
                let edge = edges >> (side * 8) & 0xFF;
                self.show_edge(cell.beside(side as u8), places[beside], side ^ 2, edge);
            }
        }
        // A feature that swallowed another may have been swallowed since.
        for joined in &mut facts.joined[joined_start..] {
            joined.feature = self.segments[joined.absorbed.index()].root;
        }
        if has_sites {
            self.settle_new_sites(tile, info.four_sites, info.eight_sites, &around);
        }
        self.report_new_segments(catalog, tile, facts, closed_start);
        self.fill_sites_around(catalog, &around, facts, closed_start);
        facts.placed = Some(id);
        Ok(id)
    }

    fn check_cell(&self, catalog: &Catalog, shape: ShapeId, cell: Cell, rotation: u8) -> Result<(), Refusal> {
        if usize::from(shape.0) >= catalog.tables.shapes.len() {
            return Err(Refusal::UnknownShape);
        }
        if !cell.is_within_limits() {
            return Err(Refusal::OutOfRange);
        }
        let entry = self.grid.get(cell);
        if entry.is_tile() {
            return Err(Refusal::Occupied);
        }
        let edges = catalog.tables.turned(shape, rotation & 3).edges;
        match entry.frontier() {
            Some(place) if !self.frontier.meets(place, edges) => Err(Refusal::Mismatch),
            _ => Ok(()),
        }
    }

    fn leave_frontier(&mut self, frontier: u16) {
        if let Some(moved) = self.frontier.remove(frontier) {
            let place = self.grid.place(moved);
            self.grid.set(place, Entry::of_frontier(frontier));
        }
    }

    /// Tells the empty cell at a place in the grid which edge it now has at a side.
    fn show_edge(&mut self, cell: Cell, place: usize, side: usize, edge: u32) {
        let frontier = match self.grid.at(place).frontier() {
            Some(frontier) => frontier,
            // Cells beyond the limits never take a tile and are not offered.
            None if !cell.is_within_limits() => return,
            None => {
                let frontier = self.frontier.push(cell);
                self.grid.set(place, Entry::of_frontier(frontier));
                frontier
            }
        };
        self.frontier.require(frontier, side, edge);
    }

    fn extend_bounds(&mut self, cell: Cell) {
        let bounds = self.bounds.get_or_insert(Bounds { least: cell, greatest: cell });
        bounds.least.x = bounds.least.x.min(cell.x);
        bounds.least.y = bounds.least.y.min(cell.y);
        bounds.greatest.x = bounds.greatest.x.max(cell.x);
        bounds.greatest.y = bounds.greatest.y.max(cell.y);
    }

    /// Appends the segments of a tile, each a feature of its own with all ports unmatched.
    fn add_segments(&mut self, catalog: &Catalog, id: TileId, tile: Tile) {
        let infos = catalog.tables.segments_of(tile.shape);
        let attrs = catalog.tables.attrs_of_shape(tile.shape);
        // The attributes of a shape lie together in the catalog as they do on the board.
        let shift = (self.attrs.len() as u32).wrapping_sub(infos.first().map_or(0, |info| info.first_attr));
        self.attrs.extend_from_slice(attrs);
        let segments = infos.iter().zip(tile.segments());
        self.segments.extend(segments.map(|(info, segment)| Segment {
            tile: id.0,
            siblings: info.siblings,
            own_occupants: 0,
            adjustment: 0,
            first_attr: info.first_attr.wrapping_add(shift),
            unmatched: info.reach,
            kind: info.kind,
            attr_count: info.attr_count,
            root: segment,
            next: segment,
            size: 1,
            tiles: 1,
            open: u32::from(info.reach),
            occupants: 0,
        }));
    }

    /// Matches the ports of a new tile with those of its neighbour at a side.
    fn meet(&mut self, catalog: &Catalog, tile: Tile, side: usize, other: TileId, facts: &mut Facts) {
        let other = self.tile(other);
        let own_ports = &catalog.tables.turned(tile.shape, tile.rotation).owners;
        let other_ports = &catalog.tables.turned(other.shape, other.rotation).owners;
        let (own_side, other_side) = (side * 3, (side ^ 2) * 3);
        for part in 0..3 {
            let own = own_ports[own_side + part];
            let theirs = other_ports[other_side + 2 - part];
            // Equal edges have owners at the same ports: the catalog was checked for that.
            if own == NO_OWNER || theirs == NO_OWNER {
                continue;
            }
            let own = tile.segment(u16::from(own));
            let theirs = other.segment(u16::from(theirs));
            self.match_port(own);
            self.match_port(theirs);
            // An older segment is always preferred as a root, so that a root on the new tile
            // means a feature that did not exist before. Theirs always did.
            let own_existed = self.find(own) < tile.first;
            let absorbed = self.merge(catalog, own, theirs).filter(|_| own_existed);
            facts.joined.extend(absorbed.map(|absorbed| Joined { feature: absorbed, absorbed }));
        }
    }

    /// Matches one port of a segment, or fills one cell around a site.
    fn match_port(&mut self, segment: SegmentId) {
        let own = &mut self.segments[segment.index()];
        let before = own.own_open();
        own.unmatched = own.unmatched.saturating_sub(1);
        let difference = before - own.own_open();
        self.root_of_mut(segment).open -= difference;
    }

    /// Counts the tiles that are already around the sites of a new tile.
    fn settle_new_sites(&mut self, tile: Tile, four_sites: u16, eight_sites: u16, around: &[Entry; 8]) {
        for (entry, shares_a_side) in around.iter().zip(SHARES_A_SIDE) {
            if entry.is_tile() {
                let sites = eight_sites | if shares_a_side { four_sites } else { 0 };
                self.fill_sites(tile, sites, |_, _| {});
            }
        }
    }

    /// Fills one cell around some sites of a tile and hands on those that became complete by it.
    fn fill_sites(&mut self, tile: Tile, mut sites: u16, mut on_closed: impl FnMut(&Self, SegmentId)) {
        while sites != 0 {
            let site = tile.segment(sites.trailing_zeros() as u16);
            sites &= sites - 1;
            let was_open = self.open(site) != 0;
            self.match_port(site);
            if was_open && self.open(site) == 0 {
                on_closed(self, site);
            }
        }
    }

    fn report_new_segments(&self, catalog: &Catalog, tile: Tile, facts: &mut Facts, closed_start: usize) {
        let extended_start = facts.extended.len();
        let infos = catalog.tables.segments_of(tile.shape);
        for (segment, info) in self.segments[tile.first.index()..].iter().zip(infos) {
            let root = segment.root;
            if root < tile.first && !facts.extended[extended_start..].contains(&root) {
                facts.extended.push(root);
            }
            // A segment that never reaches out is complete, but did not become so.
            if self.segments[root.index()].open == 0
                && info.reach != 0
                && !facts.closed[closed_start..].contains(&root)
            {
                facts.closed.push(root);
            }
        }
    }

    fn fill_sites_around(
        &mut self,
        catalog: &Catalog,
        around: &[Entry; 8],
        facts: &mut Facts,
        closed_start: usize,
    ) {
        for (entry, shares_a_side) in around.iter().zip(SHARES_A_SIDE) {
            let Some(other) = entry.tile_with_sites() else {
                continue;
            };
            let other = self.tile(other);
            let info = &catalog.tables.shapes[usize::from(other.shape.0)];
            let sites = info.eight_sites | if shares_a_side { info.four_sites } else { 0 };
            self.fill_sites(other, sites, |board, site| {
                let root = board.find(site);
                if !facts.closed[closed_start..].contains(&root) {
                    facts.closed.push(root);
                }
            });
        }
    }
}

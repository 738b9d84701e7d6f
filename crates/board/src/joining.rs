//! Joining a new tile with what lies against its sides.

use crate::board::{Board, SegmentId, Tile, TileId};
use crate::catalog::Catalog;
use crate::delta::{BoardDelta, Joined};
use crate::geometry::{Cell, side};
use crate::ports::Port;
use crate::shape_tables::NO_OWNER;

/// Segments of neighbours that may have ended at a new tile: at most one for each of its ports.
#[derive(Debug)]
pub(crate) struct EndedSegments {
    segments: [SegmentId; Port::AT_SIDES],
    count: usize,
}

impl Default for EndedSegments {
    fn default() -> Self {
        Self { segments: [SegmentId(0); Port::AT_SIDES], count: 0 }
    }
}

impl EndedSegments {
    pub fn push(&mut self, segment: SegmentId) {
        if let Some(place) = self.segments.get_mut(self.count) {
            *place = segment;
            self.count += 1;
        }
    }

    pub fn segments(&self) -> impl Iterator<Item = SegmentId> + '_ {
        self.segments.iter().take(self.count).copied()
    }
}

impl Board {
    /// Matches the ports of a new tile with those of its neighbour at a side.
    // Half tiles are joined with it as well, which would keep it from standing where whole ones are laid.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a tile, its neighbour, and what they change")]
    pub(crate) fn join_side(
        &mut self,
        catalog: &Catalog,
        tile: Tile,
        side: usize,
        other: TileId,
        since: SegmentId,
        ended: &mut EndedSegments,
        delta: &mut BoardDelta,
    ) {
        let other = self.tile(other);
        let own = catalog.tables.rotated(tile.shape, tile.rotation);
        let theirs = catalog.tables.rotated(other.shape, other.rotation);
        let (own_side, other_side) = (side * 3, (side ^ 2) * 3);
        let edge = |edges: u32, side: usize| edges >> (side * 8) & 0xFF;
        // Over a side there is mostly nothing, and no owner at all has all bits set.
        let over = own.over(side) & theirs.over(side ^ 2);
        if edge(own.edges, side) != edge(theirs.needed, side ^ 2) || over != NO_OWNER || self.ended != 0 {
            return self.join_uneven_side(catalog, tile, side, other.cell, since, ended, delta);
        }
        for part in 0..3 {
            let own = own.owners[own_side + part];
            let theirs = theirs.owners[other_side + 2 - part];
            // Edges that mirror each other have owners at the same ports: the catalog was checked for that.
            if own == NO_OWNER || theirs == NO_OWNER {
                continue;
            }
            let own = self.match_port(tile.segment(u16::from(own)));
            let theirs = self.match_port(other.segment(u16::from(theirs)));
            self.join(catalog, own, theirs, since, delta);
        }
    }

    /// The same where the edges differ, something lies over them, a rule has ended a segment, or half tiles lie in the
    /// cell there, of which the one that has the side is met.
    #[cold]
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "a tile, its neighbour, and what they change")]
    fn join_uneven_side(
        &mut self,
        catalog: &Catalog,
        tile: Tile,
        side: usize,
        beside: Cell,
        since: SegmentId,
        ended: &mut EndedSegments,
        delta: &mut BoardDelta,
    ) {
        match self.tile_facing(beside, side as u8 ^ 2) {
            Some(other) => {
                self.join_ports(catalog, tile, side as u8, self.tile(other), since, ended, delta);
            }
            None => {
                let needed = catalog.tables.rotated(tile.shape, tile.rotation).needed;
                self.require_in_gap(beside, side ^ 2, needed >> (side * 8) & 0xFF);
            }
        }
    }

    /// Joins a new tile with another at a side, which may be the long one of both, wherever the two show the same. What
    /// has no partner there ends.
    #[expect(clippy::too_many_arguments, reason = "a tile, its neighbour, and what they change")]
    pub(crate) fn join_ports(
        &mut self,
        catalog: &Catalog,
        tile: Tile,
        side: u8,
        other: Tile,
        since: SegmentId,
        ended: &mut EndedSegments,
        delta: &mut BoardDelta,
    ) {
        let opposite = side::opposite(side);
        for port in Port::along(side) {
            if let Some(own) = catalog.tables.owner(tile.shape, tile.rotation, *port) {
                self.match_port(tile.segment(own));
            }
            let theirs = catalog.tables.owner(other.shape, other.rotation, port.opposite());
            let theirs = theirs.map(|place| other.segment(place));
            // Where a rule ended it, it is open no longer.
            if let Some(theirs) = theirs.filter(|theirs| !self.has_ended(*theirs, opposite)) {
                self.match_port(theirs);
                ended.push(theirs);
            }
        }
        for port in Port::along(side) {
            let own = catalog.tables.shown(tile.shape, tile.rotation, *port);
            let theirs = catalog.tables.shown(other.shape, other.rotation, port.opposite());
            if let (Some(own), Some(theirs)) = (own, theirs) {
                let (own, theirs) = (tile.segment(own), other.segment(theirs));
                if self.kind(own) == self.kind(theirs) && !self.has_ended(theirs, opposite) {
                    self.join(catalog, self.find(own), self.find(theirs), since, delta);
                }
            }
        }
    }

    /// Joins two features, given by their roots.
    fn join(
        &mut self,
        catalog: &Catalog,
        own: SegmentId,
        theirs: SegmentId,
        since: SegmentId,
        delta: &mut BoardDelta,
    ) {
        if own == theirs {
            return;
        }
        let (feature, absorbed) = self.union(catalog, own, theirs, since);
        // A root from before is always preferred, so that a new one means a feature that did not exist.
        if feature < since && absorbed < since {
            delta.joined.push(Joined { feature, absorbed });
        }
    }
}

//! Segments that rules close where they are open, and reopen.

use crate::board::{Board, SegmentId};
use crate::catalog::{Catalog, FeatureKindId};
use crate::delta::{BoardDelta, Refusal};
use crate::geometry::Port;
use crate::shape_tables::NO_OWNER;

/// Stands for the cells around a site, behind the bits of the four sides.
const SITE: u8 = 1 << 4;

impl Board {
    /// Ends a segment at every side where it is open: what is laid there later does not join it. A site waits
    /// for no more neighbours. A segment that is open nowhere stays as it is.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board.
    pub fn close(
        &mut self,
        catalog: &Catalog,
        segment: SegmentId,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        let unmatched = self.known_mut(segment)?.unmatched;
        let sides = match self.site_reach(catalog, segment) {
            Some(_) => SITE,
            None => self.empty_sides(catalog, segment),
        };
        self.end(segment, sides, unmatched, delta);
        Ok(())
    }

    /// Ends a segment at one side (0..=3) and leaves it open elsewhere. Where it is not open at that side it stays as
    /// it is.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board.
    pub fn close_at(
        &mut self,
        catalog: &Catalog,
        segment: SegmentId,
        side: u8,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        self.known_mut(segment)?;
        let sides = self.empty_sides(catalog, segment) & 1 << side;
        if sides != 0 && !self.has_ended(segment, usize::from(side)) {
            let ports = self.ports_at(catalog, segment, sides);
            self.end(segment, sides, ports, delta);
        }
        Ok(())
    }

    /// Ends a segment at some sides, a bit each, where so many of its ports are open.
    fn end(&mut self, segment: SegmentId, sides: u8, ports: u8, delta: &mut BoardDelta) {
        if ports == 0 {
            return;
        }
        let own = &mut self.segments[segment.index()];
        self.ended += usize::from(own.ended == 0);
        own.ended |= sides;
        own.unmatched -= ports;
        let root = self.root_of_mut(segment);
        root.open -= u32::from(ports);
        if root.open == 0 {
            delta.closed.push(self.find(segment));
        }
    }

    /// Takes back [`Board::close`] at the sides where nothing has been laid since; a site waits for its
    /// neighbours again.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board.
    pub fn reopen(&mut self, catalog: &Catalog, segment: SegmentId) -> Result<(), Refusal> {
        self.take_back(catalog, segment, u8::MAX)
    }

    /// Takes back what ended a segment at one side (0..=3), if nothing has been laid there since.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board.
    pub fn reopen_at(&mut self, catalog: &Catalog, segment: SegmentId, side: u8) -> Result<(), Refusal> {
        self.take_back(catalog, segment, 1 << side)
    }

    /// Takes back what ended a segment, at some sides, a bit each.
    fn take_back(&mut self, catalog: &Catalog, segment: SegmentId, among: u8) -> Result<(), Refusal> {
        let ended = self.known_mut(segment)?.ended;
        if ended == 0 {
            return Ok(());
        }
        let tile = self.tile_of(segment);
        let site = self.site_reach(catalog, segment).filter(|_| among & SITE != 0);
        let (left, freed) = if let Some((reach, neighbourhood)) = site {
            (0, reach.saturating_sub(self.neighbours(tile.cell, neighbourhood)))
        } else {
            let sides = ended & self.empty_sides(catalog, segment) & among;
            (ended & !sides, self.ports_at(catalog, segment, sides))
        };
        let own = &mut self.segments[segment.index()];
        own.ended = left;
        own.unmatched += freed;
        self.ended -= usize::from(left == 0);
        self.root_of_mut(segment).open += u32::from(freed);
        Ok(())
    }

    /// Whether a rule has ended a segment at a side.
    pub(crate) fn has_ended(&self, segment: SegmentId, side: usize) -> bool {
        self.segments[segment.index()].ended >> side & 1 != 0
    }

    fn site_reach(&self, catalog: &Catalog, segment: SegmentId) -> Option<(u8, crate::Neighbourhood)> {
        let FeatureKindId(kind) = self.kind(segment);
        let site = catalog.features().get(usize::from(kind))?.site?;
        Some((site.size(), site))
    }

    /// The sides that a segment reaches and beside which no tile lies, a bit each.
    fn empty_sides(&self, catalog: &Catalog, segment: SegmentId) -> u8 {
        let cell = self.tile_of(segment).cell;
        let sides = self.sides_of_ports(catalog, segment);
        let empty = sides.filter(|side| self.tile_at(cell.beside(*side)).is_none());
        empty.fold(0, |sides, side| sides | 1 << side)
    }

    /// Whether a segment reaches a side of its tile (0..=3), as the tile lies.
    #[must_use]
    pub fn reaches(&self, catalog: &Catalog, segment: SegmentId, side: u8) -> bool {
        self.sides_of_ports(catalog, segment).any(|own| own == side)
    }

    /// How many ports a segment has at some sides, a bit each.
    fn ports_at(&self, catalog: &Catalog, segment: SegmentId, sides: u8) -> u8 {
        self.sides_of_ports(catalog, segment).filter(|side| sides >> side & 1 != 0).count() as u8
    }

    /// For each port that a segment owns, the side it lies at.
    fn sides_of_ports(&self, catalog: &Catalog, segment: SegmentId) -> impl Iterator<Item = u8> {
        let tile = self.tile_of(segment);
        let own = u8::try_from(segment.0 - tile.first.0).unwrap_or(NO_OWNER);
        let owners = catalog.tables.rotated(tile.shape, tile.rotation).owners;
        let ports = Port::ALL.into_iter().zip(owners);
        ports.filter(move |(_, owner)| *owner == own).map(|(port, _)| port.side())
    }
}

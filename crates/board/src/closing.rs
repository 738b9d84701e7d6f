//! Segments that end where they are open, by rule or at the border of the board, and sides that are closed.

use crate::board::{Board, SegmentId, Tile};
use crate::catalog::{Catalog, FeatureKindId};
use crate::delta::{BoardDelta, Refusal};
use crate::features::Segment;
use crate::geometry::{Border, Cell, Neighbourhood, side};
use crate::ports::Port;
use crate::shape_tables::NO_OWNER;

/// Stands for the cells around a site, behind the bits of the four sides and of the long one of a half tile.
const SITE: u8 = 1 << 5;

/// Stands for the open ends inside the tile.
const INSIDE: u8 = 1 << 6;

impl Board {
    /// Ends a segment at every side where it is open, so that what is laid there later does not join it, and inside
    /// its tile. A site waits for no more neighbours. A segment that is open nowhere stays as it is.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board.
    pub fn close(
        &mut self,
        catalog: &Catalog,
        segment: SegmentId,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        let Segment { unmatched, ends, .. } = *self.known_mut(segment)?;
        let sides = match self.site_reach(catalog, segment) {
            Some(_) => SITE,
            None => self.empty_sides(catalog, segment) | if ends > 0 { INSIDE } else { 0 },
        };
        self.end(segment, sides, unmatched, delta);
        Ok(())
    }

    /// Ends a segment at one side, which may be the [long one](side::DIAGONAL) of a half tile, and leaves it open
    /// elsewhere. Where it is not open at that side it stays as it is.
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
        if sides != 0 && !self.has_ended(segment, side) {
            let ports = self.ports_at(catalog, segment, sides);
            self.end(segment, sides, ports, delta);
        }
        Ok(())
    }

    /// Ends a segment at some sides, a bit each, where so many of its ports are open, or inside.
    fn end(&mut self, segment: SegmentId, sides: u8, ports: u8, delta: &mut BoardDelta) {
        if ports == 0 && sides & INSIDE == 0 {
            return;
        }
        let own = &mut self.segments[segment.index()];
        self.ended += usize::from(own.ended == 0);
        own.ended |= sides;
        own.unmatched -= ports;
        let inside = if sides & INSIDE == 0 { 0 } else { std::mem::take(&mut own.ends) };
        let root = self.root_of_mut(segment);
        root.open -= u32::from(ports) + u32::from(inside);
        if root.open == 0 {
            delta.closed.push(self.find(segment));
        }
    }

    /// Takes back [`Board::close`] at the sides where nothing has been laid since, and inside the tile; a site waits
    /// for its neighbours again.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board.
    pub fn reopen(&mut self, catalog: &Catalog, segment: SegmentId) -> Result<(), Refusal> {
        self.take_back(catalog, segment, u8::MAX)
    }

    /// Takes back what ended a segment at one side, as [`Board::close_at`] does it, if nothing has been laid there
    /// since.
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
            let beyond = self.closed_around(catalog, tile.cell, neighbourhood);
            (0, reach.saturating_sub(self.neighbours(tile.cell, neighbourhood) + beyond))
        } else {
            let sides = ended & (self.empty_sides(catalog, segment) | INSIDE) & among;
            (ended & !sides, self.ports_at(catalog, segment, sides))
        };
        let inside = ended & !left & INSIDE != 0;
        let own = &mut self.segments[segment.index()];
        own.ended = left;
        own.unmatched += freed;
        self.ended -= usize::from(left == 0);
        self.root_of_mut(segment).open += u32::from(freed);
        if inside {
            let used =
                self.end_links.iter().filter(|(one, other)| *one == segment || *other == segment).count();
            let place = segment.0 - tile.first.0;
            let all = catalog.tables.segment(tile.shape, place).template.ends;
            self.free_ends(segment, all - used as u8);
        }
        Ok(())
    }

    /// Opens so many ends of a segment inside its tile again, unless a rule has ended it there.
    pub(crate) fn free_ends(&mut self, segment: SegmentId, count: u8) {
        let own = &mut self.segments[segment.index()];
        if own.ended & INSIDE == 0 {
            own.ends += count;
            self.root_of_mut(segment).open += u32::from(count);
        }
    }

    /// Ends what is open on both sides of a border between two cells, and parts what is joined there.
    ///
    /// # Errors
    /// Refuses a border without a tile.
    pub fn close_border(
        &mut self,
        catalog: &Catalog,
        border: Border,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        if let Some((tile, side)) = self.only_tile_at(border)? {
            for segment in tile.segments() {
                self.close_at(catalog, segment, side, delta)?;
            }
            return Ok(());
        }
        let [(_, side), (_, opposite)] = border.cells();
        for (one, other) in self.pairs_across(catalog, border).into_iter().flatten() {
            let meet = !self.has_ended(one, side) && !self.has_ended(other, opposite)
                || self.share_border(catalog, one, other);
            self.part(catalog, (one, other), meet, delta);
        }
        Ok(())
    }

    /// Takes back what ended at a border between two cells where one of them is empty; where tiles lie in both, what
    /// is of one kind and lies against each other is joined.
    ///
    /// # Errors
    /// Refuses a border without a tile.
    pub fn reopen_border(
        &mut self,
        catalog: &Catalog,
        border: Border,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        if let Some((tile, side)) = self.only_tile_at(border)? {
            for segment in tile.segments() {
                self.reopen_at(catalog, segment, side)?;
            }
            return Ok(());
        }
        for (one, other) in self.pairs_across(catalog, border).into_iter().flatten() {
            self.join_sides(catalog, (one, other), delta);
        }
        Ok(())
    }

    /// The tile at a border that has one on one side only, and which of its sides that is.
    fn only_tile_at(&self, border: Border) -> Result<Option<(Tile, u8)>, Refusal> {
        let facing = |(cell, side)| self.tile_facing(cell, side).map(|tile| (self.tile(tile), side));
        let tiles = border.cells().map(facing);
        match tiles {
            [None, None] => Err(Refusal::NoTile),
            [Some(tile), None] | [None, Some(tile)] => Ok(Some(tile)),
            [Some(_), Some(_)] => Ok(None),
        }
    }

    /// The segments of one kind that lie against each other at a border, each two once.
    fn pairs_across(&self, catalog: &Catalog, border: Border) -> [Option<(SegmentId, SegmentId)>; 4] {
        let facing = |(cell, side)| self.tile_facing(cell, side).map(|tile| self.tile(tile));
        let [own, other] = border.cells().map(facing);
        let (Some(own), Some(other)) = (own, other) else { return [None; 4] };
        let [(_, side), _] = border.cells();
        let shown = |tile: Tile, port: Port| {
            let place = catalog.tables.rotated(tile.shape, tile.rotation).shown[port.index()];
            (place != NO_OWNER).then(|| tile.segment(u16::from(place)))
        };
        let mut before = None;
        Port::at(side).map(|port| {
            let pair = shown(own, port).zip(shown(other, port.opposite()));
            let is_new = std::mem::replace(&mut before, pair) != pair;
            pair.filter(|(one, other)| is_new && self.kind(*one) == self.kind(*other))
        })
    }

    /// Ends the segments of a tile just laid where they reach the end of the world, and returns which, a bit each.
    #[cold]
    pub(crate) fn end_at_limits(&mut self, catalog: &Catalog, tile: Tile) -> u16 {
        let rotated = catalog.tables.rotated(tile.shape, tile.rotation);
        let mut ended = 0;
        for (port, owner) in Port::ALL.into_iter().zip(rotated.owners) {
            if owner != NO_OWNER && catalog.tables.is_closed(tile.cell.beside(port.side())) {
                self.match_port(tile.segment(u16::from(owner)));
                ended |= 1 << owner;
            }
        }
        for segment in tile.segments() {
            if let Some((_, neighbourhood)) = self.site_reach(catalog, segment) {
                self.fill(segment, self.closed_around(catalog, tile.cell, neighbourhood));
            }
        }
        ended
    }

    /// How many of the cells around a cell no tile will ever lie in.
    fn closed_around(&self, catalog: &Catalog, cell: Cell, neighbourhood: Neighbourhood) -> u8 {
        cell.around(neighbourhood).filter(|cell| catalog.tables.is_closed(*cell)).count() as u8
    }

    /// Whether a rule has ended a segment at a side.
    #[must_use]
    pub fn has_ended(&self, segment: SegmentId, side: u8) -> bool {
        side <= side::DIAGONAL && self.segments[segment.index()].ended >> side & 1 != 0
    }

    fn site_reach(&self, catalog: &Catalog, segment: SegmentId) -> Option<(u8, Neighbourhood)> {
        let FeatureKindId(kind) = self.kind(segment);
        let site = catalog.features().get(usize::from(kind))?.site?;
        Some((site.size(), site))
    }

    /// The sides that a segment reaches and beside which a tile may still be laid, a bit each.
    fn empty_sides(&self, catalog: &Catalog, segment: SegmentId) -> u8 {
        let cell = self.tile_of(segment).cell;
        let sides = self.sides_of_ports(catalog, segment);
        let waits = |side: u8| {
            if side == side::DIAGONAL {
                return self.other_half(self.segment_tile(segment)).is_none();
            }
            let beside = cell.beside(side);
            self.tile_facing(beside, side ^ 2).is_none() && !catalog.tables.is_closed(beside)
        };
        let empty = sides.filter(|side| waits(*side));
        empty.fold(0, |sides, side| sides | 1 << side)
    }

    /// Whether a segment reaches a side of its tile, as the tile lies.
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
        let long = catalog.tables.long_side(tile.shape).map(|long| long.owners);
        let ports = Port::ALL.into_iter().zip(owners.into_iter().chain(long.into_iter().flatten()));
        ports.filter(move |(_, owner)| *owner == own).map(|(port, _)| port.side())
    }
}

//! Links and cuts: connections between segments that rules make and unmake.

use crate::board::{Board, SegmentId};
use crate::catalog::Catalog;
use crate::delta::{BoardDelta, Joined, Refusal, Split};
use crate::geometry::Port;
use crate::shape_tables::NO_OWNER;

impl Board {
    /// Joins two segments of the same kind wherever they lie; a cut border between them is mended.
    ///
    /// # Errors
    /// Refuses segments that are not on the board, one and the same, of different kinds, or joined
    /// to each other already. Being in the same feature by way of others is no obstacle.
    pub fn link(
        &mut self,
        catalog: &Catalog,
        first: SegmentId,
        second: SegmentId,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        let pair = self.checked_pair(first, second)?;
        if let Ok(place) = self.cuts.binary_search(&pair) {
            self.cuts.remove(place);
        } else if let Err(place) = self.links.binary_search(&pair) {
            if self.share_border(catalog, first, second) {
                return Err(Refusal::AlreadyJoined);
            }
            self.links.insert(place, pair);
        } else {
            return Err(Refusal::AlreadyJoined);
        }
        if let Some(absorbed) = self.merge(catalog, first, second) {
            delta.joined.push(Joined { feature: self.find(absorbed), absorbed });
        }
        Ok(())
    }

    /// Takes away the connection of two segments, be it a link or a border. Ports at a cut border stay
    /// matched. When the feature falls in two, a part that is complete while the whole was not, or
    /// was not before, is reported as closed.
    ///
    /// # Errors
    /// Refuses segments that are not on the board, one and the same, of different kinds, or not
    /// joined to each other.
    pub fn cut(
        &mut self,
        catalog: &Catalog,
        first: SegmentId,
        second: SegmentId,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        let pair = self.checked_pair(first, second)?;
        if let Ok(place) = self.links.binary_search(&pair) {
            self.links.remove(place);
        } else {
            match self.cuts.binary_search(&pair) {
                Err(place) if self.share_border(catalog, first, second) => {
                    self.cuts.insert(place, pair);
                }
                _ => return Err(Refusal::NotJoined),
            }
        }
        self.split(catalog, first, second, delta);
        Ok(())
    }

    /// Whether two segments are joined to each other: by a link, or by a border that is not cut.
    #[must_use]
    pub fn joined(&self, catalog: &Catalog, first: SegmentId, second: SegmentId) -> bool {
        let pair = ordered(first, second);
        self.links.binary_search(&pair).is_ok()
            || (self.cuts.binary_search(&pair).is_err() && self.share_border(catalog, first, second))
    }

    /// Visits the segments that a segment is joined with directly; one that it meets at several places several
    /// times.
    pub fn for_each_neighbour(
        &self,
        catalog: &Catalog,
        segment: SegmentId,
        mut visit: impl FnMut(SegmentId),
    ) {
        self.for_each_border_neighbour(catalog, segment, |across| {
            if self.cuts.binary_search(&ordered(segment, across)).is_err() {
                visit(across);
            }
        });
        for (one, other) in &self.links {
            if *one == segment {
                visit(*other);
            } else if *other == segment {
                visit(*one);
            }
        }
    }

    /// The connections made by [`Board::link`], sorted, the smaller segment first.
    #[must_use]
    pub fn links(&self) -> &[(SegmentId, SegmentId)] {
        &self.links
    }

    /// The borders cut by [`Board::cut`], sorted, the smaller segment first.
    #[must_use]
    pub fn cuts(&self) -> &[(SegmentId, SegmentId)] {
        &self.cuts
    }

    fn checked_pair(&self, first: SegmentId, second: SegmentId) -> Result<(SegmentId, SegmentId), Refusal> {
        let count = self.segments.len();
        if first.index() >= count || second.index() >= count {
            Err(Refusal::UnknownSegment)
        } else if first == second {
            Err(Refusal::SameSegment)
        } else if self.kind(first) != self.kind(second) {
            Err(Refusal::KindsDiffer)
        } else {
            Ok(ordered(first, second))
        }
    }

    fn share_border(&self, catalog: &Catalog, first: SegmentId, second: SegmentId) -> bool {
        let mut found = false;
        self.for_each_border_neighbour(catalog, first, |across| found |= across == second);
        found
    }

    /// Visits the segments of its kind that a segment meets at borders where neither has ended, cut or not;
    /// one that it meets at several places several times.
    pub(crate) fn for_each_border_neighbour(
        &self,
        catalog: &Catalog,
        segment: SegmentId,
        mut visit: impl FnMut(SegmentId),
    ) {
        self.for_each_across(catalog, segment, |side, across| {
            if self.kind(across) == self.kind(segment)
                && !self.has_ended(segment, side)
                && !self.has_ended(across, side ^ 2)
            {
                visit(across);
            }
        });
    }

    /// Visits the segments that lie against a segment, each with the side of the segment's tile that it lies at,
    /// joined or not; one that it meets at several places several times.
    pub fn for_each_across(
        &self,
        catalog: &Catalog,
        segment: SegmentId,
        mut visit: impl FnMut(usize, SegmentId),
    ) {
        let tile = self.tile_of(segment);
        let place = segment.0 - tile.first.0;
        let shown = &catalog.tables.rotated(tile.shape, tile.rotation).shown;
        for (port, at_port) in Port::ALL.into_iter().zip(shown) {
            if u16::from(*at_port) != place {
                continue;
            }
            let Some(other) = self.tile_at(tile.cell.beside(port.side())) else {
                continue;
            };
            let other = self.tile(other);
            let other_shown = &catalog.tables.rotated(other.shape, other.rotation).shown;
            let across = other_shown[port.opposite().index()];
            if across != NO_OWNER {
                visit(usize::from(port.side()), other.segment(u16::from(across)));
            }
        }
    }

    /// Rebuilds the feature of two segments whose connection has just been taken away.
    fn split(&mut self, catalog: &Catalog, first: SegmentId, second: SegmentId, delta: &mut BoardDelta) {
        let mut scratch = std::mem::take(&mut delta.scratch);
        scratch.first.clear();
        scratch.second.clear();
        if scratch.reached.len() < self.segments.len() {
            scratch.reached.resize(self.segments.len(), false);
        }

        scratch.reached[first.index()] = true;
        scratch.first.push(first);
        let mut visited = 0;
        while let Some(segment) = scratch.first.get(visited).copied() {
            if scratch.reached[second.index()] {
                break;
            }
            visited += 1;
            let (reached, list) = (&mut scratch.reached, &mut scratch.first);
            self.for_each_neighbour(catalog, segment, |other| {
                if !reached[other.index()] {
                    reached[other.index()] = true;
                    list.push(other);
                }
            });
        }
        if !scratch.reached[second.index()] {
            let was_open = self.open(first) != 0;
            let root = self.find(first);
            // Of a feature that was completed just now, each part was.
            let was_closed = delta.closed.iter().any(|closed| self.find(*closed) == root);
            let members = self.segments(root);
            let reached = &scratch.reached;
            scratch.second.extend(members.filter(|member| !reached[member.index()]));
            // The order of a feature's segments should not depend on where the cut was begun.
            scratch.first.sort_unstable();
            scratch.second.sort_unstable();
            // Counting tiles looks at the roots of both parts, so both are linked first.
            self.relink_members(&scratch.first, root);
            self.relink_members(&scratch.second, root);
            let (first, second) = (self.find(first), self.find(second));
            self.recount(catalog, &scratch.first, first);
            self.recount(catalog, &scratch.second, second);
            delta.split.push(Split { first, second });
            let complete = [first, second].into_iter();
            let complete = complete.filter(|part| (was_open || was_closed) && self.open(*part) == 0);
            delta.closed.extend(complete);
        }
        scratch.first.iter().for_each(|segment| scratch.reached[segment.index()] = false);
        delta.scratch = scratch;
    }

    /// Makes one circle of some segments. The old root stays the root of the part it is in.
    fn relink_members(&mut self, part: &[SegmentId], old_root: SegmentId) {
        let Some(lowest) = part.first().copied() else {
            return;
        };
        let stays = part.binary_search(&old_root).is_ok();
        let root = if stays { old_root } else { lowest };
        let mut next = lowest;
        for member in part.iter().rev() {
            let segment = &mut self.segments[member.index()];
            segment.root = root;
            segment.next = next;
            next = *member;
        }
    }

    /// Computes what is known of a feature from its segments.
    fn recount(&mut self, catalog: &Catalog, part: &[SegmentId], root: SegmentId) {
        let (mut tiles, mut open, mut occupants) = (0, 0, 0);
        for member in part {
            let segment = &self.segments[member.index()];
            open += u32::from(segment.unmatched);
            occupants += u32::from(segment.own_occupants);
            tiles += u16::from(self.is_first_on_tile(*member));
        }
        self.recompute_attrs(catalog, part, root);
        let root = &mut self.segments[root.index()];
        root.size = part.len() as u16;
        root.tiles = tiles;
        root.open = open;
        root.occupants = occupants;
    }

    fn recompute_attrs(&mut self, catalog: &Catalog, part: &[SegmentId], root: SegmentId) {
        let start = self.segments[root.index()].first_attr as usize;
        let attrs = &catalog.features()[usize::from(self.kind(root).0)].attrs;
        for (offset, attr) in attrs.iter().enumerate() {
            let values = part.iter().map(|member| {
                let tile = self.tile_of(*member);
                let info = catalog.tables.segment(tile.shape, member.0 - tile.first.0);
                catalog.tables.attrs_of(info)[offset]
            });
            let merged = values.reduce(|left, right| attr.combine(left, right));
            self.attrs[start + offset] = merged.unwrap_or_default();
        }
    }
}

fn ordered(first: SegmentId, second: SegmentId) -> (SegmentId, SegmentId) {
    (first.min(second), first.max(second))
}

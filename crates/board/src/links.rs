//! Links and cuts: connections between segments that rules make and unmake.

use crate::board::{Board, SegmentId, Tile};
use crate::catalog::Catalog;
use crate::delta::{BoardDelta, End, Joined, Refusal, Split, SplitScratch};
use crate::geometry::side;
use crate::ports::Port;
use crate::shape_tables::NO_OWNER;

impl Board {
    /// Joins two segments of the same kind wherever they lie. Where both have an open end inside their tiles, one of
    /// each is used up; otherwise a cut border between them is mended. What is complete by that is reported as
    /// closed.
    ///
    /// # Errors
    /// Refuses segments that are not on the board, one and the same, of different kinds, or joined
    /// to each other already without ends to use up. Being in the same feature by way of others is no obstacle.
    pub fn link(
        &mut self,
        catalog: &Catalog,
        first: SegmentId,
        second: SegmentId,
        delta: &mut BoardDelta,
    ) -> Result<(), Refusal> {
        let pair = self.checked_pair(first, second)?;
        if self.open_ends(first) == 0 || self.open_ends(second) == 0 {
            let joins = self.join_sides(catalog, (first, second), delta);
            return if joins { Ok(()) } else { Err(Refusal::AlreadyJoined) };
        }
        let place = self.end_links.partition_point(|other| *other < pair);
        self.end_links.insert(place, pair);
        for segment in [first, second] {
            self.segments[segment.index()].ends -= 1;
            self.root_of_mut(segment).open -= 1;
        }
        self.report_merged(catalog, first, second, delta);
        if self.open(first) == 0 {
            delta.closed.push(self.find(first));
        }
        Ok(())
    }

    /// Joins two segments of a kind, whatever ends they have inside their tiles; returns whether they were not joined
    /// at their sides or by a link before.
    pub(crate) fn join_sides(
        &mut self,
        catalog: &Catalog,
        (first, second): (SegmentId, SegmentId),
        delta: &mut BoardDelta,
    ) -> bool {
        if self.joined_at_sides(catalog, first, second) {
            return false;
        }
        let pair = ordered(first, second);
        if let Ok(place) = self.cuts.binary_search(&pair) {
            self.cuts.remove(place);
        } else if let Err(place) = self.links.binary_search(&pair) {
            self.links.insert(place, pair);
        }
        self.report_merged(catalog, first, second, delta);
        true
    }

    fn report_merged(
        &mut self,
        catalog: &Catalog,
        first: SegmentId,
        second: SegmentId,
        delta: &mut BoardDelta,
    ) {
        if let Some(absorbed) = self.merge(catalog, first, second) {
            delta.joined.push(Joined { feature: self.find(absorbed), absorbed });
        }
    }

    /// Takes away the connection of two segments: one that used up ends before another link, and that before a border.
    /// Such ends are open again, ports at a cut border stay matched. When the feature falls in two, a part that is
    /// complete while the whole was not, or was not before, is reported as closed.
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
        if let Ok(place) = self.end_links.binary_search(&pair) {
            self.end_links.remove(place);
            for segment in [first, second] {
                self.free_ends(segment, 1);
            }
            self.split(catalog, first, second, delta);
            return Ok(());
        }
        let meet = self.share_border(catalog, first, second);
        if self.part(catalog, (first, second), meet, delta) { Ok(()) } else { Err(Refusal::NotJoined) }
    }

    /// Takes away the connection of two segments of a kind that `meet` at a border or do not, but for one that used up
    /// ends; returns whether they had one.
    pub(crate) fn part(
        &mut self,
        catalog: &Catalog,
        (first, second): (SegmentId, SegmentId),
        meet: bool,
        delta: &mut BoardDelta,
    ) -> bool {
        let pair = ordered(first, second);
        if let Ok(place) = self.links.binary_search(&pair) {
            self.links.remove(place);
        } else {
            match self.cuts.binary_search(&pair) {
                Err(place) if meet => self.cuts.insert(place, pair),
                _ => return false,
            }
        }
        self.split(catalog, first, second, delta);
        true
    }

    /// Whether two segments are joined to each other: by a link, or by a border that is not cut.
    #[must_use]
    pub fn joined(&self, catalog: &Catalog, first: SegmentId, second: SegmentId) -> bool {
        self.end_links.binary_search(&ordered(first, second)).is_ok()
            || self.joined_at_sides(catalog, first, second)
    }

    /// The same, but for links that used up ends.
    pub(crate) fn joined_at_sides(&self, catalog: &Catalog, first: SegmentId, second: SegmentId) -> bool {
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
        for (one, other) in self.links.iter().chain(&self.end_links) {
            if *one == segment {
                visit(*other);
            } else if *other == segment {
                visit(*one);
            }
        }
    }

    /// The connections made by [`Board::link`], the smaller segment first, those that used up ends last.
    pub fn links(&self) -> impl Iterator<Item = (SegmentId, SegmentId)> {
        self.links.iter().chain(&self.end_links).copied()
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

    pub(crate) fn share_border(&self, catalog: &Catalog, first: SegmentId, second: SegmentId) -> bool {
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
                && !self.has_ended(across, side::opposite(side))
            {
                visit(across);
            }
        });
    }

    /// Visits the segments that lie against a segment, joined or not, each with the side of the segment's tile that it
    /// lies at, the [long one](side::DIAGONAL) of a half tile last; one that it meets at several sides, or with another
    /// one between, several times.
    pub fn for_each_across(
        &self,
        catalog: &Catalog,
        segment: SegmentId,
        mut visit: impl FnMut(u8, SegmentId),
    ) {
        let tile = self.tile_of(segment);
        let place = self.segments[segment.index()].place;
        let shown = &catalog.tables.rotated(tile.shape, tile.rotation).shown;
        for side in 0..4 {
            let ports = Port::at(side);
            if !ports.iter().any(|port| shown[port.index()] == place) {
                continue;
            }
            let Some(other) = self.tile_facing(tile.cell.beside(side), side ^ 2) else {
                continue;
            };
            let other = self.tile(other);
            let other_shown = &catalog.tables.rotated(other.shape, other.rotation).shown;
            let mut last = NO_OWNER;
            for port in ports.into_iter().filter(|port| shown[port.index()] == place) {
                let across = other_shown[port.opposite().index()];
                if across != last && across != NO_OWNER {
                    visit(side, other.segment(u16::from(across)));
                }
                last = across;
            }
        }
        if !self.halved.is_empty() {
            self.for_each_across_diagonal(catalog, segment, |across| visit(side::DIAGONAL, across));
        }
    }

    /// Visits the segments that lie against a segment at the long side of a half tile.
    #[cold]
    fn for_each_across_diagonal(
        &self,
        catalog: &Catalog,
        segment: SegmentId,
        mut visit: impl FnMut(SegmentId),
    ) {
        let tile = self.tile_of(segment);
        let Some(other) = self.other_half(self.segment_tile(segment)) else { return };
        let (other, place) = (self.tile(other), self.segment_place(segment));
        let shown = |tile: Tile, port: Port| catalog.tables.shown(tile.shape, tile.rotation, port);
        let mut last = None;
        for port in Port::along(side::DIAGONAL).iter().filter(|port| shown(tile, **port) == Some(place)) {
            let across = shown(other, port.opposite());
            if let Some(across) = across.filter(|_| across != last) {
                visit(other.segment(across));
            }
            last = across;
        }
    }

    /// Rebuilds the feature of two segments whose connection has just been taken away.
    ///
    /// Both are followed in turn until they meet or one of them has no further way: what is joined is mostly found
    /// a few segments off, and of two parts the smaller one is walked.
    fn split(&mut self, catalog: &Catalog, first: SegmentId, second: SegmentId, delta: &mut BoardDelta) {
        let mut scratch = std::mem::take(&mut delta.scratch);
        if scratch.reached_from.len() < self.segments.len() {
            scratch.reached_from.resize(self.segments.len(), None);
        }
        for (reached, start) in scratch.reached.iter_mut().zip([first, second]) {
            reached.clear();
            reached.push(start);
        }
        scratch.reached_from[first.index()] = Some(End::First);
        scratch.reached_from[second.index()] = Some(End::Second);
        let apart = self.walk_apart(catalog, &mut scratch);
        for segment in scratch.reached.iter().flatten() {
            scratch.reached_from[segment.index()] = None;
        }
        if let Some(end) = apart {
            let was_open = self.open(first) != 0;
            let root = self.find(first);
            // Of a feature that was completed just now, each part was.
            let was_closed = delta.closed.iter().any(|closed| self.find(*closed) == root);
            // The order of a feature's segments should not depend on where the cut was begun.
            let [one, other] = &mut scratch.reached;
            let (whole, rest) = if end == End::First { (one, other) } else { (other, one) };
            whole.sort_unstable();
            rest.clear();
            rest.extend(self.segments(root).filter(|member| whole.binary_search(member).is_err()));
            rest.sort_unstable();
            // Counting tiles looks at the roots of both parts, so both are linked first.
            scratch.reached.iter().for_each(|part| self.relink_members(part, root));
            let parts = [self.find(first), self.find(second)];
            for (members, root) in scratch.reached.iter().zip(parts) {
                self.recount(catalog, members, root);
            }
            let [first, second] = parts;
            delta.split.push(Split { first, second });
            let complete = parts.into_iter();
            let complete = complete.filter(|part| (was_open || was_closed) && self.open(*part) == 0);
            delta.closed.extend(complete);
        }
        delta.scratch = scratch;
    }

    /// Follows two segments by turns. Returns the one from which the other cannot be reached: its list holds all
    /// that can.
    fn walk_apart(&self, catalog: &Catalog, scratch: &mut SplitScratch) -> Option<End> {
        let SplitScratch { reached: [one, other], reached_from } = scratch;
        let mut visited = 0;
        loop {
            for (end, list) in [(End::First, &mut *one), (End::Second, &mut *other)] {
                let Some(segment) = list.get(visited).copied() else { return Some(end) };
                let mut meets = false;
                self.for_each_neighbour(catalog, segment, |across| {
                    let known = &mut reached_from[across.index()];
                    meets |= known.is_some_and(|known| known != end);
                    if known.is_none() {
                        *known = Some(end);
                        list.push(across);
                    }
                });
                if meets {
                    return None;
                }
            }
            visited += 1;
        }
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
            open += u32::from(segment.unmatched) + u32::from(segment.ends);
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

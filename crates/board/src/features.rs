//! Features: segments joined across borders and by links, with what is known of them together.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::board::{Board, SegmentId, Tile, TileId};
use crate::catalog::{Catalog, FeatureKindId};
use crate::delta::Refusal;
use crate::geometry::{Cell, Neighbourhood};

/// A segment. The second group of fields holds for a whole feature and is kept at its root only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub tile: u16,
    /// Its place in the shape of the tile.
    pub place: u8,
    /// The other segments of the same kind on the tile, one bit each; and its own bit where the other half of its cell
    /// has segments of this kind.
    pub siblings: u16,
    pub own_occupants: u16,
    /// Where its attributes start in the board's list.
    pub first_attr: u32,
    /// Ports without a neighbour, or for a site the empty cells around.
    pub unmatched: u8,
    /// Open ends inside the tile that no link has used up.
    pub ends: u8,
    /// Where a rule has ended it, a bit for each side; see [`Board::close`].
    pub ended: u8,
    pub kind: u8,
    pub attr_count: u8,

    /// The segment that stands for the feature. Always direct, so that finding is one load.
    pub root: SegmentId,
    /// The next segment of the feature, in a circle.
    pub next: SegmentId,
    pub size: u16,
    pub tiles: u16,
    pub open: u32,
    pub occupants: u32,
}

impl Segment {
    /// Whether the other half of its cell has segments of its kind.
    const fn shares_cell(&self) -> bool {
        self.siblings >> self.place & 1 != 0
    }
}

impl Board {
    /// The tile a segment belongs to.
    #[must_use]
    pub fn segment_tile(&self, segment: SegmentId) -> TileId {
        TileId(self.segments[segment.index()].tile)
    }

    /// The place of a segment in the shape of its tile.
    #[must_use]
    pub fn segment_place(&self, segment: SegmentId) -> u16 {
        u16::from(self.segments[segment.index()].place)
    }

    /// The kind of feature a segment is a part of.
    #[must_use]
    pub fn kind(&self, segment: SegmentId) -> FeatureKindId {
        FeatureKindId(self.segments[segment.index()].kind)
    }

    /// The root of the segment's feature: the same handle for all its segments. It stays the same
    /// until the feature is joined with another or split.
    #[must_use]
    pub fn find(&self, segment: SegmentId) -> SegmentId {
        self.segments[segment.index()].root
    }

    /// Whether two segments are parts of the same feature.
    #[must_use]
    pub fn same_feature(&self, first: SegmentId, second: SegmentId) -> bool {
        self.find(first) == self.find(second)
    }

    /// What is open of the segment's feature: ports without a neighbour and ends inside tiles, but for those that
    /// [`Board::close`] ended; for a site, the empty cells around it. Sites that are joined count them each for itself; see
    /// [`Board::open_cells`].
    #[must_use]
    pub fn open(&self, segment: SegmentId) -> u32 {
        self.root_of(segment).open
    }

    /// The empty cells around the sites of the segment's feature that [`Board::close`] did not end, each once.
    #[must_use]
    pub fn open_cells(&self, catalog: &Catalog, segment: SegmentId, neighbourhood: Neighbourhood) -> usize {
        let waits = |site: &SegmentId| self.segments[site.index()].unmatched > 0;
        let around = |site| self.tile_of(site).cell.around(neighbourhood);
        let empty = |cell: &Cell| self.tile_at(*cell).is_none() && !catalog.tables.is_closed(*cell);
        let waiting = self.segments(segment).filter(waits);
        waiting.flat_map(around).filter(empty).collect::<BTreeSet<Cell>>().len()
    }

    /// Whether the segment's feature has no open ports. This also holds for features that never
    /// had any.
    #[must_use]
    pub fn is_complete(&self, segment: SegmentId) -> bool {
        self.open(segment) == 0
    }

    /// How many tiles the segment's feature lies on; two half tiles in one cell count once.
    #[must_use]
    pub fn tiles_of(&self, segment: SegmentId) -> u16 {
        self.root_of(segment).tiles
    }

    /// How many segments the segment's feature has.
    #[must_use]
    pub fn size(&self, segment: SegmentId) -> u16 {
        self.root_of(segment).size
    }

    /// The segments of the segment's feature, the root first.
    #[must_use]
    pub fn segments(&self, segment: SegmentId) -> impl ExactSizeIterator<Item = SegmentId> {
        let mut next = self.find(segment);
        (0..self.size(segment)).map(move |_| {
            let segment = next;
            next = self.segments[segment.index()].next;
            segment
        })
    }

    /// The ends of this one segment inside its tile that are open: neither [linked](Board::link) nor
    /// [closed](Board::close).
    #[must_use]
    pub fn open_ends(&self, segment: SegmentId) -> u8 {
        self.segments[segment.index()].ends
    }

    /// The occupants of all segments of the segment's feature.
    #[must_use]
    pub fn occupants(&self, segment: SegmentId) -> u32 {
        self.root_of(segment).occupants
    }

    /// The occupants of this one segment.
    #[must_use]
    pub fn own_occupants(&self, segment: SegmentId) -> u16 {
        self.segments[segment.index()].own_occupants
    }

    /// A merged attribute of the segment's feature; nothing when its kind has no such attribute.
    #[must_use]
    pub fn attr(&self, segment: SegmentId, attr: usize) -> Option<i32> {
        self.attrs(segment).get(attr).copied()
    }

    /// The merged attributes of the segment's feature, in the order of its kind.
    #[must_use]
    pub fn attrs(&self, segment: SegmentId) -> &[i32] {
        let root = self.root_of(segment);
        let first = root.first_attr as usize;
        &self.attrs[first..first + usize::from(root.attr_count)]
    }

    /// The attributes of this one segment as its tile has them, in the order of its kind.
    #[must_use]
    pub fn own_attrs<'c>(&self, catalog: &'c Catalog, segment: SegmentId) -> &'c [i32] {
        let tile = self.tile_of(segment);
        catalog.tables.attrs_of(catalog.tables.segment(tile.shape, self.segment_place(segment)))
    }

    /// Appends the roots of the features of a kind that any segment of the segment's feature
    /// adjoins within a tile: each once, in the order in which they are met, without the feature
    /// itself.
    pub fn touching(
        &self,
        catalog: &Catalog,
        segment: SegmentId,
        kind: FeatureKindId,
        found: &mut Vec<SegmentId>,
    ) {
        let start = found.len();
        let root = self.find(segment);
        for member in self.segments(segment) {
            let tile = self.tile_of(member);
            let touches = catalog.tables.segment(tile.shape, member.0 - tile.first.0).touches;
            for place in bits(touches) {
                let other = &self.segments[tile.segment(place).index()];
                let is_new =
                    other.kind == kind.0 && other.root != root && !found[start..].contains(&other.root);
                if is_new {
                    found.push(other.root);
                }
            }
        }
    }

    /// Adds an occupant to a segment.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board and more than 65535 occupants.
    pub fn occupy(&mut self, segment: SegmentId) -> Result<(), Refusal> {
        let own = self.known_mut(segment)?;
        let more = own.own_occupants.checked_add(1);
        own.own_occupants = more.ok_or(Refusal::CountOutOfRange)?;
        self.root_of_mut(segment).occupants += 1;
        Ok(())
    }

    /// Takes an occupant from a segment.
    ///
    /// # Errors
    /// Refuses a segment that is not on the board or not occupied.
    pub fn vacate(&mut self, segment: SegmentId) -> Result<(), Refusal> {
        let own = self.known_mut(segment)?;
        let fewer = own.own_occupants.checked_sub(1);
        own.own_occupants = fewer.ok_or(Refusal::NotOccupied)?;
        self.root_of_mut(segment).occupants -= 1;
        Ok(())
    }

    pub(crate) fn tile_of(&self, segment: SegmentId) -> Tile {
        self.tiles[usize::from(self.segments[segment.index()].tile)]
    }

    pub(crate) fn root_of(&self, segment: SegmentId) -> &Segment {
        &self.segments[self.find(segment).index()]
    }

    pub(crate) fn root_of_mut(&mut self, segment: SegmentId) -> &mut Segment {
        let root = self.find(segment);
        &mut self.segments[root.index()]
    }

    pub(crate) fn known_mut(&mut self, segment: SegmentId) -> Result<&mut Segment, Refusal> {
        let known = self.segments.get_mut(segment.index());
        known.ok_or(Refusal::UnknownSegment)
    }

    /// Joins the features of two segments of one kind. Returns the root that is one no longer, or
    /// nothing when they were one feature already.
    pub(crate) fn merge(
        &mut self,
        catalog: &Catalog,
        first: SegmentId,
        second: SegmentId,
    ) -> Option<SegmentId> {
        let (first, second) = (self.find(first), self.find(second));
        let all = SegmentId(u16::MAX);
        (first != second).then(|| self.union(catalog, first, second, all).1)
    }

    /// Joins two features of one kind, given by their roots, which must differ. Returns the root that stays and
    /// the one that is one no longer. A feature with a root before `since` keeps it against one without; else
    /// the larger feature keeps its root, and of two equal ones the older.
    pub(crate) fn union(
        &mut self,
        catalog: &Catalog,
        first: SegmentId,
        second: SegmentId,
        since: SegmentId,
    ) -> (SegmentId, SegmentId) {
        let rank = |root: SegmentId| (root < since, self.segments[root.index()].size, Reverse(root));
        let (stays, goes) = if rank(first) > rank(second) { (first, second) } else { (second, first) };
        self.absorb(catalog, stays, goes);
        (stays, goes)
    }

    /// Joins two features of one kind, given by their roots: the first one keeps its root.
    #[inline(always)]
    pub(crate) fn absorb(&mut self, catalog: &Catalog, stays: SegmentId, goes: SegmentId) {
        let shared = self.shared_tiles(goes, stays);
        let gone = self.segments[goes.index()];

        let mut last = goes;
        loop {
            let segment = &mut self.segments[last.index()];
            segment.root = stays;
            if segment.next == goes {
                break;
            }
            last = segment.next;
        }
        // Opening both circles makes one of them.
        let root = &mut self.segments[stays.index()];
        let after = std::mem::replace(&mut root.next, goes);
        root.size += gone.size;
        root.tiles += gone.tiles - shared;
        root.open += gone.open;
        root.occupants += gone.occupants;
        let (kind, to) = (root.kind, root.first_attr as usize);
        self.segments[last.index()].next = after;
        if gone.attr_count != 0 {
            let attrs = &catalog.features()[usize::from(kind)].attrs;
            let from = gone.first_attr as usize;
            for (offset, attr) in attrs.iter().enumerate() {
                let (left, right) = (self.attrs[to + offset], self.attrs[from + offset]);
                self.attrs[to + offset] = attr.combine(left, right);
            }
        }
    }

    /// On how many tiles two features both have segments; cheap when the first one is small.
    #[inline(always)]
    fn shared_tiles(&self, small: SegmentId, large: SegmentId) -> u16 {
        let mut shared = 0;
        let mut member = small;
        loop {
            let segment = &self.segments[member.index()];
            if segment.siblings != 0 {
                shared += u16::from(self.is_first_beside(member, segment, large));
            }
            member = segment.next;
            if member == small {
                return shared;
            }
        }
    }

    /// Whether a segment is the first of its feature on its tile, and another feature has segments there too.
    #[inline(always)]
    fn is_first_beside(&self, member: SegmentId, segment: &Segment, other: SegmentId) -> bool {
        let mut found = false;
        for (sibling, root) in self.siblings(member, segment) {
            if root == segment.root && sibling < member {
                return false;
            }
            found |= root == other;
        }
        if segment.shares_cell() {
            return !self.is_in_other_half(member, segment.root, member)
                && (found || self.is_in_other_half(member, other, SegmentId(u16::MAX)));
        }
        found
    }

    /// Whether no earlier segment of the tile is in the same feature.
    pub(crate) fn is_first_on_tile(&self, member: SegmentId) -> bool {
        let segment = &self.segments[member.index()];
        self.siblings(member, segment).all(|(sibling, root)| root != segment.root || member <= sibling)
            && !(segment.shares_cell() && self.is_in_other_half(member, segment.root, member))
    }

    /// The other segments of the same kind on the tile, each with its root.
    fn siblings(&self, member: SegmentId, segment: &Segment) -> impl Iterator<Item = (SegmentId, SegmentId)> {
        let first = member.0 - u16::from(segment.place);
        bits(segment.siblings).map(move |place| {
            let sibling = SegmentId(first + place);
            (sibling, self.find(sibling))
        })
    }
}

/// The places of the bits that are set, from the lowest on.
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let place = mask.trailing_zeros() as u16;
        mask &= mask - 1;
        Some(place)
    })
}

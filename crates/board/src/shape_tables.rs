//! Everything about the shapes of a catalog that can be known before the first tile is laid.

use std::collections::BTreeMap;

use crate::board::SegmentId;
use crate::catalog::{EdgeId, EdgeKind, FeatureKind, FeatureKindId, SegmentShape, ShapeId, TileShape};
use crate::edge_matching::EdgeCompatibility;
use crate::features::Segment;
use crate::fit_table::FitTable;
use crate::frontier::BLANK;
use crate::geometry::{Bounds, Cell, Neighbourhood, side};
use crate::ports::{Port, SideThird, rotated_ports};

/// Stands for no segment in [`RotatedShape::owners`].
pub(crate) const NO_OWNER: u8 = u8::MAX;

/// Stands for the edge at a side of a cell that a half tile does not have: no tile needs such an edge.
pub(crate) const ABSENT: u8 = BLANK;

/// A shape at one rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotatedShape {
    /// The edges, one byte per side, the north in the lowest byte.
    pub edges: u32,
    /// The edges that fit them, likewise: what a tile beside it needs.
    pub needed: u32,
    /// For each side, the segments that lie at a port of it, one bit each.
    pub at_side: [u16; 4],
    /// The place in the shape of the segment that owns each port.
    pub owners: [u8; Port::AT_SIDES],
    /// The place in the shape of the segment that lies at each port: its owner, or on a whole side the owner
    /// of the middle.
    pub shown: [u8; Port::AT_SIDES],
}

impl RotatedShape {
    /// The place in the shape of the segment that lies over a side.
    #[inline]
    pub const fn over(&self, side: usize) -> u8 {
        self.owners[Port::over(side as u8).index()]
    }
}

/// The long side of a half tile, which is the same however the tile is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongSide {
    /// Its edge.
    pub edge: u8,
    /// The edge that fits it.
    pub needed: u8,
    /// The segments that lie at it, one bit each.
    pub at: u16,
    /// The place in the shape of the segment that owns each of its ports.
    pub owners: [u8; 3],
    /// The place in the shape of the segment that lies at each of its ports, as in [`RotatedShape::shown`].
    pub shown: [u8; 3],
}

/// A shape at any rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeInfo {
    /// Where its segments start in [`ShapeTables::segments`].
    pub first: u32,
    /// How many segments it has.
    pub count: u8,
    /// Where the attributes of its segments start and end in [`ShapeTables::attrs`].
    pub attrs: (u32, u32),
    /// How many of its rotations can be told apart.
    pub distinct: u8,
    /// The edges of each rotation on offer, first where only those are that can be told apart, then where all
    /// are. A rotation not on offer is all blank, which fits no cell that has a neighbour; so that loops need
    /// not know how many there are.
    pub offered: [[u32; 4]; 2],
    /// Its sites that look at four cells, one bit per segment.
    pub four_sites: u16,
    /// Its sites that look at eight cells, one bit per segment.
    pub eight_sites: u16,
    /// Whether it fills half of a cell.
    pub is_half: bool,
}

/// A segment of a shape at any rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentInfo {
    /// The segment as it is when it is laid. Segments and attributes are counted from the first ones of the
    /// shape.
    pub template: Segment,
    /// The segments of the shape it adjoins, one bit each.
    pub touches: u16,
    /// Those segments, and the ones that adjoin it by what they say themselves.
    pub adjoining: u16,
    /// Where its attributes start in [`ShapeTables::attrs`].
    pub first_attr: u32,
}

/// The precomputed tables of a catalog.
#[derive(Clone, Debug)]
pub(crate) struct ShapeTables {
    /// Four entries per shape, one per rotation.
    pub rotated: Vec<RotatedShape>,
    pub shapes: Vec<ShapeInfo>,
    pub segments: Vec<SegmentInfo>,
    /// The attributes of features of one segment.
    pub attrs: Vec<i32>,
    /// The largest number of segments of a shape.
    pub most_segments: usize,
    /// Which sides may lie against each other though they differ.
    pub compatibility: EdgeCompatibility,
    /// The cells in which a tile may lie.
    pub limits: Bounds,
    /// Whether everything ends there.
    pub closes_at_limits: bool,
    /// How many shapes were given; those behind them are what these become.
    pub given: usize,
    /// What a given shape becomes when a kind of feature crosses it, from north to south (0) or from east to west (1):
    /// an entry for each shape and kind, or none at all where nothing crosses anything.
    pub crossed: Vec<[Option<ShapeId>; 2]>,
    /// For how many more segments a tile leaves room.
    pub spare: usize,
    /// Which rotations fit where.
    pub fit_table: FitTable,
    /// The long sides of the shapes that are half tiles.
    pub long_sides: BTreeMap<u16, LongSide>,
}

impl ShapeTables {
    pub fn new(edges: &[EdgeKind], mirrors: &[u8], features: &[FeatureKind], shapes: &[TileShape]) -> Self {
        let mut tables = Self {
            rotated: Vec::with_capacity(shapes.len() * 4),
            shapes: Vec::with_capacity(shapes.len()),
            segments: Vec::new(),
            attrs: Vec::new(),
            most_segments: 0,
            compatibility: EdgeCompatibility::default(),
            limits: Bounds::WIDEST,
            closes_at_limits: false,
            given: shapes.len(),
            crossed: Vec::new(),
            spare: 0,
            fit_table: FitTable::default(),
            long_sides: BTreeMap::new(),
        };
        for shape in shapes {
            tables.push(edges, mirrors, features, shape);
        }
        tables.rebuild_fit_table(edges.len());
        tables
    }

    pub fn push(&mut self, edges: &[EdgeKind], mirrors: &[u8], features: &[FeatureKind], shape: &TileShape) {
        if let Some(long) = shape.diagonal {
            let number = self.shapes.len() as u16;
            self.long_sides.insert(number, long_side(edges, mirrors, shape, long));
        }
        for rotation in 0..4 {
            self.rotated.push(rotate(edges, mirrors, shape, rotation));
        }
        self.add_shape(features, shape);
    }

    /// Whether a shape fills half of a cell.
    #[inline]
    pub fn is_half(&self, shape: ShapeId) -> bool {
        self.shapes.get(usize::from(shape.0)).is_some_and(|info| info.is_half)
    }

    /// The long side of a shape that is a half tile.
    pub fn long_side(&self, shape: ShapeId) -> Option<&LongSide> {
        self.long_sides.get(&shape.0)
    }

    /// The place in the shape of the segment that owns a port of a tile as it lies.
    pub fn owner(&self, shape: ShapeId, rotation: u8, port: Port) -> Option<u16> {
        let owner = match port.index().checked_sub(Port::AT_SIDES) {
            None => self.rotated(shape, rotation).owners.get(port.index()),
            Some(part) => self.long_side(shape).and_then(|long| long.owners.get(part)),
        };
        owner.copied().filter(|owner| *owner != NO_OWNER).map(u16::from)
    }

    /// The place in the shape of the segment that lies at a port of a tile as it lies.
    pub fn shown(&self, shape: ShapeId, rotation: u8, port: Port) -> Option<u16> {
        let shown = match port.index().checked_sub(Port::AT_SIDES) {
            None => self.rotated(shape, rotation).shown.get(port.index()),
            Some(part) => self.long_side(shape).and_then(|long| long.shown.get(part)),
        };
        shown.copied().filter(|shown| *shown != NO_OWNER).map(u16::from)
    }

    /// What a shape becomes when a kind of feature crosses it; an even direction is from north to south.
    pub fn crossed(&self, shape: ShapeId, kind: FeatureKindId, direction: u8) -> Option<ShapeId> {
        self.crossed_row(shape).get(usize::from(kind.0))?[usize::from(direction & 1)]
    }

    /// All that a shape may become when something crosses it.
    pub fn crossings(&self, shape: ShapeId) -> impl Iterator<Item = ShapeId> {
        self.crossed_row(shape).iter().flatten().copied().flatten()
    }

    /// The entries of a shape in [`ShapeTables::crossed`].
    fn crossed_row(&self, shape: ShapeId) -> &[[Option<ShapeId>; 2]] {
        let kinds = self.crossed.len() / self.given.max(1);
        let first = usize::from(shape.0) * kinds;
        self.crossed.get(first..first + kinds).unwrap_or_default()
    }

    /// Works out what fits where, once all shapes are known and which edges are compatible.
    pub fn rebuild_fit_table(&mut self, edge_kinds: usize) {
        self.fit_table = FitTable::new(edge_kinds, &self.shapes[..self.given], &self.compatibility);
    }

    pub fn rotated(&self, shape: ShapeId, rotation: u8) -> &RotatedShape {
        &self.rotated[usize::from(shape.0) * 4 + usize::from(rotation)]
    }

    pub fn segments_of(&self, shape: ShapeId) -> &[SegmentInfo] {
        let info = &self.shapes[usize::from(shape.0)];
        let first = info.first as usize;
        &self.segments[first..first + usize::from(info.count)]
    }

    /// Whether what is open towards a cell waits for no tile, as none will ever lie there.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.closes_at_limits && !self.limits.contains(cell)
    }

    pub fn attrs_of_shape(&self, shape: ShapeId) -> &[i32] {
        let (start, end) = self.shapes[usize::from(shape.0)].attrs;
        &self.attrs[start as usize..end as usize]
    }

    pub fn segment(&self, shape: ShapeId, place: u16) -> &SegmentInfo {
        let first = self.shapes[usize::from(shape.0)].first as usize;
        &self.segments[first + usize::from(place)]
    }

    pub fn attrs_of(&self, info: &SegmentInfo) -> &[i32] {
        let first = info.first_attr as usize;
        &self.attrs[first..first + usize::from(info.template.attr_count)]
    }

    fn add_shape(&mut self, features: &[FeatureKind], shape: &TileShape) {
        let (mut four_sites, mut eight_sites) = (0, 0);
        let first = self.segments.len() as u32;
        let first_attr = self.attrs.len() as u32;
        for (place, segment) in shape.segments.iter().enumerate() {
            let kind = &features[usize::from(segment.feature.0)];
            match kind.site {
                Some(Neighbourhood::Four) => four_sites |= 1 << place,
                Some(Neighbourhood::Eight) => eight_sites |= 1 << place,
                None => {}
            }
            let same_kind = |other: &SegmentShape| other.feature == segment.feature;
            let others = shape.segments.iter().enumerate();
            let siblings = others
                .filter(|(other, shape)| *other != place && same_kind(shape))
                .fold(0, |mask, (other, _)| mask | 1 << other);
            let reach = kind.site.map_or(segment.ports.count_ones() as u8, Neighbourhood::size);
            let (number, own_attr) = (SegmentId(place as u16), self.attrs.len() as u32);
            self.segments.push(SegmentInfo {
                template: Segment {
                    tile: 0,
                    place: place as u8,
                    siblings,
                    own_occupants: 0,
                    first_attr: own_attr - first_attr,
                    unmatched: reach,
                    ends: segment.ends,
                    ended: 0,
                    kind: segment.feature.0,
                    attr_count: segment.attrs.len() as u8,
                    root: number,
                    next: number,
                    size: 1,
                    tiles: 1,
                    open: u32::from(reach) + u32::from(segment.ends),
                    occupants: 0,
                },
                touches: segment.touches,
                adjoining: touched_by(shape, place) | segment.touches,
                first_attr: own_attr,
            });
            let attrs = kind.attrs.iter().zip(&segment.attrs);
            self.attrs.extend(attrs.map(|(attr, value)| attr.alone(*value)));
        }
        let distinct = distinct_rotations(shape);
        let all = std::array::from_fn(|rotation| lying_edges(shape, rotation as u8));
        let mut distinct_only: [u32; 4] = all;
        distinct_only[usize::from(distinct)..].fill(0);
        self.shapes.push(ShapeInfo {
            first,
            count: shape.segments.len() as u8,
            attrs: (first_attr, self.attrs.len() as u32),
            distinct,
            offered: [distinct_only, all],
            four_sites,
            eight_sites,
            is_half: shape.is_half(),
        });
        self.most_segments = self.most_segments.max(shape.segments.len());
    }
}

/// The segments of a shape that say that they adjoin one of it, one bit each.
fn touched_by(shape: &TileShape, place: usize) -> u16 {
    let others = shape.segments.iter().enumerate().filter(|(_, other)| other.touches >> place & 1 != 0);
    others.fold(0, |mask, (other, _)| mask | 1 << other)
}

/// The edges of a shape after some quarter turns, in order of sides.
fn rotated_edges(shape: &TileShape, rotation: u8) -> [EdgeId; 4] {
    let mut edges = shape.edges;
    edges.rotate_right(usize::from(rotation));
    edges
}

/// Edges in order of sides, one byte each.
fn packed(edges: [EdgeId; 4]) -> u32 {
    u32::from_le_bytes(edges.map(|edge| edge.0))
}

/// The same, where a half tile has no edge at two sides.
fn lying_edges(shape: &TileShape, rotation: u8) -> u32 {
    without_absent(shape, rotation, packed(rotated_edges(shape, rotation)))
}

/// Edges, one byte each, of which a half tile has two.
fn without_absent(shape: &TileShape, rotation: u8, edges: u32) -> u32 {
    let absent = (0..4).filter(|side| shape.is_half() && !side::is_of_half(*side, rotation));
    absent.fold(edges, |edges, side| edges | u32::from(ABSENT) << (side * 8))
}

fn long_side(kinds: &[EdgeKind], mirrors: &[u8], shape: &TileShape, edge: EdgeId) -> LongSide {
    let owners = [SideThird::Left, SideThird::Middle, SideThird::Right].map(|part| {
        let bit = Port::of_diagonal(part).bit();
        let owner = shape.segments.iter().position(|segment| segment.ports & bit != 0);
        owner.map_or(NO_OWNER, |owner| owner as u8)
    });
    let is_whole = kinds.get(usize::from(edge.0)).is_some_and(|kind| kind.halves.is_none());
    let shown = if is_whole { [owners[1]; 3] } else { owners };
    let own = shown.iter().filter(|place| **place != NO_OWNER);
    let at = own.fold(0, |at, place| at | 1 << place);
    LongSide { edge: edge.0, needed: mirrors[usize::from(edge.0)], at, owners, shown }
}

fn rotate(kinds: &[EdgeKind], mirrors: &[u8], shape: &TileShape, rotation: u8) -> RotatedShape {
    let mut owners = [NO_OWNER; Port::AT_SIDES];
    for (segment, place) in shape.segments.iter().zip(0_u8..) {
        let ports = rotated_ports(segment.ports, rotation);
        for (port, owner) in owners.iter_mut().enumerate() {
            if ports >> port & 1 != 0 {
                *owner = place;
            }
        }
    }
    let edges = rotated_edges(shape, rotation);
    let mut shown = owners;
    for (side, edge) in shown.chunks_exact_mut(3).zip(edges) {
        let is_whole = kinds.get(usize::from(edge.0)).is_some_and(|kind| kind.halves.is_none());
        if let ([left, middle, right], true) = (side, is_whole) {
            (*left, *right) = (*middle, *middle);
        }
    }
    let mut at_side = [0; 4];
    for (port, place) in Port::ALL.into_iter().zip(shown).filter(|(_, place)| *place != NO_OWNER) {
        at_side[usize::from(port.side())] |= 1 << place;
    }
    let needed = edges.map(|edge| EdgeId(mirrors[usize::from(edge.0)]));
    RotatedShape {
        edges: lying_edges(shape, rotation),
        needed: without_absent(shape, rotation, packed(needed)),
        at_side,
        owners,
        shown,
    }
}

fn distinct_rotations(shape: &TileShape) -> u8 {
    if shape.is_half() {
        4
    } else if looks_the_same(shape, 1) {
        1
    } else if looks_the_same(shape, 2) {
        2
    } else {
        4
    }
}

/// Whether the turned shape equals the shape, but for the numbering of its segments.
fn looks_the_same(shape: &TileShape, rotation: u8) -> bool {
    shape.edges == rotated_edges(shape, rotation)
        && renumbering_exists(&shape.segments, rotation, &mut Vec::new())
}

/// Whether the segments numbered so far can be completed: `images[i]` is the segment that lies
/// after the turn where segment `i` lay. Segments with ports have one candidate at most; the
/// others are few, so trying them in turn is quick.
fn renumbering_exists(segments: &[SegmentShape], rotation: u8, images: &mut Vec<usize>) -> bool {
    let place = images.len();
    let Some(segment) = segments.get(place) else {
        return true;
    };
    for (image, candidate) in segments.iter().enumerate() {
        let fits = !images.contains(&image)
            && candidate.feature == segment.feature
            && candidate.attrs == segment.attrs
            && candidate.ends == segment.ends
            && rotated_ports(candidate.ports, rotation) == segment.ports;
        if !fits {
            continue;
        }
        images.push(image);
        let touches = |from: usize, to: usize| segments[from].touches >> to & 1;
        let consistent = images.iter().enumerate().all(|(other, other_image)| {
            touches(place, other) == touches(image, *other_image)
                && touches(other, place) == touches(*other_image, image)
        });
        if consistent && renumbering_exists(segments, rotation, images) {
            return true;
        }
        images.pop();
    }
    false
}

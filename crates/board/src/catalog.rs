//! The tile shapes a board is laid from, checked and turned in advance.

use std::fmt;

use crate::delta::Refusal;
use crate::geometry::{Bounds, Neighbourhood, side};
use crate::ports::{OF_DIAGONAL, OVER_SIDES, Port, SideThird};
use crate::shape_tables::ShapeTables;

/// A kind of edge: its place in the catalog's list. Zero is blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u8);

/// A kind of feature: its place in the catalog's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureKindId(pub u8);

/// A tile shape: its place in the catalog's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId(pub u16);

/// Which kinds of feature reach across an edge. A whole edge has a middle only; a split edge has
/// halves, and a middle unless its strip is mere decoration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeKind {
    /// The kind of the segment that owns the middle.
    pub middle: Option<FeatureKindId>,
    /// The kinds of the segments that own the left and the right half.
    pub halves: Option<[FeatureKindId; 2]>,
}

impl EdgeKind {
    /// The edge that belongs to nobody and against which nothing may be laid.
    pub const BLANK: Self = Self { middle: None, halves: None };

    /// An edge owned by one segment.
    #[must_use]
    pub const fn whole(kind: FeatureKindId) -> Self {
        Self { middle: Some(kind), halves: None }
    }

    /// An edge with a strip in the middle and another kind of feature on both halves.
    #[must_use]
    pub const fn split(strip: FeatureKindId, halves: FeatureKindId) -> Self {
        Self { middle: Some(strip), halves: Some([halves; 2]) }
    }

    /// What lies against such an edge where everything goes on: the same seen from the other side.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let halves = match self.halves {
            Some([left, right]) => Some([right, left]),
            None => None,
        };
        Self { middle: self.middle, halves }
    }

    /// Whether the left half shows what the right one does.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        self == self.mirrored()
    }

    /// The kind of the segment expected at a part of such an edge.
    #[must_use]
    pub const fn at(self, part: SideThird) -> Option<FeatureKindId> {
        match part {
            SideThird::Middle => self.middle,
            SideThird::Left | SideThird::Right => match self.halves {
                Some([left, right]) => Some(if matches!(part, SideThird::Left) { left } else { right }),
                None => None,
            },
        }
    }
}

/// How what the segments of a feature have becomes what the feature has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Merge {
    /// The sum of the values.
    Sum,
    /// 1 when any value is not zero, otherwise 0.
    Any,
    /// 1 when no value is zero, otherwise 0.
    All,
    /// The largest value.
    Max,
    /// The common value when all values are equal, otherwise the default.
    Agree,
}

/// An attribute of a kind of feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureAttr {
    /// How it merges.
    pub merge: Merge,
    /// What a feature has whose segments do not [agree](Merge::Agree).
    pub default: i32,
}

impl FeatureAttr {
    /// The attribute of a feature of one segment.
    pub(crate) const fn alone(self, value: i32) -> i32 {
        match self.merge {
            Merge::Any | Merge::All => (value != 0) as i32,
            Merge::Sum | Merge::Max | Merge::Agree => value,
        }
    }

    /// The attribute of two features joined into one.
    pub(crate) fn combine(self, left: i32, right: i32) -> i32 {
        match self.merge {
            Merge::Sum => left.saturating_add(right),
            Merge::Any => left | right,
            Merge::All => left & right,
            Merge::Max => left.max(right),
            // Once two did not agree it stays the default, whatever joins.
            Merge::Agree if left == right => left,
            Merge::Agree => self.default,
        }
    }
}

/// A kind of feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureKind {
    /// For a site, the neighbourhood that must fill for it to be complete. A site has no ports.
    pub site: Option<Neighbourhood>,
    /// Whether it lies over the sides, at [ports](Port::over) that no kind of edge names: where two of it meet they
    /// are joined, and a side with one may lie against a side without.
    pub is_layer: bool,
    /// The attributes of this kind.
    pub attrs: Vec<FeatureAttr>,
}

/// A segment of a tile shape, at rotation 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentShape {
    /// The kind of feature it is a part of.
    pub feature: FeatureKindId,
    /// The ports it owns, one bit each (see [`Port::bit`]).
    pub ports: u32,
    /// The segments of the same tile it adjoins, one bit per place in [`TileShape::segments`].
    pub touches: u16,
    /// How many open ends it has inside the tile, which links use up. A site has none.
    pub ends: u8,
    /// Its attributes, as many as the kind has. A [`Merge::Sum`] attribute fits in 16 bits.
    pub attrs: Vec<i32>,
}

/// The largest number of open ends that a segment has inside its tile.
pub const MAX_ENDS: u8 = 9;

/// A tile shape, at rotation 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileShape {
    /// The edges to the north, east, south and west.
    pub edges: [EdgeId; 4],
    /// The long side of a half tile, which fills half of its cell: it goes from the north-western to the south-eastern
    /// corner, and the northern and the eastern edge are blank, for the other half may have sides there.
    pub diagonal: Option<EdgeId>,
    /// The segments, at most sixteen; eight of a half tile.
    pub segments: Vec<SegmentShape>,
}

impl TileShape {
    /// Whether it fills half of a cell.
    #[must_use]
    pub const fn is_half(&self) -> bool {
        self.diagonal.is_some()
    }

    /// Its sides, each with its edge: those of the cell clockwise from the north, or the [long one](side::DIAGONAL) and
    /// the two short ones of a half tile.
    pub fn sides(&self) -> impl Iterator<Item = (u8, EdgeId)> {
        let of_cell = self.edges.into_iter().zip(0..).map(|(edge, side)| (side, edge));
        let own = of_cell.filter(|(own, _)| !self.is_half() || side::is_of_half(*own, 0));
        self.diagonal.into_iter().map(|edge| (side::DIAGONAL, edge)).chain(own)
    }
}

/// The tile shapes a board is laid from, with everything that follows from turning them.
#[derive(Clone, Debug)]
pub struct Catalog {
    edges: Vec<EdgeKind>,
    features: Vec<FeatureKind>,
    shapes: Vec<TileShape>,
    pub(crate) tables: ShapeTables,
    /// For each kind of edge the one that lies against it.
    mirrors: Vec<u8>,
}

impl Catalog {
    /// Checks the lists against each other and turns every shape.
    ///
    /// # Errors
    /// Refuses lists that are too long for their identifiers, a first edge kind that is not blank,
    /// and shapes that do not hold together; see [`CatalogError`].
    pub fn new(
        mut edges: Vec<EdgeKind>,
        features: Vec<FeatureKind>,
        shapes: Vec<TileShape>,
    ) -> Result<Self, CatalogError> {
        let given = edges.len();
        let mirrors = mirrors(&mut edges);
        if edges.first() != Some(&EdgeKind::BLANK) {
            return Err(CatalogError::NoBlankEdge);
        }
        // The byte 255 stands for a blank edge in the signature of a cell.
        if edges.len() > 255 || features.len() > 256 || shapes.len() > 65536 {
            return Err(CatalogError::TooMany);
        }
        if features.iter().any(|kind| kind.attrs.len() > 255) {
            return Err(CatalogError::TooMany);
        }
        for (shape, index) in shapes.iter().zip(0..=u16::MAX) {
            check_shape(&edges[..given], &features, shape, ShapeId(index))?;
        }
        let mut tables = ShapeTables::new(&edges, &mirrors, &features, &shapes);
        // Of several kinds that show the same halves only one can be the mirror of the others.
        let mut several = false;
        for (one, shown) in edges.iter().enumerate().take(given).filter(|(_, edge)| !edge.is_symmetric()) {
            let others = edges.iter().enumerate().take(given);
            for (other, _) in others.filter(|(_, other)| shown.mirrored() == **other) {
                if usize::from(mirrors[other]) != one {
                    tables.compatibility.allow(one as u8, mirrors[other]);
                    several = true;
                }
            }
        }
        if several {
            tables.rebuild_fit_table(edges.len());
        }
        Ok(Self { edges, features, shapes, tables, mirrors })
    }

    /// Lets sides of different kinds lie against each other, in either order. Where the two show the same
    /// kind of feature at the same place of the side it is joined; everything else ends at the side.
    ///
    /// # Errors
    /// Refuses a kind of edge that does not exist, and the blank one.
    pub fn with_compatible_edges(mut self, pairs: &[(EdgeId, EdgeId)]) -> Result<Self, CatalogError> {
        let known = 1..self.mirrors.len();
        for (one, other) in pairs {
            if !known.contains(&usize::from(one.0)) || !known.contains(&usize::from(other.0)) {
                return Err(CatalogError::Compatibility);
            }
            for (own, theirs) in [(one, other), (other, one)] {
                let needed = self.mirrors[usize::from(theirs.0)];
                self.tables.compatibility.allow(own.0, needed);
            }
        }
        if !pairs.is_empty() {
            self.tables.rebuild_fit_table(self.edges.len());
        }
        Ok(self)
    }

    /// Lets tiles lie in these cells only.
    ///
    /// # Errors
    /// Refuses what holds no cell, and cells in which no tile may ever lie.
    pub fn with_border(mut self, border: Bounds) -> Result<Self, CatalogError> {
        let Bounds { least, greatest } = border;
        let is_allowed = Bounds::WIDEST.contains(least) && Bounds::WIDEST.contains(greatest);
        if !is_allowed || least.x > greatest.x || least.y > greatest.y {
            return Err(CatalogError::Border);
        }
        self.tables.limits = border;
        Ok(self)
    }

    /// Lets all that reaches the border end there, since no tile will ever lie beyond it. Without a border nothing
    /// changes.
    #[must_use]
    pub fn with_closed_border(mut self) -> Self {
        self.tables.closes_at_limits = self.border().is_some();
        self
    }

    /// The cells in which tiles may lie, where there is a border.
    #[must_use]
    pub fn border(&self) -> Option<Bounds> {
        Some(self.tables.limits).filter(|limits| *limits != Bounds::WIDEST)
    }

    /// Why no tile may lie in a cell beyond the limits.
    pub(crate) fn out_of_limits(&self) -> Refusal {
        if self.border().is_some() { Refusal::BeyondBorder } else { Refusal::OutOfRange }
    }

    /// Tells all rotations of these shapes apart, also where the shape looks the same: something else than sides and
    /// segments says how it was turned. Shapes that are not in the catalog are left out.
    #[must_use]
    pub fn with_rotations_told(mut self, shapes: &[ShapeId]) -> Self {
        for shape in shapes {
            if let Some(info) = self.tables.shapes.get_mut(usize::from(shape.0)) {
                info.distinct = 4;
                info.offered[0] = info.offered[1];
            }
        }
        if !shapes.is_empty() {
            self.tables.rebuild_fit_table(self.edges.len());
        }
        self
    }

    /// The edge kinds, by [`EdgeId`]; behind those that were given stand what would fit the others.
    #[must_use]
    pub fn edges(&self) -> &[EdgeKind] {
        &self.edges
    }

    /// The feature kinds, by [`FeatureKindId`].
    #[must_use]
    pub fn features(&self) -> &[FeatureKind] {
        &self.features
    }

    /// The tile shapes, by [`ShapeId`]; behind those that were given stand what these become when something is
    /// [added](Catalog::with_additions).
    #[must_use]
    pub fn shapes(&self) -> &[TileShape] {
        &self.shapes
    }

    /// The tile shapes that were given.
    #[must_use]
    pub fn given_shapes(&self) -> &[TileShape] {
        &self.shapes[..self.tables.given]
    }

    /// Appends a shape that holds together.
    pub(crate) fn push_shape(&mut self, shape: TileShape) -> Result<ShapeId, CatalogError> {
        let number = u16::try_from(self.shapes.len()).map_err(|_| CatalogError::TooMany)?;
        self.tables.push(&self.edges, &self.mirrors, &self.features, &shape);
        self.shapes.push(shape);
        Ok(ShapeId(number))
    }

    /// The segments of a shape that adjoin one of it, one bit each, whichever of the two says so. The segment must
    /// be one of the catalog.
    #[must_use]
    pub fn adjoining(&self, shape: ShapeId, place: u16) -> u16 {
        self.tables.segment(shape, place).adjoining
    }

    /// How many rotations of a shape can be told apart: 1, 2 or 4. They are the first ones: with 2,
    /// rotations 0 and 1. A shape not in the catalog has none.
    #[must_use]
    pub fn distinct_rotations(&self, shape: ShapeId) -> u8 {
        let info = self.tables.shapes.get(usize::from(shape.0));
        info.map_or(0, |info| info.distinct)
    }
}

/// Why lists of edges, features and shapes do not make a catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogError {
    /// The first edge kind is not [`EdgeKind::BLANK`].
    NoBlankEdge,
    /// More than 255 edge kinds, 256 feature kinds, 255 attributes of a kind or 65536 shapes.
    TooMany,
    /// Sides of an edge kind that does not exist, or of the blank one, are to meet others.
    Compatibility,
    /// The border holds no cell, or one in which no tile may ever lie.
    Border,
    /// The shape has more than sixteen segments, or a half tile more than eight.
    TooManySegments(ShapeId),
    /// The shape names an edge kind, a feature kind or a segment that does not exist.
    UnknownName(ShapeId),
    /// A segment of the shape has more or fewer attributes than its kind, or one out of range.
    Attributes(ShapeId),
    /// A half tile has an edge where the other half may have one, or a whole tile a port of a long side.
    Half(ShapeId),
    /// A port of the shape has two owners, or an owner where the edge has none, or no owner or one
    /// of the wrong kind where the edge has one, or belongs to a site, or to a layer and not to a port over a side;
    /// or a site has open ends inside, or a segment too many.
    Ports(ShapeId),
}

impl fmt::Display for CatalogError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBlankEdge => write!(formatter, "the first edge kind is not blank"),
            Self::TooMany => write!(formatter, "too many edge kinds, feature kinds or shapes"),
            Self::Compatibility => write!(formatter, "an unknown or blank edge is to meet another"),
            Self::Border => write!(formatter, "the border holds no cell, or one too far from the origin"),
            Self::TooManySegments(shape) => {
                write!(formatter, "shape {} has too many segments", shape.0)
            }
            Self::UnknownName(shape) => {
                write!(formatter, "shape {} names what does not exist", shape.0)
            }
            Self::Half(shape) => write!(formatter, "shape {} has sides of both halves of a cell", shape.0),
            Self::Attributes(shape) => {
                write!(formatter, "shape {} has unfit attributes", shape.0)
            }
            Self::Ports(shape) => {
                write!(formatter, "shape {} has ports unlike its edges", shape.0)
            }
        }
    }
}

impl std::error::Error for CatalogError {}

/// For each kind of edge the one that fits it: itself where both halves are alike, otherwise the first that shows
/// them the other way round. Where there is none, one is added, which no shape has.
fn mirrors(edges: &mut Vec<EdgeKind>) -> Vec<u8> {
    let given = edges.len();
    let mut mirrors = Vec::with_capacity(given);
    for own in 0..given {
        let mirrored = edges[own].mirrored();
        let is_own = mirrored == edges[own];
        let known = edges.iter().position(|other| *other == mirrored).filter(|_| !is_own);
        let place = match known {
            _ if is_own => own,
            Some(place) => place,
            None => {
                edges.push(mirrored);
                edges.len() - 1
            }
        };
        // More than can be counted are refused afterwards.
        mirrors.push(u8::try_from(place).unwrap_or(u8::MAX));
    }
    mirrors
}

fn check_shape(
    edges: &[EdgeKind],
    features: &[FeatureKind],
    shape: &TileShape,
    id: ShapeId,
) -> Result<(), CatalogError> {
    if shape.segments.len() > if shape.is_half() { 8 } else { 16 } {
        return Err(CatalogError::TooManySegments(id));
    }
    let beyond = (0..4).filter(|side| !side::is_of_half(*side, 0));
    if shape.is_half() && beyond.map(usize::from).any(|side| shape.edges[side] != EdgeId::default()) {
        return Err(CatalogError::Half(id));
    }
    let mut owned = 0_u32;
    for segment in &shape.segments {
        let kind = features.get(usize::from(segment.feature.0)).ok_or(CatalogError::UnknownName(id))?;
        if u32::from(segment.touches) >> shape.segments.len() != 0 {
            return Err(CatalogError::UnknownName(id));
        }
        let mut attrs = kind.attrs.iter().zip(&segment.attrs);
        // Sixteen bits each keep the sum over a full board within 32 bits.
        if kind.attrs.len() != segment.attrs.len()
            || attrs.any(|(attr, value)| attr.merge == Merge::Sum && i16::try_from(*value).is_err())
        {
            return Err(CatalogError::Attributes(id));
        }
        if segment.ports & owned != 0
            || (kind.site.is_some() && (segment.ports != 0 || segment.ends != 0))
            || segment.ends > MAX_ENDS
            || segment.ports & if kind.is_layer { !OVER_SIDES } else { OVER_SIDES } != 0
        {
            return Err(CatalogError::Ports(id));
        }
        owned |= segment.ports;
    }
    if !shape.is_half() && owned & OF_DIAGONAL != 0 {
        return Err(CatalogError::Half(id));
    }
    let of_cell = shape.edges.into_iter().zip(0_u8..);
    for (edge, side) in of_cell.chain(shape.diagonal.map(|edge| (edge, side::DIAGONAL))) {
        let edge = edges.get(usize::from(edge.0)).ok_or(CatalogError::UnknownName(id))?;
        for part in [SideThird::Left, SideThird::Middle, SideThird::Right] {
            let port = if side == side::DIAGONAL { Port::of_diagonal(part) } else { Port::new(side, part) };
            let mut segments = shape.segments.iter();
            let owner = segments.find(|segment| segment.ports & port.bit() != 0);
            if owner.map(|segment| segment.feature) != edge.at(part) {
                return Err(CatalogError::Ports(id));
            }
        }
    }
    Ok(())
}

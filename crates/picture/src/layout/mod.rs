//! Where everything on a tile is drawn, worked out from the places that its segments reach.

mod anchors;
mod areas;
mod grid;
mod half;
mod lines;
mod outline;

use rota_board::{Port, SideThird, TileShape};
use rota_bytecode::vocabulary::Vocabulary;

use crate::geometry::Point;
use crate::styles::FeatureStyle;
use crate::symbols::{BADGE_REACH, MARK_REACH};

use grid::OwnerGrid;

pub(crate) use areas::Area;
pub(crate) use lines::{EndForm, Line, LineEnd};

/// How far the smallest one reaches.
const LEAST_REACH: i32 = 22;

/// Room that what grows or stands in the open needs.
const OPEN: i32 = 14;

/// A mark for a segment that reaches no side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InsideMark {
    /// The segment's place in the shape.
    pub segment: usize,
    pub at: Point,
    pub reach: i32,
}

/// A mark for an attribute of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Badge {
    /// The kind of feature.
    pub kind: usize,
    /// The attribute's place among those of the kind.
    pub attr: usize,
    pub value: i32,
    pub at: Point,
}

/// An attribute of the whole tile, written on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileLabel {
    pub words: String,
    /// Whether it is along a side, since in each corner it would hide a place for pieces.
    pub is_aside: bool,
    /// The middle of the label.
    pub at: Point,
    pub wide: i32,
}

/// How a tile is drawn, north up.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileLayout {
    /// The kind of feature that is the ground of the whole tile, or else of the area that goes furthest.
    pub ground: Option<usize>,
    /// What fills sides and is not the ground.
    pub areas: Vec<Area>,
    /// What runs from the middles of sides.
    pub lines: Vec<Line>,
    /// Where lines end.
    pub line_ends: Vec<LineEnd>,
    /// Segments that reach no side.
    pub inside: Vec<InsideMark>,
    /// Attributes that segments have.
    pub badges: Vec<Badge>,
    /// Attributes that the tile has.
    pub labels: Vec<TileLabel>,
    /// Where two segments of the ground meet with nothing between them.
    pub boundaries: Vec<Point>,
    /// Places where nothing is drawn, for what grows or stands there: kind and place.
    pub open: Vec<(usize, Point)>,
    /// Sides that are blank.
    pub blank: Vec<u8>,
    /// Whether it fills half of its cell, from the diagonal to the south-west.
    pub is_half: bool,
    /// Where a piece stands on each segment.
    pub anchors: Vec<Point>,
    /// Whose each place on it is.
    grid: OwnerGrid,
}

impl TileLayout {
    /// How far pieces on a segment stand to the east and to the south of its anchor as the tile lies: beside the middle
    /// of a mark, so that the mark can be seen.
    pub fn aside(&self, segment: usize) -> i32 {
        let mark = self.inside.iter().find(|mark| mark.segment == segment);
        mark.map_or(0, |mark| mark.reach * 2 / 5)
    }

    /// Where pieces on a segment stand, on the tile after quarter turns.
    pub fn stand(&self, segment: usize, rotation: u8) -> Option<Point> {
        let anchor = self.anchors.get(segment)?.turned(rotation);
        Some(anchor.along(Point::new(1, 1), self.aside(segment)))
    }
}

/// A segment as the places it reaches.
#[derive(Clone, Debug)]
struct SegmentExtent {
    kind: usize,
    style: FeatureStyle,
    /// The halves of sides that it has, a bit each, clockwise from the north-west corner.
    halves: u8,
    /// The sides in whose middle it is a strip.
    strips: Vec<u8>,
    /// Whether it has an open end inside the tile.
    ends: bool,
}

/// Plans a tile with its attributes.
pub(crate) fn layout(
    shape: &TileShape,
    attrs: &[i32],
    vocabulary: &Vocabulary,
    feature_styles: &[FeatureStyle],
) -> TileLayout {
    if shape.is_half() {
        return TileLayout {
            is_half: true,
            ..plan(&half::spread(shape), attrs, vocabulary, feature_styles, true)
        };
    }
    plan(shape, attrs, vocabulary, feature_styles, false)
}

/// Plans a tile of four sides, of which half may be left to another tile.
fn plan(
    shape: &TileShape,
    attrs: &[i32],
    vocabulary: &Vocabulary,
    feature_styles: &[FeatureStyle],
    is_half: bool,
) -> TileLayout {
    let extents = extents(shape, vocabulary, feature_styles);
    let ground = ground(&extents);
    // Without ground nothing is left between several areas: the largest one goes as far as the others let it.
    let backdrop = largest(&extents).filter(|_| ground.is_none());
    let is_backdrop =
        |segment: usize, reach: &SegmentExtent| Some(segment) == backdrop || Some(reach.kind) == ground;
    let mut areas = areas::areas(&extents, is_backdrop);
    if is_half {
        half::keep_off_long_side(&mut areas);
    }
    let mut grid = OwnerGrid::default();
    for area in &areas {
        grid.fill(area.segment, &area.outline);
    }
    let mut lines = lines::through(&extents, &areas);
    for line in &lines {
        grid.draw(line.segment, &line.points);
    }
    let inside = place_inside(&extents, &mut grid, is_half);
    let is_blank = |side: &u8| shape.edges.get(usize::from(*side)).is_some_and(|edge| edge.0 == 0);
    let blank: Vec<u8> = (0..4).filter(is_blank).collect();
    let (ends, line_ends) = lines::ends(&extents, &areas, &lines, &inside, &blank);
    for line in &ends {
        grid.draw(line.segment, &line.points);
    }
    lines.extend(ends);
    for line_end in &line_ends {
        grid.clear(line_end.at, line_end.reach());
    }
    for mark in &inside {
        grid.stamp(mark.segment, mark.at, mark.reach);
    }
    let grounds = extents.iter().enumerate().filter(|(segment, reach)| is_backdrop(*segment, reach));
    grid.flood_fill(grounds.map(|(segment, reach)| (segment, reach.halves)));
    if is_half {
        grid.cut();
    }
    let is_ground = |segment: usize| extents.get(segment).is_some_and(|reach| Some(reach.kind) == ground);
    let anchors = anchors::anchors(&extents, &grid, &lines, &line_ends, &inside, is_half);
    let badges = anchors::badges(shape, vocabulary, &grid, &anchors, &inside);
    let kind = |segment: usize| extents.get(segment).map(|reach| (reach.kind, reach.style));
    let open = grid.scattered(OPEN).into_iter().filter_map(|(segment, at)| {
        let (kind, style) = kind(segment)?;
        let is_free = badges.iter().all(|badge| badge.at.distance(at) > BADGE_REACH + OPEN);
        (is_free && matches!(style, FeatureStyle::Ground(_) | FeatureStyle::Area(_))).then_some((kind, at))
    });
    let open: Vec<(usize, Point)> = open.collect();
    let boundaries = grid.boundaries(is_ground);
    let owned = grid.clone();
    for place in anchors.iter().chain(badges.iter().map(|badge| &badge.at)) {
        grid.clear(*place, BADGE_REACH);
    }
    let is_plain = |segment: usize| extents.get(segment).is_some_and(|reach| reach.halves != 0);
    let labels = anchors::labels(vocabulary, attrs, &anchors, &mut grid, &is_plain);
    let ground = ground.or(backdrop.and_then(|backdrop| extents.get(backdrop)).map(|reach| reach.kind));
    TileLayout {
        ground,
        boundaries,
        open,
        labels,
        blank,
        is_half: false,
        areas,
        lines,
        line_ends,
        inside,
        anchors,
        badges,
        grid: owned,
    }
}

fn extents(
    shape: &TileShape,
    vocabulary: &Vocabulary,
    feature_styles: &[FeatureStyle],
) -> Vec<SegmentExtent> {
    let is_split = |side: u8| {
        let edge = shape.edges.get(usize::from(side)).and_then(|edge| usize::from(edge.0).checked_sub(1));
        edge.and_then(|edge| vocabulary.edges.get(edge)).is_some_and(|edge| edge.halves.is_some())
    };
    let reach = |segment: &rota_board::SegmentShape| {
        let kind = usize::from(segment.feature.0);
        let style = feature_styles.get(kind).copied().unwrap_or(FeatureStyle::Inside(0));
        let mut reach = SegmentExtent { kind, style, halves: 0, strips: Vec::new(), ends: segment.ends > 0 };
        for side in 0..4_u8 {
            let has = |part: SideThird| segment.ports & Port::new(side, part).bit() != 0;
            let left = 1_u8 << (side * 2);
            if segment.ports & Port::over(side).bit() != 0 || has(SideThird::Middle) && is_split(side) {
                reach.strips.push(side);
            } else if has(SideThird::Middle) {
                reach.halves |= left | left << 1;
            }
            reach.halves |= if has(SideThird::Left) { left } else { 0 };
            reach.halves |= if has(SideThird::Right) { left << 1 } else { 0 };
        }
        reach
    };
    shape.segments.iter().map(reach).collect()
}

/// The kind that the ground of the tile is: the one that has most of its border.
fn ground(extents: &[SegmentExtent]) -> Option<usize> {
    let kinds = extents.iter().filter(|reach| reach.style.is_ground()).map(|reach| reach.kind);
    let border = |kind: usize| -> u32 {
        extents.iter().filter(|reach| reach.kind == kind).map(|reach| reach.halves.count_ones()).sum()
    };
    kinds.max_by_key(|kind| (border(*kind), std::cmp::Reverse(*kind)))
}

/// The segment that fills most of the border, where it is not the only one that fills any of it.
fn largest(extents: &[SegmentExtent]) -> Option<usize> {
    let filling = || extents.iter().enumerate().filter(|(_, reach)| reach.halves != 0);
    filling().nth(1)?;
    let (largest, _) =
        filling().max_by_key(|(segment, reach)| (reach.halves.count_ones(), std::cmp::Reverse(*segment)))?;
    Some(largest)
}

/// Finds room for the segments that reach no side, on the ground if there is enough.
fn place_inside(extents: &[SegmentExtent], grid: &mut OwnerGrid, is_half: bool) -> Vec<InsideMark> {
    let mut inside: Vec<InsideMark> = Vec::new();
    // Of a line that ends something is left to be seen.
    let mut free = grid.clone();
    for (segment, reach) in extents.iter().enumerate() {
        if let [side] = reach.strips.as_slice() {
            free.draw(segment, &lines::stub(*side));
        }
    }
    if is_half {
        free.cut();
    }
    for (segment, reach) in extents.iter().enumerate() {
        // Ground that others enclose is what they leave free.
        if reach.halves != 0 || !reach.strips.is_empty() || reach.style.is_ground() {
            continue;
        }
        let others: Vec<Point> = inside.iter().map(|mark| mark.at).collect();
        let (at, room) = free.room(&others);
        let reach = (room - 6).clamp(LEAST_REACH, MARK_REACH);
        free.stamp(segment, at, reach);
        grid.stamp(segment, at, reach);
        inside.push(InsideMark { segment, at, reach });
    }
    inside
}

//! Where everything on a tile is drawn, worked out from the places that its segments reach.

mod areas;
mod lines;
mod mesh;
mod places;

use rota::board::{Port, SideThird, TileShape};
use rota::bytecode::vocabulary::Vocabulary;

use crate::geometry::Point;
use crate::roles::Role;

use mesh::Mesh;

pub(crate) use areas::Area;
pub(crate) use lines::{Line, Stop};

/// How far the largest mark of a segment inside the tile reaches.
pub(crate) const MARK_REACH: i32 = 46;

/// How far the smallest one reaches.
const LEAST_REACH: i32 = 22;

/// How far the mark of an attribute reaches.
pub(crate) const BADGE_REACH: i32 = 17;

/// Room that what grows or stands in the open needs.
const OPEN: i32 = 14;

/// A mark for a segment that reaches no side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
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
pub(crate) struct Note {
    pub words: String,
    /// The middle of the note.
    pub at: Point,
    pub wide: i32,
}

impl Note {
    /// The size of its words.
    pub const SIZE: i32 = 22;

    /// How high it is.
    pub const HIGH: i32 = 34;

    /// The room in it for the sign before the words.
    pub const SIGN: i32 = 24;
}

/// How a tile is drawn, north up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// The kind of feature that is the ground of the whole tile.
    pub ground: Option<usize>,
    /// What fills sides and is not the ground.
    pub areas: Vec<Area>,
    /// What runs from the middles of sides.
    pub lines: Vec<Line>,
    /// Where lines end.
    pub stops: Vec<Stop>,
    /// Segments that reach no side.
    pub inside: Vec<Inside>,
    /// Attributes that segments have.
    pub badges: Vec<Badge>,
    /// Attributes that the tile has.
    pub notes: Vec<Note>,
    /// Where two segments of the ground meet with nothing between them.
    pub hedges: Vec<Point>,
    /// Places where nothing is drawn, for what grows or stands there: kind and place.
    pub open: Vec<(usize, Point)>,
    /// Sides that are blank.
    pub blank: Vec<u8>,
    /// Where a piece stands on each segment.
    pub anchors: Vec<Point>,
}

/// A segment as the places it reaches.
#[derive(Clone, Debug)]
struct Reach {
    kind: usize,
    role: Role,
    /// The halves of sides that it has, a bit each, clockwise from the north-west corner.
    halves: u8,
    /// The sides in whose middle it is a strip.
    strips: Vec<u8>,
}

/// Plans a tile with its attributes.
pub(crate) fn plan(shape: &TileShape, attrs: &[i32], vocabulary: &Vocabulary, roles: &[Role]) -> Plan {
    let reaches = reaches(shape, vocabulary, roles);
    let ground = ground(&reaches);
    let areas = areas::areas(&reaches, ground);
    let mut mesh = Mesh::default();
    for area in &areas {
        mesh.fill(area.segment, &area.outline);
    }
    let mut lines = lines::through(&reaches, &areas);
    for line in &lines {
        mesh.draw(line.segment, &line.points);
    }
    let inside = place_inside(&reaches, &mut mesh);
    let is_blank = |side: &u8| shape.edges.get(usize::from(*side)).is_some_and(|edge| edge.0 == 0);
    let blank: Vec<u8> = (0..4).filter(is_blank).collect();
    let (ends, stops) = lines::ends(&reaches, &areas, &lines, &inside, &blank);
    for line in &ends {
        mesh.draw(line.segment, &line.points);
    }
    lines.extend(ends);
    for stop in &stops {
        mesh.clear(stop.at(), stop.reach());
    }
    for mark in &inside {
        mesh.stamp(mark.segment, mark.at, mark.reach);
    }
    let grounds = reaches.iter().enumerate().filter(|(_, reach)| Some(reach.kind) == ground);
    mesh.flood(grounds.map(|(segment, reach)| (segment, reach.halves)));
    let is_ground = |segment: usize| reaches.get(segment).is_some_and(|reach| Some(reach.kind) == ground);
    let anchors = places::anchors(&reaches, &mesh, &lines, &stops, &inside);
    let badges = places::badges(shape, vocabulary, &mesh, &anchors, &inside);
    let kind = |segment: usize| reaches.get(segment).map(|reach| (reach.kind, reach.role));
    let open = mesh.spread(OPEN).into_iter().filter_map(|(segment, at)| {
        let (kind, role) = kind(segment)?;
        let is_free = badges.iter().all(|badge| badge.at.distance(at) > BADGE_REACH + OPEN);
        (is_free && matches!(role, Role::Ground(_) | Role::Area(_))).then_some((kind, at))
    });
    let open: Vec<(usize, Point)> = open.collect();
    let hedges = mesh.seams(is_ground);
    for place in anchors.iter().chain(badges.iter().map(|badge| &badge.at)) {
        mesh.clear(*place, BADGE_REACH);
    }
    let is_plain = |segment: usize| reaches.get(segment).is_some_and(|reach| reach.halves != 0);
    let notes = places::notes(vocabulary, attrs, &mut mesh, &is_plain);
    Plan { ground, hedges, open, notes, blank, areas, lines, stops, inside, anchors, badges }
}

fn reaches(shape: &TileShape, vocabulary: &Vocabulary, roles: &[Role]) -> Vec<Reach> {
    let is_split = |side: u8| {
        let edge = shape.edges.get(usize::from(side)).and_then(|edge| usize::from(edge.0).checked_sub(1));
        edge.and_then(|edge| vocabulary.edges.get(edge)).is_some_and(|edge| edge.flanks.is_some())
    };
    let reach = |segment: &rota::board::SegmentShape| {
        let kind = usize::from(segment.feature.0);
        let role = roles.get(kind).copied().unwrap_or(Role::Inside(0));
        let mut reach = Reach { kind, role, halves: 0, strips: Vec::new() };
        for side in 0..4_u8 {
            let has = |part: SideThird| segment.ports & Port::new(side, part).bit() != 0;
            let left = 1_u8 << (side * 2);
            if has(SideThird::Middle) && is_split(side) {
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
fn ground(reaches: &[Reach]) -> Option<usize> {
    let kinds = reaches.iter().filter(|reach| reach.role.is_ground()).map(|reach| reach.kind);
    let border = |kind: usize| -> u32 {
        reaches.iter().filter(|reach| reach.kind == kind).map(|reach| reach.halves.count_ones()).sum()
    };
    kinds.max_by_key(|kind| (border(*kind), std::cmp::Reverse(*kind)))
}

/// Finds room for the segments that reach no side, on the ground if there is enough.
fn place_inside(reaches: &[Reach], mesh: &mut Mesh) -> Vec<Inside> {
    let mut inside: Vec<Inside> = Vec::new();
    for (segment, reach) in reaches.iter().enumerate() {
        // Ground that others enclose is what they leave free.
        if reach.halves != 0 || !reach.strips.is_empty() || reach.role.is_ground() {
            continue;
        }
        let others: Vec<Point> = inside.iter().map(|mark| mark.at).collect();
        let (at, room) = mesh.room(&others);
        let reach = (room - 6).clamp(LEAST_REACH, MARK_REACH);
        mesh.stamp(segment, at, reach);
        inside.push(Inside { segment, at, reach });
    }
    inside
}

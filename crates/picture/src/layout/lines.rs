//! Lines: those that go through the tile, and those that end on it.

use crate::geometry::{BLANK, CENTRE, HALF, Path, Point, along, inward, is_inside, middle, to_way};

use super::areas::Area;
use super::{InsideMark, SegmentExtent};

/// How far a curve keeps its direction when it leaves a side.
const LEAD: i32 = 80;

/// How far a line gives way to an area beside it.
const BOW: i32 = 26;

/// How far a line that ends in the open comes into the tile.
const SHORT: i32 = 84;

/// Lines that come as close as this to one another cross.
const TOUCH: i32 = 8;

/// A line on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub segment: usize,
    pub kind: usize,
    pub path: Path,
    pub points: Vec<Point>,
    /// Whether it passes over one of another segment.
    pub is_over: bool,
}

impl Line {
    fn new(segment: usize, kind: usize, path: Path) -> Line {
        Line { segment, kind, points: path.points(), path, is_over: false }
    }

    /// Whether another segment's line comes in its way.
    fn crosses(&self, other: &Line) -> bool {
        self.segment != other.segment && self.points.iter().any(|place| to_way(&other.points, *place) < TOUCH)
    }
}

/// Where lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineEnd {
    pub form: EndForm,
    /// The kind of the lines.
    pub kind: usize,
    pub at: Point,
}

/// What lines end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndForm {
    /// Where several meet.
    Junction,
    /// At the border of an area.
    Gate,
    /// Where it waits to be joined to another one.
    Mouth,
    /// In the open.
    Open,
}

impl LineEnd {
    /// How far its mark reaches.
    pub const fn reach(self) -> i32 {
        match self.form {
            EndForm::Junction => 20,
            EndForm::Gate => 13,
            EndForm::Mouth => 17,
            EndForm::Open => 15,
        }
    }
}

/// The lines that lead from a side to another one.
pub(super) fn through(extents: &[SegmentExtent], areas: &[Area]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (segment, reach) in extents.iter().enumerate() {
        let paths = match reach.strips.as_slice() {
            [] | [_] => Vec::new(),
            [one, other] => vec![between(*one, *other, areas)],
            // A line that forks is one all the same: its arms meet without a mark.
            arms => arms.iter().map(|side| fork(*side, arms)).collect(),
        };
        let line = |path| Line::new(segment, reach.kind, path);
        let over = |line: Line| Line { is_over: lines.iter().any(|other| line.crosses(other)), ..line };
        let added: Vec<Line> = paths.into_iter().map(line).map(over).collect();
        lines.extend(added);
    }
    lines
}

/// An arm of a fork: on to the other side if there is an arm as well, so that no end of it shows.
fn fork(side: u8, arms: &[u8]) -> Path {
    let facing = (side + 2) & 3;
    let end = if arms.contains(&facing) { middle(facing) } else { CENTRE };
    Path::through(&[middle(side), end])
}

fn between(one: u8, other: u8, areas: &[Area]) -> Path {
    let mut path = Path::new(middle(one));
    if one.abs_diff(other) != 2 {
        let first = middle(one).along(inward(one), LEAD);
        path.bend(first, middle(other).along(inward(other), LEAD), middle(other));
        return path;
    }
    // Straight across, unless an area on one side needs room.
    let is_filled = |side: u8| areas.iter().any(|area| area.halves >> ((side & 3) * 2) & 3 == 3);
    let (left, right) = (one + 1, one + 3);
    let away = match (is_filled(left), is_filled(right)) {
        (true, false) => inward(left),
        (false, true) => inward(right),
        _ => {
            path.line(middle(other));
            return path;
        }
    };
    let crest = CENTRE.along(away, BOW);
    path.bend(middle(one).along(inward(one), HALF / 2), crest.along(inward(one), -HALF / 2), crest);
    path.bend(
        crest.along(inward(one), HALF / 2),
        middle(other).along(inward(other), HALF / 2),
        middle(other),
    );
    path
}

/// The part of a line at its side that is drawn wherever it leads.
pub(super) fn stub(side: u8) -> [Point; 2] {
    [middle(side), middle(side).along(inward(side), HALF / 4)]
}

/// The lines that end on the tile, and what marks their ends.
pub(super) fn ends(
    extents: &[SegmentExtent],
    areas: &[Area],
    through: &[Line],
    inside: &[InsideMark],
    blank: &[u8],
) -> (Vec<Line>, Vec<LineEnd>) {
    let ending = Ending { extents, areas, through, inside, blank };
    let arms: Vec<(usize, u8, Goal)> = extents
        .iter()
        .enumerate()
        .filter_map(|(segment, reach)| match reach.strips.as_slice() {
            [side] => Some((segment, *side, ending.goal(segment, *side))),
            _ => None,
        })
        .collect();
    // A line that goes on waits amid its way.
    let amid = |reach: &&SegmentExtent| reach.ends && reach.strips.len() > 1;
    let mouth = |kind, at| LineEnd { form: EndForm::Mouth, kind, at };
    let mut line_ends: Vec<LineEnd> =
        extents.iter().filter(amid).map(|reach| mouth(reach.kind, CENTRE)).collect();
    let meeting = arms.iter().filter(|(_, _, goal)| *goal == Goal::Centre).count();
    let mut lines = Vec::new();
    for (segment, side, goal) in arms {
        let Some(kind) = extents.get(segment).map(|reach| reach.kind) else { continue };
        let (path, line_end) = ending.arm(kind, side, goal, meeting);
        lines.push(Line::new(segment, kind, path));
        line_ends.extend(line_end.filter(|line_end| !line_ends.contains(line_end)));
    }
    (lines, line_ends)
}

/// What a line from a side leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// An area straight ahead, before the centre of the tile.
    Area(usize),
    /// A mark inside the tile.
    Mark(Point),
    /// The centre, to meet others or to go on from there.
    Centre,
    /// Nothing: it waits there.
    Mouth,
    /// Nothing: the ground goes around its end.
    Open,
}

struct Ending<'a> {
    extents: &'a [SegmentExtent],
    areas: &'a [Area],
    through: &'a [Line],
    inside: &'a [InsideMark],
    blank: &'a [u8],
}

impl Ending<'_> {
    fn goal(&self, segment: usize, side: u8) -> Goal {
        if let Some(own) = self.areas.iter().position(|area| area.segment == segment) {
            return Goal::Area(own);
        }
        if self.extents.get(segment).is_some_and(|reach| reach.ends) {
            return Goal::Mouth;
        }
        let ahead = Path::through(&[middle(side), CENTRE]).points();
        let hit = |area: &Area| {
            !lies_beside(area, side) && ahead.iter().any(|place| is_inside(&area.outline, *place))
        };
        if let Some(area) = self.areas.iter().position(hit) {
            return Goal::Area(area);
        }
        let mark = self.inside.iter().map(|mark| mark.at).min_by_key(|at| (at.distance(middle(side)), *at));
        match mark {
            Some(mark) => Goal::Mark(mark),
            None if self.goes_around(side) => Goal::Open,
            None => Goal::Centre,
        }
    }

    /// Whether one segment lies on both sides of the strip of a side.
    fn goes_around(&self, side: u8) -> bool {
        self.extents.iter().any(|reach| reach.halves >> (side * 2) & 3 == 3)
    }

    fn arm(&self, kind: usize, side: u8, goal: Goal, meeting: usize) -> (Path, Option<LineEnd>) {
        let from = middle(side);
        match goal {
            Goal::Area(area) => self.to_area(kind, Path::through(&[from, CENTRE]), area),
            Goal::Mark(at) => (self.to(side, at), None),
            Goal::Open | Goal::Mouth => {
                let at = from.along(inward(side), SHORT);
                let form = if goal == Goal::Mouth { EndForm::Mouth } else { EndForm::Open };
                (Path::through(&[from, at]), Some(LineEnd { form, kind, at }))
            }
            Goal::Centre if meeting > 1 => {
                (Path::through(&[from, CENTRE]), Some(LineEnd { form: EndForm::Junction, kind, at: CENTRE }))
            }
            Goal::Centre => {
                let is_met = self.through.iter().any(|line| to_way(&line.points, CENTRE) < BOW + 4);
                if !is_met && let Some((facing, area)) = self.beyond(side) {
                    return self.to_area(kind, self.to(side, middle(facing)), area);
                }
                if !is_met && let Some(facing) = ahead(side).find(|facing| self.blank.contains(facing)) {
                    let at = middle(facing).along(inward(facing), BLANK);
                    return (self.to(side, at), Some(LineEnd { form: EndForm::Gate, kind, at }));
                }
                (Path::through(&[from, CENTRE]), Some(LineEnd { form: EndForm::Junction, kind, at: CENTRE }))
            }
        }
    }

    /// The side of the nearest area that a lone line can go on to, straight ahead if there is one.
    fn beyond(&self, side: u8) -> Option<(u8, usize)> {
        ahead(side).find_map(|facing| {
            let is_whole = |area: &Area| area.halves >> (facing * 2) & 3 == 3;
            let area = self.areas.iter().position(|area| is_whole(area) && !lies_beside(area, side))?;
            Some((facing, area))
        })
    }

    /// The way from a side to a place, straight where the place lies ahead.
    fn to(&self, side: u8, at: Point) -> Path {
        let from = middle(side);
        let ahead = along(side);
        if (at.x - from.x) * ahead.x + (at.y - from.y) * ahead.y == 0 {
            return Path::through(&[from, at]);
        }
        let mut path = Path::new(from);
        let bend = from.along(inward(side), HALF * 2 / 3);
        path.bend(bend, bend, at);
        path
    }

    /// Cuts a way where it comes to an area.
    fn to_area(&self, kind: usize, way: Path, area: usize) -> (Path, Option<LineEnd>) {
        let points = way.points();
        let Some(area) = self.areas.get(area) else { return (way, None) };
        let length = points.iter().take_while(|place| !is_inside(&area.outline, **place)).count();
        let visible: Vec<Point> = points.into_iter().take(length + 1).collect();
        let Some(at) = visible.last().copied() else { return (way, None) };
        (Path::through(&visible), Some(LineEnd { form: EndForm::Gate, kind, at }))
    }
}

/// Whether an area lies on a half of a side: it is beside a line that comes from there, not before it.
fn lies_beside(area: &Area, side: u8) -> bool {
    area.halves >> (side * 2) & 3 != 0
}

/// The other sides, the opposite one first.
fn ahead(side: u8) -> impl Iterator<Item = u8> {
    [2, 1, 3].into_iter().map(move |turn| (side + turn) & 3)
}

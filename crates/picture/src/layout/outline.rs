//! The outlines of segments: around the places of the grid that each of them owns.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{Point, SPAN, TURN, is_inside, on_circle, to_way};

use super::TileLayout;
use super::grid::{OwnerGrid, PITCH, ROW, place};

/// How far a place of an outline may be from the straight line that stands for it.
const OFF: i32 = 3;

/// How far the outline reaches of a segment that nothing is seen of.
const HIDDEN: i32 = 20;

/// Twice the area of the least part of a segment that can be pointed at.
const LEAST: i32 = 800;

/// The corners of the circle that is its outline.
const CORNERS: i32 = 12;

impl TileLayout {
    /// The outlines of a segment: clockwise around each part of it, the other way round within.
    ///
    /// Its anchor lies inside, also where other segments are drawn over all of it.
    pub fn outlines(&self, segment: usize) -> Vec<Vec<Point>> {
        let anchor = self.anchors.get(segment).copied().unwrap_or_default();
        let mut outlines = outlines(&self.grid, segment);
        outlines.retain(|outline| doubled_area(outline) >= LEAST);
        let around = outlines.iter().filter(|outline| is_inside(outline, anchor)).count();
        if around % 2 == 0 {
            // Nothing is seen of it where its pieces stand, or next to nothing.
            outlines.retain(|outline| outline.iter().all(|corner| corner.distance(anchor) > HIDDEN));
            outlines.push(circle(anchor));
        }
        outlines
    }
}

/// Twice the area within an outline.
fn doubled_area(outline: &[Point]) -> i32 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(one, other)| one.x * other.y - one.y * other.x).sum::<i32>().abs()
}

fn circle(middle: Point) -> Vec<Point> {
    let corner = |number: i32| {
        let at = on_circle(HIDDEN, TURN / CORNERS * number);
        on_tile(Point::new(middle.x + at.x, middle.y + at.y))
    };
    (0..CORNERS).map(corner).collect()
}

fn on_tile(at: Point) -> Point {
    Point::new(at.x.clamp(0, SPAN), at.y.clamp(0, SPAN))
}

/// Follows the borders between the places of a segment and all others, halfway between the two.
fn outlines(grid: &OwnerGrid, segment: usize) -> Vec<Vec<Point>> {
    let own: BTreeSet<Point> = grid.of(segment).map(place).collect();
    let mut next: BTreeMap<Point, Point> = BTreeMap::new();
    let number = |place: usize| i32::try_from(place).unwrap_or_default();
    // The squares between four places each, also those of which a part lies beyond the tile.
    for (column, row) in (0..=ROW).flat_map(|row| (0..=ROW).map(move |column| (column, row))) {
        let corner = Point::new((number(column) - 1) * PITCH, (number(row) - 1) * PITCH);
        next.extend(across(corner, &own));
    }
    let mut outlines = Vec::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut outline = vec![on_tile(start)];
        while let Some(then) = next.remove(&at) {
            outline.push(on_tile(at));
            at = then;
        }
        outline.dedup();
        let outline = straightened(&outline);
        if outline.len() > 2 {
            outlines.push(outline);
        }
    }
    outlines
}

/// The borders that run across a square whose north-western corner is given, with what is owned on their right.
fn across(corner: Point, own: &BTreeSet<Point>) -> Vec<(Point, Point)> {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
    let corners = corners.map(|(x, y)| Point::new(corner.x + x * PITCH, corner.y + y * PITCH));
    let owned = corners.map(|corner| own.contains(&corner));
    let at = |number: usize| corners.get(number % 4).copied().unwrap_or(corner);
    let is_own = |number: usize| owned.get(number % 4) == Some(&true);
    let between = |number: usize| {
        let (one, other) = (at(number), at(number + 1));
        Point::new((one.x + other.x) / 2, (one.y + other.y) / 2)
    };
    // Clockwise along the sides: from where a run of owned corners ends, back to where it has begun.
    let ends = (0..4).filter(|side| is_own(*side) && !is_own(side + 1));
    let begin = |end: usize| (1..4).map(|back| end + 4 - back).find(|side| !is_own(*side));
    ends.filter_map(|end| Some((between(end), between(begin(end)?)))).collect()
}

/// An outline with as few corners as do not take it further off than a little; along the border of the tile it stays
/// there.
fn straightened(outline: &[Point]) -> Vec<Point> {
    let at = |index: usize| outline.get(index % outline.len().max(1)).copied().unwrap_or_default();
    let is_border = |index: usize| at(index).to_border() == 0;
    let is_corner = |index: usize| [at(index).x, at(index).y].iter().all(|units| [0, SPAN].contains(units));
    let turns = |index: &usize| {
        let beside = [index + 1, index + outline.len() - 1];
        is_border(*index) && (is_corner(*index) || beside.into_iter().any(|beside| !is_border(beside)))
    };
    let mut fixed: Vec<usize> = (0..outline.len()).filter(turns).collect();
    if fixed.len() < 2 {
        let far = (0..outline.len()).max_by_key(|index| at(*index).distance(at(0)));
        fixed = [0].into_iter().chain(far).collect();
    }
    let mut corners = Vec::new();
    for (number, from) in fixed.iter().enumerate() {
        let to = fixed.get(number + 1).copied().or_else(|| Some(fixed.first()? + outline.len()));
        let way: Vec<Point> = (*from..=to.unwrap_or(*from)).map(at).collect();
        straighten(&way, &mut corners);
        corners.pop();
    }
    corners
}

/// Adds the corners of a way that are needed, both ends among them.
fn straighten(way: &[Point], corners: &mut Vec<Point>) {
    let (Some(first), Some(last)) = (way.first(), way.last()) else { return };
    let off = |index: &usize| way.get(*index).map_or(0, |at| to_way(&[*first, *last], *at));
    match (1..way.len().saturating_sub(1)).max_by_key(off).filter(|index| off(index) > OFF) {
        Some(corner) => {
            straighten(way.get(..=corner).unwrap_or_default(), corners);
            corners.pop();
            straighten(way.get(corner..).unwrap_or_default(), corners);
        }
        None => corners.extend([*first, *last]),
    }
}

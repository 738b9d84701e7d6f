//! Points, curves and distances on a tile, in whole units so that every machine draws the same.

use std::fmt::Write;

/// Units across a tile.
pub(crate) const SPAN: i32 = 240;

/// Units from a side of a tile to its centre.
pub(crate) const HALF: i32 = SPAN / 2;

/// How wide the strip along a blank side is.
pub(crate) const BLANK: i32 = 16;

/// The centre of a tile.
pub(crate) const CENTRE: Point = Point::new(HALF, HALF);

/// Steps in a whole turn.
pub(crate) const TURN: i32 = 7200;

/// Straight pieces that a curve is measured by.
const STEPS: i64 = 24;

/// A place, or the way from one place to another: x grows to the east, y to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// This place, some steps along a way.
    pub const fn along(self, way: Point, steps: i32) -> Point {
        Point::new(self.x + way.x * steps, self.y + way.y * steps)
    }

    /// Where a place of a tile comes to lie after quarter turns clockwise.
    pub const fn turned(self, rotation: u8) -> Point {
        match rotation & 3 {
            0 => self,
            1 => Point::new(SPAN - self.y, self.x),
            2 => Point::new(SPAN - self.x, SPAN - self.y),
            _ => Point::new(self.y, SPAN - self.x),
        }
    }

    /// Whether it lies in the box between two corners.
    pub fn is_between(self, least: Point, most: Point) -> bool {
        (least.x..=most.x).contains(&self.x) && (least.y..=most.y).contains(&self.y)
    }

    /// How far apart two places are.
    pub fn distance(self, other: Point) -> i32 {
        let (x, y) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        root(x * x + y * y)
    }

    /// How far it is from a place of a tile to the nearest side.
    pub fn to_border(self) -> i32 {
        self.x.min(self.y).min(SPAN - self.x).min(SPAN - self.y)
    }

    /// How far it is from a place of a half tile, which lies to the south-west, to its long side.
    pub fn to_diagonal(self) -> i32 {
        // The square of this is half the square of how far it is along a row.
        (self.y - self.x) * 5 / 7
    }
}

/// The largest whole number whose square is not larger.
fn root(square: i64) -> i32 {
    i32::try_from(square.max(0).isqrt()).unwrap_or(i32::MAX)
}

/// The way along a side, clockwise.
pub(crate) const fn along(side: u8) -> Point {
    match side & 3 {
        0 => Point::new(1, 0),
        1 => Point::new(0, 1),
        2 => Point::new(-1, 0),
        _ => Point::new(0, -1),
    }
}

/// The way from a side into the tile.
pub(crate) const fn inward(side: u8) -> Point {
    along(side.wrapping_add(1))
}

/// The middle of a side.
pub(crate) const fn middle(side: u8) -> Point {
    CENTRE.along(inward(side), -HALF)
}

/// Where a half of a side begins, clockwise: 0 is the north-west corner, 1 the middle of the north side.
pub(crate) const fn half_start(half: u8) -> Point {
    let side = (half / 2) & 3;
    let corner = middle(side).along(along(side), -HALF);
    corner.along(along(side), HALF * (half & 1) as i32)
}

/// The place so far from the origin, after some steps clockwise from the top.
pub(crate) fn on_circle(reach: i32, steps: i32) -> Point {
    Point::new(sine(reach, steps), -sine(reach, steps + TURN / 4))
}

/// The sine of some steps, times a length: by the rational approximation of Bhaskara, which is off by less than two
/// thousandths.
fn sine(length: i32, steps: i32) -> i32 {
    let (half, steps) = (i64::from(TURN / 2), i64::from(steps.rem_euclid(TURN)));
    let (sign, steps) = if steps < half { (1, steps) } else { (-1, steps - half) };
    let product = steps * (half - steps);
    let (over, under) = (i64::from(length) * 16 * product, 5 * half * half - 4 * product);
    i32::try_from(sign * ((over + under / 2) / under)).unwrap_or_default()
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// Straight on to a place.
    To(Point),
    /// Bent by two places, on to a third.
    Bend(Point, Point, Point),
}

/// A way of straight and bent pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    start: Point,
    pieces: Vec<Piece>,
    closed: bool,
}

impl Path {
    pub fn new(start: Point) -> Path {
        Path { start, pieces: Vec::new(), closed: false }
    }

    /// Moves it some steps along a way.
    pub fn shift(&mut self, way: Point, steps: i32) {
        self.start = self.start.along(way, steps);
        for piece in &mut self.pieces {
            *piece = match *piece {
                Piece::To(place) => Piece::To(place.along(way, steps)),
                Piece::Bend(one, other, place) => {
                    Piece::Bend(one.along(way, steps), other.along(way, steps), place.along(way, steps))
                }
            };
        }
    }

    /// The path through these places.
    pub fn through(points: &[Point]) -> Path {
        let mut path = Path::new(points.first().copied().unwrap_or_default());
        points.iter().skip(1).for_each(|point| path.line(*point));
        path
    }

    pub fn line(&mut self, to: Point) {
        self.pieces.push(Piece::To(to));
    }

    pub fn bend(&mut self, first: Point, then: Point, to: Point) {
        self.pieces.push(Piece::Bend(first, then, to));
    }

    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Writes the path as the `d` of an SVG path.
    pub fn write(&self, out: &mut String) {
        // Writing to a string does not fail.
        let _ = write!(out, "M{},{}", self.start.x, self.start.y);
        for piece in &self.pieces {
            let _ = match piece {
                Piece::To(to) => write!(out, "L{},{}", to.x, to.y),
                Piece::Bend(first, then, to) => {
                    write!(out, "C{},{} {},{} {},{}", first.x, first.y, then.x, then.y, to.x, to.y)
                }
            };
        }
        if self.closed {
            out.push('Z');
        }
    }

    /// Places along the path, close enough together to measure by.
    pub fn points(&self) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for piece in &self.pieces {
            let (first, then, to) = match *piece {
                // A straight piece is a bend whose controls lie on it.
                Piece::To(to) => (part(from, to, 1), part(from, to, 2), to),
                Piece::Bend(first, then, to) => (first, then, to),
            };
            points.extend((1..=STEPS).map(|step| bent(from, first, then, to, step)));
            from = to;
        }
        points
    }
}

/// A third or two of the way.
fn part(from: Point, to: Point, thirds: i32) -> Point {
    Point::new(from.x + (to.x - from.x) * thirds / 3, from.y + (to.y - from.y) * thirds / 3)
}

/// The place on a bend after some of its steps.
fn bent(from: Point, first: Point, then: Point, to: Point, step: i64) -> Point {
    let left = STEPS - step;
    let shares = [left * left * left, 3 * left * left * step, 3 * left * step * step, step * step * step];
    let mix = |values: [i32; 4]| {
        let sum: i64 = values.iter().zip(shares).map(|(value, share)| i64::from(*value) * share).sum();
        i32::try_from((sum + STEPS * STEPS * STEPS / 2).div_euclid(STEPS * STEPS * STEPS)).unwrap_or_default()
    };
    Point::new(mix([from.x, first.x, then.x, to.x]), mix([from.y, first.y, then.y, to.y]))
}

/// Whether a place lies inside of a closed outline.
pub(crate) fn is_inside(outline: &[Point], place: Point) -> bool {
    let mut inside = false;
    let next = outline.iter().cycle().skip(1);
    for (from, to) in outline.iter().zip(next) {
        if (from.y > place.y) == (to.y > place.y) {
            continue;
        }
        // Whether the outline crosses the ray to the east of the place.
        let rise = i64::from(to.y - from.y);
        let run = i64::from(place.y - from.y) * i64::from(to.x - from.x);
        let ahead = i64::from(place.x - from.x) * rise - run;
        if (ahead < 0) == (rise > 0) {
            inside = !inside;
        }
    }
    inside
}

/// How far a place is from a way through some places.
pub(crate) fn to_way(way: &[Point], place: Point) -> i32 {
    let pairs = way.iter().zip(way.iter().skip(1));
    let distances = pairs.map(|(from, to)| to_stretch(*from, *to, place));
    distances.min().or_else(|| way.first().map(|only| only.distance(place))).unwrap_or(i32::MAX)
}

fn to_stretch(from: Point, to: Point, place: Point) -> i32 {
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let (px, py) = (i64::from(place.x - from.x), i64::from(place.y - from.y));
    let length = dx * dx + dy * dy;
    let reached = px * dx + py * dy;
    if length == 0 || reached <= 0 {
        return from.distance(place);
    }
    if reached >= length {
        return to.distance(place);
    }
    let aside = px * dy - py * dx;
    root(aside * aside / length)
}

//! A grid of places over the tile, each of which belongs to one segment: it tells where there is room.

use std::cmp::Reverse;

use crate::geometry::{CENTRE, Point, SPAN, is_inside, to_way};

use crate::symbols::BADGE_REACH;

/// Units between two places of the grid.
pub(super) const PITCH: i32 = 8;

/// Places in a row.
pub(super) const ROW: usize = (SPAN / PITCH) as usize + 1;

/// How far from its middle a line reaches.
const LINE_REACH: i32 = 15;

/// Room that makes the centre good enough for a mark.
const ENOUGH: i32 = 38;

/// Less room on the ground than this is none.
const LEAST: i32 = 26;

/// Whose a place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Owner {
    /// Nobody's so far.
    #[default]
    Free,
    /// A segment's.
    Segment(usize),
    /// Something is drawn there that is nobody's.
    Taken,
}

/// The grid.
#[derive(Clone, Debug)]
pub(super) struct OwnerGrid {
    owners: Vec<Owner>,
}

impl Default for OwnerGrid {
    fn default() -> OwnerGrid {
        OwnerGrid { owners: vec![Owner::Free; ROW * ROW] }
    }
}

pub(super) fn place(index: usize) -> Point {
    let number = |index: usize| i32::try_from(index).unwrap_or_default() * PITCH;
    Point::new(number(index % ROW), number(index / ROW))
}

/// The indices of the places beside one.
fn beside(index: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (index % ROW, index / ROW);
    let west = (column > 0).then(|| index - 1);
    let east = (column + 1 < ROW).then(|| index + 1);
    let north = (row > 0).then(|| index - ROW);
    let south = (row + 1 < ROW).then(|| index + ROW);
    [north, east, south, west].into_iter().flatten()
}

impl OwnerGrid {
    fn set(&mut self, owner: Owner, is_in: impl Fn(Point) -> bool) {
        for (index, own) in self.owners.iter_mut().enumerate() {
            if is_in(place(index)) {
                *own = owner;
            }
        }
    }

    /// Gives a segment what lies inside of an outline.
    pub fn fill(&mut self, segment: usize, outline: &[Point]) {
        // Places on the border count as a little inside of it.
        let inner = |place: Point| Point::new(place.x.clamp(1, SPAN - 1), place.y.clamp(1, SPAN - 1));
        self.set(Owner::Segment(segment), |place| is_inside(outline, inner(place)));
    }

    /// Gives a segment what lies on a line.
    pub fn draw(&mut self, segment: usize, way: &[Point]) {
        self.set(Owner::Segment(segment), |place| to_way(way, place) <= LINE_REACH);
    }

    /// Gives a segment what lies in a circle.
    pub fn stamp(&mut self, segment: usize, at: Point, reach: i32) {
        self.set(Owner::Segment(segment), |place| place.distance(at) <= reach);
    }

    /// Takes what lies in a circle from everybody.
    pub fn clear(&mut self, at: Point, reach: i32) {
        self.set(Owner::Taken, |place| place.distance(at) <= reach);
    }

    /// Gives the segments of the ground what is free, each from the halves of sides it has, and to one that
    /// has none what no other comes to.
    pub fn flood_fill(&mut self, grounds: impl Iterator<Item = (usize, u8)>) {
        let grounds: Vec<(usize, u8)> = grounds.collect();
        let mut edge: Vec<(usize, usize)> = Vec::new();
        for index in 0..self.owners.len() {
            let halves = halves_at(place(index));
            let own = grounds.iter().find(|(_, own)| own & halves != 0);
            edge.extend(own.map(|(segment, _)| (index, *segment)));
        }
        while !edge.is_empty() {
            let mut next = Vec::new();
            for (index, segment) in edge {
                if let Some(own) = self.owners.get_mut(index).filter(|own| **own == Owner::Free) {
                    *own = Owner::Segment(segment);
                    next.extend(beside(index).map(|beside| (beside, segment)));
                }
            }
            edge = next;
        }
        if let Some((enclosed, _)) = grounds.iter().find(|(_, halves)| *halves == 0) {
            for own in self.owners.iter_mut().filter(|own| **own == Owner::Free) {
                *own = Owner::Segment(*enclosed);
            }
        }
    }

    /// Takes what lies beyond the diagonal, and a little before it, from everybody.
    pub fn cut(&mut self) {
        self.set(Owner::Taken, |place| place.x + PITCH >= place.y);
    }

    /// The places of a segment, by their indices.
    pub fn of(&self, segment: usize) -> impl Iterator<Item = usize> {
        let owners = self.owners.iter().enumerate();
        owners.filter(move |(_, own)| **own == Owner::Segment(segment)).map(|(index, _)| index)
    }

    /// How much room there is at each place.
    fn clearance(&self) -> Clearance<'_> {
        // What lies nearest to a place of one owner is always on the rim of another's.
        let is_on_rim =
            |index: &usize| beside(*index).any(|other| self.owners.get(other) != self.owners.get(*index));
        Clearance { owners: &self.owners, rims: (0..self.owners.len()).filter(is_on_rim).collect() }
    }

    /// The best place for a mark beside others, and the room there: on free ground if there is enough, otherwise
    /// anywhere.
    pub fn room(&self, others: &[Point]) -> (Point, i32) {
        let clearance = self.clearance();
        let all = || (0..self.owners.len()).map(|index| (index, place(index), clearance.at(index)));
        let free = || all().filter(|(index, ..)| self.owners.get(*index) == Some(&Owner::Free));
        // The centre will do if a mark fits there at all.
        let fits = |(_, at, room): &(usize, Point, i32)| *at == CENTRE && *room >= ENOUGH;
        let most = |(_, at, room): &(usize, Point, i32)| (*room, Reverse(at.distance(CENTRE)), *at);
        let found =
            free().find(fits).or_else(|| free().max_by_key(most)).filter(|(_, _, room)| *room >= LEAST);
        let apart = |at: Point| others.iter().map(|other| other.distance(at)).min().unwrap_or(SPAN);
        let found =
            found.or_else(|| all().find(fits).filter(|(_, at, _)| apart(*at) > ENOUGH)).or_else(|| {
                // Where it is crowded, marks keep as far from one another as they can.
                let lone = |at: Point| apart(at).min(at.to_border() * 2).min(LEAST * 2);
                all().max_by_key(|one| (lone(one.1), most(one)))
            });
        found.map_or((CENTRE, 0), |(_, at, room)| (at, room))
    }

    /// The place of a segment that is furthest from all that is not its.
    pub fn pole_of_inaccessibility(&self, segment: usize) -> Option<Point> {
        let clearance = self.clearance();
        let best = self.of(segment).map(|index| (place(index), clearance.at(index)));
        best.max_by_key(|(at, room)| (*room, Reverse(at.distance(CENTRE)), *at)).map(|(at, _)| at)
    }

    /// A place of a segment with room for a badge, as far from some others as can be.
    pub fn away(&self, segment: usize, taken: &[Point]) -> Option<Point> {
        let clearance = self.clearance();
        let apart = |at: Point| taken.iter().map(|other| other.distance(at)).min().unwrap_or(SPAN);
        let best = self.of(segment).map(|index| (place(index), clearance.at(index)));
        let best = best
            .max_by_key(|(at, room)| (room.min(&(BADGE_REACH + 4)) * 4 + apart(*at).min(90), Reverse(*at)));
        best.map(|(at, _)| at)
    }

    /// How many places of a box have more on them than ground or an area.
    pub fn covered(&self, least: Point, most: Point, is_plain: impl Fn(usize) -> bool) -> usize {
        let places =
            self.owners.iter().enumerate().filter(|(index, _)| place(*index).is_between(least, most));
        places.filter(|(_, own)| !matches!(own, Owner::Segment(segment) if is_plain(*segment))).count()
    }

    /// Takes a box from everybody.
    pub fn cover(&mut self, least: Point, most: Point) {
        self.set(Owner::Taken, |place| place.is_between(least, most));
    }

    /// The places between two segments of the ground that have nothing between them.
    pub fn boundaries(&self, is_ground: impl Fn(usize) -> bool) -> Vec<Point> {
        let mut boundaries = Vec::new();
        for (index, own) in self.owners.iter().enumerate() {
            let Owner::Segment(segment) = own else { continue };
            for other in beside(index).filter(|other| *other > index) {
                let meets = match self.owners.get(other) {
                    Some(Owner::Segment(other)) => {
                        other != segment && is_ground(*other) && is_ground(*segment)
                    }
                    _ => false,
                };
                if meets {
                    let (one, two) = (place(index), place(other));
                    boundaries.push(Point::new((one.x + two.x) / 2, (one.y + two.y) / 2));
                }
            }
        }
        boundaries
    }

    /// Some places amid segments, scattered without order that could be seen: the segment and the place.
    pub fn scattered(&self, room: i32) -> Vec<(usize, Point)> {
        let clearance = self.clearance();
        let chosen = self
            .owners
            .iter()
            .enumerate()
            .filter(|(index, _)| (index * 37 + index / ROW * 11).is_multiple_of(29));
        let owned = chosen.filter_map(|(index, own)| {
            let Owner::Segment(segment) = own else { return None };
            (clearance.at(index) >= room).then(|| (*segment, place(index)))
        });
        owned.collect()
    }
}

/// A grid whose rims are known, to be asked for room many times.
struct Clearance<'a> {
    owners: &'a [Owner],
    rims: Vec<usize>,
}

impl Clearance<'_> {
    /// How far it is from a place to the border of the tile or to what is not its owner's.
    fn at(&self, index: usize) -> i32 {
        let at = place(index);
        let own = self.owners.get(index);
        let others = self.rims.iter().filter(|other| self.owners.get(**other) != own);
        let square = |other: Point| (other.x - at.x).pow(2) + (other.y - at.y).pow(2);
        let nearest = others.map(|other| square(place(*other))).min();
        nearest.map_or(SPAN, i32::isqrt).min(at.to_border())
    }
}

/// The halves of sides that a place on the border lies on, without the corners and the middles.
fn halves_at(at: Point) -> u8 {
    let half = |position: i32, first: u8, then: u8| {
        let middle = SPAN / 2;
        match position {
            0 | SPAN => 0,
            _ if position < middle => 1 << first,
            _ if position > middle => 1 << then,
            _ => 1 << first | 1 << then,
        }
    };
    let mut halves = 0;
    halves |= if at.y == 0 { half(at.x, 0, 1) } else { 0 };
    halves |= if at.x == SPAN { half(at.y, 2, 3) } else { 0 };
    halves |= if at.y == SPAN { half(at.x, 5, 4) } else { 0 };
    halves |= if at.x == 0 { half(at.y, 7, 6) } else { 0 };
    halves
}

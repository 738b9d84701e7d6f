//! Areas: the halves of sides that a segment fills become one outline over the tile.

use crate::geometry::{Path, Point, along, half_start, inward};

use super::SegmentExtent;

/// How far two areas that meet at a corner without being one keep off it.
const INSET: i32 = 24;

/// An area on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub segment: usize,
    pub kind: usize,
    pub path: Path,
    /// The parts of the outline that run over the tile.
    pub rims: Vec<Path>,
    pub outline: Vec<Point>,
    /// The halves of sides that it fills.
    pub halves: u8,
}

impl Area {
    /// Moves it some steps along a way.
    pub fn shift(&mut self, way: Point, steps: i32) {
        self.path.shift(way, steps);
        self.rims.iter_mut().for_each(|rim| rim.shift(way, steps));
        self.outline = self.path.points();
    }
}

/// The areas of a tile: what fills sides and is not what lies behind all of them.
pub(super) fn areas(
    extents: &[SegmentExtent],
    is_backdrop: impl Fn(usize, &SegmentExtent) -> bool,
) -> Vec<Area> {
    let all = extents.iter().enumerate();
    let all = all.filter(|(segment, reach)| reach.halves != 0 && !is_backdrop(*segment, reach));
    let all: Vec<(usize, &SegmentExtent)> = all.collect();
    let area = |(segment, reach): &(usize, &SegmentExtent)| {
        let others = all.iter().filter(|(other, _)| other != segment);
        let others = others.fold(0, |halves, (_, other)| halves | other.halves);
        let (path, rims) = outline(reach.halves, others);
        let outline = path.points();
        Area { segment: *segment, kind: reach.kind, path, rims, outline, halves: reach.halves }
    };
    all.iter().map(area).collect()
}

fn has(halves: u8, half: u8) -> bool {
    halves >> (half & 7) & 1 != 0
}

/// The outline over some halves of sides, and the parts of it that run over the tile; `others` are the halves that
/// other areas fill.
fn outline(halves: u8, others: u8) -> (Path, Vec<Path>) {
    if halves == u8::MAX {
        let mut path = Path::through(&[0, 2, 4, 6].map(half_start));
        path.close();
        return (path, Vec::new());
    }
    let starts: Vec<u8> = (0..8).filter(|half| has(halves, *half) && !has(halves, half + 7)).collect();
    let begin = |half: u8| {
        let keeps_off = half.is_multiple_of(2) && has(others, half + 7);
        half_start(half).along(along(half / 2), if keeps_off { INSET } else { 0 })
    };
    let mut path = Path::new(starts.first().map(|first| begin(*first)).unwrap_or_default());
    let mut rims = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let length = (1..8).find(|step| !has(halves, start + step)).unwrap_or(8);
        let end = start + length;
        // Over the corners between the ends.
        (start + 1..end).filter(|half| half % 2 == 0).for_each(|half| path.line(half_start(half)));
        let last_side = (end - 1) / 2;
        let keeps_off = end % 2 == 0 && has(others, end);
        let stop = half_start(end).along(along(last_side), if keeps_off { -INSET } else { 0 });
        path.line(stop);
        let next = starts.get(index + 1).or(starts.first()).copied().unwrap_or(*start);
        let gap = if starts.len() == 1 { 8 - length } else { (next + 16 - end) % 8 };
        let (back, deep) = pull(gap, starts.len() == 1);
        let off = |keeps_off: bool| if keeps_off { 12 } else { 0 };
        let next_keeps_off = next % 2 == 0 && has(others, next + 7);
        let first = stop.along(along(last_side), -back).along(inward(last_side), deep - off(keeps_off));
        let goal = begin(next);
        let side = next / 2;
        let then = goal.along(along(side), back).along(inward(side), deep - off(next_keeps_off));
        path.bend(first, then, goal);
        let mut rim = Path::new(stop);
        rim.bend(first, then, goal);
        rims.push(rim);
    }
    path.close();
    (path, rims)
}

/// How far the curve over a gap of some halves is pulled back along the sides it leaves and comes to, and how
/// deep into the tile. A gap between two parts of one area is less deep, so that a waist is left.
const fn pull(gap: u8, is_only: bool) -> (i32, i32) {
    match gap {
        1 => (20, 20),
        2 if is_only => (107, 50),
        2 => (78, 50),
        3 => (80, 70),
        4 => (64, 96),
        5 => (50, 110),
        _ => (50, 104),
    }
}

//! Areas and ways: what can be reached from a segment by going from neighbour to neighbour.
//! They are asked less often than others, so they are kept out of the functions that every turn runs.

use std::ops::Range;

use rota_vm::{Fault, list_bounds};

use crate::bit_packing::pack_cell;
use crate::questions::{Questions, handle};

/// The four cells beside a cell, clockwise from the north.
pub(crate) const BESIDE: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A bit for each segment on the board, in a part of the list space.
#[derive(Clone, Copy)]
struct Marks {
    start: usize,
}

impl Marks {
    /// Appends the bits, none of them set.
    fn new(segments: usize, out: &mut Vec<i64>) -> Marks {
        let start = out.len();
        out.resize(start + segments.div_ceil(64), 0);
        Marks { start }
    }

    #[inline]
    fn add(self, segment: i64, out: &mut [i64]) {
        out[self.start + segment as usize / 64] |= 1 << (segment % 64);
    }

    #[inline]
    fn has(self, segment: i64, out: &[i64]) -> bool {
        out[self.start + segment as usize / 64] >> (segment % 64) & 1 != 0
    }

    /// Takes a segment out; says whether it was there.
    #[inline]
    fn take(self, segment: i64, out: &mut [i64]) -> bool {
        let (word, bit) = (&mut out[self.start + segment as usize / 64], 1 << (segment % 64));
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there
    }
}

impl Questions<'_> {
    /// Appends the segments that can be reached from one within a set, which is a part of `out`, the nearest first.
    #[cold]
    #[inline(never)]
    pub fn reach(self, from: i64, set: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let (from, start) = (handle(self.segment(from)?), out.len());
        let members = bounds(set, out)?;
        let left = Marks::new(self.position.board.segment_count(), out);
        for at in members {
            left.add(handle(self.segment(out[at])?), out);
        }
        let first = out.len();
        left.take(from, out);
        out.push(from);
        let mut visited = first;
        while let Some(segment) = out.get(visited).copied() {
            visited += 1;
            self.for_each_neighbour(segment, |other| {
                if left.take(other, out) {
                    out.push(other);
                }
            })?;
        }
        // What was found takes the place of what the search needed.
        out.drain(start..first);
        Ok(())
    }

    /// Appends those of a set, which is a part of `out`, that are met first on the ways from a segment.
    #[cold]
    #[inline(never)]
    pub fn nearest(self, from: i64, set: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let (from, start) = (handle(self.segment(from)?), out.len());
        let members = bounds(set, out)?;
        if members.is_empty() {
            return Ok(());
        }
        let segments = self.position.board.segment_count();
        let (wanted, left) = (Marks::new(segments, out), Marks::new(segments, out));
        for at in members {
            wanted.add(handle(self.segment(out[at])?), out);
        }
        // Everything is still to be found but for the beginning.
        out[left.start..].fill(!0);
        left.take(from, out);
        // What is so many steps away, one ring after the other.
        let mut ring = out.len();
        out.push(from);
        while ring < out.len() {
            let next = out.len();
            let mut end = start;
            for at in ring..next {
                // What is found takes the place of what is no longer needed.
                if wanted.has(out[at], out) {
                    out.push(out[at]);
                    end += 1;
                }
            }
            if end > start {
                out.copy_within(next.., start);
                out.truncate(end);
                return Ok(());
            }
            for at in ring..next {
                self.for_each_neighbour(out[at], |other| {
                    if left.take(other, out) {
                        out.push(other);
                    }
                })?;
            }
            ring = next;
        }
        out.truncate(start);
        Ok(())
    }

    /// Appends the four cells beside a cell.
    pub fn beside(self, cell: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let cell = self.cell(cell)?;
        // Copied in one piece: an iterator would be asked for each.
        out.extend_from_slice(&BESIDE.map(|(x, y)| pack_cell(cell.offset(x, y))));
        Ok(())
    }

    /// Visits the segments that one is joined with directly; one that is joined at several places several times.
    #[inline]
    fn for_each_neighbour(self, segment: i64, mut visit: impl FnMut(i64)) -> Result<(), &'static Fault> {
        let (segment, board) = (self.segment(segment)?, &self.position.board);
        board.for_each_neighbour(self.rules.catalog(), segment, |other| visit(handle(other)));
        Ok(())
    }
}

/// Where the members of a set lie.
fn bounds(set: i64, out: &[i64]) -> Result<Range<usize>, &'static Fault> {
    let (first, end) = list_bounds(set);
    match first == end {
        true => Ok(0..0),
        false if end > out.len() => Err(&Fault::Broken),
        false => Ok(first..end),
    }
}

//! Areas and ways: what can be reached from a segment, a feature or a cell by going from neighbour to neighbour.
//! They are asked less often than others, so they are kept out of the functions that every turn runs.

use std::ops::Range;

use rota_board::Cell;
use rota_vm::{Fault, list_bounds};

use crate::bit_packing::{pack_cell, unpack_cell};
use crate::questions::{Questions, handle};

/// The four cells beside a cell, clockwise from the north.
pub(crate) const BESIDE: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// From what to what a way goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// From a segment to those that it is joined with directly.
    Segments,
    /// From a feature to those that adjoin it.
    Features,
    /// From a cell to the four beside it.
    Cells,
}

/// Where what can be reached lies: everything in it has a place, a number. Segments and features lie in one row, by
/// their own numbers; cells row by row in the smallest rectangle that holds them, with an empty rim around it.
#[derive(Clone, Copy)]
struct Frame {
    ways: Ways,
    west: i32,
    north: i32,
    width: i32,
    height: i32,
}

impl Frame {
    /// The place of a member of a set; nothing for what lies elsewhere.
    #[inline]
    fn place(self, member: i64) -> Option<i64> {
        if self.ways != Ways::Cells {
            return Some(member);
        }
        let cell = unpack_cell(member)?;
        let (x, y) = (i32::from(cell.x) - self.west, i32::from(cell.y) - self.north);
        // A negative number becomes a large one here, so that one comparison answers both questions.
        let is_inside = (x as u32) < self.width as u32 && (y as u32) < self.height as u32;
        is_inside.then_some(i64::from(y * self.width + x))
    }

    /// What lies at a place.
    fn member(self, place: i64) -> i64 {
        if self.ways != Ways::Cells {
            return place;
        }
        let place = place as i32;
        let (x, y) = (self.west + place % self.width, self.north + place / self.width);
        pack_cell(Cell::new(x as i16, y as i16))
    }

    /// How many words hold a bit for each place.
    fn words(self) -> usize {
        (self.width as usize * self.height as usize).div_ceil(64)
    }
}

/// A bit for each place of a frame, in a part of the list space.
#[derive(Clone, Copy)]
struct Marks {
    start: usize,
}

impl Marks {
    /// Appends the bits, none of them set.
    fn new(frame: Frame, out: &mut Vec<i64>) -> Marks {
        let start = out.len();
        out.resize(start + frame.words(), 0);
        Marks { start }
    }

    #[inline]
    fn add(self, place: i64, out: &mut [i64]) {
        out[self.start + place as usize / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn has(self, place: i64, out: &[i64]) -> bool {
        out[self.start + place as usize / 64] >> (place % 64) & 1 != 0
    }

    /// Takes a place out; says whether it was there.
    #[inline]
    fn take(self, place: i64, out: &mut [i64]) -> bool {
        let (word, bit) = (&mut out[self.start + place as usize / 64], 1 << (place % 64));
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there
    }
}

impl Questions<'_> {
    /// Appends what can be reached within a set, which is a part of `out`, the nearest first.
    #[cold]
    #[inline(never)]
    pub fn reach(self, ways: Ways, from: i64, set: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let (from, start) = (self.member(ways, from)?, out.len());
        let frame = self.frame(ways, from, &out[bounds(set, out)?]);
        let found = self.search(frame, from, set, out, |_| true)?;
        let count = found.len();
        out.copy_within(found, start);
        out.truncate(start + count);
        if ways == Ways::Cells {
            for place in &mut out[start..] {
                *place = frame.member(*place);
            }
        }
        Ok(())
    }

    /// Appends a member where it is the first of all that can be reached from it within a set, in the order of the
    /// board. As soon as there is an earlier one the search is over, mostly at the first step.
    #[cold]
    #[inline(never)]
    pub fn leader(self, ways: Ways, from: i64, set: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let (from, start) = (self.member(ways, from)?, out.len());
        let members = bounds(set, out)?;
        // Places are numbered in the order of the board.
        let near = self.frame(ways, from, &[]);
        let own = near.place(from).ok_or(&Fault::Broken)?;
        let (mut leads, mut is_alone) = (true, true);
        self.for_each_beside(near, own, |other| {
            if leads && self.holds_member(ways, &out[members.clone()], near.member(other)) {
                (leads, is_alone) = (own <= other, false);
            }
        })?;
        if leads && !is_alone {
            let frame = self.frame(ways, from, &out[members]);
            let own = frame.place(from).ok_or(&Fault::Broken)?;
            self.search(frame, from, set, out, |other| {
                leads = own <= other;
                leads
            })?;
            out.truncate(start);
        }
        if leads {
            out.push(from);
        }
        Ok(())
    }

    /// Appends those of a set, which is a part of `out`, that are met first on the ways from a segment.
    #[cold]
    #[inline(never)]
    pub fn nearest(self, from: i64, set: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let ways = Ways::Segments;
        let (from, start) = (self.member(ways, from)?, out.len());
        let members = bounds(set, out)?;
        if members.is_empty() {
            return Ok(());
        }
        let frame = self.frame(ways, from, &out[members.clone()]);
        let (wanted, left) = (Marks::new(frame, out), Marks::new(frame, out));
        for at in members {
            wanted.add(self.member(ways, out[at])?, out);
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
                self.for_each_beside(frame, out[at], |other| {
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

    /// Appends the empty cells beside the land, row by row.
    #[cold]
    #[inline(never)]
    pub fn frontier(self, out: &mut Vec<i64>) {
        let start = out.len();
        // The row stands in the lower half of a packed cell. Turned round, cells compare as plain numbers.
        let turned = |cell: i64| (cell & 0xFFFF) << 16 | cell >> 16;
        out.extend(self.position.board.frontier().map(|cell| turned(pack_cell(cell))));
        out[start..].sort_unstable();
        for cell in &mut out[start..] {
            *cell = turned(*cell);
        }
    }

    /// Goes from neighbour to neighbour within a set for as long as the visitor wants more. What was found, the
    /// beginning included, is then at the end of `out` by its place, behind what the search needed; returns where.
    fn search(
        self,
        frame: Frame,
        from: i64,
        set: i64,
        out: &mut Vec<i64>,
        mut wants_more: impl FnMut(i64) -> bool,
    ) -> Result<Range<usize>, &'static Fault> {
        let left = Marks::new(frame, out);
        for at in bounds(set, out)? {
            if let Some(place) = frame.place(self.member(frame.ways, out[at])?) {
                left.add(place, out);
            }
        }
        let start = out.len();
        let from = frame.place(from).ok_or(&Fault::Broken)?;
        left.take(from, out);
        out.push(from);
        let (mut visited, mut goes_on) = (start, true);
        while let (true, Some(place)) = (goes_on, out.get(visited).copied()) {
            visited += 1;
            self.for_each_beside(frame, place, |other| {
                if left.take(other, out) {
                    out.push(other);
                    goes_on = goes_on && wants_more(other);
                }
            })?;
        }
        Ok(start..out.len())
    }

    /// Where a search within a set takes place.
    fn frame(self, ways: Ways, from: i64, members: &[i64]) -> Frame {
        let segments = self.position.board.segment_count() as i32;
        let row = Frame { ways, west: 0, north: 0, width: segments, height: 1 };
        let (Ways::Cells, Some(from)) = (ways, unpack_cell(from)) else { return row };
        // As many steps as there are members lead no further than this, whatever else is in the set.
        let reach = members.len().min(i16::MAX as usize) as i32;
        let (mut least, mut greatest) = ((from.x, from.y), (from.x, from.y));
        for cell in members.iter().filter_map(|member| unpack_cell(*member)) {
            least = (least.0.min(cell.x), least.1.min(cell.y));
            greatest = (greatest.0.max(cell.x), greatest.1.max(cell.y));
        }
        let (x, y) = (i32::from(from.x), i32::from(from.y));
        let (west, north) = (i32::from(least.0).max(x - reach), i32::from(least.1).max(y - reach));
        let (east, south) = (i32::from(greatest.0).min(x + reach), i32::from(greatest.1).min(y + reach));
        Frame { ways, west: west - 1, north: north - 1, width: east - west + 3, height: south - north + 3 }
    }

    /// A member of a set by which all its names go: a feature by its first segment.
    #[inline]
    fn member(self, ways: Ways, value: i64) -> Result<i64, &'static Fault> {
        match ways {
            Ways::Segments => self.segment(value).map(handle),
            Ways::Features => Ok(handle(self.position.board.find(self.segment(value)?))),
            Ways::Cells => self.cell(value).map(|_| value),
        }
    }

    /// Whether a set holds something.
    fn holds_member(self, ways: Ways, members: &[i64], wanted: i64) -> bool {
        members.contains(&wanted)
            || (ways == Ways::Features
                && members.iter().any(|member| self.member(ways, *member) == Ok(wanted)))
    }

    /// Visits the places beside one; what lies there at several places several times.
    #[inline]
    fn for_each_beside(
        self,
        frame: Frame,
        place: i64,
        mut visit: impl FnMut(i64),
    ) -> Result<(), &'static Fault> {
        match frame.ways {
            Ways::Segments => {
                let segment = self.segment(place)?;
                let board = &self.position.board;
                board.for_each_neighbour(self.rules.catalog(), segment, |other| visit(handle(other)));
            }
            Ways::Features => self.for_each_touching(self.segment(place)?, -1, |other| visit(handle(other))),
            Ways::Cells => {
                let row = i64::from(frame.width);
                for beside in [place - row, place + 1, place + row, place - 1] {
                    visit(beside);
                }
            }
        }
        Ok(())
    }
}

impl Ways {
    /// The ways that the checker means by a number.
    pub const fn numbered(number: i64) -> Ways {
        match number {
            0 => Ways::Segments,
            1 => Ways::Features,
            _ => Ways::Cells,
        }
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

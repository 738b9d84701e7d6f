//! The empty cells beside a tile, each with the edges a tile needs there.

use crate::geometry::Cell;

/// Stands for a blank edge in a signature: no tile has an edge of this number.
pub(crate) const BLANK: u8 = 0xFF;

/// How many cells a [`Group`] holds.
pub(crate) const GROUP: usize = 8;

/// What is needed in some cells, next to each other so that one machine instruction looks at several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// One byte per side, the north in the lowest: the edge required there, or zero where there is no
    /// neighbour.
    signatures: [u32; GROUP],
    /// 0xFF for every side with a neighbour.
    masks: [u32; GROUP],
}

impl Group {
    /// Places without a cell: blank sides all around, which nothing fits.
    const UNUSED: Self = Self { signatures: [u32::MAX; GROUP], masks: [u32::MAX; GROUP] };

    /// Adds to the count of each cell how many of these edges are equal to those beside it.
    ///
    /// Counts that go on from group to group keep all their bits, so that nothing has to be packed and unpacked.
    #[inline]
    pub fn count(&self, edges: [u32; 4], counts: &mut [u32; GROUP]) {
        for (place, count) in counts.iter_mut().enumerate() {
            for edges in edges {
                let differs = (edges ^ self.signatures[place]) & self.masks[place];
                *count += u32::from(differs == 0);
            }
        }
    }

    /// The place of the cell, and which of these edges is equal to those beside it, for the pair with a number:
    /// counted from zero, cell by cell.
    pub fn nth(&self, edges: [u32; 4], number: u32) -> (usize, u8) {
        let mut counts = [0; GROUP];
        self.count(edges, &mut counts);
        let (place, left) = fall(counts, number);
        let (signature, mask) = (self.signatures[place % GROUP], self.masks[place % GROUP]);
        let equal = edges.map(|edges| u32::from((edges ^ signature) & mask == 0));
        (place, fall(equal, left).0 as u8)
    }
}

/// Which of these counts a number falls in, counted through all of them from zero, and what it is counted
/// within that one. Without branches, for nobody can foretell where it falls.
#[inline]
fn fall<const N: usize>(counts: [u32; N], number: u32) -> (usize, u32) {
    let (mut place, mut before, mut sum) = (0, 0, 0);
    for count in counts {
        sum += count;
        let passed = sum <= number;
        place += usize::from(passed);
        before = if passed { sum } else { before };
    }
    (place, number - before)
}

/// The frontier: the cells, and in groups what is needed there.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Frontier {
    pub cells: Vec<Cell>,
    /// As many as hold all cells. Behind the last cell they are [`Group::UNUSED`].
    pub groups: Vec<Group>,
}

impl Clone for Frontier {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), groups: self.groups.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
        self.groups.clone_from(&source.groups);
    }
}

impl Frontier {
    pub fn clear(&mut self) {
        self.cells.clear();
        self.groups.clear();
    }

    /// Appends a cell of which one neighbour shows an edge at a side, and returns its place.
    pub fn push(&mut self, cell: Cell, side: usize, edge: u32) -> u16 {
        let place = self.cells.len();
        if place.is_multiple_of(GROUP) {
            self.groups.push(Group::UNUSED);
        }
        self.cells.push(cell);
        self.write(place, required(edge) << (side * 8), 0xFF << (side * 8));
        place as u16
    }

    /// Writes down that a further neighbour of the cell shows an edge at a side.
    pub fn require(&mut self, place: u16, side: usize, edge: u32) {
        let (group, place) = (usize::from(place) / GROUP, usize::from(place) % GROUP);
        let group = &mut self.groups[group];
        group.signatures[place] |= required(edge) << (side * 8);
        group.masks[place] |= 0xFF << (side * 8);
    }

    /// Removes the cell at a place; the last cell takes that place and is returned.
    pub fn remove(&mut self, place: u16) -> Option<Cell> {
        self.cells.swap_remove(usize::from(place));
        let last = self.cells.len();
        let (signature, mask) = self.sides(last);
        self.write(usize::from(place), signature, mask);
        if last.is_multiple_of(GROUP) {
            self.groups.pop();
        } else {
            self.write(last, u32::MAX, u32::MAX);
        }
        self.cells.get(usize::from(place)).copied()
    }

    /// The signature and the mask of the cell at a place.
    pub fn sides(&self, place: usize) -> (u32, u32) {
        let group = &self.groups[place / GROUP];
        (group.signatures[place % GROUP], group.masks[place % GROUP])
    }

    fn write(&mut self, place: usize, signature: u32, mask: u32) {
        let group = &mut self.groups[place / GROUP];
        (group.signatures[place % GROUP], group.masks[place % GROUP]) = (signature, mask);
    }
}

/// The byte for an edge in a signature.
fn required(edge: u32) -> u32 {
    if edge == 0 { u32::from(BLANK) } else { edge }
}

//! The empty cells beside a tile, each with the edges a tile needs there.

use crate::fits::Code;
use crate::geometry::Cell;

/// Stands for a blank edge in a signature: no tile has an edge of this number.
pub(crate) const BLANK: u8 = 0xFF;

/// What a cell needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    /// One byte per side, the north in the lowest: the edge required there, or zero where there is no
    /// neighbour.
    pub signature: u32,
    /// 0xFF for every side with a neighbour.
    pub mask: u32,
}

/// The frontier: the cells, and for each of them what is needed there.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Frontier {
    pub cells: Vec<Cell>,
    pub sides: Vec<Sides>,
    /// The same as numbers to look up what fits.
    pub codes: Vec<Code>,
}

impl Clone for Frontier {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), sides: self.sides.clone(), codes: self.codes.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
        self.sides.clone_from(&source.sides);
        self.codes.clone_from(&source.codes);
    }
}

impl Frontier {
    pub fn clear(&mut self) {
        self.cells.clear();
        self.sides.clear();
        self.codes.clear();
    }

    /// Appends a cell of which one neighbour shows an edge at a side, and returns its place.
    pub fn push(&mut self, cell: Cell, side: usize, edge: u32, code: Code) -> u16 {
        let place = self.cells.len();
        self.cells.push(cell);
        self.sides.push(Sides { signature: required(edge) << (side * 8), mask: 0xFF << (side * 8) });
        self.codes.push(code);
        place as u16
    }

    /// Writes down that a further neighbour of the cell shows an edge at a side.
    pub fn require(&mut self, place: u16, side: usize, edge: u32, code: Code) {
        let place = usize::from(place);
        self.sides[place].signature |= required(edge) << (side * 8);
        self.sides[place].mask |= 0xFF << (side * 8);
        self.codes[place] |= code;
    }

    /// Removes the cell at a place; the last cell takes that place and is returned.
    pub fn remove(&mut self, place: u16) -> Option<Cell> {
        let place = usize::from(place);
        self.cells.swap_remove(place);
        self.sides.swap_remove(place);
        self.codes.swap_remove(place);
        self.cells.get(place).copied()
    }
}

/// The byte for an edge in a signature.
fn required(edge: u32) -> u32 {
    if edge == 0 { u32::from(BLANK) } else { edge }
}

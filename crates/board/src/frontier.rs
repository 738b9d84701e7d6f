//! The empty cells beside a tile, or those in which the first may lie, each with the edges a tile needs there.

use crate::fit_table::SignatureCode;
use crate::geometry::Cell;

/// Stands for a blank edge in a signature: no tile has an edge of this number.
pub(crate) const BLANK: u8 = 0xFF;

/// An empty cell and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrontierCell {
    pub cell: Cell,
    /// One byte per side, the north in the lowest: the edge required there, or zero where there is no
    /// neighbour.
    pub signature: u32,
    /// The same as a number to look up what fits.
    pub code: SignatureCode,
}

impl FrontierCell {
    /// A cell none of whose neighbours is known yet.
    pub fn new(cell: Cell) -> Self {
        Self { cell, signature: 0, code: 0 }
    }

    /// Writes down that a neighbour shows an edge at a side.
    #[inline]
    pub fn require(&mut self, side: usize, edge: u32, code: SignatureCode) {
        let required = if edge == 0 { u32::from(BLANK) } else { edge };
        self.signature |= required << (side * 8);
        self.code |= code;
    }

    /// Writes down that the neighbour at a side shows another edge than before; `codes` holds the bits of the code that
    /// change by that.
    pub fn change(&mut self, side: usize, edge: u32, codes: SignatureCode) {
        self.signature = self.signature & !(0xFF << (side * 8)) | edge << (side * 8);
        self.code ^= codes;
    }

    /// How many neighbours there are.
    #[inline]
    pub fn neighbours(&self) -> u8 {
        self.signature.to_le_bytes().iter().map(|side| u8::from(*side != 0)).sum()
    }

    /// 0xFF for every side with a neighbour.
    #[inline]
    pub fn mask(&self) -> u32 {
        // A byte that is not zero carries into its highest bit, or has it.
        let low = 0x7F7F_7F7F;
        let highest = (((self.signature & low) + low) | self.signature) & !low;
        (highest >> 7) * 0xFF
    }
}

/// The frontier: the cells in a settled order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Frontier {
    pub cells: Vec<FrontierCell>,
}

clone_fields!(Frontier { cells });

impl Frontier {
    /// Appends a cell and returns its place.
    #[inline]
    pub fn push(&mut self, cell: FrontierCell) -> u16 {
        let place = self.cells.len();
        self.cells.push(cell);
        place as u16
    }

    /// Removes the cell at a place; the last cell takes that place and is returned.
    pub fn remove(&mut self, place: u16) -> Option<Cell> {
        let place = usize::from(place);
        self.cells.swap_remove(place);
        self.cells.get(place).map(|moved| moved.cell)
    }
}

//! The empty cells beside a tile, each with the edges a tile needs there.

use crate::geometry::Cell;

/// Stands for a blank edge in a signature: no tile has an edge of this number.
pub(crate) const BLANK: u8 = 0xFF;

/// The frontier, one entry per cell in each list. The signature of a cell has one byte per side,
/// the north in the lowest: the edge required there, or zero where there is no neighbour. The mask
/// has 0xFF for every side with a neighbour.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Frontier {
    pub cells: Vec<Cell>,
    pub signatures: Vec<u32>,
    pub masks: Vec<u32>,
}

impl Clone for Frontier {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), signatures: self.signatures.clone(), masks: self.masks.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
        self.signatures.clone_from(&source.signatures);
        self.masks.clone_from(&source.masks);
    }
}

impl Frontier {
    pub fn clear(&mut self) {
        self.cells.clear();
        self.signatures.clear();
        self.masks.clear();
    }

    /// Appends a cell without neighbours and returns its place.
    pub fn push(&mut self, cell: Cell) -> u16 {
        let place = self.cells.len() as u16;
        self.cells.push(cell);
        self.signatures.push(0);
        self.masks.push(0);
        place
    }

    /// Writes down that the neighbour at a side of the cell shows an edge to it.
    pub fn require(&mut self, place: u16, side: usize, edge: u32) {
        let byte = if edge == 0 { u32::from(BLANK) } else { edge };
        self.signatures[usize::from(place)] |= byte << (side * 8);
        self.masks[usize::from(place)] |= 0xFF << (side * 8);
    }

    /// Removes the cell at a place; the last cell takes that place and is returned.
    pub fn remove(&mut self, place: u16) -> Option<Cell> {
        self.cells.swap_remove(usize::from(place));
        self.signatures.swap_remove(usize::from(place));
        self.masks.swap_remove(usize::from(place));
        self.cells.get(usize::from(place)).copied()
    }

    /// The signature and the mask of the cell at a place.
    pub fn sides(&self, place: u16) -> (u32, u32) {
        (self.signatures[usize::from(place)], self.masks[usize::from(place)])
    }
}

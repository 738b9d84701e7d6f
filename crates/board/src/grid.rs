//! From a cell to what is in it: a rectangle of entries that grows with the board.

use crate::geometry::{Cell, LIMIT};

/// What the grid knows about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// No tile, and none beside it.
    Empty,
    /// The tile with this number.
    Tile(u16),
    /// No tile, but one beside it: the place in the frontier.
    Frontier(u16),
}

/// The numbers of tiles and places in the frontier stay below this one.
pub(crate) const ENTRY_LIMIT: usize = 0x7FFF;

const EMPTY: u16 = u16::MAX;
const FRONTIER_BIT: u16 = 0x8000;
const FIRST_SIZE: i32 = 32;
const SMALLEST_GROWTH: i32 = 16;

/// The rectangle. Entries are packed in 16 bits to be cheap to copy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    entries: Vec<u16>,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.entries.clone_from(&source.entries);
        self.left = source.left;
        self.top = source.top;
        self.width = source.width;
        self.height = source.height;
    }
}

impl Grid {
    pub fn new() -> Self {
        let mut grid = Self { entries: Vec::new(), left: 0, top: 0, width: 0, height: 0 };
        grid.clear();
        grid
    }

    /// Empties the grid and brings it back to its first size.
    pub fn clear(&mut self) {
        self.left = -FIRST_SIZE / 2;
        self.top = -FIRST_SIZE / 2;
        self.width = FIRST_SIZE;
        self.height = FIRST_SIZE;
        self.entries.clear();
        self.entries.resize((FIRST_SIZE * FIRST_SIZE) as usize, EMPTY);
    }

    /// The entry of any cell, in or out of the rectangle.
    pub fn get(&self, cell: Cell) -> Entry {
        let (x, y) = (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top);
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return Entry::Empty;
        }
        self.at((y * self.width + x) as usize)
    }

    /// The entry at a place in the rectangle.
    pub fn at(&self, place: usize) -> Entry {
        match self.entries[place] {
            EMPTY => Entry::Empty,
            entry if entry & FRONTIER_BIT != 0 => Entry::Frontier(entry & !FRONTIER_BIT),
            entry => Entry::Tile(entry),
        }
    }

    /// Writes the entry at a place in the rectangle.
    pub fn set(&mut self, place: usize, entry: Entry) {
        self.entries[place] = match entry {
            Entry::Empty => EMPTY,
            Entry::Tile(tile) => tile,
            Entry::Frontier(frontier) => frontier | FRONTIER_BIT,
        };
    }

    /// The place of a cell that is known to be in the rectangle.
    pub fn place(&self, cell: Cell) -> usize {
        let (x, y) = (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top);
        (y * self.width + x) as usize
    }

    /// The places of the eight neighbours of a place that is not on the rim, in reading order.
    pub fn around(&self, place: usize) -> [usize; 8] {
        let width = self.width as usize;
        let (above, below) = (place - width, place + width);
        [above - 1, above, above + 1, place - 1, place + 1, below - 1, below, below + 1]
    }

    /// Grows the rectangle until a cell and its eight neighbours are in it.
    pub fn make_room(&mut self, cell: Cell) {
        let (left, width) = grown(self.left, self.width, i32::from(cell.x));
        let (top, height) = grown(self.top, self.height, i32::from(cell.y));
        if (left, top, width, height) == (self.left, self.top, self.width, self.height) {
            return;
        }
        let mut entries = vec![EMPTY; (width * height) as usize];
        let rows = self.entries.chunks_exact(self.width as usize);
        for (row, y) in rows.zip(self.top - top..) {
            let start = (y * width + self.left - left) as usize;
            entries[start..start + row.len()].copy_from_slice(row);
        }
        self.entries = entries;
        self.left = left;
        self.top = top;
        self.width = width;
        self.height = height;
    }
}

/// The start and the length of an interval that holds a coordinate and both its neighbours.
/// Growing by half the length keeps the number of copies small in a long line of tiles.
fn grown(start: i32, length: i32, coordinate: i32) -> (i32, i32) {
    let growth = (length / 2).max(SMALLEST_GROWTH);
    let rim = i32::from(LIMIT) + 1;
    let end = start + length;
    let start = if coordinate > start { start } else { (coordinate - growth).max(-rim) };
    let end = if coordinate + 1 < end { end } else { (coordinate + growth).min(rim + 1) };
    (start, end - start)
}

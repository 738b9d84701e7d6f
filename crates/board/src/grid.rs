//! From a cell to what is in it: a rectangle of entries that grows with the board.

use crate::board::TileId;
use crate::geometry::{Cell, MAX_COORDINATE};

/// What the grid knows about a cell, in 16 bits to be cheap to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry(u16);

/// The numbers of tiles stay below this one.
pub(crate) const TILE_LIMIT: usize = 0x2000;

/// The places in the frontier stay below this one.
pub(crate) const FRONTIER_LIMIT: usize = 0x7FFF;

const FRONTIER_BIT: u16 = 0x8000;
const SITES_BIT: u16 = 0x4000;
const HALF_BIT: u16 = 0x2000;

impl Entry {
    /// No tile, and none beside it.
    pub const EMPTY: Self = Self(u16::MAX);

    /// A tile, and whether any of its segments is a site.
    pub const fn of_tile(tile: TileId, has_sites: bool) -> Self {
        Self(tile.0 | if has_sites { SITES_BIT } else { 0 })
    }

    /// One or two half tiles: the one that came first, and whether any segment of either is a site.
    pub const fn of_half(first: TileId, has_sites: bool) -> Self {
        Self(Self::of_tile(first, has_sites).0 | HALF_BIT)
    }

    /// No tile, but one beside it: the place in the frontier.
    pub const fn of_frontier(place: u16) -> Self {
        Self(place | FRONTIER_BIT)
    }

    pub const fn is_tile(self) -> bool {
        self.0 & FRONTIER_BIT == 0
    }

    /// The tile; of two half tiles the one that came first.
    pub const fn tile(self) -> Option<TileId> {
        if self.is_tile() { Some(TileId(self.0 & !(SITES_BIT | HALF_BIT))) } else { None }
    }

    /// Whether it is one or two half tiles.
    pub const fn is_halved(self) -> bool {
        self.0 & (FRONTIER_BIT | HALF_BIT) == HALF_BIT
    }

    /// Whether it is a tile and any of its segments is a site.
    pub const fn has_sites(self) -> bool {
        self.0 & (FRONTIER_BIT | SITES_BIT) == SITES_BIT
    }

    pub const fn frontier(self) -> Option<u16> {
        if self.is_tile() || self.0 == Self::EMPTY.0 { None } else { Some(self.0 & !FRONTIER_BIT) }
    }
}

const FIRST_SIZE: i32 = 32;
const SMALLEST_GROWTH: i32 = 16;

/// The rectangle, row by row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    entries: Vec<Entry>,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

clone_fields!(Grid { entries, left, top, width, height });

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
        self.entries.resize((FIRST_SIZE * FIRST_SIZE) as usize, Entry::EMPTY);
    }

    /// The entry of any cell, in or out of the rectangle.
    #[inline]
    pub fn get(&self, cell: Cell) -> Entry {
        let (x, y) = self.offset(cell);
        // A negative offset becomes a large one here, so that one comparison answers both questions.
        if x as u32 >= self.width as u32 || y as u32 >= self.height as u32 {
            return Entry::EMPTY;
        }
        self.at((y * self.width + x) as usize)
    }

    /// The entry at a place in the rectangle.
    #[inline]
    pub fn at(&self, place: usize) -> Entry {
        self.entries[place]
    }

    /// Writes the entry at a place in the rectangle.
    pub fn set(&mut self, place: usize, entry: Entry) {
        self.entries[place] = entry;
    }

    /// The place of a cell that is known to be in the rectangle.
    pub fn place(&self, cell: Cell) -> usize {
        let (x, y) = self.offset(cell);
        (y * self.width + x) as usize
    }

    /// The places around a place that is not on the rim, in reading order.
    pub fn around(&self, place: usize) -> [usize; 8] {
        let width = self.width as usize;
        let (above, below) = (place - width, place + width);
        [above - 1, above, above + 1, place - 1, place + 1, below - 1, below, below + 1]
    }

    /// Sees to it that a cell and its eight neighbours are in the rectangle, and returns the cell's place.
    pub fn make_room(&mut self, cell: Cell) -> usize {
        let (x, y) = self.offset(cell);
        let is_inside = |offset: i32, length: i32| ((offset - 1) as u32) < (length - 2) as u32;
        if !is_inside(x, self.width) || !is_inside(y, self.height) {
            self.grow(cell);
        }
        self.place(cell)
    }

    /// How far east and south of the corner of the rectangle a cell lies.
    #[inline]
    fn offset(&self, cell: Cell) -> (i32, i32) {
        (i32::from(cell.x) - self.left, i32::from(cell.y) - self.top)
    }

    /// Grows the rectangle until a cell and its eight neighbours are in it.
    #[cold]
    fn grow(&mut self, cell: Cell) {
        let (left, width) = grown(self.left, self.width, i32::from(cell.x));
        let (top, height) = grown(self.top, self.height, i32::from(cell.y));
        self.spread((self.left - left) as usize, (self.top - top) as usize, width as usize, height as usize);
        self.left = left;
        self.top = top;
        self.width = width;
        self.height = height;
    }

    /// Moves the rows to where they belong in a larger rectangle, without a second list: a board that
    /// once had the room does not allocate again.
    fn spread(&mut self, columns_before: usize, rows_before: usize, width: usize, height: usize) {
        let (old_width, old_height) = (self.width as usize, self.height as usize);
        self.entries.resize(width * height, Entry::EMPTY);
        // No row moves towards the front, so that the last one goes first.
        for row in (0..old_height).rev() {
            let from = row * old_width;
            let to = (row + rows_before) * width + columns_before;
            self.entries.copy_within(from..from + old_width, to);
        }
        for (row, line) in self.entries.chunks_exact_mut(width).enumerate() {
            if row < rows_before || row >= rows_before + old_height {
                line.fill(Entry::EMPTY);
            } else {
                line[..columns_before].fill(Entry::EMPTY);
                line[columns_before + old_width..].fill(Entry::EMPTY);
            }
        }
    }
}

/// The start and the length of an interval that holds a coordinate and both its neighbours.
/// Growing by half the length keeps the number of copies small in a long line of tiles.
fn grown(start: i32, length: i32, coordinate: i32) -> (i32, i32) {
    let growth = (length / 2).max(SMALLEST_GROWTH);
    let rim = i32::from(MAX_COORDINATE) + 1;
    let end = start + length;
    let start = if coordinate > start { start } else { (coordinate - growth).max(-rim) };
    let end = if coordinate + 1 < end { end } else { (coordinate + growth).min(rim + 1) };
    (start, end - start)
}

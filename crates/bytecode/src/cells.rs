//! Cells as single integers, the way they travel through the machine.

/// Added to a coordinate so that every packed cell is positive: -1 stands for none.
pub const CELL_SHIFT: i64 = 1 << 15;

/// Packs a cell, so many to the east and so many to the south of the first one, into one integer, never negative.
#[must_use]
#[inline]
pub const fn packed_cell(x: i16, y: i16) -> i64 {
    ((x as i64 + CELL_SHIFT) << 16) | (y as i64 + CELL_SHIFT)
}

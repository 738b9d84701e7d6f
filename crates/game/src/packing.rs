//! Cells and placements as single integers, the way they travel through the machine.

use rota_board::{Cell, Placement};

/// Added to a coordinate so that every packed cell is positive: -1 stands for none.
const SHIFT: i64 = 1 << 15;

/// Packs a cell into one integer, never negative.
#[must_use]
pub const fn pack_cell(cell: Cell) -> i64 {
    ((cell.x as i64 + SHIFT) << 16) | (cell.y as i64 + SHIFT)
}

/// Returns the cell that [`pack_cell`] packed; nothing for any other integer.
#[must_use]
pub const fn unpack_cell(value: i64) -> Option<Cell> {
    if value < 0 || value >> 32 != 0 {
        return None;
    }
    // Both halves have 16 bits, so that taking the shift away brings them into range.
    Some(Cell::new(((value >> 16) - SHIFT) as i16, ((value & 0xFFFF) - SHIFT) as i16))
}

/// Packs a cell and a rotation into one integer, never negative.
#[must_use]
pub const fn pack_placement(placement: Placement) -> i64 {
    pack_cell(placement.cell) << 2 | (placement.rotation & 3) as i64
}

/// Returns the placement that [`pack_placement`] packed; nothing for any other integer.
#[must_use]
pub const fn unpack_placement(value: i64) -> Option<Placement> {
    match unpack_cell(value >> 2) {
        Some(cell) => Some(Placement { cell, rotation: (value & 3) as u8 }),
        None => None,
    }
}

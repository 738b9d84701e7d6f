//! Cells and placements as single integers, the way they travel through the machine.

use rota_board::{Border, Cell, Placement, side};
use rota_bytecode::{CELL_SHIFT as SHIFT, packed_cell};

/// Packs a cell into one integer, never negative.
#[must_use]
pub const fn pack_cell(cell: Cell) -> i64 {
    packed_cell(cell.x, cell.y)
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

/// Packs a side into one integer, never negative: the same for both cells that it lies between.
#[must_use]
pub const fn pack_border(border: Border) -> i64 {
    let [(cell, _), _] = border.cells();
    pack_cell(cell) << 1 | border.is_western() as i64
}

/// Returns the side that [`pack_border`] packed; nothing for any other integer.
#[must_use]
pub const fn unpack_border(value: i64) -> Option<Border> {
    let Some(cell) = unpack_cell(value >> 1) else { return None };
    Some(Border::new(cell, if value & 1 == 0 { side::NORTH } else { side::WEST }))
}

/// Packs a cell and a rotation into one integer, never negative.
#[must_use]
pub const fn pack_placement(placement: Placement) -> i64 {
    pack_cell(placement.cell) << 2 | (placement.rotation & 3) as i64
}

/// Packs a placement where so many sides do not fit. Without any it is the placement alone.
#[must_use]
pub const fn pack_misfits(placement: Placement, misfits: u8) -> i64 {
    pack_placement(placement) | (misfits as i64) << 34
}

/// Returns how many sides do not fit at a packed placement; nothing for an integer that is none.
#[must_use]
pub const fn unpack_misfits(value: i64) -> Option<u8> {
    if value < 0 || value >> 42 != 0 { None } else { Some((value >> 34) as u8) }
}

/// Returns the placement that [`pack_placement`] or [`pack_misfits`] packed; nothing for any other integer.
#[must_use]
pub const fn unpack_placement(value: i64) -> Option<Placement> {
    if unpack_misfits(value).is_none() {
        return None;
    }
    match unpack_cell(value >> 2 & 0xFFFF_FFFF) {
        Some(cell) => Some(Placement { cell, rotation: (value & 3) as u8 }),
        None => None,
    }
}

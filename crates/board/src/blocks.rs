//! Blocks: several tiles that are laid as one.

use crate::board::{Board, TileId};
use crate::catalog::{Catalog, ShapeId};
use crate::delta::{BoardDelta, Refusal};
use crate::geometry::Cell;
use crate::placements::Placement;

/// A tile of a block, and where it lies beside the first one while the block is not turned. The first tile
/// leads: the cell and the rotation of a block are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockPart {
    /// The shape.
    pub shape: ShapeId,
    /// Cells east of the first tile.
    pub east: i16,
    /// Cells south of the first tile.
    pub south: i16,
}

impl BlockPart {
    /// The cell of this part when the block is laid there.
    #[must_use]
    pub fn cell(self, leader: Cell, rotation: u8) -> Cell {
        let (east, south) = self.offset(rotation);
        Cell::new(leader.x.saturating_add(east), leader.y.saturating_add(south))
    }

    fn offset(self, rotation: u8) -> (i16, i16) {
        let turn = |(east, south): (i16, i16), _| (-south, east);
        (0..rotation & 3).fold((self.east, self.south), turn)
    }
}

impl Board {
    /// How many sides of a block would lie against one that they do not fit; nothing where it cannot follow
    /// at all: a cell of it is taken, none has a tile beside it, or a blank edge would be against another.
    #[must_use]
    pub fn block_misfits(
        &self,
        catalog: &Catalog,
        parts: &[BlockPart],
        cell: Cell,
        rotation: u8,
    ) -> Option<u8> {
        let mut misfits = None;
        for part in parts {
            let cell = part.cell(cell, rotation);
            if self.tile_at(cell).is_some() || !catalog.tables.limits.contains(cell) {
                return None;
            }
            if self.grid.get(cell).frontier().is_some() {
                let own = self.misfits(catalog, part.shape, cell, rotation)?;
                misfits = Some(own.saturating_add(misfits.unwrap_or(0)));
            }
        }
        misfits
    }

    /// The placements of a block where at most so many sides do not fit, each with how many: those of the
    /// cells beside what has been laid, in frontier order, for each in order of rotation and of parts.
    pub fn block_placements<'board>(
        &'board self,
        catalog: &'board Catalog,
        parts: &'board [BlockPart],
        most: u8,
    ) -> impl Iterator<Item = (Placement, u8)> + 'board {
        let cells = self.frontier.cells.iter().map(|empty| empty.cell);
        let turned = cells.flat_map(|cell| (0..4).map(move |rotation| (cell, rotation)));
        let tried = turned.flat_map(move |(cell, rotation)| {
            parts.iter().enumerate().map(move |(number, part)| {
                let (east, south) = part.offset(rotation);
                let leader = Cell::new(cell.x.saturating_sub(east), cell.y.saturating_sub(south));
                (number, Placement { cell: leader, rotation })
            })
        });
        tried.filter_map(move |(number, placement)| {
            let Placement { cell, rotation } = placement;
            // Several parts may touch what lies there: the first of them stands for the placement.
            let touches = |part: &BlockPart| self.grid.get(part.cell(cell, rotation)).frontier().is_some();
            if parts.iter().take(number).any(touches) {
                return None;
            }
            let misfits = self.block_misfits(catalog, parts, cell, rotation)?;
            (misfits <= most).then_some((placement, misfits))
        })
    }

    /// Lays a block where its cells are free and at most so many sides do not fit; returns its first tile.
    /// What it changes is told as of one tile.
    ///
    /// # Errors
    /// As for [`Board::place`], and a block without parts.
    pub fn place_block(
        &mut self,
        catalog: &Catalog,
        parts: &[BlockPart],
        cell: Cell,
        rotation: u8,
        most: u8,
        delta: &mut BoardDelta,
    ) -> Result<TileId, Refusal> {
        if parts.is_empty() {
            return Err(Refusal::UnknownShape);
        }
        let (mut segments, mut left) = (0, most);
        for part in parts {
            let cell = part.cell(cell, rotation);
            left -= self.check_cell(catalog, part.shape, cell, rotation, left)?;
            segments += usize::from(catalog.tables.shapes[usize::from(part.shape.0)].count);
        }
        self.check_room(catalog, parts.len(), segments)?;
        let (checkpoint, leader) = (self.checkpoint(delta), TileId(self.tiles.len() as u16));
        for part in parts {
            self.add_tile(catalog, part.shape, part.cell(cell, rotation), rotation & 3, checkpoint, delta);
        }
        delta.placed = Some(leader);
        Ok(leader)
    }
}

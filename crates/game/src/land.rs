//! Answers about where tiles lie and may lie. They are asked less often than others, so they are kept out of the
//! functions that every turn runs.

use rota_board::{BlockPart, Cell, FeatureKindId, Placement, ShapeId};
use rota_vm::Fault;

use crate::bit_packing::{pack_cell, pack_misfits, pack_placement, unpack_placement};
use crate::position::TileState;
use crate::questions::{NONE, Questions, handle};

/// How far a square of cells may reach from its middle.
const SQUARE: i64 = 20;

impl Questions<'_> {
    /// By how many quarter turns a tile was turned; none while it is not laid.
    #[cold]
    #[inline(never)]
    pub fn turned(self, tile: i64) -> Result<i64, &'static Fault> {
        Ok(self.laid(tile)?.map_or(0, |laid| i64::from(self.position.board.tile(laid).rotation)))
    }

    /// Whether a feature of a kind is printed on a tile, or on one of those that it leads.
    #[cold]
    #[inline(never)]
    pub fn shows(self, tile: i64, kind: i64) -> Result<bool, &'static Fault> {
        let tile = self.tile(tile)?;
        let shows = |shape: ShapeId| {
            let shape = self.rules.catalog().shapes().get(usize::from(shape.0));
            let mut segments = shape.into_iter().flat_map(|shape| &shape.segments);
            segments.any(|segment| i64::from(segment.feature.0) == kind)
        };
        Ok(match self.rules.block_of(tile) {
            Some(parts) => parts.iter().any(|part| shows(part.shape)),
            None => self.rules.shape_of(tile).is_some_and(shows),
        })
    }

    /// The tile on a cell, or none.
    #[cold]
    #[inline(never)]
    pub fn tile_on(self, cell: i64) -> Result<i64, &'static Fault> {
        let laid = self.position.board.tile_at(self.cell(cell)?);
        Ok(laid.map_or(NONE, |laid| self.position.stock_tile(laid) as i64))
    }

    /// The cell so many cells east and south of another.
    #[cold]
    #[inline(never)]
    pub fn cell_at(self, from: i64, east: i64, south: i64) -> Result<i64, &'static Fault> {
        Ok(pack_cell(moved(self.cell(from)?, east, south)?))
    }

    /// Appends the tiles that are laid together with one.
    #[cold]
    #[inline(never)]
    pub fn parts(self, tile: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        out.extend(self.rules.parts_of(self.tile(tile)?).map(|tile| tile as i64));
        Ok(())
    }

    /// Appends the cells that a tile would cover.
    #[cold]
    #[inline(never)]
    pub fn covers(self, tile: i64, placement: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let placement = unpack_placement(placement).ok_or(&Fault::Missing)?;
        match self.rules.block_of(self.tile(tile)?) {
            Some(parts) => {
                let cells = parts.iter().map(|part| part.cell(placement.cell, placement.rotation));
                out.extend(cells.map(pack_cell));
            }
            None => out.push(pack_cell(placement.cell)),
        }
        Ok(())
    }

    /// Appends the placements of a tile where so many sides need not fit.
    #[cold]
    #[inline(never)]
    pub fn placements_with_misfits(
        self,
        tile: i64,
        misfits: i64,
        out: &mut Vec<i64>,
    ) -> Result<(), &'static Fault> {
        let misfits = u8::try_from(misfits).ok().filter(|misfits| *misfits <= 4);
        self.placements(tile, misfits.ok_or(&Fault::OutOfRange)?, out)
    }

    /// Appends the placements of a tile where at most so many sides do not fit.
    pub fn placements(self, tile: i64, most: u8, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let Some((tile, shape)) = self.to_lay(tile)? else { return Ok(()) };
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        if let Some(block) = self.rules.block_of(tile) {
            let placements = board.block_placements(catalog, block, most);
            out.extend(placements.map(|(placement, misfits)| pack_misfits(placement, misfits)));
            return Ok(());
        }
        let placements = board.placements_with_misfits(catalog, shape, self.layout.rotations, most);
        if most == 0 {
            out.extend(placements.map(pack_placement));
        } else {
            let misfits = |placement: Placement| {
                board.misfits(catalog, shape, placement.cell, placement.rotation).unwrap_or(0)
            };
            out.extend(placements.map(|placement| pack_misfits(placement, misfits(placement))));
        }
        Ok(())
    }

    /// Appends where a segment of a kind can be added so that a tile that lies fits.
    #[cold]
    #[inline(never)]
    pub fn additions(self, tile: i64, kind: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let (board, kind) = (&self.position.board, feature_kind(kind)?);
        let Some(laid) = self.laid(tile)? else { return Ok(()) };
        let tile = board.tile(laid);
        let at = Placement { cell: tile.cell, rotation: tile.rotation };
        let found = board.additions(self.rules.catalog(), kind, tile.shape, at);
        out.extend(found.into_iter().map(pack_placement));
        Ok(())
    }

    /// Appends the placements of a tile where it fits only once a segment of a kind is added.
    #[cold]
    #[inline(never)]
    pub fn placements_with(self, tile: i64, kind: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let kind = feature_kind(kind)?;
        let Some((tile, shape)) = self.to_lay(tile)? else { return Ok(()) };
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        if self.rules.block_of(tile).is_some() {
            return Ok(());
        }
        // A segment changes two sides.
        for placement in board.placements_with_misfits(catalog, shape, self.layout.rotations, 2) {
            let misfits = board.misfits(catalog, shape, placement.cell, placement.rotation).unwrap_or(0);
            if misfits > 0 && !board.additions(catalog, kind, shape, placement).is_empty() {
                out.push(pack_misfits(placement, misfits));
            }
        }
        Ok(())
    }

    /// How many placements a block has.
    #[cold]
    #[inline(never)]
    pub fn block_count(self, block: &[BlockPart]) -> usize {
        self.position.board.block_placements(self.rules.catalog(), block, 0).count()
    }

    /// A placement of a block by its number.
    #[cold]
    #[inline(never)]
    pub fn block_nth(self, block: &[BlockPart], number: usize) -> Option<Placement> {
        let mut placements = self.position.board.block_placements(self.rules.catalog(), block, 0);
        placements.nth(number).map(|(placement, _)| placement)
    }

    /// The number of a placement of a block.
    #[cold]
    #[inline(never)]
    pub fn block_place(self, block: &[BlockPart], wanted: Placement) -> Option<usize> {
        let mut placements = self.position.board.block_placements(self.rules.catalog(), block, 0);
        placements.position(|(placement, _)| placement == wanted)
    }

    /// Appends the segments of a block but for those of the tile that leads it.
    pub fn segments_of_parts(self, leader: usize, out: &mut Vec<i64>) {
        for part in self.rules.parts_of(leader).skip(1) {
            if let TileState::Laid(laid) = self.position.tiles[part] {
                out.extend(self.position.board.tile(laid).segments().map(handle));
            }
        }
    }

    /// Appends the tiles of a square of cells, row by row.
    #[cold]
    #[inline(never)]
    pub fn square(self, around: i64, reach: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        if !(0..=SQUARE).contains(&reach) {
            return Err(&Fault::OutOfRange);
        }
        let middle = self.cell(around)?;
        for south in -reach..=reach {
            for east in -reach..=reach {
                let tile = moved(middle, east, south).ok().and_then(|cell| self.position.board.tile_at(cell));
                out.extend(tile.map(|tile| self.position.stock_tile(tile) as i64));
            }
        }
        Ok(())
    }

    /// Appends the tiles of a row from the next cell on, up to the first gap.
    #[cold]
    #[inline(never)]
    pub fn row(self, from: i64, east: i64, south: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let one = -1..=1;
        if (east, south) == (0, 0) || !one.contains(&east) || !one.contains(&south) {
            return Err(&Fault::Refused("a row goes on by -1, 0 or 1 cells east and south, and not by none"));
        }
        let mut cell = moved(self.cell(from)?, east, south)?;
        while let Some(tile) = self.position.board.tile_at(cell) {
            out.push(self.position.stock_tile(tile) as i64);
            cell = moved(cell, east, south)?;
        }
        Ok(())
    }
}

fn feature_kind(kind: i64) -> Result<FeatureKindId, &'static Fault> {
    u8::try_from(kind).map(FeatureKindId).map_err(|_| &Fault::Missing)
}

/// The cell so many cells east and south of another.
fn moved(cell: Cell, east: i64, south: i64) -> Result<Cell, &'static Fault> {
    let shifted = |from: i16, by: i64| i64::from(from).checked_add(by).and_then(|to| i16::try_from(to).ok());
    let (x, y) = (shifted(cell.x, east), shifted(cell.y, south));
    let far = &Fault::Refused("the cell is too far from the origin");
    Ok(Cell::new(x.ok_or(far)?, y.ok_or(far)?))
}

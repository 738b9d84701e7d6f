//! Blocks: tiles of a composition that are drawn and laid together.

use rota_board::BlockPart;

use crate::rules::{RulesError, Stock, TileInfo};

/// Which tiles belong together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// For each kind the block that a tile of it leads, itself first; empty for other kinds.
    pub parts: Vec<Vec<BlockPart>>,
    /// For each tile that was given, where its further parts begin in the stock.
    pub first: Vec<u32>,
    /// For each tile behind those that were given, which one leads it.
    pub leaders: Vec<u32>,
}

impl Blocks {
    /// Puts the further parts of all blocks into the stock, behind what was given.
    ///
    /// # Errors
    /// Refuses parts of unknown kinds and of kinds that lead blocks themselves.
    pub fn new(stock: &mut Stock) -> Result<Blocks, RulesError> {
        let mut blocks = Blocks::default();
        for kind in &stock.kinds {
            let mut parts = Vec::new();
            for part in &kind.parts {
                let other = stock.kinds.get(part.kind as usize).filter(|other| other.parts.is_empty());
                let shape = other.and_then(|other| other.shape).ok_or(RulesError::Blocks)?;
                parts.push(BlockPart { shape, east: part.east, south: part.south });
            }
            if !parts.is_empty() {
                let shape = kind.shape.ok_or(RulesError::Blocks)?;
                parts.insert(0, BlockPart { shape, east: 0, south: 0 });
            }
            blocks.parts.push(parts);
        }
        for leader in 0..stock.tiles.len() {
            blocks.first.push(stock.tiles.len() as u32);
            let kind = stock.tiles.get(leader).and_then(|tile| stock.kinds.get(tile.kind as usize));
            for part in kind.map_or(&[][..], |kind| &kind.parts) {
                stock.tiles.push(TileInfo { kind: part.kind });
                blocks.leaders.push(leader as u32);
            }
        }
        Ok(blocks)
    }

    /// Exchanges what two of the tiles that were given lead, as their kinds are exchanged.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.first.swap(one, other);
        for leader in &mut self.leaders {
            if *leader as usize == one {
                *leader = other as u32;
            } else if *leader as usize == other {
                *leader = one as u32;
            }
        }
    }
}

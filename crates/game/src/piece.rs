//! Pieces, and where they are.

use rota_board::{Border, Cell, SegmentId};

use crate::bit_packing::{pack_border, pack_cell};
use crate::rules::NEUTRAL;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLocation {
    /// In supply.
    Supply,
    /// On a segment of the land.
    Segment(SegmentId),
    /// On a space beside the land, as an index into the declared spaces.
    Space(u16),
    /// On a tile as a whole, by its number in the stock.
    Tile(u16),
    /// On a corner: the north-western one of a cell.
    Corner(Cell),
    /// On a side.
    Side(Border),
    /// Kept by the player on this seat.
    Keep(u8),
    /// Out of the game.
    Out,
}

impl PieceLocation {
    /// A number of its own for each corner and each side; nothing for another place.
    #[inline]
    pub(crate) fn between_tiles(self) -> Option<i64> {
        match self {
            PieceLocation::Corner(corner) => Some(pack_cell(corner) << 1),
            PieceLocation::Side(side) => Some(pack_border(side) << 1 | 1),
            PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => None,
            PieceLocation::Segment(_) | PieceLocation::Space(_) | PieceLocation::Tile(_) => None,
        }
    }

    /// Whether it is on the table: on the land, on a tile, on a corner, on a side, or on a space beside the
    /// land.
    #[must_use]
    pub fn is_on_table(self) -> bool {
        match self {
            PieceLocation::Segment(_)
            | PieceLocation::Space(_)
            | PieceLocation::Tile(_)
            | PieceLocation::Corner(_)
            | PieceLocation::Side(_) => true,
            PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => false,
        }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index into the kinds of pieces that the packs declare.
    pub kind: u8,
    pub(crate) owner: u8,
    /// Where it is.
    pub location: PieceLocation,
    /// The position's stamp after its last move; 0 for one that never moved.
    pub moved: u32,
}

impl Piece {
    /// The seat of its owner, counted from 0; nothing for a neutral piece.
    #[must_use]
    pub fn owner(self) -> Option<u8> {
        (self.owner != NEUTRAL).then_some(self.owner)
    }

    /// The segment it stands on; nothing for one that stands on no land.
    #[must_use]
    pub fn on(self) -> Option<SegmentId> {
        let PieceLocation::Segment(segment) = self.location else { return None };
        Some(segment)
    }

    /// The space it stands on, as an index into the declared spaces; nothing for one that stands on none.
    #[must_use]
    pub fn space(self) -> Option<u16> {
        let PieceLocation::Space(space) = self.location else { return None };
        Some(space)
    }

    /// The corner it stands on, as the cell that it is the north-western one of; nothing for one that stands on none.
    pub(crate) fn corner(self) -> Option<Cell> {
        let PieceLocation::Corner(corner) = self.location else { return None };
        Some(corner)
    }

    /// The side it stands on; nothing for one that stands on none.
    pub(crate) fn side(self) -> Option<Border> {
        let PieceLocation::Side(side) = self.location else { return None };
        Some(side)
    }

    /// The seat that keeps it; nothing for one that nobody keeps.
    pub(crate) fn keeper(self) -> Option<u8> {
        let PieceLocation::Keep(player) = self.location else { return None };
        Some(player)
    }

    /// Whether it stands on the table: on the land, on a tile, on a corner, or on a space beside the land.
    #[must_use]
    pub fn stands(self) -> bool {
        self.location.is_on_table()
    }
}

//! Corners: a corner is known by the cell whose north-western one it is.

use rota_board::{Cell, Port, SegmentId, SideThird, TileId};

use crate::bit_packing::pack_cell;
use crate::questions::{Questions, handle};

/// The corners of a cell, clockwise from the north-west, by the offset of the cell they are known by.
const OF_CELL: [(i16, i16); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

/// The cells around a corner, clockwise from the north-west.
const AROUND: [(i16, i16); 4] = [(-1, -1), (0, -1), (0, 0), (-1, 0)];

impl<'a> Questions<'a> {
    /// Appends the corners of a cell.
    pub fn corners(self, cell: Cell, out: &mut Vec<i64>) {
        out.extend(OF_CELL.iter().map(|(x, y)| pack_cell(cell.offset(*x, *y))));
    }

    /// The laid tiles that touch a corner, and for each of them which of its own corners that is, counted clockwise
    /// from the north-west.
    fn around_corner(self, corner: Cell) -> impl Iterator<Item = (TileId, u8)> + 'a {
        // What is north-west of the corner touches it with its south-eastern one.
        let own = [2, 3, 0, 1];
        let tiles = move |((x, y), own): (&(i16, i16), u8)| {
            let tiles = self.position.board.tiles_at_corner(corner.offset(*x, *y), own);
            tiles.into_iter().flatten().map(move |tile| (tile, own))
        };
        AROUND.iter().zip(own).flat_map(tiles)
    }

    /// The laid tiles that touch a corner. A half tile does so where its short sides meet, and at the others once both
    /// halves of the cell lie.
    pub fn tiles_at(self, corner: Cell) -> impl Iterator<Item = TileId> + 'a {
        self.around_corner(corner).map(|(tile, _)| tile)
    }

    /// Appends the segments that reach a corner, each once.
    pub fn segments_at(self, corner: Cell, out: &mut Vec<i64>) {
        let start = out.len();
        for (tile, own) in self.around_corner(corner) {
            // The half edges before and behind the corner, clockwise.
            for half_edge in [own * 2 + 7, own * 2] {
                let segment = self.half_edge(tile, half_edge).map(handle);
                out.extend(segment.filter(|segment| !out[start..].contains(segment)));
            }
        }
    }

    /// The segment that owns a half edge of a tile, counted clockwise from the north-west.
    fn half_edge(self, tile: TileId, half_edge: u8) -> Option<SegmentId> {
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        let half = Port::of_half_edge(half_edge);
        // A side that shows one thing has one owner, in its middle.
        let whole = Port::new(half_edge % 8 / 2, SideThird::Middle);
        board.segment_at(catalog, tile, half).or_else(|| board.segment_at(catalog, tile, whole))
    }
}

//! Sides: the borders between cells, what lies beside them and which segments reach them.

use rota_board::{Border, Cell, Port, SegmentId, TileId, side};
use rota_vm::Fault;

use crate::bit_packing::{pack_border, pack_cell, unpack_border};
use crate::questions::{Questions, handle};

/// The sides of a cell, clockwise from the north.
const OF_CELL: [u8; 4] = [side::NORTH, side::EAST, side::SOUTH, side::WEST];

/// The sides that meet at a corner, clockwise from the one that goes north: the offset of a cell from the one that
/// the corner is known by, and the side of that cell.
const AT_CORNER: [((i16, i16), u8); 4] =
    [((0, -1), side::WEST), ((0, 0), side::NORTH), ((0, 0), side::WEST), ((-1, 0), side::NORTH)];

impl Questions<'_> {
    /// The side that a value stands for.
    pub fn border(self, value: i64) -> Result<Border, &'static Fault> {
        unpack_border(value).ok_or(&Fault::Missing)
    }

    /// Appends the sides of a cell.
    #[cold]
    #[inline(never)]
    pub fn sides_of_cell(self, cell: Cell, out: &mut Vec<i64>) {
        out.extend(OF_CELL.map(|side| pack_border(Border::new(cell, side))));
    }

    /// Appends the sides that meet at a corner.
    #[cold]
    #[inline(never)]
    pub fn sides_at_corner(self, corner: Cell, out: &mut Vec<i64>) {
        out.extend(AT_CORNER.map(|((x, y), side)| pack_border(Border::new(corner.offset(x, y), side))));
    }

    /// Appends the sides that a segment reaches, as its tile lies.
    #[cold]
    #[inline(never)]
    pub fn sides_of_segment(self, segment: SegmentId, out: &mut Vec<i64>) {
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        let cell = board.tile(board.segment_tile(segment)).cell;
        let reached = OF_CELL.into_iter().filter(|side| board.reaches(catalog, segment, *side));
        out.extend(reached.map(|side| pack_border(Border::new(cell, side))));
    }

    /// Appends the segments that lie against one across a side, each once.
    #[cold]
    #[inline(never)]
    pub fn against(self, segment: SegmentId, out: &mut Vec<i64>) {
        let start = out.len();
        self.position.board.for_each_across(self.rules.catalog(), segment, |_, across| {
            if !out[start..].contains(&handle(across)) {
                out.push(handle(across));
            }
        });
    }

    /// Appends the cells that a side lies between.
    #[cold]
    #[inline(never)]
    pub fn cells_beside(self, border: Border, out: &mut Vec<i64>) {
        let [(southern, _), (northern, _)] = border.cells();
        out.extend([pack_cell(northern), pack_cell(southern)]);
    }

    /// Appends the corners that a side goes between.
    #[cold]
    #[inline(never)]
    pub fn ends_of(self, border: Border, out: &mut Vec<i64>) {
        let [(cell, _), _] = border.cells();
        let other = if border.is_western() { cell.offset(0, 1) } else { cell.offset(1, 0) };
        out.extend([pack_cell(cell), pack_cell(other)]);
    }

    /// The laid tiles beside a side, each with which of its own sides that is.
    fn around_border(self, border: Border) -> impl Iterator<Item = (TileId, u8)> {
        let [southern, northern] = border.cells();
        let board = &self.position.board;
        [northern, southern]
            .into_iter()
            .filter_map(|(cell, side)| Some((board.tile_facing(cell, side)?, side)))
    }

    /// The laid tiles beside a side.
    pub fn tiles_beside(self, border: Border) -> impl Iterator<Item = TileId> {
        self.around_border(border).map(|(tile, _)| tile)
    }

    /// Appends the segments that reach a side, each once.
    #[cold]
    #[inline(never)]
    pub fn segments_beside(self, border: Border, out: &mut Vec<i64>) {
        let start = out.len();
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        for (tile, side) in self.around_border(border) {
            for port in Port::at(side) {
                let segment = board.segment_at(catalog, tile, port).map(handle);
                out.extend(segment.filter(|segment| !out[start..].contains(segment)));
            }
        }
    }
}

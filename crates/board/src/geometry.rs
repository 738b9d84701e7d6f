//! Cells, sides and neighbourhoods.

/// The largest absolute value of either coordinate of a cell that may hold a tile.
pub const MAX_COORDINATE: i16 = 2000;

/// The sides of a cell, numbered clockwise from the north.
pub mod side {
    /// The side towards smaller y.
    pub const NORTH: u8 = 0;
    /// The side towards larger x.
    pub const EAST: u8 = 1;
    /// The side towards larger y.
    pub const SOUTH: u8 = 2;
    /// The side towards smaller x.
    pub const WEST: u8 = 3;
    /// The long side of a half tile, inside its cell: from corner to corner, whichever two these are.
    pub const DIAGONAL: u8 = 4;

    /// The side that lies against a side: of the cell beside it, or of the other half of the same cell.
    #[must_use]
    pub const fn opposite(side: u8) -> u8 {
        if side == DIAGONAL { DIAGONAL } else { side ^ 2 }
    }

    /// Whether a half tile has a side of its cell. It lies there by its two short sides, unturned the southern and the
    /// western one; the other two belong to the other half.
    #[must_use]
    pub const fn is_of_half(side: u8, rotation: u8) -> bool {
        side.wrapping_sub(rotation) & 3 >= SOUTH
    }
}

/// A place for one tile: x grows to the east, y to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Cells east of the origin.
    pub x: i16,
    /// Cells south of the origin.
    pub y: i16,
}

impl Cell {
    /// The cell at the given coordinates.
    #[must_use]
    #[inline]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The cell on the other side of the given side (0..=3, see [`side`]; larger numbers wrap).
    #[must_use]
    pub const fn beside(self, side: u8) -> Self {
        let (x, y) = BESIDE[(side & 3) as usize];
        self.offset(x, y)
    }

    /// The cell `x` further east and `y` further south; stops at the ends of the number range.
    #[must_use]
    #[inline]
    pub const fn offset(self, x: i16, y: i16) -> Self {
        Self { x: self.x.saturating_add(x), y: self.y.saturating_add(y) }
    }

    /// The cells around it, in reading order.
    pub(crate) fn around(self, neighbourhood: Neighbourhood) -> impl Iterator<Item = Self> {
        let around = AROUND.iter().zip(SHARES_A_SIDE);
        let meant = move |shares_a_side| shares_a_side || neighbourhood == Neighbourhood::Eight;
        around
            .filter(move |(_, shares_a_side)| meant(*shares_a_side))
            .map(move |((x, y), _)| self.offset(*x, *y))
    }

    /// Whether a tile may lie here on some board: neither coordinate is further than [`MAX_COORDINATE`] from zero.
    #[must_use]
    pub const fn is_within_limits(self) -> bool {
        Bounds::WIDEST.contains(self)
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The north-western corner.
    pub least: Cell,
    /// The south-eastern corner.
    pub greatest: Cell,
}

impl Bounds {
    /// All cells that may ever hold a tile.
    pub(crate) const WIDEST: Self = Self {
        least: Cell::new(-MAX_COORDINATE, -MAX_COORDINATE),
        greatest: Cell::new(MAX_COORDINATE, MAX_COORDINATE),
    };

    /// Whether the cell is one of the rectangle.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        // What is less than the least becomes a large number here, so that one comparison answers both questions.
        let (least, greatest) = (self.least, self.greatest);
        cell.x.wrapping_sub(least.x) as u16 <= greatest.x.wrapping_sub(least.x) as u16
            && cell.y.wrapping_sub(least.y) as u16 <= greatest.y.wrapping_sub(least.y) as u16
    }

    /// The cells of the rectangle, row by row from the north-west.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let rows = self.least.y..=self.greatest.y;
        rows.flat_map(move |y| (self.least.x..=self.greatest.x).map(move |x| Cell::new(x, y)))
    }
}

/// The border between two cells that lie side by side, one and the same from either of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Border {
    cell: Cell,
    /// It is the western side of the cell, or else the northern one.
    is_western: bool,
}

impl Border {
    /// The border at a side of a cell (0..=3, see [`side`]; larger numbers wrap).
    #[must_use]
    pub const fn new(cell: Cell, side: u8) -> Self {
        match side & 3 {
            side::NORTH => Self { cell, is_western: false },
            side::EAST => Self { cell: cell.beside(side::EAST), is_western: true },
            side::SOUTH => Self { cell: cell.beside(side::SOUTH), is_western: false },
            _ => Self { cell, is_western: true },
        }
    }

    /// Whether it is the western side of the eastern one of its cells, not the northern side of the southern one.
    #[must_use]
    pub const fn is_western(self) -> bool {
        self.is_western
    }

    /// Its two cells with the side of each that it is: the southern or eastern cell first, whose side is the
    /// northern or western one.
    #[must_use]
    pub const fn cells(self) -> [(Cell, u8); 2] {
        let (own, other) =
            if self.is_western { (side::WEST, side::EAST) } else { (side::NORTH, side::SOUTH) };
        [(self.cell, own), (self.cell.beside(own), other)]
    }

    /// Which side of a cell it is, if it is one of that cell.
    #[must_use]
    pub fn side_of(self, cell: Cell) -> Option<u8> {
        self.cells().into_iter().find(|(own, _)| *own == cell).map(|(_, side)| side)
    }
}

/// Which cells around a cell count as its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Neighbourhood {
    /// The four cells that share a side with it.
    Four,
    /// The eight cells that share a side or a corner with it.
    Eight,
}

impl Neighbourhood {
    /// How many cells that is.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// For each side, the offset of the cell beside it.
const BESIDE: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The offsets of the eight neighbours in reading order.
pub(crate) const AROUND: [(i16, i16); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// For each side, where its neighbour stands in [`AROUND`].
pub(crate) const BESIDE_IN_AROUND: [usize; 4] = [1, 4, 6, 3];

/// For each place in [`AROUND`], whether that neighbour shares a side.
pub(crate) const SHARES_A_SIDE: [bool; 8] = [false, true, false, true, true, false, true, false];

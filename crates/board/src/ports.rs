//! Ports: the places on the border of a tile where a segment can reach across.

use crate::geometry::side;

/// A third of a side, as seen from the centre of the tile looking out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideThird {
    /// The left half of a split side.
    Left,
    /// The strip of a split side, or the whole of a whole side.
    Middle,
    /// The right half of a split side.
    Right,
}

/// One of the places on the border of a tile where a segment can reach across: three parts of each side, which belong
/// to its kind of edge, and one over each side for a segment of a layer; and three parts of the long side of a half
/// tile, which turn with it and keep their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port(u8);

impl Port {
    /// The number of ports of a tile.
    pub const COUNT: usize = 19;

    /// How many of them are at the sides of a cell; those at the long side of a half tile come behind.
    pub(crate) const AT_SIDES: usize = 16;

    /// How many of those are parts of sides; those over the sides come behind.
    const PARTS: u8 = 12;

    /// All ports: the parts of the sides clockwise, what lies over each side, and the parts of a long side.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut number = 0;
        while number < Self::COUNT {
            all[number] = Self(number as u8);
            number += 1;
        }
        all
    };

    /// The port at a part of a side (0..=3; larger numbers wrap).
    #[must_use]
    pub const fn new(side: u8, part: SideThird) -> Self {
        Self((side & 3) * 3 + part as u8)
    }

    /// The port over a side (0..=3; larger numbers wrap), whatever kind of edge that is.
    #[must_use]
    pub const fn over(side: u8) -> Self {
        Self(Self::PARTS + (side & 3))
    }

    /// The port at a part of the long side of a half tile.
    #[must_use]
    pub const fn of_diagonal(part: SideThird) -> Self {
        Self(Self::AT_SIDES as u8 + part as u8)
    }

    /// The ports at a side, which may be the [long one](side::DIAGONAL) of a half tile: its parts from left to right,
    /// and what lies over a side of the cell.
    #[must_use]
    pub const fn along(side: u8) -> &'static [Self] {
        if side == side::DIAGONAL { &ALONG_DIAGONAL } else { &ALONG[(side & 3) as usize] }
    }

    /// The ports at a side (0..=3; larger numbers wrap): its parts from left to right, and what lies over it.
    #[must_use]
    pub const fn at(side: u8) -> [Self; 4] {
        [
            Self::new(side, SideThird::Left),
            Self::new(side, SideThird::Middle),
            Self::new(side, SideThird::Right),
            Self::over(side),
        ]
    }

    /// The side that the port is at.
    #[must_use]
    pub const fn side(self) -> u8 {
        if self.is_of_diagonal() {
            side::DIAGONAL
        } else if self.is_over() {
            self.0 - Self::PARTS
        } else {
            self.0 / 3
        }
    }

    /// Whether it lies over a side and is no part of it.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.0 >= Self::PARTS && !self.is_of_diagonal()
    }

    /// Whether it is a part of the long side of a half tile.
    #[must_use]
    pub const fn is_of_diagonal(self) -> bool {
        self.0 as usize >= Self::AT_SIDES
    }

    /// The port of a half-edge: 0..=7 clockwise from the north-west corner (larger numbers wrap),
    /// so that `side * 2` is the left half of a side and `side * 2 + 1` the right half.
    #[must_use]
    pub const fn of_half_edge(half_edge: u8) -> Self {
        let half_edge = half_edge & 7;
        Self((half_edge / 2) * 3 + (half_edge % 2) * 2)
    }

    /// The port's number, below [`Port::COUNT`]: `side * 3 + part` for a part of a side, `12 + side` over one, and
    /// `16 + part` for a part of a long side.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The port's bit in a mask of ports.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The port of the neighbouring tile, or of the other half of its cell, that this port meets.
    #[must_use]
    pub const fn opposite(self) -> Self {
        if self.is_of_diagonal() {
            return Self(Self::AT_SIDES as u8 * 2 + 2 - self.0);
        }
        let side = self.side() ^ 2;
        if self.is_over() { Self::over(side) } else { Self(side * 3 + 2 - self.0 % 3) }
    }

    /// Where this port comes to lie after some quarter turns clockwise.
    #[must_use]
    pub const fn rotated(self, rotation: u8) -> Self {
        if self.is_of_diagonal() {
            self
        } else if self.is_over() {
            Self::over(self.side() + (rotation & 3))
        } else {
            Self((self.0 + (rotation & 3) * 3) % Self::PARTS)
        }
    }
}

/// The ports over the sides in a mask of ports.
pub(crate) const OVER_SIDES: u32 = 0xF000;

/// The ports at the long side in a mask of ports.
pub(crate) const OF_DIAGONAL: u32 = 0x7_0000;

/// The ports at each side.
const ALONG: [[Port; 4]; 4] = [Port::at(0), Port::at(1), Port::at(2), Port::at(3)];

/// The ports at the long side of a half tile.
const ALONG_DIAGONAL: [Port; 3] = [
    Port::of_diagonal(SideThird::Left),
    Port::of_diagonal(SideThird::Middle),
    Port::of_diagonal(SideThird::Right),
];

/// A mask of ports after some quarter turns clockwise.
pub(crate) const fn rotated_ports(ports: u32, rotation: u8) -> u32 {
    let turns = (rotation & 3) as u32;
    let (parts, over) = (ports & 0xFFF, ports >> 12 & 0xF);
    let parts = ((parts << (turns * 3)) | (parts >> (12 - turns * 3))) & 0xFFF;
    parts | (((over << turns) | (over >> (4 - turns))) & 0xF) << 12 | ports & OF_DIAGONAL
}

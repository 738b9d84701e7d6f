//! Places on a tile, as recordings write them, and the segments that lie there.

use rota_board::{Board, Catalog, Cell, EdgeKind, FeatureKindId, Port, SegmentId, SideThird, Tile, TileId};

/// The letters of the sides, clockwise from the north.
const SIDES: &str = "NESW";

/// The parts of a side.
const THIRDS: [SideThird; 3] = [SideThird::Left, SideThird::Middle, SideThird::Right];

/// A place on a tile, as the tile lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// On the border: a bit for each side, and a bit for each half side from the left half of the north on.
    Border { sides: u8, halves: u8 },
    /// On no side: which of the segments of its kind that reach none, counted from 0.
    Inside(usize),
}

impl Location {
    /// Reads `N`, `WE`, `_N` (all sides but that one), `NL.NR.EL`, `I`, `II`.
    pub fn read(text: &str) -> Option<Location> {
        match text {
            "I" => return Some(Location::Inside(0)),
            "II" => return Some(Location::Inside(1)),
            "III" => return Some(Location::Inside(2)),
            "IV" => return Some(Location::Inside(3)),
            _ => {}
        }
        let (mut sides, mut halves) = (0, 0);
        for word in text.split('.') {
            match word.as_bytes() {
                [side, half @ (b'L' | b'R')] => {
                    halves |= 1 << (side_of(*side)? * 2 + u8::from(*half == b'R'));
                }
                [b'_', rest @ ..] => sides |= 0b1111 & !sides_of(rest)?,
                word => sides |= sides_of(word)?,
            }
        }
        Some(Location::Border { sides, halves })
    }

    /// The letters of its whole sides.
    pub fn sides(self) -> impl Iterator<Item = char> {
        let own = match self {
            Location::Border { sides, .. } => sides,
            Location::Inside(_) => 0,
        };
        (0..4).zip(SIDES.chars()).filter(move |(side, _)| own >> side & 1 != 0).map(|(_, letter)| letter)
    }

    /// The ports of the place on a tile; nothing for a place inside, or for one half of an undivided side.
    fn ports(self, catalog: &Catalog, tile: Tile) -> Option<u32> {
        let Location::Border { sides, halves } = self else { return Some(0) };
        let mut ports = 0;
        for side in 0..4 {
            let whole = Port::new(side, SideThird::Middle).bit();
            if sides >> side & 1 != 0 {
                ports |= whole;
            }
            match halves >> (side * 2) & 0b11 {
                0 => {}
                both if is_divided(catalog, tile, side) => {
                    let left = if both & 1 != 0 { Port::new(side, SideThird::Left).bit() } else { 0 };
                    let right = if both & 2 != 0 { Port::new(side, SideThird::Right).bit() } else { 0 };
                    ports |= left | right;
                }
                0b11 => ports |= whole,
                _ => return None,
            }
        }
        Some(ports)
    }

    /// The ports of which a place in whole sides says nothing: a side in halves is named as a side of one of the two
    /// segments that share it.
    fn untold(self, catalog: &Catalog, tile: Tile) -> u32 {
        let Location::Border { halves: 0, .. } = self else { return 0 };
        let shared = (0..4).filter(|side| {
            edge_of(catalog, tile, *side).is_some_and(|edge| edge.halves.is_some() && edge.middle.is_none())
        });
        let ports = shared.flat_map(|side| THIRDS.map(|third| Port::new(side, third).bit()));
        ports.fold(0, |all, port| all | port)
    }

    /// Finds the segment of a kind that lies exactly there on the tile in a cell.
    pub fn segment(
        self,
        catalog: &Catalog,
        board: &Board,
        cell: Cell,
        kind: FeatureKindId,
    ) -> Option<SegmentId> {
        let id = board.tile_at(cell)?;
        let tile = board.tile(id);
        let told = !self.untold(catalog, tile);
        let ports = self.ports(catalog, tile)? & told;
        let there = |segment: &SegmentId| {
            board.kind(*segment) == kind && ports_of(catalog, board, id, *segment) & told == ports
        };
        let mut segments = tile.segments().filter(there);
        match self {
            Location::Border { .. } => segments.next(),
            Location::Inside(place) => segments.nth(place),
        }
    }
}

fn side_of(letter: u8) -> Option<u8> {
    SIDES.bytes().position(|side| side == letter).and_then(|side| u8::try_from(side).ok())
}

fn sides_of(letters: &[u8]) -> Option<u8> {
    if letters.is_empty() {
        return None;
    }
    letters.iter().try_fold(0, |sides, letter| Some(sides | 1 << side_of(*letter)?))
}

/// Whether the side of a tile as it lies has halves of its own.
fn is_divided(catalog: &Catalog, tile: Tile, side: u8) -> bool {
    edge_of(catalog, tile, side).is_some_and(|edge| edge.halves.is_some())
}

/// What the side of a tile as it lies shows.
fn edge_of(catalog: &Catalog, tile: Tile, side: u8) -> Option<EdgeKind> {
    let unturned = usize::from((side + 4 - tile.rotation) % 4);
    let shape = catalog.shapes().get(usize::from(tile.shape.0))?;
    catalog.edges().get(usize::from(shape.edges.get(unturned)?.0)).copied()
}

fn ports_of(catalog: &Catalog, board: &Board, tile: TileId, segment: SegmentId) -> u32 {
    let ports = (0..4).flat_map(|side| THIRDS.map(|third| Port::new(side, third)));
    let own = ports.filter(|port| board.segment_at(catalog, tile, *port) == Some(segment));
    own.fold(0, |ports, port| ports | port.bit())
}

//! Half tiles: planned as whole ones of which half is seen.

use rota_board::{Port, SideThird, TileShape, side};

use super::areas::Area;
use crate::geometry::Point;

/// The halves of the two sides that a half tile has, and of those that its long side stands for.
const SHORT_SIDES: u8 = 0xF0;
const LONG_SIDE: u8 = 0x0F;

/// The way from the diagonal to the right angle.
const INWARD: Point = Point::new(-1, 1);

/// A half tile as a whole one of which half is seen: what lies at its long side goes on to the two sides beyond.
pub(super) fn spread(shape: &TileShape) -> TileShape {
    let mut whole = shape.clone();
    let Some(edge) = whole.diagonal.take() else { return whole };
    (whole.edges[usize::from(side::NORTH)], whole.edges[usize::from(side::EAST)]) = (edge, edge);
    let [left, strip, right] =
        [SideThird::Left, SideThird::Middle, SideThird::Right].map(|part| Port::of_diagonal(part).bit());
    let at = |side: u8| Port::along(side).iter().fold(0, |all, port| all | port.bit());
    let owner = |ports: u32| shape.segments.iter().find(|segment| segment.ports & ports != 0);
    let is_split = owner(left).is_some();
    // A strip is seen from the middle of the long side on: to the west, or to the south.
    let to_west = owner(strip).is_some_and(|line| {
        let reaches = |side: u8| line.ports & at(side) != 0;
        let beyond = |half: u32| owner(half).is_some_and(|ground| ground.ports & at(side::SOUTH) != 0);
        reaches(side::WEST) || !reaches(side::SOUTH) && (beyond(left) || beyond(right))
    });
    let all = [SideThird::Left, SideThird::Middle, SideThird::Right];
    let [north, east] = [side::NORTH, side::EAST].map(|side| all.map(|part| Port::new(side, part).bit()));
    for segment in &mut whole.segments {
        let has = |ports: u32| segment.ports & ports != 0;
        let mut ports = 0;
        match (is_split, to_west) {
            (false, _) => ports |= if has(strip) { north[1] | east[1] } else { 0 },
            (true, true) => {
                ports |= if has(left) { north[0] | north[2] | east[0] } else { 0 };
                ports |= if has(strip) { east[1] } else { 0 };
                ports |= if has(right) { east[2] } else { 0 };
            }
            (true, false) => {
                ports |= if has(left) { north[0] } else { 0 };
                ports |= if has(strip) { north[1] } else { 0 };
                ports |= if has(right) { north[2] | east[0] | east[2] } else { 0 };
            }
        }
        segment.ports = segment.ports & !(left | strip | right) | ports;
    }
    whole
}

/// Moves what would run along the diagonal towards the right angle, so that what lies on both sides of it is seen.
pub(super) fn keep_off_long_side(areas: &mut [Area]) {
    for area in areas {
        match area.halves {
            SHORT_SIDES => area.shift(INWARD, 23),
            LONG_SIDE => area.shift(INWARD, 14),
            _ => {}
        }
    }
}

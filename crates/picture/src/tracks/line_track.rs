//! A track as a row of boxes that is wrapped where it gets too wide.

use crate::geometry::Point;
use crate::palette::{CARD, FAINT, INK};
use crate::scene::PANEL_WIDTH;
use crate::svg::{Align, Svg, shortened, width};

use super::{OnSpace, PIECE, SIZES, SLOTS, Space, SpaceAnchor};

/// How large boxes are.
pub(super) struct Boxes {
    /// The size of names.
    size: i32,
    /// How high a name is with what surrounds it.
    named: i32,
    /// How far a piece reaches.
    piece: i32,
    /// The least width, and the one above which names become smaller first.
    wide: (i32, i32),
}

/// Those with words.
pub(super) const WORDS: Boxes = Boxes { size: 24, named: 36, piece: PIECE, wide: (92, PANEL_WIDTH / 3) };

/// Those with numbers, ten of which stand in a row.
pub(super) const NUMBERS: Boxes =
    Boxes { size: 20, named: 26, piece: PIECE / 2, wide: (PANEL_WIDTH / 10, PANEL_WIDTH / 10) };

/// From one slot to the next.
const SLOT: i32 = SLOTS.0 * 2 + 6;

/// Draws spaces with their slots below, and returns how high that is.
pub(super) fn draw(
    svg: &mut Svg,
    spaces: &[Space<'_>],
    boxes: &Boxes,
    corner: Point,
    on_space: OnSpace<'_>,
) -> i32 {
    let Boxes { size: largest, named, piece, wide: (least, most) } = *boxes;
    let stand = piece * 2;
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let widest = |size: i32| spaces.iter().map(|space| width(&space.name, size)).max().unwrap_or(0) + 20;
    let widest = widest(largest).clamp(least, most).max(widest(SIZES.1).min(PANEL_WIDTH));
    let in_row = (PANEL_WIDTH / widest).min(count(spaces.len())).max(1);
    let wide = widest.max((PANEL_WIDTH / in_row).min(least * 3 / 2));
    let slots_in_row = ((wide - 6) / SLOT).max(1);
    let most = spaces.iter().map(|space| count(space.slots.len())).max().unwrap_or(0);
    let high = named + stand + (most + slots_in_row - 1) / slots_in_row * SLOT + 6;
    for (index, space) in (0_i32..).zip(spaces) {
        let Point { x, y } = Point::new(corner.x + index % in_row * wide, corner.y + index / in_row * high);
        super::open(svg, &format!("{}: {}", super::readable(space.track), space.name));
        svg.raw(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{CARD}\" stroke=\"{FAINT}\" \
             stroke-width=\"2\"/>\n"
        ));
        let middle = x + wide / 2;
        let room = wide - 12;
        let mut sizes = (SIZES.1..=largest).rev();
        let size = sizes.find(|size| width(&space.name, *size) <= room).unwrap_or(SIZES.1);
        let name = shortened(&space.name, size, room);
        svg.text(Point::new(middle, y + named - 10), size, Align::Middle, INK, &name);
        let at = Point::new(middle, y + named + piece);
        on_space(svg, SpaceAnchor { space: space.number, at, room: piece });
        super::close(svg);
        let in_last = |row: i32| (count(space.slots.len()) - row * slots_in_row).min(slots_in_row);
        for (number, slot) in (0_i32..).zip(&space.slots) {
            let (row, column) = (number / slots_in_row, number % slots_in_row);
            let x = middle + (column * 2 + 1 - in_last(row)) * SLOT / 2;
            let y = y + named + stand + row * SLOT + SLOT / 2;
            super::slot(svg, slot, (Point::new(x, y), SLOTS.0), on_space);
        }
    }
    (count(spaces.len()) + in_row - 1) / in_row * high
}

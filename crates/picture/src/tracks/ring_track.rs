//! A ring as a disc of equal sectors, the first one at the top: where everything goes is found by trying, so that
//! nothing lies over anything else.

use crate::geometry::{Point, TURN, on_circle};
use crate::palette::{BARE, CARD, INK, PAPER};
use crate::svg::{Align, Svg, width};

use super::{OnSpace, PIECE, SIZES, SLOTS, Space, SpaceAnchor};

/// Around whatever lies in a sector.
const MARGIN: i32 = 4;

/// Where everything of a sector goes, around the middle of the ring.
pub(crate) struct Sector {
    name: Name,
    /// Where pieces stand, and how far they reach.
    stand: (Point, i32),
    /// Where the slots are, and how far they reach.
    slots: (Vec<Point>, i32),
}

/// Where a name stands: its middle, its size and by how many degrees it is turned.
#[derive(Clone, Copy)]
struct Name {
    at: Point,
    size: i32,
    degrees: i32,
}

/// A sector as a region: which one of how many, and how far it reaches.
#[derive(Clone, Copy)]
struct Region {
    number: i32,
    count: i32,
    reach: i32,
}

impl Region {
    /// The way along its middle, in steps of a turn.
    fn middle(self) -> i32 {
        TURN * self.number / self.count
    }

    /// The ways along which it begins and ends.
    fn bounds(self) -> [i32; 2] {
        [-1, 1].map(|side| TURN * (self.number * 2 + side) / (self.count * 2))
    }

    /// Whether a place lies in it and not at its edge.
    fn holds(self, place: Point) -> bool {
        const FAR: i32 = 1024;
        let [start, end] = self.bounds().map(|steps| on_circle(FAR, steps));
        let across = |one: Point, two: Point| one.x * two.y - one.y * two.x;
        let is_between = across(start, place) >= MARGIN * FAR && across(place, end) >= MARGIN * FAR;
        place.distance(Point::default()) <= self.reach - MARGIN && (self.count == 1 || is_between)
    }
}

/// Finds a place for everything on a ring; nothing if it cannot all be read.
pub(super) fn sectors(spaces: &[Space<'_>], reach: i32) -> Option<Vec<Sector>> {
    let count = i32::try_from(spaces.len()).ok().filter(|count| *count > 0)?;
    let places: Vec<Point> = grid(reach).collect();
    let lots: Vec<SectorContent<'_>> = (0..)
        .zip(spaces)
        .map(|(number, space)| SectorContent::new(Region { number, count, reach }, space, &places))
        .collect();
    // Words that can be read well come before large slots, and these before large pieces.
    let fit = |least: i32, stands: &[i32]| {
        let mut percents =
            [100, 80].into_iter().flat_map(|slots| stands.iter().map(move |own| (slots, *own)));
        percents.find_map(|percents| arranged(&lots, least, percents))
    };
    let [large, small] = [[100, 90, 80], [70, 60, 50]];
    let least = (SIZES.1..=(SIZES.0 + SIZES.1) / 2).rev().step_by(2);
    least.into_iter().find_map(|least| fit(least, &large)).or_else(|| fit(SIZES.1, &small))
}

/// A sector and what belongs into it.
struct SectorContent<'a> {
    region: Region,
    space: &'a Space<'a>,
    /// The places in it, the best ones for a name first.
    places: Vec<Point>,
}

impl<'a> SectorContent<'a> {
    fn new(region: Region, space: &'a Space<'a>, places: &[Point]) -> SectorContent<'a> {
        let ideal = on_circle(region.reach * 13 / 20, region.middle());
        let mut places: Vec<Point> = places.iter().copied().filter(|place| region.holds(*place)).collect();
        places.sort_by_key(|place| (place.distance(ideal), *place));
        SectorContent { region, space, places }
    }
}

/// Finds places with names of a least size, and with slots and pieces of so many percent.
fn arranged(lots: &[SectorContent<'_>], least: i32, percents: (i32, i32)) -> Option<Vec<Sector>> {
    let most = lots.iter().map(|lot| lot.space.slots.len()).max()?;
    let (slot_reach, in_row) = slot_size(lots.first()?.region, i32::try_from(most).ok()?, percents.0)?;
    let mut taken = Vec::new();
    for lot in lots {
        let slots = slots(lot.region, lot.space.slots.len(), slot_reach, in_row);
        taken.push((lot, stand(lot.region, &slots, slot_reach, percents.1)?, slots));
    }
    // One size for all names looks best.
    let mut sizes = (least..=SIZES.0).rev().step_by(2);
    sizes.find_map(|size| {
        let sectors = taken.iter().map(|(lot, stand, slots)| {
            let is_free = |place: Point| {
                let off = (place.x - stand.0.x).abs().max((place.y - stand.0.y).abs());
                off >= stand.1 && slots.iter().all(|slot| slot.distance(place) >= slot_reach + MARGIN)
            };
            let wide = width(&lot.space.name, size) + MARGIN * 2;
            let name = name(lot, (wide, size), &is_free)?;
            Some(Sector { name, stand: *stand, slots: (slots.clone(), slot_reach) })
        });
        sectors.collect()
    })
}

/// How far slots reach, and how many stand beside one another along the rim of each sector.
fn slot_size(region: Region, most: i32, percent: i32) -> Option<(i32, i32)> {
    (SLOTS.1..=SLOTS.0 * percent / 100).rev().find_map(|slot| {
        let (wide, inner) = (slot * 2 + MARGIN, region.reach - slot * 2 - MARGIN * 2);
        // Three for pi: some room is left at the edges.
        let in_row = (inner * 6 / region.count / wide).min(most).max(1);
        let rows = (most + in_row - 1) / in_row;
        (rows * wide <= region.reach * 2 / 5).then_some((slot, in_row))
    })
}

/// Where the slots of a sector are: along its rim, the first ones outside.
fn slots(region: Region, count: usize, slot: i32, in_row: i32) -> Vec<Point> {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let place = |number: i32| {
        let (row, column) = (number / in_row, number % in_row);
        let here = (count - row * in_row).min(in_row);
        let far = region.reach - MARGIN * 2 - slot - row * (slot * 2 + MARGIN);
        let step = TURN * (slot * 2 + MARGIN) * 100 / (628 * far.max(1));
        on_circle(far, region.middle() + (column * 2 + 1 - here) * step / 2)
    };
    (0..count).map(place).collect()
}

/// Where pieces stand: as large and as near to the middle as can be.
fn stand(region: Region, slots: &[Point], slot: i32, percent: i32) -> Option<(Point, i32)> {
    let clearance = (PIECE / 3..=PIECE * percent / 100).rev().step_by(3);
    clearance.into_iter().find_map(|room| {
        let far = (region.reach * 3 / 10..region.reach).step_by(4);
        let mut places = far.map(|far| on_circle(far, region.middle()));
        let corners = |at: Point| {
            [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(x, y)| Point::new(at.x + x * room, at.y + y * room))
        };
        let is_clear = |at: Point| slots.iter().all(|other| other.distance(at) >= slot + room + MARGIN);
        let found =
            places.find(|at| corners(*at).iter().all(|corner| region.holds(*corner)) && is_clear(*at));
        found.map(|at| (at, room))
    })
}

/// Finds room for a name of some width and size: level, or else along the middle of its sector.
fn name(lot: &SectorContent<'_>, (wide, size): (i32, i32), is_free: &dyn Fn(Point) -> bool) -> Option<Name> {
    let region = lot.region;
    let half = size / 2;
    // Whether all of a box around a place is free; the way along the box is told in thousandths.
    let fits = |at: Point, way: Point| {
        let place = |along: i32, aside: i32| {
            let x = way.x * along - way.y * aside;
            let y = way.y * along + way.x * aside;
            Point::new(at.x + x / 1000, at.y + y / 1000)
        };
        let steps = (wide / 12).max(1);
        (0..=steps).all(|step| {
            let along = wide * step / steps - wide / 2;
            [-half, 0, half]
                .map(|aside| place(along, aside))
                .into_iter()
                .all(|at| region.holds(at) && is_free(at))
        })
    };
    if let Some(at) = lot.places.iter().copied().find(|at| fits(*at, Point::new(1000, 0))) {
        return Some(Name { at, size, degrees: 0 });
    }
    let way = on_circle(1000, region.middle());
    let degrees = region.middle() / (TURN / 360);
    // Words run outwards on the right and inwards on the left, so that none stands on its head.
    let degrees = if degrees <= 180 { degrees - 90 } else { degrees - 270 };
    let mut along = (0..region.reach).rev().map(|far| on_circle(far, region.middle()));
    along.find(|at| fits(*at, way)).map(|at| Name { at, size, degrees })
}

fn grid(reach: i32) -> impl Iterator<Item = Point> {
    let places = move || (-reach..=reach).step_by(6);
    places().flat_map(move |x| places().map(move |y| Point::new(x, y)))
}

/// Draws a ring around its middle, reaching so far.
pub(super) fn draw(
    svg: &mut Svg,
    spaces: &[Space<'_>],
    sectors: &[Sector],
    (middle, reach): (Point, i32),
    on_space: OnSpace<'_>,
) {
    let count = i32::try_from(sectors.len()).unwrap_or(i32::MAX);
    let moved = |at: Point| Point::new(middle.x + at.x, middle.y + at.y);
    let Point { x, y } = middle;
    svg.raw(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{reach}\" fill=\"{CARD}\"/>\n"));
    for (number, (space, sector)) in (0_i32..).zip(spaces.iter().zip(sectors)) {
        super::open(svg, &format!("{}: {}", super::readable(space.track), space.name));
        if count > 1 {
            let bounds = Region { number, count, reach }.bounds();
            let [start, end] = bounds.map(|steps| moved(on_circle(reach, steps)));
            // No two neighbours have the same colour.
            let fill = match number % 2 {
                0 if number > 0 && number + 1 == count => BARE,
                0 => CARD,
                _ => PAPER,
            };
            svg.raw(format_args!(
                "<path d=\"M{x},{y}L{},{}A{reach},{reach} 0 0 1 {},{}z\" fill=\"{fill}\" stroke=\"{INK}\" \
                 stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
                start.x, start.y, end.x, end.y
            ));
        }
        let Name { at, size, degrees } = sector.name;
        let at = moved(at);
        if degrees == 0 {
            svg.text(Point::new(at.x, at.y + size / 3), size, Align::Middle, INK, &space.name);
        } else {
            // The base line is aside of the middle, across the way that the words run.
            let aside = on_circle(size / 3, TURN / 360 * (degrees + 180));
            let at = Point::new(at.x + aside.x, at.y + aside.y);
            svg.turned_text(at, degrees, size, INK, &space.name);
        }
        let (at, room) = sector.stand;
        on_space(svg, SpaceAnchor { space: space.number, at: moved(at), room });
        super::close(svg);
        for (slot, at) in space.slots.iter().zip(&sector.slots.0) {
            super::slot(svg, slot, (moved(*at), sector.slots.1), on_space);
        }
    }
    svg.raw(format_args!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{reach}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"5\"/>\n"
    ));
}

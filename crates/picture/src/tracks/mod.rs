//! Tracks beside the land: rings as discs of equal sectors, lines as rows of boxes, slots beside their spaces.
//!
//! The first ring lies amid the land if a gap was left there for it; all else stands in the panel. What stands on
//! spaces is not drawn here: whoever draws tracks is told where that is.

mod board_gap;
mod line_track;
mod ring_track;

use rota::Piece;
use rota_bytecode::program::{Track, TrackShape};
use rota_game::PieceLocation;

use crate::geometry::Point;
use crate::palette::{CARD, FAINT, INK};
use crate::scene::{PANEL_SPACE, PANEL_WIDTH, Scene};
use crate::svg::{Align, Escaped, Svg, shortened, width};
use crate::symbols::readable;

use ring_track::Sector;

pub(crate) use board_gap::BoardGap;

/// The largest size of the words on a track, and the smallest that can be read on a screen.
const SIZES: (i32, i32) = (28, 16);

/// How far a piece of full size reaches.
const PIECE: i32 = 36;

/// How far the largest slot reaches, and the smallest.
const SLOTS: (i32, i32) = (27, 10);

/// From one piece to the next where several stand on a space.
const APART: i32 = 34;

/// The size of the name of a track.
const TITLE: i32 = 32;

/// How high that is with what surrounds it.
const TITLED: i32 = 52;

/// How far a ring in the panel reaches.
const PANEL_REACH: i32 = PANEL_WIDTH / 2 - 30;

/// A space and what lies beside it.
struct Space<'a> {
    number: u16,
    name: String,
    /// The track's name.
    track: &'a str,
    slots: Vec<Slot>,
}

/// A slot beside a space.
struct Slot {
    number: u16,
    name: String,
}

/// Where pieces stand that are on a space or in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpaceAnchor {
    /// The number of the space.
    pub space: u16,
    pub at: Point,
    /// How far a piece there may reach.
    pub room: i32,
}

/// What is done where pieces stand, after the ground below them is drawn and before what lies over it.
pub(crate) type OnSpace<'s> = &'s mut dyn FnMut(&mut Svg, SpaceAnchor);

/// The tracks whose spaces follow one another.
fn tracks<'a>(scene: &Scene<'a>) -> impl Iterator<Item = (usize, &'a Track)> + use<'a> {
    let tracks = scene.game.rules().program().declared.tracks.iter().enumerate();
    tracks.filter(|(_, track)| track.shape != TrackShape::Slots)
}

/// The spaces of a track, in their order.
fn spaces<'a>(scene: &Scene<'a>, track: &'a Track) -> Vec<Space<'a>> {
    let declared = &scene.game.rules().program().declared;
    let numbered = || (0_u16..).zip(&declared.spaces);
    let own =
        numbered().skip(usize::from(track.first)).take(usize::from(track.count)).map(|(number, space)| {
            let slots = numbered().filter(|(_, slot)| slot.beside == Some(number));
            let slots = slots.map(|(number, slot)| Slot { number, name: readable(&slot.name) });
            let name = if track.is_numbered { space.number.to_string() } else { readable(&space.name) };
            Space { number, name, track: &track.name, slots: slots.collect() }
        });
    own.collect()
}

/// A track that does not lie amid the land.
pub(crate) struct SideTrack<'a> {
    pub track: &'a Track,
    spaces: Vec<Space<'a>>,
    /// Where everything of a ring goes, if it can all be read there.
    sectors: Option<Vec<Sector>>,
}

impl<'a> SideTrack<'a> {
    /// The tracks of a game, but for the one in the gap of the land.
    pub fn all(scene: &Scene<'a>, gap: Option<&BoardGap<'_>>) -> Vec<SideTrack<'a>> {
        let amid = gap.map(|gap| gap.track);
        let plan = |(_, track): (usize, &'a Track)| {
            let spaces = spaces(scene, track);
            let is_ring = track.shape == TrackShape::Ring;
            let sectors = is_ring.then(|| ring_track::sectors(&spaces, PANEL_REACH)).flatten();
            SideTrack { track, spaces, sectors }
        };
        tracks(scene).filter(|(index, _)| Some(*index) != amid).map(plan).collect()
    }

    /// Its name, and that it is a ring where that cannot be seen.
    pub fn title(&self) -> String {
        let title = readable(&self.track.name);
        match (self.track.shape, &self.sectors, self.spaces.as_slice()) {
            (TrackShape::Ring, None, [first, .., last]) => {
                format!("{title}: after {} comes {}", last.name, first.name)
            }
            _ => title,
        }
    }

    /// Draws it below a place, [`PANEL_WIDTH`] wide, and returns how high it is.
    pub fn draw(&self, svg: &mut Svg, at: Point, on_space: OnSpace<'_>) -> i32 {
        if let Some(sectors) = &self.sectors {
            let middle = Point::new(at.x + PANEL_WIDTH / 2, at.y + PANEL_REACH);
            ring_track::draw(svg, &self.spaces, sectors, (middle, PANEL_REACH), on_space);
            return PANEL_REACH * 2;
        }
        let boxes = if self.track.is_numbered { &line_track::NUMBERS } else { &line_track::WORDS };
        line_track::draw(svg, &self.spaces, boxes, at, on_space)
    }
}

/// Draws the tracks that do not lie amid the land, one below the other, and returns how high they are.
pub(crate) fn in_panel(scene: &Scene<'_>, gap: Option<&BoardGap<'_>>, svg: &mut Svg, at: Point) -> i32 {
    let mut height = 0;
    for track in SideTrack::all(scene, gap) {
        let (title, y) = (track.title(), at.y + height);
        let size = if width(&title, TITLE) > PANEL_WIDTH { TITLE * 3 / 4 } else { TITLE };
        let title = shortened(&title, size, PANEL_WIDTH);
        svg.text(Point::new(at.x, y + 30), size, Align::Start, INK, &title);
        height += TITLED;
        let below = Point::new(at.x, y + TITLED);
        height += track.draw(svg, below, &mut |svg, anchor| pieces(scene, svg, anchor));
        height += PANEL_SPACE;
    }
    height
}

/// The words that a viewer shows for a place, and an element for all that is drawn of it.
fn open(svg: &mut Svg, words: &str) {
    svg.raw(format_args!("<g><title>{}</title>\n", Escaped(words)));
}

fn close(svg: &mut Svg) {
    svg.raw(format_args!("</g>\n"));
}

/// Draws the pieces on a space around a place, beside one another, reaching no further than some room.
pub(crate) fn pieces(scene: &Scene<'_>, svg: &mut Svg, anchor: SpaceAnchor) {
    let SpaceAnchor { space, at, room } = anchor;
    let standing = scene.game.position().pieces().iter();
    let standing: Vec<Piece> =
        standing.filter(|piece| piece.location == PieceLocation::Space(space)).copied().collect();
    let between = i32::try_from(standing.len()).unwrap_or(i32::MAX) - 1;
    let percent = (room * if between > 0 { 75 } else { 100 } / PIECE).min(100);
    let step = (APART * percent / 100).min(room * 5 / 4 / between.max(1)).max(1);
    for (index, piece) in (0_i32..).zip(standing) {
        let at = Point::new(at.x + step * index - step * between / 2, at.y);
        scene.piece(svg, (usize::from(piece.kind), piece.owner()), at, false, percent);
    }
}

/// Draws a slot around a place.
fn slot(svg: &mut Svg, slot: &Slot, (at, reach): (Point, i32), on_space: OnSpace<'_>) {
    open(svg, &slot.name);
    svg.raw(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{reach}\" fill=\"{CARD}\" stroke=\"{FAINT}\" stroke-width=\"3\"/>\n",
        at.x, at.y
    ));
    on_space(svg, SpaceAnchor { space: slot.number, at, room: reach });
    close(svg);
}

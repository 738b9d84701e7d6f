//! Tracks beside the land: rings as discs of equal sectors, lines as rows of boxes, slots beside their spaces.
//!
//! The first ring lies amid the land if a gap was left there for it; all else stands in the panel.

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
    /// The numbers of its slots.
    slots: Vec<u16>,
}

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
            let slots = numbered().filter(|(_, slot)| slot.beside == Some(number)).map(|(slot, _)| slot);
            let name = if track.is_numbered { space.number.to_string() } else { readable(&space.name) };
            Space { number, name, track: &track.name, slots: slots.collect() }
        });
    own.collect()
}

/// Draws the tracks that do not lie amid the land, one below the other, and returns how high they are.
pub(crate) fn in_panel(scene: &Scene<'_>, gap: Option<&BoardGap<'_>>, svg: &mut Svg, at: Point) -> i32 {
    let amid = gap.map(|gap| gap.track);
    let mut height = 0;
    for (_, track) in tracks(scene).filter(|(index, _)| Some(*index) != amid) {
        let (spaces, y) = (spaces(scene, track), at.y + height);
        let sectors =
            (track.shape == TrackShape::Ring).then(|| ring_track::sectors(&spaces, PANEL_REACH)).flatten();
        let mut title = readable(&track.name);
        if let (TrackShape::Ring, None, [first, .., last]) = (track.shape, &sectors, spaces.as_slice()) {
            title = format!("{title}: after {} comes {}", last.name, first.name);
        }
        let size = if width(&title, TITLE) > PANEL_WIDTH { TITLE * 3 / 4 } else { TITLE };
        let title = shortened(&title, size, PANEL_WIDTH);
        svg.text(Point::new(at.x, y + 30), size, Align::Start, INK, &title);
        height += TITLED;
        height += match sectors {
            Some(sectors) => {
                let middle = Point::new(at.x + PANEL_WIDTH / 2, y + TITLED + PANEL_REACH);
                ring_track::draw(scene, svg, &spaces, &sectors, middle, PANEL_REACH);
                PANEL_REACH * 2
            }
            None => {
                let boxes = if track.is_numbered { &line_track::NUMBERS } else { &line_track::WORDS };
                line_track::draw(scene, svg, &spaces, boxes, Point::new(at.x, y + TITLED))
            }
        };
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
fn pieces(scene: &Scene<'_>, svg: &mut Svg, space: u16, at: Point, room: i32) {
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

/// Draws a slot around a place, and the piece in it.
fn slot(scene: &Scene<'_>, svg: &mut Svg, slot: u16, at: Point, reach: i32) {
    let declared = &scene.game.rules().program().declared;
    let words = declared.spaces.get(usize::from(slot)).map(|slot| readable(&slot.name)).unwrap_or_default();
    open(svg, &words);
    svg.raw(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{reach}\" fill=\"{CARD}\" stroke=\"{FAINT}\" stroke-width=\"3\"/>\n",
        at.x, at.y
    ));
    pieces(scene, svg, slot, at, reach);
    close(svg);
}

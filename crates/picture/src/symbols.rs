//! Signs of our own drawing: marks of segments inside a tile, badges of attributes, pieces.

use rota_bytecode::vocabulary::{Attr, AttrValues, Merge};

use crate::geometry::Point;
use crate::palette::{INK, Paint};
use crate::svg::{Align, Svg, width};

/// How far the largest mark of a segment inside the tile reaches.
pub(crate) const MARK_REACH: i32 = 46;

/// How far the mark of an attribute reaches.
pub(crate) const BADGE_REACH: i32 = 17;

/// The size of the words of a label.
pub(crate) const LABEL_SIZE: i32 = 22;

/// How high a label is.
pub(crate) const LABEL_HIGH: i32 = 34;

/// The room in a label for the sign before the words.
pub(crate) const LABEL_SIGN: i32 = 24;

/// Draws a mark of a segment inside its tile around the origin; `number` picks among the forms.
pub(crate) fn mark(svg: &mut Svg, number: usize, paint: Paint, letter: char) {
    let Paint { fill, rim, detail } = paint;
    let letter = letter.to_string();
    match number {
        0 => {
            // A house with a ridge turret.
            svg.raw(format_args!(
                "<path d=\"M-4,-46h8v8h7v8h-7v10h-8v-10h-7v-8h7z\" fill=\"{rim}\"/>\
                 <path d=\"M-30,-6h60v44h-60z\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3\"/>\
                 <path d=\"M-40,-2L-22,-26H22L40,-2z\" fill=\"{detail}\" stroke=\"{rim}\" stroke-width=\"3\" \
                 stroke-linejoin=\"round\"/>"
            ));
            svg.text(Point::new(0, 31), 32, Align::Middle, rim, &letter);
        }
        1 => {
            // A round bed with blossoms.
            svg.raw(format_args!("<circle r=\"42\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3\"/>"));
            for (x, y) in [(0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15)] {
                svg.raw(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{detail}\"/>"));
            }
            svg.raw(format_args!("<circle r=\"18\" fill=\"#fff6e0\"/>"));
            svg.text(Point::new(0, 10), 28, Align::Middle, rim, &letter);
        }
        2 => {
            // A tower.
            svg.raw(format_args!(
                "<path d=\"M-28,42V-24H-36V-44H-22V-34H-8V-44H8V-34H22V-44H36V-24H28V42z\" fill=\"{fill}\" \
                 stroke=\"{rim}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>"
            ));
            svg.text(Point::new(0, 18), 34, Align::Middle, rim, &letter);
        }
        _ => {
            svg.raw(format_args!(
                "<path d=\"M0,-44L44,0L0,44L-44,0z\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3\"/>"
            ));
            svg.text(Point::new(0, 12), 34, Align::Middle, rim, &letter);
        }
    }
}

/// The share of the full size at which a mark reaches so far, as a transformation writes it.
pub(crate) fn scale(reach: i32) -> String {
    let percent = reach * 100 / MARK_REACH;
    format!("{}.{:02}", percent / 100, percent % 100)
}

/// Draws the badge of an attribute around a place.
pub(crate) fn badge(svg: &mut Svg, at: Point, paint: Paint, words: &str) {
    let Paint { fill, rim, .. } = paint;
    let Point { x, y } = at;
    let wide = (width(words, 20) / 2 + 5).max(BADGE_REACH - 3);
    svg.raw(format_args!(
        "<path transform=\"translate({x},{y})\" d=\"M-{wide},-15H{wide}V4Q{wide},10 0,18Q-{wide},10 -{wide},4z\" \
         fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>"
    ));
    match words.is_empty() {
        true => svg.raw(format_args!("\n")),
        false => svg.text(Point::new(x, y + 6), 20, Align::Middle, rim, words),
    }
}

/// Draws a label around a place, with a sign that points to the north of the tile as it was printed.
pub(crate) fn label(svg: &mut Svg, at: Point, words: &str, wide: i32, rotation: u8) {
    let (x, y) = (at.x - wide / 2, at.y - LABEL_HIGH / 2);
    svg.raw(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{LABEL_HIGH}\" rx=\"10\" fill=\"#ffffff\" \
         fill-opacity=\".88\" stroke=\"{INK}\" stroke-width=\"2\"/>\
         <path transform=\"translate({},{})rotate({})\" d=\"M0,-10L8,8L0,4L-8,8z\"/>",
        x + LABEL_SIGN / 2 + 5,
        at.y,
        u16::from(rotation & 3) * 90
    ));
    svg.text(Point::new(x + LABEL_SIGN + 8, at.y + 8), LABEL_SIZE, Align::Start, INK, words);
}

/// What stands on the badge of an attribute: nothing where having it is all there is to say.
pub(crate) fn badge_words(attr: &Attr, value: i32) -> String {
    match &attr.values {
        AttrValues::Bool => String::new(),
        AttrValues::Int(least, most) if most - least <= 1 => String::new(),
        // Of what is counted one needs no number.
        AttrValues::Int(..) if attr.merge == Merge::Sum && value == 1 => String::new(),
        AttrValues::Int(..) => value.to_string(),
        AttrValues::Words(_) | AttrValues::Stock { .. } => word(attr, value),
    }
}

/// What stands on a tile for an attribute of the whole tile.
pub(crate) fn label_words(attr: &Attr, value: i32) -> String {
    let name = readable(&attr.name);
    match &attr.values {
        AttrValues::Bool if value == 0 => format!("no {name}"),
        AttrValues::Bool => name,
        AttrValues::Int(..) => format!("{name} {value}"),
        AttrValues::Words(_) | AttrValues::Stock { .. } => word(attr, value),
    }
}

fn word(attr: &Attr, value: i32) -> String {
    readable(attr.values.word(i64::from(value)))
}

/// A name as people read it.
pub(crate) fn readable(name: &str) -> String {
    name.replace('_', " ")
}

/// How many kinds of pieces of seats have a form of their own; those beyond share the last one.
pub(crate) const PIECE_FORMS: usize = 5;

/// The form of pieces that belong to no seat.
pub(crate) const NEUTRAL_FORM: usize = PIECE_FORMS;

/// How far a piece reaches, about.
pub(crate) const PIECE_REACH: i32 = 32;

/// Draws the outline of a piece around the origin; `number` picks among the forms.
pub(crate) fn piece(svg: &mut Svg, number: usize) {
    let body = match number {
        // Somebody with arms spread.
        0 => {
            "M0,-32C8,-32 12,-26 12,-20C12,-16 11,-13 9,-11C18,-9 31,-3 31,4C31,10 22,10 14,8C15,16 24,24 24,31\
             H7C7,26 4,22 0,22C-4,22 -7,26 -7,31H-24C-24,24 -15,16 -14,8C-22,10 -31,10 -31,4C-31,-3 -18,-9 -9,-11\
             C-11,-13 -12,-16 -12,-20C-12,-26 -8,-32 0,-32z"
        }
        // Somebody in a long robe.
        1 => {
            "M0,-34C8,-34 12,-28 12,-22C12,-18 10,-14 7,-12C17,-8 20,8 26,31H-26C-20,8 -17,-8 -7,-12\
             C-10,-14 -12,-18 -12,-22C-12,-28 -8,-34 0,-34z"
        }
        // A hut.
        2 => "M0,-30L27,-4V30H-27V-4z",
        // A block.
        3 => "M-26,-26H26V26H-26z",
        // A stone with six sides.
        NEUTRAL_FORM => "M0,-32L28,-16V16L0,32L-28,16V-16z",
        // A counter.
        _ => "M0,-28A28,28 0 0 1 0,28A28,28 0 0 1 0,-28z",
    };
    svg.raw(format_args!(
        "<path d=\"{body}\" stroke=\"#ffffff\" stroke-width=\"8\" stroke-linejoin=\"round\"/>\
         <path d=\"{body}\" stroke=\"{INK}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>\n"
    ));
}

/// Where the middle of the letters on a piece is.
pub(crate) const fn piece_middle(number: usize) -> Point {
    match number {
        0 => Point::new(0, 5),
        1 | 2 => Point::new(0, 10),
        _ => Point::new(0, 0),
    }
}

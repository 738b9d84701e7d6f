//! The letters of `edges = "…"`: four, or the three of a half tile.

use rota_source::{Diagnostic, Fix, Span, quoted, suggestion};

use crate::segment_place::{DIAGONAL, SegmentPlace, side_name};
use crate::segments::Segment;
use crate::toml_reader::{TomlReader, Value};

/// The letter of a side with nothing at it, against which nothing may lie.
pub(crate) const BLANK: char = '.';

/// One side as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// Index into the vocabulary's edges; `None` for a blank side.
    pub(crate) edge: Option<usize>,
    /// The letter's place.
    pub(crate) span: Span,
}

/// The sides of a tile by number, the long one of a half tile last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    /// Whether it is a half tile: it has a long side, a southern and a western one.
    pub(crate) is_half: bool,
    /// `None` where the tile has no such side, or the file did not say or said something unknown.
    all: [Option<Side>; DIAGONAL + 1],
    /// The letters in the file.
    pub(crate) span: Span,
}

impl Sides {
    /// A side by its number, if the tile has it and the file says what it shows.
    pub(crate) fn get(&self, number: usize) -> Option<Side> {
        self.all.get(number).copied().flatten()
    }

    /// The sides that are known, each with its number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Side)> {
        self.all.into_iter().enumerate().filter_map(|(number, side)| Some((number, side?)))
    }

    /// What the letters stand for, in words.
    pub(crate) fn in_order(&self) -> &'static str {
        if self.is_half { "the long side, south and west" } else { "north, east, south and west" }
    }

    /// Whether a tile like this has a side, whatever it shows.
    pub(crate) fn has(&self, number: usize) -> bool {
        if self.is_half { number >= HALF_SIDES[1] } else { number != DIAGONAL }
    }
}

/// The sides of a half tile in the order of their letters: clockwise from the north-western corner.
const HALF_SIDES: [usize; 3] = [DIAGONAL, 2, 3];

/// The number of the side that a letter is for.
fn side_of_letter(letters: usize, index: usize) -> Option<usize> {
    match letters {
        3 => HALF_SIDES.get(index).copied(),
        4 => Some(index),
        _ => None,
    }
}

/// Reads the letters.
pub(crate) fn read_edges<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Sides {
    let Some(text) = reader.string(value, "`edges`") else { return Sides::default() };
    let letters: Vec<(char, Span)> = text.characters().collect();
    let known = quoted(reader.vocabulary.edges.iter().map(|edge| edge.letter.to_string()));
    let mut sides = Vec::with_capacity(letters.len());
    for (index, (letter, span)) in letters.iter().copied().enumerate() {
        let edge = reader.vocabulary.edge(letter);
        if edge.is_none() && letter != BLANK {
            let place = match side_of_letter(letters.len(), index) {
                Some(side) => format!("the {} side", side_name(side)),
                None => "no kind of side".to_owned(),
            };
            let large = letter.to_uppercase().find(|large| reader.vocabulary.edge(*large).is_some());
            let shown = if letter.is_control() { letter.escape_debug().to_string() } else { letter.into() };
            reader.report(
                Diagnostic::error("tiles::unknown-edge", format!("unknown edge letter `{shown}`"))
                    .at(span, place)
                    .help(match large {
                        Some(large) => suggestion(&large.to_string()),
                        None => format!("letters are {known}, and `{BLANK}` for a blank side"),
                    })
                    .maybe_fix(large.map(|large| Fix::safe(span, large))),
            );
            sides.push(None);
            continue;
        }
        sides.push(Some(Side { edge: edge.filter(|_| letter != BLANK), span }));
    }
    let is_half = letters.len() == HALF_SIDES.len();
    if is_half || letters.len() == 4 {
        let mut read = Sides { is_half, span: text.span, ..Sides::default() };
        for (index, side) in sides.into_iter().enumerate() {
            let place = side_of_letter(letters.len(), index).and_then(|number| read.all.get_mut(number));
            if let Some(place) = place {
                *place = side;
            }
        }
        return read;
    }
    // The surplus is what to look at; where letters are missing, the whole string is.
    let place = match letters.get(4..) {
        Some([(_, first), .., (_, last)]) => first.to(*last),
        Some([(_, only)]) => *only,
        _ => text.span,
    };
    let count = letters.len();
    let words = if count == 1 { "1 letter".to_owned() } else { format!("{count} letters") };
    reader.report(
        Diagnostic::error("tiles::edges-not-four", format!("`edges` has {words}, a tile has four sides"))
            .at(place, if count > 4 { "too many" } else { "too few" })
            .help(FOUR),
    );
    Sides::default()
}

/// What to write for the sides of a tile.
pub(crate) const FOUR: &str = "write one letter each for north, east, south and west";

/// Whether three letters stand for a half tile. Where segments lie at sides that it has not, and none at its long side,
/// a fourth letter was forgotten: that is said once, and not of each segment.
pub(crate) fn check_half(reader: &mut TomlReader<'_>, sides: &Sides, segments: &[Segment]) -> bool {
    let places = segments.iter().flat_map(|segment| &segment.places);
    let mut at_sides = places.filter_map(|(place, span)| match *place {
        SegmentPlace::Inside => None,
        SegmentPlace::Side(side) | SegmentPlace::Half(side, _) => Some((side, *span)),
    });
    if !sides.is_half || at_sides.clone().any(|(side, _)| side == DIAGONAL) {
        return true;
    }
    let Some((side, span)) = at_sides.find(|(side, _)| !sides.has(*side)) else { return true };
    reader.report(
        Diagnostic::error("tiles::edges-not-four", "`edges` has 3 letters, a tile has four sides")
            .at(sides.span, "too few, unless this is half a tile")
            .at(span, format!("half a tile has no {} side, and a long side `D`", side_name(side)))
            .help(FOUR),
    );
    false
}

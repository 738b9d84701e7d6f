//! The four letters of `edges = "…"`.

use rota_source::{Diagnostic, Fix, Span, quoted, suggestion};

use crate::segment_place::side_name;
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

/// North, east, south, west; `None` where the file did not say or said something unknown.
pub(crate) type Sides = [Option<Side>; 4];

/// Reads the four letters.
pub(crate) fn read_edges<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Sides {
    let Some(text) = reader.string(value, "`edges`") else { return Sides::default() };
    let letters: Vec<(char, Span)> = text.characters().collect();
    let known = quoted(reader.vocabulary.edges.iter().map(|edge| edge.letter.to_string()));
    let mut sides = Vec::with_capacity(letters.len());
    for (index, (letter, span)) in letters.iter().copied().enumerate() {
        let edge = reader.vocabulary.edge(letter);
        if edge.is_none() && letter != BLANK {
            let place = match letters.len() {
                4 => format!("the {} side", side_name(index)),
                _ => "no kind of side".to_owned(),
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
    if let Ok(sides) = Sides::try_from(sides) {
        return sides;
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
            .help("write one letter each for north, east, south and west"),
    );
    Sides::default()
}

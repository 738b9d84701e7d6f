//! The words for places on a tile: sides, halves of sides, and `inside`.

use rota_board::Port;
use rota_source::{Fix, Span, nearest};

/// The word for a place away from all sides.
pub(crate) const INSIDE: &str = "inside";

/// The words for sides and halves. Halves are named as seen from the middle of the tile, looking out.
pub(crate) const TOKENS: [&str; 12] = ["N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];

/// The number of the long side of a half tile, behind those of the four sides.
pub(crate) const DIAGONAL: usize = rota_board::side::DIAGONAL as usize;

/// The words for the long side of a half tile and its halves.
const LONG: [&str; 3] = ["DL", "D", "DR"];

/// How many ports a side has: left half, middle, right half.
pub(crate) const PORTS: usize = 3;

/// A place that a segment may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SegmentPlace {
    /// Away from all sides.
    Inside,
    /// A side, counted clockwise from north, the long one of a half tile last.
    Side(usize),
    /// A half of a side: the side and the port (0 left, 2 right).
    Half(usize, usize),
}

impl SegmentPlace {
    /// Reads one word.
    pub(crate) fn parse(word: &str) -> Option<SegmentPlace> {
        if word == INSIDE {
            return Some(SegmentPlace::Inside);
        }
        if let Some(part) = LONG.iter().position(|token| *token == word) {
            let half = SegmentPlace::Half(DIAGONAL, part);
            return Some(if part == 1 { SegmentPlace::Side(DIAGONAL) } else { half });
        }
        let token = TOKENS.iter().position(|token| *token == word)?;
        Some(match token.checked_sub(4) {
            None => SegmentPlace::Side(token),
            Some(half) => SegmentPlace::Half(half / 2, half % 2 * 2),
        })
    }
}

/// Returns the place word that a slip of the pen most likely meant.
pub(crate) fn suggest(word: &str) -> Option<&'static str> {
    same_letters(word).or_else(|| nearest(word, TOKENS.into_iter().chain([INSIDE])))
}

/// Writes what was most likely meant; the same letters, small or the other way round, mean nothing else.
pub(crate) fn corrected(word: &str, span: Span) -> Option<Fix> {
    let near = suggest(word)?;
    Some(if same_letters(word).is_some() { Fix::safe(span, near) } else { Fix::unsure(span, near) })
}

fn same_letters(word: &str) -> Option<&'static str> {
    let upper = word.to_uppercase();
    let mirrored: String = upper.chars().rev().collect();
    let same = |candidate: &str| TOKENS.into_iter().chain(LONG).find(|token| *token == candidate);
    same(&upper).or_else(|| same(&mirrored))
}

/// Returns the name of a side, counted clockwise from north; the last one is that of a half tile.
pub(crate) fn side_name(side: usize) -> &'static str {
    ["north", "east", "south", "west", "long"].get(side).copied().unwrap_or("north")
}

/// Returns the word for a port of a side: `NL`, `N` or `NR`.
pub(crate) fn port_token(side: usize, port: usize) -> &'static str {
    if side == DIAGONAL {
        return LONG.get(port).copied().unwrap_or(INSIDE);
    }
    let index = match port {
        0 => 4 + side * 2,
        1 => side,
        _ => 5 + side * 2,
    };
    TOKENS.get(index).copied().unwrap_or(INSIDE)
}

/// Returns the word that tile files have for a port: `NL`, `N` or `NR`, and `N` for what lies over a side.
#[must_use]
pub fn place_word(port: Port) -> &'static str {
    let part = match port.is_over() {
        true => 1,
        // Each side has its ports in a row, and the long side comes behind one that lies over each of the others.
        false => port.index() - Port::along(port.side()).first().map_or(0, |first| first.index()),
    };
    port_token(usize::from(port.side()), part)
}

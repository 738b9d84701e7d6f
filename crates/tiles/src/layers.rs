//! Segments of layers: they lie over the sides of a tile, whatever those show.

use rota_source::{Diagnostic, Span};

use crate::edges::Sides;
use crate::segment_place::{DIAGONAL, SegmentPlace, port_token, side_name};
use crate::segments::{Segment, is_layer};
use crate::toml_reader::TomlReader;

/// For each side, clockwise from north, the segment that lies over it, and the word that says so.
pub(crate) type LayerClaims = [Option<(usize, Span)>; 4];

/// Reads over which sides the segments of layers lie.
pub(crate) fn claim_layers(reader: &mut TomlReader<'_>, sides: &Sides, segments: &[Segment]) -> LayerClaims {
    let vocabulary = reader.vocabulary;
    let mut claims = LayerClaims::default();
    let over = |segment: &Segment| is_layer(vocabulary, segment) && !segment.misplaced;
    for (index, segment) in segments.iter().enumerate().filter(|(_, segment)| over(segment)) {
        let feature = segment.kind.and_then(|kind| vocabulary.features.get(kind));
        let name = feature.map_or("", |feature| feature.name.as_str());
        for (place, span) in &segment.places {
            let side = match *place {
                SegmentPlace::Inside => continue,
                SegmentPlace::Side(side) => side,
                SegmentPlace::Half(side, _) => {
                    let message = format!("`{name}` lies over whole sides");
                    let half = Diagnostic::error("tiles::half-of-layer", message).at(*span, "half a side");
                    reader.report(half.help(format!("write `{}`", port_token(side, 1))));
                    continue;
                }
            };
            if side == DIAGONAL || !sides.has(side) {
                refuse_over(reader, name, sides.is_half, (side, *span));
                continue;
            }
            // Where the letter is unknown, that was said already.
            let Some(letter) = sides.get(side) else { continue };
            if letter.edge.is_none() {
                reader.report(
                    Diagnostic::error(
                        "tiles::edge-mismatch",
                        format!("`{name}` cannot lie at the {} side", side_name(side)),
                    )
                    .at(*span, format!("`{name}` here"))
                    .at(letter.span, "this side is blank")
                    .help("nothing is laid against a blank side, so nothing goes on there"),
                );
                continue;
            }
            let Some(claim) = claims.get_mut(side) else { continue };
            match *claim {
                None => *claim = Some((index, *span)),
                Some((first, earlier)) => {
                    let whose = if first == index { "this segment" } else { "another segment" };
                    let message = format!("the {} side has two segments over it", side_name(side));
                    reader.report(
                        Diagnostic::error("tiles::claimed-twice", message)
                            .at(*span, "the second one")
                            .at(earlier, format!("{whose} lies there already"))
                            .help("over each side lies at most one segment of a layer"),
                    );
                }
            }
        }
    }
    claims
}

/// Says of a side that nothing can lie over it, for the tile has no such side, or it is the long one of a half tile.
fn refuse_over(reader: &mut TomlReader<'_>, name: &str, is_half: bool, (side, span): (usize, Span)) {
    let why = match (side == DIAGONAL, is_half) {
        (true, true) => "nothing leads over a long side",
        (true, false) => "a tile with four letters has no long side",
        (false, _) => "half a tile has no such side",
    };
    reader.report(
        Diagnostic::error(
            "tiles::edge-mismatch",
            format!("`{name}` cannot lie at the {} side", side_name(side)),
        )
        .at(span, why)
        .help("name sides of the cell that the tile has"),
    );
}

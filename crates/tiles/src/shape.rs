//! From sides and segments as written to the shape that a board lays.

use rota_board::{EdgeId, FeatureKindId, SegmentShape, TileShape};
use rota_source::Diagnostic;

use crate::adjacency::resolve_touches;
use crate::coverage::{Claims, cover};
use crate::edges::Sides;
use crate::place::PORTS;
use crate::reading::TomlReader;
use crate::segments::{MOST, Segment};

/// Checks sides and segments against each other; gives the shape where they hold together.
pub(crate) fn build_shape(
    reading: &mut TomlReader<'_>,
    sides: &Sides,
    segments: &[Segment],
) -> Option<TileShape> {
    let before = reading.errors();
    if let Some(surplus) = segments.get(MOST) {
        reading.report(
            Diagnostic::error("tiles::too-many-segments", format!("a tile has at most {MOST} segments"))
                .at(surplus.span, format!("segment {} of {}", MOST + 1, segments.len()))
                .help("join segments that belong together"),
        );
    }
    let claims = cover(reading, sides, segments);
    let touches = resolve_touches(reading, sides, segments, &claims);
    if reading.errors() > before {
        return None;
    }
    let mut shape = TileShape::default();
    for (id, side) in shape.edges.iter_mut().zip(sides) {
        // Zero is the blank side.
        *id = EdgeId(match (*side)?.edge {
            Some(edge) => u8::try_from(edge).ok()?.checked_add(1)?,
            None => 0,
        });
    }
    for (index, (segment, touches)) in segments.iter().zip(touches).enumerate() {
        shape.segments.push(SegmentShape {
            feature: FeatureKindId(u8::try_from(segment.kind?).ok()?),
            ports: ports_of(reading, sides, &claims, index),
            touches,
            attrs: segment.attrs.clone(),
        });
    }
    Some(shape)
}

/// Collects the ports of a segment; a whole side has only its middle.
fn ports_of(reading: &TomlReader<'_>, sides: &Sides, claims: &Claims, segment: usize) -> u16 {
    let mut mask = 0;
    for (port, claim) in claims.iter().enumerate() {
        if claim.is_none_or(|claim| claim.segment != segment) {
            continue;
        }
        let side = port / PORTS;
        let edge = sides.get(side).copied().flatten().and_then(|side| side.edge);
        let split = edge.and_then(|edge| reading.vocabulary.edges.get(edge)?.flanks).is_some();
        mask |= 1_u16 << if split { port } else { side * PORTS + 1 };
    }
    mask
}

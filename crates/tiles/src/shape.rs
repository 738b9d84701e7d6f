//! From sides and segments as written to the shape that a board lays.

use rota_board::{EdgeId, FeatureKindId, Port, SegmentShape, SideThird, TileShape};
use rota_source::Diagnostic;

use crate::adjacency::{Contact, resolve_over, resolve_touches};
use crate::attributes::with_defaults;
use crate::coverage::{Claims, claim_ports};
use crate::edges::Sides;
use crate::layers::{LayerClaims, claim_layers};
use crate::planarity::{Plane, bit};
use crate::segment_place::{DIAGONAL, PORTS};
use crate::segments::{MOST, MOST_OF_HALF, Segment};
use crate::toml_reader::TomlReader;

/// Checks sides and segments against each other; gives the shape where they hold together.
pub(crate) fn build_shape(
    reader: &mut TomlReader<'_>,
    sides: &Sides,
    segments: &[Segment],
) -> Option<TileShape> {
    let before = reader.errors();
    let (what, most) = if sides.is_half { ("a half tile", MOST_OF_HALF) } else { ("a tile", MOST) };
    if let Some(surplus) = segments.get(most) {
        reader.report(
            Diagnostic::error("tiles::too-many-segments", format!("{what} has at most {most} segments"))
                .at(surplus.span, format!("segment {} of {}", most + 1, segments.len()))
                .help("join segments that belong together"),
        );
    }
    let claims = claim_ports(reader, sides, segments);
    let layers = claim_layers(reader, sides, segments);
    let contacts = resolve_touches(reader, sides, segments, &claims);
    let crossings = resolve_over(reader, sides, segments, &claims);
    if reader.errors() > before {
        return None;
    }
    Plane::new(sides, segments, &claims, &contacts, &crossings).check(reader);
    if reader.errors() > before {
        return None;
    }
    let mut shape = TileShape::default();
    // Zero is the blank side, and what a half tile has where the other half may lie.
    let edge = |number: usize| {
        let edge = if sides.has(number) { sides.get(number)?.edge } else { None };
        Some(EdgeId(edge.map_or(Some(0), |edge| u8::try_from(edge).ok()?.checked_add(1))?))
    };
    for (number, id) in shape.edges.iter_mut().enumerate() {
        *id = edge(number)?;
    }
    if sides.is_half {
        shape.diagonal = Some(edge(DIAGONAL)?);
    }
    for (index, segment) in segments.iter().enumerate() {
        let kind = segment.kind?;
        shape.segments.push(SegmentShape {
            feature: FeatureKindId(u8::try_from(kind).ok()?),
            ports: ports_of(reader, sides, &claims, index) | ports_over(&layers, index),
            touches: touched_by(&contacts, index),
            ends: segment.ends.unwrap_or(0),
            attrs: with_defaults(&segment.attrs, &reader.vocabulary.features.get(kind)?.attrs),
        });
    }
    Some(shape)
}

/// The segments that one adjoins, a bit each, whichever of the two says so.
fn touched_by(contacts: &[Contact], segment: usize) -> u16 {
    contacts.iter().fold(0, |mask, contact| {
        mask | match (contact.own == segment, contact.other == segment) {
            (true, _) => bit(contact.other),
            (_, true) => bit(contact.own),
            (false, false) => 0,
        }
    })
}

/// Collects the ports over sides of a segment.
fn ports_over(layers: &LayerClaims, segment: usize) -> u32 {
    let own = (0..).zip(layers).filter(|(_, claim)| claim.is_some_and(|(holder, _)| holder == segment));
    own.fold(0, |mask, (side, _)| mask | Port::over(side).bit())
}

/// Collects the ports of a segment that are parts of sides; a whole side has only its middle.
fn ports_of(reader: &TomlReader<'_>, sides: &Sides, claims: &Claims, segment: usize) -> u32 {
    let mut mask = 0;
    for (port, claim) in claims.iter().enumerate() {
        if claim.is_none_or(|claim| claim.segment != segment) {
            continue;
        }
        let side = port / PORTS;
        let edge = sides.get(side).and_then(|side| side.edge);
        let split = edge.and_then(|edge| reader.vocabulary.edges.get(edge)?.halves).is_some();
        let part = match port % PORTS {
            0 if split => SideThird::Left,
            2 if split => SideThird::Right,
            _ => SideThird::Middle,
        };
        let side = u8::try_from(side).unwrap_or(0);
        mask |= if side == rota_board::side::DIAGONAL {
            Port::of_diagonal(part).bit()
        } else {
            Port::new(side, part).bit()
        };
    }
    mask
}

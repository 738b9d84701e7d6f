//! Which segment holds which part of which side, and whether every part is held exactly once.

use rota_bytecode::vocabulary::{Edge, Vocabulary};
use rota_source::{Diagnostic, Span};

use crate::edges::{Side, Sides};
use crate::segment_place::{DIAGONAL, PORTS, SegmentPlace, port_token, side_name};
use crate::segments::{Segment, is_layer};
use crate::toml_reader::TomlReader;

/// Who holds a port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// Index of the segment.
    pub(crate) segment: usize,
    /// The word that claims it.
    pub(crate) span: Span,
    /// Whether the claim is beyond doubt; others only keep a port from being called empty.
    pub(crate) certain: bool,
}

/// One entry per port, side by side clockwise from north, each as left half, middle, right half; those of the long side
/// of a half tile come last, which is clockwise as well.
/// On a whole side both halves are claimed and the middle is not.
pub(crate) type Claims = [Option<Claim>; (DIAGONAL + 1) * PORTS];

/// Reads the places of all segments against the letters of the sides.
pub(crate) fn claim_ports(reader: &mut TomlReader<'_>, sides: &Sides, segments: &[Segment]) -> Claims {
    let mut claims = Claims::default();
    let vocabulary = reader.vocabulary;
    let parts_of_sides = segments.iter().enumerate().filter(|(_, segment)| !is_layer(vocabulary, segment));
    for (index, segment) in parts_of_sides {
        for (place, span) in &segment.places {
            let (number, half) = match *place {
                SegmentPlace::Inside => continue,
                SegmentPlace::Side(number) => (number, None),
                SegmentPlace::Half(number, port) => (number, Some(port)),
            };
            if !sides.has(number) {
                refuse_side(reader, segment, number, *span);
                continue;
            }
            // Where the letter is unknown, so is what belongs there.
            let Some(side) = sides.get(number) else { continue };
            let wanted = wanted_ports(reader, (segment, *span), sides, (side, number), half);
            let claim = Claim { segment: index, span: *span, certain: wanted.is_some() };
            let ports = wanted.unwrap_or(match half {
                Some(0) => &[0, 1],
                Some(_) => &[1, 2],
                None => &[0, 1, 2],
            });
            claim_side(reader, &mut claims, number, ports, claim);
        }
    }
    for (number, side) in sides.iter() {
        if let Side { edge: Some(edge), span } = side
            && let Some(edge) = reader.vocabulary.edges.get(edge)
        {
            check_side(reader, &claims, number, edge, span);
        }
    }
    claims
}

/// Says of a word for a side that the tile has no such side.
pub(crate) fn refuse_side(reader: &mut TomlReader<'_>, segment: &Segment, number: usize, span: Span) {
    let kind = segment.kind.and_then(|kind| reader.vocabulary.features.get(kind));
    let name = kind.map_or("", |kind| kind.name.as_str());
    let (why, help) = if number == DIAGONAL {
        ("a tile with four letters has no long side", "a half tile has three letters in `edges`")
    } else {
        (
            "half a tile has no such side",
            "a half tile has a long side `D`, towards north-east, and the sides `S` and `W`",
        )
    };
    let message = format!("`{name}` cannot lie at the {} side", side_name(number));
    reader.report(Diagnostic::error("tiles::edge-mismatch", message).at(span, why).help(help));
}

/// Says which ports of a side a word gives to a segment; complains and gives `None` where the kind does not
/// belong there.
fn wanted_ports(
    reader: &mut TomlReader<'_>,
    (segment, span): (&Segment, Span),
    sides: &Sides,
    (side, number): (Side, usize),
    half: Option<usize>,
) -> Option<&'static [usize]> {
    let (false, Some(kind)) = (segment.misplaced, segment.kind) else { return None };
    let vocabulary = reader.vocabulary;
    let name = &vocabulary.features.get(kind)?.name;
    let side_is = match side.edge.and_then(|edge| vocabulary.edges.get(edge)) {
        None => "this side is blank".to_owned(),
        Some(edge) => match (edge.shown().map(|shown| shown == Some(kind)), half) {
            ([true, _, _], Some(0)) => return Some(&[0]),
            ([_, _, true], Some(2)) => return Some(&[2]),
            // The word for the side means the strip before it means what lies beside that.
            ([_, true, _], None) if edge.halves.is_some() => return Some(&[1]),
            ([true, _, true], None) => return Some(&[0, 2]),
            ([true, _, false], None) => return Some(&[0]),
            ([false, _, true], None) => return Some(&[2]),
            ([false, true, false], Some(_)) => {
                reader.report(
                    Diagnostic::error("tiles::half-of-strip", format!("`{name}` has no half of a side here"))
                        .at(span, "half a side")
                        .at(side.span, format!("`{name}` is the strip in the middle of this side"))
                        .help(format!("write `{}`", port_token(number, 1))),
                );
                return None;
            }
            _ => format!("`{}` is for {}", edge.letter, kinds_of(vocabulary, edge, number)),
        },
    };
    reader.report(
        Diagnostic::error(
            "tiles::edge-mismatch",
            format!("`{name}` cannot lie at the {} side", side_name(number)),
        )
        .at(span, format!("`{name}` here"))
        .at(side.span, side_is)
        .help(format!("the letters in `edges` stand for {}, in this order", sides.in_order())),
    );
    None
}

/// What a side is for, in words: what differs on its halves is told with its place.
fn kinds_of(vocabulary: &Vocabulary, edge: &Edge, number: usize) -> String {
    let shown = edge.shown().map(|kind| vocabulary.features.get(kind?));
    let name = |port: usize| shown.get(port).copied().flatten().map(|feature| format!("`{}`", feature.name));
    let told = |port: usize| name(port).map(|name| format!("{name} at {}", port_token(number, port)));
    if edge.is_unlike() {
        let told: Vec<String> = (0..PORTS).filter_map(told).collect();
        return told.join(", ");
    }
    let halves = edge.halves.and_then(|_| name(0));
    let names: Vec<String> = [name(1), halves].into_iter().flatten().collect();
    names.join(" between ")
}

/// Gives ports to a segment, or says who has them already.
fn claim_side(
    reader: &mut TomlReader<'_>,
    claims: &mut Claims,
    number: usize,
    ports: &[usize],
    claim: Claim,
) {
    let mut first = None;
    let mut taken = Vec::new();
    for port in ports {
        let Some(entry) = claims.get_mut(number * PORTS + port) else { continue };
        let Some(earlier) = *entry else {
            *entry = Some(claim);
            continue;
        };
        if earlier.certain && claim.certain {
            first = first.or(Some(earlier));
            taken.push(*port);
        }
        let holder = if earlier.certain { earlier } else { claim };
        *entry = Some(Claim { certain: false, ..holder });
    }
    let Some(first) = first else { return };
    // The whole of the side is in doubt now, so nothing more is said of it.
    for entry in claims.iter_mut().skip(number * PORTS).take(PORTS).flatten() {
        entry.certain = false;
    }
    let part = part_of_side(&taken, "");
    let whose = if first.segment == claim.segment { "this segment" } else { "another segment" };
    reader.report(
        Diagnostic::error(
            "tiles::claimed-twice",
            format!("{part}the {} side is claimed twice", side_name(number)),
        )
        .at(claim.span, "the second claim")
        .at(first.span, format!("{whose} has it already"))
        .help("every part of a side belongs to exactly one segment"),
    );
}

/// Says what of a side belongs to no segment, or to two where it cannot be divided.
fn check_side(reader: &mut TomlReader<'_>, claims: &Claims, number: usize, edge: &Edge, span: Span) {
    let at = |port: usize| claims.get(number * PORTS + port).copied().flatten();
    let ports: &[usize] = if edge.halves.is_some() && edge.middle.is_some() { &[0, 1, 2] } else { &[0, 2] };
    let free: Vec<usize> = ports.iter().copied().filter(|port| at(*port).is_none()).collect();
    if free.is_empty() {
        if edge.halves.is_none()
            && let (Some(left), Some(right)) = (at(0), at(2))
            && left.segment != right.segment
            && left.certain
            && right.certain
        {
            let (first, second) = if left.segment < right.segment { (left, right) } else { (right, left) };
            reader.report(
                Diagnostic::error(
                    "tiles::side-divided",
                    format!("the {} side cannot be divided", side_name(number)),
                )
                .at(second.span, "one half here")
                .at(first.span, "the other half here")
                .at(span, format!("a side `{}` belongs to one segment", edge.letter))
                .help("join the two segments, or give the side to one of them"),
            );
        }
        return;
    }
    let features = &reader.vocabulary.features;
    let kind_of = |port: usize| edge.shown().get(port).copied().flatten();
    let name_of = |port: usize| {
        kind_of(port).and_then(|kind| features.get(kind)).map_or("", |feature| feature.name.as_str())
    };
    let whole = edge.halves.is_none() && free.len() == 2;
    let missing: Vec<String> = if whole {
        vec![format!("`{}` to a `{}`", port_token(number, 1), name_of(1))]
    } else {
        let give = |port: &usize| format!("`{}` to a `{}`", port_token(number, *port), name_of(*port));
        free.iter().map(give).collect()
    };
    let part = if free.len() == ports.len() { "" } else { part_of_side(&free, "a part of ") };
    reader.report(
        Diagnostic::error(
            "tiles::unclaimed",
            format!("{part}the {} side belongs to no segment", side_name(number)),
        )
        .at(span, format!("this is the {} side", side_name(number)))
        .help(format!("give {}", missing.join(", "))),
    );
}

/// Which part of a side one port is; `several` for more than one.
fn part_of_side(ports: &[usize], several: &'static str) -> &'static str {
    match ports {
        [0] => "the left half of ",
        [1] => "the middle of ",
        [2] => "the right half of ",
        _ => several,
    }
}

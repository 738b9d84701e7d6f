//! Which segments of a tile adjoin each other.

use rota_source::{Diagnostic, Span, quoted, suggestion};

use crate::coverage::{Claim, Claims};
use crate::edges::Sides;
use crate::segment_place::{INSIDE, PORTS, SegmentPlace, TOKENS, side_name, suggest};
use crate::segments::{Segment, lies_at_sides};
use crate::toml_reader::{TomlReader, near_or_all};

/// Resolves every `touches` to a set of segments, one bit each; adjacency goes both ways.
pub(crate) fn resolve_touches(
    reader: &mut TomlReader<'_>,
    sides: &Sides,
    segments: &[Segment],
    claims: &Claims,
) -> Vec<u16> {
    check_names(reader, segments);
    let mut touches = vec![0_u16; segments.len()];
    for (index, segment) in segments.iter().enumerate() {
        for (word, span) in &segment.touches {
            let Some(kind) = segment.kind else { continue };
            let Some(found) = find(reader, sides, segments, claims, (index, word, *span)) else { continue };
            let Some(other) = choose(reader, segments, (index, kind), found, (word, *span)) else {
                continue;
            };
            for (from, to) in [(index, other), (other, index)] {
                if let Some(mask) = touches.get_mut(from) {
                    *mask |= u32::try_from(to).ok().and_then(|to| 1_u16.checked_shl(to)).unwrap_or(0);
                }
            }
        }
    }
    touches
}

fn check_names(reader: &mut TomlReader<'_>, segments: &[Segment]) {
    let names: Vec<&(String, Span)> = segments.iter().filter_map(|segment| segment.name.as_ref()).collect();
    for (index, (name, span)) in names.iter().enumerate() {
        if let Some((_, first)) = names.iter().take(index).find(|(earlier, _)| earlier == name) {
            reader.report(
                Diagnostic::error("tiles::duplicate-name", format!("two segments are named `{name}`"))
                    .at(*span, "the second one")
                    .at(*first, "the first one"),
            );
        }
    }
}

/// What a word of `touches` may mean.
struct Found {
    /// The segments, apart from the one that says it.
    others: Vec<usize>,
    /// The strip of a split side: the word for the side means it before it means the halves.
    strip: Option<usize>,
}

/// Finds the segments that a word may mean; `None` where that cannot be told or was reported.
fn find(
    reader: &mut TomlReader<'_>,
    sides: &Sides,
    segments: &[Segment],
    claims: &Claims,
    (own, word, span): (usize, &str, Span),
) -> Option<Found> {
    let (number, ports) = match SegmentPlace::parse(word) {
        Some(SegmentPlace::Side(number)) => (number, 0..PORTS),
        Some(SegmentPlace::Half(number, port)) => (number, port..port + 1),
        _ => {
            let named = |segment: &Segment| segment.name.as_ref().is_some_and(|(name, _)| name == word);
            if let Some(other) = segments.iter().position(named) {
                if other == own {
                    return nothing(reader, word, span, "only the segment itself has this name".to_owned());
                }
                return Some(Found { others: vec![other], strip: None });
            }
            let others = find_inside(reader, segments, own, word, span)?;
            return Some(Found { others, strip: None });
        }
    };
    let side = sides.get(number).copied().flatten()?;
    if side.edge.is_none() {
        return nothing(reader, word, span, format!("the {} side is blank", side_name(number)));
    }
    let holder = |port: usize| claims.get(number * PORTS + port).copied().flatten();
    let held: Vec<Claim> = ports.clone().filter_map(holder).collect();
    if held.iter().any(|claim| !claim.certain) {
        return None;
    }
    let mut others: Vec<usize> =
        held.iter().map(|claim| claim.segment).filter(|other| *other != own).collect();
    others.sort_unstable();
    others.dedup();
    if others.is_empty() {
        // A side that nobody holds has been reported already.
        return match held.is_empty() {
            true => None,
            false => nothing(reader, word, span, "only the segment itself lies there".to_owned()),
        };
    }
    let strip = if ports.contains(&1) { holder(1).map(|claim| claim.segment) } else { None };
    Some(Found { others, strip })
}

fn find_inside(
    reader: &mut TomlReader<'_>,
    segments: &[Segment],
    own: usize,
    word: &str,
    span: Span,
) -> Option<Vec<usize>> {
    let vocabulary = reader.vocabulary;
    let is_inside = |segment: &Segment| segment.kind.is_some_and(|kind| !lies_at_sides(vocabulary, kind));
    let inside = segments.iter().enumerate().filter(|(index, other)| *index != own && is_inside(other));
    let name_of = |segment: &Segment| Some(vocabulary.features.get(segment.kind?)?.name.as_str());
    let kinds: Vec<(usize, &str)> =
        inside.filter_map(|(index, segment)| Some((index, name_of(segment)?))).collect();
    let found: Vec<usize> = kinds.iter().filter(|(_, name)| *name == word).map(|(index, _)| *index).collect();
    if !found.is_empty() {
        return Some(found);
    }
    // The word may be meant for a segment whose kind is misspelt.
    if segments.iter().any(|segment| segment.kind.is_none()) {
        return None;
    }
    let names = segments.iter().filter_map(|segment| segment.name.as_ref().map(|(name, _)| name.as_str()));
    let known: Vec<&str> = names.chain(kinds.iter().map(|(_, name)| *name)).collect();
    let help = if word == INSIDE || vocabulary.feature(word).is_some() {
        "name a side, or the `name` of a segment".to_owned()
    } else if let Some(near) = suggest(word).filter(|near| *near != INSIDE) {
        suggestion(near)
    } else if known.is_empty() {
        format!("places are {}", TOKENS.join(" "))
    } else {
        near_or_all(word, &known, "other segments are")
    };
    reader.report(
        Diagnostic::error("tiles::touches-nothing", format!("no other segment of this tile is `{word}`"))
            .at(span, "neither a side, a name nor a kind that lies inside")
            .help(help),
    );
    None
}

/// Picks the one segment among those found whose kind may adjoin.
fn choose(
    reader: &mut TomlReader<'_>,
    segments: &[Segment],
    (own, kind): (usize, usize),
    found: Found,
    (word, span): (&str, Span),
) -> Option<usize> {
    let vocabulary = reader.vocabulary;
    let feature = vocabulary.features.get(kind)?;
    let others: Vec<(usize, &Segment)> =
        found.others.into_iter().filter_map(|index| Some((index, segments.get(index)?))).collect();
    // One of them may be of the right kind once its own kind is spelled right.
    if others.iter().any(|(_, segment)| segment.kind.is_none()) {
        return None;
    }
    let may = |segment: &Segment| segment.kind.is_some_and(|kind| feature.adjoins.contains(&kind));
    if others.iter().any(|(index, segment)| found.strip == Some(*index) && may(segment)) {
        return found.strip;
    }
    let mut fitting = others.iter().filter(|(_, segment)| may(segment));
    if let Some((first, segment)) = fitting.next() {
        let Some((_, second)) = fitting.next() else { return Some(*first) };
        reader.report(
            Diagnostic::error(
                "tiles::touches-ambiguous",
                format!("`{word}` may mean either of two segments"),
            )
            .at(span, "which one?")
            .at(segment.span, "this one")
            .at(second.span, "or this one")
            .help("give one of them a `name` and write that"),
        );
        return None;
    }
    let names: Vec<&str> = feature
        .adjoins
        .iter()
        .filter_map(|kind| vocabulary.features.get(*kind))
        .map(|feature| feature.name.as_str())
        .collect();
    let (_, other) = others.first()?;
    let other_name = vocabulary.features.get(other.kind?)?.name.as_str();
    let own_span = segments.get(own)?.span;
    reader.report(
        Diagnostic::error(
            "tiles::may-not-adjoin",
            format!("`{}` may not adjoin `{other_name}`", feature.name),
        )
        .at(span, format!("means `{other_name}` here"))
        .at(other.span, format!("this `{other_name}`"))
        .at(own_span, format!("said by this `{}`", feature.name))
        .help(match names.is_empty() {
            true => format!("`{}` adjoins nothing", feature.name),
            false => format!("`{}` may adjoin {}", feature.name, quoted(&names)),
        }),
    );
    None
}

fn nothing<T>(reader: &mut TomlReader<'_>, word: &str, span: Span, why: String) -> Option<T> {
    reader.report(
        Diagnostic::error("tiles::touches-nothing", format!("there is nothing at `{word}` to adjoin"))
            .at(span, why)
            .help("name a side where another segment lies, or the `name` of a segment"),
    );
    None
}

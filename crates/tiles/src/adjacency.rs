//! Which segments of a tile adjoin each other, and which lie over others.

use rota_bytecode::vocabulary::Feature;
use rota_source::{Diagnostic, Help, Span, quoted, suggestion};

use crate::coverage::{Claim, Claims};
use crate::edges::Sides;
use crate::segment_place::{INSIDE, PORTS, SegmentPlace, TOKENS, corrected, side_name, suggest};
use crate::segments::{Segment, lies_at_sides};
use crate::toml_reader::{TomlReader, near_or_all};

/// What one segment says of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The segment that says it.
    pub(crate) own: usize,
    /// The other one.
    pub(crate) other: usize,
    /// The word that names the other.
    pub(crate) span: Span,
}

/// Resolves every `touches`.
pub(crate) fn resolve_touches(
    reader: &mut TomlReader<'_>,
    sides: &Sides,
    segments: &[Segment],
    claims: &Claims,
) -> Vec<Contact> {
    check_names(reader, segments);
    let mut touches = Vec::new();
    for (own, segment) in segments.iter().enumerate() {
        let Some(feature) = segment.kind.and_then(|kind| reader.vocabulary.features.get(kind)) else {
            continue;
        };
        let may = |kind: usize| feature.adjoins.contains(&kind);
        for (word, span) in &segment.touches {
            let Some(found) = find(reader, sides, segments, claims, (own, word, *span)) else { continue };
            match choose(reader, segments, &found, may, (word, *span)) {
                Choice::One(other) => touches.push(Contact { own, other, span: *span }),
                Choice::Several => {}
                Choice::None => may_not_adjoin(reader, segments, (segment, feature), &found, *span),
            }
        }
    }
    touches
}

/// Resolves every `over`.
pub(crate) fn resolve_over(
    reader: &mut TomlReader<'_>,
    sides: &Sides,
    segments: &[Segment],
    claims: &Claims,
) -> Vec<Contact> {
    let mut crossings = Vec::new();
    for (own, segment) in segments.iter().enumerate() {
        for (word, span) in &segment.over {
            let Some(found) = find(reader, sides, segments, claims, (own, word, *span)) else { continue };
            if let Choice::One(other) = choose(reader, segments, &found, |_| true, (word, *span)) {
                crossings.push(Contact { own, other, span: *span });
            }
        }
    }
    crossings
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
    let side = sides.get(number)?;
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
        Help::from("name a side, or the `name` of a segment")
    } else if let Some(near) = suggest(word).filter(|near| *near != INSIDE) {
        Help { text: suggestion(near), fixes: corrected(word, span).into_iter().collect() }
    } else if known.is_empty() {
        format!("places are {}", TOKENS.join(" ")).into()
    } else {
        near_or_all((word, span), &known, "other segments are")
    };
    reader.report(
        Diagnostic::error("tiles::touches-nothing", format!("no other segment of this tile is `{word}`"))
            .at(span, "neither a side, a name nor a kind that lies inside")
            .help(help),
    );
    None
}

/// What was picked among the segments that a word may mean.
enum Choice {
    One(usize),
    /// More than one would do; reported.
    Several,
    None,
}

/// Picks the one segment among those found whose kind will do.
fn choose(
    reader: &mut TomlReader<'_>,
    segments: &[Segment],
    found: &Found,
    will_do: impl Fn(usize) -> bool,
    (word, span): (&str, Span),
) -> Choice {
    let will_do = |index: &usize| segments.get(*index).and_then(|one| one.kind).is_some_and(&will_do);
    if let Some(strip) = found.strip.filter(|strip| found.others.contains(strip) && will_do(strip)) {
        return Choice::One(strip);
    }
    let mut fitting = found.others.iter().copied().filter(will_do);
    let Some(first) = fitting.next() else { return Choice::None };
    let Some(second) = fitting.next() else { return Choice::One(first) };
    if let (Some(first), Some(second)) = (segments.get(first), segments.get(second)) {
        reader.report(
            Diagnostic::error(
                "tiles::touches-ambiguous",
                format!("`{word}` may mean either of two segments"),
            )
            .at(span, "which one?")
            .at(first.span, "this one")
            .at(second.span, "or this one")
            .help("give one of them a `name` and write that"),
        );
    }
    Choice::Several
}

fn may_not_adjoin(
    reader: &mut TomlReader<'_>,
    segments: &[Segment],
    (own, feature): (&Segment, &Feature),
    found: &Found,
    span: Span,
) {
    let features = &reader.vocabulary.features;
    let Some(other) = found.others.first().and_then(|other| segments.get(*other)) else { return };
    // Where the kind is unknown, that was said already.
    let Some(other_feature) = other.kind.and_then(|kind| features.get(kind)) else { return };
    let names: Vec<&str> = feature
        .adjoins
        .iter()
        .filter_map(|kind| features.get(*kind))
        .map(|feature| feature.name.as_str())
        .collect();
    let (name, other_name) = (&feature.name, &other_feature.name);
    let turned = own.kind.is_some_and(|kind| other_feature.adjoins.contains(&kind));
    reader.report(
        Diagnostic::error("tiles::may-not-adjoin", format!("`{name}` may not adjoin `{other_name}`"))
            .at(span, format!("means `{other_name}` here"))
            .at(other.span, format!("this `{other_name}`"))
            .at(own.span, format!("said by this `{name}`"))
            .help(match names.is_empty() {
                _ if turned => format!(
                    "`feature {other_name} adjoins {name}`: it is the `{other_name}` that says `touches`"
                ),
                true => format!("`{name}` adjoins nothing"),
                false => format!("`{name}` may adjoin {}", quoted(&names)),
            }),
    );
}

fn nothing<T>(reader: &mut TomlReader<'_>, word: &str, span: Span, why: String) -> Option<T> {
    reader.report(
        Diagnostic::error(
            "tiles::touches-nothing",
            format!("no other segment of this tile lies at `{word}`"),
        )
        .at(span, why)
        .help("name a side where another segment lies, or the `name` of a segment"),
    );
    None
}

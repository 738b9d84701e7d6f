//! The segments of a tile as written: kind, places, name, adjacency, attributes.

use rota_board::MAX_ENDS;
use rota_bytecode::vocabulary::{Feature, Vocabulary};
use rota_source::{Diagnostic, Span, nearest, suggestion};

use crate::attributes::read_attributes;
use crate::segment_place::{INSIDE, SegmentPlace, TOKENS, corrected, suggest};
use crate::spanned_string::SpannedString;
use crate::toml_reader::{Fields, TomlReader, Value, near_or_all};

/// The most segments a tile may have: adjacency is a set of 16 bits.
pub(crate) const MOST: usize = 16;

/// The largest number of segments of a half tile.
pub(crate) const MOST_OF_HALF: usize = MOST / 2;

/// Keys of a segment that are not kinds of features.
pub(crate) const RESERVED: [&str; 4] = ["ends", "name", "over", "touches"];

/// A segment as written.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Index into the vocabulary's features; `None` where the file names none that is known.
    pub(crate) kind: Option<usize>,
    /// Where it lies, each with its place in the file.
    pub(crate) places: Vec<(SegmentPlace, Span)>,
    /// Whether a kind for the inside was given sides or the other way round; already reported.
    pub(crate) misplaced: bool,
    /// Its name, for `touches` of others.
    pub(crate) name: Option<(String, Span)>,
    /// What it says it adjoins, word by word.
    pub(crate) touches: Vec<(String, Span)>,
    /// What it says it lies over, word by word.
    pub(crate) over: Vec<(String, Span)>,
    /// How many open ends it has inside the tile; `None` where the file is silent.
    pub(crate) ends: Option<u8>,
    /// Its attributes, one per attribute of its kind; `None` where the file is silent.
    pub(crate) attrs: Vec<Option<i32>>,
    /// The key that names its kind, or all of it.
    pub(crate) span: Span,
    /// All of it.
    pub(crate) extent: Span,
}

/// Reads `segments = [ … ]`, `with = [ … ]` or `change = [ … ]`.
pub(crate) fn read_segments<'a>(
    reader: &mut TomlReader<'a>,
    value: &'a Value<'a>,
    key: &str,
) -> Vec<Segment> {
    let mut segments = Vec::new();
    for item in reader.list(value, &format!("`{key}`")).unwrap_or_default() {
        if let Some(fields) = reader.fields(item, "a segment") {
            segments.push(read_segment(reader, fields));
        }
    }
    segments
}

/// Says whether segments of this kind lie at the sides of their tile; those of the others lie inside.
pub(crate) fn lies_at_sides(vocabulary: &Vocabulary, kind: usize) -> bool {
    let is_shown = || vocabulary.edges.iter().any(|edge| edge.shown().contains(&Some(kind)));
    vocabulary
        .features
        .get(kind)
        .is_some_and(|feature| feature.site.is_none() && (feature.is_layer || is_shown()))
}

/// Says whether a segment is one of a layer, which lies over the sides.
pub(crate) fn is_layer(vocabulary: &Vocabulary, segment: &Segment) -> bool {
    let feature = segment.kind.and_then(|kind| vocabulary.features.get(kind));
    feature.is_some_and(|feature| feature.is_layer)
}

fn read_segment<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>) -> Segment {
    let kind = find_kind(reader, fields);
    let mut segment = Segment {
        kind: kind.map(|(kind, _, _)| kind),
        places: Vec::new(),
        misplaced: false,
        name: None,
        touches: Vec::new(),
        over: Vec::new(),
        ends: None,
        attrs: Vec::new(),
        span: kind.map_or(fields.span, |(_, span, _)| span),
        extent: reader.extent(fields),
    };
    if let Some(value) = fields.table.get("name")
        && let Some(text) = reader.string(value, "`name`")
    {
        check_name(reader, &text);
        segment.name = Some((text.value, text.span));
    }
    if let Some(value) = fields.table.get("touches")
        && let Some(text) = reader.string(value, "`touches`")
    {
        segment.touches = text.words();
    }
    if let Some(value) = fields.table.get("over")
        && let Some(text) = reader.string(value, "`over`")
    {
        segment.over = text.words();
    }
    match kind {
        Some((kind, _, value)) => {
            let vocabulary = reader.vocabulary;
            let Some(feature) = vocabulary.features.get(kind) else { return segment };
            if let Some(value) = fields.table.get("ends") {
                segment.ends = read_ends(reader, value, feature);
            }
            segment.attrs = read_attributes(reader, fields, &feature.attrs);
            segment.misplaced = true;
            if let Some(text) = reader.string(value, &format!("`{}`", feature.name)) {
                let sound = read_places(reader, &text, &mut segment.places);
                segment.misplaced = !(sound && check_inside(reader, kind, &segment.places));
            }
        }
        // What looks like places still holds its sides, so that they are not called empty as well.
        None => {
            let likely = fields.table.iter().filter_map(|(_, value)| value.get_ref().as_str());
            let places = likely.flat_map(str::split_whitespace).filter_map(SegmentPlace::parse);
            segment.places = places.map(|place| (place, fields.span)).collect();
        }
    }
    let somewhere = segment.places.iter().any(|(place, _)| *place != SegmentPlace::Inside);
    if !somewhere && (segment.misplaced || segment.kind.is_none()) {
        // Where it was meant to lie is unknown, so no side can be called empty.
        segment.places.extend((0..4).map(|side| (SegmentPlace::Side(side), segment.span)));
    }
    segment
}

/// Finds the one key that names a kind, and complains about every key that is not known; `None` where there
/// is no such key or more than one.
fn find_kind<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>) -> Option<(usize, Span, &'a Value<'a>)> {
    let vocabulary = reader.vocabulary;
    let mut kind: Option<(usize, Span, &'a Value<'a>)> = None;
    let mut several = false;
    let mut unknown = Vec::new();
    for (key, value) in fields.table {
        let word: &str = key.get_ref();
        let span = reader.span(key.span());
        match (vocabulary.feature(word), kind) {
            (Some(index), None) => kind = Some((index, span, value)),
            (Some(_), Some((_, first, _))) => {
                several = true;
                reader.report(
                    Diagnostic::error("tiles::two-kinds", format!("a segment cannot be `{word}` as well"))
                        .at(span, "another kind")
                        .at(first, "it is this already")
                        .help("write one `{ … }` per segment"),
                );
            }
            (None, _) if RESERVED.contains(&word) => {}
            (None, _) => unknown.push((word, span, value)),
        }
    }
    if several {
        return None;
    }
    let Some((index, kind_span, _)) = kind else {
        let names: Vec<&str> = vocabulary.features.iter().map(|feature| feature.name.as_str()).collect();
        let slip = unknown.iter().find(|(word, _, _)| nearest(word, names.iter().copied()).is_some());
        let places = unknown.iter().find(|(_, _, value)| value.get_ref().is_str());
        match slip.or(places).or(unknown.first()) {
            Some((word, span, _)) => {
                let diagnostic = vocabulary.unknown_feature(word, *span);
                let silent = diagnostic.advice().is_none();
                let help = silent.then(|| near_or_all((*word, *span), &names, "feature kinds"));
                reader.report(diagnostic.maybe_help(help));
            }
            None => reader.report(
                Diagnostic::error("tiles::missing-key", "a segment without a kind")
                    .at(fields.span, "this lies nowhere")
                    .help("write `{ KIND = \"PLACES\" }`"),
            ),
        }
        return None;
    };
    let feature = vocabulary.features.get(index)?;
    let attrs: Vec<&str> = feature.attrs.iter().map(|attr| attr.name.as_str()).collect();
    let known: Vec<&str> = attrs.iter().copied().chain(RESERVED).collect();
    for (word, span, _) in unknown.into_iter().filter(|(word, _, _)| !attrs.contains(word)) {
        reader.report(
            Diagnostic::error(
                "tiles::unknown-attribute",
                format!("`{}` has no attribute `{word}`", feature.name),
            )
            .at(span, "no pack of this composition declares it")
            .at(kind_span, "for this kind")
            .help(near_or_all((word, span), &known, "keys here")),
        );
    }
    kind
}

/// Reads how many open ends a segment has inside the tile.
fn read_ends<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>, feature: &Feature) -> Option<u8> {
    let number = reader.integer(value, "`ends`")?;
    let ends = u8::try_from(number).ok().filter(|ends| *ends <= MAX_ENDS);
    let (span, name) = (reader.span(value.span()), &feature.name);
    match ends {
        Some(ends) if ends == 0 || feature.site.is_none() => return Some(ends),
        Some(_) => reader.report(
            Diagnostic::error("tiles::ends", format!("`{name}` has no ends"))
                .at(span, "it is complete when the cells around it are filled")
                .help("leave `ends` out"),
        ),
        None => reader.report(
            Diagnostic::error("tiles::ends", "a number of open ends is out of range")
                .at(span, if number < 0 { "less than none" } else { "too many" })
                .help(format!("write a number from 0 to {MAX_ENDS}")),
        ),
    }
    None
}

/// Reads the words of a place string into `places`; says whether all of them are places.
///
/// A word that is none counts as what it was most likely meant to be.
fn read_places(
    reader: &mut TomlReader<'_>,
    text: &SpannedString,
    places: &mut Vec<(SegmentPlace, Span)>,
) -> bool {
    let words = text.words();
    let before = reader.errors();
    if words.is_empty() {
        reader.report(
            Diagnostic::error("tiles::bad-place", "a segment must lie somewhere")
                .at(text.span, "no place")
                .help(format!("write sides or halves of sides, or `{INSIDE}`")),
        );
    }
    for (word, span) in &words {
        let diagnostic = match SegmentPlace::parse(word) {
            Some(SegmentPlace::Inside) if words.len() > 1 => {
                Diagnostic::error("tiles::bad-place", format!("`{INSIDE}` stands alone"))
                    .at(*span, "beside other places")
                    .help("a segment lies inside its tile or at sides, not both")
            }
            Some(place) => {
                places.push((place, *span));
                continue;
            }
            None => {
                let near = suggest(word);
                places.extend(near.and_then(SegmentPlace::parse).map(|place| (place, *span)));
                Diagnostic::error("tiles::bad-place", format!("unknown place `{word}`"))
                    .at(*span, "neither a side nor half a side")
                    .help(match near {
                        Some(near) => suggestion(near),
                        None => format!("places are {}, or `{INSIDE}`", TOKENS.join(" ")),
                    })
                    .maybe_fix(corrected(word, *span))
            }
        };
        reader.report(diagnostic);
    }
    reader.errors() == before
}

/// Says whether sides and inside are as the kind wants them; complains where not.
fn check_inside(reader: &mut TomlReader<'_>, kind: usize, places: &[(SegmentPlace, Span)]) -> bool {
    let vocabulary = reader.vocabulary;
    let Some(feature) = vocabulary.features.get(kind) else { return false };
    let name = &feature.name;
    let lies_at_sides = lies_at_sides(vocabulary, kind);
    // What adjoins others may be enclosed by them.
    let may_be_enclosed = !feature.adjoins.is_empty() && matches!(places, [(SegmentPlace::Inside, _)]);
    if may_be_enclosed {
        return true;
    }
    let wrong = places.iter().find(|(place, _)| (*place == SegmentPlace::Inside) == lies_at_sides);
    let Some((_, span)) = wrong else { return !places.is_empty() };
    reader.report(if lies_at_sides {
        Diagnostic::error("tiles::not-inside", format!("`{name}` lies at sides, not inside"))
            .at(*span, "no side")
            .help(if feature.is_layer {
                "name the sides that it lies over"
            } else {
                "name the sides or halves that it reaches"
            })
    } else {
        Diagnostic::error("tiles::only-inside", format!("`{name}` lies inside its tile, not at a side"))
            .at(*span, "a side")
            .help(format!("write `{name} = \"{INSIDE}\"`"))
    });
    false
}

fn check_name(reader: &mut TomlReader<'_>, text: &SpannedString) {
    let word = text.value.as_str();
    let taken = if SegmentPlace::parse(word).is_some() {
        "this is the word for a place"
    } else if reader.vocabulary.feature(word).is_some() {
        "this is a kind of feature"
    } else if word.is_empty() || word.contains(char::is_whitespace) {
        "a name is one word"
    } else {
        return;
    };
    reader.report(
        Diagnostic::error("tiles::bad-name", format!("a segment cannot be named `{word}`"))
            .at(text.span, taken)
            .help("choose a word that means nothing else in `touches`"),
    );
}

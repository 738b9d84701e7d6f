//! What a tile that is `like` another changes of its segments: `change = [{ city = "N", pennants = 1 }]`.

use rota_source::Diagnostic;

use crate::segment_place::SegmentPlace;
use crate::segments::{Segment, read_segments};
use crate::toml_reader::{TomlReader, Value};

/// Reads the changes: segments of the other tile by kind and places, with the attributes that they have here.
pub(crate) fn read_changes<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Vec<Segment> {
    let changes = read_segments(reader, value, "change");
    for change in &changes {
        let named = change.name.iter().map(|(_, span)| ("name", *span));
        let touching = change.touches.iter().map(|(_, span)| ("touches", *span));
        let others = change.over.iter().map(|(_, span)| ("over", *span));
        for (word, span) in named.chain(touching).chain(others) {
            reader.report(
                Diagnostic::error("tiles::like-with-own", format!("`{word}` in a change"))
                    .at(span, "the other tile has this already")
                    .help("a change names a segment by its kind and its places, and gives it attributes or ends"),
            );
        }
    }
    changes
}

/// Gives each segment that a change names the attributes that it says.
pub(crate) fn apply_change(
    reader: &mut TomlReader<'_>,
    segments: &mut [Segment],
    change: &Segment,
    like: &str,
) {
    // What has an error in itself was reported where it was read.
    if change.kind.is_none() || change.misplaced {
        return;
    }
    let is_meant = |segment: &Segment| {
        segment.kind == change.kind && change.places.iter().all(|(place, _)| lies_at(segment, *place))
    };
    let mut found = false;
    for segment in segments.iter_mut().filter(|segment| is_meant(segment)) {
        found = true;
        segment.ends = change.ends.or(segment.ends);
        for (own, changed) in segment.attrs.iter_mut().zip(&change.attrs) {
            *own = changed.or(*own);
        }
    }
    if !found {
        let kind = change.kind.and_then(|kind| reader.vocabulary.features.get(kind));
        let kind = kind.map_or("", |kind| kind.name.as_str());
        reader.report(
            Diagnostic::error("tiles::like-unknown", format!("tile `{like}` has no `{kind}` there"))
                .at(change.span, "nothing to change")
                .help(format!("name a segment of `{like}` by its kind and places; `with` adds one")),
        );
    }
}

/// Whether a segment lies at a place: a side is both its halves.
fn lies_at(segment: &Segment, place: SegmentPlace) -> bool {
    let has = |place| segment.places.iter().any(|(own, _)| *own == place);
    match place {
        SegmentPlace::Inside => has(place),
        SegmentPlace::Side(side) => {
            has(place) || [0, 2].into_iter().all(|port| has(SegmentPlace::Half(side, port)))
        }
        SegmentPlace::Half(side, _) => has(place) || has(SegmentPlace::Side(side)),
    }
}

//! The tiles of a file: `[[tile]]` on its own, and `like` another.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rota_board::TileShape;
use rota_source::{Diagnostic, Span};

use crate::attributes::{read_attributes, with_defaults};
use crate::changed_segments::{apply_change, read_changes};
use crate::counts::read_counts;
use crate::edges::{Sides, check_half, read_edges};
use crate::segments::{Segment, read_segments};
use crate::set::{Printing, TileKind};
use crate::shape::build_shape;
use crate::spanned_string::SpannedString;
use crate::toml_reader::{Fields, TomlReader, Value, near_or_all};

/// Keys of a tile that are not attributes.
pub(crate) const RESERVED: [&str; 8] =
    ["id", "title", "count", "edges", "segments", "like", "with", "change"];

/// The outside of a tile or cell: its letters and what lies on it.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    /// The letters.
    pub(crate) sides: Sides,
    /// The segments in order of the file.
    pub(crate) segments: Vec<Segment>,
}

/// What is known of an id, for the search for duplicates over tiles and boards.
pub(crate) type Ids = BTreeMap<String, Span>;

/// A tile as written, before `like` is followed.
struct Draft {
    id: SpannedString,
    title: Option<String>,
    counts: Vec<u16>,
    attrs: Vec<Option<i32>>,
    body: Body,
    extent: Span,
    sound: bool,
}

enum Body {
    Own(Geometry, Option<TileShape>),
    Like(SpannedString, Vec<Segment>, Vec<Segment>),
    Unknown,
}

/// The tiles of a file by id; of two with one id, the first.
type ById<'d> = BTreeMap<&'d str, &'d Draft>;

/// Reads all tiles; those with an error in them are left out.
pub(crate) fn read_tiles<'a>(
    reader: &mut TomlReader<'a>,
    value: &'a Value<'a>,
    printings: &[Printing],
    ids: &mut Ids,
) -> Vec<TileKind> {
    let mut drafts = Vec::new();
    for item in reader.list(value, "`tile`").unwrap_or_default() {
        if let Some(fields) = reader.fields(item, "a tile") {
            drafts.extend(read_tile(reader, fields, printings, ids));
        }
    }
    let mut by_id: ById<'_> = BTreeMap::new();
    for draft in &drafts {
        by_id.entry(&draft.id.value).or_insert(draft);
    }
    let mut kinds = Vec::new();
    for draft in &drafts {
        kinds.extend(finish(reader, draft, &by_id));
    }
    kinds
}

/// Reads the id of a tile or board and says when it is taken.
pub(crate) fn read_id<'a>(
    reader: &mut TomlReader<'a>,
    fields: Fields<'a>,
    subject: &str,
    ids: &mut Ids,
) -> Option<SpannedString> {
    let value = reader.required(fields, "id", subject, "id = \"ID\"")?;
    let id = reader.string(value, "`id`")?;
    reader.check_id(&id.value, id.span);
    if let Some(first) = ids.get(&id.value) {
        reader.report(
            Diagnostic::error("tiles::duplicate-id", format!("the id `{}` is taken", id.value))
                .at(id.span, "the second one")
                .at(*first, "the first one")
                .help("tiles and boards of a set share their ids"),
        );
    } else {
        ids.insert(id.value.clone(), id.span);
    }
    Some(id)
}

/// Reads a title, where there is one.
pub(crate) fn read_title<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>) -> Option<String> {
    Some(reader.string(fields.table.get("title")?, "`title`")?.value)
}

/// Reads letters and segments, and gives the shape where they hold together.
pub(crate) fn read_geometry<'a>(
    reader: &mut TomlReader<'a>,
    fields: Fields<'a>,
    subject: &str,
) -> (Geometry, Option<TileShape>) {
    let edges = reader.required(fields, "edges", subject, "edges = \"....\"");
    let sides = edges.map_or(Sides::default(), |value| read_edges(reader, value));
    let segments = reader.required(fields, "segments", subject, "segments = [ ]");
    // Without its segments every side would be called empty.
    let Some(value) = segments else { return (Geometry { sides, segments: Vec::new() }, None) };
    let segments = read_segments(reader, value, "segments");
    if !check_half(reader, &sides, &segments) {
        return (Geometry { sides: Sides::default(), segments }, None);
    }
    let shape = build_shape(reader, &sides, &segments);
    (Geometry { sides, segments }, shape)
}

/// Says of every key that nothing reads it, apart from `reserved` ones and the attributes of tiles.
pub(crate) fn refuse_unknown<'a>(
    reader: &mut TomlReader<'a>,
    fields: Fields<'a>,
    reserved: &[&str],
    subject: &str,
) {
    let vocabulary = reader.vocabulary;
    let attrs = vocabulary.tile_attrs.iter().map(|attr| attr.name.as_str());
    let known: Vec<&str> = reserved.iter().copied().chain(attrs).collect();
    reader.refuse_others(fields, &known, subject);
}

fn read_tile<'a>(
    reader: &mut TomlReader<'a>,
    fields: Fields<'a>,
    printings: &[Printing],
    ids: &mut Ids,
) -> Option<Draft> {
    let before = reader.errors();
    let id = read_id(reader, fields, "a tile", ids);
    let subject = id.as_ref().map_or("a tile".to_owned(), |id| format!("tile `{}`", id.value));
    refuse_unknown(reader, fields, &RESERVED, &subject);
    let title = read_title(reader, fields);
    let count = reader.required(fields, "count", &subject, "count = 1");
    let counts = count.map_or(Vec::new(), |value| read_counts(reader, value, printings));
    let attrs = read_attributes(reader, fields, &reader.vocabulary.tile_attrs);
    let body = match fields.table.get("like") {
        Some(value) => read_like(reader, fields, value),
        None => {
            refuse_with(reader, fields);
            let (geometry, shape) = read_geometry(reader, fields, &subject);
            Body::Own(geometry, shape)
        }
    };
    let extent = reader.extent(fields);
    Some(Draft { id: id?, title, counts, attrs, body, extent, sound: reader.errors() == before })
}

fn read_like<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>, value: &'a Value<'a>) -> Body {
    for (key, _) in fields.table {
        let word: &str = key.get_ref();
        if matches!(word, "edges" | "segments") {
            let (span, like) = (reader.span(key.span()), reader.span(value.span()));
            reader.report(
                Diagnostic::error("tiles::like-with-own", format!("`{word}` beside `like`"))
                    .at(span, "the other tile has them already")
                    .at(like, "taken from this tile")
                    .help("write what is added into `with`, or leave out `like`"),
            );
        }
    }
    let with = fields.table.get("with").map_or(Vec::new(), |value| read_segments(reader, value, "with"));
    let changes = fields.table.get("change").map_or(Vec::new(), |value| read_changes(reader, value));
    reader.string(value, "`like`").map_or(Body::Unknown, |like| Body::Like(like, with, changes))
}

fn refuse_with<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>) {
    for (word, does, what) in
        [("with", "adds to", "added to what?"), ("change", "changes", "changed of what?")]
    {
        let Some((key, _)) = fields.table.get_key_value(word) else { continue };
        let span = reader.span(key.span());
        let message = format!("`{word}` {does} another tile, and there is none");
        reader.report(
            Diagnostic::error("tiles::with-without-like", message)
                .at(span, what)
                .help("name the other tile with `like`, or write all into `segments`"),
        );
    }
}

fn finish(reader: &mut TomlReader<'_>, draft: &Draft, drafts: &ById<'_>) -> Option<TileKind> {
    let mut attrs = draft.attrs.clone();
    let (shape, segments) = match &draft.body {
        Body::Own(geometry, shape) => (shape.clone(), Cow::Borrowed(&geometry.segments)),
        Body::Unknown => return None,
        Body::Like(like, with, changes) => {
            let model = find_model(reader, draft, like, drafts)?;
            for (own, inherited) in attrs.iter_mut().zip(&model.attrs) {
                *own = own.or(*inherited);
            }
            // The model's own mistakes are reported where they stand.
            if let Body::Own(geometry, Some(_)) = &model.body {
                let mut segments = geometry.segments.clone();
                changes.iter().for_each(|change| apply_change(reader, &mut segments, change, &like.value));
                segments.extend(with.iter().cloned());
                (build_shape(reader, &geometry.sides, &segments), Cow::Owned(segments))
            } else {
                return None;
            }
        }
    };
    Some(TileKind {
        id: draft.id.value.clone(),
        title: draft.title.clone(),
        shape: shape.filter(|_| draft.sound)?,
        attrs: with_defaults(&attrs, &reader.vocabulary.tile_attrs),
        counts: draft.counts.clone(),
        span: draft.id.span,
        extent: draft.extent,
        segment_spans: segments.iter().map(|segment| segment.extent).collect(),
    })
}

/// Finds the tile that `like` names; it must have its own geometry.
fn find_model<'d>(
    reader: &mut TomlReader<'_>,
    draft: &Draft,
    like: &SpannedString,
    drafts: &ById<'d>,
) -> Option<&'d Draft> {
    let find = |id: &str| drafts.get(id).copied();
    let Some(model) = find(&like.value) else {
        let known: Vec<&str> = drafts.keys().copied().collect();
        if !reader.is_malformed {
            reader.report(
                Diagnostic::error("tiles::like-unknown", format!("no tile `{}` in this file", like.value))
                    .at(like.span, "like what?")
                    .help(match near_or_all(like.text(), &known, "") {
                        near if near.text.starts_with("did") => near,
                        _ => "name the id of a tile of this file, without the name of the set".into(),
                    }),
            );
        }
        return None;
    };
    let Body::Like(next, ..) = &model.body else { return Some(model) };
    // Follow the chain at most once around.
    let mut end = model;
    for _ in 0..drafts.len() {
        let Body::Like(next, ..) = &end.body else { break };
        if end.id.value == draft.id.value {
            break;
        }
        end = find(&next.value)?;
    }
    let diagnostic = if end.id.value == draft.id.value {
        Diagnostic::error("tiles::like-circular", format!("tile `{}` is like itself", draft.id.value))
            .at(like.span, "comes back to this tile")
            .help("one of them must have `edges` and `segments` of its own")
    } else {
        let help = match end.body {
            Body::Own(..) => format!("name `{}` and repeat what is added", end.id.value),
            Body::Like(..) | Body::Unknown => "name a tile with `edges` and `segments` of its own".to_owned(),
        };
        Diagnostic::error("tiles::like-chained", format!("tile `{}` is itself like another", model.id.value))
            .at(like.span, "must have its own `edges` and `segments`")
            .help(help)
    };
    let own = end.id.value == draft.id.value && model.id.value == draft.id.value;
    reader.report(if own { diagnostic } else { diagnostic.at(next.span, "like this one in turn") });
    None
}

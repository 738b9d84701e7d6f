//! Boards: several cells that are laid as one.

use std::collections::BTreeMap;

use rota_board::{Cell, MAX_COORDINATE};
use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Diagnostic, Span};

use crate::attributes::{read_attributes, with_defaults};
use crate::counts::read_counts;
use crate::edges::{BLANK, FOUR, Side, Sides};
use crate::segment_place::side_name;
use crate::set::{BoardLayout, Printing, TileKind};
use crate::tiles::{Ids, read_geometry, read_id, read_title, refuse_unknown};
use crate::toml_reader::{Fields, TomlReader, Value};

/// Keys of a board.
pub(crate) const BOARD_KEYS: [&str; 4] = ["id", "title", "count", "cell"];

/// Keys of a cell that are not attributes of tiles.
pub(crate) const CELL_KEYS: [&str; 3] = ["at", "edges", "segments"];

/// A cell as written.
struct Draft {
    at: Option<(Cell, Span)>,
    sides: Sides,
    kind: Option<TileKind>,
}

/// Reads all boards; those with an error in them are left out.
pub(crate) fn read_boards<'a>(
    reader: &mut TomlReader<'a>,
    value: &'a Value<'a>,
    printings: &[Printing],
    ids: &mut Ids,
) -> Vec<BoardLayout> {
    let mut boards = Vec::new();
    for item in reader.list(value, "`board`").unwrap_or_default() {
        if let Some(fields) = reader.fields(item, "a board") {
            boards.extend(read_board(reader, fields, printings, ids));
        }
    }
    boards
}

fn read_board<'a>(
    reader: &mut TomlReader<'a>,
    fields: Fields<'a>,
    printings: &[Printing],
    ids: &mut Ids,
) -> Option<BoardLayout> {
    let before = reader.errors();
    let id = read_id(reader, fields, "a board", ids);
    let name = id.as_ref().map_or("", |id| id.value.as_str());
    let subject = if name.is_empty() { "a board".to_owned() } else { format!("board `{name}`") };
    reader.refuse_others(fields, &BOARD_KEYS, &subject);
    let title = read_title(reader, fields);
    let count = fields.table.get("count");
    let counts = count.map_or(vec![0; printings.len()], |value| read_counts(reader, value, printings));
    let items = reader.required(fields, "cell", &subject, "[[board.cell]]");
    let mut drafts = Vec::new();
    for item in items.and_then(|items| reader.list(items, "`cell`")).unwrap_or_default() {
        if let Some(fields) = reader.fields(item, "a cell") {
            drafts.push(read_cell(reader, fields, name, printings.len()));
        }
    }
    if let Some(value) = count.filter(|_| drafts.is_empty() && reader.errors() == before) {
        let span = reader.span(value.span());
        reader.report(
            Diagnostic::error("tiles::empty-block", format!("{subject} is in the bag and has no cell"))
                .at(span, "copies of nothing")
                .help("give it its cells, one `[[board.cell]]` each, or leave `count` out"),
        );
    }
    let by_cell = check_overlaps(reader, &drafts);
    check_meetings(reader, &drafts, &by_cell);
    if reader.errors() > before {
        return None;
    }
    let cell_of = |draft: Draft| draft.at.zip(draft.kind).map(|((at, _), kind)| (at.x, at.y, kind));
    let id = id?;
    Some(BoardLayout {
        id: id.value,
        title,
        counts,
        cells: drafts.into_iter().filter_map(cell_of).collect(),
        span: id.span,
    })
}

fn read_cell<'a>(reader: &mut TomlReader<'a>, fields: Fields<'a>, board: &str, printings: usize) -> Draft {
    refuse_unknown(reader, fields, &CELL_KEYS, "a cell");
    let at = reader.required(fields, "at", "a cell", "at = [0, 0]");
    let at = at.and_then(|value| Some((read_at(reader, value)?, reader.span(value.span()))));
    let (geometry, shape) = read_geometry(reader, fields, "a cell");
    if geometry.sides.is_half {
        reader.report(
            Diagnostic::error("tiles::edges-not-four", "half a tile as a cell of a board")
                .at(geometry.sides.span, "too few")
                .help(FOUR),
        );
    }
    let attrs = read_attributes(reader, fields, &reader.vocabulary.tile_attrs);
    let extent = reader.extent(fields);
    let kind = at.zip(shape).map(|((cell, span), shape)| TileKind {
        id: format!("{board}@{},{}", cell.x, cell.y),
        title: None,
        shape,
        attrs: with_defaults(&attrs, &reader.vocabulary.tile_attrs),
        counts: vec![0; printings],
        span,
        extent,
        segment_spans: geometry.segments.iter().map(|segment| segment.extent).collect(),
    });
    Draft { at, sides: geometry.sides, kind }
}

fn read_at<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Option<Cell> {
    let items = reader.list(value, "`at`")?;
    let [x, y] = items else {
        let span = reader.span(value.span());
        reader.report(
            Diagnostic::error("tiles::bad-at", "`at` has two numbers")
                .at(span, "not two")
                .help("write cells to the east, then cells to the south: `at = [1, 0]`"),
        );
        return None;
    };
    let (x, y) = (read_coordinate(reader, x), read_coordinate(reader, y));
    Some(Cell { x: x?, y: y? })
}

fn read_coordinate<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Option<i16> {
    let number = reader.integer(value, "a number of `at`")?;
    if (-i64::from(MAX_COORDINATE)..=i64::from(MAX_COORDINATE)).contains(&number) {
        return i16::try_from(number).ok();
    }
    let span = reader.span(value.span());
    reader.report(
        Diagnostic::error("tiles::bad-at", "a cell lies too far out")
            .at(span, "too far")
            .help(format!("write a number from -{MAX_COORDINATE} to {MAX_COORDINATE}")),
    );
    None
}

/// Says where two cells share a place; gives the first one at each place.
fn check_overlaps<'d>(reader: &mut TomlReader<'_>, drafts: &'d [Draft]) -> BTreeMap<Cell, (&'d Draft, Span)> {
    let mut by_cell: BTreeMap<Cell, (&Draft, Span)> = BTreeMap::new();
    for draft in drafts {
        let Some((cell, span)) = draft.at else { continue };
        if let Some((_, first)) = by_cell.get(&cell) {
            reader.report(
                Diagnostic::error(
                    "tiles::cells-overlap",
                    format!("two cells lie at {}, {} of their board", cell.x, cell.y),
                )
                .at(span, "the second one")
                .at(*first, "the first one")
                .help("give each cell a place of its own: cells to the east, cells to the south"),
            );
        } else {
            by_cell.insert(cell, (draft, span));
        }
    }
    by_cell
}

/// Compares every cell with those to its east and south, so that each meeting is seen once.
fn check_meetings(reader: &mut TomlReader<'_>, drafts: &[Draft], by_cell: &BTreeMap<Cell, (&Draft, Span)>) {
    for draft in drafts {
        let Some((cell, _)) = draft.at else { continue };
        for (near, far) in [(1_u8, 3_usize), (2, 0)] {
            let Some((other, _)) = by_cell.get(&cell.beside(near)) else { continue };
            let side = draft.sides.get(usize::from(near));
            if let (Some(side), Some(facing)) = (side, other.sides.get(far))
                && !lie_together(reader.vocabulary, side.edge, facing.edge)
            {
                report_meeting(reader, (side, usize::from(near)), (facing, far));
            }
        }
    }
}

/// Whether two sides show the same where they meet.
fn lie_together(vocabulary: &Vocabulary, first: Option<usize>, second: Option<usize>) -> bool {
    let edge = |edge: Option<usize>| vocabulary.edges.get(edge?);
    match (edge(first), edge(second)) {
        (Some(first), Some(second)) => first.continues(second),
        _ => first == second,
    }
}

fn report_meeting(reader: &mut TomlReader<'_>, first: (Side, usize), second: (Side, usize)) {
    let letter = |side: Side| {
        let edge = side.edge.and_then(|edge| reader.vocabulary.edges.get(edge));
        edge.map_or(BLANK, |edge| edge.letter)
    };
    let words = |(side, number): (Side, usize)| format!("`{}` to the {}", letter(side), side_name(number));
    let diagnostic = Diagnostic::error("tiles::cells-disagree", "two cells disagree where they meet")
        .at(second.0.span, words(second))
        .at(first.0.span, words(first))
        .help("sides that meet show the same, or are both blank");
    reader.report(diagnostic);
}

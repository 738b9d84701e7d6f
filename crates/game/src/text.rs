//! Canonical words: what is chosen, said by content and not by number, so that saves and scenarios last.

use rota_board::{Border, Cell, Port, SegmentId};
use rota_bytecode::{Sort, Type};
use rota_vm::Answer;

use crate::bit_packing::{unpack_border, unpack_cell, unpack_placement};
use crate::piece::{Piece, PieceLocation};
use crate::position::{PlayerSet, TileState};
use crate::questions::Questions;

/// The word for not choosing anything.
pub const PASS: &str = "pass";

/// The words for the ports at the sides of a cell, clockwise from the left half of the north side.
const PORT_WORDS: [&str; 16] =
    ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR", "N", "E", "S", "W"];

/// The words for the ports at the long side of a half tile, for each rotation: they say where it looks to, so that they
/// are not the same for both halves of a cell.
const DIAGONAL_WORDS: [[&str; 3]; 4] =
    [["NEL", "NE", "NER"], ["SEL", "SE", "SER"], ["SWL", "SW", "SWR"], ["NWL", "NW", "NWR"]];

/// The words for the sides of a cell, clockwise from the north.
pub(crate) const SIDE_WORDS: [&str; 4] = ["N", "E", "S", "W"];

/// The word for a segment that reaches no side.
const INSIDE: &str = "inside";

/// The canonical text of an answer to a decision, as the seat sees it that decides.
pub(crate) fn words_of(questions: Questions<'_>, choice: u32, who: u8, answer: Answer) -> String {
    let mut out = String::new();
    write_words(questions, choice, who, answer, &mut out);
    out
}

/// Appends the canonical text of an answer to a decision.
pub(crate) fn write_words(questions: Questions<'_>, choice: u32, who: u8, answer: Answer, out: &mut String) {
    let Answer::Option { action, value } = answer else { return out.push_str(PASS) };
    let site = questions.rules.program().choices.get(choice as usize);
    let Some(action) = site.and_then(|site| site.actions.get(usize::from(action))) else { return };
    out.push_str(&action.name);
    if action.ty.sort != Sort::Nothing {
        if !action.name.is_empty() {
            out.push(' ');
        }
        write_value(questions, action.ty, value, Some(Some(who)), out);
    }
}

/// All texts that mean an answer: the canonical one, and behind it those in which a feature goes by another of its
/// segments, a side by its other cell, or a tile by its name without that of its set.
pub(crate) fn names_of(questions: Questions<'_>, choice: u32, who: u8, answer: Answer) -> Vec<String> {
    let canonical = words_of(questions, choice, who, answer);
    if let Some(border) = border_of(questions, choice, answer) {
        let [mut named, mut other] = [String::new(), String::new()];
        let [first, second] = border.cells();
        write_side_of(first, &mut named);
        write_side_of(second, &mut other);
        let renamed = canonical.strip_suffix(&named).map(|before| format!("{before}{other}"));
        return [canonical].into_iter().chain(renamed).collect();
    }
    if let Some(set) = set_of(questions, choice, answer) {
        let short = canonical.replacen(set, "", 1);
        return vec![canonical, short];
    }
    let others = feature_of(questions, choice, answer).and_then(|named| {
        let mut text = String::new();
        write_segment(questions, named, &mut text);
        let before = canonical.strip_suffix(&text)?;
        let segments = questions.position.board.segments(named).filter(|segment| *segment != named);
        let renamed = segments.map(|segment| {
            let mut text = before.to_owned();
            write_segment(questions, segment, &mut text);
            text
        });
        Some(renamed.collect::<Vec<_>>())
    });
    let mut names = others.unwrap_or_default();
    names.insert(0, canonical);
    names
}

/// The segment by which an answer names a feature, if it names one.
fn feature_of(questions: Questions<'_>, choice: u32, answer: Answer) -> Option<SegmentId> {
    let Answer::Option { action, value } = answer else { return None };
    let site = questions.rules.program().choices.get(choice as usize)?;
    let sort = site.actions.get(usize::from(action))?.ty.sort;
    if sort == Sort::Award {
        return questions.award(value).ok()?.at;
    }
    questions.segment(value).ok().filter(|_| sort == Sort::Feature)
}

/// The name of the set, with the sign behind it, of the tile that an answer names.
fn set_of(questions: Questions<'_>, choice: u32, answer: Answer) -> Option<&str> {
    let Answer::Option { action, value } = answer else { return None };
    let site = questions.rules.program().choices.get(choice as usize)?;
    let sort = site.actions.get(usize::from(action))?.ty.sort;
    let tile = questions.tile(value).ok().filter(|_| sort == Sort::Tile)?;
    let name = &questions.rules.kind_of(tile).name;
    name.get(..=name.find('/')?)
}

/// The side that an answer names, or on which the piece stands that it names.
fn border_of(questions: Questions<'_>, choice: u32, answer: Answer) -> Option<Border> {
    let Answer::Option { action, value } = answer else { return None };
    let site = questions.rules.program().choices.get(choice as usize)?;
    let sort = site.actions.get(usize::from(action))?.ty.sort;
    match sort == Sort::Piece {
        true => questions.piece(value).ok()?.side(),
        false => unpack_border(value).filter(|_| sort == Sort::Side),
    }
}

/// Who is told: a seat, an onlooker, or, for the outer none, somebody who may know everything.
pub(crate) type Viewer = Option<Option<u8>>;

/// Appends the canonical text of a value.
pub(crate) fn write_value(questions: Questions<'_>, ty: Type, value: i64, told: Viewer, out: &mut String) {
    let declared = &questions.rules.program().declared;
    let word = |words: &[String], out: &mut String| {
        let word = usize::try_from(value).ok().and_then(|index| words.get(index));
        out.push_str(word.map_or("none", String::as_str));
    };
    if ty.is_mask() {
        return write_players(questions, value, out);
    }
    if value == -1 && !matches!(ty.sort, Sort::Int | Sort::Pts) {
        out.push_str("none");
        return;
    }
    match ty.sort {
        Sort::Int | Sort::Pts => write_number(value, out),
        Sort::Bool => out.push_str(if value == 0 { "no" } else { "yes" }),
        Sort::Words => {
            let list = ty.detail.and_then(|list| declared.words.get(usize::from(list)));
            word(list.map_or(&[], Vec::as_slice), out);
        }
        Sort::Player => write_player(questions, value, out),
        Sort::Piece => {
            if let Ok(piece) = questions.piece(value) {
                write_piece(questions, piece, out);
            }
        }
        Sort::Kind => {
            let kind = usize::try_from(value).ok().and_then(|kind| declared.pieces.get(kind));
            out.push_str(kind.map_or("none", |kind| kind.name.as_str()));
        }
        Sort::Stock => {
            let stock = usize::try_from(value).ok().and_then(|stock| declared.stocks.get(stock));
            out.push_str(stock.map_or("none", |stock| stock.name.as_str()));
        }
        Sort::Tile | Sort::Card => write_tile(questions, value, told, out),
        Sort::Placement => {
            if let Some(placement) = unpack_placement(value) {
                write_cell(placement.cell, out);
                out.push_str(" turned ");
                write_number(i64::from(placement.rotation), out);
            }
        }
        Sort::Cell => {
            if let Some(cell) = unpack_cell(value) {
                write_cell(cell, out);
            }
        }
        Sort::Corner => {
            if let Some(corner) = unpack_cell(value) {
                write_corner(corner, out);
            }
        }
        Sort::Side => {
            if let Some(border) = unpack_border(value) {
                write_border(border, out);
            }
        }
        Sort::Segment | Sort::Feature => {
            if let Ok(segment) = questions.segment(value) {
                write_segment(questions, segment, out);
            }
        }
        Sort::Award => write_award(questions, value, out),
        Sort::Reason => word(&declared.reasons, out),
        Sort::Bag | Sort::Deck => {
            out.push_str(u16::try_from(value).map_or("none", |stack| declared.draw_pile(stack)));
        }
        Sort::Row => write_row(questions, value, out),
        Sort::Die => {
            let die = usize::try_from(value).ok().and_then(|die| declared.dice.get(die));
            out.push_str(die.map_or("none", |die| die.name.as_str()));
        }
        Sort::Space => write_space(questions, value, out),
        Sort::Nothing => {}
    }
}

/// Appends a segment: its kind, the places it reaches as the tile lies, and the cell.
pub(crate) fn write_segment(questions: Questions<'_>, segment: SegmentId, out: &mut String) {
    let (board, rules) = (&questions.position.board, questions.rules);
    let kind = rules.names().features.get(usize::from(board.kind(segment).0));
    out.push_str(kind.map_or("feature", String::as_str));
    let laid = board.segment_tile(segment);
    let mut inside = true;
    let diagonal = DIAGONAL_WORDS.into_iter().nth(usize::from(board.tile(laid).rotation)).unwrap_or_default();
    for (port, word) in Port::ALL.into_iter().zip(PORT_WORDS.into_iter().chain(diagonal)) {
        if board.segment_at(rules.catalog(), laid, port) == Some(segment) {
            inside = false;
            out.push(' ');
            out.push_str(word);
        }
    }
    if inside {
        out.push(' ');
        out.push_str(INSIDE);
        // Of several inside that are of one kind, each but the first is named with its number.
        let in_cell = board.tiles_in(board.tile(laid).cell).flat_map(|tile| board.tile(tile).segments());
        let before = in_cell.take_while(|other| *other != segment);
        let alike =
            before.filter(|other| board.kind(*other) == board.kind(segment) && is_inside(questions, *other));
        if let Some(number) = alike.count().checked_add(1).filter(|number| *number > 1) {
            out.push(' ');
            write_number(number as i64, out);
        }
    }
    out.push_str(" of ");
    write_cell(board.tile(laid).cell, out);
}

/// Whether a segment reaches no side.
fn is_inside(questions: Questions<'_>, segment: SegmentId) -> bool {
    let board = &questions.position.board;
    let laid = board.segment_tile(segment);
    Port::ALL.into_iter().all(|port| board.segment_at(questions.rules.catalog(), laid, port) != Some(segment))
}

fn write_piece(questions: Questions<'_>, piece: Piece, out: &mut String) {
    if let Some(owner) = piece.owner() {
        write_player(questions, i64::from(owner), out);
        out.push(' ');
    }
    let kind = questions.rules.program().declared.pieces.get(usize::from(piece.kind));
    out.push_str(kind.map_or("piece", |kind| kind.name.as_str()));
    out.push_str(match piece.location {
        PieceLocation::Supply => " in ",
        PieceLocation::Out => " ",
        PieceLocation::Segment(_) | PieceLocation::Space(_) | PieceLocation::Tile(_) => " on ",
        PieceLocation::Corner(_) | PieceLocation::Side(_) | PieceLocation::Keep(_) => " on ",
    });
    write_location(questions, piece.location, out);
}

/// Appends where a piece is, in the words that a scenario writes.
pub(crate) fn write_location(questions: Questions<'_>, location: PieceLocation, out: &mut String) {
    match location {
        PieceLocation::Segment(segment) => write_segment(questions, segment, out),
        PieceLocation::Space(space) => write_space(questions, i64::from(space), out),
        PieceLocation::Tile(tile) => {
            if let Ok(Some(cell)) = questions.cell_of(i64::from(tile)) {
                out.push_str("tile ");
                write_cell(cell, out);
            }
        }
        PieceLocation::Corner(corner) => write_corner(corner, out),
        PieceLocation::Side(border) => write_border(border, out),
        PieceLocation::Keep(player) => {
            out.push_str("keep of ");
            write_player(questions, i64::from(player), out);
        }
        PieceLocation::Supply => out.push_str("supply"),
        PieceLocation::Out => out.push_str("out of the game"),
    }
}

/// A corner is named by the cell whose north-western one it is.
fn write_corner(corner: Cell, out: &mut String) {
    out.push_str("corner ");
    write_cell(corner, out);
}

/// A side is named by the cell whose northern or western one it is.
fn write_border(border: Border, out: &mut String) {
    let [named, _] = border.cells();
    write_side_of(named, out);
}

/// Appends a side by one of its two cells.
fn write_side_of((cell, side): (Cell, u8), out: &mut String) {
    out.push_str("side ");
    out.push_str(SIDE_WORDS[usize::from(side & 3)]);
    out.push_str(" of ");
    write_cell(cell, out);
}

fn write_space(questions: Questions<'_>, value: i64, out: &mut String) {
    let spaces = &questions.rules.program().declared.spaces;
    let space = usize::try_from(value).ok().and_then(|space| spaces.get(space));
    out.push_str(space.map_or("none", |space| space.name.as_str()));
}

fn write_row(questions: Questions<'_>, value: i64, out: &mut String) {
    let rows = &questions.rules.program().declared.rows;
    let row = usize::try_from(value).ok().and_then(|row| rows.get(row));
    out.push_str(row.map_or("none", |row| row.name.as_str()));
}

fn write_tile(questions: Questions<'_>, value: i64, told: Viewer, out: &mut String) {
    let Ok(tile) = questions.tile(value) else { return };
    let (kind, state) = (questions.rules.kind_of(tile), questions.position.tiles[tile]);
    let hidden = |seats: PlayerSet| told.is_some_and(|seat| !seats.contains(seat));
    if state.known_to().is_some_and(hidden) {
        out.push_str(if kind.shape.is_some() { "hidden tile" } else { "hidden card" });
    } else {
        out.push_str(&kind.name);
    }
    match state {
        TileState::Laid(laid) => {
            out.push_str(" at ");
            write_cell(questions.position.board.tile(laid).cell, out);
        }
        TileState::Stowed(keeper, _) => {
            out.push_str(" of ");
            write_player(questions, i64::from(keeper), out);
        }
        TileState::Row(row) => {
            out.push_str(" in ");
            write_row(questions, i64::from(row), out);
        }
        TileState::Bag | TileState::Stacked(_) | TileState::Hand(_) | TileState::Out => {}
    }
}

fn write_award(questions: Questions<'_>, value: i64, out: &mut String) {
    let Ok(award) = questions.award(value) else { return };
    let reason = questions.rules.program().declared.reasons.get(usize::from(award.reason));
    out.push_str(reason.map_or("award", String::as_str));
    out.push(' ');
    write_number(award.points, out);
    out.push_str(" to ");
    write_player(questions, i64::from(award.to), out);
    if let Some(segment) = award.at {
        out.push_str(" at ");
        write_segment(questions, segment, out);
    }
}

fn write_player(questions: Questions<'_>, value: i64, out: &mut String) {
    out.push_str(&questions.rules.seat(usize::try_from(value).unwrap_or_default()));
}

/// A set of players names each of them.
fn write_players(questions: Questions<'_>, mask: i64, out: &mut String) {
    if mask == 0 {
        out.push_str("nobody");
    }
    let seats = (0..i64::from(questions.layout.players)).filter(|seat| mask >> seat & 1 == 1);
    for (place, seat) in seats.enumerate() {
        out.push_str(if place > 0 { ", " } else { "" });
        write_player(questions, seat, out);
    }
}

fn write_cell(cell: Cell, out: &mut String) {
    write_number(i64::from(cell.x), out);
    out.push(',');
    write_number(i64::from(cell.y), out);
}

/// Digit by digit: every move that is kept writes a few numbers, and the general way takes several times as long.
fn write_number(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    let (mut digits, mut left, mut first) = ([0; 20], number.unsigned_abs(), 20);
    loop {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.extend(digits[first..].iter().copied().map(char::from));
}

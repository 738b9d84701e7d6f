//! Tracks beside the table: a column for each space, with the pieces on it and in the slots beside it.

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::Game;
use rota_bytecode::program::{Track, TrackShape};
use rota_game::PieceLocation;

use super::{Marks, Theme};

/// Wider tracks go on in further rows.
const WIDEST: usize = 96;

/// What a space shows where no piece stands.
const EMPTY: &str = ".";

/// Draws every track with what stands on it.
pub(super) fn draw(game: &Game, theme: &Theme, marks: &Marks, out: &mut dyn Write) -> io::Result<()> {
    let declared = &game.rules().program().declared;
    let mut tracks = declared.tracks.iter().filter(|track| track.shape != TrackShape::Slots);
    tracks.try_for_each(|track| draw_track(game, theme, marks, track, out))
}

fn draw_track(
    game: &Game,
    theme: &Theme,
    marks: &Marks,
    track: &Track,
    out: &mut dyn Write,
) -> io::Result<()> {
    let declared = &game.rules().program().declared;
    if track.is_numbered {
        return draw_numbers(game, theme, marks, track, out);
    }
    let beside = declared.tracks.iter().enumerate().filter(|(slots, _)| {
        let spaces = declared.spaces.iter().filter(|space| usize::from(space.track) == *slots);
        spaces.filter_map(|space| space.beside).any(|beside| is_on(track, beside))
    });
    // The track's own row, then one for each kind of slots.
    let mut rows: Vec<(String, Option<usize>)> = vec![(track.name.clone(), None)];
    rows.extend(beside.map(|(slots, track)| (track.name.clone(), Some(slots))));
    let columns: Vec<Vec<Cell>> = (track.first..track.first + track.count)
        .map(|space| {
            let name = declared.spaces.get(usize::from(space)).map_or("", |space| space.name.as_str());
            let mut column = vec![Cell::plain(name), Cell::pieces(game, theme, marks, space)];
            for slots in rows.iter().filter_map(|(_, slots)| *slots) {
                let numbers = 0..declared.spaces.len() as u16;
                let own = numbers.filter(|slot| {
                    let slot = declared.spaces.get(usize::from(*slot));
                    slot.is_some_and(|slot| usize::from(slot.track) == slots && slot.beside == Some(space))
                });
                column.push(Cell::join(own.map(|slot| Cell::slot(game, theme, marks, slot))));
            }
            column
        })
        .collect();
    let label = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut at = 0;
    while at < columns.len() {
        let mut width = label;
        let fitting = columns.iter().skip(at).take_while(|column| {
            width += 2 + width_of(column);
            width <= WIDEST
        });
        let count = fitting.count().max(1);
        let shown = columns.get(at..at + count).unwrap_or_default();
        let heads = std::iter::once("").chain(rows.iter().map(|(name, _)| name.as_str()));
        for (row, head) in heads.enumerate() {
            let mut line = format!("    {head:<label$}");
            for column in shown {
                let cell = column.get(row).cloned().unwrap_or_default();
                let blanks = " ".repeat(width_of(column).saturating_sub(cell.width));
                line.push_str(&format!("  {}{blanks}", cell.text));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        at += count;
    }
    Ok(())
}

/// Draws a track of numbers in one line, however many they are: only those where something stands.
fn draw_numbers(
    game: &Game,
    theme: &Theme,
    marks: &Marks,
    track: &Track,
    out: &mut dyn Write,
) -> io::Result<()> {
    let declared = &game.rules().program().declared;
    let number = |space: u16| declared.spaces.get(usize::from(space)).map_or(0, |space| space.number);
    let last = track.first + track.count.saturating_sub(1);
    write!(out, "    {} {}..{}", track.name, number(track.first), number(last))?;
    for space in track.first..=last {
        let cell = Cell::pieces(game, theme, marks, space);
        if cell.width > 0 {
            write!(out, "  {}: {}", number(space), cell.text)?;
        }
    }
    writeln!(out)
}

fn is_on(track: &Track, space: u16) -> bool {
    (track.first..track.first + track.count).contains(&space)
}

fn width_of(column: &[Cell]) -> usize {
    column.iter().map(|cell| cell.width).max().unwrap_or(0)
}

/// A text with its styles, and how many columns it takes.
#[derive(Clone, Debug, Default)]
struct Cell {
    text: String,
    width: usize,
}

impl Cell {
    fn plain(text: &str) -> Cell {
        Cell { text: text.to_owned(), width: text.chars().count() }
    }

    fn styled(text: &str, style: Style) -> Cell {
        Cell { text: format!("{style}{text}{style:#}"), width: text.chars().count() }
    }

    /// The pieces on a space, and its mark.
    fn pieces(game: &Game, theme: &Theme, marks: &Marks, space: u16) -> Cell {
        let pieces =
            game.position().pieces().iter().filter(|piece| piece.location == PieceLocation::Space(space));
        let texts = pieces.map(|piece| {
            let (text, style) = theme.piece(piece.owner(), piece.kind);
            Cell::styled(&text, style)
        });
        let marks = marks.spaces.iter().filter(|(other, _)| *other == space);
        let marks = marks.map(|(_, mark)| Cell::styled(&format!("[{mark}]"), Style::new().bold()));
        Cell::join(texts.chain(marks))
    }

    /// The piece in a slot, or a sign that it is free.
    fn slot(game: &Game, theme: &Theme, marks: &Marks, slot: u16) -> Cell {
        let cell = Cell::pieces(game, theme, marks, slot);
        if cell.width == 0 { Cell::plain(EMPTY) } else { cell }
    }

    fn join(cells: impl Iterator<Item = Cell>) -> Cell {
        let mut joined = Cell::default();
        for cell in cells {
            if joined.width > 0 {
                joined.text.push(' ');
                joined.width += 1;
            }
            joined.text.push_str(&cell.text);
            joined.width += cell.width;
        }
        joined
    }
}

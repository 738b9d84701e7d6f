//! Tracks beside the table: a column for each space, with the pieces on it and in the slots beside it.

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::{Game, Piece};
use rota_bytecode::program::{Declared, Space, Track, TrackShape};
use rota_game::PieceLocation;

use super::{Marks, Theme};

/// Wider tracks go on in further rows.
const WIDEST: usize = 96;

/// What a space shows where no piece stands.
const EMPTY: &str = ".";

/// Draws every track with what stands on it.
pub(super) fn draw(game: &Game, theme: &Theme, marks: &Marks, out: &mut dyn Write) -> io::Result<()> {
    let tracks = Tracks { game, theme, marks, declared: &game.rules().program().declared };
    let mut shown = tracks.declared.tracks.iter().filter(|track| track.shape != TrackShape::Slots);
    shown.try_for_each(|track| {
        if track.is_numbered { tracks.numbers(track, out) } else { tracks.columns(track, out) }
    })
}

/// The tracks of a game as they are drawn.
struct Tracks<'a> {
    game: &'a Game,
    theme: &'a Theme,
    marks: &'a Marks,
    declared: &'a Declared,
}

impl Tracks<'_> {
    /// Draws a column for each space of a track.
    fn columns(&self, track: &Track, out: &mut dyn Write) -> io::Result<()> {
        // The track's own row, then one for each kind of slots.
        let mut rows: Vec<(String, Option<usize>)> = vec![(track.name.clone(), None)];
        let slots = self.declared.tracks.iter().enumerate().filter(|(slots, _)| {
            let spaces = self.declared.spaces.iter().filter(|space| usize::from(space.track) == *slots);
            spaces.filter_map(|space| space.beside).any(|beside| is_on(track, beside))
        });
        rows.extend(slots.map(|(slots, track)| (track.name.clone(), Some(slots))));
        let columns: Vec<Vec<Cell>> = (track.first..track.first + track.count)
            .map(|space| {
                let name = self.space(space).map_or("", |space| space.name.as_str());
                let beside =
                    rows.iter().filter_map(|(_, slots)| *slots).map(|slots| self.beside(slots, space));
                [Cell::plain(name), self.pieces(space)].into_iter().chain(beside).collect()
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
    fn numbers(&self, track: &Track, out: &mut dyn Write) -> io::Result<()> {
        let number = |space: u16| self.space(space).map_or(0, |space| space.number);
        let last = track.first + track.count.saturating_sub(1);
        write!(out, "    {} {}..{}", track.name, number(track.first), number(last))?;
        for space in track.first..=last {
            let cell = self.pieces(space);
            if cell.width > 0 {
                write!(out, "  {}: {}", number(space), cell.text)?;
            }
        }
        writeln!(out)
    }

    fn space(&self, space: u16) -> Option<&Space> {
        self.declared.spaces.get(usize::from(space))
    }

    /// The pieces on a space, and its mark.
    fn pieces(&self, space: u16) -> Cell {
        let there = |piece: &&Piece| piece.location == PieceLocation::Space(space);
        let pieces = self.game.position().pieces().iter().filter(there).map(|piece| {
            let (text, style) = self.theme.piece(piece.owner(), piece.kind);
            Cell::styled(&text, style)
        });
        let marks = self.marks.spaces.iter().filter(|(other, _)| *other == space);
        let marks = marks.map(|(_, mark)| Cell::styled(&format!("[{mark}]"), Style::new().bold()));
        Cell::join(pieces.chain(marks))
    }

    /// The slots of a kind beside a space: the piece in each, or a sign that it is free.
    fn beside(&self, slots: usize, space: u16) -> Cell {
        let all = self.declared.spaces.iter().zip(0..);
        let own = all.filter(|(slot, _)| usize::from(slot.track) == slots && slot.beside == Some(space));
        Cell::join(own.map(|(_, slot)| self.pieces(slot)).map(|cell| match cell.width {
            0 => Cell::plain(EMPTY),
            _ => cell,
        }))
    }
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

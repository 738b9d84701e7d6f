//! The table as text: seven characters by three for each tile.
//!
//! Nothing here knows a game. A kind of feature that splits sides is drawn as a line, what lies beside it as
//! ground, a kind that fills whole sides as an area, a kind that lies inside a tile as a letter.

mod look;
mod tile;
mod tracks;

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::board::Cell;
use rota::game::Game;

pub(crate) use look::Look;
use tile::{HEIGHT, Picture, WIDTH};

/// One character and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Glyph {
    letter: char,
    style: Style,
}

impl Glyph {
    const EMPTY: Glyph = Glyph { letter: ' ', style: Style::new() };
}

/// Draws what lies on the table, and the tracks beside it; `x` grows to the east, `y` to the south.
pub(crate) fn draw(game: &Game, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let board = game.position().board();
    let cells: Vec<Cell> = board.tiles().iter().map(|tile| tile.cell).collect();
    let across = cells.iter().map(|cell| cell.x);
    let down = cells.iter().map(|cell| cell.y);
    let (Some(west), Some(east)) = (across.clone().min(), across.max()) else { return Ok(()) };
    let (Some(north), Some(south)) = (down.clone().min(), down.max()) else { return Ok(()) };
    let head: String = (west..=east).map(|x| format!("{x:^WIDTH$}")).collect();
    writeln!(out, "    {}", head.trim_end())?;
    for y in north..=south {
        let pictures: Vec<Picture> = (west..=east)
            .map(|x| match board.tile_at(Cell::new(x, y)) {
                Some(laid) => tile::paint(game, look, laid),
                None => tile::blank(),
            })
            .collect();
        for row in 0..HEIGHT {
            if row == HEIGHT / 2 {
                write!(out, "{y:>3} ")?
            } else {
                write!(out, "    ")?
            };
            let glyphs = pictures.iter().filter_map(|picture| picture.get(row)).flatten();
            write_glyphs(glyphs, out)?;
        }
    }
    tracks::draw(game, look, out)
}

/// Writes a line of glyphs; a style is named once for all that share it.
fn write_glyphs<'g>(glyphs: impl Iterator<Item = &'g Glyph>, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    let mut style = Style::new();
    for glyph in glyphs {
        if glyph.style != style {
            line.push_str(&format!("{style:#}{}", glyph.style));
            style = glyph.style;
        }
        line.push(glyph.letter);
    }
    line.push_str(&format!("{style:#}"));
    writeln!(out, "{}", line.trim_end())
}

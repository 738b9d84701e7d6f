//! The table as text: seven characters by three for each tile.
//!
//! Nothing here knows a game. A kind of feature that splits sides is drawn as a line, what lies beside it as
//! ground, a kind that fills whole sides as an area, a kind that lies inside a tile as a letter.

mod between;
mod off_board;
mod theme;
mod tile;
mod tracks;

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::{Cell, Game, SegmentId};
use rota_board::{Board, BoardDelta, Bounds};
use rota_game::PieceLocation;

use between::Between;
pub(crate) use theme::Theme;
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

/// Something that stands on a segment: a piece, or a mark.
struct Token {
    segment: SegmentId,
    text: String,
    style: Style,
}

/// What is marked on the table, so that it can be spoken of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Cells on which nothing lies.
    pub cells: Vec<(Cell, String)>,
    /// Segments on the table.
    pub segments: Vec<(SegmentId, String)>,
    /// Spaces beside the table.
    pub spaces: Vec<(u16, String)>,
    /// Tiles that lie open in a row, by their number in the stock.
    pub tiles: Vec<(usize, String)>,
    /// Places off the cells: corners and sides.
    pub off_board: Vec<(PieceLocation, String)>,
}

/// A table with more rows or columns than this has its numbers on all four sides.
const SMALL: usize = 5;

/// So many tiles are drawn side by side that lie beside the table.
const ABREAST: usize = 10;

/// Draws what lies on the table, and the tracks beside it; `x` grows to the east, `y` to the south.
pub(crate) fn draw(game: &Game, theme: &Theme, marks: &Marks, out: &mut dyn Write) -> io::Result<()> {
    let (board, catalog) = (game.position().board(), game.rules().catalog());
    let marked = marks.cells.iter().map(|(cell, _)| *cell);
    // A board with a border is shown as a whole.
    let corners = catalog.border().into_iter().flat_map(|border| [border.least, border.greatest]);
    let cells = board.tiles().iter().map(|tile| tile.cell).chain(marked).chain(corners);
    let cells: Vec<Cell> = cells.collect();
    let across = cells.iter().map(|cell| cell.x);
    let down = cells.iter().map(|cell| cell.y);
    let (Some(west), Some(east)) = (across.clone().min(), across.max()) else { return Ok(()) };
    let (Some(north), Some(south)) = (down.clone().min(), down.max()) else { return Ok(()) };
    let tokens = tokens(game, theme, marks);
    let bounds = Bounds { least: Cell::new(west, north), greatest: Cell::new(east, south) };
    let between = Between::new(game, theme, marks, bounds);
    let columns = (west..=east).map(|x| format!("{:1$}{x:^WIDTH$}", "", between.width(x)));
    let head = columns.collect::<String>();
    let is_wide = usize::from(east.abs_diff(west)) >= SMALL;
    let mut above: Vec<Picture> = Vec::new();
    writeln!(out, "    {}", head.trim_end())?;
    for y in north..=south {
        let picture = |x: i16| {
            let cell = Cell::new(x, y);
            let mark = marks.cells.iter().find(|(other, _)| *other == cell);
            match board.tile_at(cell) {
                Some(laid) => {
                    let kind = game.rules().kind_of(game.position().stock_tile(laid));
                    tile::paint((board, catalog), theme, (laid, &theme.mark(&kind.attrs)), &tokens)
                }
                None => tile::blank(mark.map(|(_, mark)| mark.as_str())),
            }
        };
        let pictures: Vec<Picture> = (west..=east).map(picture).collect();
        for line in between.lines(y, &above, &pictures) {
            write_glyphs("    ", line.iter(), out)?;
        }
        for row in 0..HEIGHT {
            // The number of the row stands before it, and behind it where there is far to look.
            let number = if row == HEIGHT / 2 { y.to_string() } else { String::new() };
            let behind = if is_wide { format!(" {number}") } else { String::new() };
            let behind = behind.chars().map(|letter| Glyph { letter, style: Style::new() });
            let glyphs: Vec<Glyph> =
                between.row(Cell::new(west, y), &pictures, row).into_iter().chain(behind).collect();
            write_glyphs(&format!("{number:>3} "), glyphs.iter(), out)?;
        }
        above = pictures;
    }
    for line in between.lines(south + 1, &above, &[]) {
        write_glyphs("    ", line.iter(), out)?;
    }
    if usize::from(south.abs_diff(north)) >= SMALL {
        writeln!(out, "    {}", head.trim_end())?;
    }
    off_board::draw(game, theme, &marks.off_board, &between, out)?;
    tracks::draw(game, theme, marks, out)
}

/// Draws tiles of the stock that need not lie on the table, side by side: each with its number in the stock, the
/// quarters it is turned by, and what to write above it.
pub(crate) fn draw_tiles(
    game: &Game,
    theme: &Theme,
    tiles: &[(usize, u8, String)],
    out: &mut dyn Write,
) -> io::Result<()> {
    tiles.chunks(ABREAST).try_for_each(|tiles| draw_abreast(game, theme, tiles, out))
}

fn draw_abreast(
    game: &Game,
    theme: &Theme,
    tiles: &[(usize, u8, String)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let catalog = game.rules().catalog();
    let mut head = String::new();
    let mut pictures = Vec::new();
    for (tile, rotation, title) in tiles {
        // The tile is laid on a table of its own.
        let mut board = Board::new(catalog);
        let kind = game.rules().kind_of(*tile);
        let Some(shape) = kind.shape else { continue };
        let laid = board.place(catalog, shape, Cell::new(0, 0), *rotation, &mut BoardDelta::new());
        let Ok(laid) = laid else { continue };
        head.push_str(&format!("{title:^WIDTH$}  "));
        let picture = tile::paint((&board, catalog), theme, (laid, &theme.mark(&kind.attrs)), &[]);
        pictures.push(picture.map(|row| row.into_iter().chain([Glyph::EMPTY; 2]).collect::<Vec<Glyph>>()));
    }
    if !head.trim_end().is_empty() {
        writeln!(out, "    {}", head.trim_end())?;
    }
    for row in 0..HEIGHT {
        write_glyphs("    ", pictures.iter().filter_map(|picture| picture.get(row)).flatten(), out)?;
    }
    Ok(())
}

/// Pieces and marks; where they share a segment, pieces come first.
fn tokens(game: &Game, theme: &Theme, marks: &Marks) -> Vec<Token> {
    let position = game.position();
    let pieces = position.standing().iter().filter_map(|number| {
        let piece = position.pieces().get(usize::from(*number))?;
        let (text, style) = theme.piece(piece.owner(), piece.kind);
        Some(Token { segment: piece.on()?, text, style })
    });
    let marks = marks.segments.iter().map(|(segment, text)| Token {
        segment: *segment,
        text: text.clone(),
        style: Style::new().bold().underline(),
    });
    pieces.chain(marks).collect()
}

/// Writes some plain text and a line of glyphs; a style is named once for all that share it.
fn write_glyphs<'g>(
    before: &str,
    glyphs: impl Iterator<Item = &'g Glyph>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = before.to_owned();
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

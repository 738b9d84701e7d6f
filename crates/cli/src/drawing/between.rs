//! What stands between cells: pieces and marks on sides and on corners. Where there are any, the tiles are moved apart
//! to make room for them; a table without them has no gaps.

use std::collections::BTreeMap;

use clap::builder::styling::Style;
use rota::{Cell, Game};
use rota_board::Bounds;
use rota_game::PieceLocation;

use super::tile::{HEIGHT, Picture, WIDTH};
use super::{Glyph, Marks, Theme};

/// A side with a piece on it that runs from west to east.
const ACROSS: char = '━';

/// A side with a piece on it that runs from north to south.
const DOWN: char = '┃';

/// Which part of the rim of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rim {
    /// Its northern side.
    North,
    /// Its western side.
    West,
    /// Its north-western corner.
    Corner,
}

/// A piece or a mark.
struct Stake {
    glyphs: Vec<Glyph>,
    /// In which colour the side is drawn that a piece stands on.
    bar: Option<Style>,
}

/// All that stands between the cells of a table.
pub(super) struct Between {
    bounds: Bounds,
    stakes: BTreeMap<(Cell, Rim), Vec<Stake>>,
}

impl Between {
    /// What stands between the cells within some bounds, or around them.
    pub fn new(game: &Game, theme: &Theme, marks: &Marks, bounds: Bounds) -> Between {
        let mut between = Between { bounds, stakes: BTreeMap::new() };
        for piece in game.position().pieces() {
            let (text, style) = theme.piece(piece.owner(), piece.kind);
            let bar = Some(Style::new().fg_color(style.get_fg_color()));
            between.add(piece.location, Stake { glyphs: glyphs(&text, style), bar });
        }
        for (place, mark) in &marks.off_board {
            let glyphs = glyphs(&format!("[{mark}]"), Style::new().bold());
            between.add(*place, Stake { glyphs, bar: None });
        }
        between
    }

    /// Whether a place is one of those that are shown here.
    pub fn shows(&self, location: PieceLocation) -> bool {
        self.place(location).is_some()
    }

    fn place(&self, location: PieceLocation) -> Option<(Cell, Rim)> {
        let Bounds { least, greatest } = self.bounds;
        let (cell, rim) = match location {
            PieceLocation::Corner(corner) => (corner, Rim::Corner),
            PieceLocation::Side(border) => {
                let [(cell, _), _] = border.cells();
                (cell, if border.is_western() { Rim::West } else { Rim::North })
            }
            PieceLocation::Segment(_) | PieceLocation::Space(_) | PieceLocation::Tile(_) => return None,
            PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => return None,
        };
        let (east, south) = (i16::from(rim != Rim::North), i16::from(rim != Rim::West));
        let (east, south) = (greatest.x + east, greatest.y + south);
        ((least.x..=east).contains(&cell.x) && (least.y..=south).contains(&cell.y)).then_some((cell, rim))
    }

    fn add(&mut self, location: PieceLocation, stake: Stake) {
        if let Some(place) = self.place(location) {
            self.stakes.entry(place).or_default().push(stake);
        }
    }

    fn at(&self, cell: Cell, rim: Rim) -> &[Stake] {
        self.stakes.get(&(cell, rim)).map_or(&[], Vec::as_slice)
    }

    /// How many characters there are to the west of a column of cells.
    pub fn width(&self, x: i16) -> usize {
        let own = self.stakes.iter().filter(|((cell, rim), _)| cell.x == x && *rim != Rim::North);
        let needed = own.map(|((_, rim), stakes)| match rim {
            Rim::West => (0..HEIGHT).map(|row| length(&in_row(stakes, row))).max().unwrap_or(0),
            Rim::North | Rim::Corner => length(&stakes.iter().collect::<Vec<&Stake>>()),
        });
        needed.max().unwrap_or(0)
    }

    /// The lines between two rows of cells, to the north of those with this number: none where nothing stands there.
    pub fn lines(&self, y: i16, above: &[Picture], below: &[Picture]) -> Vec<Vec<Glyph>> {
        let columns = || self.bounds.least.x..=self.bounds.greatest.x;
        let in_lines = |x: i16| in_lines(self.at(Cell::new(x, y), Rim::North));
        let has_corners = self.stakes.keys().any(|(cell, rim)| cell.y == y && *rim == Rim::Corner);
        let count = columns().map(|x| in_lines(x).len()).max().unwrap_or(0).max(usize::from(has_corners));
        let line = |number: usize| {
            let mut line = Vec::new();
            for (place, x) in columns().enumerate() {
                line.extend(self.corner(Cell::new(x, y), number));
                let bar = bar(self.at(Cell::new(x, y), Rim::North));
                let land = |column: usize| {
                    let before = above.get(place).and_then(|picture| picture.last()?.get(column));
                    let after = below.get(place).and_then(|picture| picture.first()?.get(column));
                    land(before, after)
                };
                let ground = (0..WIDTH).map(|column| match bar {
                    Some(style) => Glyph { letter: ACROSS, style },
                    None => land(column),
                });
                let stakes = in_lines(x).into_iter().nth(number).unwrap_or_default();
                line.extend(strip(&stakes, ground.collect()));
            }
            line.extend(self.corner(Cell::new(self.bounds.greatest.x + 1, y), number));
            line
        };
        (0..count).map(line).collect()
    }

    /// What stands on the north-western corner of a cell, in one of the lines to the north of its row.
    fn corner(&self, cell: Cell, number: usize) -> Vec<Glyph> {
        let stakes = if number == 0 { self.at(cell, Rim::Corner) } else { &[] };
        strip(&stakes.iter().collect::<Vec<&Stake>>(), vec![Glyph::EMPTY; self.width(cell.x)])
    }

    /// A row of what stands to the west of a cell, between what two tiles show there.
    fn west(&self, cell: Cell, row: usize, before: Option<&Glyph>, after: Option<&Glyph>) -> Vec<Glyph> {
        let stakes = self.at(cell, Rim::West);
        let (own, width) = (in_row(stakes, row), self.width(cell.x));
        match bar(stakes) {
            Some(style) if own.is_empty() => {
                let stroke = Stake { glyphs: vec![Glyph { letter: DOWN, style }], bar: None };
                strip(&[&stroke], vec![Glyph::EMPTY; width])
            }
            Some(_) => strip(&own, vec![Glyph::EMPTY; width]),
            None => strip(&own, vec![land(before, after); width]),
        }
    }

    /// A row of the pictures of some cells, which begin with this one and go on to the east.
    pub fn row(&self, first: Cell, pictures: &[Picture], row: usize) -> Vec<Glyph> {
        let mut line = Vec::new();
        let mut before: Option<&[Glyph; WIDTH]> = None;
        let rows = pictures.iter().map(|picture| picture.get(row)).chain([None]);
        for (own, x) in rows.zip(first.x..) {
            let (left, right) = (before.and_then(|row| row.last()), own.and_then(|row| row.first()));
            line.extend(self.west(Cell::new(x, first.y), row, left, right));
            line.extend(own.into_iter().flatten());
            before = own;
        }
        line
    }
}

/// In which colour a side is drawn: that of the first piece on it; where none stands there is no bar.
fn bar(stakes: &[Stake]) -> Option<Style> {
    stakes.iter().find_map(|stake| stake.bar)
}

/// What fills the gap between two tiles: where both show something there, what one of them shows goes on.
fn land(before: Option<&Glyph>, after: Option<&Glyph>) -> Glyph {
    let (Some(before), Some(after)) = (before, after) else { return Glyph::EMPTY };
    if [before, after].iter().any(|glyph| glyph.letter == ' ') {
        return Glyph::EMPTY;
    }
    // Letters say something of their own tile.
    [before, after].into_iter().find(|glyph| !glyph.letter.is_alphanumeric()).copied().unwrap_or(Glyph::EMPTY)
}

fn glyphs(text: &str, style: Style) -> Vec<Glyph> {
    text.chars().map(|letter| Glyph { letter, style }).collect()
}

/// What stands in one of the rows beside a western side: what is alone in the middle, two above and below it.
fn in_row(stakes: &[Stake], row: usize) -> Vec<&Stake> {
    let rows: &[usize] = match stakes {
        [_] => &[1],
        [_, _] => &[0, 2],
        _ => &[0, 1, 2],
    };
    let there = stakes.iter().zip(rows.iter().cycle()).filter(|(_, own)| **own == row);
    there.map(|(stake, _)| stake).collect()
}

/// What stands along a northern side, as many lines as it needs.
fn in_lines(stakes: &[Stake]) -> Vec<Vec<&Stake>> {
    let mut lines: Vec<Vec<&Stake>> = Vec::new();
    for stake in stakes {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + stake.glyphs.len() <= WIDTH => line.push(stake),
            _ => lines.push(vec![stake]),
        }
    }
    lines
}

/// How many characters some stakes take beside one another.
fn length(stakes: &[&Stake]) -> usize {
    let glyphs: usize = stakes.iter().map(|stake| stake.glyphs.len()).sum();
    glyphs + stakes.len().saturating_sub(1)
}

/// Stakes beside one another in the middle of what is behind them.
fn strip(stakes: &[&Stake], mut ground: Vec<Glyph>) -> Vec<Glyph> {
    let mut at = ground.len().saturating_sub(length(stakes)) / 2;
    for stake in stakes {
        for (place, glyph) in ground.iter_mut().skip(at).zip(&stake.glyphs) {
            *place = *glyph;
        }
        at += stake.glyphs.len() + 1;
    }
    ground
}

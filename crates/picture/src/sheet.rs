//! A tile set as a sheet: each kind with its name and how many there are.

use rota_bytecode::vocabulary::Vocabulary;
use rota_tiles::{BoardLayout, TileKind, TileSet};

use crate::Picture;
use crate::geometry::{Point, SPAN};
use crate::legend::Legend;
use crate::palette::{FAINT, INK, PAPER};
use crate::svg::{Align, Escaped, Svg, shortened, width};
use crate::tile::Theme;

/// Around everything.
const MARGIN: i32 = 60;

/// Between two tiles beside one another.
const GAP: i32 = 44;

/// From a row of tiles to the next one: the words of a tile stand there.
const CAPTION: i32 = 116;

/// The most tiles in a row.
const MOST_IN_ROW: i32 = 8;

/// Draws the kinds of a set: those that a printing holds, or without one all of them. `pixels` is how many a tile
/// has across.
///
/// `vocabulary` is the one that the set was loaded with.
#[must_use]
pub fn sheet(set: &TileSet, vocabulary: &Vocabulary, printing: Option<usize>, pixels: u32) -> Picture {
    let theme = Theme::new(vocabulary);
    let mut sheet = Sheet {
        set,
        theme: &theme,
        printing,
        defs: Svg::default(),
        svg: Svg::default(),
        legend: Legend::default(),
        drawn: 0,
    };
    theme.define_common(&mut sheet.defs);
    let kinds = sheet.kinds();
    let in_row = in_row(kinds.len());
    let boards = set.boards.iter().map(|board| extent(board).1.0).max().unwrap_or(0);
    let title =
        width(&set.title, 52).max(sheet.printings().iter().map(|line| width(line, 26)).max().unwrap_or(0));
    let inner = (in_row * (SPAN + GAP) - GAP).max(boards).max(title).max(SPAN * 3);
    let mut y = sheet.heading();
    for (index, kind) in (0_i32..).zip(&kinds) {
        let corner =
            Point::new(MARGIN + index % in_row * (SPAN + GAP), y + index / in_row * (SPAN + CAPTION));
        sheet.tile(kind, corner);
        sheet.caption(kind, corner);
    }
    let rows = (i32::try_from(kinds.len()).unwrap_or(i32::MAX) + in_row - 1) / in_row;
    y += rows * (SPAN + CAPTION);
    for board in &set.boards {
        y += sheet.board(board, y);
    }
    y += sheet.legend.draw(&mut sheet.svg, &theme, Point::new(MARGIN, y), inner);
    let units = (inner + MARGIN * 2, y + MARGIN);
    let mut whole = Svg::default();
    whole.raw(format_args!("<defs>\n"));
    whole.add(&sheet.defs);
    whole.raw(format_args!("</defs>\n"));
    whole.add(&sheet.svg);
    Picture::new(whole, &set.title, units, pixels, PAPER)
}

/// How many tiles stand in a row: about as many as make the sheet a little higher than wide.
fn in_row(count: usize) -> i32 {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    (1..MOST_IN_ROW).find(|across| across.saturating_mul(across + 1) >= count).unwrap_or(MOST_IN_ROW)
}

/// The north-western corner of a board and how many units it takes.
fn extent(board: &BoardLayout) -> ((i32, i32), (i32, i32)) {
    let across = || board.cells.iter().map(|(x, ..)| i32::from(*x));
    let down = || board.cells.iter().map(|(_, y, _)| i32::from(*y));
    let (west, north) = (across().min().unwrap_or(0), down().min().unwrap_or(0));
    let size = |most: Option<i32>, least: i32| most.map_or(0, |most| (most - least + 1) * SPAN);
    ((west, north), (size(across().max(), west), size(down().max(), north)))
}

struct Sheet<'a> {
    set: &'a TileSet,
    theme: &'a Theme<'a>,
    printing: Option<usize>,
    defs: Svg,
    svg: Svg,
    legend: Legend,
    drawn: usize,
}

impl<'a> Sheet<'a> {
    /// The kinds to be drawn.
    fn kinds(&self) -> Vec<&'a TileKind> {
        let is_shown = |kind: &&TileKind| {
            self.printing.is_none_or(|printing| kind.counts.get(printing).is_some_and(|count| *count > 0))
        };
        self.set.kinds.iter().filter(is_shown).collect()
    }

    /// A line for each printing that is shown.
    fn printings(&self) -> Vec<String> {
        let printings = self.set.printings.iter().enumerate();
        let shown = printings.filter(|(index, _)| self.printing.is_none_or(|printing| printing == *index));
        let line = |(index, printing): (usize, &rota_tiles::Printing)| {
            let counts = self.set.kinds.iter().filter_map(|kind| kind.counts.get(index));
            let tiles: u32 = counts.map(|count| u32::from(*count)).sum();
            format!("{}: {} ({tiles} tiles)", printing.id, printing.title)
        };
        shown.map(line).collect()
    }

    /// Writes the title and the printings; returns where the tiles begin.
    fn heading(&mut self) -> i32 {
        let mut y = MARGIN + 44;
        self.svg.text(Point::new(MARGIN, y), 52, Align::Start, INK, &self.set.title);
        for line in self.printings() {
            y += 42;
            self.svg.text(Point::new(MARGIN, y), 26, Align::Start, FAINT, &line);
        }
        y + 48
    }

    fn tile(&mut self, kind: &TileKind, corner: Point) {
        let layout = self.theme.layout(&kind.shape, &kind.attrs);
        let feature = |segment: usize| {
            kind.shape.segments.get(segment).map_or(0, |segment| usize::from(segment.feature.0))
        };
        self.legend.note(&layout, (0..kind.shape.segments.len()).map(feature));
        self.theme.define(&mut self.defs, self.drawn, &layout);
        let Point { x, y } = corner;
        let title = kind.title.as_deref().unwrap_or(&kind.id);
        self.svg.raw(format_args!(
            "<g><title>{}</title><use href=\"#t{}\" x=\"{x}\" y=\"{y}\"/>\n",
            Escaped(title),
            self.drawn
        ));
        self.theme.upright(&mut self.svg, &layout, corner, 0, &feature, &[]);
        self.svg.raw(format_args!("</g>\n"));
        self.drawn += 1;
    }

    /// Writes what a kind is called and how many there are.
    fn caption(&mut self, kind: &TileKind, corner: Point) {
        let counts: Vec<u16> = match self.printing {
            Some(printing) => kind.counts.get(printing).copied().into_iter().collect(),
            None => kind.counts.clone(),
        };
        let first = counts.first().copied().unwrap_or(0);
        let differs = counts.iter().any(|count| *count != first);
        let foot = corner.y + SPAN + 38;
        let count = if differs { String::new() } else { format!("×{first}") };
        let room = SPAN - width(&count, 34) - 8;
        let size = if width(&kind.id, 34) > room { 24 } else { 34 };
        // A long name has the line for itself.
        let is_alone = width(&kind.id, size) > room;
        let room = if is_alone { SPAN + GAP - 10 } else { room };
        self.svg.text(Point::new(corner.x, foot), size, Align::Start, INK, &shortened(&kind.id, size, room));
        if differs {
            let held = self.set.printings.iter().zip(&counts).filter(|(_, count)| **count > 0);
            let words: Vec<String> =
                held.map(|(printing, count)| format!("{} ×{count}", printing.id)).collect();
            let line = shortened(&words.join(", "), 22, SPAN + GAP - 10);
            self.svg.text(Point::new(corner.x, foot + 32), 22, Align::Start, FAINT, &line);
        } else {
            let line = if is_alone { foot + 36 } else { foot };
            self.svg.text(Point::new(corner.x + SPAN, line), 34, Align::End, INK, &count);
        }
    }

    /// Draws a board as it lies; returns how high it is.
    fn board(&mut self, board: &BoardLayout, y: i32) -> i32 {
        let ((west, north), (_, down)) = extent(board);
        let title = board.title.as_deref().map(|title| format!("{}: {title}", board.id));
        let title = title.unwrap_or_else(|| board.id.clone());
        self.svg.text(Point::new(MARGIN, y + 36), 34, Align::Start, INK, &title);
        for (x, row, kind) in &board.cells {
            let corner =
                Point::new(MARGIN + (i32::from(*x) - west) * SPAN, y + 60 + (i32::from(*row) - north) * SPAN);
            self.tile(kind, corner);
        }
        down + CAPTION
    }
}

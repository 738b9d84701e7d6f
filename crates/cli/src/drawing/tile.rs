//! One tile as it lies on the table.

use clap::builder::styling::Style;
use rota::{SegmentId, TileId};
use rota_board::{Board, Catalog, Port, SideThird, side};
use rota_picture::FeatureStyle;

use super::theme::{Theme, lines};
use super::{Glyph, Token};

/// Characters across a tile.
pub(super) const WIDTH: usize = 7;

/// Characters down a tile.
pub(super) const HEIGHT: usize = 3;

/// The middle of a tile: row and column.
const MIDDLE: (usize, usize) = (1, 3);

/// Where letters of features inside the tile stand, best places first.
const INSIDE: [(usize, usize); 5] = [MIDDLE, (1, 1), (1, 5), (0, 1), (2, 5)];

/// Where the marks of a tile stand.
const MARKS: [(usize, usize); 3] = [(0, 0), (0, 1), (0, 2)];

/// Stands where several lines end.
const KNOT: char = '○';

/// The characters of a tile, row by row.
pub(super) type Picture = [[Glyph; WIDTH]; HEIGHT];

/// A cell of the table on which nothing lies, perhaps with a mark.
pub(super) fn blank(mark: Option<&str>) -> Picture {
    let mut picture = [[Glyph::EMPTY; WIDTH]; HEIGHT];
    let Some(mark) = mark else {
        set(&mut picture, MIDDLE, Glyph { letter: '.', style: Style::new().dimmed() });
        return picture;
    };
    let text = format!("[{mark}]");
    let start = (WIDTH + 1).saturating_sub(text.chars().count()) / 2;
    for (column, letter) in (start..).zip(text.chars()) {
        set(&mut picture, (MIDDLE.0, column), Glyph { letter, style: Style::new().bold() });
    }
    picture
}

/// Draws a tile with the mark it bears and what stands on it.
pub(super) fn paint(
    (board, catalog): (&Board, &Catalog),
    theme: &Theme,
    (laid, mark): (TileId, &str),
    tokens: &[Token],
) -> Picture {
    let mut painter = Painter { board, catalog, theme, laid, owners: [[None; WIDTH]; HEIGHT] };
    painter.areas();
    let middle = painter.lines();
    let mut picture = painter.signs(middle);
    let inside = painter.inside(middle.is_some(), &mut picture);
    painter.attributes(&mut picture);
    painter.mark(mark, &mut picture);
    painter.tokens(tokens, &inside, &mut picture);
    picture
}

fn set(picture: &mut Picture, (row, column): (usize, usize), glyph: Glyph) {
    if let Some(place) = picture.get_mut(row).and_then(|row| row.get_mut(column)) {
        *place = glyph;
    }
}

/// A segment with a letter, and where the letter stands.
type Inside = Vec<(SegmentId, (usize, usize))>;

struct Painter<'a> {
    board: &'a Board,
    catalog: &'a Catalog,
    theme: &'a Theme,
    laid: TileId,
    /// Which segment each character belongs to.
    owners: [[Option<SegmentId>; WIDTH]; HEIGHT],
}

impl Painter<'_> {
    /// What lies at a part of a side: of two half tiles in a cell each has two of its sides.
    fn at(&self, side: u8, part: SideThird) -> Option<SegmentId> {
        self.at_port(side, Port::new(side, part))
    }

    fn at_port(&self, side: u8, port: Port) -> Option<SegmentId> {
        let laid = self.board.tile_facing(self.board.tile(self.laid).cell, side)?;
        self.board.segment_at(self.catalog, laid, port)
    }

    /// The tiles in the cell: one, or two half tiles.
    fn tiles(&self) -> impl Iterator<Item = TileId> + use<> {
        self.board.tiles_in(self.board.tile(self.laid).cell)
    }

    fn segments(&self) -> impl Iterator<Item = SegmentId> {
        self.tiles().flat_map(|tile| self.board.tile(tile).segments())
    }

    /// What lies at a half of a side: on a whole side the segment that has all of it.
    fn half(&self, side: u8, part: SideThird) -> Option<SegmentId> {
        self.at(side, part)
            .or_else(|| self.at(side, SideThird::Middle).filter(|segment| !self.is_line(*segment)))
    }

    fn role(&self, segment: SegmentId) -> FeatureStyle {
        self.theme.kind(self.board.kind(segment)).map_or(FeatureStyle::Area(0), |kind| kind.role)
    }

    fn is_line(&self, segment: SegmentId) -> bool {
        self.role(segment).is_line()
    }

    /// The sides a segment reaches, a bit each.
    fn sides(&self, segment: SegmentId) -> usize {
        let reaches =
            |side: u8| Port::at(side).into_iter().any(|port| self.at_port(side, port) == Some(segment));
        (0..4).filter(|side| reaches(*side)).fold(0, |mask, side| mask | 1 << side)
    }

    fn own(&mut self, (row, column): (usize, usize), segment: Option<SegmentId>) {
        if let Some(place) = self.owners.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = segment;
        }
    }

    /// Gives each character to ground or area, as if there were no lines.
    fn areas(&mut self) {
        let middle = self.middle();
        for (row, facing) in [(0, side::NORTH), (HEIGHT - 1, side::SOUTH)] {
            let (west, east) = if facing == side::NORTH {
                (SideThird::Left, SideThird::Right)
            } else {
                (SideThird::Right, SideThird::Left)
            };
            let (west, east) = (self.half(facing, west), self.half(facing, east));
            let between = self.at(facing, SideThird::Middle);
            for (column, owner) in [(1, west), (2, west), (3, between), (4, east), (5, east)] {
                self.own((row, column), owner);
            }
            let (left, right) = if facing == side::NORTH {
                (SideThird::Right, SideThird::Left)
            } else {
                (SideThird::Left, SideThird::Right)
            };
            self.own((row, 0), self.corner(west, self.half(side::WEST, left)));
            self.own((row, WIDTH - 1), self.corner(east, self.half(side::EAST, right)));
        }
        for (outer, inner, facing) in [(0, [1, 2], side::WEST), (WIDTH - 1, [5, 4], side::EAST)] {
            let here = self.at(facing, SideThird::Middle);
            let segment = here.filter(|segment| !self.is_line(*segment)).or(middle);
            // What reaches only this side is drawn as a cap; what goes on fills the way to the middle.
            let goes_on = segment.is_some_and(|segment| self.sides(segment).count_ones() > 1);
            let [near, far] = inner;
            // On a blank side nothing is drawn.
            self.own((1, outer), here.and(segment));
            self.own((1, near), segment);
            self.own((1, far), if goes_on { segment } else { middle });
        }
        self.own(MIDDLE, middle);
    }

    /// The segment that has the middle of the tile: the one that reaches most sides, ground before areas.
    fn middle(&self) -> Option<SegmentId> {
        let flat = self
            .segments()
            .filter(|segment| matches!(self.role(*segment), FeatureStyle::Ground(_) | FeatureStyle::Area(_)));
        flat.max_by_key(|segment| (self.sides(*segment).count_ones(), self.role(*segment).is_ground()))
    }

    /// A corner between two sides: ground shows there, so that a thin rim of it can be seen.
    fn corner(&self, first: Option<SegmentId>, second: Option<SegmentId>) -> Option<SegmentId> {
        let (Some(one), Some(two)) = (first, second) else { return first.or(second) };
        Some(if self.role(two).is_ground() { two } else { one })
    }

    /// Draws lines over the areas; returns the stroke in the middle where one goes there.
    fn lines(&mut self) -> Option<(SegmentId, char)> {
        let lines: Vec<SegmentId> = self.segments().filter(|segment| self.is_line(*segment)).collect();
        for segment in &lines {
            let sides = self.sides(*segment);
            for (facing, places) in [
                (side::NORTH, &[(0, 3)][..]),
                (side::EAST, &[(1, 4), (1, 5), (1, 6)]),
                (side::SOUTH, &[(2, 3)]),
                (side::WEST, &[(1, 0), (1, 1), (1, 2)]),
            ] {
                if sides >> facing & 1 != 0 {
                    for place in places {
                        self.own(*place, Some(*segment));
                    }
                }
            }
        }
        let through = lines.iter().find(|segment| self.sides(**segment).count_ones() > 1);
        let middle = match (through, lines.as_slice()) {
            (Some(segment), _) => Some((*segment, self.stroke(*segment, self.sides(*segment)))),
            (None, [first, _, ..]) => Some((*first, KNOT)),
            (None, _) => None,
        };
        if let Some((segment, _)) = middle {
            self.own(MIDDLE, Some(segment));
        }
        middle
    }

    fn stroke(&self, segment: SegmentId, sides: usize) -> char {
        match self.role(segment) {
            FeatureStyle::Line(number) => lines(number).stroke(sides),
            FeatureStyle::Ground(_) | FeatureStyle::Area(_) | FeatureStyle::Inside(_) => KNOT,
        }
    }

    fn signs(&self, middle: Option<(SegmentId, char)>) -> Picture {
        let mut picture = [[Glyph::EMPTY; WIDTH]; HEIGHT];
        for (row, owners) in self.owners.iter().enumerate() {
            for (column, owner) in owners.iter().enumerate() {
                let Some(segment) = *owner else { continue };
                let Some(kind) = self.theme.kind(self.board.kind(segment)) else { continue };
                let letter = match (kind.role, middle) {
                    (FeatureStyle::Line(_), Some((_, stroke))) if (row, column) == MIDDLE => stroke,
                    // Lines leave the tile straight: across in the middle row, down in the others.
                    (FeatureStyle::Line(_), _) => {
                        self.stroke(segment, if row == MIDDLE.0 { 0b1010 } else { 0b0101 })
                    }
                    _ => kind.sign,
                };
                set(&mut picture, (row, column), Glyph { letter, style: kind.style });
            }
        }
        picture
    }

    /// Writes the letters of features that lie inside the tile.
    fn inside(&self, is_middle_taken: bool, picture: &mut Picture) -> Inside {
        let inside = self.segments().filter(|segment| self.sides(*segment) == 0);
        let places = INSIDE.into_iter().skip(usize::from(is_middle_taken));
        let inside: Inside = inside.zip(places).collect();
        for (segment, place) in &inside {
            if let Some(kind) = self.theme.kind(self.board.kind(*segment)) {
                set(picture, *place, Glyph { letter: kind.sign, style: kind.style });
            }
        }
        inside
    }

    /// Writes a letter for each attribute that a segment has.
    fn attributes(&self, picture: &mut Picture) {
        let drawn = self.tiles().flat_map(|tile| {
            let tile = self.board.tile(tile);
            let shape = self.catalog.shapes().get(usize::from(tile.shape.0));
            tile.segments().zip(shape.into_iter().flat_map(|shape| &shape.segments))
        });
        for (segment, drawn) in drawn {
            let Some(kind) = self.theme.kind(drawn.feature) else { continue };
            let mut places = self.places(segment).into_iter().rev();
            let had = kind.attrs.iter().zip(&drawn.attrs).filter(|(_, value)| **value != 0);
            for letter in had.filter_map(|(letter, _)| *letter) {
                if let Some(place) = places.next() {
                    set(picture, place, Glyph { letter, style: kind.style.bold() });
                }
            }
        }
    }

    /// Writes what the tile itself is marked with into its corner.
    fn mark(&self, mark: &str, picture: &mut Picture) {
        for (letter, place) in mark.chars().zip(MARKS) {
            set(picture, place, Glyph { letter, style: Style::new().bold().underline() });
        }
    }

    fn tokens(&self, tokens: &[Token], inside: &Inside, picture: &mut Picture) {
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for Token { segment, text, style } in tokens {
            let segment = *segment;
            if !self.tiles().any(|tile| tile == self.board.segment_tile(segment)) {
                continue;
            }
            let length = text.chars().count();
            let own = inside.iter().find(|(other, _)| *other == segment);
            let places = match own {
                // Beside its letter, on either side.
                Some((_, (row, column))) => vec![(*row, column + 1), (*row, column.saturating_sub(length))],
                None => self.places(segment),
            };
            let fits = |(row, column): (usize, usize)| (row, column.min(WIDTH - length.min(WIDTH)));
            let mut places = places.into_iter().map(fits);
            let free = places.find(|place| !taken.contains(place)).unwrap_or(MIDDLE);
            for (offset, letter) in text.chars().enumerate() {
                let place = (free.0, free.1 + offset);
                taken.push(place);
                set(picture, place, Glyph { letter, style: *style });
            }
        }
    }

    /// The characters of a segment, the best ones for a piece first.
    fn places(&self, segment: SegmentId) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (row, owners) in self.owners.iter().enumerate() {
            let columns = owners.iter().enumerate().filter(|(_, owner)| **owner == Some(segment));
            places.extend(columns.map(|(column, _)| (row, column)));
        }
        let count = places.len().max(1);
        let rows: usize = places.iter().map(|(row, _)| row).sum();
        let columns: usize = places.iter().map(|(_, column)| column).sum();
        let is_line = self.is_line(segment);
        // A piece stands amid its area, but neither on a bend or a knot nor at the rim of the tile.
        places.sort_by_key(|(row, column)| {
            let at_rim = (*column == 0 || *column == WIDTH - 1) && count > 2;
            let on_bend = is_line && (*row, *column) == MIDDLE;
            let away = (row * count).abs_diff(rows) * 2 + (column * count).abs_diff(columns);
            (at_rim || on_bend, away, *row, *column)
        });
        places
    }
}

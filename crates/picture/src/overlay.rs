//! What is drawn over the tiles: what rules have joined and ended, pieces on sides and corners, what is remembered of
//! places.

use std::collections::BTreeMap;

use rota::{Cell, Piece, PieceLocation, SegmentId, Target};
use rota_board::{Border, Port, SideThird};

use crate::geometry::{HALF, Point, SPAN, along, half_start, inward};
use crate::palette::{CARD, INK};
use crate::scene::Scene;
use crate::svg::{Align, Svg, shortened, width};
use crate::symbols;

/// Between two pieces on one corner.
const APART: i32 = 36;

/// How wide a bar on a side is.
const BAR: i32 = 30;

/// Between a bar and the corners.
const BAR_ENDS: i32 = 14;

/// From the border of its tile to the stroke that ends a segment.
const END_OFF: i32 = 7;

/// How far such a stroke reaches to both sides of a line.
const END_REACH: i32 = 26;

/// The size of the words of a caption.
const CAPTION_SIZE: i32 = 20;

/// How high a caption is.
const CAPTION_HIGH: i32 = 28;

/// Where the caption of a whole cell stands in it.
pub(crate) const FOOT: Point = Point::new(HALF, SPAN - CAPTION_HIGH / 2 - 6);

impl Scene<'_> {
    /// Draws a thin dashed line between any two segments that rules have joined.
    pub fn links(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        for (one, other) in self.game.position().board().links() {
            let places = [one, other].map(|segment| self.place(segment, corner));
            let [Some(from), Some(to)] = places else { continue };
            let d = format!("M{},{}L{},{}", from.x, from.y, to.x, to.y);
            svg.raw(format_args!(
                "<path class=\"link\" d=\"{d}\" fill=\"none\" stroke=\"{CARD}\" stroke-width=\"9\" \
                 stroke-linecap=\"round\"/>\
                 <path d=\"{d}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"4\" stroke-dasharray=\"16 10\"/>\n"
            ));
        }
    }

    /// Draws a dark stroke across each segment at the sides where a rule has ended it.
    pub fn ends(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let (board, catalog) = (self.game.position().board(), self.game.rules().catalog());
        for laid in self.laid() {
            let tile = board.tile(laid);
            let ended = tile.segments().flat_map(|segment| (0..4).map(move |side| (segment, side)));
            for (segment, side) in ended.filter(|(segment, side)| board.has_ended(*segment, *side)) {
                let is_line = self.theme.style(self.kind_of(segment)).is_line();
                for third in [SideThird::Left, SideThird::Middle, SideThird::Right] {
                    if board.segment_at(catalog, laid, Port::new(side, third)) != Some(segment) {
                        continue;
                    }
                    let (from, to) = match third {
                        SideThird::Left => (0, HALF),
                        SideThird::Right => (HALF, SPAN),
                        SideThird::Middle if is_line => (HALF - END_REACH, HALF + END_REACH),
                        SideThird::Middle => (0, SPAN),
                    };
                    let start = half_start(side * 2).along(inward(side), END_OFF);
                    let Point { x, y } = corner(tile.cell);
                    let [from, to] = [from, to].map(|steps| start.along(along(side), steps));
                    svg.raw(format_args!(
                        "<path class=\"end\" d=\"M{},{}L{},{}\" stroke=\"{INK}\" stroke-width=\"8\"/>\n",
                        x + from.x,
                        y + from.y,
                        x + to.x,
                        y + to.y
                    ));
                }
            }
        }
    }

    /// Draws the pieces on corners, and those on sides as bars along them.
    pub fn pieces_between(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let mut corners: BTreeMap<Cell, i32> = BTreeMap::new();
        let mut sides: BTreeMap<Border, Vec<Piece>> = BTreeMap::new();
        for piece in self.standing() {
            if let PieceLocation::Corner(cell) = piece.location {
                let before = corners.entry(cell).or_default();
                let at = corner(cell).along(Point::new(1, 0), *before * APART);
                *before += 1;
                self.piece(svg, (usize::from(piece.kind), piece.owner()), at, false, 100);
            } else if let PieceLocation::Side(border) = piece.location {
                sides.entry(border).or_default().push(piece);
            }
        }
        for (border, pieces) in sides {
            let [(cell, _), _] = border.cells();
            let way = if border.is_western() { Point::new(0, 1) } else { Point::new(1, 0) };
            let share = (SPAN - 2 * BAR_ENDS) / i32::try_from(pieces.len()).unwrap_or(1).max(1);
            for (piece, number) in pieces.into_iter().zip(0..) {
                let from = corner(cell).along(way, BAR_ENDS + number * share);
                self.bar(svg, (usize::from(piece.kind), piece.owner()), from, from.along(way, share));
            }
        }
    }

    /// Draws a piece as a bar between two places, with its letters.
    fn bar(&self, svg: &mut Svg, (kind, owner): (usize, Option<u8>), from: Point, to: Point) {
        let (fill, ink, words) = self.lettering(kind, owner, self.own_kinds() > 1);
        let (x, y) = (from.x.min(to.x), from.y.min(to.y));
        let across = |length: i32| if length == 0 { (BAR / 2, BAR) } else { (0, length) };
        let ((left, wide), (above, high)) = (across(to.x - from.x), across(to.y - from.y));
        svg.raw(format_args!(
            "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" rx=\"8\" fill=\"{fill}\" \
             stroke=\"{INK}\" stroke-width=\"3\"/>",
            x - left,
            y - above
        ));
        let middle = Point::new((from.x + to.x) / 2, (from.y + to.y) / 2 + 8);
        svg.text(middle, 22, Align::Middle, ink, &words);
    }

    /// Writes what variables with a title hold where that is about a place on the table: at the foot of a cell, below
    /// a piece or the middle of a segment.
    pub fn captions(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let mut lines: BTreeMap<Point, i32> = BTreeMap::new();
        for held in &self.remembered {
            let Some((at, up)) = held.at.and_then(|at| self.caption_place(at, corner)) else { continue };
            let before = lines.entry(at).or_default();
            let steps = if up { -*before } else { *before };
            *before += 1;
            let middle = at.along(Point::new(0, CAPTION_HIGH + 2), steps);
            let words = shortened(&symbols::readable(&held.words()), CAPTION_SIZE, SPAN - 24);
            let wide = width(&words, CAPTION_SIZE) + 16;
            svg.raw(format_args!(
                "<rect class=\"held\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{CAPTION_HIGH}\" rx=\"6\" \
                 fill=\"{CARD}\" fill-opacity=\".9\" stroke=\"{INK}\" stroke-width=\"2\"/>",
                middle.x - wide / 2,
                middle.y - CAPTION_HIGH / 2
            ));
            svg.text(Point::new(middle.x, middle.y + 7), CAPTION_SIZE, Align::Middle, INK, &words);
        }
    }

    /// Where a caption stands, and whether further ones stand above it.
    fn caption_place(&self, target: Target, corner: &dyn Fn(Cell) -> Point) -> Option<(Point, bool)> {
        let below = |at: Point, steps: i32| at.along(Point::new(0, 1), steps);
        match target {
            Target::Cell(cell, _) => Some((corner(cell).along(FOOT, 1), true)),
            Target::Segment(segment) => Some((below(self.place(segment, corner)?, 46), false)),
            Target::Corner(cell) => Some((below(corner(cell), 46), false)),
            Target::Side(border) => {
                let [(cell, _), _] = border.cells();
                let way = if border.is_western() { Point::new(0, 1) } else { Point::new(1, 0) };
                Some((below(corner(cell).along(way, HALF), 30), false))
            }
            Target::Hand(_) | Target::Space(_) => None,
        }
    }

    /// Where pieces on a segment stand, on the table.
    fn place(&self, segment: SegmentId, corner: &dyn Fn(Cell) -> Point) -> Option<Point> {
        let board = self.game.position().board();
        let corner = corner(board.tile(board.segment_tile(segment)).cell);
        Some(corner.along(self.anchor(segment)?, 1))
    }
}

//! A game as its table shows it: tiles, pieces, coordinates, and a panel beside them.

use std::collections::{BTreeMap, BTreeSet};

use rota::{Cell, Game, Piece, PieceLocation, SegmentId, TileId, TileState};
use rota_bytecode::vocabulary::Vocabulary;

use crate::Picture;
use crate::geometry::{Point, SPAN};
use crate::legend::Legend;
use crate::overlay::FOOT;
use crate::palette::{FAINT, LAST, PAPER};
use crate::panel::Panel;
use crate::scene::{PANEL_WIDTH, Scene};
use crate::svg::{Align, Escaped, Svg};
use crate::symbols;
use crate::tile::Theme;
use crate::tracks::{self, BoardGap};

/// Around everything.
const MARGIN: i32 = 30;

/// Beside the table, for coordinates.
const RULER: i32 = 64;

/// From the table to the panel.
const GUTTER: i32 = 30;

/// Between two pieces on one segment.
const APART: i32 = 36;

/// From the edges of a tile to the pieces that stand on it as a whole.
const ON_TILE: i32 = 56;

/// Draws a game as it stands. `pixels` is how many a tile has across.
///
/// `vocabulary` is the one of the composition that the game is played by.
#[must_use]
pub fn table(game: &Game, vocabulary: &Vocabulary, pixels: u32) -> Picture {
    let theme = Theme::new(vocabulary);
    let scene = Scene::new(game, &theme);
    let gap = BoardGap::find(&scene, scene.laid());
    let mut svg = Svg::default();
    scene.define(&mut svg);
    let (least, greatest) = scene.extent();
    let corner = |cell: Cell| {
        let from_least = |at: i16, least: i16| (i32::from(at) - i32::from(least)) * SPAN;
        Point::new(MARGIN + RULER + from_least(cell.x, least.x), MARGIN + RULER + from_least(cell.y, least.y))
    };
    scene.rulers(&mut svg, least, greatest, &corner);
    scene.border(&mut svg, &corner);
    scene.free_cells(&mut svg, &corner);
    let mut legend = Legend::default();
    let placed_pieces = scene.placed_pieces();
    for laid in scene.laid() {
        scene.tile(&mut svg, &mut legend, (laid, &placed_pieces), gap.as_ref(), &corner);
    }
    if let Some(gap) = &gap {
        gap.draw(&mut svg, corner(gap.square.0), &mut |svg, anchor| tracks::pieces(&scene, svg, anchor));
    }
    scene.ends(&mut svg, &corner);
    scene.links(&mut svg, &corner);
    scene.last(&mut svg, &corner);
    for placed in &placed_pieces {
        let bottom = corner(scene.game.position().board().tile(placed.tile).cell);
        let at = Point::new(bottom.x + placed.at.x, bottom.y + placed.at.y);
        scene.piece(&mut svg, (usize::from(placed.piece.kind), placed.piece.owner()), at, placed.lies, 100);
    }
    scene.pieces_between(&mut svg, &corner);
    scene.captions(&mut svg, &corner);
    let end = corner(greatest);
    let panel_at = Point::new(end.x + SPAN + RULER + GUTTER, MARGIN);
    let panel = Panel { scene: &scene, legend: &legend, gap: gap.as_ref(), at: panel_at };
    let height = panel.draw(&mut svg);
    let units = (
        panel_at.x + PANEL_WIDTH + MARGIN,
        (end.y + SPAN + RULER + MARGIN).max(panel_at.y + height + MARGIN),
    );
    Picture::new(svg, &scene.title(), units, pixels, PAPER)
}

/// A piece on the land.
struct PlacedPiece {
    tile: TileId,
    /// Where on its tile as it lies.
    at: Point,
    piece: Piece,
    /// Whether it lies.
    lies: bool,
}

impl Scene<'_> {
    fn title(&self) -> String {
        format!("Turn {}", self.game.position().turn())
    }

    /// Defines the tiles, the marks and the pieces that are shown.
    fn define(&self, svg: &mut Svg) {
        svg.raw(format_args!("<defs>\n"));
        self.theme.define_common(svg);
        for shown in self.kinds.values() {
            self.theme.define(svg, shown.id, &shown.layout);
        }
        let forms: BTreeSet<usize> = self.pieces_in_play().map(|(kind, _)| self.form(kind).0).collect();
        for form in forms {
            svg.raw(format_args!("<g id=\"p{form}\">"));
            symbols::piece(svg, form);
            svg.raw(format_args!("</g>\n"));
        }
        svg.raw(format_args!("</defs>\n"));
    }

    /// The corners of what is drawn: all cells within the border or, where there is none, all tiles and, while the
    /// game goes on, the cells beside them.
    fn extent(&self) -> (Cell, Cell) {
        if let Some(border) = self.game.rules().catalog().border() {
            return (border.least, border.greatest);
        }
        let Some(bounds) = self.game.position().board().bounds() else { return Default::default() };
        let by = i16::from(!self.game.is_over());
        (bounds.least.offset(-by, -by), bounds.greatest.offset(by, by))
    }

    fn rulers(&self, svg: &mut Svg, least: Cell, greatest: Cell, corner: &dyn Fn(Cell) -> Point) {
        let (first, last) = (corner(least), corner(greatest));
        let mut write = |at: Point, number: i16| {
            svg.text(at, 36, Align::Middle, FAINT, &number.to_string());
        };
        for x in least.x..=greatest.x {
            let middle = corner(Cell::new(x, least.y)).x + SPAN / 2;
            write(Point::new(middle, first.y - 18), x);
            write(Point::new(middle, last.y + SPAN + 44), x);
        }
        for y in least.y..=greatest.y {
            let middle = corner(Cell::new(least.x, y)).y + SPAN / 2 + 12;
            write(Point::new(first.x - RULER / 2, middle), y);
            write(Point::new(last.x + SPAN + RULER / 2, middle), y);
        }
    }

    /// Draws the border of the board, with lines between its cells.
    fn border(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let Some(border) = self.game.rules().catalog().border() else { return };
        let (first, last) = (corner(border.least), corner(border.greatest));
        let (width, height) = (last.x + SPAN - first.x, last.y + SPAN - first.y);
        let between = |from: i32, length: i32| (1..length / SPAN).map(move |line| from + line * SPAN);
        let down = between(first.x, width).map(|x| format!("M{x},{}v{height}", first.y));
        let across = between(first.y, height).map(|y| format!("M{},{y}h{width}", first.x));
        let lines: String = down.chain(across).collect();
        svg.raw(format_args!(
            "<path d=\"{lines}\" fill=\"none\" stroke=\"{FAINT}\" stroke-opacity=\".25\" stroke-width=\"2\"/>\n\
             <path d=\"M{},{}h{width}v{height}h-{width}z\" fill=\"none\" stroke=\"{FAINT}\" stroke-width=\"6\"/>\n",
            first.x, first.y
        ));
    }

    /// Outlines the empty cells beside tiles.
    fn free_cells(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        if self.game.is_over() {
            return;
        }
        let mut cells: Vec<_> = self.game.position().board().frontier().collect();
        cells.sort_unstable();
        let path: String = cells
            .into_iter()
            .map(corner)
            .map(|Point { x, y }| format!("M{},{}h{side}v{side}h-{side}z", x + 10, y + 10, side = SPAN - 20))
            .collect();
        svg.raw(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{FAINT}\" stroke-opacity=\".5\" stroke-width=\"2\" \
             stroke-dasharray=\"6 10\"/>\n"
        ));
    }

    fn tile(
        &self,
        svg: &mut Svg,
        legend: &mut Legend,
        (laid, placed_pieces): (TileId, &[PlacedPiece]),
        gap: Option<&BoardGap<'_>>,
        corner: &dyn Fn(Cell) -> Point,
    ) {
        let Some(shown) = self.shown(laid) else { return };
        let tile = self.game.position().board().tile(laid);
        let (at, cell) = (corner(tile.cell), tile.cell);
        svg.raw(format_args!("<g><title>{} at {},{}</title>", Escaped(&shown.info.name), cell.x, cell.y));
        if gap.is_some_and(|gap| gap.tiles.contains(&laid)) {
            BoardGap::ground(svg, at);
        } else {
            let pieces = placed_pieces.iter().filter(|placed| placed.tile == laid).map(|placed| placed.at);
            let foot = self.captioned.contains(&cell).then_some(FOOT);
            self.draw(svg, shown, at, tile.rotation, &pieces.chain(foot).collect::<Vec<Point>>());
        }
        svg.raw(format_args!("</g>\n"));
        legend.note(&shown.layout, tile.segments().map(|segment| self.kind_of(segment)));
    }

    /// Frames the tile that was laid last.
    fn last(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let Some(laid) = self.last_laid() else { return };
        let Point { x, y } = corner(self.game.position().board().tile(laid).cell);
        svg.raw(format_args!(
            "<path d=\"M{x},{y}h{SPAN}v{SPAN}h-{SPAN}z\" fill=\"none\" stroke=\"{LAST}\" stroke-width=\"8\"/>\n"
        ));
    }

    /// The pieces that stand on the table, in the order in which they came there.
    pub fn standing(&self) -> impl Iterator<Item = Piece> {
        let position = self.game.position();
        position.standing().iter().filter_map(|number| position.pieces().get(usize::from(*number)).copied())
    }

    /// The pieces on the land, those on one segment beside one another.
    fn placed_pieces(&self) -> Vec<PlacedPiece> {
        let position = self.game.position();
        let mut groups: BTreeMap<SegmentId, Vec<Piece>> = BTreeMap::new();
        for piece in self.standing() {
            if let Some(segment) = piece.on() {
                groups.entry(segment).or_default().push(piece);
            }
        }
        let mut placed_pieces = self.on_tiles();
        for (segment, pieces) in groups {
            let Some(anchor) = self.anchor(segment) else { continue };
            let tile = position.board().segment_tile(segment);
            // On the ground pieces lie, so that they are not taken for ones on what is beside it.
            let lies = self.theme.style(self.kind_of(segment)).is_ground();
            let first = 1 - i32::try_from(pieces.len()).unwrap_or(1);
            for (index, piece) in (0_i32..).zip(pieces) {
                let at = Point::new(anchor.x + (first + index * 2) * APART / 2, anchor.y);
                placed_pieces.push(PlacedPiece { tile, at, piece, lies });
            }
        }
        placed_pieces
    }

    /// The pieces on tiles as wholes: side by side along the northern edge.
    fn on_tiles(&self) -> Vec<PlacedPiece> {
        let position = self.game.position();
        let mut placed_pieces: Vec<PlacedPiece> = Vec::new();
        for piece in self.standing() {
            let PieceLocation::Tile(tile) = piece.location else { continue };
            let Some(TileState::Laid(tile)) = position.tile(usize::from(tile)) else { continue };
            let before = placed_pieces.iter().filter(|stands| stands.tile == tile).count();
            let aside = i32::try_from(before).unwrap_or(0) * APART;
            let at = Point::new(ON_TILE + aside % (SPAN - 2 * ON_TILE), ON_TILE);
            placed_pieces.push(PlacedPiece { tile, at, piece, lies: false });
        }
        placed_pieces
    }

    /// Where pieces on a segment stand, on its tile as it lies.
    pub fn anchor(&self, segment: SegmentId) -> Option<Point> {
        let board = self.game.position().board();
        let laid = board.segment_tile(segment);
        let place = usize::from(board.segment_place(segment));
        self.shown(laid)?.layout.stand(place, board.tile(laid).rotation)
    }
}

//! A game as its table shows it: tiles, pieces, coordinates, and a panel beside them.

use std::collections::{BTreeMap, BTreeSet};

use rota::{Cell, Game, Piece, SegmentId, TileId, TileState};
use rota_bytecode::program::PieceKind;
use rota_bytecode::vocabulary::Vocabulary;
use rota_game::{KindInfo, PieceLocation, PlayerSet};

use crate::Picture;
use crate::geometry::{Point, SPAN};
use crate::layout::TileLayout;
use crate::legend::Legend;
use crate::palette::{self, FAINT, INK, LAST, PAPER};
use crate::panel::Panel;
use crate::styles::{Letters, SeatColor, seat_colors};
use crate::svg::{Align, Escaped, Svg};
use crate::symbols;
use crate::tile::Theme;
use crate::tracks::BoardGap;

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
    let mut svg = Svg::default();
    scene.define(&mut svg);
    let (least, greatest) = scene.extent();
    let corner = |cell: Cell| {
        let from_least = |at: i16, least: i16| (i32::from(at) - i32::from(least)) * SPAN;
        Point::new(MARGIN + RULER + from_least(cell.x, least.x), MARGIN + RULER + from_least(cell.y, least.y))
    };
    scene.rulers(&mut svg, least, greatest, &corner);
    scene.free_cells(&mut svg, &corner);
    let mut legend = Legend::default();
    let placed_pieces = scene.placed_pieces();
    for laid in scene.laid() {
        scene.tile(&mut svg, &mut legend, (laid, &placed_pieces), &corner);
    }
    if let Some(gap) = &scene.gap {
        gap.draw(&scene, &mut svg, &corner);
    }
    scene.last(&mut svg, &corner);
    for stands in &placed_pieces {
        let bottom = corner(scene.game.position().board().tile(stands.tile).cell);
        let at = Point::new(bottom.x + stands.at.x, bottom.y + stands.at.y);
        scene.piece(&mut svg, usize::from(stands.piece.kind), stands.piece.owner(), at, stands.lies);
    }
    scene.corner_pieces(&mut svg, &corner);
    let end = corner(greatest);
    let panel_at = Point::new(end.x + SPAN + RULER + GUTTER, MARGIN);
    let panel = Panel { scene: &scene, legend: &legend, at: panel_at };
    let height = panel.draw(&mut svg);
    let units = (
        panel_at.x + Panel::WIDTH + MARGIN,
        (end.y + SPAN + RULER + MARGIN).max(panel_at.y + height + MARGIN),
    );
    Picture::new(svg, &scene.title(), units, pixels, PAPER)
}

/// A kind of tile that is shown.
pub(crate) struct Shown<'a> {
    pub info: &'a KindInfo,
    pub layout: TileLayout,
    /// The number of its definition.
    pub id: usize,
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

/// A game and how it is drawn.
pub(crate) struct Scene<'a> {
    pub game: &'a Game,
    pub theme: &'a Theme<'a>,
    /// The kinds of tiles that are shown, by their place in the stock.
    pub kinds: BTreeMap<usize, Shown<'a>>,
    /// Where the first ring lies, if that is amid the land.
    pub gap: Option<BoardGap<'a>>,
    seat_colors: Vec<SeatColor>,
    /// A letter for each seat, so that colour is not all that tells whose a piece is.
    letters: Vec<char>,
}

fn kinds<'a>(game: &'a Game, theme: &Theme<'_>) -> BTreeMap<usize, Shown<'a>> {
    let mut kinds = BTreeMap::new();
    let stock = game.rules().stock();
    for (tile, state) in stock.tiles.iter().zip(game.position().tiles()) {
        if !matches!(state, TileState::Laid(_) | TileState::Hand(PlayerSet::ALL)) {
            continue;
        }
        let (kind, id) = (tile.kind as usize, kinds.len());
        let Some(info) = stock.kinds.get(kind) else { continue };
        let shapes = game.rules().catalog().shapes();
        let Some(shape) = info.shape.and_then(|shape| shapes.get(usize::from(shape.0))) else { continue };
        let attrs = || info.attrs.iter().map(|value| i32::try_from(*value).unwrap_or(i32::MAX));
        let layout = || theme.layout(shape, &attrs().collect::<Vec<i32>>());
        kinds.entry(kind).or_insert_with(|| Shown { info, layout: layout(), id });
    }
    kinds
}

impl<'a> Scene<'a> {
    fn new(game: &'a Game, theme: &'a Theme<'a>) -> Scene<'a> {
        let seats: Vec<String> = (0..game.points().len()).map(|seat| game.rules().seat(seat)).collect();
        let mut letters = Letters::default();
        let letters = seats.iter().map(|seat| letters.upper(seat)).collect();
        let kinds = kinds(game, theme);
        let mut scene = Scene { game, theme, kinds, gap: None, seat_colors: seat_colors(&seats), letters };
        scene.gap = BoardGap::find(&scene);
        scene
    }

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

    /// The kinds of pieces that somebody has.
    pub fn pieces_in_play(&self) -> impl Iterator<Item = (usize, &'a PieceKind)> + use<'a> {
        let declared = self.game.rules().program().declared.pieces.iter().enumerate();
        declared.filter(|(_, kind)| kind.count > 0)
    }

    /// The form of a kind of piece, and whether other kinds may have it too.
    fn form(&self, kind: usize) -> (usize, bool) {
        let is_own = |(_, declared): &(usize, &PieceKind)| !declared.neutral;
        let number = self.pieces_in_play().filter(is_own).position(|(own, _)| own == kind);
        let of_seats = |number: usize| (number.min(symbols::PIECE_FORMS - 1), number >= symbols::PIECE_FORMS);
        number.map_or((symbols::NEUTRAL_FORM, true), of_seats)
    }

    /// The tiles on the table, in the order in which they came there.
    pub fn laid(&self) -> impl Iterator<Item = TileId> + use<> {
        let count = u16::try_from(self.game.position().board().tiles().len()).unwrap_or(u16::MAX);
        (0..count).map(TileId)
    }

    /// The kind of a tile that lies on the table.
    pub fn shown(&self, laid: TileId) -> Option<&Shown<'a>> {
        let tile = self.game.position().stock_tile(laid);
        let tile = self.game.rules().stock().tiles.get(tile)?;
        self.kinds.get(&(tile.kind as usize))
    }

    /// The corners of what is drawn: all tiles and, while the game goes on, the cells beside them.
    fn extent(&self) -> (Cell, Cell) {
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
        corner: &dyn Fn(Cell) -> Point,
    ) {
        let Some(shown) = self.shown(laid) else { return };
        let tile = self.game.position().board().tile(laid);
        let (at, cell) = (corner(tile.cell), tile.cell);
        svg.raw(format_args!("<g><title>{} at {},{}</title>", Escaped(&shown.info.name), cell.x, cell.y));
        match &self.gap {
            Some(gap) if gap.tiles.contains(&laid) => BoardGap::ground(svg, at),
            Some(_) | None => {
                let pieces =
                    placed_pieces.iter().filter(|stands| stands.tile == laid).map(|stands| stands.at);
                self.draw(svg, shown, at, tile.rotation, &pieces.collect::<Vec<Point>>());
            }
        }
        svg.raw(format_args!("</g>\n"));
        legend.note(&shown.layout, tile.segments().map(|segment| self.kind_of(segment)));
    }

    fn kind_of(&self, segment: SegmentId) -> usize {
        usize::from(self.game.position().board().kind(segment).0)
    }

    /// Draws a tile with its north-western corner at a place, fit for pieces to stand on it.
    pub fn draw(&self, svg: &mut Svg, shown: &Shown<'_>, at: Point, rotation: u8, pieces: &[Point]) {
        let (Point { x, y }, id) = (at, shown.id);
        if rotation & 3 == 0 {
            svg.raw(format_args!("<use href=\"#t{id}\" x=\"{x}\" y=\"{y}\"/>\n"));
        } else {
            let (degrees, half) = (u16::from(rotation & 3) * 90, SPAN / 2);
            svg.raw(format_args!(
                "<use href=\"#t{id}\" transform=\"translate({x},{y})rotate({degrees},{half},{half})\"/>\n"
            ));
        }
        let shapes = self.game.rules().catalog().shapes();
        let shape = shown.info.shape.and_then(|shape| shapes.get(usize::from(shape.0)));
        let feature = |segment: usize| {
            let segment = shape.and_then(|shape| shape.segments.get(segment));
            segment.map_or(0, |segment| usize::from(segment.feature.0))
        };
        self.theme.upright(svg, &shown.layout, at, rotation, &feature, pieces);
    }

    /// The tile that was laid last; the start layout does not count.
    pub fn last_laid(&self) -> Option<TileId> {
        let start = self.game.rules().stock().start.len();
        self.laid().skip(start).last()
    }

    /// Frames the tile that was laid last.
    fn last(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let Some(laid) = self.last_laid() else { return };
        let Point { x, y } = corner(self.game.position().board().tile(laid).cell);
        svg.raw(format_args!(
            "<path d=\"M{x},{y}h{SPAN}v{SPAN}h-{SPAN}z\" fill=\"none\" stroke=\"{LAST}\" stroke-width=\"8\"/>\n"
        ));
    }

    /// The pieces on the land, those on one segment beside one another.
    fn placed_pieces(&self) -> Vec<PlacedPiece> {
        let position = self.game.position();
        let mut groups: BTreeMap<SegmentId, Vec<Piece>> = BTreeMap::new();
        for number in position.standing() {
            let Some(piece) = position.pieces().get(usize::from(*number)) else { continue };
            if let Some(segment) = piece.on() {
                groups.entry(segment).or_default().push(*piece);
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
        for number in position.standing() {
            let Some(piece) = position.pieces().get(usize::from(*number)).copied() else { continue };
            let PieceLocation::Tile(tile) = piece.location else { continue };
            let Some(TileState::Laid(tile)) = position.tile(usize::from(tile)) else { continue };
            let before = placed_pieces.iter().filter(|stands| stands.tile == tile).count();
            let aside = i32::try_from(before).unwrap_or(0) * APART;
            let at = Point::new(ON_TILE + aside % (SPAN - 2 * ON_TILE), ON_TILE);
            placed_pieces.push(PlacedPiece { tile, at, piece, lies: false });
        }
        placed_pieces
    }

    /// Draws the pieces on corners.
    fn corner_pieces(&self, svg: &mut Svg, corner: &dyn Fn(Cell) -> Point) {
        let position = self.game.position();
        let mut there: BTreeMap<Cell, i32> = BTreeMap::new();
        for number in position.standing() {
            let Some(piece) = position.pieces().get(usize::from(*number)) else { continue };
            let PieceLocation::Corner(cell) = piece.location else { continue };
            let before = there.entry(cell).or_default();
            let at = corner(cell).along(Point::new(1, 0), *before * APART);
            *before += 1;
            self.piece(svg, usize::from(piece.kind), piece.owner(), at, false);
        }
    }

    /// Where pieces on a segment stand, on its tile as it lies.
    fn anchor(&self, segment: SegmentId) -> Option<Point> {
        let board = self.game.position().board();
        let laid = board.segment_tile(segment);
        let place = usize::from(board.segment_place(segment));
        let layout = &self.shown(laid)?.layout;
        let anchor = layout.anchors.get(place)?.turned(board.tile(laid).rotation);
        // Beside the middle of a mark, so that the mark can be seen.
        let mark = layout.inside.iter().find(|mark| mark.segment == place);
        let aside = mark.map_or(0, |mark| mark.reach * 2 / 5);
        Some(anchor.along(Point::new(1, 1), aside))
    }

    /// Draws a piece around a place, with the letter of its owner.
    pub fn piece(&self, svg: &mut Svg, kind: usize, owner: Option<u8>, at: Point, lies: bool) {
        self.any_piece(svg, (kind, owner), at, lies, 100);
    }

    /// Draws an upright piece around a place, so large as some percent of the others.
    pub fn small_piece(&self, svg: &mut Svg, kind: usize, owner: Option<u8>, at: Point, percent: i32) {
        self.any_piece(svg, (kind, owner), at, false, percent);
    }

    fn any_piece(&self, svg: &mut Svg, of: (usize, Option<u8>), at: Point, lies: bool, percent: i32) {
        let (kind, owner) = of;
        let color = owner.and_then(|owner| self.seat_colors.get(usize::from(owner)));
        let (fill, ink) = color.map_or(palette::NEUTRAL, |color| palette::seat(*color));
        let (form, is_shared) = self.form(kind);
        let mut words: String =
            owner.and_then(|owner| self.letters.get(usize::from(owner))).into_iter().collect();
        if words.is_empty() || is_shared {
            // Where the form does not tell which kind it is, a letter does.
            let declared = self.game.rules().program().declared.pieces.get(kind);
            words.extend(declared.and_then(|declared| declared.name.chars().next()));
        }
        let Point { x, y } = at;
        let turn = if lies { "rotate(-90)" } else { "" };
        let size = if percent < 100 { format!("scale(.{percent:02})") } else { String::new() };
        svg.raw(format_args!(
            "<use href=\"#p{form}\" transform=\"translate({x},{y}){turn}{size}\" fill=\"{fill}\"/>"
        ));
        let middle = symbols::piece_middle(form);
        let middle = if lies { Point::new(middle.y, -middle.x) } else { middle };
        let scaled = |units: i32| units * percent / 100;
        let at = Point::new(x + scaled(middle.x), y + scaled(middle.y + 9));
        svg.text(at, scaled(24), Align::Middle, ink, &words);
    }

    /// The ink of a seat's name.
    pub fn seat_fill(&self, seat: usize) -> &'static str {
        self.seat_colors.get(seat).map_or(INK, |color| palette::seat(*color).0)
    }
}

//! A game and how it is drawn: what the table and the panel beside it share.

use std::collections::{BTreeMap, BTreeSet};

use rota::{Cell, Game, PlayerSet, Remembered, SegmentId, Target, TileId, TileState};
use rota_board::{ShapeId, TileShape};
use rota_bytecode::program::PieceKind;
use rota_game::TileKindInfo;

use crate::geometry::{Point, SPAN};
use crate::layout::TileLayout;
use crate::palette::{self, INK};
use crate::styles::{Letters, SeatColor, seat_colors};
use crate::svg::{Align, Svg};
use crate::symbols;
use crate::tile::Theme;

/// How wide the panel beside the table is.
pub(crate) const PANEL_WIDTH: i32 = 620;

/// Between two parts of the panel.
pub(crate) const PANEL_SPACE: i32 = 28;

/// A kind of tile that is shown.
pub(crate) struct Shown<'a> {
    pub info: &'a TileKindInfo,
    /// What it looks like: as printed, or with what was added to it.
    pub shape: &'a TileShape,
    pub layout: TileLayout,
    /// The number of its definition.
    pub id: usize,
}

/// A game and how it is drawn.
pub(crate) struct Scene<'a> {
    pub game: &'a Game,
    pub theme: &'a Theme<'a>,
    /// The kinds of tiles that are shown, by their place in the stock and the shape that they have come to be.
    pub kinds: BTreeMap<(usize, ShapeId), Shown<'a>>,
    /// What variables with a title hold that everybody may see.
    pub remembered: Vec<Remembered<'a>>,
    /// The cells of which some of that is told as a whole.
    pub captioned: BTreeSet<Cell>,
    seat_colors: Vec<SeatColor>,
    /// A letter for each seat, so that colour is not all that tells whose a piece is.
    letters: Vec<char>,
}

impl<'a> Scene<'a> {
    /// A game as it stands.
    pub fn new(game: &'a Game, theme: &'a Theme<'a>) -> Scene<'a> {
        let kinds = kinds(game, theme);
        let remembered = game.seen_by(None).remembered();
        let cell = |held: &Remembered<'_>| match held.at {
            Some(Target::Cell(cell, _)) => Some(cell),
            _ => None,
        };
        let captioned = remembered.iter().filter_map(cell).collect();
        Scene { kinds, remembered, captioned, ..Scene::bare(game, theme) }
    }

    /// A game without what changes in it: its seats and what they play with.
    pub fn bare(game: &'a Game, theme: &'a Theme<'a>) -> Scene<'a> {
        let seats: Vec<String> = (0..game.points().len()).map(|seat| game.rules().seat(seat)).collect();
        let mut letters = Letters::default();
        let letters = seats.iter().map(|seat| letters.upper(seat)).collect();
        Scene {
            game,
            theme,
            kinds: BTreeMap::new(),
            remembered: Vec::new(),
            captioned: BTreeSet::new(),
            seat_colors: seat_colors(&seats),
            letters,
        }
    }

    /// The kinds of pieces that somebody has.
    pub fn pieces_in_play(&self) -> impl Iterator<Item = (usize, &'a PieceKind)> + use<'a> {
        let declared = self.game.rules().program().declared.pieces.iter().enumerate();
        let players = self.game.points().len();
        declared.filter(move |(_, kind)| kind.count(players) > 0)
    }

    /// The form of a kind of piece, and whether other kinds may have it too.
    pub fn form(&self, kind: usize) -> (usize, bool) {
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
        self.kinds.get(&(tile.kind as usize, self.game.position().board().tile(laid).shape))
    }

    /// The kind of feature that a segment is of.
    pub fn kind_of(&self, segment: SegmentId) -> usize {
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
        let feature = |segment: usize| {
            let segment = shown.shape.segments.get(segment);
            segment.map_or(0, |segment| usize::from(segment.feature.0))
        };
        self.theme.upright(svg, &shown.layout, at, rotation, &feature, pieces);
    }

    /// The tile that was laid last; the start layout does not count.
    pub fn last_laid(&self) -> Option<TileId> {
        let start = self.game.rules().stock().start.len();
        self.laid().skip(start).last()
    }

    /// Draws a piece around a place, so large as some percent of most, with the letter of its owner.
    pub fn piece(
        &self,
        svg: &mut Svg,
        (kind, owner): (usize, Option<u8>),
        at: Point,
        lies: bool,
        percent: i32,
    ) {
        // Where the form does not tell which kind it is, a letter does.
        let (form, is_shared) = self.form(kind);
        let (fill, ink, words) = self.lettering(kind, owner, is_shared);
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

    /// The colour of a piece, that of the letters on it, and the letters: those of its owner and, where there is none
    /// or it is asked for, of its kind.
    pub fn lettering(
        &self,
        kind: usize,
        owner: Option<u8>,
        names_kind: bool,
    ) -> (&'static str, &'static str, String) {
        let (fill, ink, letter) = self.seat(owner.map_or(usize::MAX, usize::from));
        let mut words: String = letter.into_iter().collect();
        if words.is_empty() || names_kind {
            let declared = self.game.rules().program().declared.pieces.get(kind);
            words.extend(declared.and_then(|declared| declared.name.chars().next()));
        }
        (fill, ink, words)
    }

    /// The colour of a seat, that of letters on it, and its letter.
    pub fn seat(&self, seat: usize) -> (&'static str, &'static str, Option<char>) {
        let (fill, ink) = self.seat_colors.get(seat).map_or(palette::NEUTRAL, |color| palette::seat(*color));
        (fill, ink, self.letters.get(seat).copied())
    }

    /// How many kinds of pieces seats have.
    pub fn own_kinds(&self) -> usize {
        self.pieces_in_play().filter(|(_, declared)| !declared.neutral).count()
    }

    /// The ink of a seat's name.
    pub fn seat_fill(&self, seat: usize) -> &'static str {
        self.seat_colors.get(seat).map_or(INK, |color| palette::seat(*color).0)
    }
}

fn kinds<'a>(game: &'a Game, theme: &Theme<'_>) -> BTreeMap<(usize, ShapeId), Shown<'a>> {
    let mut kinds = BTreeMap::new();
    let stock = game.rules().stock();
    for (tile, state) in stock.tiles.iter().zip(game.position().tiles()) {
        if !matches!(state, TileState::Laid(_) | TileState::Row(_) | TileState::Hand(PlayerSet::ALL)) {
            continue;
        }
        let (kind, id) = (tile.kind as usize, kinds.len());
        let Some(info) = stock.kinds.get(kind) else { continue };
        let shapes = game.rules().catalog().shapes();
        let number = if let TileState::Laid(laid) = state {
            Some(game.position().board().tile(*laid).shape)
        } else {
            info.shape
        };
        let Some(number) = number else { continue };
        let Some(shape) = shapes.get(usize::from(number.0)) else { continue };
        let attrs = || info.attrs.iter().map(|value| i32::try_from(*value).unwrap_or(i32::MAX));
        let layout = || theme.layout(shape, &attrs().collect::<Vec<i32>>());
        kinds.entry((kind, number)).or_insert_with(|| Shown { info, shape, layout: layout(), id });
    }
    kinds
}

//! What stands beside the table: whose turn it is, the tile in hand, seats with their points and supplies, a legend.

use rota::{Piece, PieceLocation, PlayerSet, Target, TileState};
use rota_game::TileKindInfo;

use crate::geometry::{Point, SPAN};
use crate::legend::Legend;
use crate::palette::{CARD, FAINT, INK, LAST};
use crate::scene::{PANEL_SPACE, PANEL_WIDTH, Scene, Shown};
use crate::svg::{Align, Svg, shortened, width};
use crate::symbols::readable;
use crate::tracks::{self, BoardGap};

/// How high the head of a seat's card is.
const HEAD: i32 = 74;

/// How high a row of pieces in supply is.
const SUPPLY: i32 = 76;

/// How high a line of words is.
const LINE: i32 = 44;

/// So many lines are written of what things hold that lie nowhere on the table.
const MOST_LINES: usize = 12;

/// How far the words of a card are from its edge.
const INDENT: i32 = 50;

/// The panel of a scene.
pub(crate) struct Panel<'a> {
    pub scene: &'a Scene<'a>,
    pub legend: &'a Legend,
    /// Where the first ring lies, if that is amid the land.
    pub gap: Option<&'a BoardGap<'a>>,
    /// Its north-western corner.
    pub at: Point,
}

impl Panel<'_> {
    /// Draws the panel and returns how high it is.
    pub fn draw(&self, svg: &mut Svg) -> i32 {
        let mut y = self.at.y;
        y += self.heading(svg, y);
        y += self.in_hand(svg, y);
        y += self.rows(svg, y);
        y += self.seats(svg, y);
        y += self.of_nobody(svg, y);
        y += tracks::in_panel(self.scene, self.gap, svg, Point::new(self.at.x, y));
        y += self.legend.draw(svg, self.scene.theme, Point::new(self.at.x, y), PANEL_WIDTH);
        y - self.at.y
    }

    fn heading(&self, svg: &mut Svg, y: i32) -> i32 {
        let (game, x) = (self.scene.game, self.at.x);
        let position = game.position();
        let turn = if game.is_over() {
            format!("The end, after {} turns", position.turn())
        } else {
            format!("Turn {}", position.turn())
        };
        svg.text(Point::new(x, y + 48), 46, Align::Start, INK, &turn);
        let mut height = 52;
        let declared = &game.rules().program().declared;
        for ((name, left), number) in declared.draw_piles().zip(position.bags()).zip(0..) {
            height += LINE;
            let what = if number < declared.bags.len() { "tile" } else { "card" };
            let words = format!("{} left in {}", counted(left.len(), what), readable(name));
            svg.text(Point::new(x, y + height), 32, Align::Start, FAINT, &words);
        }
        for share in game.stocks_of(None) {
            height += LINE;
            let words = format!("{} {} left", share.count, readable(share.name));
            svg.text(Point::new(x, y + height), 32, Align::Start, FAINT, &words);
        }
        for words in self.remembered(None).into_iter().chain(self.elsewhere()) {
            height += LINE;
            let words = shortened(&words, 32, PANEL_WIDTH);
            svg.text(Point::new(x, y + height), 32, Align::Start, FAINT, &words);
        }
        if let Some(shown) = self.scene.last_laid().and_then(|laid| Some((laid, self.scene.shown(laid)?))) {
            let (laid, shown) = shown;
            let cell = position.board().tile(laid).cell;
            height += LINE;
            let words = format!("{} at {},{}", shown.info.name, cell.x, cell.y);
            svg.raw(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"24\" height=\"24\" fill=\"none\" stroke=\"{LAST}\" \
                 stroke-width=\"6\"/>",
                x + 3,
                y + height - 24
            ));
            svg.text(Point::new(x + 42, y + height), 32, Align::Start, FAINT, &words);
        }
        if let Some(decision) = game.decision() {
            height += 52;
            let site = decision.site();
            let asked = if site.prompt.is_empty() { readable(&site.name) } else { site.prompt.clone() };
            let words = format!("{}: {asked}", game.rules().seat(decision.who()));
            svg.text(Point::new(x, y + height), 34, Align::Start, INK, &shortened(&words, 34, PANEL_WIDTH));
        }
        height + PANEL_SPACE
    }

    /// Draws the tiles that were drawn and not yet laid.
    fn in_hand(&self, svg: &mut Svg, y: i32) -> i32 {
        let game = self.scene.game;
        let states = game.position().tiles().iter().enumerate();
        let in_hand = states.filter(|(_, state)| **state == TileState::Hand(PlayerSet::ALL));
        in_hand.fold(0, |height, (tile, _)| height + self.tile(svg, tile, "to be laid", y + height))
    }

    /// Draws a tile with words beside it, and returns how high that is.
    fn tile(&self, svg: &mut Svg, tile: usize, words: &str, y: i32) -> i32 {
        let Some(shown) = self.lying_open(tile) else { return 0 };
        let at = Point::new(self.at.x, y);
        self.scene.draw(svg, shown, at, 0, &[]);
        let beside = at.x + SPAN + 24;
        svg.text(Point::new(beside, at.y + 40), 32, Align::Start, INK, words);
        svg.text(Point::new(beside, at.y + 84), 32, Align::Start, FAINT, &shown.info.name);
        let held = self.scene.remembered.iter().filter(|held| held.at == Some(Target::Hand(tile)));
        for (held, line) in held.zip(0..) {
            let words = shortened(&readable(&held.words()), 28, PANEL_WIDTH - SPAN - 24);
            svg.text(Point::new(beside, at.y + 128 + line * LINE), 28, Align::Start, INK, &words);
        }
        SPAN + PANEL_SPACE
    }

    /// Draws the tiles that lie open in rows, and names the cards that do.
    fn rows(&self, svg: &mut Svg, y: i32) -> i32 {
        let (rules, position) = (self.scene.game.rules(), self.scene.game.position());
        let mut height = 0;
        for (row, number) in rules.program().declared.rows.iter().zip(0..) {
            if !row.is_of_cards {
                let words = format!("in {}", readable(&row.name));
                for tile in position.row(number) {
                    height += self.tile(svg, tile, &words, y + height);
                }
                continue;
            }
            let kinds: Vec<&TileKindInfo> = position.row(number).map(|card| rules.kind_of(card)).collect();
            let is_printed = kinds.iter().any(|kind| !kind.printed.is_empty());
            let names: Vec<String> = kinds.into_iter().map(|kind| readable(&kind.with_printed())).collect();
            let place = format!("In {}:", readable(&row.name));
            let lines = match names.as_slice() {
                [] => vec![format!("{place} nothing")],
                // Cards with figures on them stand one below the other.
                names if is_printed => [place].into_iter().chain(names.iter().cloned()).collect(),
                names => vec![format!("{place} {}", names.join(", "))],
            };
            for line in lines {
                height += LINE;
                let at = Point::new(self.at.x, y + height);
                svg.text(at, 32, Align::Start, INK, &shortened(&line, 32, PANEL_WIDTH));
            }
        }
        if height > 0 { height + PANEL_SPACE } else { 0 }
    }

    fn seats(&self, svg: &mut Svg, y: i32) -> i32 {
        let game = self.scene.game;
        let on_turn = (!game.is_over()).then(|| usize::from(game.position().active()));
        let mut height = 0;
        for (seat, points) in game.points().iter().enumerate() {
            let Point { x, y } = Point::new(self.at.x, y + height);
            let mut supply = Svg::default();
            let left = self.supply(&mut supply, seat, Point::new(x + INDENT, y + HEAD));
            let keep = self.keeping(&mut supply, seat, Point::new(x + INDENT, y + HEAD + left));
            let stocks = self.stocks(&mut supply, seat, Point::new(x + INDENT, y + HEAD + left + keep));
            let below = HEAD + left + keep + stocks;
            let high = below + self.held(&mut supply, seat, Point::new(x + INDENT, y + below)) + 14;
            let (edge, wide) = if on_turn == Some(seat) { (INK, 6) } else { (FAINT, 2) };
            svg.raw(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{high}\" rx=\"14\" fill=\"{CARD}\" \
                 stroke=\"{edge}\" stroke-width=\"{wide}\"/>\
                 <rect x=\"{}\" y=\"{}\" width=\"18\" height=\"{}\" rx=\"9\" fill=\"{}\" stroke=\"{INK}\"/>\n",
                PANEL_WIDTH,
                x + 14,
                y + 14,
                high - 28,
                self.scene.seat_fill(seat)
            ));
            let points = points.to_string();
            let room = PANEL_WIDTH - INDENT - width(&points, 60) - 60;
            let name = shortened(&game.rules().seat(seat), 40, room);
            svg.text(Point::new(x + INDENT, y + 54), 40, Align::Start, INK, &name);
            svg.text(Point::new(x + PANEL_WIDTH - 28, y + 66), 60, Align::End, INK, &points);
            svg.add(&supply);
            height += high + PANEL_SPACE / 2;
        }
        height + PANEL_SPACE / 2
    }

    /// Draws the pieces that a seat keeps, and returns how high that is.
    fn keeping(&self, svg: &mut Svg, seat: usize, at: Point) -> i32 {
        let is_there =
            |piece: &&Piece| u8::try_from(seat).is_ok_and(|seat| piece.location == PieceLocation::Keep(seat));
        let mut keep = self.scene.game.position().pieces().iter().filter(is_there).peekable();
        if keep.peek().is_none() {
            return 0;
        }
        svg.text(Point::new(at.x, at.y + SUPPLY / 2 + 12), 28, Align::Start, INK, "keeps");
        let (first, room) = (width("keeps", 28) + 54, PANEL_WIDTH - INDENT - 40);
        let (mut x, mut y) = (first, 0);
        for piece in keep {
            if x > room {
                (x, y) = (first, y + SUPPLY);
            }
            let middle = Point::new(at.x + x, at.y + y + SUPPLY / 2);
            self.scene.piece(svg, (usize::from(piece.kind), piece.owner()), middle, false, 100);
            x += 60;
        }
        y + SUPPLY
    }

    /// Names the goods that a seat has, and returns how high that is.
    fn stocks(&self, svg: &mut Svg, seat: usize, at: Point) -> i32 {
        let (mut x, mut height) = (0, 0);
        for share in self.scene.game.stocks_of(Some(seat)) {
            let words =
                shortened(&format!("{} {}", share.count, readable(share.name)), 28, PANEL_WIDTH - INDENT);
            let needed = width(&words, 28) + 24;
            if height == 0 || x + needed > PANEL_WIDTH - INDENT {
                (x, height) = (0, height + LINE);
            }
            svg.text(Point::new(at.x + x, at.y + height - 14), 28, Align::Start, INK, &words);
            x += needed;
        }
        height
    }

    /// Names what the variables of a seat hold that everybody may see, and returns how high that is.
    fn held(&self, svg: &mut Svg, seat: usize, at: Point) -> i32 {
        let mut height = 0;
        for words in self.remembered(Some(seat)) {
            height += LINE;
            let words = shortened(&words, 28, PANEL_WIDTH - INDENT);
            svg.text(Point::new(at.x, at.y + height - 14), 28, Align::Start, INK, &words);
        }
        height
    }

    /// What variables with a title hold: those of a seat, or of the game.
    fn remembered(&self, seat: Option<usize>) -> Vec<String> {
        let own = self
            .scene
            .remembered
            .iter()
            .filter(|held| seat.map_or(held.is_common(), |seat| held.is_of(seat)));
        own.map(|held| held.words()).collect()
    }

    /// What variables with a title hold of things that lie nowhere on the table: of cards, of pieces in supply.
    fn elsewhere(&self) -> Vec<String> {
        let lines = self.scene.remembered.iter().filter(|held| !held.at.is_some_and(|at| self.is_drawn(at)));
        let mut lines: Vec<String> =
            lines.filter_map(|held| Some(format!("{}: {}", held.thing()?, held.words()))).collect();
        let more = lines.len().saturating_sub(MOST_LINES);
        lines.truncate(MOST_LINES);
        lines.extend((more > 0).then(|| format!("and {more} more")));
        lines
    }

    /// Whether what is held of something is written where that is drawn.
    fn is_drawn(&self, at: Target) -> bool {
        match at {
            Target::Cell(..) | Target::Segment(_) | Target::Corner(_) | Target::Side(_) => true,
            Target::Hand(tile) => self.lying_open(tile).is_some(),
            Target::Space(_) => false,
        }
    }

    /// The kind of a tile that is drawn in the panel: one in a row, or in hand for all to see.
    fn lying_open(&self, tile: usize) -> Option<&Shown<'_>> {
        let state = self.scene.game.position().tile(tile)?;
        matches!(state, TileState::Row(_) | TileState::Hand(PlayerSet::ALL)).then_some(())?;
        let rules = self.scene.game.rules();
        let kind = rules.stock().tiles.get(tile)?.kind;
        self.scene.kinds.get(&(kind as usize, rules.kind_of(tile).shape?))
    }

    /// Names the kinds of pieces that belong to no seat.
    fn of_nobody(&self, svg: &mut Svg, y: i32) -> i32 {
        let (mut x, mut height) = (0, 0);
        for (kind, declared) in self.scene.pieces_in_play().filter(|(_, declared)| declared.neutral) {
            let words = shortened(&readable(&declared.name), 28, PANEL_WIDTH - 96);
            let needed = 72 + width(&words, 28) + 24;
            if height == 0 || x + needed > PANEL_WIDTH {
                (x, height) = (0, height + SUPPLY);
            }
            let middle = y + height - SUPPLY / 2;
            self.scene.piece(svg, (kind, None), Point::new(self.at.x + x + 34, middle), false, 100);
            svg.text(Point::new(self.at.x + x + 74, middle + 12), 28, Align::Start, INK, &words);
            x += needed;
        }
        if height > 0 { height + PANEL_SPACE / 2 } else { 0 }
    }

    /// Draws what a seat has left of each kind of piece, and returns how high that is.
    fn supply(&self, svg: &mut Svg, seat: usize, at: Point) -> i32 {
        let owner = u8::try_from(seat).ok();
        let (mut x, mut y) = (0, 0);
        for (kind, declared) in self.scene.pieces_in_play().filter(|(_, declared)| !declared.neutral) {
            let left = u8::try_from(kind).map_or(0, |kind| self.scene.game.supply(kind, owner));
            let words = format!("×{left} {}", readable(&declared.name));
            let needed = 72 + width(&words, 28) + 24;
            if x > 0 && x + needed > PANEL_WIDTH - INDENT {
                (x, y) = (0, y + SUPPLY);
            }
            let middle = at.y + y + SUPPLY / 2;
            self.scene.piece(svg, (kind, owner), Point::new(at.x + x + 30, middle), false, 100);
            svg.text(Point::new(at.x + x + 70, middle + 12), 28, Align::Start, INK, &words);
            x += needed;
        }
        if x > 0 { y + SUPPLY } else { 0 }
    }
}

fn counted(count: usize, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") }
}

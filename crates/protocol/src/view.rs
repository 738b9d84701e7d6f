//! All that somebody at the table may know of a game.

use std::collections::BTreeMap;

use rota::{Game, PieceLocation, Sources, TileId, TileState};
use rota_board::{Port, SideThird, side};
use schemars::JsonSchema;
use serde::Serialize;

use crate::decision::{Waiting, waiting};
use crate::log::{Happening, happenings};
use crate::thing::{Looker, Place, Thing};

/// A game as a seat may know it, or as an onlooker does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TableView {
    /// The seat; null for an onlooker.
    pub seat: Option<String>,
    /// Counts every change of the table: what is answered later is told with this number, and what is new since.
    pub at: u32,
    /// The turn, counted from 1; 0 before the first.
    pub turn: u32,
    /// Whose turn it is.
    pub active: String,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won; null while the game goes on.
    pub winners: Option<Vec<String>>,
    /// What stopped the game, where a rule went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The players in the order of their seats.
    pub players: Vec<Player>,
    /// The goods that are left in common, where they come to an end.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub left: BTreeMap<String, i64>,
    /// How many tiles were known to whoever asked what is new: those that are listed come behind.
    pub tiles_from: usize,
    /// The tiles on the table, in the order in which they were laid.
    pub tiles: Vec<Laid>,
    /// The segments that rules have added to tiles, over whatever is printed there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crossings: Vec<Crossed>,
    /// The pieces that are not in supply.
    pub pieces: Vec<Thing>,
    /// The segments that rules have joined, two by two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<[Place; 2]>,
    /// What is drawn and not yet laid: by name, or null for what is not shown.
    pub hand: Vec<Option<String>>,
    /// What lies open in each row.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rows: BTreeMap<String, Vec<Card>>,
    /// How much is left in each pile.
    pub piles: BTreeMap<String, usize>,
    /// What was put on piles or under them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stacked: Vec<Stacked>,
    /// How many of each kind may still be in a pile as far as this seat knows.
    pub unseen: BTreeMap<String, usize>,
    /// What rules remember under a title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remembered: Vec<Memory>,
    /// How many events were known to whoever asked what is new: those that are listed come behind, and what was known
    /// beyond counts no longer.
    pub events_from: usize,
    /// What happened, in order.
    pub events: Vec<Happening>,
    /// The decision that waits; null where the game is over.
    pub decision: Option<Waiting>,
    /// Whether this seat may take the last move back.
    pub may_undo: bool,
    /// Whether this seat may make the move again that was taken back last.
    pub may_redo: bool,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Player {
    /// The name of the seat.
    pub name: String,
    /// The points.
    pub points: i64,
    /// The pieces in supply, by kind.
    pub supply: BTreeMap<String, u16>,
    /// The goods.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stocks: BTreeMap<String, i64>,
    /// What the player keeps: by name, or null for what is not shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keeps: Vec<Option<String>>,
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Laid {
    /// Its kind.
    pub tile: String,
    /// To the east of the start tile.
    pub x: i16,
    /// To the south of it.
    pub y: i16,
    /// Quarter turns clockwise.
    pub turned: u8,
}

/// A segment that a rule has added to a tile: it runs straight across.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Crossed {
    /// The segment.
    pub place: Place,
    /// The kind of feature.
    pub kind: String,
    /// Whether it runs from west to east; otherwise from north to south.
    pub across: bool,
}

/// A tile or a card that lies open in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Card {
    /// Its kind.
    pub name: String,
    /// What is printed on it beside its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub printed: BTreeMap<String, String>,
}

/// A tile or a card that was put on a pile, or under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stacked {
    /// The pile.
    pub pile: String,
    /// Whether it lies under it.
    pub under: bool,
    /// Its kind; null where it is not shown.
    pub name: Option<String>,
}

/// What a rule remembers under a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Memory {
    /// What it is called at the table.
    pub title: String,
    /// The player it belongs to, where it belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What it belongs to, in words, where that is neither the game nor a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Where that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What is remembered, in words.
    pub value: String,
    /// Whether only this seat sees it.
    pub secret: bool,
}

/// From where on tiles and events are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Since {
    pub tiles: usize,
    pub events: usize,
}

impl TableView {
    /// A game from its beginning as a seat may know it, or an onlooker for `None`; `sources` are those of its packs. Who
    /// may take back is not known here.
    #[must_use]
    pub fn of(game: &Game, sources: &Sources, who: Option<u8>) -> TableView {
        view(game, sources, who, Since::default())
    }
}

/// Tells a game as a seat may know it. Who may take back what is not known here.
pub(crate) fn view(game: &Game, sources: &Sources, who: Option<u8>, since: Since) -> TableView {
    let looker = Looker { game, who };
    let position = game.position();
    let names = |seats: Vec<usize>| seats.into_iter().map(|seat| looker.seat(seat)).collect();
    TableView {
        seat: who.map(|seat| looker.seat(seat)),
        at: 0,
        turn: position.turn(),
        active: looker.seat(position.active()),
        over: game.is_over(),
        winners: game.winners().map(names),
        fault: game.fault().map(ToString::to_string),
        players: (0..game.points().len()).map(|seat| looker.player(seat)).collect(),
        left: stocks(game, None),
        tiles_from: since.tiles,
        tiles: looker.tiles().skip(since.tiles).collect(),
        crossings: looker.crossings(),
        pieces: looker.pieces(),
        links: position
            .board()
            .links()
            .map(|(one, other)| [looker.segment(one), looker.segment(other)])
            .collect(),
        hand: looker.hand(),
        rows: looker.rows(),
        piles: looker.piles(),
        stacked: looker.stacked(),
        unseen: looker.unseen(),
        remembered: looker.remembered(),
        events_from: since.events,
        events: happenings(looker, sources, since.events),
        decision: waiting(looker),
        may_undo: false,
        may_redo: false,
    }
}

/// The goods of a player, or what is left of those that come to an end.
fn stocks(game: &Game, seat: Option<usize>) -> BTreeMap<String, i64> {
    game.stocks_of(seat).map(|share| (share.name.to_owned(), share.count)).collect()
}

impl<'g> Looker<'g> {
    fn player(self, seat: usize) -> Player {
        let kinds = self.game.rules().program().declared.pieces.iter().zip(0..);
        let players = self.game.points().len();
        let own = kinds.filter(|(kind, _)| kind.count(players) > 0 && !kind.neutral);
        let owner = u8::try_from(seat).ok();
        Player {
            name: self.seat(seat),
            points: self.game.points().get(seat).copied().unwrap_or_default(),
            supply: own.map(|(kind, number)| (kind.name.clone(), self.game.supply(number, owner))).collect(),
            stocks: stocks(self.game, Some(seat)),
            keeps: self.game.position().stowed(seat).map(|tile| self.kind(tile)).collect(),
        }
    }

    fn tiles(self) -> impl Iterator<Item = Laid> + use<'g> {
        let tiles = self.game.position().board().tiles().iter().zip(0_u16..);
        tiles.map(move |(tile, laid)| Laid {
            tile: self.kind_name(self.game.position().stock_tile(TileId(laid))),
            x: tile.cell.x,
            y: tile.cell.y,
            turned: tile.rotation,
        })
    }

    fn crossings(self) -> Vec<Crossed> {
        let (board, catalog) = (self.game.position().board(), self.game.rules().catalog());
        let declared = &self.game.rules().program().declared;
        if declared.additions.is_empty() {
            return Vec::new();
        }
        let printed = |laid: TileId| {
            let kind = self.game.rules().kind_of(self.game.position().stock_tile(laid));
            let shape = kind.shape.and_then(|shape| catalog.shapes().get(usize::from(shape.0)));
            shape.map_or(usize::MAX, |shape| shape.segments.len())
        };
        let added = board.all_segments().filter(|segment| {
            usize::from(board.segment_place(*segment)) >= printed(board.segment_tile(*segment))
        });
        let crossed = added.map(|segment| {
            let west = Port::new(side::WEST, SideThird::Middle);
            let across = board.segment_at(catalog, board.segment_tile(segment), west) == Some(segment);
            let kind = self.feature_kind(segment);
            Crossed { place: self.segment(segment), kind, across }
        });
        crossed.collect()
    }

    /// Those that stand, in the order in which they came there, and then those that somebody keeps or that are out.
    fn pieces(self) -> Vec<Thing> {
        let position = self.game.position();
        let standing =
            position.standing().iter().filter_map(|piece| position.pieces().get(usize::from(*piece)));
        let is_away = |location| matches!(location, PieceLocation::Keep(_) | PieceLocation::Out);
        let away = position.pieces().iter().filter(|piece| is_away(piece.location));
        standing.chain(away).map(|piece| self.piece(*piece)).collect()
    }

    /// What is shown, in the order of the stock; then what is not, in the order in which it came: its number would tell
    /// of it.
    fn hand(self) -> Vec<Option<String>> {
        let position = self.game.position();
        let is_drawn = |tile: &usize| matches!(position.tile(*tile), Some(TileState::Hand(_)));
        let shown = (0..position.tiles().len()).filter(is_drawn).filter_map(|tile| self.kind(tile)).map(Some);
        let held = position.held().iter().map(|tile| usize::from(*tile));
        let hidden = held.filter(is_drawn).map(|tile| self.kind(tile)).filter(Option::is_none);
        shown.chain(hidden).collect()
    }

    fn rows(self) -> BTreeMap<String, Vec<Card>> {
        let rows = self.game.rules().program().declared.rows.iter().zip(0..);
        let card = |tile: usize| {
            let kind = self.game.rules().kind_of(tile);
            Card { name: kind.name.clone(), printed: kind.printed.iter().cloned().collect() }
        };
        rows.map(|(row, number)| (row.name.clone(), self.game.position().row(number).map(card).collect()))
            .collect()
    }

    fn piles(self) -> BTreeMap<String, usize> {
        let names = self.game.rules().program().declared.draw_piles();
        names.zip(self.game.position().bags()).map(|(name, left)| (name.to_owned(), left.len())).collect()
    }

    fn stacked(self) -> Vec<Stacked> {
        let mut all = Vec::new();
        for (pile, bag) in self.game.rules().program().declared.draw_piles().zip(0..) {
            for (tiles, under) in self.game.position().stacked_in(bag).into_iter().zip([false, true]) {
                let pile = pile.to_owned();
                all.extend(tiles.map(|tile| Stacked { pile: pile.clone(), under, name: self.kind(tile) }));
            }
        }
        all
    }

    fn unseen(self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let kinds = &self.game.rules().stock().kinds;
        for kind in self.game.seen_by(self.who).unseen() {
            if let Some(kind) = kinds.get(kind as usize) {
                *counts.entry(kind.name.clone()).or_default() += 1;
            }
        }
        counts
    }

    fn remembered(self) -> Vec<Memory> {
        let all = self.game.seen_by(self.who).remembered().into_iter();
        let memories = all.map(|held| Memory {
            title: held.title.to_owned(),
            player: held.player.map(|seat| self.seat(seat)),
            of: held.thing().map(str::to_owned),
            place: held.at.and_then(|at| self.target(at)),
            value: held.value,
            secret: held.secret,
        });
        memories.collect()
    }
}

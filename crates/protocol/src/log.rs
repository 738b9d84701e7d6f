//! What happened, as somebody at the table may know it: each event with what it is about and the line that tells it.

use rota::{Cell, Event, Game, Narrator, PieceLocation, PlayerSet, Sources, VisibleEvent};
use rota_game::Closure;
use schemars::JsonSchema;
use serde::Serialize;

use crate::thing::{Looker, Place, Thing, side_of};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Happening {
    /// What happened.
    pub event: Kind,
    /// Whether what it is about is not shown to this seat.
    #[serde(skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// What it is about.
    #[serde(flatten)]
    pub about: Thing,
    /// The line that tells it, as the terminal does; null where what was told before says it already.
    pub words: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_false(truth: &bool) -> bool {
    !truth
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A turn begins; its number is told.
    Turn,
    /// A step runs once more, for whose turn it is or for another player.
    Again,
    /// The last turn is over.
    Ending,
    /// The game is won.
    Won,
    /// Chance gave a tile or a card out of a pile.
    Drawn,
    /// A certain tile or card was taken out of a pile.
    Fetched,
    /// A tile or a card went back into a pile, which was mixed.
    Shuffled,
    /// A tile or a card was put on a pile or under it.
    Stacked,
    /// A tile or a card came into a keep.
    Stowed,
    /// A tile or a card was laid open into a row.
    LinedUp,
    /// A tile or a card was shown to players who had not seen it.
    Shown,
    /// A die was rolled.
    Rolled,
    /// A tile or a card left the game.
    Discarded,
    /// A tile was laid.
    Placed,
    /// A piece was put on a segment.
    Put,
    /// A piece was put on a space beside the land.
    Moved,
    /// A piece went somewhere else.
    Went,
    /// A piece went home.
    Sent,
    /// A player got points.
    Scored,
    /// Points were paid; the first player pays, the second is paid.
    Paid,
    /// Goods were paid; the first player pays, the second is paid.
    PaidStock,
    /// A rule took points away before they were given.
    Cancelled,
    /// A segment was added to a tile.
    Added,
    /// Two segments were joined.
    Linked,
    /// Two segments were parted.
    Cut,
    /// An end of a feature, or all of them, were closed.
    Closed,
    /// They are open again.
    Reopened,
    /// A player keeps something secret.
    Hid,
    /// What players kept secret counts no longer.
    Forgotten,
    /// All have chosen who chose at once, and what they chose is shown.
    Revealed,
    /// A player has decided.
    Decided,
}

/// Tells what happened from one event on, as a seat may know it or as an onlooker does.
pub(crate) fn happenings(looker: Looker<'_>, sources: &Sources, since: usize) -> Vec<Happening> {
    let name = |seat: usize| looker.seat(seat);
    let narrator = Narrator { game: looker.game, sources, name: &name, told_to: looker.who.map(usize::from) };
    let mut decided = false;
    let told = looker.game.seen_by(looker.who).events().enumerate().filter_map(|(number, seen)| {
        let before =
            std::mem::replace(&mut decided, matches!(seen, VisibleEvent::Event(Event::Decided { .. })));
        if number < since {
            return None;
        }
        let (event, about) = looker.seen(seen);
        let hidden = !matches!(seen, VisibleEvent::Event(_));
        Some(Happening { event, hidden, about, words: narrator.tell_seen(seen, before) })
    });
    told.collect()
}

/// The first event that is told otherwise once those behind `since` are known: what was chosen at once is hidden until
/// all have chosen.
pub(crate) fn told_anew(game: &Game, since: usize) -> usize {
    let events = game.history().events();
    let (before, after) = events.split_at(since.min(events.len()));
    if !after.contains(&Event::Revealed) {
        return since;
    }
    let revealed = before.iter().rposition(|event| *event == Event::Revealed).map_or(0, |place| place + 1);
    let is_choice = |event: &Event| matches!(event, Event::Decided { .. });
    before.iter().skip(revealed).position(is_choice).map_or(since, |place| revealed + place)
}

impl Looker<'_> {
    fn seen(self, seen: VisibleEvent) -> (Kind, Thing) {
        let none = Thing::default();
        match seen {
            VisibleEvent::Event(event) => self.event(event),
            VisibleEvent::HiddenDraw { bag, seen_by } => (Kind::Drawn, self.pile(bag, seen_by)),
            VisibleEvent::HiddenReturn { bag, seen_by } => (Kind::Shuffled, self.pile(bag, seen_by)),
            VisibleEvent::HiddenStack { bag, under, seen_by } => {
                (Kind::Stacked, Thing { truth: Some(under), ..self.pile(bag, seen_by) })
            }
            VisibleEvent::HiddenStow { player } => (Kind::Stowed, self.in_keep(player)),
            VisibleEvent::HiddenShow { seen_by } => {
                (Kind::Shown, Thing { players: self.seats(seen_by), ..none })
            }
            VisibleEvent::HiddenChoice { who, .. } => (Kind::Decided, self.of(who)),
        }
    }

    fn event(self, event: Event) -> (Kind, Thing) {
        let none = Thing::default();
        let declared = &self.game.rules().program().declared;
        match event {
            Event::Turn { number, player } => {
                (Kind::Turn, Thing { number: Some(i64::from(number)), ..self.of(player) })
            }
            Event::Again { function, player } => {
                let function = self.game.rules().program().functions.get(function as usize);
                let word = function.map(|function| function.name.clone());
                (Kind::Again, Thing { word, players: self.each(player), ..none })
            }
            Event::Ending => (Kind::Ending, none),
            Event::Won { players } => {
                let won =
                    (0..self.game.points().len()).filter(|seat| players.contains(u8::try_from(*seat).ok()));
                (Kind::Won, Thing { players: won.map(|seat| self.seat(seat)).collect(), ..none })
            }
            Event::Drawn { bag, tile, .. } => (Kind::Drawn, self.out_of(bag, tile)),
            Event::Fetched { bag, tile } => (Kind::Fetched, self.out_of(bag, tile)),
            Event::Shuffled { bag, tile, .. } => (Kind::Shuffled, self.out_of(bag, tile)),
            Event::Stacked { bag, tile, under, .. } => {
                (Kind::Stacked, Thing { truth: Some(under), ..self.out_of(bag, tile) })
            }
            Event::Stowed { player, tile, .. } => {
                (Kind::Stowed, Thing { tile: self.named(tile), ..self.in_keep(player) })
            }
            Event::LinedUp { row, tile } => {
                let place = Some(Place::Row { row: self.row_name(row) });
                (Kind::LinedUp, Thing { tile: self.named(tile), place, ..none })
            }
            Event::Shown { tile, seen_by } => {
                (Kind::Shown, Thing { tile: self.named(tile), players: self.seats(seen_by), ..none })
            }
            Event::Rolled { die, value, .. } => {
                let (_, face) = declared.rolled(die, value);
                (Kind::Rolled, Thing { word: Some(face), number: Some(i64::from(value)), ..none })
            }
            Event::Discarded { tile } => (Kind::Discarded, Thing { tile: self.named(tile), ..none }),
            Event::Placed { player, tile, cell: Cell { x, y }, rotation } => {
                let place = Some(Place::Cell { x, y, turned: Some(rotation) });
                (Kind::Placed, Thing { tile: self.named(tile), place, ..self.of(player) })
            }
            Event::Put { piece, from, at } => {
                (Kind::Put, self.moves(piece, from, PieceLocation::Segment(at)))
            }
            Event::Moved { piece, from, to } => {
                (Kind::Moved, self.moves(piece, from, PieceLocation::Space(to)))
            }
            Event::Went { piece, from, to } => (Kind::Went, self.moves(piece, from, to)),
            Event::Sent { piece, from, reason } => {
                let reason = reason.and_then(|reason| self.reason(reason));
                (Kind::Sent, Thing { reason, ..self.moves(piece, from, PieceLocation::Supply) })
            }
            Event::Scored { .. } => (Kind::Scored, self.score(event)),
            Event::Paid { .. } => (Kind::Paid, self.score(event)),
            Event::PaidStock { .. } => (Kind::PaidStock, self.score(event)),
            Event::Cancelled { .. } => (Kind::Cancelled, self.score(event)),
            Event::Added { segment } => (Kind::Added, Thing { place: Some(self.segment(segment)), ..none }),
            Event::Linked { first, second } => {
                let [place, from] = [first, second].map(|segment| Some(self.segment(segment)));
                (Kind::Linked, Thing { place, from, ..none })
            }
            Event::Cut { first, second } => {
                let [place, from] = [first, second].map(|segment| Some(self.segment(segment)));
                (Kind::Cut, Thing { place, from, ..none })
            }
            Event::Closed(closure) => (Kind::Closed, Thing { place: Some(self.closure(closure)), ..none }),
            Event::Reopened(closure) => {
                (Kind::Reopened, Thing { place: Some(self.closure(closure)), ..none })
            }
            Event::Hid { player, .. } => (Kind::Hid, self.of(player)),
            Event::Forgotten { .. } => (Kind::Forgotten, none),
            Event::Revealed => (Kind::Revealed, none),
            Event::Decided { who, .. } => (Kind::Decided, self.of(who)),
        }
    }

    fn of(self, player: u8) -> Thing {
        Thing { players: vec![self.seat(player)], ..Thing::default() }
    }

    fn each(self, player: Option<u8>) -> Vec<String> {
        player.map(|player| self.seat(player)).into_iter().collect()
    }

    /// The seats, where they are not all.
    fn seats(self, seats: PlayerSet) -> Vec<String> {
        seats.members().map(|seat| self.seat(seat)).collect()
    }

    fn pile(self, bag: u16, seen_by: PlayerSet) -> Thing {
        let word = self.game.rules().program().declared.draw_pile(bag).to_owned();
        Thing { word: Some(word), players: self.seats(seen_by), ..Thing::default() }
    }

    fn out_of(self, bag: u16, tile: u16) -> Thing {
        Thing { tile: self.named(tile), ..self.pile(bag, PlayerSet::ALL) }
    }

    fn in_keep(self, player: u8) -> Thing {
        Thing { place: Some(Place::Keep { player: self.seat(player) }), ..self.of(player) }
    }

    /// An event that is seen in full names its tile, wherever the tile is now.
    fn named(self, tile: u16) -> Option<String> {
        Some(self.kind_name(usize::from(tile)))
    }

    fn moves(self, piece: u16, from: PieceLocation, to: PieceLocation) -> Thing {
        let piece = self.game.position().pieces().get(usize::from(piece));
        let about = piece.map(|piece| self.piece(*piece)).unwrap_or_default();
        Thing { place: Some(self.location(to)), from: Some(self.location(from)), ..about }
    }

    fn score(self, event: Event) -> Thing {
        let scores = self.game.scores(&event);
        let Some(score) = scores.first() else { return Thing::default() };
        Thing {
            place: score.at.map(|at| self.segment(at)),
            players: scores.iter().map(|score| self.seat(score.player)).collect(),
            points: Some(score.amount()),
            word: score.stock.as_ref().map(|stock| stock.name.clone()),
            reason: Some(score.reason.clone()),
            ..Thing::default()
        }
    }

    fn closure(self, closure: Closure) -> Place {
        match closure {
            Closure::Segment(segment) | Closure::SegmentAt(segment, _) => self.segment(segment),
            Closure::Side(border) => side_of(border),
        }
    }
}

//! What somebody at the table may know of a game: the tiles that only others have seen are left out, and with
//! them every choice that could give them away.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rota_board::TileId;
use rota_bytecode::program::{ChoiceSite, Owner, Secrecy};
use rota_bytecode::{Sort, Type};

use crate::decision::Decision;
use crate::game::Game;
use crate::history::Event;
use crate::piece::{Piece, PieceLocation};
use crate::position::{PlayerSet, TileState};

/// A game as one seat sees it, or as an onlooker does.
///
/// Two games that differ only in what the seat may not know are the same here, to the byte.
#[derive(Clone, Copy, Debug)]
pub struct PlayerView<'g> {
    game: &'g Game,
    who: Option<u8>,
}

/// An event as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisibleEvent {
    /// In full.
    Event(Event),
    /// A tile or a card was drawn that is not shown.
    HiddenDraw {
        /// The bag or the deck.
        bag: u16,
        /// The seats that see it.
        seen_by: PlayerSet,
    },
    /// Something went back that was not shown.
    HiddenReturn {
        /// The bag or the deck.
        bag: u16,
        /// The seats that have seen it.
        seen_by: PlayerSet,
    },
    /// Something that is not shown was put on a bag or a deck, or under it.
    HiddenStack {
        /// The bag or the deck.
        bag: u16,
        /// Whether it is drawn last, not next.
        under: bool,
        /// The seats that know it.
        seen_by: PlayerSet,
    },
    /// Something that is not shown came into a keep.
    HiddenStow {
        /// The seat that keeps it.
        player: u8,
    },
    /// Something that is not shown was shown to others.
    HiddenShow {
        /// The seats that see it now.
        seen_by: PlayerSet,
    },
    /// Somebody took a decision that may have to do with a tile that is not shown.
    HiddenChoice {
        /// Index into the program's decisions.
        choice: u32,
        /// The seat that decided.
        who: u8,
    },
}

/// A decision that waits, as it is seen.
#[derive(Clone, Copy, Debug)]
pub struct VisibleDecision<'g> {
    decision: Decision<'g>,
    open: bool,
}

impl<'g> VisibleDecision<'g> {
    /// The seat that decides.
    #[must_use]
    pub fn who(&self) -> usize {
        self.decision.who()
    }

    /// The decision as written.
    #[must_use]
    pub fn site(&self) -> &'g ChoiceSite {
        self.decision.site()
    }

    /// The decision with its options; nothing where they would give away what is not shown.
    #[must_use]
    pub fn options(&self) -> Option<Decision<'g>> {
        self.open.then_some(self.decision)
    }
}

impl Game {
    /// The game as a seat sees it, or as an onlooker does for `None`.
    #[must_use]
    pub fn seen_by(&self, who: Option<u8>) -> PlayerView<'_> {
        PlayerView { game: self, who }
    }
}

impl<'g> PlayerView<'g> {
    pub(crate) fn game(&self) -> &'g Game {
        self.game
    }

    /// The seat that sees it; nothing for an onlooker.
    #[must_use]
    pub fn who(&self) -> Option<u8> {
        self.who
    }

    /// Whether a tile of the stock is shown: one on the table, out of the game, or drawn for all or for this
    /// seat; or stacked where the seat knows it.
    #[must_use]
    pub fn shows(&self, tile: usize) -> bool {
        match self.game.position().tile(tile) {
            Some(TileState::Hand(seats) | TileState::Stowed(_, seats) | TileState::Stacked(seats)) => {
                seats.contains(self.who)
            }
            Some(TileState::Row(_) | TileState::Laid(_) | TileState::Out) => true,
            Some(TileState::Bag) | None => false,
        }
    }

    /// The kinds of all tiles that may still be in a bag as far as the seat knows, in order.
    #[must_use]
    pub fn unseen(&self) -> Vec<u32> {
        let tiles = self.game.position().tiles().iter().enumerate();
        let unseen = tiles.filter(|(tile, state)| match state {
            TileState::Bag | TileState::Stacked(_) => true,
            TileState::Hand(_) | TileState::Stowed(..) => !self.shows(*tile),
            TileState::Row(_) | TileState::Laid(_) | TileState::Out => false,
        });
        let stock = &self.game.rules().stock().tiles;
        let mut kinds: Vec<u32> =
            unseen.filter_map(|(tile, _)| stock.get(tile)).map(|tile| tile.kind).collect();
        kinds.sort_unstable();
        kinds
    }

    /// What happened, as far as it is seen. Empty unless the whole history is kept.
    pub fn events(&self) -> impl Iterator<Item = VisibleEvent> + 'g {
        let sight = *self;
        let mut hidden = Hidden::default();
        let events = self.game.history().events();
        // What is chosen at once is hidden until all have chosen.
        let revealed = events.iter().rposition(|event| *event == Event::Revealed).unwrap_or(0);
        events.iter().enumerate().map(move |(place, event)| {
            if let Event::Decided { choice, who, .. } = *event
                && sight.keeps(choice, who, place < revealed)
            {
                return VisibleEvent::HiddenChoice { choice, who };
            }
            sight.see(*event, &mut hidden)
        })
    }

    /// The decision that waits.
    #[must_use]
    pub fn decision(&self) -> Option<VisibleDecision<'g>> {
        let decision = self.game.decision()?;
        let own = self.who.map(usize::from) == Some(decision.who());
        let position = self.game.position();
        let who = u8::try_from(decision.who()).unwrap_or_default();
        let knows = |state: &TileState| {
            state.known_to().is_some_and(|seats| seats.contains(Some(who)) && !seats.contains(self.who))
        };
        let open = own
            || decision.site().secrecy == Secrecy::Open
                && !position.has_secrets(who)
                && !position.tiles().iter().any(knows);
        Some(VisibleDecision { decision, open })
    }

    /// Whether all is known to the seat but what chance will give: no tile, no card, no choice and no variable is hidden
    /// from it.
    #[must_use]
    pub fn knows_all(&self) -> bool {
        let position = self.game.position();
        let mut others = (0_u8..).take(position.points().len()).filter(|seat| Some(*seat) != self.who);
        let is_open = |state: &TileState| match state {
            TileState::Stacked(seats) => seats.contains(self.who),
            TileState::Bag | TileState::Hand(_) | TileState::Stowed(..) => true,
            TileState::Row(_) | TileState::Laid(_) | TileState::Out => true,
        };
        position.hidden_from(self.who).is_empty()
            && position.tiles().iter().all(is_open)
            && !others.any(|seat| position.has_secrets(seat))
            && !self.events().any(|event| matches!(event, VisibleEvent::HiddenChoice { .. }))
    }

    /// A copy that was played to its end as [`Game::conclude`] does, with all that happened since in its history: what
    /// everything would bring now. Nothing where the seat [does not know all](PlayerView::knows_all) that it follows from,
    /// and where a fault ended it.
    #[must_use]
    pub fn ended_here(&self) -> Option<Game> {
        if !self.knows_all() {
            return None;
        }
        let mut end = self.game.fork();
        end.keep_history();
        // What chance would give is nobody's knowledge.
        end.reseed(0);
        end.conclude();
        end.fault().is_none().then_some(end)
    }

    /// All of it as text: the table, the points, what was seen to happen, what waits.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut out);
        out
    }

    /// What is in hands, keeps, rows and variables, as text: all that is on no table and may change unseen by others.
    pub(crate) fn held_text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        _ = self.write_held(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (position, rules) = (self.game.position(), self.game.rules());
        let kind = |tile: usize| rules.kind_of(tile).name.as_str();
        writeln!(out, "turn {} of {}", position.turn(), rules.seat(usize::from(position.active())))?;
        for (seat, points) in position.points().iter().enumerate() {
            writeln!(out, "{} {points}", rules.seat(seat))?;
        }
        for share in self.game.stocks() {
            let who = share.player.map_or("left".into(), |seat| rules.seat(usize::from(seat)));
            writeln!(out, "{who} has {} {}", share.count, share.name)?;
        }
        for (laid, number) in position.board().tiles().iter().zip(0..) {
            let (tile, cell) = (kind(position.stock_tile(TileId(number))), laid.cell);
            writeln!(out, "{tile} at {},{} turned {}", cell.x, cell.y, laid.rotation)?;
        }
        for piece in position.standing().iter().filter_map(|piece| position.pieces().get(usize::from(*piece)))
        {
            writeln!(out, "{} on {}", self.piece_words(*piece), self.game.location_words(piece.location))?;
        }
        for (piece, number) in position.pieces().iter().zip(0_u32..) {
            if matches!(piece.location, PieceLocation::Keep(_) | PieceLocation::Out) {
                let words = self.game.words(Type::one(Sort::Piece), i64::from(number));
                writeln!(out, "{words}")?;
            }
        }
        self.write_held(out)?;
        let kinds = &rules.stock().kinds;
        for unseen in self.unseen() {
            writeln!(out, "unseen {}", kinds.get(unseen as usize).map_or("", |kind| &kind.name))?;
        }
        for event in self.events() {
            self.write_seen(event, out)?;
        }
        let Some(decision) = self.decision() else { return writeln!(out, "nothing waits") };
        writeln!(out, "{} decides {}", rules.seat(decision.who()), decision.site().name)?;
        match decision.options() {
            Some(open) => {
                open.choices().try_for_each(|choice| writeln!(out, "  {}", open.counted_text(choice)))
            }
            None => writeln!(out, "  among what is not shown"),
        }
    }

    fn write_held(&self, out: &mut String) -> std::fmt::Result {
        let (position, rules) = (self.game.position(), self.game.rules());
        let kind = |tile: usize| rules.kind_of(tile).name.as_str();
        // What is hidden comes in the order in which it came there: its number would tell of it.
        let hand = |tile: &usize| matches!(position.tile(*tile), Some(TileState::Hand(_)));
        for tile in (0..position.tiles().len()).filter(hand).filter(|tile| self.shows(*tile)) {
            writeln!(out, "in hand {}", kind(tile))?;
        }
        let held = || position.held().iter().map(|tile| usize::from(*tile));
        for tile in held().filter(hand).filter(|tile| !self.shows(*tile)) {
            writeln!(out, "in hand a {}", self.hidden(tile))?;
        }
        for tile in held() {
            let Some(TileState::Stowed(keeper, _)) = position.tile(tile) else { continue };
            let name =
                if self.shows(tile) { kind(tile).to_owned() } else { format!("a {}", self.hidden(tile)) };
            writeln!(out, "{} keeps {name}", rules.seat(usize::from(keeper)))?;
        }
        for tile in held() {
            let Some(TileState::Row(row)) = position.tile(tile) else { continue };
            let name = rules.program().declared.rows.get(usize::from(row)).map_or("", |row| &row.name);
            writeln!(out, "in {name} {}", kind(tile))?;
        }
        for bag in 0..position.bags().len() {
            for (stacked, place) in position.stacked_in(bag).into_iter().zip(["on", "under"]) {
                for tile in stacked {
                    let name = if self.shows(tile) { kind(tile) } else { self.hidden(tile) };
                    writeln!(out, "{place} bag {bag} {name}")?;
                }
            }
        }
        self.write_variables(out)
    }

    /// What a tile is called that is not shown.
    fn hidden(&self, tile: usize) -> &'static str {
        if self.game.rules().kind_of(tile).shape.is_some() { "hidden tile" } else { "hidden card" }
    }

    /// The variables of the game and of the players, but for those of others that only these see, and of all else
    /// the ones with a title.
    fn write_variables(&self, out: &mut String) -> std::fmt::Result {
        let declared = &self.game.rules().program().declared;
        let seats = 0..self.game.position().points().len() as u32;
        for (var, number) in declared.vars.iter().zip(0..) {
            let owners = match var.owner {
                Owner::Game => 0..1,
                Owner::Player => seats.clone(),
                Owner::Piece | Owner::Tile | Owner::Card | Owner::Segment => continue,
                Owner::Feature | Owner::Cell => continue,
            };
            for owner in owners {
                let seat = u8::try_from(owner).ok();
                if var.secret && self.who != seat {
                    continue;
                }
                if var.owner == Owner::Player {
                    write!(out, "{} ", self.game.rules().seat(owner as usize))?;
                }
                write!(out, "{} = ", var.name)?;
                self.game.questions().write_variable(number, owner.into(), Some(self.who), out);
                writeln!(out)?;
            }
        }
        for held in self.remembered() {
            let Some(thing) = held.thing() else { continue };
            writeln!(out, "{} of {thing} = {}", held.title, held.value)?;
        }
        Ok(())
    }

    /// A piece by its owner and kind, so that all that are alike are the same.
    fn piece_words(&self, piece: Piece) -> String {
        let rules = self.game.rules();
        let owner =
            piece.owner().map_or(String::new(), |owner| format!("{} ", rules.seat(usize::from(owner))));
        let kind = rules.program().declared.pieces.get(usize::from(piece.kind));
        owner + kind.map_or("", |kind| &kind.name)
    }

    /// One event in a line; tiles and pieces by their kinds, so that copies are all the same.
    fn write_seen(&self, seen: VisibleEvent, out: &mut String) -> std::fmt::Result {
        let rules = self.game.rules();
        let kind = |tile: u16| rules.kind_of(usize::from(tile)).name.as_str();
        let whose = |piece: u16| {
            let piece = self.game.position().pieces().get(usize::from(piece));
            piece.map_or_else(String::new, |piece| self.piece_words(*piece))
        };
        let VisibleEvent::Event(event) = seen else { return writeln!(out, "{seen:?}") };
        match event {
            Event::Drawn { bag, number, tile, .. } => {
                let number = number.map_or(String::new(), |number| format!(" {number}"));
                writeln!(out, "draw{number} of bag {bag} {}", kind(tile))
            }
            Event::Fetched { bag, tile } => {
                writeln!(out, "take of bag {bag} {}", kind(tile))
            }
            Event::Shuffled { bag, tile, .. } => {
                writeln!(out, "back to bag {bag} {}", kind(tile))
            }
            Event::Stowed { player, tile, .. } => {
                writeln!(out, "{} keeps {}", rules.seat(usize::from(player)), kind(tile))
            }
            Event::Stacked { bag, tile, under, .. } => {
                let place = if under { "under" } else { "on" };
                writeln!(out, "{place} bag {bag} {}", kind(tile))
            }
            Event::LinedUp { row, tile } => writeln!(out, "into row {row} {}", kind(tile)),
            Event::Shown { tile, seen_by } => {
                writeln!(out, "shown {} to {seen_by:?}", kind(tile))
            }
            Event::Discarded { tile } => writeln!(out, "out {}", kind(tile)),
            Event::Placed { player, tile, cell, rotation } => {
                let (player, kind) = (rules.seat(usize::from(player)), kind(tile));
                writeln!(out, "{player} lays {kind} at {},{} turned {rotation}", cell.x, cell.y)
            }
            Event::Decided { choice, who, taken, words, .. } => {
                let (who, words) = (rules.seat(usize::from(who)), self.game.history().text(words));
                writeln!(out, "{who} decided {choice} {taken:?} {words}")
            }
            // No tile is told in these.
            Event::Turn { .. }
            | Event::Again { .. }
            | Event::Ending
            | Event::Won { .. }
            | Event::Rolled { .. } => {
                writeln!(out, "{event:?}")
            }
            Event::Put { piece, from, at } => {
                let at = self.game.segment_words(at);
                writeln!(out, "{} goes from {} to {at}", whose(piece), self.game.location_words(from))
            }
            Event::Moved { piece, from, to } => {
                writeln!(out, "{} goes from {} to space {to}", whose(piece), self.game.location_words(from))
            }
            Event::Went { piece, from, to } => {
                let [from, to] = [from, to].map(|location| self.game.location_words(location));
                writeln!(out, "{} goes from {from} to {to}", whose(piece))
            }
            Event::Sent { piece, from, reason } => {
                let from = self.game.location_words(from);
                writeln!(out, "{} goes home from {from} {reason:?}", whose(piece))
            }
            Event::Scored { .. } | Event::Cancelled { .. } => writeln!(out, "{event:?}"),
            Event::Paid { .. } | Event::PaidStock { .. } => writeln!(out, "{event:?}"),
            Event::Added { .. } | Event::Linked { .. } | Event::Cut { .. } => writeln!(out, "{event:?}"),
            Event::Closed(_) | Event::Reopened(_) => writeln!(out, "{event:?}"),
            Event::Hid { .. } | Event::Forgotten { .. } | Event::Revealed => writeln!(out, "{event:?}"),
        }
    }

    /// Sees an event; `hidden` is what others knew then.
    fn see(self, event: Event, hidden: &mut Hidden) -> VisibleEvent {
        match event {
            Event::Drawn { bag, tile, seen_by, .. } if !seen_by.contains(self.who) => {
                hidden.stacked.remove(&tile);
                hidden.tiles.insert(tile, seen_by);
                return VisibleEvent::HiddenDraw { bag, seen_by };
            }
            Event::Stacked { bag, tile, under, seen_by } => {
                hidden.stacked.insert(tile, bag);
                if !seen_by.contains(self.who) {
                    return VisibleEvent::HiddenStack { bag, under, seen_by };
                }
            }
            Event::Shuffled { bag, tile, seen_by } if !seen_by.contains(self.who) => {
                hidden.tiles.remove(&tile);
                hidden.mix(bag);
                return VisibleEvent::HiddenReturn { bag, seen_by };
            }
            Event::Stowed { player, seen_by, .. } if !seen_by.contains(self.who) => {
                return VisibleEvent::HiddenStow { player };
            }
            Event::Shown { tile, seen_by } if !seen_by.contains(self.who) => {
                hidden.tiles.insert(tile, seen_by);
                return VisibleEvent::HiddenShow { seen_by };
            }
            Event::Placed { tile, .. }
            | Event::Discarded { tile }
            | Event::LinedUp { tile, .. }
            | Event::Shown { tile, .. } => {
                hidden.tiles.remove(&tile);
            }
            Event::Hid { var, player } => {
                hidden.secrets.insert((var, player));
            }
            Event::Forgotten { var } => hidden.secrets.retain(|(other, _)| *other != var),
            Event::Decided { choice, who, .. } if self.who != Some(who) && hidden.knows(who) => {
                return VisibleEvent::HiddenChoice { choice, who };
            }
            Event::Shuffled { bag, .. } => hidden.mix(bag),
            Event::Drawn { tile, .. } | Event::Fetched { tile, .. } => {
                hidden.stacked.remove(&tile);
                hidden.tiles.remove(&tile);
            }
            // Everybody sees these in full.
            Event::Stowed { .. } => {}
            Event::Turn { .. } | Event::Again { .. } | Event::Ending | Event::Rolled { .. } => {}
            Event::Put { .. } | Event::Moved { .. } | Event::Went { .. } | Event::Sent { .. } => {}
            Event::Scored { .. } | Event::Cancelled { .. } => {}
            Event::Paid { .. } | Event::PaidStock { .. } => {}
            Event::Added { .. } => {}
            Event::Linked { .. } | Event::Cut { .. } | Event::Closed(_) | Event::Reopened(_) => {}
            Event::Revealed | Event::Decided { .. } | Event::Won { .. } => {}
        }
        VisibleEvent::Event(event)
    }

    /// Whether what somebody chose is hidden from this seat by the way in which it was asked.
    fn keeps(self, choice: u32, who: u8, revealed: bool) -> bool {
        let site = self.game.rules().program().choices.get(choice as usize);
        let hides = match site.map_or(Secrecy::Open, |site| site.secrecy) {
            Secrecy::Open => false,
            Secrecy::AtOnce => !revealed,
            Secrecy::Secret => true,
        };
        hides && self.who != Some(who)
    }
}

/// What others know at some point of the game.
#[derive(Default)]
struct Hidden {
    /// The tiles and cards that are not shown, with the seats that see them.
    tiles: BTreeMap<u16, PlayerSet>,
    /// The bags of what was stacked.
    stacked: BTreeMap<u16, u16>,
    /// The variables that only owners see, and the seats that have something in them.
    secrets: BTreeSet<(u16, u8)>,
}

impl Hidden {
    /// A bag is mixed: where things lie in it is no longer known to anybody.
    fn mix(&mut self, bag: u16) {
        let Hidden { tiles, stacked, .. } = self;
        stacked.retain(|tile, of| {
            if *of == bag {
                tiles.remove(tile);
            }
            *of != bag
        });
    }

    /// Whether a seat knows something of it.
    fn knows(&self, seat: u8) -> bool {
        self.tiles.values().any(|seats| seats.contains(Some(seat)))
            || self.secrets.iter().any(|(_, player)| *player == seat)
    }
}

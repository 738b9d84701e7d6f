//! What somebody at the table may know of a game: the tiles that only others have seen are left out, and with
//! them every choice that could give them away.

use std::collections::BTreeSet;
use std::fmt::Write;

use rota_board::TileId;
use rota_bytecode::program::{ChoiceSite, Secrecy};
use rota_bytecode::{Sort, Type};

use crate::decision::Decision;
use crate::game::Game;
use crate::history::Event;
use crate::position::{Spot, TileState};

/// A game as one seat sees it, or as an onlooker does.
///
/// Two games that differ only in what the seat may not know are the same here, to the byte.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'g> {
    game: &'g Game,
    who: Option<u8>,
}

/// An event as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// In full.
    Event(Event),
    /// Somebody drew a tile that is not shown.
    HiddenDraw {
        /// The bag.
        bag: u16,
        /// The seat that sees it.
        seen_by: u8,
    },
    /// Somebody put a tile back that was not shown.
    HiddenReturn {
        /// The bag.
        bag: u16,
        /// The seat that has seen it.
        seen_by: u8,
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
pub struct SeenDecision<'g> {
    decision: Decision<'g>,
    open: bool,
}

impl<'g> SeenDecision<'g> {
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
    pub fn seen_by(&self, who: Option<u8>) -> Sight<'_> {
        Sight { game: self, who }
    }
}

impl<'g> Sight<'g> {
    /// Whether a tile of the stock is shown: one on the table, out of the game, or drawn for all or for this
    /// seat.
    #[must_use]
    pub fn shows(&self, tile: usize) -> bool {
        match self.game.position().tile(tile) {
            Some(TileState::Hand(seen_by)) => self.may_see(seen_by),
            Some(TileState::Laid(_) | TileState::Out) => true,
            Some(TileState::Bag) | None => false,
        }
    }

    /// The kinds of all tiles that may still be in a bag as far as the seat knows, in order.
    #[must_use]
    pub fn unseen(&self) -> Vec<u32> {
        let tiles = self.game.position().tiles().iter().enumerate();
        let unseen = tiles.filter(|(tile, state)| match state {
            TileState::Bag => true,
            TileState::Hand(_) => !self.shows(*tile),
            TileState::Laid(_) | TileState::Out => false,
        });
        let stock = &self.game.rules().stock().tiles;
        let mut kinds: Vec<u32> =
            unseen.filter_map(|(tile, _)| stock.get(tile)).map(|tile| tile.kind).collect();
        kinds.sort_unstable();
        kinds
    }

    /// What happened, as far as it is seen. Empty unless the whole history is kept.
    pub fn events(&self) -> impl Iterator<Item = Seen> + 'g {
        let sight = *self;
        let mut hidden: BTreeSet<u16> = BTreeSet::new();
        let events = self.game.history().events();
        // What is chosen at once is hidden until all have chosen.
        let revealed = events.iter().rposition(|event| *event == Event::Revealed).unwrap_or(0);
        events.iter().enumerate().map(move |(place, event)| {
            if let Event::Decided { choice, who, .. } = *event
                && sight.keeps(choice, who, place < revealed)
            {
                return Seen::HiddenChoice { choice, who };
            }
            sight.see(*event, &mut hidden)
        })
    }

    /// The decision that waits.
    #[must_use]
    pub fn decision(&self) -> Option<SeenDecision<'g>> {
        let decision = self.game.decision()?;
        let own = self.who.map(usize::from) == Some(decision.who());
        let hides =
            |(tile, state): (usize, &TileState)| matches!(state, TileState::Hand(_)) && !self.shows(tile);
        let open = own
            || decision.site().secrecy == Secrecy::Open
                && !self.game.position().tiles().iter().enumerate().any(hides);
        Some(SeenDecision { decision, open })
    }

    /// All of it as text: the table, the points, what was seen to happen, what waits.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (position, rules) = (self.game.position(), self.game.rules());
        let kind = |tile: usize| rules.kind_of(tile).name.as_str();
        writeln!(out, "turn {} of {}", position.turn(), rules.seat(usize::from(position.active())))?;
        for (seat, points) in position.points().iter().enumerate() {
            writeln!(out, "{} {points}", rules.seat(seat))?;
        }
        for (laid, number) in position.board().tiles().iter().zip(0..) {
            let (tile, cell) = (kind(position.stock_tile(TileId(number))), laid.cell);
            writeln!(out, "{tile} at {},{} turned {}", cell.x, cell.y, laid.rotation)?;
        }
        for piece in position.standing().iter().filter_map(|piece| position.pieces().get(usize::from(*piece)))
        {
            let owner =
                piece.owner().map_or(String::new(), |owner| format!("{} ", rules.seat(usize::from(owner))));
            let name =
                rules.program().declared.pieces.get(usize::from(piece.kind)).map_or("", |kind| &kind.name);
            writeln!(out, "{owner}{name} on {}", self.game.spot_words(piece.spot))?;
        }
        for (piece, number) in position.pieces().iter().zip(0_u32..) {
            if matches!(piece.spot, Spot::Keep(_) | Spot::Out) {
                let words = self.game.words(Type::one(Sort::Piece), i64::from(number));
                writeln!(out, "{words}")?;
            }
        }
        let hand =
            position.tiles().iter().enumerate().filter(|(_, state)| matches!(state, TileState::Hand(_)));
        for (tile, _) in hand {
            writeln!(out, "in hand {}", if self.shows(tile) { kind(tile) } else { "a hidden tile" })?;
        }
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
            Some(open) => open.choices().try_for_each(|choice| writeln!(out, "  {}", open.text(choice))),
            None => writeln!(out, "  among what is not shown"),
        }
    }

    /// One event in a line; tiles by their kinds, so that copies are all the same.
    fn write_seen(&self, seen: Seen, out: &mut String) -> std::fmt::Result {
        let rules = self.game.rules();
        let kind = |tile: u16| rules.kind_of(usize::from(tile)).name.as_str();
        match seen {
            Seen::Event(Event::Drawn { bag, number, tile, .. }) => {
                writeln!(out, "draw {number} of bag {bag} {}", kind(tile))
            }
            Seen::Event(Event::Fetched { bag, tile }) => writeln!(out, "take of bag {bag} {}", kind(tile)),
            Seen::Event(Event::Shuffled { bag, tile, .. }) => {
                writeln!(out, "back to bag {bag} {}", kind(tile))
            }
            Seen::Event(Event::Discarded { tile }) => writeln!(out, "out {}", kind(tile)),
            Seen::Event(Event::Placed { player, tile, cell, rotation }) => {
                let (player, kind) = (rules.seat(usize::from(player)), kind(tile));
                writeln!(out, "{player} lays {kind} at {},{} turned {rotation}", cell.x, cell.y)
            }
            Seen::Event(Event::Decided { choice, who, taken, words, .. }) => {
                let (who, words) = (rules.seat(usize::from(who)), self.game.history().text(words));
                writeln!(out, "{who} decided {choice} {taken:?} {words}")
            }
            Seen::Event(event) => writeln!(out, "{event:?}"),
            hidden => writeln!(out, "{hidden:?}"),
        }
    }

    /// Sees an event; `hidden` are the tiles in hand then that were not shown.
    fn see(self, event: Event, hidden: &mut BTreeSet<u16>) -> Seen {
        match event {
            Event::Drawn { bag, tile, seen_by: Some(seat), .. } if !self.may_see(Some(seat)) => {
                hidden.insert(tile);
                return Seen::HiddenDraw { bag, seen_by: seat };
            }
            Event::Shuffled { bag, tile, seen_by: Some(seat) } if hidden.remove(&tile) => {
                return Seen::HiddenReturn { bag, seen_by: seat };
            }
            Event::Placed { tile, .. } | Event::Discarded { tile } => {
                hidden.remove(&tile);
            }
            Event::Decided { choice, who, .. } if !hidden.is_empty() && self.who != Some(who) => {
                return Seen::HiddenChoice { choice, who };
            }
            _ => {}
        }
        Seen::Event(event)
    }

    /// Whether what somebody chose is kept from this seat by the way in which it was asked.
    fn keeps(self, choice: u32, who: u8, revealed: bool) -> bool {
        let site = self.game.rules().program().choices.get(choice as usize);
        let kept = match site.map_or(Secrecy::Open, |site| site.secrecy) {
            Secrecy::Open => false,
            Secrecy::AtOnce => !revealed,
            Secrecy::Secret => true,
        };
        kept && self.who != Some(who)
    }

    fn may_see(self, seen_by: Option<u8>) -> bool {
        seen_by.is_none() || seen_by == self.who
    }
}

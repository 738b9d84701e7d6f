//! A saved test game played again up to where it was left.

use std::collections::BTreeMap;
use std::sync::Arc;

use rota_game::{Choice, Decision, Event, Game, Rules};

use super::draw_order::Seed;
use super::file::{Message, SavedGame};
use crate::comparison::Comparison;
use crate::mapping::{Mapping, MoveKind};
use crate::replay::{Replay, is_placement, stowed_tiles, text_of};
use crate::transcript::Transcript;
use crate::verdict::Stop;

/// A saved game and ours, side by side.
#[derive(Debug)]
pub(super) struct TestReplay<'a> {
    pub saved: &'a SavedGame,
    pub replay: Replay<'a>,
    /// What was done last and is not confirmed: the other engine waits there, and ours goes on at once.
    pub unconfirmed: Option<Unconfirmed>,
    /// What the last message did.
    pub last: Option<MoveKind>,
    /// Whether it was done without an offer, so that it changes nothing but itself.
    pub was_unlisted: bool,
    /// Whether the last message drew from a deck, which is confirmed by itself.
    drew: bool,
    /// What decks give first, as far as it is known.
    given: BTreeMap<String, Vec<String>>,
}

/// A card that a message draws and that was not known to come.
#[derive(Debug)]
pub(super) struct Draw {
    /// Our deck.
    pub source: String,
    /// How many were drawn before.
    pub number: usize,
    /// Our kind of card.
    pub kind: String,
}

/// What is done as soon as it is confirmed.
#[derive(Debug)]
pub(super) struct Unconfirmed {
    choice: Choice,
    /// How the game stands then, without a history.
    pub after: Game,
}

impl<'a> TestReplay<'a> {
    /// Sets up the same game.
    pub fn new(
        saved: &'a SavedGame,
        transcript: &'a Transcript,
        mapping: &'a Mapping,
        rules: Arc<Rules>,
        given: BTreeMap<String, Vec<String>>,
    ) -> Result<TestReplay<'a>, String> {
        let chance = given.iter().map(|(source, kinds)| (source.clone(), kinds.clone())).collect();
        Ok(TestReplay {
            saved,
            replay: Replay::with_chance(transcript, mapping, rules, chance)?,
            unconfirmed: None,
            last: None,
            was_unlisted: false,
            drew: false,
            given,
        })
    }

    /// Does all that was done, up to a card that is not known to come.
    pub fn play(&mut self) -> Result<Option<Draw>, Stop> {
        if let Some(fault) = self.replay.game.fault() {
            return Err(self.comparison().differs("the beginning", "no fault", fault));
        }
        for message in &self.saved.replay {
            if let Some(draw) = self.draw_of(message) {
                return Ok(Some(draw));
            }
            self.follow(message)?;
            self.knows_chance()?;
        }
        // There nothing is asked that could not be passed over.
        if self.unconfirmed.is_none() {
            self.replay.pass_over_unlisted(self.comparison(), None)?;
        }
        Ok(None)
    }

    /// A saved game does not tell what a deck gave of which no message draws.
    fn knows_chance(&self) -> Result<(), Stop> {
        let declared = &self.replay.game.rules().program().declared;
        for event in self.replay.game.history().events() {
            let Event::Drawn { bag, number: Some(_), .. } = event else { continue };
            let source = declared.draw_piles().nth(usize::from(*bag)).unwrap_or_default();
            if usize::from(*bag) >= declared.bags.len() && !self.replay.mapping.is_drawn_by_messages(source) {
                return Err(Stop::from(format!("what `{source}` gives is told by no message")));
            }
        }
        Ok(())
    }

    /// What the other engine draws with a message, if our deck is not known to give the same: it stands at the place
    /// that follows from a number in the message, among all that are left in order of their names there.
    fn draw_of(&self, message: &Message) -> Option<Draw> {
        let entry = self.replay.mapping.drawn_by(&message.name)?;
        let random = message.payload.get("random")?.as_f64()?;
        let game = &self.replay.game;
        let rules = game.rules();
        let deck = rules.program().declared.draw_piles().position(|name| name == entry.source)?;
        let left: Vec<&str> =
            game.position().bags().get(deck)?.iter().map(|card| self.replay.name_of(*card)).collect();
        let of_kind = |kind: &String| left.iter().filter(|name| **name == kind.as_str()).count();
        let mut kinds = entry.values.values().flat_map(|kind| std::iter::repeat_n(kind, of_kind(kind)));
        let kind = kinds.nth(Seed(random).next(left.len()))?.clone();
        let number = game.history().events().iter().filter(
            |event| matches!(event, Event::Drawn { bag, number: Some(_), .. } if usize::from(*bag) == deck),
        );
        let number = number.count();
        let known = self.given.get(&entry.source).and_then(|given| given.get(number));
        (known != Some(&kind)).then(|| Draw { source: entry.source.clone(), number, kind })
    }

    /// The turn in which the game stands.
    pub fn comparison(&self) -> Comparison {
        let events = self.replay.game.history().events().iter().rev();
        let number = events.filter_map(|event| {
            let Event::Turn { number, .. } = event else { return None };
            Some(*number)
        });
        Comparison { turn: number.take(1).next().filter(|_| !self.replay.game.is_over()) }
    }

    fn follow(&mut self, message: &Message) -> Result<(), Stop> {
        let (compare, mapping) = (self.comparison(), self.replay.mapping);
        let (kind, keys) = mapping.message(&message.name)?;
        let before = self.last.replace(kind);
        self.was_unlisted = mapping.move_entry(&message.name).is_ok_and(|entry| entry.unlisted);
        let drew = std::mem::replace(&mut self.drew, mapping.drawn_by(&message.name).is_some());
        if kind == MoveKind::Confirm {
            let Some(unconfirmed) = self.unconfirmed.take() else {
                // Ours went on to the next question of this turn.
                if drew || before.is_some_and(|before| before != MoveKind::Lay && before != MoveKind::Confirm)
                {
                    return Ok(());
                }
                let expected = format!("`{}`, which confirms a turn", message.name);
                return Err(compare.differs("what is done", expected, self.replay.standing()));
            };
            return self.replay.choose(compare, "what was done", unconfirmed.choice);
        }
        let words = match kind {
            MoveKind::Pass | MoveKind::Confirm => None,
            MoveKind::Lay | MoveKind::Put | MoveKind::TakeBack | MoveKind::Choose => {
                let (name, payload) = (&message.name, &message.payload);
                Some(self.replay.message_words(kind, keys, name, payload, &BTreeMap::new())?.join(" "))
            }
        };
        if self.unconfirmed.is_none() {
            self.replay.pass_over_unlisted(compare, words.as_deref())?;
        }
        let (words, choice) = match words {
            None => {
                let asked = self.asked().filter(Decision::may_pass);
                ("a pass".to_owned(), asked.map(|_| Choice::Pass))
            }
            Some(words) if kind == MoveKind::Lay => self.laying(compare, message, &words)?,
            Some(words) => self.option_named(&words),
        };
        let asked = if kind == MoveKind::Lay { self.replay.game.decision() } else { self.asked() };
        let (Some(choice), Some(asked), None) = (choice, asked, &self.unconfirmed) else {
            return Err(compare.differs(
                "what is done",
                words,
                format!("{}, which has no such option", self.standing()),
            ));
        };
        if let Some(seat) = message.player {
            compare.same("the player asked", &seat, &asked.who(), |seat| format!("seat {}", seat + 1))?;
        }
        self.replay.note_figure(keys, &message.payload, choice);
        let mut after = self.replay.game.fork();
        after.choose(choice).map_err(|refused| compare.differs("what is done", &words, refused))?;
        if self.was_unlisted || after.decision().is_some_and(|decision| !is_placement(&decision)) {
            return self.replay.choose(compare, "what is done", choice);
        }
        self.unconfirmed = Some(Unconfirmed { choice, after });
        Ok(())
    }

    /// The decision that waits once the tile lies, unless all is done and only to be confirmed.
    pub fn asked(&self) -> Option<Decision<'_>> {
        let decision = self.replay.game.decision().filter(|decision| !is_placement(decision));
        decision.filter(|_| self.unconfirmed.is_none())
    }

    /// The decision where the tile goes.
    pub fn to_lay(&self) -> Option<Decision<'_>> {
        self.replay.game.decision().filter(is_placement).filter(|_| self.unconfirmed.is_none())
    }

    /// The full name of the tile that is to be laid.
    pub fn drawn(&self) -> &str {
        let events = self.replay.game.history().events().iter().rev();
        let mut drawn = events.filter_map(|event| {
            let Event::Drawn { tile, .. } = event else { return None };
            Some(*tile)
        });
        drawn.next().map_or("none", |tile| self.replay.name_of(tile))
    }

    /// Whether the player asked keeps a tile of this name, which is laid without being drawn.
    fn keeps(&self, name: &str) -> bool {
        let seat = self.replay.game.decision().and_then(|decision| u8::try_from(decision.who()).ok());
        seat.and_then(|seat| stowed_tiles(&self.replay.game, name, seat)).is_some_and(|count| count > 0)
    }

    /// Where the game stands, in words.
    pub fn standing(&self) -> String {
        match self.unconfirmed {
            Some(_) => "a turn that is to be confirmed".to_owned(),
            None => self.replay.standing(),
        }
    }

    fn laying(
        &self,
        compare: Comparison,
        message: &Message,
        words: &str,
    ) -> Result<(String, Option<Choice>), Stop> {
        let (tile, _) = self.replay.mapping.tile(&text_of(&message.payload, "tileId")?)?;
        let decision = self.to_lay();
        if decision.is_some() && !self.keeps(tile) {
            compare.same("the tile drawn", &tile, &self.drawn(), |tile| format!("`{tile}`"))?;
        }
        let choice = decision.and_then(|decision| {
            decision.choices().find(|choice| self.replay.own_words(decision, *choice) == words)
        });
        Ok((format!("`{tile}`: {words}"), choice))
    }

    /// The option that goes by these words, with them.
    fn option_named(&self, words: &str) -> (String, Option<Choice>) {
        let found = self.asked().and_then(|decision| {
            decision.choices().find(|choice| self.replay.own_words(decision, *choice) == words)
        });
        (words.to_owned(), found)
    }
}

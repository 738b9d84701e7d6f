//! A recording that tells a game message by message, played again by our rules and compared at each.
//!
//! The other engine asks that what was done be confirmed, and ours goes on at once. So what came of a message is
//! compared together with what came of the confirmations behind it.

mod ending;
mod events;
mod file;
mod offers;

use std::collections::BTreeMap;
use std::sync::Arc;

use rota_game::{Choice, Event, Rules};

use crate::comparison::Comparison;
use crate::mapping::{EventKind, Mapping, MoveKind};
use crate::replay::Replay;
use crate::transcript::Transcript;
use crate::verdict::Stop;

pub(crate) use file::StepRecording;
use file::{OfferedItem, Step};

/// A recorded game and ours, side by side.
#[derive(Debug)]
pub(crate) struct StepReplay<'a> {
    recording: &'a StepRecording,
    pub replay: Replay<'a>,
    /// How many of the scores after the last turn were compared.
    scored: usize,
    /// Tokens that each player had when they were compared last, by our names.
    tokens: BTreeMap<(usize, &'a str), i64>,
}

impl<'a> StepReplay<'a> {
    /// Sets up the same game.
    pub fn new(
        recording: &'a StepRecording,
        transcript: &'a Transcript,
        mapping: &'a Mapping,
        rules: Arc<Rules>,
    ) -> Result<StepReplay<'a>, String> {
        let chance = recording.chance(mapping)?;
        let replay = Replay::with_chance(transcript, mapping, rules, chance)?;
        let mut steps = StepReplay { recording, replay, scored: 0, tokens: BTreeMap::new() };
        steps.tokens = steps.own_tokens();
        Ok(steps)
    }

    /// Plays the game and compares it up to the first difference.
    pub fn run(&mut self) -> Result<(), Stop> {
        if let Some(fault) = self.replay.game.fault() {
            return Err(self.comparison().differs("the beginning", "no fault", fault));
        }
        let recording = self.recording;
        self.happened(self.comparison(), &recording.start_events, &[])?;
        let mut rest = recording.steps.as_slice();
        while let Some((step, behind)) = rest.split_first() {
            let compare = self.comparison();
            if self.kind(step)? != MoveKind::Confirm {
                self.follow(compare, step)?;
            }
            let (mut passed, mut is_confirmed) = (0, false);
            while let Some(next) = behind.get(passed)
                && (self.kind(next)? == MoveKind::Confirm || self.asks_of_nothing(next)?)
            {
                is_confirmed |= self.kind(next)? == MoveKind::Confirm;
                passed += 1;
            }
            let is_next =
                |event: &file::StepEvent| self.replay.mapping.event(&event.name) == Some(EventKind::Turn);
            if is_confirmed || step.events.iter().any(is_next) {
                self.leave_turn(compare, step.turn_player.unwrap_or(step.player))?;
            }
            let (together, after) = rest.split_at(passed + 1);
            self.came_of(compare, together)?;
            rest = after;
        }
        self.ending()
    }

    fn kind(&self, step: &Step) -> Result<MoveKind, String> {
        self.replay.mapping.message(&step.message.name).map(|(kind, _)| kind)
    }

    /// Whether somebody passes who was offered nothing at all: nobody is asked here then. Where a recording does not say
    /// what was offered, it may be so in some phases.
    fn asks_of_nothing(&self, step: &Step) -> Result<bool, String> {
        let asked = self.replay.game.decision();
        let of_nothing = match &step.offered {
            Some(offered) => {
                let is_empty = |item: &OfferedItem| item.options.as_ref().is_some_and(Vec::is_empty);
                let is_asked_here = asked.is_some_and(|asked| asked.who() == step.player && asked.may_pass());
                !offered.items.is_empty() && offered.items.iter().all(is_empty) && !is_asked_here
            }
            None => {
                let own = self.replay.mapping.asked_in_idle(&step.phase);
                own.is_some_and(|own| asked.is_none_or(|asked| asked.site().name != own))
            }
        };
        Ok(of_nothing && self.kind(step)? == MoveKind::Pass)
    }

    /// The turn in which the game stands.
    fn comparison(&self) -> Comparison {
        let mut events = self.replay.game.history().events().iter().rev();
        let number = events.find_map(|event| {
            let Event::Turn { number, .. } = event else { return None };
            Some(*number)
        });
        Comparison { turn: number.filter(|_| !self.replay.game.is_over()) }
    }

    /// Does what was done, once everything on offer is compared.
    fn follow(&mut self, compare: Comparison, step: &'a Step) -> Result<(), Stop> {
        let (name, payload) = (&step.message.name, &step.message.payload);
        let (kind, keys) = self.replay.mapping.message(name)?;
        let words = match kind {
            MoveKind::Pass | MoveKind::Confirm => Vec::new(),
            MoveKind::Lay | MoveKind::Put | MoveKind::TakeBack | MoveKind::Choose => {
                self.replay.message_words(kind, keys, name, payload, &step.lists)?
            }
        };
        let words = self.as_asked(words)?;
        // Of several choices those that ours does not ask for are left out.
        let mut rest = words.iter();
        let words = match words.as_slice() {
            [] | [_] => rest.next(),
            [first, ..] => rest.find(|words| self.replay.own_options().contains_key(*words)).or(Some(first)),
        };
        self.replay.pass_over_unlisted(compare, words.map(String::as_str))?;
        let Some(decision) = self.replay.game.decision() else {
            let expected = words.map_or("a pass", String::as_str);
            return Err(compare.differs("what is done", expected, self.replay.standing()));
        };
        compare
            .same("the player asked", &step.player, &decision.who(), |seat| format!("seat {}", seat + 1))?;
        let own = self.replay.own_options();
        // What is on offer beside what is done without an offer belongs to the question that ours asks next.
        let is_unlisted = self.replay.mapping.move_entry(name).is_ok_and(|entry| entry.unlisted);
        if let Some(offered) = step.offered.as_ref().filter(|_| !is_unlisted) {
            self.offers(compare, offered, &own)?;
        }
        let choice = match words {
            None => self.replay.game.decision().filter(|asked| asked.may_pass()).map(|_| Choice::Pass),
            Some(words) => own.get(words).copied(),
        };
        let Some(choice) = choice else {
            if is_unlisted {
                let why = "is done there while something else is asked, and here only where nothing is";
                return Err(Stop::from(format!("`{name}` {why}")));
            }
            let expected = words.map_or("a pass", String::as_str);
            let got = format!("{}, which has no such option", self.replay.standing());
            return Err(compare.differs("what is done", expected, got));
        };
        self.replay.note_figure(keys, payload, choice);
        self.replay.choose(compare, "what is done", choice)?;
        for words in rest {
            let asked = self.replay.game.decision().filter(|asked| asked.who() == step.player);
            if let Some(choice) = asked.and_then(|_| self.replay.own_options().get(words).copied()) {
                self.replay.choose(compare, "what is done", choice)?;
            }
        }
        Ok(())
    }

    /// Passes where a player whose turn is confirmed could still do what recordings do without being asked.
    fn leave_turn(&mut self, compare: Comparison, player: usize) -> Result<(), Stop> {
        while self
            .replay
            .game
            .decision()
            .is_some_and(|asked| asked.who() == player && self.replay.is_unlisted(asked))
        {
            self.replay.choose(compare, "a pass", Choice::Pass)?;
        }
        Ok(())
    }

    /// Compares what came of a message and of the confirmations behind it.
    fn came_of(&mut self, compare: Comparison, steps: &'a [Step]) -> Result<(), Stop> {
        let recording = self.recording;
        let ending: usize = steps.iter().map(|step| step.ending).sum();
        let scored = recording.ending.scored.get(self.scored..).unwrap_or_default();
        let scored = scored.get(..ending).unwrap_or(scored);
        self.scored += scored.len();
        let events: Vec<_> = steps.iter().flat_map(|step| &step.events).collect();
        self.happened(compare, events, scored)?;
        if let Some(last) = steps.last() {
            compare.same_numbers("points", &last.points, &self.replay.points)?;
            compare.same_numbers("points", &last.points, self.replay.game.points())?;
            self.replay.counts.totals += last.points.len() as u64;
        }
        Ok(())
    }
}

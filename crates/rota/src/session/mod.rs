//! Games that can be saved, gone on with, and taken back.
//!
//! A [`Session`] is a game in play together with the list of all that does not follow from its rules: what chance
//! gave and what was decided, by content. A [`Save`] is that list in a file. Replaying it is the truth: nothing
//! else is kept, and a game that is resumed is the game that was left.
//!
//! A *move* is a decision that somebody answered. Moves are counted from 1; the game "at move n" is the game as
//! it stands after the nth answer and everything that followed from it. At move 0 nobody has decided anything.

mod parse;
mod pin;
mod replay;
mod save;

use std::fmt;
use std::sync::Arc;

use rota_game::{
    Choice, Clock, Decision, DecisionOutcome, Event, Game, LoggedCall, Random, Record, Refused, Rules, Setup,
    SetupError,
};
use rota_source::Diagnostic;

use crate::compile::CompiledGame;
use crate::error::Error;

pub use save::{Chance, Decided, Entry, Head, LONGEST_SAVE, Pin, SAVE_VERSION, Save, Seat};

/// A game in play.
#[derive(Debug)]
pub struct Session {
    head: Head,
    game: Game,
    entries: Vec<Entry>,
    /// How many events of the history have become entries.
    seen: usize,
    /// The last move behind which something was shown to somebody who had not seen it.
    settled: usize,
    /// Moves that were taken back, the next one to be made again last.
    undone: Vec<Decided>,
}

impl Session {
    /// Begins a game and plays it up to the first decision. `compiled` must be the packs of the head, compiled
    /// with its [settings](Head::settings).
    ///
    /// # Errors
    /// Refuses a number of players that the packs do not allow.
    pub fn begin(head: Head, compiled: &CompiledGame) -> Result<Session, SetupError> {
        Session::set_up(head, &compiled.rules, Vec::new(), None)
    }

    /// Plays a saved game again up to where it stood.
    ///
    /// # Errors
    /// The first entry of the save that no longer holds, which can only be when the packs have changed; see
    /// [`Save::changes`].
    pub fn resume(save: &Save, compiled: &CompiledGame) -> Result<Session, Error> {
        Session::replay(save, compiled, save.moves())
    }

    /// Plays a saved game again up to a move. Move 0 is the beginning of the game.
    ///
    /// # Errors
    /// As for [`Session::resume`]; and that the save has fewer moves.
    pub fn replay(save: &Save, compiled: &CompiledGame, moves: usize) -> Result<Session, Error> {
        if moves > save.moves() {
            return Err(save.error(replay::no_such_move(save, moves)));
        }
        let entries = replay::up_to(&save.entries, moves);
        Session::again(&save.head, &compiled.rules, entries)
            .map_err(|diverged| save.error(save.diverged(&diverged)))
    }

    /// Plays a saved game again as far as it holds with packs that may have changed, and up to a move at most. Where it
    /// ends before, it is told why: that game is the one that stands there now.
    ///
    /// With a clock the game is profiled.
    ///
    /// # Errors
    /// It cannot even begin.
    pub fn replay_as_far(
        save: &Save,
        compiled: &CompiledGame,
        moves: usize,
        profile: Option<Clock>,
    ) -> Result<(Session, Option<Diagnostic>), Error> {
        let played = Session::as_far(&save.head, &compiled.rules, &save.entries, moves, profile);
        let (session, diverged) = played.map_err(|diverged| save.error(save.diverged(&diverged)))?;
        Ok((session, diverged.map(|diverged| save.diverged(&diverged))))
    }

    /// Makes a move again by content; tells whether it is possible.
    pub fn repeat(&mut self, decided: &Decided) -> bool {
        let is_asked = self
            .game
            .decision()
            .is_some_and(|decision| self.game.rules().seat(decision.who()) == decided.who);
        let choice = find(&self.game, decided).filter(|_| is_asked);
        choice.is_some_and(|choice| self.choose(choice).is_ok())
    }

    /// Keeps from now on which functions run, where the game is profiled.
    pub fn begin_call_log(&mut self) {
        self.game.begin_call_log();
    }

    /// The functions that ran since the log was begun, in order; no more are kept.
    pub fn end_call_log(&mut self) -> Vec<LoggedCall> {
        self.game.end_call_log()
    }

    /// The game. It is changed through the session only.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the game was begun with.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Says what the packs are like, for whoever plays on with packs that have changed.
    pub fn repin(&mut self, pins: Vec<Pin>) {
        self.head.pins = pins;
    }

    /// What happened so far, by content.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many moves were made.
    #[must_use]
    pub fn moves(&self) -> usize {
        save::moves(&self.entries)
    }

    /// What the random numbers of a program follow from that decides next: the seed and the number of the move alone, so
    /// that a game that is resumed goes on as it would have.
    #[must_use]
    pub fn seed_of_move(&self) -> u64 {
        Random::numbered(self.head.seed, self.moves() as u64).bits()
    }

    /// What a file of the game as it stands holds.
    #[must_use]
    pub fn save(&self) -> Save {
        Save::new(self.head.clone(), self.entries.clone())
    }

    /// Answers the decision that waits and plays on to the next one.
    ///
    /// What was taken back can be made again as long as the same is chosen.
    ///
    /// # Errors
    /// Refuses a choice that was not offered; nothing has changed then.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Refused> {
        let decision = self.game.decision().ok_or(Refused::NothingAsked)?;
        let decided = describe(&self.game, &decision, choice, self.moves() + 1);
        self.game.choose(choice)?;
        if self.undone.pop_if(|undone| *undone == decided).is_none() {
            self.undone.clear();
        }
        self.entries.push(Entry::Decided(decided));
        self.absorb();
        Ok(())
    }

    /// The moves that can be taken back, the last one first: those since chance gave something or something
    /// hidden was shown.
    pub fn undoable(&self) -> impl Iterator<Item = &Decided> {
        let since = self.entries.iter().rev().map_while(|entry| match entry {
            Entry::Decided(decided) => Some(decided),
            Entry::Chance(_) => None,
        });
        since.filter(|decided| decided.number.is_some_and(|number| number > self.settled))
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// Refuses when nothing was decided, or when chance has given something or something hidden was shown since.
    pub fn undo(&mut self) -> Result<(), CannotUndo> {
        let Some(last) = self.undoable().next().cloned() else {
            return Err(self.barrier());
        };
        let entries = replay::up_to(&self.entries, self.moves() - 1);
        let before = Session::again(&self.head, self.game.rules(), entries);
        let before = before.map_err(|diverged| CannotUndo::Diverged(diverged.why))?;
        let mut undone = std::mem::take(&mut self.undone);
        undone.push(last);
        *self = Session { undone, ..before };
        Ok(())
    }

    /// Why no more moves can be taken back than [`Session::undoable`] lists.
    #[must_use]
    pub fn barrier(&self) -> CannotUndo {
        let behind = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Decided(Decided { number: Some(number), .. }) if *number <= self.settled => {
                Some(CannotUndo::Shown)
            }
            Entry::Chance(chance) => Some(CannotUndo::Revealed(chance.clone())),
            Entry::Decided(_) => None,
        });
        behind.filter(|_| self.moves() > 0).unwrap_or(CannotUndo::Nothing)
    }

    /// The move that [`Session::redo`] would make again.
    #[must_use]
    pub fn redoable(&self) -> Option<&Decided> {
        self.undone.last()
    }

    /// Makes the move again that was taken back last, and returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.undone.last().cloned().is_some_and(|undone| self.repeat(&undone))
    }

    /// Begins a game in which the first outcomes of chance are those of the entries.
    fn set_up(
        head: Head,
        rules: &Arc<Rules>,
        draws: Vec<(String, Vec<String>)>,
        profile: Option<Clock>,
    ) -> Result<Session, SetupError> {
        let setup = Setup {
            players: u8::try_from(head.players.len()).unwrap_or(u8::MAX),
            seed: head.seed,
            record: Record::Full,
            draws,
            profile,
            call_log: profile.is_some(),
            ..Setup::default()
        };
        let game = Game::new(Arc::clone(rules), &setup)?;
        let mut session =
            Session { head, game, entries: Vec::new(), seen: 0, settled: 0, undone: Vec::new() };
        session.absorb();
        Ok(session)
    }

    /// Makes entries of what has happened since the last time. What somebody was asked is an entry already.
    fn absorb(&mut self) {
        let game = &self.game;
        let (rules, history) = (game.rules(), game.history());
        let declared = &rules.program().declared;
        for event in history.events().iter().skip(self.seen) {
            self.entries.push(match event {
                Event::Stacked { .. } => continue,
                Event::Drawn { bag, tile, number: Some(_), .. } => Entry::Chance(Chance {
                    source: declared.draw_pile(*bag).to_owned(),
                    gave: rules.kind_of(usize::from(*tile)).name.clone(),
                }),
                Event::Decided { choice, who, taken: DecisionOutcome::Forced, words, .. } => {
                    Entry::Decided(Decided {
                        number: None,
                        who: rules.seat(usize::from(*who)),
                        asked: asked(game, *choice),
                        choice: history.text(*words).to_owned(),
                        nth: 1,
                    })
                }
                Event::Decided { taken: DecisionOutcome::Chosen | DecisionOutcome::Passed, .. } => continue,
                Event::Rolled { die, value, .. } => {
                    let (die, gave) = declared.rolled(*die, *value);
                    Entry::Chance(Chance { source: die.to_owned(), gave })
                }
                Event::Turn { .. } | Event::Again { .. } | Event::Ending | Event::Won { .. } => continue,
                Event::Discarded { .. } | Event::Placed { .. } => continue,
                Event::Fetched { .. } | Event::Shuffled { .. } | Event::Stowed { .. } => continue,
                Event::LinedUp { .. } => continue,
                Event::Hid { .. } | Event::Forgotten { .. } => continue,
                Event::Put { .. } | Event::Moved { .. } | Event::Sent { .. } => continue,
                Event::Went { .. } => continue,
                Event::Scored { .. } | Event::Cancelled { .. } | Event::Paid { .. } => continue,
                Event::PaidStock { .. } => continue,
                Event::Added { .. } => continue,
                Event::Linked { .. } | Event::Cut { .. } => continue,
                Event::Closed(_) | Event::Reopened(_) => continue,
                // What was stacked comes again by itself, but somebody may have seen it now.
                Event::Drawn { number: None, .. } | Event::Revealed | Event::Shown { .. } => {
                    self.settled = save::moves(&self.entries);
                    continue;
                }
            });
        }
        self.seen = history.events().len();
    }
}

/// Why a move cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CannotUndo {
    /// Nobody has decided anything yet.
    Nothing,
    /// Chance has given something since.
    Revealed(Chance),
    /// Something was shown since that others had not seen.
    Shown,
    /// The game cannot be played again up to there, which would be a fault of the engine.
    Diverged(String),
}

impl fmt::Display for CannotUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotUndo::Nothing => f.write_str("nothing was decided yet"),
            CannotUndo::Revealed(Chance { source, gave }) => {
                write!(f, "{gave} came out of {source} since then, and what was seen stays seen")
            }
            CannotUndo::Shown => f.write_str("something was shown since then, and what was seen stays seen"),
            CannotUndo::Diverged(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CannotUndo {}

/// A choice by content.
fn describe(game: &Game, decision: &Decision<'_>, choice: Choice, number: usize) -> Decided {
    let words = decision.text(choice);
    let before = decision.choices().take_while(|other| *other != choice);
    let alike = before.filter(|other| decision.text(*other) == words);
    let alike: usize = alike.map(|other| decision.number(other)).sum();
    Decided {
        number: Some(number),
        who: game.rules().seat(decision.who()),
        asked: asked(game, decision.choice()),
        choice: words,
        nth: alike + 1,
    }
}

/// The choice that is meant, if it is offered.
fn find(game: &Game, decided: &Decided) -> Option<Choice> {
    let decision = game.decision()?;
    let mut alike = decision.choices().filter(|choice| decision.text(*choice) == decided.choice);
    let mut before = decided.nth.checked_sub(1)?;
    alike.find(|choice| match before.checked_sub(decision.number(*choice)) {
        Some(left) => {
            before = left;
            false
        }
        None => true,
    })
}

/// The name of what asked: a step or a rule.
fn asked(game: &Game, choice: u32) -> String {
    game.rules().program().choices.get(choice as usize).map(|site| site.name.clone()).unwrap_or_default()
}

//! Playing a list of entries again, and telling the first one that does not hold.

use std::sync::Arc;

use rota_game::{Rules, SetupError};
use rota_source::Diagnostic;

use super::pin::difference;
use super::save::{Decided, Entry, Head, Pin, Save};
use super::{Session, find};

/// How many choices are named to somebody who looks for one that is not there.
const NAMED: usize = 8;

/// An entry that does not hold.
pub(super) struct Diverged {
    /// Its place in the list; nothing where the game cannot even begin, or goes on behind the last entry.
    pub entry: Option<usize>,
    /// What is different now.
    pub why: String,
}

/// The entries of a game up to this move and what followed from it.
pub(super) fn up_to(entries: &[Entry], moves: usize) -> &[Entry] {
    let next = entries.iter().position(|entry| entry.number() == Some(moves + 1));
    entries.get(..next.unwrap_or(entries.len())).unwrap_or(entries)
}

impl Session {
    /// Plays entries again.
    pub(super) fn again(head: Head, rules: &Arc<Rules>, entries: &[Entry]) -> Result<Session, Diverged> {
        let begun = Session::set_up(head.clone(), rules, draws(entries));
        let mut session = match begun {
            Ok(session) => session,
            Err(error) => {
                let why = error.to_string();
                let entry = unknown(entries, &error);
                // What comes before the entry may not hold either.
                let before = entry.and_then(|entry| entries.get(..entry));
                before.map_or(Ok(()), |before| Session::again(head, rules, before).map(drop))?;
                return Err(Diverged { entry, why });
            }
        };
        let mut done = 0;
        loop {
            session.agrees(entries, done)?;
            done = session.entries.len();
            match entries.get(done) {
                None => return Ok(session),
                Some(Entry::Decided(decided)) => session.make(decided, done)?,
                Some(Entry::Chance(chance)) => {
                    let why = format!("{} is asked for nothing here", chance.source);
                    return Err(session.stopped(done, why));
                }
            }
        }
    }

    /// Whether what has happened since is what the entries say. A decision with one answer now may have had
    /// more of them then.
    fn agrees(&self, entries: &[Entry], done: usize) -> Result<(), Diverged> {
        let own = self.entries.iter().enumerate().skip(done);
        for (at, own) in own {
            let why = match (entries.get(at), own) {
                (Some(Entry::Chance(then)), Entry::Chance(now)) if then == now => continue,
                (Some(Entry::Decided(then)), Entry::Decided(now))
                    if then.who == now.who && then.choice == now.choice =>
                {
                    continue;
                }
                (_, Entry::Chance(now)) => format!("{} gives {} here", now.source, now.gave),
                (_, Entry::Decided(now)) => format!("{} can only answer `{}` here", now.who, now.choice),
            };
            let entry = (at < entries.len()).then_some(at);
            return Err(Diverged { entry, ..self.stopped(at, why) });
        }
        Ok(())
    }

    fn make(&mut self, decided: &Decided, at: usize) -> Result<(), Diverged> {
        let Some(decision) = self.game.decision() else {
            return Err(self.stopped(at, "the game is over before this".to_owned()));
        };
        let who = self.game.rules().seat(decision.who());
        if who != decided.who {
            return Err(self.stopped(at, format!("{who} decides here, and not {}", decided.who)));
        }
        let Some(choice) = find(&self.game, decided) else {
            let mut texts: Vec<String> = decision
                .choices()
                .take(NAMED + 1)
                .map(|choice| format!("`{}`", decision.text(choice)))
                .collect();
            if texts.len() > NAMED {
                texts.truncate(NAMED);
                texts.push("…".to_owned());
            }
            return Err(self.stopped(at, format!("this is not offered; what is: {}", texts.join(", "))));
        };
        self.choose(choice).map_err(|refused| self.stopped(at, refused.to_string()))
    }

    /// Why the game stopped, if a rule did it; otherwise what is different.
    fn stopped(&self, at: usize, why: String) -> Diverged {
        let why = self.game.fault().map_or(why, |fault| format!("a rule stopped: {fault}"));
        Diverged { entry: Some(at), why }
    }
}

/// What chance gave, source by source.
fn draws(entries: &[Entry]) -> Vec<(String, Vec<String>)> {
    let mut draws: Vec<(String, Vec<String>)> = Vec::new();
    for entry in entries {
        let Entry::Chance(chance) = entry else { continue };
        match draws.iter_mut().find(|(source, _)| *source == chance.source) {
            Some((_, gave)) => gave.push(chance.gave.clone()),
            None => draws.push((chance.source.clone(), vec![chance.gave.clone()])),
        }
    }
    draws
}

/// The entry that names what does not exist.
fn unknown(entries: &[Entry], error: &SetupError) -> Option<usize> {
    entries.iter().position(|entry| match (entry, error) {
        (Entry::Chance(chance), SetupError::NoSuchBag(name)) => chance.source == *name,
        (Entry::Chance(chance), SetupError::NoSuchKind(name)) => chance.gave == *name,
        _ => false,
    })
}

/// Says that a game has fewer moves.
pub(super) fn no_such_move(save: &Save, wanted: usize) -> Diagnostic {
    Diagnostic::error("save::no-such-move", format!("there is no move {wanted} in this game"))
        .help(format!("it has {} moves; move 0 is its beginning", save.moves()))
}

impl Save {
    /// How the packs differ from what they were when the game was saved: one error for each pack that has
    /// changed, that is missing, or that was not there. `now` comes from [`LoadedPacks::pins`](crate::LoadedPacks::pins).
    #[must_use]
    pub fn changes(&self, now: &[Pin]) -> Vec<Diagnostic> {
        let mut changes = Vec::new();
        for (at, then) in self.head.pins.iter().enumerate() {
            let same = now.iter().find(|pin| pin.name == then.name);
            let what = match same {
                None => Some("it is no longer part of the game".to_owned()),
                Some(now) => difference(then, now),
            };
            let Some(what) = what else { continue };
            let message = format!("pack `{}` is not what it was when the game was saved", then.name);
            let change = Diagnostic::error("save::changed", message);
            changes.push(match self.places.pins.get(at) {
                Some(place) => change.at(*place, what),
                None => change.help(what),
            });
        }
        for new in now.iter().filter(|pin| self.head.pins.iter().all(|then| then.name != pin.name)) {
            let message = format!("pack `{}` was not part of the game when it was saved", new.name);
            changes.push(Diagnostic::error("save::changed", message));
        }
        changes
    }

    pub(super) fn diverged(&self, diverged: &Diverged) -> Diagnostic {
        let at = diverged.entry.unwrap_or(self.entries.len());
        let before = self.entries.iter().take(at).rev().find_map(Entry::number).unwrap_or(0);
        let own = self.entries.get(at).and_then(Entry::number);
        let message = match own {
            Some(number) => format!("move {number} no longer holds"),
            None if before == 0 => "the game no longer begins as it did".to_owned(),
            None => format!("what followed move {before} is not what follows from it now"),
        };
        let diagnostic = Diagnostic::error("save::diverged", message);
        let place = diverged.entry.and_then(|at| self.places.entries.get(at)).or(self.places.head.as_ref());
        let diagnostic = match place {
            Some(place) => diagnostic.at(*place, diverged.why.clone()),
            None => return diagnostic.help(diverged.why.clone()),
        };
        diagnostic.help(match before {
            0 => "the packs have changed since; take those of then".to_owned(),
            _ => format!("up to move {before} the game is the same; take the packs of then to go on"),
        })
    }
}

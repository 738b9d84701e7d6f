//! Playing a list of entries again, and telling the first one that does not hold.

use std::sync::Arc;

use rota_game::{Clock, Rules, SetupError};
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

/// A game that is played again, move by move, by packs that may have changed since.
struct Replay<'e> {
    session: Session,
    entries: &'e [Entry],
    /// How many entries were found to hold.
    agreed: usize,
    /// Where entries end that name what these packs have, and why they end there.
    ends: Option<(usize, String)>,
}

impl<'e> Replay<'e> {
    /// Begins a game of which all outcomes of chance are known, and plays it up to its first decision.
    fn of(
        head: &Head,
        rules: &Arc<Rules>,
        entries: &'e [Entry],
        profile: Option<Clock>,
    ) -> Result<Replay<'e>, Diverged> {
        let mut known = entries.len();
        let mut ends = None;
        loop {
            let before = entries.get(..known).unwrap_or(entries);
            let error = match Session::set_up(head.clone(), rules, draws(before), profile) {
                Ok(session) => return Ok(Replay { session, entries, agreed: 0, ends }),
                Err(error) => error,
            };
            let Some(entry) = unknown(before, &error) else {
                return Err(Diverged { entry: None, why: error.to_string() });
            };
            (known, ends) = (entry, Some((entry, error.to_string())));
        }
    }

    /// Whether what was played is what the entries say.
    fn agrees(&mut self) -> Result<(), Diverged> {
        for (at, own) in self.session.entries.iter().enumerate().skip(self.agreed) {
            // A decision with one answer now may have had more of them then.
            let why = match (self.entries.get(at), own) {
                (Some(Entry::Chance(then)), Entry::Chance(now)) if then == now => continue,
                (Some(Entry::Decided(then)), Entry::Decided(now))
                    if then.who == now.who && then.choice == now.choice =>
                {
                    continue;
                }
                (_, Entry::Chance(now)) => format!("{} gives {} here", now.source, now.gave),
                (_, Entry::Decided(now)) => format!("{} can only answer `{}` here", now.who, now.choice),
            };
            let ended = self.ends.as_ref().filter(|(end, _)| *end == at).map(|(_, why)| why.clone());
            let entry = (at < self.entries.len()).then_some(at);
            return Err(Diverged { entry, ..self.stopped(at, ended.unwrap_or(why)) });
        }
        self.agreed = self.session.entries.len();
        Ok(())
    }

    /// Makes the next move and all that follows from it; tells whether there was one.
    fn make(&mut self) -> Result<bool, Diverged> {
        let at = self.session.entries.len();
        match self.entries.get(at) {
            None => return Ok(false),
            Some(Entry::Decided(decided)) => self.decide(decided, at)?,
            Some(Entry::Chance(chance)) => {
                let ended = self.ends.as_ref().filter(|(end, _)| *end == at).map(|(_, why)| why.clone());
                let why = ended.unwrap_or_else(|| format!("{} is asked for nothing here", chance.source));
                return Err(self.stopped(at, why));
            }
        }
        Ok(true)
    }

    fn decide(&mut self, decided: &Decided, at: usize) -> Result<(), Diverged> {
        let Some(decision) = self.session.game.decision() else {
            return Err(self.stopped(at, "the game is over before this".to_owned()));
        };
        let who = self.session.game.rules().seat(decision.who());
        if who != decided.who {
            return Err(self.stopped(at, format!("{who} decides here, and not {}", decided.who)));
        }
        let Some(choice) = find(&self.session.game, decided) else {
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
        self.session.choose(choice).map_err(|refused| self.stopped(at, refused.to_string()))
    }

    /// Why the game stopped, if a rule did it; otherwise what is different.
    fn stopped(&self, at: usize, why: String) -> Diverged {
        let why = self.session.game.fault().map_or(why, |fault| format!("a rule stopped: {fault}"));
        Diverged { entry: Some(at), why }
    }
}

impl Session {
    /// Plays entries again.
    pub(super) fn again(head: &Head, rules: &Arc<Rules>, entries: &[Entry]) -> Result<Session, Diverged> {
        let mut replay = Replay::of(head, rules, entries, None)?;
        loop {
            replay.agrees()?;
            if !replay.make()? {
                return Ok(replay.session);
            }
        }
    }

    /// Plays entries again as far as they hold, and so many moves at most; tells why they no longer hold.
    pub(super) fn as_far(
        head: &Head,
        rules: &Arc<Rules>,
        entries: &[Entry],
        moves: usize,
        profile: Option<Clock>,
    ) -> Result<(Session, Option<Diverged>), Diverged> {
        let mut replay = Replay::of(head, rules, entries, profile)?;
        loop {
            let goes_on = replay
                .agrees()
                .and_then(|()| if replay.session.moves() < moves { replay.make() } else { Ok(false) });
            match goes_on {
                Ok(true) => {}
                Ok(false) => return Ok((replay.session, None)),
                Err(diverged) => return Ok((replay.session, Some(diverged))),
            }
        }
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

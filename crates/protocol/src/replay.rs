//! A game that is played again by other texts.

use std::sync::Arc;

use rota::{Decided, Entry, Save, Session};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Problem, Refusal};
use crate::table::{PlayedPacks, Table};

/// How far a game could be played again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Replayed {
    /// How many moves were made.
    pub moves: usize,
    /// How many are remembered.
    pub of: usize,
    /// Why the next of them is no longer possible; nothing where all that were asked for are made.
    pub stopped: Option<Problem>,
    /// What is likely a slip in the packs.
    pub warnings: Vec<Problem>,
}

impl Table {
    /// Plays a game again with these packs as far as it holds, and up to a move at most.
    ///
    /// Errors: it cannot even begin; the table stands as it stood then.
    pub(crate) fn replay(
        &mut self,
        save: Save,
        played: Arc<PlayedPacks>,
        moves: Option<usize>,
    ) -> Result<Replayed, Refusal> {
        let most = moves.unwrap_or(usize::MAX);
        let (session, stopped) = Session::replay_as_far(&save, &played.compiled, most, None)?;
        let stopped = stopped.map(|stopped| {
            let problem = Problem::of(&stopped, save.sources());
            // Nobody sees the file that the problem would point into.
            match moves_of(&save).nth(session.moves()) {
                Some(Decided { who, choice, .. }) => {
                    let message = format!("{}; there {who} took `{choice}`", problem.message);
                    Problem { message, ..problem }
                }
                None => problem,
            }
        });
        let replayed = Replayed {
            moves: session.moves(),
            of: save.moves(),
            stopped,
            warnings: Problem::all(&played.compiled.diagnostics, &played.compiled.sources),
        };
        let is_part = replayed.stopped.is_some() || replayed.moves < replayed.of;
        self.replace(session, played, is_part.then_some(save));
        Ok(replayed)
    }
}

/// The moves of a game, in order.
pub(crate) fn moves_of(save: &Save) -> impl Iterator<Item = &Decided> {
    save.entries.iter().filter_map(|entry| match entry {
        Entry::Decided(decided) => decided.number.map(|_| decided),
        Entry::Chance(_) => None,
    })
}

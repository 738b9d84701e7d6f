//! A game that is played again by other texts.

use std::sync::Arc;

use rota::{Save, Session};
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
        let replayed = Replayed {
            moves: session.moves(),
            of: save.moves(),
            stopped: stopped.map(|stopped| Problem::of(&stopped, save.sources())),
            warnings: Problem::all(&played.compiled.diagnostics, &played.compiled.sources),
        };
        let is_part = replayed.stopped.is_some() || replayed.moves < replayed.of;
        self.replace(session, played, is_part.then_some(save));
        Ok(replayed)
    }
}

//! What a search ahead has considered, and what it expects.

use rota::{Considered, Game};
use schemars::JsonSchema;
use serde::Serialize;

/// What a search ahead has considered at the decision that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConsideredView {
    /// Who decides.
    pub player: String,
    /// How many times it played on: never where there is only one choice.
    pub playouts: u32,
    /// The choices, the one that it played on from most at first.
    pub choices: Vec<WeighedChoice>,
}

/// A choice that was considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WeighedChoice {
    /// Its words; `pass` for none.
    pub words: String,
    /// How many times the game was played on from it.
    pub playouts: u32,
    /// By how many points the player is expected to be ahead of the best of the others after it, in hundredths.
    pub lead: i64,
}

/// Tells what was considered in a game, in words.
pub(crate) fn considered(game: &Game, found: &Considered) -> Option<ConsideredView> {
    let decision = game.decision()?;
    let weighed = found.choices.iter().map(|choice| WeighedChoice {
        words: decision.text(choice.choice),
        playouts: choice.visits,
        lead: choice.expected_lead(),
    });
    Some(ConsideredView {
        player: game.rules().seat(decision.who()),
        playouts: found.playouts,
        choices: weighed.collect(),
    })
}

//! What a search ahead has considered, and what it expects.

use rota::{Game, Think};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::Refusal;
use crate::table::nothing_waits;

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

/// A decision that is to be considered, with a copy of its game: the table goes on meanwhile.
#[derive(Debug)]
pub struct Considering {
    pub(crate) game: Game,
    pub(crate) think: Think,
}

impl Considering {
    /// What a program that thinks considers. `goes_on` is asked now and then whether anybody still wants to know.
    ///
    /// # Errors
    /// Nothing waits to be decided.
    pub fn consider(mut self, goes_on: impl Fn() -> bool) -> Result<ConsideredView, Refusal> {
        considered(&self.game, &mut self.think, goes_on)
    }
}

/// Considers the decision that waits, and tells it in words.
pub(crate) fn considered(
    game: &Game,
    think: &mut Think,
    goes_on: impl Fn() -> bool,
) -> Result<ConsideredView, Refusal> {
    let decision = game.decision().ok_or_else(nothing_waits)?;
    let found = think.consider(game, |_| goes_on());
    let weighed = found.choices.iter().map(|choice| WeighedChoice {
        words: decision.text(choice.choice),
        playouts: choice.visits,
        lead: choice.expected_lead(),
    });
    Ok(ConsideredView {
        player: game.rules().seat(decision.who()),
        playouts: found.playouts,
        choices: weighed.collect(),
    })
}

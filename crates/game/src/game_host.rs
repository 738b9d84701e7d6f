//! A game without its machine: for another way to run the same rules, as the slow evaluator of the tests does.

use std::sync::Arc;

use rota_bytecode::{Builtin, Effect, Sort};
use rota_vm::{Answer, Fault, Host, Pending, Term};

use crate::game::Game;
use crate::history::History;
use crate::position::Position;
use crate::questions::Questions;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};

/// A game whose functions somebody else runs. Whoever does asks for [`GameHost::next_function`], runs that function to its
/// end with this as the host, and asks again.
#[derive(Debug)]
pub struct GameHost {
    game: Game,
    begun: bool,
}

impl GameHost {
    /// Sets up a game and runs nothing.
    ///
    /// # Errors
    /// Refuses a setup that the rules do not allow.
    pub fn new(rules: Arc<Rules>, setup: &Setup) -> Result<GameHost, SetupError> {
        Ok(GameHost { game: Game::prepare(rules, setup)?, begun: false })
    }

    /// Begins anew with the same setup but for the seed, as [`Game::restart`] does.
    pub fn restart(&mut self, seed: u64) {
        self.game.rewind(seed);
        self.begun = false;
    }

    /// The function that is to be run next; nothing once the game is over.
    pub fn next_function(&mut self) -> Option<u32> {
        let first = if self.begun { None } else { self.game.rules().program().setup };
        self.begun = true;
        first.or_else(|| self.game.next_function())
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// What was kept of the game.
    #[must_use]
    pub fn history(&self) -> &History {
        self.game.history()
    }

    fn questions(&self) -> Questions<'_> {
        self.game.questions()
    }
}

impl Host for GameHost {
    fn ask(&self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        self.questions().ask(builtin, args)
    }

    fn list(&self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        self.questions().list(builtin, args, out)
    }

    fn count(&self, builtin: Builtin, args: &[i64]) -> Result<usize, &'static Fault> {
        self.questions().count(builtin, args)
    }

    fn nth(&self, builtin: Builtin, args: &[i64], index: usize) -> Option<i64> {
        self.questions().nth(builtin, args, index)
    }

    fn get(&self, var: u16, key: i64) -> Result<i64, &'static Fault> {
        Host::get(&self.questions(), var, key)
    }

    fn set(&mut self, var: u16, key: i64, value: i64) -> Result<(), &'static Fault> {
        self.game.context().set(var, key, value)
    }

    fn apply(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault> {
        self.game.context().apply(effect, args)
    }

    fn keeps_notes(&self) -> bool {
        self.history().is_full()
    }

    fn note(&mut self, site: u32, terms: &[Term]) -> i64 {
        self.game.context().note(site, terms)
    }

    fn has_hidden_information(&self) -> bool {
        self.game.position().has_hidden_information()
    }

    fn is_alike(&self, who: u8, sort: Sort, one: i64, other: i64) -> bool {
        self.questions().is_alike(who, sort, one, other)
    }

    fn decided(&mut self, pending: &Pending, answer: Answer, forced: bool) {
        self.game.context().decided(pending, answer, forced);
    }
}

//! Answers of a game to questions in the rule language.

use rota_vm::Machine;

use crate::exec_context::ExecContext;
use crate::game::{Game, RuleFault};
use crate::history::History;

impl Game {
    /// Answers a question: runs a function that only looks, on the game as it stands.
    ///
    /// # Errors
    /// The fault that stopped it. A function that would ask a player is answered with 0.
    pub fn evaluate(&self, function: u32) -> Result<i64, RuleFault> {
        let (rules, layout, chance) = self.parts();
        let mut position = self.position().clone();
        let mut history = History::default();
        let mut context = ExecContext::new(rules, layout, chance, &mut position, &mut history);
        let mut machine = Machine::new();
        machine.start(rules.program(), function);
        match machine.run(rules.program(), &mut context) {
            Ok(_) => Ok(machine.result()),
            Err(stopped) => Err(self.fault_of(stopped)),
        }
    }
}

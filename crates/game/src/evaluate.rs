//! What a game can tell of itself: answers to questions in the rule language, and formulas of scores.

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
        let mut view = ExecContext {
            rules,
            layout,
            chance,
            position: &mut position,
            history: &mut history,
            decider: None,
            counted: Default::default(),
        };
        let mut machine = Machine::new();
        machine.start(rules.program(), function);
        match machine.run(rules.program(), &mut view) {
            Ok(_) => Ok(machine.result()),
            Err(stopped) => Err(self.fault_of(stopped)),
        }
    }

    /// The formula of a score by the number of its note: its terms with their values, those that count
    /// nothing left out, and what rules made of them where that is something else. Where it has no terms it is told as written, or as the points that it came to where
    /// it only asks for what is worked out elsewhere.
    #[must_use]
    pub fn formula(&self, note: u32, points: i64) -> String {
        let Some(note) = self.history().note(note) else { return String::new() };
        let program = self.rules().program();
        let counted = self.history().terms(note).iter().filter(|term| term.count != 0);
        let terms = counted.map(|term| {
            let name = program.terms.get(term.name as usize).map_or("", String::as_str);
            format!("{} {name} each {}", term.count, term.each)
        });
        let terms: Vec<String> = terms.collect();
        if terms.is_empty() {
            return match program.sites.get(note.site as usize) {
                Some(site) if site.asks => format!("{points} pts"),
                site => site.map(|site| site.formula.clone()).unwrap_or_default(),
            };
        }
        let sum: i64 =
            self.history().terms(note).iter().map(|term| term.count.saturating_mul(term.each)).sum();
        let told = terms.join(" + ");
        if sum == points { told } else { format!("{told}, changed to {points}") }
    }
}

//! What recordings do without being asked, and we ask about.

use std::collections::BTreeMap;

use rota_game::{Choice, Decision};

use super::Replay;
use crate::comparison::Comparison;
use crate::verdict::Stop;

impl Replay<'_> {
    /// Our options by their words, the pass left out.
    pub fn own_options(&self) -> BTreeMap<String, Choice> {
        let Some(decision) = self.game.decision() else { return BTreeMap::new() };
        let choices = decision.choices().filter(|choice| *choice != Choice::Pass);
        choices.map(|choice| (self.own_words(decision, choice), choice)).collect()
    }

    /// Passes where nothing can be done here but what recordings do without being asked, unless it is done next.
    pub fn pass_over_unlisted(&mut self, compare: Comparison, next: Option<&str>) -> Result<(), Stop> {
        // Each pass leads to another decision, and at each other one the next message belongs.
        while self.game.decision().is_some_and(|asked| self.is_unlisted(asked)) {
            if next.is_some_and(|words| self.own_options().contains_key(words)) {
                return Ok(());
            }
            self.choose(compare, "a pass", Choice::Pass)?;
        }
        Ok(())
    }

    /// Whether nothing is asked but what recordings do without being asked.
    pub fn is_unlisted(&self, asked: Decision<'_>) -> bool {
        let unlisted = |choice| {
            choice == Choice::Pass
                || self.asked(asked, choice).is_some_and(|action| self.mapping.is_unlisted(action))
        };
        asked.may_pass() && asked.option_count() > 0 && asked.choices().all(unlisted)
    }
}

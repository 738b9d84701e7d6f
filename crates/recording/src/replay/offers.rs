//! What players were offered: where a tile may go, and what may be done once it lies there.

use std::collections::{BTreeMap, BTreeSet};

use rota_board::{Cell, Placement};
use rota_game::{Choice, Decision, pack_placement, unpack_placement};
use serde_json::Value;

use super::words::{placement_words, text_of};
use super::{Replay, rotation};
use crate::comparison::Comparison;
use crate::transcript::{RecordedAction, TurnLine};
use crate::verdict::Stop;

/// What stands before the name of a return among the offers of a turn.
const RETURN: &str = "return:";

/// The key that says so of what was done.
const RETURNED: &str = "return";

impl Replay<'_> {
    /// Compares the placements on offer and returns the one that was taken.
    pub fn placements(&mut self, compare: Comparison, line: &TurnLine) -> Result<Choice, Stop> {
        let (_, turned) = self.mapping.tile(&line.tile)?;
        let mut expected = BTreeSet::new();
        for (x, y, rotations) in &line.placements {
            for degrees in rotations {
                let rotation = rotation(*degrees, turned)?;
                expected.insert(placement_words(Placement { cell: Cell::new(*x, *y), rotation }));
            }
        }
        let decision = self.game.decision();
        let choices: Vec<Choice> = decision.iter().flat_map(Decision::choices).collect();
        let placements = choices.iter().filter_map(|choice| match choice {
            Choice::Option { value, .. } => unpack_placement(*value),
            Choice::Pass => None,
        });
        let got: BTreeSet<String> = placements.map(placement_words).collect();
        compare.same_set("placements on offer", &expected, &got)?;
        self.counts.placements += got.len() as u64;
        let taken =
            Placement { cell: Cell::new(line.pos.0, line.pos.1), rotation: rotation(line.rot, turned)? };
        let packed = pack_placement(taken);
        let is_taken = |choice: &Choice| matches!(choice, Choice::Option { value, .. } if *value == packed);
        let found = choices.into_iter().find(is_taken);
        found.ok_or_else(|| compare.differs("the placement taken", placement_words(taken), "not on offer"))
    }

    /// Compares what is on offer once the tile lies there. Returns what was done and how many options there
    /// were.
    pub fn deployments(
        &self,
        compare: Comparison,
        line: &TurnLine,
        actions: &BTreeMap<String, Vec<Value>>,
        decision: Decision<'_>,
    ) -> Result<(Choice, u64), Stop> {
        compare
            .same("the player asked", &line.player, &decision.who(), |seat| format!("seat {}", seat + 1))?;
        let may = |pass: &bool| if *pass { "allowed" } else { "not allowed" }.to_owned();
        compare.same("a pass", &line.can_pass.unwrap_or(false), &decision.may_pass(), may)?;
        let mut expected = BTreeSet::new();
        for (name, offers) in actions {
            for offer in offers {
                let words = match name.strip_prefix(RETURN) {
                    Some(source) => self.returned_words(source, offer, &self.mapping.keys().standing)?,
                    None => self.put_words(name, offer)?,
                };
                expected.insert(words);
            }
        }
        let choices = decision.choices().filter(|choice| *choice != Choice::Pass);
        let own: Vec<(String, Choice)> =
            choices.map(|choice| (self.own_words(decision, choice), choice)).collect();
        let got: BTreeSet<String> = own.iter().map(|(words, _)| words.clone()).collect();
        compare.same_set("options after the tile", &expected, &got)?;
        let options = got.len() as u64;
        let taken = match line.taken(&self.mapping.keys().taken) {
            RecordedAction::Pass => return Ok((Choice::Pass, options)),
            RecordedAction::NotAsked => {
                return Err(Stop::Unsupported(format!("turn {} does not say what was done", line.turn)));
            }
            RecordedAction::Done(taken) => taken,
        };
        let words = match taken.get(RETURNED).and_then(Value::as_str) {
            Some(source) => self.returned_words(source, taken, "id")?,
            None => self.put_words(&text_of(taken, &self.mapping.keys().piece)?, taken)?,
        };
        let found = own.into_iter().find(|(own, _)| *own == words);
        let (_, choice) =
            found.ok_or_else(|| compare.differs("what was done after the tile", &words, "not on offer"))?;
        Ok((choice, options))
    }
}

//! Scorings: what one player got for one feature, told as one where rules react to that.

use std::collections::BTreeMap;

use rota_vm::Fault;

use super::OTHER_ARGS;
use crate::exec_context::ExecContext;
use crate::position::{Award, AwardState};

impl ExecContext<'_> {
    /// Makes an award that is given at once, and hands back its number.
    pub(super) fn single(&mut self, args: &[i64]) -> Result<i64, &'static Fault> {
        let award = self.checked_award(args)?;
        let awards = &mut self.position.awards;
        awards.push(Award { state: AwardState::Given, ..award });
        Ok(awards.len() as i64 - 1)
    }

    /// Gives the points of an award as rules have left them, and keeps in it what reached whom.
    pub(super) fn score_award(&mut self, args: &[i64]) -> Result<i64, &'static Fault> {
        let Some((number, args)) = args.split_last() else { return Err(OTHER_ARGS) };
        let given = self.checked_award(args)?;
        self.known_award(*number)?;
        self.score(args)?;
        let award = self.known_award(*number)?;
        (award.points, award.to, award.state) = (given.points, given.to, AwardState::Scored);
        Ok(0)
    }

    /// Adds up what one player got for one feature, in the first of those awards. One that is for no feature stands alone.
    pub(super) fn sum_up(&mut self) -> Result<i64, &'static Fault> {
        let position = &mut *self.position;
        let mut sums: BTreeMap<_, (usize, i64)> = BTreeMap::new();
        let scored = |state: AwardState| state == AwardState::Scored;
        for (number, award) in position.awards.iter().enumerate().filter(|(_, award)| scored(award.state)) {
            let feature = award.at.map(|at| position.board.find(at));
            let alone = if feature.is_some() { 0 } else { number };
            let sum = &mut sums.entry((award.to, feature, alone)).or_insert((number, 0)).1;
            *sum = sum.checked_add(award.points).ok_or(&Fault::Overflow)?;
        }
        for award in position.awards.iter_mut().filter(|award| scored(award.state)) {
            award.state = AwardState::Given;
        }
        for (first, points) in sums.into_values() {
            let award = &mut position.awards[first];
            (award.points, award.state) = (points, AwardState::Summed);
        }
        Ok(0)
    }

    /// Whether a scoring has not been told before.
    pub(super) fn tell(&mut self, award: i64) -> Result<i64, &'static Fault> {
        let award = self.known_award(award)?;
        let is_new = matches!(award.state, AwardState::Scored | AwardState::Summed);
        if is_new {
            award.state = AwardState::Given;
        }
        Ok(i64::from(is_new))
    }
}

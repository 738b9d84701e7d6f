//! Who wins and loses together, found out from games.

/// How many games tell who wins together: two seats that are opponents pass for allies once in tens of thousands of
/// times, where each of them wins every other game.
pub(crate) const TOLD_BY: usize = 16;

/// The seats that win together, as far as some games tell.
#[derive(Clone, Debug)]
pub(crate) struct Allies {
    /// For each seat what came of the games, a bit for each: who won and lost the same games are allies.
    outcomes: Vec<u64>,
}

impl Allies {
    /// Each seat on its own.
    pub fn none(seats: usize) -> Allies {
        Allies { outcomes: (0..seats as u64).collect() }
    }

    /// All seats together, until a game tells otherwise.
    pub fn all(seats: usize) -> Allies {
        Allies { outcomes: vec![0; seats] }
    }

    /// Takes in who has won a game.
    pub fn learn(&mut self, winners: &[usize]) {
        for (seat, outcome) in self.outcomes.iter_mut().enumerate() {
            *outcome = *outcome << 1 | u64::from(winners.contains(&seat));
        }
    }

    /// How far the allies of a seat are ahead of the best of the others, in points that count together; with no others
    /// it is all that the allies have.
    pub fn lead(&self, points: &[i64], seat: usize) -> i64 {
        let sum = |outcome: u64| {
            let of = self.outcomes.iter().zip(points).filter(|(own, _)| **own == outcome);
            of.fold(0_i64, |sum, (_, points)| sum.saturating_add(*points))
        };
        let Some(own) = self.outcomes.get(seat).copied() else { return 0 };
        let others =
            self.outcomes.iter().filter(|outcome| **outcome != own).map(|outcome| sum(*outcome)).max();
        sum(own).saturating_sub(others.unwrap_or(0))
    }
}

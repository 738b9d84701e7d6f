//! Who wins and loses together, found out from games.

/// How many games tell who wins together: two seats that are opponents pass for allies once in tens of thousands of
/// times, where each of them wins every other game.
pub(crate) const TOLD_BY: usize = 16;

/// The seats that win together, as far as some games tell.
#[derive(Clone, Debug)]
pub(crate) struct Allies {
    /// For each seat the first one of its side.
    sides: Vec<usize>,
}

impl Allies {
    /// Each seat on its own.
    pub fn none(seats: usize) -> Allies {
        Allies { sides: (0..seats).collect() }
    }

    /// The sides that the winners of some games tell. Who won the same games is one side; who never won is on its own,
    /// for nothing tells with whom it would have. Where nobody has ever won, all have lost together.
    pub fn told_by(seats: usize, games: &[Vec<usize>]) -> Allies {
        let won = |seat: usize| games.iter().map(move |winners| winners.contains(&seat));
        let all_lost = games.iter().all(Vec::is_empty);
        let together = |one: usize, other: usize| {
            one == other || all_lost || won(one).eq(won(other)) && won(one).any(|has_won| has_won)
        };
        let side = |seat: usize| (0..seat).find(|other| together(*other, seat)).unwrap_or(seat);
        Allies { sides: (0..seats).map(side).collect() }
    }

    /// How far the allies of a seat are ahead of the best of the others, in points that count together; with no others
    /// it is all that the allies have.
    pub fn lead(&self, points: &[i64], seat: usize) -> i64 {
        let sum = |side: usize| {
            let of = self.sides.iter().zip(points).filter(|(own, _)| **own == side);
            of.fold(0_i64, |sum, (_, points)| sum.saturating_add(*points))
        };
        let Some(own) = self.sides.get(seat).copied() else { return 0 };
        let others = self.sides.iter().filter(|side| **side != own).map(|side| sum(*side)).max();
        sum(own).saturating_sub(others.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::Allies;

    /// The sides of so many seats after games that these have won.
    fn sides<const GAMES: usize>(seats: usize, games: [&[usize]; GAMES]) -> Vec<usize> {
        Allies::told_by(seats, &games.map(<[usize]>::to_vec)).sides
    }

    #[test]
    fn who_won_the_same_games_is_one_side() {
        assert_eq!(sides(4, [&[0, 2], &[1, 3], &[1, 3]]), [0, 1, 0, 1]);
        assert_eq!(sides(3, [&[0, 1, 2], &[]]), [0, 0, 0]);
    }

    #[test]
    fn who_never_won_is_on_its_own_unless_nobody_has() {
        assert_eq!(sides(3, [&[0], &[0]]), [0, 1, 2]);
        assert_eq!(sides(4, [&[0, 2], &[0, 2]]), [0, 1, 0, 3]);
        assert_eq!(sides(3, [&[], &[]]), [0, 0, 0]);
    }

    #[test]
    fn points_of_a_side_count_together() {
        let pairs = Allies::told_by(4, &[vec![0, 2], vec![1, 3]]);
        assert_eq!([0, 1, 2, 3].map(|seat| pairs.lead(&[5, 1, 2, 3], seat)), [3, -3, 3, -3]);
        let all = Allies::told_by(2, &[Vec::new()]);
        assert_eq!(all.lead(&[4, 3], 1), 7);
        assert_eq!([0, 1].map(|seat| Allies::none(2).lead(&[4, 3], seat)), [1, -1]);
    }
}

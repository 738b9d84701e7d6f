//! How a match stands: what each player has against each other, and whether more games would change who is better.

#![expect(clippy::float_arithmetic, reason = "statistics are for people to read")]

use crate::statistics::Sample;

/// How many deals are played before anything is taken as decided.
const LEAST: u64 = 8;

/// How often, in so many matches of players that are equally good, one is told to be better.
const IN_ERROR: f64 = 0.05;

/// After how many deals the bounds are the narrowest that they can be.
const NARROWEST_AT: f64 = 32.0;

/// The end of a game, by players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// By player: its points.
    pub points: Vec<i64>,
    /// By player: whether it won, alone or with others.
    pub won: Vec<bool>,
}

/// What was found out so far. The unit is the deal, not the game: games of one deal are not independent.
#[derive(Clone, Debug)]
pub struct Standing {
    deals: u64,
    /// By player: its points, the mean of the games of a deal counted once.
    pub points: Vec<Sample>,
    /// By player: how often it won, alone or with others.
    pub wins: Vec<u64>,
    /// For each two players, the earlier one first.
    pub pairs: Vec<Pair>,
}

/// Two players.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The earlier one in the order of players.
    pub first: usize,
    /// The later one.
    pub second: usize,
    /// By deal: how often the first was ahead less how often the second was, over its games.
    balance: Sample,
    /// By deal: the points of the first less those of the second, over its games.
    lead: Sample,
    /// How many games there are in a deal.
    games: u64,
}

impl Outcome {
    /// 1 where the first was ahead, -1 where the second was, 0 where neither: who has won is ahead of who has not, and
    /// then points count.
    fn order(&self, first: usize, second: usize) -> i64 {
        let of = |player: usize| {
            let won = self.won.get(player).copied().unwrap_or(false);
            (won, self.points.get(player).copied().unwrap_or(0))
        };
        let (first, second) = (of(first), of(second));
        // Who won together did so with any points.
        if first.0 && second.0 { 0 } else { first.cmp(&second) as i64 }
    }
}

impl Standing {
    /// Nothing was played yet.
    #[must_use]
    pub fn new(players: usize) -> Standing {
        let pairs = (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second)));
        let pair = |(first, second)| {
            let (balance, lead) = (Sample::default(), Sample::default());
            Pair { first, second, balance, lead, games: players as u64 }
        };
        Standing {
            deals: 0,
            points: vec![Sample::default(); players],
            wins: vec![0; players],
            pairs: pairs.map(pair).collect(),
        }
    }

    /// Takes in the games of a deal.
    pub fn add(&mut self, games: &[Outcome]) {
        self.deals += 1;
        for (player, sample) in self.points.iter_mut().enumerate() {
            sample.add(games.iter().filter_map(|game| game.points.get(player)).sum::<i64>());
        }
        for (player, wins) in self.wins.iter_mut().enumerate() {
            *wins += games.iter().filter(|game| game.won.get(player) == Some(&true)).count() as u64;
        }
        for pair in &mut self.pairs {
            let Pair { first, second, .. } = *pair;
            pair.balance.add(games.iter().map(|game| game.order(first, second)).sum::<i64>());
            let lead = |game: &Outcome| Some(game.points.get(first)? - game.points.get(second)?);
            pair.lead.add(games.iter().filter_map(lead).sum::<i64>());
        }
    }

    /// How many deals were played.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// How many games that were: each deal once from every seat.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.deals * self.points.len() as u64
    }

    /// Whether it is known of each two players who is better.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let pairs = self.pairs.len() as f64;
        self.pairs.iter().all(|pair| pair.better(IN_ERROR / pairs).is_some())
    }

    /// The mean points of a player in a game.
    #[must_use]
    pub fn mean_points(&self, player: usize) -> f64 {
        self.points.get(player).map_or(0.0, |sample| sample.mean()) / self.points.len() as f64
    }
}

impl Pair {
    /// Who is better, if that is known although it was looked after every few deals: the balance has left a bound that it
    /// leaves at any time, where both are equally good, with no more than this probability (the mixture of normal
    /// distributions of Robbins, 1970).
    fn better(&self, in_error: f64) -> Option<usize> {
        let deals = self.balance.count();
        if deals < LEAST {
            return None;
        }
        // One deal that went otherwise is always thinkable.
        let spread = self.balance.sd().powi(2).max(self.games as f64 / deals as f64);
        let (sum, time) = (self.balance.mean() * deals as f64, spread * deals as f64);
        let mixture = spread * NARROWEST_AT;
        let bound = ((time + mixture) * ((time + mixture) / (mixture * in_error.powi(2))).ln()).sqrt();
        (sum.abs() > bound).then_some(if sum > 0.0 { self.first } else { self.second })
    }

    /// Who is better, if that is known.
    #[must_use]
    pub fn decided(&self) -> Option<usize> {
        self.better(IN_ERROR)
    }

    /// Which part of the games the first was ahead in, ties as half, between the ends of its 95 % interval.
    #[must_use]
    pub fn share(&self) -> [f64; 3] {
        self.balance.around_mean().map(|balance| (0.5 + balance / self.games as f64 / 2.0).clamp(0.0, 1.0))
    }

    /// By how many points the first was ahead in a game, between the ends of the 95 % interval.
    #[must_use]
    pub fn lead(&self) -> [f64; 3] {
        self.lead.around_mean().map(|lead| lead / self.games as f64)
    }

    /// By how much the first is rated higher, on the scale on which 400 are odds of ten to one, between the ends of the
    /// 95 % interval. As if one more game had been a tie: nobody is better without bounds.
    #[must_use]
    pub fn rating(&self) -> [f64; 3] {
        let games = (self.balance.count() * self.games) as f64;
        self.share().map(|share| {
            let share = (share * games + 0.5) / (games + 1.0);
            400.0 * (share / (1.0 - share)).log10()
        })
    }
}

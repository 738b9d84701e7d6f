//! Deals that everybody plays from every seat.

use std::sync::Arc;

use rota::{Game, Random, RuleFault, Rules, Setup};

use crate::batch::finish;
use crate::deciders::Decider;
use crate::seats::Seat;
use crate::standing::Outcome;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'c> {
    /// The rules.
    pub rules: &'c Arc<Rules>,
    /// How games are set up; each deal has a seed of its own.
    pub setup: &'c Setup,
    /// The players.
    pub seats: &'c [Seat],
    /// What the deals follow from.
    pub seed: u64,
}

impl Contest<'_> {
    /// Plays a deal with the players so many seats further on; the outcome is that of the players, not of the seats.
    ///
    /// # Errors
    /// A rule stopped the game.
    pub fn play(&self, deal: usize, turned: usize) -> Result<Outcome, Box<RuleFault>> {
        let players = self.seats.len();
        let seed = Random::numbered(self.seed, deal as u64).bits();
        let setup = Setup { seed, ..self.setup.clone() };
        let Ok(mut game) = Game::new(Arc::clone(self.rules), &setup) else {
            return Ok(Outcome::default());
        };
        let mut random = Random::new(seed.wrapping_add(turned as u64 + 1));
        let player_at = |seat: usize| (seat + turned) % players;
        let mut deciders: Vec<Decider> = (0..players)
            .map(|seat| Decider::new(self.seats[player_at(seat)].kind, random.bits(), 1))
            .collect();
        finish(&mut game, &mut deciders, &mut []);
        if let Some(fault) = game.fault() {
            return Err(Box::new(fault.clone()));
        }
        let (points, winners) = (game.points(), game.winners().unwrap_or_default());
        let mut outcome = Outcome { points: vec![0; players], won: vec![false; players] };
        for seat in 0..players {
            outcome.points[player_at(seat)] = points.get(seat).copied().unwrap_or(0);
            outcome.won[player_at(seat)] = winners.contains(&seat);
        }
        Ok(outcome)
    }
}

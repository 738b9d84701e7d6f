//! Programs that decide at the seats of a table.

use std::time::Instant;

use rota::{Choice, Considered, Game, Greedy, Pending, Player, Random, Reply, Think, Uniform};

use crate::seats::{Budget, Kind, Seat};

/// Someone who decides at one seat in one game.
#[derive(Debug)]
pub enum Decider {
    /// Picks by number, which can be done while the rules run.
    Uniform(Uniform),
    /// Tries the options.
    Greedy(Box<Greedy>),
    /// Thinks ahead.
    Think(Box<Thinker>),
}

/// One who thinks ahead, with a search of its own on each of several threads.
#[derive(Debug)]
pub struct Thinker {
    budget: Budget,
    searches: Vec<Think>,
}

impl Decider {
    /// Someone who decides in this way, on so many threads where that makes no difference but in time. A person decides
    /// elsewhere; any option will do for one here.
    #[must_use]
    pub fn new(kind: Kind, seed: u64, threads: usize) -> Decider {
        match kind {
            Kind::Greedy => Decider::Greedy(Box::new(Greedy::new(seed))),
            Kind::Uniform | Kind::Human => Decider::Uniform(Uniform::new(seed)),
            Kind::Think(budget) => Decider::Think(Box::new(Thinker::new(budget, seed, threads))),
        }
    }

    /// Sets someone on every seat, each with random numbers of its own; each thinks on one thread.
    pub fn seat(seats: &[Seat], random: &mut Random) -> Vec<Decider> {
        seats.iter().map(|seat| Decider::new(seat.kind, random.bits(), 1)).collect()
    }

    /// Picks one of the choices that are offered.
    pub fn decide(&mut self, game: &Game) -> Choice {
        match self {
            Decider::Uniform(uniform) => uniform.decide(game),
            Decider::Greedy(greedy) => greedy.decide(game),
            Decider::Think(thinker) => thinker.decide(game),
        }
    }

    /// What is picked while the rules run; [`Reply::Later`] from one who has to look at the game for it.
    pub fn reply(&mut self, pending: &Pending) -> Reply {
        match self {
            Decider::Uniform(uniform) => uniform.reply(pending),
            Decider::Greedy(_) | Decider::Think(_) => Reply::Later,
        }
    }
}

impl Thinker {
    fn new(budget: Budget, seed: u64, threads: usize) -> Thinker {
        // What is told in playouts must not depend on how many processors there are.
        let (playouts, threads) = match budget {
            Budget::Playouts(playouts) => (playouts, 1),
            Budget::Time(_) => (u32::MAX, threads.max(1)),
        };
        let mut random = Random::new(seed);
        let searches = (0..threads).map(|_| Think::new(playouts, random.bits())).collect();
        Thinker { budget, searches }
    }

    fn decide(&mut self, game: &Game) -> Choice {
        self.consider(game).best().unwrap_or(Choice::Pass)
    }

    /// What it considers at the decision that waits.
    fn consider(&mut self, game: &Game) -> Considered {
        let begun = Instant::now();
        let goes_on = |_| match self.budget {
            Budget::Playouts(_) => true,
            Budget::Time(time) => begun.elapsed() < time,
        };
        if let [only] = &mut *self.searches {
            return only.consider(game, goes_on);
        }
        let mut all = Considered::default();
        std::thread::scope(|scope| {
            let searches = self.searches.iter_mut();
            let others: Vec<_> =
                searches.map(|search| scope.spawn(move || search.consider(game, goes_on))).collect();
            for theirs in others.into_iter().filter_map(|other| other.join().ok()) {
                all.merge(&theirs);
            }
        });
        all
    }
}

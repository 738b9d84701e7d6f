//! Playing many games on several threads.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use rota::{Game, Random, Reply, RuleFault, Rules, Setup};
use rota_game::Profile;

use crate::deciders::Decider;
use crate::seats::Seat;
use crate::statistics::Sample;

/// How often whoever watches is told.
const TICK: Duration = Duration::from_millis(100);

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// The rules.
    pub rules: &'a Arc<Rules>,
    /// How games are set up; each has a seed of its own.
    pub setup: &'a Setup,
    /// Who decides at each seat.
    pub seats: &'a [Seat],
    /// The numbers of the games, counted from 0: those of a number are the same in every batch with this seed.
    pub games: Range<u64>,
    /// What the games follow from.
    pub seed: u64,
    /// Whether the end of each game is kept.
    pub keeps_results: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of the game.
    pub number: u64,
    /// The points of each seat.
    pub points: Vec<i64>,
    /// The seats that won.
    pub winners: Vec<usize>,
    /// How many turns it had.
    pub turns: u32,
}

/// Totals over games. They are whole numbers, so that the order of adding does not matter.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// By seat.
    pub points: Vec<Sample>,
    /// By seat: how often it won, alone or with others.
    pub wins: Vec<Sample>,
    /// Tiles that were laid.
    pub placed: Sample,
    /// Tiles that were put aside.
    pub discarded: Sample,
    /// Turns.
    pub turns: Sample,
    /// Pieces that were put somewhere.
    pub put: Sample,
    /// By kind of piece.
    pub put_by_kind: Vec<Sample>,
    /// By decision of the program: one observation for each time it was asked.
    pub decisions: Vec<Sample>,
    /// By declared reason.
    pub reasons: Vec<i128>,
    /// What the rules took, where the setup asks for that.
    pub profile: Option<Profile>,
    /// The first game that a rule stopped: its number, counted from 0, and the fault.
    pub fault: Option<(u64, RuleFault)>,
    /// How each game ended, in the order of their numbers, where the batch keeps that.
    pub results: Vec<GameResult>,
}

impl Batch<'_> {
    /// Plays all games; the totals are the same for any number of threads. `watch` is told now and then how many are done,
    /// and says whether to go on: otherwise no more are begun.
    pub fn play(&self, threads: usize, mut watch: Option<&mut dyn FnMut(u64) -> bool>) -> Totals {
        let (next, done) = (AtomicU64::new(self.games.start), AtomicU64::new(0));
        let (left, here) = (AtomicUsize::new(threads), std::thread::current());
        let mut totals = self.nothing();
        std::thread::scope(|scope| {
            let work = || {
                let totals = self.work(&next, &done);
                left.fetch_sub(1, Ordering::Release);
                // Whoever watches need not wait for the end of its pause.
                here.unpark();
                totals
            };
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            while let Some(watch) = &mut watch
                && left.load(Ordering::Acquire) > 0
                // One that has panicked has not said that it is done.
                && workers.iter().any(|worker| !worker.is_finished())
            {
                if !watch(done.load(Ordering::Relaxed)) {
                    next.store(self.games.end, Ordering::Relaxed);
                    break;
                }
                std::thread::park_timeout(TICK);
            }
            for worker in workers {
                if let Ok(theirs) = worker.join() {
                    totals.join(theirs);
                }
            }
        });
        totals.results.sort_by_key(|result| result.number);
        totals
    }

    fn nothing(&self) -> Totals {
        let program = self.rules.program();
        Totals {
            points: vec![Sample::default(); self.seats.len()],
            wins: vec![Sample::default(); self.seats.len()],
            put_by_kind: vec![Sample::default(); program.declared.pieces.len()],
            decisions: vec![Sample::default(); program.choices.len()],
            reasons: vec![0; program.declared.reasons.len()],
            ..Totals::default()
        }
    }

    /// Plays games until none is left.
    fn work(&self, next: &AtomicU64, done: &AtomicU64) -> Totals {
        let mut totals = self.nothing();
        let Ok(mut game) = Game::new(Arc::clone(self.rules), self.setup) else { return totals };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games.end {
                return totals;
            }
            self.play_one(&mut game, number, &mut totals.decisions);
            if let Some(fault) = game.fault() {
                totals.fault = Some((number, fault.clone()));
                // Nobody begins another game; those before this one are being played to their end.
                next.store(self.games.end, Ordering::Relaxed);
                return totals;
            }
            totals.count(&game);
            if self.keeps_results {
                totals.results.push(GameResult {
                    number,
                    points: game.points().to_vec(),
                    winners: game.winners().unwrap_or_default(),
                    turns: game.history().statistics().turns,
                });
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Plays the game of a number to its end. Every decision is one observation of how many options it has.
    pub fn play_one(&self, game: &mut Game, number: u64, observed: &mut [Sample]) {
        let mut deciders = self.begin(game, number);
        finish(game, &mut deciders, observed);
    }

    /// Begins the game of a number, and says who decides in it.
    pub fn begin(&self, game: &mut Game, number: u64) -> Vec<Decider> {
        // The random numbers of a game follow from the seed and the game's number alone.
        let mut random = Random::numbered(self.seed, number);
        game.restart(random.bits());
        Decider::seat(self.seats, &mut random)
    }
}

/// Plays a game to its end. Every decision is one observation of how many options it has.
pub fn finish(game: &mut Game, deciders: &mut [Decider], observed: &mut [Sample]) {
    loop {
        game.play(|pending| {
            if let Some(sample) = observed.get_mut(pending.choice as usize) {
                sample.add(pending.total);
            }
            let decider = deciders.get_mut(usize::from(pending.who));
            decider.map_or(Reply::Later, |decider| decider.reply(pending))
        });
        // Whoever has to look at the game does so while the rules wait.
        let waits = game.decision().and_then(|decision| deciders.get_mut(decision.who()));
        let Some(choice) = waits.map(|decider| decider.decide(game)) else { return };
        if game.choose(choice).is_err() {
            return;
        }
    }
}

impl Totals {
    fn count(&mut self, game: &Game) {
        let statistics = game.history().statistics();
        let players = self.points.len();
        for (sample, points) in self.points.iter_mut().zip(game.points()) {
            sample.add(*points);
        }
        let winners = game.winners().unwrap_or_default();
        for (seat, sample) in self.wins.iter_mut().enumerate() {
            sample.add(i64::from(winners.contains(&seat)));
        }
        self.placed.add(statistics.placements.iter().map(|placed| i64::from(*placed)).sum::<i64>());
        self.discarded.add(statistics.discards);
        self.turns.add(statistics.turns);
        let mut all = 0;
        for (kind, sample) in self.put_by_kind.iter_mut().enumerate() {
            let owned = (0..players).map(|seat| i64::from(statistics.puts(kind, Some(seat)))).sum::<i64>();
            let put = owned + i64::from(statistics.puts(kind, None));
            sample.add(put);
            all += put;
        }
        self.put.add(all);
        self.add_profile(game.profile());
        for (reason, sum) in self.reasons.iter_mut().enumerate() {
            *sum += (0..players).map(|seat| i128::from(statistics.points(reason, seat))).sum::<i128>();
        }
    }

    fn add_profile(&mut self, other: Option<&Profile>) {
        match (&mut self.profile, other) {
            (Some(own), Some(theirs)) => own.merge(theirs),
            (own @ None, theirs) => *own = theirs.cloned(),
            (Some(_), None) => {}
        }
    }

    /// Adds the totals of other games.
    pub fn join(&mut self, other: Totals) {
        self.add_profile(other.profile.as_ref());
        let pairs = self.points.iter_mut().zip(other.points);
        let pairs = pairs.chain(self.wins.iter_mut().zip(other.wins));
        let pairs = pairs.chain(self.put_by_kind.iter_mut().zip(other.put_by_kind));
        for (own, theirs) in pairs.chain(self.decisions.iter_mut().zip(other.decisions)) {
            own.join(theirs);
        }
        self.placed.join(other.placed);
        self.discarded.join(other.discarded);
        self.turns.join(other.turns);
        self.put.join(other.put);
        for (own, theirs) in self.reasons.iter_mut().zip(other.reasons) {
            *own += theirs;
        }
        self.results.extend(other.results);
        let earlier = |one: &(u64, RuleFault), two: &(u64, RuleFault)| one.0 <= two.0;
        if let Some(theirs) = other.fault
            && self.fault.as_ref().is_none_or(|own| earlier(&theirs, own))
        {
            self.fault = Some(theirs);
        }
    }
}

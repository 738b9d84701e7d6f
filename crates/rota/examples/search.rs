//! A search that copies positions: every option is tried, and played out at random many times.
//!
//! ```sh
//! cargo run --package rota --example search
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod paths;

use std::error::Error;

use rota::{Choice, Decision, Game, Player, Random, Setup, Uniform};

/// How often each option is played out.
const PLAYOUTS: usize = 30;

/// Takes the option after which random games end best.
struct Playouts {
    random: Random,
    /// One copy for all playouts: copying into it allocates nothing.
    copy: Option<Game>,
}

impl Playouts {
    fn new(seed: u64) -> Playouts {
        Playouts { random: Random::new(seed), copy: None }
    }

    /// By how much the player is ahead, summed over random games after the option with this number; after a pass where
    /// there is none.
    fn value(&mut self, game: &Game, decision: &Decision<'_>, number: usize) -> i64 {
        let mut sum = 0;
        let who = decision.who();
        for _ in 0..PLAYOUTS {
            let copy = self.copy.get_or_insert_with(|| game.fork());
            copy.copy_from(game);
            // The player must not know what it has not seen: that is dealt again.
            let is_dealt = copy.determinize(u8::try_from(who).ok(), self.random.bits());
            // Where something was chosen in secret, a card may be another of its kind there.
            let options = copy.decision().filter(|_| is_dealt).and_then(|there| decision.options_in(&there));
            let Some(options) = options else { return i64::MIN };
            if copy.choose(options.get(number).copied().unwrap_or(Choice::Pass)).is_err() {
                return i64::MIN;
            }
            let mut everybody = Uniform::new(self.random.bits());
            copy.play(|pending| everybody.reply(pending));
            let points = copy.points();
            let others = points.iter().enumerate().filter(|(seat, _)| *seat != who);
            let best = others.map(|(_, points)| *points).max().unwrap_or(0);
            sum += points.get(who).copied().unwrap_or(0) - best;
        }
        sum
    }
}

impl Player for Playouts {
    fn decide(&mut self, game: &Game) -> Choice {
        let Some(decision) = game.decision() else { return Choice::Pass };
        let numbered = decision.choices().enumerate();
        let valued = numbered.map(|(number, choice)| (self.value(game, &decision, number), choice));
        valued.max_by_key(|(value, _)| *value).map_or(Choice::Pass, |(_, choice)| choice)
    }
}

/// The points of one who searches against one who picks at random, over some games.
fn match_of(games: u64) -> Result<[i64; 2], Box<dyn Error>> {
    let rules = paths::compiled()?.rules;
    let mut sums = [0, 0];
    for seed in 0..games {
        let mut game = Game::new(rules.clone(), &Setup { seed, ..Setup::default() })?;
        let (mut searcher, mut uniform) = (Playouts::new(seed), Uniform::new(seed));
        while let Some(decision) = game.decision() {
            let choice = if decision.who() == 0 { searcher.decide(&game) } else { uniform.decide(&game) };
            game.choose(choice)?;
        }
        for (sum, points) in sums.iter_mut().zip(game.points()) {
            *sum += points;
        }
    }
    Ok(sums)
}

fn main() -> Result<(), Box<dyn Error>> {
    let [searcher, uniform] = match_of(5)?;
    println!("the search made {searcher} points, chance made {uniform}");
    Ok(())
}

#[test]
fn who_searches_is_ahead() -> Result<(), Box<dyn Error>> {
    let [searcher, uniform] = match_of(5)?;
    assert!(searcher > uniform, "{searcher} against {uniform}");
    main()
}

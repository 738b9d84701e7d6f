//! A player of one's own, against one who picks at random.
//!
//! ```sh
//! cargo run --package rota --example player
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod paths;

use std::error::Error;
use std::sync::Arc;

use rota::{Cell, Choice, Game, PASS, Player, Rules, Setup, Target, Uniform};

/// Lays every tile as near to the middle of the table as it can.
struct Central;

impl Player for Central {
    fn decide(&mut self, game: &Game) -> Choice {
        let Some(decision) = game.decision() else { return Choice::Pass };
        let far = |cell: Cell| i32::from(cell.x).abs() + i32::from(cell.y).abs();
        let nearest = decision.choices().min_by_key(|choice| match decision.target(*choice) {
            Some(Target::Cell(cell, _)) => far(cell),
            _ => i32::MAX,
        });
        nearest.unwrap_or(Choice::Pass)
    }
}

/// Plays a game to its end and returns the points in seat order.
fn play(rules: Arc<Rules>, seed: u64, players: &mut [&mut dyn Player]) -> Result<Vec<i64>, Box<dyn Error>> {
    let seats = u8::try_from(players.len())?;
    let mut game = Game::new(rules, &Setup { players: seats, seed, ..Setup::default() })?;
    while let Some(who) = game.decision().map(|decision| decision.who()) {
        let choice = players.get_mut(who).map_or(Choice::Pass, |player| player.decide(&game));
        if let Some(decision) = game.decision() {
            println!("{} chooses {}", game.rules().seat(who), decision.text(choice));
        }
        // A choice that was not offered is refused, and nothing has changed then.
        game.choose(choice)?;
    }
    match game.fault() {
        Some(fault) => Err(format!("a rule stopped: {fault}").into()),
        None => Ok(game.points().to_vec()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules = paths::compiled()?.rules;
    let points = play(rules, 7, &mut [&mut Central, &mut Uniform::new(1)])?;
    println!("{points:?}; a decision that may be passed is answered with `{PASS}`");
    Ok(())
}

#[test]
fn a_player_of_ones_own_plays_to_the_end() -> Result<(), Box<dyn Error>> {
    let rules = paths::compiled()?.rules;
    let again = play(Arc::clone(&rules), 7, &mut [&mut Central, &mut Uniform::new(1)])?;
    assert_eq!(play(rules, 7, &mut [&mut Central, &mut Uniform::new(1)])?, again, "the seed decides");
    main()
}

//! Plays random games of the toy and prints how long they and their copies take.
#![expect(clippy::print_stdout, reason = "printing is what this example is for")]
#![expect(clippy::expect_used, reason = "an example may stop when its own data is wrong")]

#[path = "../tests/toy/mod.rs"]
mod toy;

use std::hint::black_box;
use std::time::{Duration, Instant};

use rota_game::{Game, Greedy, Player, Record, Setup, Uniform};

const GAMES: u32 = 20_000;
const COPIES: u32 = 400_000;

fn main() {
    let rules = toy::rules(&["pile"]);
    for (name, record) in [("off", Record::Off), ("tally", Record::Tally), ("full", Record::Full)] {
        let setup = Setup { record, ..Setup::default() };
        let mut game = Game::new(rules.clone(), &setup).expect("a game");
        let mut decisions = 0;
        let started = Instant::now();
        for seed in 0..GAMES {
            game.restart(u64::from(seed));
            decisions += play(&mut game, seed);
        }
        show(&format!("random game, history {name}"), started.elapsed(), GAMES);
        println!("  {} decisions a game, {:?} points", decisions / u64::from(GAMES), game.points());
    }

    let mut game = Game::new(rules.clone(), &Setup::default()).expect("a game");
    let mut player = Uniform::new(1);
    while game.position().turn() < 36 {
        let choice = player.decide(&game);
        game.choose(choice).expect("offered");
    }
    let board = game.position().board();
    println!("turn 36: {} segments, {} frontier cells", board.segment_count(), board.frontier().len());
    let mut copy = game.fork();
    let started = Instant::now();
    for _ in 0..COPIES {
        copy.copy_from(black_box(&game));
    }
    show("copy of position and machine", started.elapsed(), COPIES);
    let mut position = game.position().clone();
    let started = Instant::now();
    for _ in 0..COPIES {
        position.clone_from(black_box(game.position()));
    }
    show("copy of the position", started.elapsed(), COPIES);
    let mut board = game.position().board().clone();
    let started = Instant::now();
    for _ in 0..COPIES {
        board.clone_from(black_box(game.position().board()));
    }
    show("copy of the board", started.elapsed(), COPIES);
    let mut greedy = Greedy::new(3);
    let started = Instant::now();
    for _ in 0..200 {
        black_box(greedy.decide(&game));
    }
    show("greedy decision", started.elapsed(), 200);
}

fn play(game: &mut Game, seed: u32) -> u64 {
    let mut player = Uniform::new(u64::from(seed));
    let mut decisions = 0;
    while let Some(decision) = game.decision() {
        let number = player.pick(&decision);
        game.pick(number).expect("offered");
        decisions += 1;
    }
    decisions
}

fn show(what: &str, time: Duration, times: u32) {
    println!("{what:<32}{:>10} ns", time.as_nanos() / u128::from(times));
}

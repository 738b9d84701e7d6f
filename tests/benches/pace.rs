//! How fast the base pack plays, measured in CPU time, several batches in turn.
//!
//! `cargo bench -p rota-tests --bench pace` prints one line a measure. With `FLOOR` set to a program that
//! prints `"games_per_s":N`, as the native model of the base game does when called as `floor list 1 1 1`, it
//! runs that between the batches and prints the ratio as well.

#![expect(clippy::print_stdout, reason = "a bench tells what it measured")]
#![expect(clippy::float_arithmetic, reason = "ratios are for people to read")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a bench that cannot run has nothing to say")]

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use rota::Settings;
use rota::game::{Game, Record, Rules, Setup, Uniform};
use rota_tests::shelf::shelf;

const BATCHES: usize = 5;
const BATCH: Duration = Duration::from_secs(1);
const COPIES: u32 = 100_000;

fn main() {
    let (once, fourfold) = (rules(1), rules(4));
    let mut plays = Vec::new();
    let mut large = Vec::new();
    let mut floors = Vec::new();
    for batch in 0..BATCHES {
        plays.push(play(&once, batch as u64));
        large.push(play(&fourfold, batch as u64));
        floors.extend(floor());
    }
    let games = median(plays.iter().map(|pace| pace.games_per_second));
    let (one, four) =
        (median(plays.iter().map(|pace| pace.tile)), median(large.iter().map(|pace| pace.tile)));
    println!("base, two uniform players    {games:>10.0} games per CPU second");
    println!("a tile, one copy of the set  {one:>10.0} ns");
    println!("a tile, four copies          {four:>10.0} ns, {:.2} times as long", four / one);
    if !floors.is_empty() {
        let floor = median(floors.into_iter());
        println!(
            "the native floor             {floor:>10.0} games per CPU second, ratio {:.3}",
            games / floor
        );
    }
    let copy = copy(&once);
    println!("a mid-game copy              {copy:>10.0} ns");
}

struct Pace {
    games_per_second: f64,
    /// Nanoseconds.
    tile: f64,
}

/// Plays games for the length of a batch.
fn play(rules: &Arc<Rules>, batch: u64) -> Pace {
    let start = ProcessTime::now();
    let (mut games, mut tiles) = (0u64, 0usize);
    while start.elapsed() < BATCH {
        for _ in 0..20 {
            let seed = batch << 32 | games;
            let setup = Setup { seed, record: Record::Off, ask_forced: true, ..Setup::default() };
            let mut game = Game::new(rules.clone(), &setup).unwrap();
            let mut player = Uniform::new(seed);
            while let Some(decision) = game.decision() {
                let pick = player.pick(&decision);
                game.pick(pick).unwrap();
            }
            tiles += game.position().board().tiles().len() - 1;
            games += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Pace { games_per_second: games as f64 / seconds, tile: seconds * 1e9 / tiles as f64 }
}

/// Nanoseconds to copy a game in its middle over another one.
fn copy(rules: &Arc<Rules>) -> f64 {
    let mut game = Game::new(rules.clone(), &Setup::default()).unwrap();
    let mut player = Uniform::new(1);
    while game.position().board().tiles().len() < 36 {
        let Some(decision) = game.decision() else { panic!("the game ended early") };
        let pick = player.pick(&decision);
        game.pick(pick).unwrap();
    }
    let mut other = game.fork();
    let start = ProcessTime::now();
    for _ in 0..COPIES {
        other.copy_from(black_box(&game));
        black_box(&mut other);
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(COPIES)
}

/// Games per CPU second of the native floor, where it is given.
fn floor() -> Option<f64> {
    let program = std::env::var_os("FLOOR")?;
    let output = Command::new(program).args(["list", "1", "1", "1"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (_, rest) = text.split_once("\"games_per_s\":")?;
    rest.split(',').next()?.parse().ok()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn rules(copies: usize) -> Arc<Rules> {
    let reading = rota::read(&shelf(), &["base".to_owned()]);
    let opened = reading.open(&Settings { copies, ..Settings::default() });
    opened.unwrap_or_else(|problems| panic!("{problems:?}")).rules
}

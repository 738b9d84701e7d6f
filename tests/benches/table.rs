//! The whole table in one command: `cargo bench -p rota-tests --bench table`.
//!
//! It is `rota bench` with the base game by hand beside it, and what only a counting allocator can tell. With
//! `FLOOR` set to a program, that is called as `floor list 1 1 1` and stands beside as well. This program is its
//! own helper: as `table native` it plays the base game by hand, as `table check` it is `rota check`.

#![expect(clippy::print_stdout, reason = "a bench tells what it measured")]
#![expect(clippy::float_arithmetic, reason = "rates are for people to read")]
#![expect(clippy::expect_used, reason = "a bench that cannot run has nothing to say")]

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use allocation_counter::measure;
use cpu_time::ProcessTime;
use rota_game::{Game, GameHost, Random, Record, Setup, Uniform};
use rota_tests::native::{Native, uniform};
use rota_tests::playing::{game, opened, play, play_half};

/// How long the base game is played by hand.
const BATCH: Duration = Duration::from_secs(1);

/// Games in which allocations are counted.
const GAMES: u64 = 200;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    match words.as_slice() {
        ["native", games @ ..] => native(games.first().and_then(|games| games.parse().ok())),
        ["check", ..] => rota(arguments),
        _ => {
            let is_text = !words.contains(&"json");
            let exit = rota(table(arguments.clone()));
            // Behind a document nothing else may stand.
            if is_text {
                counts();
            }
            exit
        }
    }
}

fn rota(arguments: Vec<OsString>) -> ExitCode {
    let arguments = std::iter::once(OsString::from("rota")).chain(arguments);
    rota_cli::run(arguments, std::io::stdout(), std::io::stderr()).into()
}

/// The arguments of `rota bench`: those that were given, and the programs beside it.
fn table(given: Vec<OsString>) -> Vec<OsString> {
    let this = std::env::current_exe().expect("a program");
    let mut arguments = vec![OsString::from("bench")];
    arguments.extend(given);
    arguments.extend(["--beside".into(), format!("native={} native", this.display()).into()]);
    if let Ok(floor) = std::env::var("FLOOR") {
        arguments.extend(["--beside".into(), format!("floor={floor} list 1 1 1").into()]);
    }
    arguments
}

/// Plays the base game by hand, so many games or for a second, and prints how many that are in a second.
fn native(games: Option<u64>) -> ExitCode {
    let opened = opened("base", 1);
    let mut native = Native::new(&opened).expect("the words of the base pack");
    let setup = Setup { record: Record::Statistics, ..Setup::default() };
    let mut bare = GameHost::new(opened.rules.clone(), &setup).expect("a game");
    let (start, mut played) = (ProcessTime::now(), 0);
    let goes_on = |played: u64| match games {
        Some(games) => played < games,
        None => !played.is_multiple_of(20) || start.elapsed() < BATCH,
    };
    while goes_on(played) {
        bare.restart(played);
        let mut random = Random::new(played);
        native.play(&mut bare, |_, asked| uniform(&mut random, asked)).expect("it is played by the rules");
        played += 1;
    }
    println!("{{\"games\":{played},\"games_per_s\":{:.1}}}", played as f64 / start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// What is allocated: in games for which memory has grown to its size, and for a new copy of a game half way.
fn counts() {
    println!();
    for name in ["base", "all_three"] {
        let opened = opened(name, 1);
        let mut game = game(&opened, &Setup { record: Record::Statistics, ..Setup::default() });
        (0..GAMES).for_each(|seed| play(&mut game, seed));
        let allocations = measure(|| (0..GAMES).for_each(|seed| play(&mut game, seed))).count_total;
        game.restart(1);
        play_half(&mut game, &mut Uniform::new(1));
        let mut copy = None;
        let bytes = measure(|| copy = Some(game.fork())).bytes_current + size_of::<Game>() as i64;
        println!("{name:<12}{allocations} allocations in {GAMES} games  ≤ 0");
        println!("{name:<12}{bytes} bytes for a copy of a game half way  ≤ 16384");
    }
}

//! What games cost: whole ones, single answers in the middle of one, copies.

use divan::{Bencher, black_box};
use rota_game::{Game, GameHost, Random, Record, Setup, Uniform};
use rota_tests::native::{Native, uniform};
use rota_tests::playing::{game, opened, play, play_half, play_until};
use rota_tests::shelf::PUBLISHED;

/// How many tiles lie where single answers are measured.
const TILES: usize = 10;

/// How many games make a measurement.
const SAMPLES: u32 = 1000;

/// What is played whole.
fn compositions() -> Vec<&'static str> {
    PUBLISHED.into_iter().chain(["all_three", "inns_and_traders", "everything"]).collect()
}

fn half_way(name: &str) -> Game {
    let mut game = game(&opened(name, 1), &Setup::default());
    play_half(&mut game, &mut Uniform::new(1));
    game
}

/// Plays one game after the other.
fn playouts_of(bencher: Bencher<'_, '_>, mut game: Game) {
    let mut seed = 0;
    bencher.bench_local(|| {
        play(&mut game, seed);
        seed += 1;
    });
}

#[divan::bench(args = compositions(), sample_count = SAMPLES)]
fn playouts(bencher: Bencher<'_, '_>, name: &str) {
    playouts_of(bencher, game(&opened(name, 1), &Setup::default()));
}

#[divan::bench(args = [1, 4], sample_count = SAMPLES)]
fn playouts_with_copies(bencher: Bencher<'_, '_>, copies: usize) {
    playouts_of(bencher, game(&opened("base", copies), &Setup::default()));
}

#[divan::bench(args = [Record::Off, Record::Statistics, Record::Full], sample_count = SAMPLES)]
fn playouts_with_history(bencher: Bencher<'_, '_>, record: Record) {
    playouts_of(bencher, game(&opened("base", 1), &Setup { record, ..Setup::default() }));
}

#[divan::bench(sample_count = SAMPLES)]
fn playouts_by_hand(bencher: Bencher<'_, '_>) {
    let opened = opened("base", 1);
    let mut native = Native::new(&opened).expect("the words of the base pack");
    let mut bare = GameHost::new(opened.rules.clone(), &Setup::default()).expect("a game");
    let mut seed = 0;
    bencher.bench_local(|| {
        bare.restart(seed);
        let mut random = Random::new(seed);
        native.play(&mut bare, |_, asked| uniform(&mut random, asked)).expect("it is played by the rules");
        seed += 1;
    });
}

/// Which decision waits, and how it is answered.
#[derive(Clone, Copy, Debug)]
enum Step {
    StartTile,
    Follow,
    Pass,
}

/// One answer while everybody has followers left, with all that the rules do until the next question.
#[divan::bench(args = [Step::StartTile, Step::Follow, Step::Pass])]
fn steps(bencher: Bencher<'_, '_>, step: Step) {
    let pass = !matches!(step, Step::StartTile);
    let mut game = game(&opened("base", 1), &Setup::default());
    play_until(&mut game, &mut Uniform::new(1), |game| {
        let waits = game.decision().is_some_and(|decision| decision.may_pass() == pass);
        waits && game.position().board().tiles().len() >= TILES
    });
    let number = if matches!(step, Step::Pass) { None } else { Some(0) };
    let answer = |game: &mut Game| game.pick(number).expect("it was offered");
    bencher.with_inputs(|| game.fork()).bench_local_refs(answer);
}

#[divan::bench(args = ["base", "all_three"])]
fn copies_over_another(bencher: Bencher<'_, '_>, name: &str) {
    let game = half_way(name);
    let mut copy = game.fork();
    bencher.bench_local(|| copy.copy_from(black_box(&game)));
}

#[divan::bench(args = ["base", "all_three"])]
fn copies_anew(bencher: Bencher<'_, '_>, name: &str) {
    let game = half_way(name);
    bencher.bench_local(|| black_box(&game).fork());
}

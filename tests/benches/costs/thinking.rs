//! What it costs to think ahead in the middle of a game: items are games that are played on from there.

use divan::Bencher;
use divan::counter::ItemsCount;
use rota_game::{Considered, Game, Greedy, Setup, Think, Uniform};
use rota_tests::playing::{game, opened, play_half};

/// What is thought about.
const COMPOSITIONS: [&str; 4] = ["base", "inns_and_cathedrals", "traders_and_builders", "tower"];

/// How many times the game is played on in a measurement.
const PLAYOUTS: u32 = 1_000;

/// How many measurements are made.
const SAMPLES: u32 = 50;

/// A game of two who take what pays at once, half way.
fn middle(name: &str) -> Game {
    let mut game = game(&opened(name, 1), &Setup::default());
    play_half(&mut game, &mut Greedy::new(1));
    game
}

#[divan::bench(args = COMPOSITIONS, sample_count = SAMPLES)]
fn played_to_the_end(bencher: Bencher<'_, '_>, name: &str) {
    let game = middle(name);
    let (mut copy, mut uniform, mut seed) = (game.fork(), Uniform::new(1), 0);
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            seed += 1;
            copy.copy_from(&game);
            copy.reseed(seed);
            copy.play(|pending| uniform.reply(pending));
        }
    });
}

#[divan::bench(args = COMPOSITIONS, sample_count = SAMPLES)]
fn considered(bencher: Bencher<'_, '_>, name: &str) {
    let (game, mut think) = (middle(name), Think::new(PLAYOUTS, 1));
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| think.consider(&game, |_| true));
}

#[divan::bench(args = COMPOSITIONS, sample_count = SAMPLES)]
fn considered_on_two_processors(bencher: Bencher<'_, '_>, name: &str) {
    let (game, mut thinks) = (middle(name), [Think::new(PLAYOUTS, 1), Think::new(PLAYOUTS, 2)]);
    bencher.counter(ItemsCount::new(2 * PLAYOUTS)).bench_local(|| {
        std::thread::scope(|scope| {
            let searches = thinks.each_mut().map(|think| scope.spawn(|| think.consider(&game, |_| true)));
            let mut all = Considered::default();
            searches.into_iter().for_each(|search| all.merge(&search.join().unwrap_or_default()));
            all
        })
    });
}

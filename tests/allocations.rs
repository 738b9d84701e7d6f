//! Nothing is allocated while games are played, once memory has grown to the size that they need: all are played
//! twice, and the second time is counted.

use allocation_counter::measure;
use rota_game::{GameHost, Random, Record, Setup};
use rota_tests::native::{Native, uniform};
use rota_tests::playing::{game, opened, play};

const GAMES: u64 = 200;

#[test]
fn games_allocate_nothing() {
    for name in ["base", "inns", "traders", "all_three"] {
        for record in [Record::Off, Record::Statistics] {
            let setup = Setup { record, ..Setup::default() };
            let mut game = game(&opened(name, 1), &setup);
            (0..GAMES).for_each(|seed| play(&mut game, seed));
            let counted = measure(|| (0..GAMES).for_each(|seed| play(&mut game, seed)));
            assert_eq!(counted.count_total, 0, "{name}, {record:?}: {counted:?}");
        }
    }
}

#[test]
fn copies_allocate_nothing() {
    for name in ["base", "all_three"] {
        let game = game(&opened(name, 1), &Setup::default());
        let mut copy = game.fork();
        let counted = measure(|| copy.copy_from(&game));
        assert_eq!(counted.count_total, 0, "{name}: {counted:?}");
    }
}

#[test]
fn the_base_game_by_hand_allocates_nothing() {
    let opened = opened("base", 1);
    let mut native = Native::new(&opened).expect("the words of the base pack");
    let mut bare = GameHost::new(opened.rules.clone(), &Setup::default()).expect("a game");
    let mut play = |seed: u64| {
        bare.restart(seed);
        let mut random = Random::new(seed);
        native.play(&mut bare, |_, asked| uniform(&mut random, asked)).expect("it is played by the rules");
    };
    (0..GAMES).for_each(&mut play);
    let counted = measure(|| (0..GAMES).for_each(&mut play));
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

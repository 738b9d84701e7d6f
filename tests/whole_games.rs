//! The games under `rulesets/games`: they build on no other pack, and games by chance come to their end and add up.

use rota_game::{Game, Record, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::shelf::{compile, load, names_in, settings, shelf};

/// How many games of each, for each number of players; `.ci/run` plays two thousand without looking that closely.
const GAMES: u64 = 20;

/// What a game adds up to is looked at once in so many decisions.
const AUDITED: u32 = 8;

#[test]
fn games_by_chance_end_and_add_up() {
    let names = names_in("rulesets/games");
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let reading = load(&shelf(), &[&name]);
        assert!(!reading.packs.iter().any(|pack| pack.name == "base"), "{name} builds on the base game");
        let opened = compile(&reading, &settings(&[], &[]));
        for players in 2..=4 {
            let setup = Setup { players, record: Record::Full, ..Setup::default() };
            let mut game = Game::new(opened.rules.clone(), &setup).expect("a table");
            for seed in 0..GAMES {
                game.restart(seed);
                let (mut player, mut decisions) = (Uniform::new(seed), 0_u32);
                while let Some(decision) = game.decision() {
                    let choice = player.pick(&decision);
                    game.pick(choice).expect("it was offered");
                    decisions += 1;
                    if decisions.is_multiple_of(AUDITED) {
                        assert_eq!(audit(&game), Vec::<String>::new(), "{name}, {players}, seed {seed}");
                    }
                }
                assert_eq!(game.fault(), None, "{name}, {players} players, seed {seed}");
                assert_eq!(audit(&game), Vec::<String>::new(), "{name}, {players}, seed {seed}");
            }
        }
    }
}

//! The base game by hand against the base pack, move by move.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use rota::Settings;
use rota_game::{Event, Game, GameHost, History, Random, Record, Setup, Uniform};
use rota_tests::native::{Asked, Native, uniform};
use rota_tests::shelf::{compile, load, shelf};
use rota_vm::Answer;

/// Games of each number of players.
const GAMES: u64 = 500;

/// A decision and what was known when it was asked. Points are those after the turn before, so that all are seen.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Met {
    Placement { drawn: Option<u16>, discards: u32, placements: usize, points: Vec<i64> },
    Follower { segments: Vec<i64>, points: Vec<i64> },
}

/// What was done where both must agree; how points come about, and in which order, is the rules' own affair.
fn moves(history: &History) -> Vec<Event> {
    let is_move = |event: &&Event| {
        matches!(
            event,
            Event::Turn { .. }
                | Event::Drawn { .. }
                | Event::Discarded { .. }
                | Event::Placed { .. }
                | Event::Put { .. }
        )
    };
    history.events().iter().filter(is_move).copied().collect()
}

fn drawn(history: &History) -> Option<u16> {
    history.events().iter().rev().find_map(|event| {
        let Event::Drawn { tile, .. } = event else { return None };
        Some(*tile)
    })
}

fn by_machine(game: &mut Game, seed: u64) -> Vec<Met> {
    game.restart(seed);
    let mut player = Uniform::new(seed);
    let mut met = Vec::new();
    while let Some(decision) = game.decision() {
        let (history, points) = (game.history(), game.points().to_vec());
        met.push(if decision.may_pass() {
            let value = |number| match decision.option(number) {
                Some(Answer::Option { value, .. }) => value,
                _ => -1,
            };
            Met::Follower { segments: (0..decision.option_count()).map(value).collect(), points }
        } else {
            let (drawn, discards) = (drawn(history), history.statistics().discards);
            Met::Placement { drawn, discards, placements: decision.option_count(), points }
        });
        let number = player.pick(&decision);
        game.pick(number).expect("it was offered");
    }
    assert!(game.fault().is_none(), "{:?}", game.fault());
    met
}

fn by_hand(native: &mut Native, bare: &mut GameHost, seed: u64) -> Vec<Met> {
    bare.restart(seed);
    let mut random = Random::new(seed);
    let mut met = Vec::new();
    let played = native.play(bare, |bare, asked| {
        let (history, points) = (bare.history(), bare.position().points().to_vec());
        met.push(match asked {
            Asked::Placement(placements) => {
                let (drawn, discards) = (drawn(history), history.statistics().discards);
                Met::Placement { drawn, discards, placements, points }
            }
            Asked::Follower(segments) => Met::Follower { segments: segments.to_vec(), points },
        });
        uniform(&mut random, asked)
    });
    assert_eq!(played, Ok(()), "seed {seed}");
    met
}

#[test]
fn both_play_the_same_games() {
    let opened = compile(&load(&shelf(), &["base"]), &Settings::default());
    let mut native = Native::new(&opened).expect("the words of the base pack");
    for players in 2..=5 {
        let setup = Setup { players, record: Record::Full, ask_forced: true, ..Setup::default() };
        let mut game = Game::new(opened.rules.clone(), &setup).expect("a game");
        let mut bare = GameHost::new(opened.rules.clone(), &setup).expect("a game");
        for seed in 0..GAMES {
            let met = by_machine(&mut game, seed);
            assert_eq!(by_hand(&mut native, &mut bare, seed), met, "seed {seed}, {players} players");
            assert_eq!(moves(bare.history()), moves(game.history()), "seed {seed}, {players} players");
            assert_eq!(bare.position().points(), game.points(), "seed {seed}, {players} players");
        }
    }
}

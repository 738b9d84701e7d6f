//! Two worlds: games that differ only in what a player may not know look the same to that player, to the byte,
//! pending decisions included.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use std::sync::Arc;

use rota_game::{Game, Record, Rules, Setup, TileState, Uniform};
use rota_tests::secrets::{PACKS, drawn, pick};
use rota_tests::shelf::{compile, load, settings, shelf};

const SEATS: u8 = 3;
/// Each comparison plays a game again from its beginning, so they are few; `together.rs` looks at mixes of all packs.
const GAMES: u64 = 60;

fn rules(secret: &str) -> Arc<Rules> {
    let settings = settings(&[], &[("secret_draws", secret)]).start("wheel_of_fortune");
    compile(&load(&shelf(), &PACKS), &settings).rules
}

fn setup(seed: u64) -> Setup {
    Setup { players: SEATS, seed, record: Record::Full, ..Setup::default() }
}

/// The same game with other tiles in the hand that others do not see: taken from those left in the pile.
fn other_world(rules: &Arc<Rules>, seed: u64, game: &Game, answers: &[String]) -> Option<Game> {
    let mut left: Vec<String> =
        game.position().bags()[0].iter().map(|tile| rules.kind_of(usize::from(*tile)).name.clone()).collect();
    left.sort();
    let mut swapped = false;
    let mut kinds = Vec::new();
    for one in drawn(game) {
        let kind = rules.kind_of(usize::from(one.tile)).name.clone();
        match left.iter().rposition(|other| *other != kind).filter(|_| one.is_hidden) {
            Some(place) => {
                kinds.push(left.remove(place));
                swapped = true;
            }
            None => kinds.push(kind),
        }
    }
    if !swapped {
        return None;
    }
    let setup = Setup { draws: vec![("pile".to_owned(), kinds)], ..setup(seed) };
    let mut other = Game::new(rules.clone(), &setup).expect("a setup");
    for answer in answers {
        let choice = other
            .decision()?
            .choices()
            .find(|choice| other.decision().is_some_and(|decision| decision.text(*choice) == *answer));
        // The tiles in this world may leave nothing to choose, which everybody sees.
        other.choose(choice?).expect("offered");
    }
    Some(other)
}

/// Plays games and compares, wherever tiles are hidden, what each seat sees in the two worlds.
fn compare() -> (usize, usize) {
    let rules = rules("true");
    let (mut compared, mut told_apart) = (0, 0);
    for seed in 0..GAMES {
        let mut game = Game::new(rules.clone(), &setup(seed)).expect("a setup");
        let mut uniform = Uniform::new(seed);
        let mut answers: Vec<String> = Vec::new();
        while let Some(choice) = pick(&game, &mut uniform) {
            // Only the one on turn draws, and others may have to decide meanwhile.
            let owner = Some(game.position().active());
            if let Some(other) = other_world(&rules, seed, &game, &answers) {
                let seats = (0..SEATS).map(Some).chain([None]);
                for seat in seats.filter(|seat| *seat != owner) {
                    compared += 1;
                    let (here, there) = (game.seen_by(seat).text(), other.seen_by(seat).text());
                    let differ = here.lines().zip(there.lines()).find(|(here, there)| here != there);
                    assert!(here == there, "seed {seed}, seat {seat:?}: {differ:?}");
                }
                told_apart += usize::from(game.seen_by(owner).text() != other.seen_by(owner).text());
            }
            answers.push(game.decision().expect("it is asked").text(choice));
            game.choose(choice).expect("offered");
        }
        assert_eq!(game.fault(), None);
    }
    (compared, told_apart)
}

#[test]
fn what_a_player_may_not_know_changes_nothing_that_the_player_sees() {
    let (compared, told_apart) = compare();
    assert!(compared > 1000, "{compared} comparisons show little");
    assert!(told_apart > 300, "the one who draws sees the difference {told_apart} times");
}

#[test]
fn tiles_drawn_openly_are_seen_by_all() {
    let rules = rules("false");
    for seed in 0..5 {
        let mut game = Game::new(rules.clone(), &setup(seed)).expect("a setup");
        let mut uniform = Uniform::new(seed);
        while let Some(choice) = pick(&game, &mut uniform) {
            let sight = game.seen_by(None);
            assert!(sight.decision().is_some_and(|decision| decision.options().is_some()));
            game.choose(choice).expect("offered");
        }
        let hand = game.position().tiles().iter().filter(|state| matches!(state, TileState::Hand(_)));
        assert_eq!(hand.count(), 0);
    }
}

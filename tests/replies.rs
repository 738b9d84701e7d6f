//! Games whose decisions are taken while the rules run are the same games as those that stop at every decision.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use std::sync::Arc;

use rota_game::{Clock, Event, Game, Pending, Record, Reply, Rules, Setup, Uniform};
use rota_tests::playing::opened;
use rota_tests::shelf::{compile, load, settings, shelf};

/// What shows of a game once it is over.
#[derive(Debug, PartialEq, Eq)]
struct Played {
    events: Vec<Event>,
    texts: Vec<String>,
    points: Vec<i64>,
    /// How often each function ran, and its operations; clocks that stand still tell no times.
    spent: Option<Vec<(u64, u64)>>,
    asked: Vec<Pending>,
}

impl Played {
    fn of(game: &Game, asked: Vec<Pending>) -> Played {
        assert!(game.is_over() && game.fault().is_none(), "{:?}", game.fault());
        let history = game.history();
        let text = |event: &Event| {
            let Event::Decided { words, .. } = event else { return None };
            Some(history.text(*words).to_owned())
        };
        let spent = |profile: &rota_game::Profile| {
            profile.functions().iter().map(|spent| (spent.calls, spent.ops)).collect()
        };
        Played {
            events: history.events().to_vec(),
            texts: history.events().iter().filter_map(text).collect(),
            points: game.points().to_vec(),
            spent: game.profile().map(spent),
            asked,
        }
    }
}

fn pending(game: &Game) -> Option<Pending> {
    let decision = game.decision()?;
    let (choice, total, pass) = (decision.choice(), decision.option_count(), decision.may_pass());
    Some(Pending { choice, who: decision.who() as u8, total, pass })
}

/// Stops at every decision.
fn picked(game: &mut Game, seed: u64) -> Played {
    game.restart(seed);
    let (mut player, mut asked) = (Uniform::new(seed), Vec::new());
    while let Some(decision) = game.decision() {
        asked.extend(pending(game));
        let number = player.pick(&decision);
        game.pick(number).expect("it was offered");
    }
    Played::of(game, asked)
}

/// Stops where `evades` says what to reply in the place of an answer.
fn replied(game: &mut Game, seed: u64, evades: impl Fn(usize, &Pending) -> Option<Reply>) -> Played {
    game.restart(seed);
    let (mut player, mut asked) = (Uniform::new(seed), Vec::<Pending>::new());
    loop {
        game.play(|pending| {
            asked.push(*pending);
            evades(asked.len(), pending).unwrap_or_else(|| player.reply(pending))
        });
        let Some(decision) = game.decision() else { break };
        assert_eq!(asked.last().copied(), pending(game));
        let number = player.pick(&decision);
        game.pick(number).expect("it was offered");
    }
    Played::of(game, asked)
}

/// A reply to some decisions that leaves them open.
fn evades(asked: usize, pending: &Pending) -> Option<Reply> {
    match asked % 7 {
        0 => Some(Reply::Later),
        2 => Some(Reply::Number(pending.total)),
        3 => Some(Reply::Number(usize::MAX)),
        5 if !pending.pass => Some(Reply::Pass),
        _ => None,
    }
}

fn agree(rules: &Arc<Rules>, games: u64) {
    for (record, profile, ask_forced) in [
        (Record::Full, None, false),
        (Record::Full, Some((|| 0) as Clock), false),
        (Record::Full, None, true),
        (Record::Off, None, true),
    ] {
        let setup = Setup { players: 3, record, profile, ask_forced, ..Setup::default() };
        let mut game = Game::new(Arc::clone(rules), &setup).expect("a game");
        for seed in 0..games {
            let expected = picked(&mut game, seed);
            assert_eq!(replied(&mut game, seed, |_, _| None), expected, "seed {seed}");
            assert_eq!(replied(&mut game, seed, evades), expected, "seed {seed}");
        }
    }
}

#[test]
fn games_are_the_same_however_they_are_answered() {
    for (name, games) in [("base", 20), ("all_three", 8), ("everything", 2)] {
        agree(&opened(name, 1).rules, games);
    }
}

#[test]
fn so_are_those_with_secrets_and_choices_at_once() {
    for counsel in ["pairs", "several", "several_players", "ordered", "at_once", "secret", "auction"] {
        let opened = compile(&load(&shelf(), &["council"]), &settings(&[], &[("counsel", counsel)]));
        agree(&opened.rules, 5);
    }
}

#[test]
fn a_game_that_is_over_is_not_played_on() {
    let mut game = Game::new(opened("base", 1).rules, &Setup::default()).expect("a game");
    game.conclude();
    assert!(game.is_over());
    game.play(|_| unreachable!("nobody is asked"));
    // One who evades every decision leaves the game where it stands.
    game.restart(3);
    let waits = pending(&game);
    for reply in [Reply::Later, Reply::Number(usize::MAX), Reply::Pass] {
        let mut asked = 0;
        game.play(|_| {
            asked += 1;
            reply
        });
        assert_eq!((asked, pending(&game)), (1, waits));
    }
    assert_eq!(game.position().board().tiles().len(), 1);
}

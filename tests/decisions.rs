//! Decisions of every kind: with a block, in pairs, several, in an order, at once, in secret.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use rota::{CannotUndo, Head, Seat, Session, scenarios};
use rota_game::{Game, Record, Setup, TileState, Uniform};
use rota_tests::audit::audit;
use rota_tests::render;
use rota_tests::shelf::{compile, load, settings, shelf};

/// A game of a probe in which everybody who is asked answers by these numbers.
fn answered(counsel: &str, answers: &[usize]) -> Game {
    let opened = compile(&load(&shelf(), &["council"]), &settings(&[], &[("counsel", counsel)]));
    played(opened.rules, answers)
}

fn played(rules: std::sync::Arc<rota_game::Rules>, answers: &[usize]) -> Game {
    let setup = Setup { players: 3, seed: 5, record: Record::Full, ..Setup::default() };
    let mut game = Game::new(rules, &setup).expect("a setup");
    for answer in answers {
        game.pick(Some(*answer)).expect("offered");
    }
    game
}

/// A game by chance, which adds up after every move.
fn play_audited(game: &mut Game, seed: u64, mut look: impl FnMut(&Game)) {
    game.restart(seed);
    let mut uniform = Uniform::new(seed);
    while let Some(decision) = game.decision() {
        let picked = uniform.pick(&decision);
        game.pick(picked).expect("offered");
        assert_eq!(audit(game), Vec::<String>::new(), "seed {seed}");
        look(game);
    }
    assert_eq!(game.fault(), None, "seed {seed}");
}

#[test]
fn nobody_sees_an_answer_before_all_have_given_theirs() {
    let (one, other) = (answered("at_once", &[0]), answered("at_once", &[3]));
    let texts = |seat| (one.seen_by(seat).text(), other.seen_by(seat).text());
    for seat in [Some(1), Some(2), None] {
        let (here, there) = texts(seat);
        assert_eq!(here, there, "seat {seat:?}");
        let hidden = here.lines().last() == Some("  among what is not shown");
        assert_eq!(hidden, seat != Some(1), "seat {seat:?}");
    }
    let (own, changed) = texts(Some(0));
    assert_ne!(own, changed, "everybody knows the own answer");
    // Another one's options are nobody's business either.
    assert!(one.seen_by(Some(2)).decision().is_some_and(|decision| decision.options().is_none()));
    let (one, other) = (answered("at_once", &[0, 1, 2]), answered("at_once", &[3, 1, 2]));
    assert_ne!(one.seen_by(None).text(), other.seen_by(None).text(), "now all have chosen");
}

#[test]
fn what_is_chosen_in_secret_stays_secret() {
    let (one, other) = (answered("secret", &[0]), answered("secret", &[2]));
    for seat in [Some(1), Some(2), None] {
        assert_eq!(one.seen_by(seat).text(), other.seen_by(seat).text(), "seat {seat:?}");
    }
    assert_ne!(one.seen_by(Some(0)).text(), other.seen_by(Some(0)).text());
    // Behind the block of the choice others see again what is chosen.
    let guessed = answered("secret", &[0, 1]);
    assert!(guessed.seen_by(None).decision().is_some_and(|decision| decision.options().is_some()));
}

#[test]
fn a_game_is_left_and_gone_on_with_at_any_decision() {
    for counsel in ["pairs", "several", "several_players", "ordered", "at_once", "secret", "auction"] {
        let mut game = answered(counsel, &[]);
        let mut uniform = Uniform::new(7);
        for _ in 0..60 {
            let Some(decision) = game.decision() else { break };
            let picked = uniform.pick(&decision);
            let suspended = game.suspended();
            game.resume(&suspended).expect("it was left here");
            let mut copy = game.fork();
            copy.pick(picked).expect("offered");
            game.pick(picked).expect("offered");
            let waits = |game: &Game| {
                game.decision().map(|decision| {
                    decision.choices().map(|choice| decision.text(choice)).collect::<Vec<_>>()
                })
            };
            assert_eq!(waits(&game), waits(&copy), "{counsel}");
            assert_eq!(game.points(), copy.points(), "{counsel}");
        }
        assert_eq!(game.fault(), None, "{counsel}");
    }
}

#[test]
fn scenarios_hold() {
    for pack in ["council", "casket"] {
        let reading = load(&shelf(), &[pack]);
        for scenario in scenarios(&reading, pack) {
            let failures = scenario.run(&reading).failures;
            let drawn = render(&failures, &reading.sources);
            assert!(failures.is_empty(), "{}:\n{drawn}", scenario.title);
        }
    }
}

/// A game of the other probe in which the decks and bags give these first.
fn dealt(play: &str, draws: &[(&str, &[&str])], answers: &[usize]) -> Game {
    let opened = compile(&load(&shelf(), &["casket"]), &settings(&[], &[("play", play)]));
    let owned = |gave: &[&str]| gave.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let draws = draws.iter().map(|(bag, gave)| ((*bag).to_owned(), owned(gave))).collect();
    let setup = Setup { players: 3, seed: 5, record: Record::Full, draws, ..Setup::default() };
    let mut game = Game::new(opened.rules, &setup).expect("a setup");
    for answer in answers {
        game.pick(Some(*answer)).expect("offered");
    }
    game
}

#[test]
fn a_card_in_a_keep_is_seen_by_those_who_may() {
    let red = |card: &str| dealt("gifts", &[("gifts", &[card, "lantern", "lantern"])], &[]);
    let (one, other) = (red("lantern"), red("wagon"));
    for seat in [Some(1), Some(2), None] {
        assert_eq!(one.seen_by(seat).text(), other.seen_by(seat).text(), "seat {seat:?}");
    }
    assert_ne!(one.seen_by(Some(0)).text(), other.seen_by(Some(0)).text());
    assert!(one.seen_by(Some(1)).text().contains("1 keeps a hidden card"));
    assert!(one.seen_by(Some(0)).text().contains("1 keeps lantern"));
}

#[test]
fn what_nobody_sees_is_known_to_nobody() {
    let chips = |chip: &str| dealt("chips", &[("chips", &[chip])], &[]);
    let (one, other) = (chips("small"), chips("large"));
    for seat in [Some(0), Some(1), Some(2), None] {
        assert_eq!(one.seen_by(seat).text(), other.seen_by(seat).text(), "seat {seat:?}");
    }
    // Nobody knows more than others, so what is chosen is seen.
    assert!(one.seen_by(None).decision().is_some_and(|decision| decision.options().is_some()));
    let (one, other) = (
        dealt("asides", &[("pile", &["base/E", "base/U", "base/V"])], &[]),
        dealt("asides", &[("pile", &["base/U", "base/E", "base/V"])], &[]),
    );
    for seat in [Some(0), None] {
        assert_eq!(one.seen_by(seat).text(), other.seen_by(seat).text(), "seat {seat:?}");
    }
}

#[test]
fn a_variable_is_seen_by_its_owner_alone() {
    let (one, other) = (dealt("aims", &[], &[0, 0, 1]), dealt("aims", &[], &[1, 0, 1]));
    for seat in [Some(1), Some(2), None] {
        assert_eq!(one.seen_by(seat).text(), other.seen_by(seat).text(), "seat {seat:?}");
    }
    let (own, changed) = (one.seen_by(Some(0)).text(), other.seen_by(Some(0)).text());
    assert!(own.contains("1 aim = north") && changed.contains("1 aim = south"), "{own}");
    assert!(!own.contains("2 aim"), "{own}");
}

#[test]
fn games_with_cards_add_up() {
    let reading = load(&shelf(), &["casket"]);
    for play in ["streams", "asides", "gifts", "chips", "aims", "letters"] {
        let opened = compile(&reading, &settings(&[], &[("play", play)]));
        let setup = Setup { players: 3, record: Record::Full, ..Setup::default() };
        let mut game = Game::new(opened.rules.clone(), &setup).expect("a game");
        for seed in 0..20 {
            play_audited(&mut game, seed, |_| {});
        }
    }
}

#[test]
fn a_move_stays_once_others_have_seen_what_it_was() {
    let reading = load(&shelf(), &["council"]);
    let opened = compile(&reading, &settings(&[], &[("counsel", "late")]));
    let players = ["ann", "bob"].map(|name| Seat { name: name.to_owned(), kind: "uniform".to_owned() });
    let head = Head { packs: vec!["council".to_owned()], players: players.to_vec(), ..Head::default() };
    let mut session = Session::begin(head, &opened).expect("a table for two");
    let choose = |session: &mut Session, number| {
        let option = session.game().decision().and_then(|decision| decision.option(number));
        session.choose(option.expect("an option")).expect("offered");
    };
    let asked = |session: &Session| session.game().decision().map(|decision| decision.site().prompt.clone());
    while asked(&session).is_some_and(|prompt| prompt != "a late bid?") {
        choose(&mut session, 0);
    }
    choose(&mut session, 0);
    assert_eq!(session.undo(), Ok(()), "nobody has seen it yet");
    choose(&mut session, 2);
    choose(&mut session, 1);
    assert_eq!(asked(&session).as_deref(), Some("and now?"));
    assert_eq!((session.undoable().count(), session.undo()), (0, Err(CannotUndo::Shown)));
}

#[test]
fn a_copy_that_a_player_thinks_on_holds_nothing_that_the_player_may_not_know() {
    let game = dealt("gifts", &[("gifts", &["purse", "wagon", "lantern"])], &[]);
    let cards = |game: &Game, seat: u8| -> std::collections::BTreeSet<String> {
        let text = game.seen_by(Some(seat)).text();
        text.lines()
            .filter(|line| line.contains("keeps") && !line.contains("hidden"))
            .map(str::to_owned)
            .collect()
    };
    let mut first = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut copy = game.fork();
        assert!(copy.determinize(Some(1), seed));
        let state = |game: &Game| (game.position().tiles().to_vec(), game.seen_by(Some(1)).unseen());
        assert_eq!(state(&copy), state(&game), "what the player knows stays");
        assert_eq!(cards(&copy, 1), cards(&game, 1));
        first.extend(cards(&copy, 0));
    }
    assert_eq!(first.len(), 3, "the others may have any card: {first:?}");
    let mut own = game.fork();
    assert!(own.determinize(Some(0), 3));
    assert_eq!(cards(&own, 0), cards(&game, 0));
}

#[test]
fn what_was_stacked_is_known_to_those_who_saw_it_and_to_nobody_else() {
    let opened = compile(&load(&shelf(), &["top_and_bottom"]), &settings(&[], &[]));
    let setup = Setup { players: 3, record: Record::Full, ..Setup::default() };
    let mut game = Game::new(opened.rules.clone(), &setup).expect("a game");
    let stacked = |game: &Game, who| -> Vec<String> {
        let text = game.seen_by(who).text();
        let places = ["on bag", "under bag"];
        // Behind what is unseen stands what happened, which a copy does not know.
        let lines = text.lines().take_while(|line| !line.starts_with("unseen"));
        let lines = lines.filter(|line| places.iter().any(|place| line.starts_with(place)));
        lines.map(str::to_owned).collect()
    };
    let (mut dealt_anew, mut copies, mut not_dealt) = (0, 0, 0);
    for seed in 0..20 {
        play_audited(&mut game, seed, |game| {
            let tiles = game.position().tiles();
            if !tiles.iter().any(|state| matches!(state, TileState::Stacked(_))) {
                return;
            }
            for who in [None, Some(0), Some(1), Some(2)] {
                let mut copy = game.fork();
                copies += 1;
                if !copy.determinize(who, seed) {
                    not_dealt += 1;
                    continue;
                }
                assert_eq!(stacked(&copy, who), stacked(game, who), "seed {seed}, seat {who:?}");
                for (tile, state) in tiles.iter().enumerate() {
                    let same = copy.rules().kind_of(tile).name == game.rules().kind_of(tile).name;
                    let TileState::Stacked(seats) = state else { continue };
                    assert!(same || !seats.contains(who), "tile {tile}");
                    dealt_anew += usize::from(!same);
                }
            }
        });
    }
    assert!(dealt_anew > 100, "the others may have any card there: {dealt_anew}");
    assert!(not_dealt * 20 <= copies, "{not_dealt} of {copies} copies could not be dealt again");
}

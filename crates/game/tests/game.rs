//! Whole games of the toy: conservation, refusals, copies, histories.

#![expect(clippy::expect_used, reason = "a test may stop when its own data is wrong")]

mod toy;

use rota_board::SegmentId;
use rota_bytecode::{Builtin, Effect, Op, Program};
use rota_game::{
    Choice, Event, Game, Greedy, PieceLocation, Player, PlayerSet, Record, Refused, Setup, SetupError,
    StartPiece, StartTile, TileState, Uniform,
};

fn setup(seed: u64, record: Record) -> Setup {
    Setup { seed, record, ..Setup::default() }
}

fn play(game: &mut Game, player: &mut Uniform, mut look: impl FnMut(&Game)) {
    while !game.is_over() {
        let choice = player.decide(game);
        game.choose(choice).expect("it was offered");
        look(game);
    }
    assert_eq!(game.fault(), None);
}

#[test]
fn random_games_come_to_their_end_and_lose_nothing() {
    let rules = toy::rules(&["pile"]);
    for seed in 0..60 {
        let mut game = Game::new(rules.clone(), &setup(seed, Record::Full)).expect("a game");
        let mut player = Uniform::new(seed);
        play(&mut game, &mut player, conserved);
        assert!(game.position().bags()[0].is_empty());
        let scored = game.history().events().iter().filter_map(|event| {
            let Event::Scored { player, points, note, at, .. } = event else { return None };
            let note = game.history().note(note.expect("a note")).expect("kept");
            let terms = game.history().terms(note);
            assert_eq!(terms.iter().map(|term| term.count * term.each).sum::<i64>(), *points);
            assert!(at.is_some());
            Some((*player, *points))
        });
        let mut sums = vec![0; game.points().len()];
        scored.for_each(|(player, points)| sums[usize::from(player)] += points);
        assert_eq!(sums, game.points());
        let statistics = game.history().statistics();
        for (player, points) in game.points().iter().enumerate() {
            assert_eq!(statistics.points(0, player) + statistics.points(1, player), *points);
        }
        let laid = game.position().board().tiles().len() as u32 - 1;
        assert_eq!(statistics.placements.iter().sum::<u32>(), laid);
        assert_eq!(laid + statistics.discards, 71);
        assert_eq!(
            game.variable("laid", 0).zip(game.variable("laid", 1)).map(|(a, b)| a + b),
            Some(i64::from(laid) + 6)
        );
        assert_eq!(game.variable("laid", 2), None);
    }
}

/// Every piece and every tile is in exactly one place, and all counts agree.
fn conserved(game: &Game) {
    let position = game.position();
    let mut standing: Vec<u16> = (0..)
        .zip(position.pieces())
        .filter(|(_, piece)| piece.location != PieceLocation::Supply)
        .map(|(number, _)| number)
        .collect();
    let mut listed = position.standing().to_vec();
    listed.sort_unstable();
    standing.sort_unstable();
    assert_eq!(listed, standing);
    assert_eq!(position.pieces().len(), 15);
    assert_eq!(position.pieces()[14].location, PieceLocation::Space(0), "the flag stands where it stood");
    let occupants: u32 = (0..position.board().segment_count() as u16)
        .map(|segment| u32::from(position.board().own_occupants(SegmentId(segment))))
        .sum();
    assert_eq!(occupants as usize, standing.len() - 1);
    let count = |state| position.tiles().iter().filter(|tile| **tile == state).count();
    assert_eq!(count(TileState::Bag), position.bags().iter().map(Vec::len).sum::<usize>());
    let laid = position.tiles().iter().filter(|tile| matches!(tile, TileState::Laid(_))).count();
    assert_eq!(laid, position.board().tiles().len());
    assert!(count(TileState::Hand(PlayerSet::ALL)) <= 1);
}

#[test]
fn a_refused_choice_changes_nothing() {
    let rules = toy::rules(&["pile"]);
    let mut game = Game::new(rules, &setup(3, Record::Full)).expect("a game");
    let before = format!("{game:?}");
    assert_eq!(game.choose(Choice::Pass), Err(Refused::NoPass));
    assert_eq!(game.choose(Choice::Option { action: 0, value: 17 }), Err(Refused::NotOffered));
    assert_eq!(game.choose(Choice::Option { action: 1, value: 0 }), Err(Refused::NotOffered));
    assert_eq!(game.pick(Some(10_000)), Err(Refused::NotOffered));
    assert_eq!(format!("{game:?}"), before);
}

#[test]
fn a_copy_goes_the_same_way_and_leaves_the_first_alone() {
    let rules = toy::rules(&["pile"]);
    let mut game = Game::new(rules, &setup(9, Record::Off)).expect("a game");
    let mut player = Uniform::new(1);
    let mut copy = game.fork();
    while !game.is_over() {
        copy.copy_from(&game);
        let before = format!("{:?}", game.position());
        let choice = player.decide(&game);
        copy.choose(choice).expect("offered to the copy as well");
        let mut concluded = copy.fork();
        concluded.conclude();
        assert!(concluded.is_over());
        assert_eq!(concluded.fault(), None);
        assert_eq!(format!("{:?}", game.position()), before);
        game.choose(choice).expect("offered");
        assert_eq!(format!("{:?}", game.position().bags()), format!("{:?}", copy.position().bags()));
        assert_eq!(game.points(), copy.points());
    }
}

#[test]
fn the_nth_draw_does_not_depend_on_other_bags() {
    let drawn = |bags: &[&str]| {
        let mut game = Game::new(toy::rules(bags), &setup(77, Record::Full)).expect("a game");
        play(&mut game, &mut Uniform::new(5), |_| {});
        let events = game.history().events().iter();
        let tiles = events.filter_map(|event| {
            let Event::Drawn { bag: 0, tile, .. } = event else { return None };
            Some(*tile)
        });
        tiles.collect::<Vec<u16>>()
    };
    assert_eq!(drawn(&["pile"]), drawn(&["pile", "chest"]));
    assert_ne!(drawn(&["pile"]), drawn(&["stack"]));
}

#[test]
fn reseeding_deals_the_rest_again() {
    let draws = vec![("pile".to_owned(), vec!["toy/full".to_owned(), "toy/well".to_owned()])];
    let told = Setup { draws, ask_forced: true, ..setup(4, Record::Full) };
    let game = Game::new(toy::rules(&["pile"]), &told).expect("a game");
    let drawn = |game: &Game| {
        game.history().events().iter().filter(|event| matches!(event, Event::Drawn { .. })).count()
    };
    assert_eq!(drawn(&game), 1);
    let mut first = game.fork();
    let mut others = 0;
    for seed in 0..20 {
        let mut copy = game.fork();
        copy.reseed(seed);
        for game in [&mut first, &mut copy] {
            if game.position().turn() < 2 {
                game.choose(game.decision().and_then(|decision| decision.option(0)).expect("a place"))
                    .expect("offered");
                game.choose(Choice::Pass).expect("offered");
            }
        }
        let hand = |game: &Game| {
            game.position().tiles().iter().position(|tile| *tile == TileState::Hand(PlayerSet::ALL))
        };
        others += usize::from(hand(&first) != hand(&copy));
    }
    assert!(others > 10);
    let hand = first.position().tiles().iter().position(|tile| *tile == TileState::Hand(PlayerSet::ALL));
    assert_eq!(hand.map(|tile| first.rules().kind_of(tile).name.as_str()), Some("toy/well"));
}

#[test]
fn decisions_read_by_content_and_are_found_by_their_words() {
    let draws = vec![("pile".to_owned(), vec!["toy/junction".to_owned()])];
    let told = Setup { draws, ..setup(4, Record::Full) };
    let mut game = Game::new(toy::rules(&["pile"]), &told).expect("a game");
    let decision = game.decision().expect("where to lay it");
    assert_eq!((decision.who(), decision.site().name.as_str(), decision.may_pass()), (0, "lay", false));
    let texts: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
    assert_eq!(texts.len(), decision.option_count());
    assert!(texts.contains(&"1,0 turned 0".to_owned()), "{texts:?}");
    for choice in decision.choices() {
        assert_eq!(decision.matching(&decision.text(choice)), Ok(choice));
    }
    assert!(decision.matching("").is_err());
    assert!(decision.matching("9,9 turned 0").is_err());
    assert!(decision.matching("1,0").is_err(), "several rotations");
    let choice = decision.matching("turned 0 1,0").expect("in any order");
    game.choose(choice).expect("offered");
    let decision = game.decision().expect("where to stand");
    let mut texts: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
    texts.sort();
    assert_eq!(
        texts,
        [
            "pass",
            "stand grass ER SL of 1,0",
            "stand grass N EL WR of 1,0",
            "stand grass SR WL of 1,0",
            "stand track E of 1,0",
            "stand track S of 1,0",
            "stand track W of 1,0",
        ]
    );
    let choice = decision.matching("track S").expect("a part is enough");
    assert_eq!(decision.text(choice), "stand track S of 1,0");
    assert_eq!(decision.matching("pass"), Ok(Choice::Pass));
    let error = decision.matching("track").expect_err("three of them");
    assert!(error.to_string().contains("`stand track E of 1,0`"), "{error}");
    game.choose(choice).expect("offered");
    let words: Vec<&str> = game
        .history()
        .events()
        .iter()
        .filter_map(|event| {
            let Event::Decided { words, .. } = event else { return None };
            Some(game.history().text(*words))
        })
        .collect();
    assert_eq!(words, ["1,0 turned 0", "stand track S of 1,0"]);
    let piece = rota_bytecode::Type::one(rota_bytecode::Sort::Piece);
    assert_eq!(game.words(piece, 0), "red peg on track S of 1,0");
    assert_eq!(game.words(piece, 8), "blue peg in supply");
}

#[test]
fn a_setup_lays_tiles_and_puts_pieces() {
    let rules = toy::rules(&["pile"]);
    let start =
        vec![StartTile { tile: 0, x: 0, y: 0, rotation: 0 }, StartTile { tile: 1, x: 1, y: 0, rotation: 0 }];
    let on = StartPiece { kind: 0, player: Some(1), on: "wall of 1,0".to_owned() };
    let told = Setup { start: Some(start.clone()), standing: vec![on.clone()], ..setup(1, Record::Off) };
    let game = Game::new(rules.clone(), &told).expect("a game");
    conserved(&game);
    assert_eq!(game.position().board().tiles().len(), 2);
    assert_eq!(game.position().bags()[0].len(), 69, "one is laid, one is drawn");
    assert_eq!(
        game.position().pieces()[7].on().map(|segment| game.segment_words(segment)),
        Some("wall N of 1,0".to_owned())
    );
    let error = |told: &Setup| Game::new(rules.clone(), told).expect_err("refused");
    let wrong = StartTile { tile: 1, x: 1, y: 0, rotation: 1 };
    let laid = Setup { start: Some(vec![start[0], wrong]), ..Setup::default() };
    assert_eq!(error(&laid), SetupError::CannotLie(wrong, "an edge does not match"));
    assert_eq!(
        error(&Setup { start: Some(vec![start[0], start[0]]), ..Setup::default() }),
        SetupError::NoSuchTile(0)
    );
    assert_eq!(
        error(&Setup { players: 9, ..Setup::default() }),
        SetupError::Players { given: 9, least: 1, most: 5 }
    );
    let unknown = StartPiece { on: "moat of 1,0".to_owned(), ..on };
    let stood = Setup { standing: vec![unknown], ..Setup::default() };
    assert_eq!(error(&stood), SetupError::NoSuchSegment("moat of 1,0".to_owned()));
}

#[test]
fn pieces_stand_beside_the_land_from_the_start() {
    let rules = toy::rules(&["pile"]);
    let begin = |standing: &[StartPiece]| {
        Game::new(rules.clone(), &Setup { standing: standing.to_vec(), ..Setup::default() })
    };
    let stand = |kind, player, on: &str| StartPiece { kind, player, on: on.to_owned() };
    let flag = stand(1, None, "autumn");
    let game = begin(&[flag.clone(), stand(0, Some(1), "seat autumn"), stand(0, Some(0), "high")]);
    let game = game.expect("a game");
    let spots: Vec<String> =
        [14, 7, 0].map(|piece| game.location_words(game.position().pieces()[piece].location)).into();
    assert_eq!(spots, ["autumn", "seat autumn", "high"]);
    assert_eq!((game.supply(0, Some(0)), game.supply(0, Some(1)), game.supply(1, None)), (6, 6, 0));
    let peg = rota_bytecode::Type::one(rota_bytecode::Sort::Piece);
    assert_eq!(game.words(peg, 7), "blue peg on seat autumn");
    // There is one flag, and a seat for one.
    assert_eq!(begin(&[flag.clone(), flag.clone()]).expect_err("one"), SetupError::NoSuchPiece(flag));
    let sits = stand(0, Some(1), "seat spring");
    let full = SetupError::CannotStand(sits.clone(), "a piece stands in the slot");
    assert_eq!(begin(&[sits.clone(), sits]).expect_err("for one"), full);
}

/// The toy with a turn that does nothing but roll the die three times and draw a tile.
fn gamble() -> Program {
    let mut program = toy::program(&["pile"]);
    let roll = [Op::Const(0, 0), Op::Apply(0, Effect::Roll, 0)];
    let draw = [Op::Const(0, 0), Op::Const(1, -1), Op::Apply(0, Effect::Draw, 0)];
    let end = [Op::Apply(0, Effect::EndGame, 0), Op::Const(0, 0), Op::Return(0)];
    program.ops = [&roll[..], &roll, &draw, &roll, &end].concat();
    program.functions.truncate(1);
    program.functions[0].end = program.ops.len() as u32;
    program.finale = None;
    program
}

#[test]
fn dice_are_told_what_to_give() {
    let rules = toy::rules_with(&["pile"], gamble());
    let begin = |seed, draws: &[(&str, &[&str])]| {
        let told = |(name, outcomes): &(&str, &[&str])| {
            ((*name).to_owned(), outcomes.iter().map(|outcome| (*outcome).to_owned()).collect())
        };
        let setup = Setup { draws: draws.iter().map(told).collect(), ..setup(seed, Record::Full) };
        Game::new(rules.clone(), &setup)
    };
    let rolled = |game: &Game| -> Vec<i32> {
        let events = game.history().events().iter();
        events
            .filter_map(|event| if let Event::Rolled { value, .. } = event { Some(*value) } else { None })
            .collect()
    };
    let told = begin(1, &[("fate", &["2", "-1"]), ("pile", &["toy/well"])]).expect("a game");
    assert_eq!(rolled(&told)[..2], [2, -1]);
    // What is not settled follows from the seed, the name and the number of the roll.
    let free = begin(1, &[]).expect("a game");
    assert_eq!(rolled(&told)[2], rolled(&free)[2]);
    let all: Vec<Vec<i32>> = (0..40).map(|seed| rolled(&begin(seed, &[]).expect("a game"))).collect();
    assert!(all.iter().flatten().all(|value| (-1..=2).contains(value)));
    assert!((-1..=2).all(|value| all.iter().any(|rolls| rolls[0] == value)));
    for wrong in ["3", "-2", "toy/well", "", "99999999999999999999"] {
        let error = SetupError::NoSuchFace("fate".to_owned(), wrong.to_owned());
        assert_eq!(begin(1, &[("fate", &["1", wrong])]).expect_err("never given"), error);
    }
    let error = SetupError::NoSuchBag("fat".to_owned());
    assert_eq!(begin(1, &[("fat", &["1"])]).expect_err("no such die"), error);
}

#[test]
fn placements_count_every_rotation_only_when_asked_to() {
    let draws = vec![("pile".to_owned(), vec!["toy/straight".to_owned()])];
    let few = Setup { draws: draws.clone(), ..Setup::default() };
    let all = Setup { draws, distinct_placements: false, ..Setup::default() };
    let count = |setup: &Setup| {
        let game = Game::new(toy::rules(&["pile"]), setup).expect("a game");
        game.decision().expect("where to lay it").option_count()
    };
    assert_eq!(count(&all), 2 * count(&few));
}

#[test]
fn a_greedy_player_beats_a_random_one() {
    let rules = toy::rules(&["pile"]);
    let mut won = 0;
    for seed in 0..5 {
        let mut game = Game::new(rules.clone(), &setup(seed, Record::Off)).expect("a game");
        let (mut greedy, mut uniform) = (Greedy::new(seed), Uniform::new(seed));
        while let Some(decision) = game.decision() {
            let choice = if decision.who() == 0 { greedy.decide(&game) } else { uniform.decide(&game) };
            game.choose(choice).expect("offered");
        }
        won += usize::from(game.points()[0] > game.points()[1]);
    }
    assert_eq!(won, 5);
}

#[test]
fn a_game_that_begins_anew_is_the_game_of_its_seed() {
    let rules = toy::rules(&["pile"]);
    let mut again = Game::new(rules.clone(), &setup(1, Record::Full)).expect("a game");
    play(&mut again, &mut Uniform::new(8), |_| {});
    for seed in [7, 8] {
        let mut game = Game::new(rules.clone(), &setup(seed, Record::Full)).expect("a game");
        play(&mut game, &mut Uniform::new(seed), |_| {});
        again.restart(seed);
        play(&mut again, &mut Uniform::new(seed), |_| {});
        assert_eq!(again.history().events(), game.history().events());
        assert_eq!(again.history().statistics(), game.history().statistics());
        assert_eq!(format!("{:?}", again.position()), format!("{:?}", game.position()));
    }
}

#[test]
fn an_endless_game_is_stopped() {
    let told = Setup { turn_limit: 3, ..setup(1, Record::Off) };
    let mut game = Game::new(toy::rules(&["pile"]), &told).expect("a game");
    let mut player = Uniform::new(1);
    while !game.is_over() {
        let choice = player.decide(&game);
        game.choose(choice).expect("offered");
    }
    assert_eq!(
        game.fault().map(ToString::to_string),
        Some("turn: the game does not come to an end".to_owned())
    );
    assert!(game.decision().is_none());
    assert_eq!(game.choose(Choice::Pass), Err(Refused::NothingAsked));
}

#[test]
fn appended_steps_run_for_the_same_player_before_the_turn_passes() {
    // A turn appends the step twice; the step counts itself for the active player and ends the game in turn 2.
    let mut program = toy::program(&["pile"]);
    let start = program.ops.len() as u32;
    let append = Op::Apply(1, Effect::Append, 0);
    program.ops.extend([Op::Const(0, 2), append, append, Op::Const(0, 0), Op::Return(0)]);
    let step = program.ops.len() as u32;
    program.ops.extend([
        Op::Ask(0, Builtin::Active, 0),
        Op::Get(1, 0, 1),
        Op::AddImm(1, 1, 1),
        Op::Set(0, 1, 1),
    ]);
    program.ops.extend([Op::Ask(0, Builtin::Turn, 0), Op::JumpLessImm(0, 2, step + 7)]);
    program.ops.extend([Op::Apply(0, Effect::EndGame, 0), Op::Const(0, 0), Op::Return(0)]);
    program.functions[0].start = start;
    program.functions[0].end = step;
    let mut again = program.functions[0].clone();
    (again.name, again.start, again.end) = ("step".to_owned(), step, program.ops.len() as u32);
    program.functions.push(again);
    let rules = toy::rules_with(&["pile"], program);
    let game = Game::new(rules, &setup(1, Record::Full)).expect("a game");
    assert_eq!((game.is_over(), game.fault()), (true, None));
    assert_eq!((game.variable("laid", 0), game.variable("laid", 1)), (Some(5), Some(5)));
    let again = Event::Again { function: 2, player: None };
    let turns = [(1, 0), (2, 1)].map(|(number, player)| Event::Turn { number, player });
    assert_eq!(game.history().events(), [turns[0], again, again, turns[1], again, again, Event::Ending]);
}

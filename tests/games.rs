//! Random games of the base pack under all its options: nothing faults, everything adds up, and a game is the
//! same game however it is held.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rota_bytecode::Sort;
use rota_game::{Choice, Decision, Event, Game, Random, Record, Rules, Setup, TileState, Uniform};
use rota_syntax::ast::{ItemKind, Trigger};
use rota_tests::audit::audit;
use rota_tests::shelf::{compile, load, published, settings, shelf};
use rota_vm::Answer;

const GAMES: u64 = 10_000;
const THREADS: u64 = 2;

/// Rules that no composition here makes run, and why.
const NEVER: &[(&str, &str)] = &[];

/// A composition of the base pack: its options as a player writes them, chosen by a number.
fn options(number: u64) -> Vec<(&'static str, &'static str)> {
    let of = |list: &[&'static str], shift: u64| list[(number / shift) as usize % list.len()];
    // The first three run through all combinations, the others are mixed in.
    vec![
        ("generation", of(&["first", "second"], 1)),
        ("field_rule", of(&["by_city", "once_per_city", "every_field"], 2)),
        ("farmers", of(&["true", "true", "true", "false"], 6)),
        ("abbots", of(&["0", "1"], 1)),
        ("followers", of(&["7", "1", "2", "3", "4", "5", "6", "8"], 5)),
        ("small_city", of(&["two_each", "one_each", "two_each"], 7)),
    ]
}

fn compose(packs: &[&str], options: &[(&str, &str)]) -> Arc<Rules> {
    compile(&load(&shelf(), packs), &settings(&[], options)).rules
}

/// How often each rule ran and each action was taken.
#[derive(Default)]
struct Ran {
    rules: BTreeMap<String, u64>,
    /// How many scores each statement that gives points led to, by the rule it stands in and its formula.
    scores: BTreeMap<String, u64>,
    decisions: u64,
    turns: u64,
}

impl Ran {
    fn add(&mut self, game: &Game) {
        let functions = &game.rules().program().functions;
        let spent = game.profile().expect("it is profiled").functions();
        let rules = functions.iter().zip(spent).filter(|(function, _)| function.name.starts_with("rule "));
        for (function, spent) in rules {
            *self.rules.entry(function.name.clone()).or_default() += spent.calls;
        }
        for site in &game.rules().program().sites {
            self.scores.entry(format!("{}: {}", site.rule, site.formula)).or_default();
        }
        for event in game.history().events() {
            if let Event::Scored { note: Some(note), .. } = event {
                let note = game.history().note(*note).expect("a note");
                let site = &game.rules().program().sites[note.site as usize];
                *self.scores.entry(format!("{}: {}", site.rule, site.formula)).or_default() += 1;
            }
            if let Event::Decided { choice, answer: Answer::Option { action, .. }, .. } = event {
                let name =
                    &game.rules().program().choices[*choice as usize].actions[usize::from(*action)].name;
                if !name.is_empty() {
                    *self.rules.entry(format!("action {name}")).or_default() += 1;
                }
            }
        }
    }

    fn join(&mut self, other: Ran) {
        for (name, runs) in other.rules {
            *self.rules.entry(name).or_default() += runs;
        }
        for (site, scores) in other.scores {
            *self.scores.entry(site).or_default() += scores;
        }
        self.decisions += other.decisions;
        self.turns += other.turns;
    }
}

/// Plays random games of one composition; every third is recorded in full, some are looked at all the way.
fn play_many(number: u64, games: u64) -> Ran {
    let options = options(number);
    let rules = compose(&["base"], &options);
    let mut ran = Ran::default();
    let players = 2 + (number % 4) as u8;
    let begin = |record| {
        let setup =
            Setup { players, first: (number % 2) as u8, record, profile: Some(|| 0), ..Setup::default() };
        Game::new(Arc::clone(&rules), &setup).expect("a game")
    };
    let (mut statistics, mut full) = (begin(Record::Statistics), begin(Record::Full));
    for index in 0..games {
        let seed = number << 32 | index;
        let game = if index % 3 == 0 { &mut full } else { &mut statistics };
        game.restart(seed);
        let mut player = Uniform::new(seed);
        while let Some(decision) = game.decision() {
            let mut choice = player.pick(&decision);
            // Pieces that are called back as soon as they stand see nothing completed.
            if index % 2 == 0 && decision.may_pass() && takes_back(&decision, choice) {
                choice = None;
            }
            game.pick(choice).expect("it was offered");
            ran.decisions += 1;
            if index % 60 == 0 {
                assert_eq!(audit(game), Vec::<String>::new(), "seed {seed}, {options:?}, {players} players");
            }
        }
        assert!(game.is_over());
        assert_eq!(audit(game), Vec::<String>::new(), "seed {seed}, {options:?}, {players} players");
        assert!(game.position().bags().iter().all(Vec::is_empty), "seed {seed}: tiles are left");
        let out = game.position().tiles().iter().filter(|state| **state == TileState::Out).count();
        assert_eq!(out, game.history().statistics().discards as usize, "seed {seed}");
        assert_eq!(game.position().tiles().len(), game.position().board().tiles().len() + out, "seed {seed}");
        ran.turns += u64::from(game.history().statistics().turns);
        ran.add(game);
    }
    ran
}

/// Whether the option is one of a piece that stands already.
fn takes_back(decision: &Decision<'_>, number: Option<usize>) -> bool {
    let Some(Answer::Option { action, .. }) = number.and_then(|number| decision.option(number)) else {
        return false;
    };
    decision.site().actions[usize::from(action)].ty.sort == Sort::Piece
}

#[test]
fn random_games_add_up() {
    let compositions = 48;
    let each = GAMES.div_ceil(compositions);
    let ran = std::thread::scope(|scope| {
        let half = |first: u64| {
            let mut ran = Ran::default();
            (first..compositions)
                .step_by(THREADS as usize)
                .for_each(|number| ran.join(play_many(number, each)));
            ran
        };
        let workers: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || half(first))).collect();
        let mut ran = Ran::default();
        workers.into_iter().for_each(|worker| ran.join(worker.join().expect("no panic")));
        ran
    });
    println!("{} games, {} turns, {} decisions", each * compositions, ran.turns, ran.decisions);
    let reading = load(&shelf(), &["base"]);
    let items = reading.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    let declared: BTreeSet<String> = items
        .filter(|item| !item.wrong)
        .filter_map(|item| {
            // What reacts to an effect is part of that effect and not counted.
            let (ItemKind::Rule { name, trigger: Trigger::Steps(_), .. } | ItemKind::Action { name, .. }) =
                &item.kind
            else {
                return None;
            };
            let is_rule = matches!(item.kind, ItemKind::Rule { .. });
            Some(format!("{} {}", if is_rule { "rule" } else { "action" }, name.node))
        })
        .collect();
    for name in &declared {
        let runs = ran.rules.get(name).copied().unwrap_or(0);
        println!("{runs:>10}  {name}");
        let never = NEVER.iter().any(|(never, _)| never == name);
        assert_eq!(runs == 0, never, "{name} ran {runs} times");
    }
    for (site, scores) in &ran.scores {
        println!("{scores:>10}  {site}");
        assert!(*scores > 0, "{site} never gave any points");
    }
    assert!(NEVER.iter().all(|(name, _)| declared.contains(*name)));
    assert!(published().contains(&"base".to_owned()));
}

/// Everything of a game that a refused choice could have changed.
fn state(game: &Game) -> (Vec<String>, Vec<i64>, String, usize) {
    let decision = game.decision().expect("it waits");
    let texts = decision.choices().map(|choice| decision.text(choice)).collect();
    let position = game.position();
    let flat = format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        decision,
        position.points(),
        position.tiles(),
        position.bags(),
        position.pieces(),
        position.standing(),
        position.awards(),
        position.delta(),
        position.turn(),
    );
    (texts, game.suspended(), flat, game.history().events().len())
}

/// Choices that look like one that is offered.
fn near(choice: Choice, random: &mut Random) -> Choice {
    let Answer::Option { action, value } = choice else { return Answer::Option { action: 0, value: 0 } };
    match random.below(6) {
        0 => Answer::Pass,
        1 => Answer::Option { action: action.wrapping_add(1), value },
        2 => Answer::Option { action, value: value ^ 1 << random.below(33) },
        3 => Answer::Option { action, value: value + 1 },
        4 => Answer::Option { action, value: -1 },
        _ => Answer::Option { action, value: random.bits() as i64 },
    }
}

#[test]
fn an_illegal_choice_changes_nothing() {
    let mut refused = 0;
    for number in 0..24 {
        let rules = compose(&["base"], &options(number));
        let setup =
            Setup { players: 2 + (number % 4) as u8, seed: number, record: Record::Full, ..Setup::default() };
        let mut game = Game::new(rules, &setup).expect("a game");
        let (mut player, mut random) = (Uniform::new(number), Random::new(number));
        while let Some(decision) = game.decision() {
            let offered: Vec<Choice> = decision.choices().collect();
            let picked = player.pick(&decision);
            let count = decision.option_count();
            if random.below(3) == 0 {
                let before = state(&game);
                for _ in 0..8 {
                    let wrong = near(offered[random.below(offered.len())], &mut random);
                    if !offered.contains(&wrong) {
                        assert!(game.choose(wrong).is_err(), "{wrong:?} was taken");
                        refused += 1;
                    }
                }
                assert!(game.pick(Some(count)).is_err());
                assert_eq!(state(&game), before);
            }
            game.pick(picked).expect("it was offered");
        }
        assert!(game.choose(Answer::Pass).is_err());
        assert_eq!(audit(&game), Vec::<String>::new());
    }
    println!("{refused} illegal choices were refused");
    assert!(refused > 5_000);
}

/// The tiles that the bag gave, in order.
fn draws(packs: &[&str], seed: u64, player: u64) -> Vec<String> {
    let setup = Setup { seed, record: Record::Full, ..Setup::default() };
    let mut game = Game::new(compose(packs, &[]), &setup).expect("a game");
    let mut player = Uniform::new(player);
    game.play(|pending| player.reply(pending));
    let events = game.history().events().iter().filter_map(|event| {
        let Event::Drawn { tile, .. } = event else { return None };
        Some(game.rules().kind_of(usize::from(*tile)).name.clone())
    });
    events.collect()
}

#[test]
fn draws_depend_on_the_seed_alone() {
    for seed in 0..6 {
        let expected = draws(&["base"], seed, 1);
        assert!(expected.len() > 60);
        assert_eq!(draws(&["base"], seed, 2), expected, "other players, seed {seed}");
        // `gambler` rolls dice every turn: each source of chance has outcomes of its own.
        for pack in ["levy", "roadblock", "gambler"] {
            assert_eq!(draws(&[pack], seed, 3), expected, "with {pack}, seed {seed}");
        }
        assert_ne!(draws(&["base"], seed + 100, 1), expected);
    }
}

/// What a game went on to be from where it stands.
fn rest(mut game: Game, mut player: Uniform, held: impl Fn(&mut Game)) -> (Vec<String>, Vec<i64>, String) {
    let mut texts = Vec::new();
    loop {
        held(&mut game);
        let Some(decision) = game.decision() else { break };
        let choice = player.pick(&decision);
        let choice = choice.and_then(|number| decision.option(number)).unwrap_or(Answer::Pass);
        texts.push(format!("{} {}", decision.who(), decision.text(choice)));
        game.choose(choice).expect("it was offered");
    }
    assert!(game.fault().is_none());
    (texts, game.points().to_vec(), format!("{:?} {:?}", game.position().tiles(), game.position().pieces()))
}

#[test]
fn a_game_is_the_same_however_it_is_held() {
    for number in 0..60 {
        let packs: &[&str] = match number % 5 {
            3 => &["fair", "gambler"],
            4 => &["encore", "levy", "roadblock"],
            _ => &["base"],
        };
        let rules = compose(packs, &options(number));
        let setup = Setup { players: 2 + (number % 4) as u8, seed: number, ..Setup::default() };
        let begin = || Game::new(Arc::clone(&rules), &setup).expect("a game");
        let expected = rest(begin(), Uniform::new(number), |_| ());
        assert_eq!(rest(begin(), Uniform::new(number), |_| ()), expected, "the same seed, game {number}");
        let suspend = |game: &mut Game| {
            let plain = game.suspended();
            game.resume(&plain).expect("its own numbers");
            assert_eq!(game.suspended(), plain);
        };
        assert_eq!(rest(begin(), Uniform::new(number), suspend), expected, "suspended, game {number}");

        // Played up to some decision, then copied.
        let (mut game, mut player) = (begin(), Uniform::new(number));
        for _ in 0..Random::new(number).below(expected.0.len()) {
            let choice = player.pick(&game.decision().expect("it goes on"));
            game.pick(choice).expect("it was offered");
        }
        let mut copy = begin();
        copy.copy_from(&game);
        let forked = rest(game.fork(), player.clone(), |_| ());
        assert_eq!(forked.0[..], expected.0[expected.0.len() - forked.0.len()..], "forked, game {number}");
        assert_eq!((&forked.1, &forked.2), (&expected.1, &expected.2), "forked, game {number}");
        assert_eq!(rest(copy, player.clone(), |_| ()), forked, "copied, game {number}");
        let mut dealt = game.fork();
        dealt.reseed(number + 1000);
        rest(dealt, player.clone(), |_| ());
        assert_eq!(rest(game, player, |_| ()), forked, "after its copies, game {number}");
    }
}

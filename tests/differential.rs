//! The slow evaluator against the machine over whole games: the same decisions, the same effects in the same
//! order, the same points.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::collections::BTreeSet;
use std::sync::Arc;

use rota::{CompiledGame, Library, LoadedPacks, Settings};
use rota_bytecode::program::Function;
use rota_compile::OptLevel;
use rota_game::{DecisionOutcome, Event, Game, GameHost, Record, Setup, Uniform};
use rota_syntax::ast::{ItemKind, LineKind};
use rota_tests::evaluator::{PendingChoice, evaluate};
use rota_tests::runs::each_on_threads;
use rota_tests::shelf::{load, published, settings, shelf};
use rota_vm::{Answer, Tracer};

const GAMES: u64 = 300;

/// A decision as it was asked, how many other events came before it, and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Met {
    choice: u32,
    who: usize,
    pass: bool,
    options: Vec<Answer>,
    before: usize,
    answer: Answer,
}

/// Everything that can be seen of a game.
#[derive(Debug, PartialEq, Eq)]
struct VisibleEvent {
    met: Vec<Met>,
    events: Vec<Event>,
    forced: Vec<(u32, u8, Answer)>,
    notes: Vec<(u32, String)>,
    runs: Vec<(String, u64)>,
    points: Vec<i64>,
}

/// What the rules did, without what players decided.
fn done(events: &[Event]) -> Vec<Event> {
    events.iter().filter(|event| !matches!(event, Event::Decided { .. })).copied().collect()
}

fn forced(events: &[Event]) -> Vec<(u32, u8, Answer)> {
    let forced = events.iter().filter_map(|event| {
        let Event::Decided { choice, who, taken: DecisionOutcome::Forced, answer, .. } = event else {
            return None;
        };
        Some((*choice, *who, *answer))
    });
    forced.collect()
}

fn notes(history: &rota_game::History) -> Vec<(u32, String)> {
    let notes = (0..).map_while(|number| history.note(number));
    notes.map(|note| (note.site, format!("{:?}", history.terms(note)))).collect()
}

fn by_machine(opened: &CompiledGame, setup: &Setup) -> VisibleEvent {
    let mut game = Game::new(Arc::clone(&opened.rules), setup).expect("a game");
    let mut player = Uniform::new(setup.seed);
    let mut met = Vec::new();
    while let Some(decision) = game.decision() {
        let picked =
            player.pick(&decision).and_then(|number| decision.option(number)).unwrap_or(Answer::Pass);
        let options = (0..decision.option_count()).filter_map(|number| decision.option(number)).collect();
        met.push(Met {
            choice: decision.choice(),
            who: decision.who(),
            pass: decision.may_pass(),
            options,
            before: done(game.history().events()).len(),
            answer: picked,
        });
        game.choose(picked).expect("it was offered");
    }
    assert!(game.fault().is_none(), "{:?}", game.fault());
    let spent = game.profile().expect("it is profiled").functions();
    let runs = spent.iter().map(|spent| spent.calls).collect();
    seen(opened, met, runs, game.history(), game.points())
}

/// The same game by the evaluator, which is given the machine's answers and notes what it was asked.
fn by_evaluator(opened: &CompiledGame, setup: &Setup, answers: &[Met]) -> VisibleEvent {
    let mut bare = GameHost::new(Arc::clone(&opened.rules), setup).expect("a game");
    let mut met: Vec<Met> = Vec::new();
    let tree = opened.compiled.tree.as_ref().expect("the tree was kept");
    let mut runs = Runs(vec![0; tree.functions.len()]);
    while let Some(function) = bare.next_function() {
        let mut decide = |bare: &GameHost, asked: &PendingChoice<'_>| {
            let options: Vec<Answer> = asked
                .options
                .iter()
                .map(|(action, value)| Answer::Option { action: *action, value: *value })
                .collect();
            let answer = answers.get(met.len()).expect("the machine asked no more").answer;
            assert!(answer == Answer::Pass || options.contains(&answer), "{answer:?} is not offered");
            let before = done(bare.history().events()).len();
            met.push(Met {
                choice: asked.choice,
                who: asked.who.into(),
                pass: asked.pass,
                options,
                before,
                answer,
            });
            answer
        };
        let result = evaluate(tree, function, &mut bare, setup.ask_forced, &mut decide, &mut runs);
        assert!(result.is_ok(), "{result:?}");
    }
    seen(opened, met, runs.0, bare.history(), bare.position().points())
}

/// Counts how often each function runs.
struct Runs(Vec<u64>);

impl Tracer for Runs {
    fn enter(&mut self, function: u32, _: usize) {
        self.0[function as usize] += 1;
    }
}

fn seen(
    opened: &CompiledGame,
    met: Vec<Met>,
    runs: Vec<u64>,
    history: &rota_game::History,
    points: &[i64],
) -> VisibleEvent {
    // Functions that are no rules may be written out where they are called; one that comes to nothing is not called.
    let program = opened.rules.program();
    let tree = opened.compiled.tree.as_ref().expect("the tree was kept");
    let acts = |code: &Function| code.end - code.start > 1;
    let rules = tree.functions.iter().zip(&program.functions).zip(runs);
    let rules = rules.filter(|((function, code), _)| function.counted && acts(code));
    VisibleEvent {
        met,
        events: done(history.events()),
        forced: forced(history.events()),
        notes: notes(history),
        runs: rules.map(|((function, _), runs)| (function.name.clone(), runs)).collect(),
        points: points.to_vec(),
    }
}

/// A composition with its tree, and the same once more as it is played: there nobody can tell how often rules ran.
fn both_ways(reading: &LoadedPacks, settings: &Settings) -> Option<[CompiledGame; 2]> {
    let counted = settings.clone().keep_tree().opt_level(OptLevel::Profile);
    let played = counted.clone().opt_level(OptLevel::Full);
    Some([reading.compile(&counted).ok()?, reading.compile(&played).ok()?])
}

fn agree([opened, fast]: &[CompiledGame; 2], seed: u64, what: &str) -> usize {
    let (least, most) = opened.rules.program().declared.players;
    let players = least + (seed % u64::from(most - least + 1)) as u8;
    let setup = Setup {
        players,
        seed,
        record: Record::Full,
        profile: Some(|| 0),
        ask_forced: seed.is_multiple_of(3),
        ..Setup::default()
    };
    let expected = by_machine(opened, &setup);
    let played = VisibleEvent { runs: expected.runs.clone(), ..by_machine(fast, &setup) };
    same(&expected, &played, &format!("{what}, seed {seed}, as it is played"));
    let found = by_evaluator(opened, &setup, &expected.met);
    same(&expected, &found, &format!("{what}, seed {seed}"));
    expected.events.len()
}

/// The first thing that differs is shown, not two whole games.
fn same(expected: &VisibleEvent, found: &VisibleEvent, what: &str) {
    for (one, other) in expected.met.iter().zip(&found.met) {
        assert_eq!(one, other, "{what}");
    }
    for (one, other) in expected.events.iter().zip(&found.events) {
        assert_eq!(one, other, "{what}");
    }
    for (one, other) in expected.notes.iter().zip(&found.notes) {
        assert_eq!(one, other, "{what}");
    }
    for (one, other) in expected.runs.iter().zip(&found.runs) {
        assert_eq!(one, other, "{what}");
    }
    assert_eq!(expected, found, "{what}");
}

#[test]
fn games_of_the_base_pack() {
    let reading = load(&shelf(), &["base"]);
    let mut effects = 0;
    let fields = ["by_city", "once_per_city", "every_field"];
    for (index, field_rule) in fields.into_iter().enumerate() {
        for generation in ["first", "second"] {
            let abbots = if generation == "first" { "0" } else { "1" };
            let options = [("field_rule", field_rule), ("generation", generation), ("abbots", abbots)];
            let opened = both_ways(&reading, &settings(&[], &options)).expect("it is published");
            for seed in 0..GAMES / 6 {
                effects += agree(&opened, seed + 100 * index as u64, &format!("{options:?}"));
            }
        }
    }
    println!("{GAMES} games, {effects} events");
}

#[test]
fn games_of_the_probes() {
    let all = ["encore", "fair", "gambler", "levy", "menagerie", "roadblock"];
    for packs in all.iter().map(|pack| vec![*pack]).chain([all.to_vec()]) {
        let opened = both_ways(&load(&shelf(), &packs), &Settings::default()).expect("probes can be opened");
        for seed in 0..12 {
            agree(&opened, seed, &format!("{packs:?}"));
        }
    }
}

/// Plays a game of every composition that a scenario of the pack names, and returns how many those are.
fn compositions_of(pack: &str) -> usize {
    let mut seen = BTreeSet::new();
    let mut library = Library::default();
    let reading = library.load(&shelf(), [pack]);
    let items = reading.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    for item in items {
        let ItemKind::Scenario { lines, title } = &item.kind else { continue };
        let mut settings = Settings::new();
        let mut packs = vec![pack];
        let mut name = pack.to_owned();
        for line in lines {
            if let LineKind::Option { name: option, value } = &line.kind {
                let value = reading.sources.text(value.span);
                name.push_str(&format!(" {}={value}", option.node));
                settings = settings.option(&option.node, value);
            } else if let LineKind::Variant { name: variant } = &line.kind {
                name.push_str(&format!(" {}", variant.node));
                settings = settings.variant(variant);
            } else if let LineKind::With { pack } = &line.kind {
                name.push_str(&format!(" with {}", pack.node));
                packs.push(pack);
            } else if let LineKind::Start { name: start } = &line.kind {
                name.push_str(&format!(" from {}", start.node));
                settings = settings.start(start);
            }
        }
        // A scenario may show that something cannot be composed.
        if seen.insert(name.clone())
            && let Some(opened) = both_ways(&library.load(&shelf(), packs), &settings)
        {
            agree(&opened, seen.len() as u64, &format!("{name}, as in `{}`", title.node));
        }
    }
    seen.len()
}

#[test]
fn compositions_of_all_scenarios() {
    let mut packs = published();
    packs.extend(["casket", "council"].map(str::to_owned));
    let seen = each_on_threads(&packs, |pack| compositions_of(pack));
    println!("{} compositions", seen.into_iter().sum::<usize>());
}

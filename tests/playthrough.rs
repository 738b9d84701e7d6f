//! Whole games as texts that a person can follow and check against the rules of the box: one of full length for
//! every edition and composition, and a short one beside it in which much happens.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

#[path = "playthrough/script.rs"]
mod script;
#[path = "playthrough/tables.rs"]
mod tables;

use std::sync::Arc;

use rota::{CompiledGame, compose};
use rota_game::{Game, Greedy, Player, Record, Rules, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::shelf::{compile, compositions, load, settings, shelf};

use script::Script;
use tables::{BASE, TABLES, Table};

const SEATS: [&str; 3] = ["ann", "bob", "cid"];
const SEED: u64 = 7;

/// How many tiles a short game has.
const SHORT: usize = 15;

fn opened(table: &Table) -> CompiledGame {
    let mut settings = settings(table.variants, table.options).seats(SEATS);
    if let Some(start) = table.start {
        settings = settings.start(start);
    }
    compile(&load(&shelf(), table.packs), &settings)
}

/// The rules with only these tiles in the pile.
fn with_pile(rules: &Rules, names: &[String]) -> Arc<Rules> {
    let kinds: Vec<u32> = names.iter().map(|name| rules.kind_named(name).expect(name)).collect();
    Arc::new(rules.with_bag(0, &kinds).expect("rules"))
}

/// A game of three: ann and cid choose at random, bob takes what gains most.
fn play(title: &str, opened: &CompiledGame, rules: &Arc<Rules>, setup: &Setup, listed: bool) -> String {
    let mut game = Game::new(rules.clone(), setup).expect("a game");
    let mut script = Script::new(title, &game, &opened.options, listed);
    let mut players: [Box<dyn Player>; 3] =
        [Box::new(Uniform::new(SEED)), Box::new(Greedy::new(SEED)), Box::new(Uniform::new(SEED + 1))];
    script.tell(&game);
    while let Some(decision) = game.decision() {
        let choice = players[decision.who()].decide(&game);
        script.decide(&game, choice);
        game.choose(choice).expect("it was offered");
        script.tell(&game);
    }
    assert_eq!(audit(&game), Vec::<String>::new());
    script.end(&game)
}

fn setup() -> Setup {
    Setup { players: 3, seed: SEED, record: Record::Full, ask_forced: true, ..Setup::default() }
}

fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn whole_games_are_as_they_were() {
    for table in TABLES {
        let opened = opened(table);
        assert_snapshot(table.name, &play(table.title, &opened, &opened.rules, &setup(), false));
    }
}

/// A game in which only these tiles come, in this order.
fn play_short(title: &str, opened: &CompiledGame, names: Vec<String>) -> String {
    let rules = with_pile(&opened.rules, &names);
    let bag = rules.program().declared.bags.first().cloned().expect("a bag");
    let setup = Setup { draws: vec![(bag, names)], ..setup() };
    play(title, opened, &rules, &setup, true)
}

#[test]
fn short_games_are_as_they_were() {
    for table in TABLES {
        let opened = opened(table);
        let names: Vec<String> = table.short.split_whitespace().map(str::to_owned).collect();
        assert_eq!(names.len(), SHORT, "{}", table.name);
        assert_snapshot(&format!("{}-short", table.name), &play_short(table.title, &opened, names));
    }
}

/// Tiles that packs brought, in the order of their sets, each behind one of the base game.
fn own_and_others(rules: &Rules) -> Vec<String> {
    let stock = rules.stock();
    let pile = stock.bags.first().expect("a bag").iter();
    let kinds = pile.map(|tile| stock.tiles[*tile as usize].kind as usize);
    let mut own: Vec<&str> = kinds.map(|kind| stock.kinds[kind].name.as_str()).collect();
    own.retain(|name| !name.starts_with("base/"));
    own.dedup();
    let base = BASE.split_whitespace().filter(|name| rules.kind_named(name).is_some()).cycle();
    let mut own = own.into_iter().cycle().peekable();
    let both = base.enumerate().map(|(number, tile)| match number % 2 {
        0 => tile,
        _ => own.next().unwrap_or(tile),
    });
    both.take(SHORT).map(str::to_owned).collect()
}

/// Compositions of packs that no table names: of each a whole game, and one in which its own tiles come soon.
#[test]
fn published_compositions_are_as_they_were() {
    let is_listed = |pack: &str| TABLES.iter().any(|table| table.packs.contains(&pack));
    let mut played = 0;
    for text in compositions() {
        let stem = text.name.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
        // A table may have the same name.
        let name = format!("{}-as-published", stem.replace('_', "-"));
        let (reading, composition) = compose(&shelf(), text);
        if composition.packs.iter().all(|choice| is_listed(&choice.pack.node)) {
            continue;
        }
        let opened = compile(&reading, &composition.settings().seats(SEATS));
        let title = composition.title.as_deref().unwrap_or(&name);
        assert_snapshot(&name, &play(title, &opened, &opened.rules, &setup(), false));
        let names = own_and_others(&opened.rules);
        assert_snapshot(&format!("{name}-short"), &play_short(title, &opened, names));
        played += 1;
    }
    assert!(played > 40, "only {played}");
}

//! Whole games as texts that a person can follow and check against the rules of the box: one of full length for
//! every edition and composition, and a short one beside it in which much happens.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

#[path = "playthrough/script.rs"]
mod script;
#[path = "playthrough/tables.rs"]
mod tables;

use std::sync::Arc;

use rota::CompiledGame;
use rota_game::{Game, Greedy, Player, Record, Rules, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::shelf::{compile, load, settings, shelf};

use script::Script;
use tables::{TABLES, Table};

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
fn play(table: &Table, opened: &CompiledGame, rules: &Arc<Rules>, setup: &Setup, listed: bool) -> String {
    let mut game = Game::new(rules.clone(), setup).expect("a game");
    let mut script = Script::new(table, &game, &opened.options, listed);
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
        assert_snapshot(table.name, &play(table, &opened, &opened.rules, &setup(), false));
    }
}

#[test]
fn short_games_are_as_they_were() {
    for table in TABLES {
        let opened = opened(table);
        let names: Vec<String> = table.short.split_whitespace().map(str::to_owned).collect();
        assert_eq!(names.len(), SHORT, "{}", table.name);
        let rules = with_pile(&opened.rules, &names);
        let bag = rules.program().declared.bags.first().cloned().expect("a bag");
        let setup = Setup { draws: vec![(bag, names)], ..setup() };
        assert_snapshot(&format!("{}-short", table.name), &play(table, &opened, &rules, &setup, true));
    }
}

//! Throw-away packs that use what the base pack does not: cuts and links, reactions that ask, turn parts, dice,
//! tracks and slots, tiles that are taken, looked at and put back, pieces on tiles and corners, payments.
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::sync::Arc;

use rota::{PackSource, PackText, Settings, Text, scenarios};
use rota_game::{Game, Record, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::render;
use rota_tests::shelf::{Written, compile, load, shelf};

const PROBES: [&str; 11] = [
    "blocks",
    "borders",
    "encore",
    "evidence",
    "fair",
    "gambler",
    "levy",
    "menagerie",
    "partners",
    "roadblock",
    "vanes",
];
const GAMES: u64 = 300;

/// Each probe alone, and those together that do not come between each other's scenarios.
fn compositions() -> Vec<Vec<&'static str>> {
    let together = [vec!["encore", "levy", "roadblock"], vec!["encore", "fair", "gambler"]];
    PROBES.iter().map(|probe| vec![*probe]).chain(together).collect()
}

#[test]
fn scenarios_hold() {
    for packs in compositions() {
        let reading = load(&shelf(), &packs);
        for pack in &packs {
            let scenarios = scenarios(&reading, pack);
            assert!(scenarios.len() >= 2, "{pack} has too few scenarios");
            for scenario in scenarios {
                let failures = scenario.run(&reading).failures;
                let drawn = render(&failures, &reading.sources);
                assert!(failures.is_empty(), "{} among {packs:?}:\n{drawn}", scenario.title);
            }
        }
    }
}

#[test]
fn random_games_add_up() {
    for packs in compositions().into_iter().chain([PROBES.to_vec()]) {
        let rules = compile(&load(&shelf(), &packs), &Settings::default()).rules;
        let functions = rules.program().functions.clone();
        let mut runs = vec![0; functions.len()];
        let levy = rules.program().declared.reasons.iter().position(|reason| reason == "levy");
        let mut shared = false;
        for players in 2..=4 {
            let setup = Setup { players, record: Record::Full, profile: Some(|| 0), ..Setup::default() };
            let mut game = Game::new(Arc::clone(&rules), &setup).expect("a game");
            for seed in 0..GAMES / 3 {
                game.restart(seed);
                let mut player = Uniform::new(seed);
                let mut decisions = 0u32;
                while let Some(decision) = game.decision() {
                    let choice = player.pick(&decision);
                    game.pick(choice).expect("it was offered");
                    decisions += 1;
                    if decisions.is_multiple_of(16) {
                        assert_eq!(audit(&game), Vec::<String>::new(), "{packs:?}, seed {seed}");
                    }
                }
                assert_eq!(audit(&game), Vec::<String>::new(), "{packs:?}, seed {seed}");
                shared |= levy.is_some_and(|levy| game.history().statistics().points(levy, 0) != 0);
                let spent = game.profile().expect("it is profiled").functions();
                for (sum, spent) in runs.iter_mut().zip(spent) {
                    *sum += spent.calls;
                }
            }
        }
        for (function, runs) in
            functions.iter().zip(&runs).filter(|(function, _)| function.name.starts_with("rule "))
        {
            println!("{packs:?}: {runs:>8}  {}", function.name);
        }
        // What the probes are for has to happen. Reactions are not counted as rules: their points tell.
        for pack in &packs {
            let rules: &[&str] = match *pack {
                "levy" => &[],
                "encore" => &["rule encore"],
                "roadblock" => &["rule open_road"],
                "menagerie" => &[
                    "rule beast_comes",
                    "rule coins_are_won",
                    "rule gem_is_won",
                    "rule buy_back",
                    "rule road_toll",
                ],
                "blocks" => &["rule pay_block"],
                "borders" => &["rule squeeze_in", "rule pay_row"],
                "gambler" => &["rule roll_big", "rule roll_change"],
                "evidence" => &["rule branches"],
                "partners" => &["rule give", "rule sides_win"],
                "vanes" => &["rule point_east"],
                _ => &["rule set_booth", "rule look_ahead", "rule pay_stalls", "rule lift_crate"],
            };
            let ran = |rule: &&str| {
                functions.iter().zip(&runs).any(|(function, runs)| function.name == **rule && *runs > 0)
            };
            let happened = rules.iter().all(ran) && (*pack != "levy" || shared);
            assert!(happened, "{packs:?}: {pack} changed nothing");
        }
    }
}

/// What a score is for, how much it is and who gets it are each worked out by going through a set.
const HEADS: &str = r#"
pack heads 1.0.0 "Probe: counting while a score is made"
requires base ^1.0
reason heads, crowd
step heads { count_heads, count_crowd } after deploy

rule heads at count_heads {
  score count(meeple m in active.pieces) each 1 pts to active.next as heads at first(road f in occupied)
}

rule crowd at count_crowd {
  score sum(p in players : count(p.pieces)) each 2 pts to { p in players where not any(p.pieces) } as crowd
    at first(road f in occupied)
}

scenario "those who get it are not those who are counted" {
  players red blue green
  pile U, U
  red takes 1,0 turned 0
  red takes place_meeple road
  expect blue scores 1 as heads
  expect blue scores 2 as crowd
  expect green scores 2 as crowd
}
"#;

#[test]
fn counting_in_a_score_leaves_the_rest_of_it_alone() {
    let mut written = Written::default();
    let base = shelf().pack("base").expect("the pack");
    let rules = vec![Text { name: "heads.rota".to_owned(), text: HEADS.to_owned() }];
    written.packs.insert("base".to_owned(), base);
    written.packs.insert("heads".to_owned(), PackText { name: "heads".to_owned(), rules, tiles: Vec::new() });
    written.sets.insert("base".to_owned(), shelf().tiles("base").expect("the set"));
    let reading = load(&written, &["heads"]);
    let scenarios = scenarios(&reading, "heads");
    assert_eq!(scenarios.len(), 1);
    let failures = scenarios[0].run(&reading).failures;
    assert!(failures.is_empty(), "{}", render(&failures, &reading.sources));
}

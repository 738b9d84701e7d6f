//! `rota report`: what it tells, that it finds what is unfair, and that it finds nothing where nothing is.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::runs::from_environment;
use rota_tests::shelf::root;
use serde_json::Value;

/// A small game, and the same with another name for its bag: the same rules, and other tiles for each seed.
fn lanes(name: &str) -> Folder {
    let text = |file: &str| fs::read_to_string(root().join("tests/report").join(file)).unwrap();
    let (rules, tiles) = (text("lanes.rota"), text("lanes.toml"));
    let other = rules.replace("pack lanes", "pack pouches").replace("sack", "pouch");
    let files = [
        ("lanes/pack.rota", rules.as_str()),
        ("lanes/tiles/lanes.toml", tiles.as_str()),
        ("pouches/pack.rota", other.as_str()),
        ("pouches/tiles/lanes.toml", tiles.as_str()),
    ];
    Folder::with(name, &files)
}

fn report(line: &str) -> Value {
    let outcome = rota(&format!("report {line} --format json"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}: {}", outcome.out);
    outcome.json()
}

/// What was claimed of a part.
fn found(document: &Value, about: &str) -> Vec<(String, f64)> {
    let all = document["found"].as_array().unwrap().iter();
    let told = all.filter(|claim| claim["about"] == about);
    told.map(|claim| (claim["claim"].as_str().unwrap().to_owned(), claim["value"].as_f64().unwrap()))
        .collect()
}

#[test]
fn people_read_figures_and_what_stands_out() {
    let outcome = rota("report base --games 200");
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    let (figures, rules) = outcome.out.split_once("\nRules\n").unwrap();
    // Where the repository lies is no part of it, nor is how much room that takes.
    let rules = rules.replace(&format!("{}/", root().display()), "");
    let rules: Vec<String> =
        rules.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    insta::with_settings!(
        { snapshot_path => "report", prepend_module_to_snapshot => false, omit_expression => true },
        { insta::assert_snapshot!("base", format!("{figures}\nRules\n{}", rules.join("\n"))) }
    );
}

#[test]
fn a_page_holds_all_of_it_and_fetches_nothing() {
    let folder = lanes("report-page");
    let (lanes, page) = (folder.file("lanes"), folder.file("report.html"));
    let line = format!("report {lanes} --games 60 --against {lanes},welcome=4 --output {page}");
    let outcome = rota(&line);
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    let page = fs::read_to_string(page).unwrap().replace(&lanes, "lanes");
    for word in ["src=", "href=", "url(", "@import"] {
        assert!(!page.contains(word), "{word}");
    }
    let data = page.split("<script type=\"application/json\" id=\"figures\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    assert_eq!((&data["games"], &data["against"][0]["given"]), (&60.into(), &"lanes,welcome=4".into()));
    insta::with_settings!(
        { snapshot_path => "report", prepend_module_to_snapshot => false, omit_expression => true },
        { insta::assert_snapshot!("page", page) }
    );
}

#[test]
fn threads_change_nothing() {
    let line = "base --games 50 --players uniform,greedy,uniform --against base@first_revision";
    let [one, two] = [1, 2].map(|threads| report(&format!("{line} --threads {threads}")));
    assert_eq!(one, two);
}

#[test]
fn figures_agree_with_those_of_sim() {
    let line = "base --games 100 --players greedy,greedy --seed 3";
    let told = report(line);
    let played = rota(&format!("sim {line} --format json")).json();
    for seat in 0..2 {
        assert_eq!(told["sections"]["seats"][seat]["points"], played["seats"][seat]["mean"]);
    }
    assert_eq!(told["sections"]["length"][0]["mean"], played["turns"]["mean"]);
    for row in told["sections"]["reasons"].as_array().unwrap() {
        assert_eq!(row["points"]["value"], played["points_by_reason"][row["reason"].as_str().unwrap()]);
    }
}

#[test]
fn a_rule_that_favours_whoever_begins_is_found() {
    let folder = lanes("report-unfair");
    let line = format!("{} --games 400 --players uniform,uniform --set welcome=4", folder.file("lanes"));
    let document = report(&line);
    let (claim, points) = found(&document, "reasons").into_iter().next().unwrap();
    assert_eq!((claim.as_str(), points), ("points as welcome that red has more than the others", 4.0));
    let seats = found(&document, "seats");
    assert!(seats.iter().any(|(claim, points)| claim.starts_with("points") && *points > 2.0), "{seats:?}");
    // It is found as well by what the game becomes with it, and then it is only this rule that changes anything.
    let without = folder.file("lanes");
    let document =
        report(&format!("{without} --games 400 --players uniform,uniform --against {without},welcome=4"));
    let given = format!("{without},welcome=4");
    let mut against = found(&document, "against");
    against.retain(|(claim, _)| claim.starts_with(&given) && claim.contains("points"));
    assert!(against.iter().any(|(claim, points)| claim.ends_with("points as welcome") && *points == 4.0));
    assert!(!against.iter().any(|(claim, _)| claim.ends_with("points as lane")), "{against:?}");
}

#[test]
fn all_that_there_is_to_choose_is_tried() {
    let folder = lanes("report-choices");
    let document =
        report(&format!("{} --games 60 --players uniform,uniform --choices", folder.file("lanes")));
    let rows = document["sections"]["choices"].as_array().unwrap();
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((&row["choice"], &row["points"]["value"]), (&"welcome=1".into(), &1.0.into()));
    assert_eq!(row["turns"]["value"], 0.0);
    let claims = found(&document, "choices");
    assert!(claims.contains(&("welcome=1: change of points of all seats".to_owned(), 1.0)), "{claims:?}");
    // Variants and options of a published pack; a number has two others beside it.
    let document = report("base --games 8 --players uniform,uniform --choices");
    let rows = document["sections"]["choices"].as_array().unwrap().iter();
    let choices: Vec<&str> = rows.map(|row| row["choice"].as_str().unwrap()).collect();
    for choice in
        ["base@first_revision", "followers=6", "followers=8", "farmers=false", "small_city=one_each"]
    {
        assert!(choices.contains(&choice), "{choices:?}");
    }
}

#[test]
fn all_that_can_be_left_out_is_tried() {
    let folder = lanes("report-without");
    let line = format!("{} --set welcome=4 --games 60 --players uniform,uniform", folder.file("lanes"));
    let document = report(&format!("{line} --without rules,tiles"));
    let rows = |section: &str, name: &str| -> BTreeMap<String, (Value, Value)> {
        let rows = document["sections"][section].as_array().unwrap().iter();
        let row = |row: &Value| {
            (row[name].as_str().unwrap().to_owned(), (row["points"]["value"].clone(), row["but"].clone()))
        };
        rows.map(row).collect()
    };
    let rules = rows("without_rules", "rule");
    assert_eq!(rules.keys().collect::<Vec<_>>(), ["rule build_on", "rule earn_lane", "rule greet_first"]);
    // Four points are given once; nobody is asked where nothing is built, and so the turns go on and on.
    assert_eq!(rules["rule greet_first"], ((-4.0).into(), Value::Null));
    assert_eq!(rules["rule build_on"], (Value::Null, "a rule stops".into()));
    assert!(rules["rule earn_lane"].0.as_f64().unwrap() < -1.0, "{rules:?}");
    let tiles = rows("without_tiles", "tile");
    // Without ends no lane is ever closed, and the game cannot begin without the tile of its start.
    assert_eq!(tiles["lanes/end"].0, rules["rule earn_lane"].0);
    assert_eq!(tiles["lanes/through"], (Value::Null, "does not go with the rest".into()));
    let claims = found(&document, "without_rules");
    let claim = ("without rule greet_first: change of points of all seats".to_owned(), -4.0);
    assert!(claims.contains(&claim), "{claims:?}");
    // Where nobody has a rule apply, it is said that it does nothing.
    let document =
        report(&format!("{} --games 8 --players uniform,uniform --without rules", folder.file("lanes")));
    let rows = document["sections"]["without_rules"].as_array().unwrap();
    let idle = rows.iter().find(|row| row["rule"] == "rule greet_first").unwrap();
    assert_eq!((&idle["points"], &idle["but"]), (&Value::Null, &"changes nothing".into()));
}

/// Of a pack that was asked for only what is its own, with the cards of its decks.
#[test]
fn a_pack_is_tried_without_its_own_rules_and_cards() {
    let document = report("messages --games 4 --players uniform,uniform --without rules,tiles");
    let all = |section: &str, name: &str| -> Vec<String> {
        let rows = document["sections"][section].as_array().unwrap().iter();
        rows.map(|row| row[name].as_str().unwrap().to_owned()).collect()
    };
    let rules = all("without_rules", "rule");
    let is_told = |rule: &str| rules.iter().any(|known| known == rule);
    assert!(is_told("rule look_for_message") && !is_told("rule place_tile"), "{rules:?}");
    let tiles = all("without_tiles", "tile");
    assert!(tiles.iter().any(|tile| tile == "shortest_road"), "{tiles:?}");
    assert!(!tiles.iter().any(|tile| tile.starts_with("base/")), "{tiles:?}");
    // Modifiers of one value are told apart by where they stand.
    let document = report("inns_and_cathedrals --games 1 --players uniform,uniform --without rules");
    let rows = document["sections"]["without_rules"].as_array().unwrap().iter();
    let rules: Vec<&str> = rows.map(|row| row["rule"].as_str().unwrap()).collect();
    assert_eq!(rules.iter().collect::<BTreeSet<_>>().len(), rules.len(), "{rules:?}");
    assert!(rules.iter().any(|rule| rule.starts_with("change to tile_pays (pack.rota:")), "{rules:?}");
}

#[test]
fn a_lead_that_nobody_overtakes_decides_at_once() {
    let folder = lanes("report-lead");
    let line = format!("{} --games 100 --players uniform,uniform --set welcome=9", folder.file("lanes"));
    let document = report(&line);
    let lead = document["sections"]["lead"].as_array().unwrap();
    let values: Vec<f64> = lead.iter().map(|row| row["value"].as_f64().unwrap()).collect();
    let [margin, changes, decided, middle] = values.as_slice() else { unreachable!("{values:?}") };
    assert!(*margin > 5.0, "{margin}");
    assert_eq!((*changes, *decided, *middle), (0.0, 0.0, 1.0));
    assert_eq!(document["sections"]["seats"][0]["won"]["value"], 100.0);
    // What is given before the first turn belongs to the first part of the game.
    let parts = &document["sections"]["reasons_over_time"][1];
    assert_eq!(
        (&parts["reason"], &parts["first"], &parts["end"]),
        (&"welcome".into(), &9.0.into(), &0.0.into())
    );
}

/// Both sides have the same rules and other tiles, so that all that differs is luck.
#[test]
fn nothing_is_found_where_nothing_was_changed() {
    let folder = lanes("report-fair");
    let (one, other) = (folder.file("lanes"), folder.file("pouches"));
    let runs = from_environment("ROTA_GAMES").unwrap_or(100);
    let alarms = (1..=runs).filter(|seed| {
        let line = format!("{one} --games 100 --players uniform,uniform --against {other} --seed {seed}");
        !found(&report(&line), "against").is_empty()
    });
    let alarms = alarms.count() as u64;
    // One of twenty is what is stated.
    assert!(alarms * 20 <= runs, "{alarms} of {runs}");
}

#[test]
fn a_report_takes_players_that_packs_allow() {
    let outcome = rota("report base --games 4 --players human,greedy");
    assert_eq!(outcome.exit, Exit::CouldNot);
    assert!(outcome.err.contains("nobody is asked for a report"), "{}", outcome.err);
    let outcome = rota("report base --games 4 --players uniform,uniform,uniform,uniform,uniform,uniform");
    assert!(outcome.err.contains("these packs are for 2 to 5 players"), "{}", outcome.err);
    let outcome = rota("report base --games 4 --against nowhere");
    assert!(outcome.err.contains("there is no pack `nowhere`"), "{}", outcome.err);
}

/// All published packs alone, and all compositions.
#[test]
fn every_published_game_has_a_report() {
    let compositions = fs::read_dir(root().join("rulesets/compositions")).unwrap();
    let compositions =
        compositions.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    let packs = fs::read_dir(root().join("rulesets")).unwrap().map(|entry| entry.unwrap().path());
    let packs = packs.filter(|path| path.join("pack.rota").is_file());
    let packs = packs.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    for game in packs.chain(compositions) {
        let document = report(&format!("{game} --games 2 --players uniform,uniform"));
        for part in ["seats", "length", "lead", "decisions", "rules"] {
            assert!(!document["sections"][part].as_array().unwrap().is_empty(), "{game}: {part}");
        }
    }
}

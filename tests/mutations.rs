//! Changes made on purpose: which are tried, which count, and which a scenario has to notice.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use rota::{MutationReport, PackSource, PackText, Text, mutate};
use rota_check::commute;
use rota_check::tree::Tree;
use rota_mutate::mutations;
use rota_tests::shelf::{Written, compile, load, settings, shelf};

const PACK: &str = r#"pack probe 1.0.0
requires base ^1.0

option mood : { merry, calm, sad } = calm
option luck : int 0..3 = 1
reason joy
attr tile.colour : { red, green } = red
track year ring { spring, summer, autumn }
slots seat on year { spring 1 }
piece ship neutral 1 on spring
die fate 1..6
order feast { cook { fry, bake }, eat }

rule hold_feast at home when mood = calm {
  run feast
}
rule fry_it at fry {
  score luck each 2 pts to active as joy
}
rule bake_it at bake {
  roll n from fate
  if n in 5..6 and placed and placed.colour != green {
    move ship to summer
  }
}
rule eat_it at eat when ship.space in { spring, summer } {
  each m in active.pieces {
    send m home
  }
}
variant sadder {
  set mood = sad
  add rule weep at eat { score 1 pts to active as joy }
}
wrong rule laugh at eat { score 9 pts to active as joy }
"#;

fn written(text: &str) -> Written {
    let mut written = Written::default();
    let rules = vec![Text { name: "probe.rota".to_owned(), text: text.to_owned() }];
    let probe = PackText { name: "probe".to_owned(), rules, tiles: Vec::new() };
    written.packs.insert(probe.name.clone(), probe);
    written.packs.insert("base".to_owned(), shelf().pack("base").expect("the base pack"));
    written.sets.insert("base".to_owned(), shelf().tiles("base").expect("its tiles"));
    written
}

fn tried(text: &str) -> MutationReport {
    mutate(&load(&written(text), &["probe"]), "probe", 2)
}

fn descriptions(report: &MutationReport) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.description.as_str()).collect()
}

#[test]
fn every_kind_of_change_is_tried() {
    let reading = load(&written(PACK), &["probe"]);
    let found = mutations(&reading.packs, "probe", &reading.sources);
    let found: Vec<&str> = found.iter().map(|mutation| mutation.description.as_str()).collect();
    let expected = [
        "with another default for `mood`",
        "with another default for `luck`",
        "with another default for `colour`",
        "with `year` ending where it is a ring",
        "with `year` the other way round",
        "with one slot more in `seat`",
        "with another number of `ship`",
        "with `ship` on `summer` at first",
        "with `fate` never giving 1",
        "with `fate` never giving 6",
        "with `eat` before `cook` in order `feast`",
        "with `bake` before `fry` in step `cook`",
        "without rule `hold_feast`",
        "with `sad` for `calm` in rule `hold_feast`",
        "without `mood = calm` in rule `hold_feast`",
        "without `run feast` in rule `hold_feast`",
        "without rule `fry_it`",
        "with 3 for 2 in rule `fry_it`",
        "with 1 for 2 in rule `fry_it`",
        "without `score luck each 2 pts to active as joy` in rule `fry_it`",
        "without rule `bake_it`",
        "with 6 for 5 in rule `bake_it`",
        "with 4 for 5 in rule `bake_it`",
        "with 7 for 6 in rule `bake_it`",
        "with 5 for 6 in rule `bake_it`",
        "with `red` for `green` in rule `bake_it`",
        "with `autumn` for `summer` in rule `bake_it`",
        "without `roll n from fate` in rule `bake_it`",
        "without `if n in 5..6 and placed and placed.colour != green { move sh…` in rule `bake_it`",
        "without `placed.colour != green` in rule `bake_it`",
        "without `n in 5..6` in rule `bake_it`",
        "without `placed` in rule `bake_it`",
        "without `move ship to summer` in rule `bake_it`",
        "without rule `eat_it`",
        "with `autumn` for `spring` in rule `eat_it`",
        "with `autumn` for `summer` in rule `eat_it`",
        "without `ship.space in { spring, summer }` in rule `eat_it`",
        "without `each m in active.pieces { send m home }` in rule `eat_it`",
        "without `send m home` in rule `eat_it`",
        "with `sadder` not setting `mood`",
        "without rule `weep`",
        "with 2 for 1 in rule `weep`",
        "with 0 for 1 in rule `weep`",
        "without `score 1 pts to active as joy` in rule `weep`",
        "with the wrong rule `laugh`",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_detail_is_found_at_its_own_place() {
    let reading = load(&written(PACK), &["probe"]);
    let found = mutations(&reading.packs, "probe", &reading.sources);
    let text = |description: &str| {
        let mutation = found.iter().find(|mutation| mutation.description == description);
        reading.sources.text(mutation.expect("it is tried").span)
    };
    assert_eq!(text("with 7 for 6 in rule `bake_it`"), "6");
    assert_eq!(text("with `autumn` for `spring` in rule `eat_it`"), "spring");
    assert_eq!(text("with `eat` before `cook` in order `feast`"), "eat");
}

/// Whether two may change places is the same whichever is named first.
fn assert_commute(tree: &Tree, [first, second]: [&str; 2], expected: bool) {
    assert_eq!(commute(tree, first, second), expected, "{first}, {second}");
    assert_eq!(commute(tree, second, first), expected, "{second}, {first}");
}

#[test]
fn steps_that_have_nothing_to_do_with_each_other_may_change_places() {
    let compiled = compile(&load(&written(PACK), &["probe"]), &settings(&[], &[]).keep_tree()).compiled;
    let tree = &compiled.tree.expect("it is kept");
    for (first, second, expected) in [
        // Points are given for what was counted, whoever went home in between.
        ("give", "home", true),
        ("count", "give", false),
        ("draw", "place", false),
        ("place", "deploy", false),
        ("deploy", "score", false),
        // One gives points, the other rolls a die and moves a ship.
        ("fry", "bake", true),
        // The ship that one moves is what the other asks for.
        ("bake", "eat", false),
        // Of what is not there nothing can be told.
        ("sum", "nowhere", false),
    ] {
        assert_commute(tree, [&format!("step {first}"), &format!("step {second}")], expected);
    }
}

#[test]
fn rules_are_tried_in_another_order() {
    let text = "pack probe 1.0.0\nrequires base ^1.0\nreason toll\nvar rich : bool\n\
                rule pay at count { set rich = true }\n\
                rule look at count { if rich { score 1 pts to active as toll } }\n\
                rule smile at count { score 1 pts to active as toll }\n\
                rule first after score when amount = 1 pts { score 2 pts to active as toll }\n\
                rule forget after score after pack masks, first when amount = 1 pts { score 3 pts to active as toll }\n";
    let reading = load(&written(text), &["probe"]);
    let found = mutations(&reading.packs, "probe", &reading.sources);
    let is_order = |one: &&str| one.contains("` after `") || one.contains("`before ");
    let order: Vec<&str> = found.iter().map(|one| one.description.as_str()).filter(is_order).collect();
    let expected = [
        "with rule `pay` after `look`",
        "with rule `look` after `smile`",
        "with rule `first` after `forget`",
        "with `before masks` for rule `forget`",
    ];
    assert_eq!(order, expected);
    // Two that only give points come to the same, and there nothing has to be noticed.
    let report = mutate(&reading, "probe", 2);
    let missed: Vec<&str> = descriptions(&report).into_iter().filter(is_order).collect();
    assert_eq!(missed, [expected[0], expected[2], expected[3]]);
}

#[test]
fn rules_of_which_only_one_runs_have_no_order() {
    let home = "each m in active.pieces { send m home }";
    let text = format!(
        "pack probe 1.0.0\nrequires base ^1.0\nvar tired : bool\nvar guests : int 0..9\n\
         rule early at count when turn < 4 {{ {home} }}\n\
         rule late at count when turn >= 4 and guests = 2 {{ {home} }}\n\
         rule other at count when guests = 3 {{ {home} }}\n\
         rule wake at count when tired {{ {home} set tired = false }}\n\
         rule sleep at count when not tired {{ {home} set tired = true }}\n"
    );
    let compiled = compile(&load(&written(&text), &["probe"]), &settings(&[], &[]).keep_tree()).compiled;
    let tree = &compiled.tree.expect("it is kept");
    for (first, second, expected) in [
        ("early", "late", true),
        ("late", "other", true),
        // Both may run.
        ("early", "other", false),
        // What one does lets the other run behind it.
        ("wake", "sleep", false),
    ] {
        assert_commute(tree, [&format!("rule {first}"), &format!("rule {second}")], expected);
    }
}

/// A pack with one rule, one figure in it, and these scenarios.
fn toll(scenarios: &str) -> String {
    format!(
        "pack probe 1.0.0\nrequires base ^1.0\nreason toll\nrule pay at count for T-1, T-2 {{\n  \
         if active.supply(meeple) > 5 {{\n    score 2 pts to active as toll\n  }}\n}}\n{scenarios}"
    )
}

#[test]
fn a_figure_that_no_scenario_fixes_is_found() {
    let weak = "scenario \"somebody pays\" for T-1, T-2 {\n  pile U\n  red takes 1,0\n  red takes pass\n  \
                expect red.points > 0 pts\n}\n";
    let report = tried(&toll(weak));
    let expected = [
        "with 6 for 5 in rule `pay`",
        "with 4 for 5 in rule `pay`",
        "with 3 for 2 in rule `pay`",
        "with 1 for 2 in rule `pay`",
        "without `active.supply(meeple) > 5` in rule `pay`",
    ];
    assert_eq!(descriptions(&report), expected);
    assert_eq!(report.tried, 8, "and the rule itself and its statements, which are missed by nobody");
    // That a rule does nothing elsewhere may be shown by anybody.
    let ids: Vec<&[String]> = report.findings.iter().map(|finding| finding.ids.as_slice()).collect();
    assert!(ids[..4].iter().all(|ids| *ids == ["T-1", "T-2"]) && ids[4].is_empty());
    assert_eq!(report.proved, Vec::<String>::new());
}

#[test]
fn a_detail_belongs_to_one_of_the_ids_and_a_rule_to_all() {
    let stand = "  stand meeple of red on road of 0,0\n";
    let six = format!(
        "scenario \"six at home\" for T-1 {{\n{stand}  pile K, U\n  red takes 0,1 turned 3\n  red takes pass\n  \
         expect red scores 2 as toll\n}}\n"
    );
    let five = format!(
        "scenario \"five at home\" for T-1 {{\n{stand}  stand meeple of red on city of 0,0\n  pile K, U\n  \
         red takes 0,1 turned 3\n  red takes pass\n  expect no scores\n}}\n"
    );
    let report = tried(&toll(&format!("{six}{five}")));
    // Nothing shows T-2, so the rule may not be left out without that being said.
    assert_eq!(descriptions(&report), ["without rule `pay`"]);
    assert_eq!(report.findings.first().map(|finding| finding.ids.as_slice()), Some(&["T-2".to_owned()][..]));
    assert_eq!(report.proved, ["T-1"]);
    let both = six.replace("T-1", "T-1, T-2");
    let report = tried(&toll(&format!("{both}{five}")));
    assert_eq!(descriptions(&report), Vec::<&str>::new());
    assert_eq!(report.proved, ["T-1", "T-2"]);
}

#[test]
fn what_does_not_compile_is_no_change() {
    let text = "pack probe 1.0.0\nrequires base ^1.0\npiece ship neutral 1\nvar used : int 0..2\n\
                rule sail at home when ship.on = none {\n  set used = 2\n}\n\
                scenario \"it sails\" {\n  pile U\n  red takes 1,0\n  red takes pass\n  expect used = 2\n}\n";
    let report = tried(text);
    // With two ships the word means the kind, and nothing that asks for the one ship compiles; 3 is more than
    // the variable holds.
    assert_eq!(descriptions(&report), ["without `ship.on = none` in rule `sail`"]);
    assert_eq!(report.tried, 4, "the rule, its figure one less, its condition and its statement");
}

/// Two kinds of tiles with a mark; the pack's scenarios lay one of them.
const MARKED: &str = r#"
title = "Marked"
CENSUS
[printings]
only = "As drawn"

[[tile]]
id = "bend"
count = 1
edges = "FFRR"
mark = true
segments = [{ road = "S W" }, { field = "N E SL WR" }, { field = "SR WL" }]
"#;

const CENSUS: &str = "census = \"\"\"\nbend 1 F1 F1 R123 R321 mark\n\"\"\"\n";

fn marked(census: &str, scenario: &str) -> MutationReport {
    let rules =
        format!("pack probe 1.0.0\nrequires base ^1.0\ntiles marked\nattr tile.mark : bool\n{scenario}");
    let mut written = written(&rules);
    let text = Text { name: "marked.toml".to_owned(), text: MARKED.replace("CENSUS", census) };
    written.sets.insert("marked".to_owned(), text);
    mutate(&load(&written, &["probe"]), "probe", 2)
}

/// 73 tiles, one on the table and one in hand.
const COUNTED: &str = "scenario \"one more\" {\n  expect pile.count = 71\n}\n";

#[test]
fn a_census_notices_every_change_of_its_tiles() {
    let report = marked(CENSUS, COUNTED);
    assert_eq!(descriptions(&report), Vec::<&str>::new());
    assert_eq!(report.tried, 16);
}

#[test]
fn without_a_census_the_scenarios_are_tried() {
    let report = marked("", COUNTED);
    let expected = [
        "with N and S of `bend` exchanged",
        "with N and W of `bend` exchanged",
        "with E and S of `bend` exchanged",
        "with E and W of `bend` exchanged",
        "with S and W of `bend` exchanged",
        "with road S of `bend` parted at W",
        "with another `waymeet` on road S of `bend`",
        "with field N and field SR of `bend` joined",
        "with field N of `bend` parted at E",
        "with field N of `bend` parted at SL",
        "with field N of `bend` parted at WR",
        "with field SR of `bend` parted at WL",
        "with another `mark` on `bend`",
    ];
    let found = descriptions(&report);
    assert_eq!(found, expected);
}

#[test]
fn a_census_that_is_wrong_notices_nothing() {
    let wrong = CENSUS.replace(" mark", "");
    let with = marked(&wrong, COUNTED);
    assert_eq!(descriptions(&with), descriptions(&marked("", COUNTED)));
}

#[test]
fn an_id_that_no_item_has_is_proved_by_noticing_anything() {
    let stays = "scenario \"farmers stay\" for T-9 {\n  pile U, U\n  red takes 1,0\n  red takes field N\n  \
                 expect red.supply(meeple) = 6\n}\n";
    let nothing = "scenario \"nothing is said\" for T-8 {\n  pile U, U\n}\n";
    let text = format!("pack probe 1.0.0\nrequires base ^1.0\noption luck : int 0..3 = 1\n{stays}{nothing}");
    let report = tried(&text);
    assert_eq!(report.proved, ["T-9"]);
    assert_eq!(report.unproved, ["T-8"]);
}

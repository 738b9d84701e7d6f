//! Saved test games of another engine: what they assert is checked, what is wrong is found, and what cannot be
//! checked is named.
//!
//! The small ones in `tests/trials` were written here. The other engine's own lie beside this repository and are
//! no part of it; where they are absent, the test says so.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;

use rota_cli::Exit;
use rota_recording::{Mapping, RulesCache, TestGameReport, Verdict, verify_test_game};
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::shelf::{below, mappings, root, shelf};
use serde_json::{Value, json};

/// Compares test games, all with the same packs.
fn compare(texts: &[String]) -> Vec<TestGameReport> {
    let shelf = shelf();
    let (mapping, rules) = (Mapping::read(mappings()).unwrap(), RulesCache::new(&shelf));
    texts.iter().map(|text| verify_test_game(text, &mapping, &rules)).collect()
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join("tests/trials").join(name)).unwrap()
}

fn document(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap()
}

/// Compares a game of ours after a change.
fn changed(name: &str, change: impl Fn(&mut Value)) -> TestGameReport {
    let mut document = document(name);
    change(&mut document);
    compare(&[document.to_string()]).remove(0)
}

/// How a game of ours compares that asserts one other thing.
fn asserting(name: &str, assertion: &str) -> Verdict {
    changed(name, |game| game["test"]["assertions"] = json!([assertion])).verdict()
}

#[test]
fn what_holds_agrees() {
    for name in ["two_turns.jcz", "abbot_at_work.jcz", "two_tiles.jcz"] {
        let text = read(name);
        let trial = compare(std::slice::from_ref(&text)).remove(0);
        assert_eq!(trial.verdict(), Verdict::Agrees, "{name}: {trial:#?}");
        assert!(!trial.title.is_empty() && trial.assertions.len() >= 4, "{name}");
        for assertion in &trial.assertions {
            assert_eq!(assertion.verdict, Some(Verdict::Agrees), "{name}: {assertion:?}");
            let line = text.lines().nth(assertion.line.unwrap() - 1).unwrap();
            assert!(line.contains(&assertion.text), "{name}: {assertion:?}");
        }
    }
}

/// A game, an assertion that is wrong in it, and what is said of it: what differs, what is recorded, what is played.
type Wrong = (&'static str, &'static str, [&'static str; 3]);

const WRONG: [Wrong; 20] = [
    ("two_turns.jcz", "Ann has 5 points", ["points of Ann", "5", "4"]),
    ("two_turns.jcz", "Ben has -1 point", ["points of Ben", "-1", "0"]),
    ("two_turns.jcz", "Ann scored city for 3 points", ["points of Ann at once for city", "3", "`4`"]),
    ("two_turns.jcz", "Ann scored road for 4 points", ["points of Ann at once for road", "4", "none"]),
    ("two_turns.jcz", "Ben scored city for 4 points", ["points of Ben at once for city", "4", "none"]),
    (
        "two_turns.jcz",
        "Phase is ActionPhase",
        ["the phase", "something to do after the tile", "a tile to lay"],
    ),
    ("two_turns.jcz", "Phase is GameOverPhase", ["the phase", "the end of the game", "a tile to lay"]),
    ("two_turns.jcz", "Player can pass", ["a pass", "allowed", "not allowed"]),
    ("two_turns.jcz", "Undo is allowed", ["taking back", "allowed", "not allowed"]),
    (
        "two_turns.jcz",
        "Available action TilePlacement for BA/LR",
        ["what is on offer", "TilePlacement for BA/LR", "a place for `base/B`"],
    ),
    (
        "two_turns.jcz",
        "Available action Meeple for SmallFollower",
        ["what is on offer", "Meeple for SmallFollower", "a place for `base/B`"],
    ),
    ("two_turns.jcz", "Available action Confirm", ["what is on offer", "Confirm", "a place for `base/B`"]),
    (
        "two_turns.jcz",
        "TilePlacement BA/L options: [0,1] - [0,90,180,270]; [0,-2] - [0,90,180,270]; \
         [1,-1] - [0,90,180,270]; [-1,-1] - [0,90,180]; [1,1] - [0,90,180,270]; [9,9] - [0]",
        ["options of TilePlacement for BA/L", "also `9,9 turned 0`", "also `-1,-1 turned 3`"],
    ),
    (
        "abbot_at_work.jcz",
        "Meeple SmallFollower options: {Road,WE,[1,0]}; {Road,WE,[1,0]}",
        ["options of Meeple for SmallFollower", "also `place_meeple road E W of 1,0`", "nothing more"],
    ),
    (
        "abbot_at_work.jcz",
        "Meeple SmallFollower options: {City,N,[1,0]}",
        [
            "options of Meeple for SmallFollower",
            "also `place_meeple City N of 1,0, which the tile does not have`",
            "also `place_meeple road E W of 1,0`",
        ],
    ),
    (
        "abbot_at_work.jcz",
        "ReturnMeeple ABBOT_RETURN options:",
        [
            "options of ReturnMeeple for ABBOT_RETURN",
            "nothing more",
            "also `recall_abbot 1 abbot on monastery inside of 0,1`",
        ],
    ),
    ("abbot_at_work.jcz", "Player can't pass", ["a pass", "not allowed", "allowed"]),
    ("abbot_at_work.jcz", "Undo is not allowed", ["taking back", "not allowed", "allowed"]),
    ("two_tiles.jcz", "Phase is TilePhase", ["the phase", "a tile to lay", "the end of the game"]),
    ("two_tiles.jcz", "Ann has 2 points", ["points of Ann", "2", "1"]),
];

#[test]
fn what_is_wrong_is_found() {
    for (name, assertion, said) in WRONG {
        let verdict = asserting(name, assertion);
        let Verdict::Differs(difference) = verdict else {
            panic!("{verdict}: `{assertion}` of {name}");
        };
        assert_eq!([&*difference.what, &*difference.expected, &*difference.got], said, "{assertion}");
        let turn = if name == "two_turns.jcz" { Some(3) } else { Some(2) };
        assert_eq!(difference.turn, turn.filter(|_| name != "two_tiles.jcz"), "{assertion}");
    }
}

#[test]
fn what_cannot_be_checked_is_named() {
    for (name, assertion, why) in [
        ("two_turns.jcz", "Ann is happy", "it is worded in no way that is known here"),
        ("two_turns.jcz", "Zoe has 4 points", "nobody at the table is called `Zoe`"),
        ("two_turns.jcz", "Ann scored comet for 1 point", "reason `comet` is unknown"),
        ("two_turns.jcz", "Phase is CometPhase", "phase `CometPhase` is unknown"),
        ("two_turns.jcz", "Available action Comet", "action `Comet` is unknown"),
        ("two_turns.jcz", "Comet piece COMET_PIECE options: [1,0]", "action `Comet piece` is unknown"),
        ("two_turns.jcz", "Comets options: {Road,SW,[2,0]}", "action `Comets` is unknown"),
        ("two_turns.jcz", "Ann has COMET token with count 1.", "token `COMET` is unknown"),
        ("two_turns.jcz", "TilePlacement ZZ/1 options:", "tile `ZZ/1` is unknown"),
        ("two_turns.jcz", "TilePlacement BA/L options: 0,1", "the option `0,1` cannot be read"),
        (
            "two_turns.jcz",
            "TilePlacement BA/L options: [0,99999] - [0]",
            "the option `[0,99999] - [0]` cannot be read",
        ),
        ("two_turns.jcz", "TilePlacement BA/L options: [0,1] - [45]", "a rotation of 45 degrees"),
        (
            "two_turns.jcz",
            "TilePlacement options: [0,1] - [0]",
            "it does not say which options of `TilePlacement`",
        ),
        ("abbot_at_work.jcz", "Meeple Comet options:", "figure `Comet` is unknown"),
        ("abbot_at_work.jcz", "Meeple SmallFollower options: {Road}", "the option `{Road}` cannot be read"),
        ("abbot_at_work.jcz", "ReturnMeeple COMET options:", "return `COMET` is unknown"),
        (
            "two_turns.jcz",
            "Ann scored city for 0 points",
            "a score of 0 is no score here, and the player has others for the same",
        ),
        (
            "two_tiles.jcz",
            "Undo is not allowed",
            "a turn that is confirmed stays so there; our game asks for no confirmation",
        ),
    ] {
        assert_eq!(asserting(name, assertion), Verdict::Unsupported(why.to_owned()), "{assertion}");
    }
    let nothing = changed("two_turns.jcz", |game| game["test"] = json!({}));
    assert_eq!(nothing.verdict(), Verdict::Unsupported("it asserts nothing".to_owned()));
    let mixed = changed("two_turns.jcz", |game| {
        game["test"]["assertions"] = json!(["Ann is happy", "Ann has 4 points", "Ann has 5 points"]);
    });
    assert!(matches!(mixed.verdict(), Verdict::Differs(_)), "a difference counts for more");
    assert_eq!(mixed.assertions[1].verdict, Some(Verdict::Agrees));
}

#[test]
fn everything_that_has_no_name_here_is_named() {
    let trial = changed("two_turns.jcz", |game| {
        game["setup"]["sets"]["comet:1"] = json!(1);
        game["setup"]["elements"]["comet"] = json!(1);
        game["setup"]["rules"]["comet-move"] = json!("C1");
        game["replay"][1]["type"] = json!("PAY_COMET");
    });
    let why = "set `comet:1` is unknown; element `comet` is unknown; rule `comet-move` is unknown; \
               message `PAY_COMET` is unknown";
    assert_eq!(trial.stopped, Some(Verdict::Unsupported(why.to_owned())));
    assert!(trial.assertions.len() == 10 && trial.assertions.iter().all(|one| one.verdict.is_none()));
    assert!(matches!(trial.verdict(), Verdict::Unsupported(_)));
}

#[test]
fn moves_that_we_do_not_offer_are_differences() {
    type Change = (&'static str, fn(&mut Value));
    let cases: [Change; 9] = [
        ("what is done", |game| game["replay"][0]["payload"]["position"] = json!([7, 7])),
        ("what is done", |game| game["replay"][0]["payload"]["rotation"] = json!("R90")),
        ("what is done", |game| game["replay"][1]["payload"]["pointer"]["location"] = json!("N")),
        ("what is done", |game| game["replay"][1]["payload"]["meepleId"] = json!("0.abbot.1")),
        ("what is done", |game| drop(game["replay"].as_array_mut().unwrap().remove(2))),
        ("what is done", |game| drop(game["replay"].as_array_mut().unwrap().remove(0))),
        ("what is done", |game| {
            let confirmed = game["replay"][2].clone();
            game["replay"].as_array_mut().unwrap().insert(2, confirmed);
        }),
        ("the player asked", |game| game["replay"][3]["player"] = json!(0)),
        ("the tile drawn", |game| {
            game["gameAnnotations"]["drawOrder"] = json!(["BA/C", "BA/L", "BA/RFr"]);
            game["gameAnnotations"]["endTurn"] = json!(3);
        }),
    ];
    for (number, (what, change)) in cases.into_iter().enumerate() {
        match changed("two_turns.jcz", change).stopped {
            Some(Verdict::Differs(difference)) => assert_eq!(difference.what, what, "change {number}"),
            stopped => assert_eq!(stopped, None, "change {number}: {stopped:?}"),
        }
    }
}

#[test]
fn a_turn_that_is_not_confirmed_waits() {
    let waiting = |assertion: &str| {
        let trial = changed("two_turns.jcz", |game| {
            game["replay"].as_array_mut().unwrap().truncate(2);
            game["test"]["assertions"] = json!([assertion]);
        });
        trial.verdict()
    };
    for holds in
        ["Phase is CommitActionPhase", "Player can't pass", "Available action Confirm", "Ben has 0 points"]
    {
        assert_eq!(waiting(holds), Verdict::Agrees, "{holds}");
    }
    assert!(matches!(waiting("Phase is TilePhase"), Verdict::Differs(_)));
    for unsure in ["Ann has 4 points", "Ann scored city for 4 points", "Undo is allowed"] {
        assert!(matches!(waiting(unsure), Verdict::Unsupported(_)), "{unsure}");
    }
}

#[test]
fn what_no_file_names_is_drawn_as_the_other_engine_does() {
    // Number 17, 48 and 29 of the 69 tiles that are left, in order of their names.
    for (random, tile) in [(0.25, "BA/CRr"), (0.7, "BA/RFr"), (0.43, "BA/Ccc")] {
        let trial = changed("two_turns.jcz", |game| {
            game["gameAnnotations"]["drawOrder"].as_array_mut().unwrap().pop();
            game["replay"][5]["payload"]["random"] = json!(random);
            game["test"]["assertions"] = json!([format!("Available action TilePlacement for {tile}")]);
        });
        assert_eq!(trial.verdict(), Verdict::Agrees, "{random}: {}", trial.verdict());
    }
}

#[test]
fn the_end_may_be_named() {
    let trial = changed("two_tiles.jcz", |game| {
        game["gameAnnotations"] = json!({ "drawOrder": ["BA/C", "BA/RFr", "#END", "BA/L"] });
    });
    assert_eq!(trial.verdict(), Verdict::Agrees, "{}", trial.verdict());
}

#[test]
fn a_tile_that_fits_nowhere_leaves_the_game() {
    // A city on all four sides lies nowhere beside the start; the game goes on with the tile behind it.
    let trial = changed("two_turns.jcz", |game| {
        game["gameAnnotations"]["drawOrder"] = json!(["BA/C", "BA/Cccc+", "BA/RFr", "BA/L"]);
    });
    assert_eq!(trial.verdict(), Verdict::Agrees, "{}", trial.verdict());
}

/// All places in a document, as paths.
fn places(value: &Value, here: String, found: &mut Vec<String>) {
    found.push(here.clone());
    for (at, value) in value.as_array().into_iter().flatten().enumerate() {
        places(value, format!("{here}/{at}"), found);
    }
    for (key, value) in value.as_object().into_iter().flatten() {
        places(value, format!("{here}/{}", key.replace('/', "~1")), found);
    }
}

#[test]
fn damaged_files_are_told_of() {
    let text = read("abbot_at_work.jcz");
    let cut = (0..text.len() - 2).step_by(7).map(|end| text[..end].to_owned());
    for trial in compare(&cut.collect::<Vec<_>>()) {
        assert!(matches!(trial.stopped, Some(Verdict::Unsupported(_))), "{trial:?}");
    }
    let whole = document("abbot_at_work.jcz");
    let mut paths = Vec::new();
    places(&whole, String::new(), &mut paths);
    assert!(paths.len() > 60);
    let odd =
        [json!(null), json!(-1), json!(1e300), json!(70_000), json!(""), json!([]), json!({}), json!("R0")];
    let damaged = paths.iter().flat_map(|path| odd.iter().map(move |odd| (path, odd)));
    let damaged = damaged.map(|(path, odd)| {
        let mut damaged = whole.clone();
        *damaged.pointer_mut(path).unwrap() = odd.clone();
        damaged.to_string()
    });
    // Some of these places mean nothing; all that is asked here is that every one is survived.
    let trials = compare(&damaged.collect::<Vec<_>>());
    assert!(trials.iter().filter(|trial| trial.verdict() != Verdict::Agrees).count() > trials.len() / 2);
}

#[test]
fn the_command_tells_of_each() {
    let folder = Folder::with("trials", &[("game.jcz", &read("two_turns.jcz"))]);
    let file = folder.file("game.jcz");
    let fine = rota(&format!("verify {}", folder.path().display()));
    assert_eq!((fine.exit, fine.err.as_str()), (Exit::Fine, ""));
    assert_eq!(
        fine.out,
        "1 test game: 1 agree, 0 differ, 0 unsupported; 10 assertions: 10 agree, 0 differ, 0 unsupported\n"
    );
    let told = rota(&format!("verify {file} --all"));
    assert!(told.out.contains(&format!("agrees      `Ann has 4 points.` ({file}:17)")), "{}", told.out);
    fs::write(&file, read("two_turns.jcz").replace("Ann has 4 points", "Ann has 5 points")).unwrap();
    let differs = rota(&format!("verify {file}"));
    assert_eq!(differs.exit, Exit::Findings);
    let line = format!(
        "  DIFFERS     `Ann has 5 points.` ({file}:17): turn 3, points of Ann: recorded 5; played 4\n"
    );
    assert!(differs.out.contains(&line), "{}", differs.out);
    fs::write(&file, read("two_turns.jcz").replace("basic:1", "comet:1")).unwrap();
    let unsupported = rota(&format!("verify {file} --format json"));
    assert_eq!(unsupported.exit, Exit::CouldNot);
    let document = unsupported.json();
    assert_eq!(document["test_games"]["unsupported"], 1);
    let report = &document["test_game_reports"][0];
    assert_eq!(report["verdict"]["unsupported"], "set `comet:1` is unknown");
    assert_eq!((&report["played"], &report["assertions"][0]["verdict"]), (&json!(false), &Value::Null));
    fs::write(&file, [0xff, 0xfe]).unwrap();
    let unreadable = rota(&format!("verify {file}"));
    assert_eq!(unreadable.exit, Exit::CouldNot);
    assert!(unreadable.err.contains("is not UTF-8"), "{}", unreadable.err);
}

#[test]
fn the_other_engines_own_test_games_agree() {
    let folder = root().join("../shared/oracle/jcz-tests");
    let files = below(&folder, "jcz");
    if files.is_empty() {
        // Written past the harness, which shows nothing of a test that passes.
        let skipped = writeln!(std::io::stderr(), "SKIPPED: there are no test games in ../shared/oracle");
        assert!(skipped.is_ok());
        return;
    }
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for (path, trial) in files.iter().zip(compare(&texts)) {
        let named = path.strip_prefix(&folder).unwrap().display().to_string();
        match trial.verdict() {
            Verdict::Agrees | Verdict::Departs { .. } => {}
            Verdict::Differs(difference) => assert_eq!(named, "", "{difference}"),
            Verdict::Unsupported(why) => {
                // What these folders need is here.
                let folders =
                    ["basic", "wind-rose", "inns-and-cathedrals", "traders-and-builders", "hills-and-sheep"];
                let is_here = folders.iter().any(|folder| named.starts_with(folder));
                assert!(!is_here, "{named}: {why}");
            }
        }
    }
}

//! Recorded games of another engine, replayed by our rules: all agree, and whatever is changed in one is found.
//!
//! The recordings lie beside this repository and are no part of it. Where they are absent, the tests say so.
#![expect(clippy::panic, reason = "a test whose change cannot be made has nothing to go on with")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rota::Text;
use rota_recording::{Counts, Mapping, Report, RulesCache, Verdict, verify};
use rota_tests::agreed::{AGREED, agreed};
use rota_tests::shelf::{listed, mappings, root, shelf};
use serde_json::{Value, json};

/// The lines of the recorded base games; nothing, and a word about it, where they are absent.
fn recordings() -> Option<Vec<String>> {
    recorded("base.jsonl")
}

/// The lines of a file of recordings.
fn recorded(file: &str) -> Option<Vec<String>> {
    let path = root().join("../shared/oracle").join(file);
    let Ok(text) = fs::read_to_string(path) else {
        // Written past the harness, which shows nothing of a test that passes.
        let skipped = writeln!(std::io::stderr(), "SKIPPED: there are no recordings in ../shared/oracle");
        assert!(skipped.is_ok());
        return None;
    };
    Some(text.lines().map(str::to_owned).collect())
}

fn mapping() -> Mapping {
    let read = Mapping::read(mappings());
    assert!(read.is_ok(), "{read:?}");
    read.unwrap_or_default()
}

fn compare(lines: &[String], mapping: &Mapping) -> Vec<Report> {
    let shelf = shelf();
    let rules = RulesCache::new(&shelf);
    lines.iter().map(|line| verify(line, mapping, &rules)).collect()
}

#[test]
fn base_games_agree() {
    let Some(lines) = recordings() else { return };
    // Counted in the recordings by other means: nothing that is in them may slip through uncompared.
    let all = Counts { placements: 204_010, deployments: 10_480, items: 2_983, totals: 48_763 };
    assert_eq!(agreeing(&lines), (agreed("base"), all));
}

#[test]
fn games_with_wind_roses_agree() {
    let Some(lines) = recorded("wr.jsonl") else { return };
    let (games, counts) = agreeing(&lines);
    assert_eq!(games, agreed("wr"));
    assert!(counts.items > 1000 && counts.placements > 100_000, "{counts:?}");
}

#[test]
fn games_with_inns_and_traders_agree() {
    let Some(lines) = recorded("ic_tb.jsonl") else { return };
    let (games, counts) = agreeing(&lines);
    assert_eq!(games, agreed("ic_tb"));
    assert!(counts.items > 2000 && counts.deployments > 10_000, "{counts:?}");
}

/// The files with recorded games of the expansions; nothing, and a word about it, where they are absent.
fn expansions() -> Option<Vec<PathBuf>> {
    let files: Vec<PathBuf> = listed(&root().join("../shared/oracle/expansions"));
    let files: Vec<PathBuf> =
        files.into_iter().filter(|path| path.extension() == Some("zst".as_ref())).collect();
    if files.is_empty() {
        let skipped =
            writeln!(std::io::stderr(), "SKIPPED: there are no recordings of expansions in ../shared/oracle");
        assert!(skipped.is_ok());
        return None;
    }
    Some(files)
}

/// The games of a compressed file.
fn games(path: &Path) -> Vec<String> {
    let file = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let games = rota_recording::lines(file.as_slice())
        .map(|(line, game)| game.unwrap_or_else(|error| panic!("{}, line {line}: {error}", path.display())));
    games.collect()
}

/// The files that other tests play.
const BEFORE: [&str; 3] = ["base", "wr", "ic_tb"];

#[test]
fn games_of_expansions_agree() {
    let Some(files) = expansions() else { return };
    let mapping = mapping();
    let (one, two) = files.split_at(files.len() / 2);
    let compare_all = |files: &[PathBuf]| -> Vec<(String, Report)> {
        let shelf = shelf();
        let rules = RulesCache::new(&shelf);
        let reports = files.iter().flat_map(|path| {
            let set = path.file_name().and_then(|name| name.to_str()?.split(['.', '-']).next());
            let set = set.map(|set| set.trim_end_matches("_lite")).unwrap_or_default().to_owned();
            games(path).into_iter().map(move |game| (set.clone(), game))
        });
        reports.map(|(set, game)| (set, verify(&game, &mapping, &rules))).collect()
    };
    let (mut reports, more) = std::thread::scope(|scope| {
        let other = scope.spawn(|| compare_all(two));
        (compare_all(one), other.join().unwrap_or_default())
    });
    reports.extend(more);
    let mut agree: BTreeMap<&str, usize> = BTreeMap::new();
    for (set, Report { id, verdict, .. }) in &reports {
        assert!(!matches!(verdict, Verdict::Differs(_)), "{id}: {verdict}");
        let agrees = matches!(verdict, Verdict::Agrees | Verdict::Departs { .. });
        *agree.entry(set.as_str()).or_default() += usize::from(agrees);
    }
    for (set, _, count) in AGREED.into_iter().filter(|(set, _, _)| !BEFORE.contains(set)) {
        let agree = agree.get(set).copied().unwrap_or(0);
        assert_eq!(agree, count, "{set}");
    }
}

/// Games go apart where a named difference says so, and nowhere else.
#[test]
fn games_go_apart_by_named_differences_alone() {
    if expansions().is_none() {
        return;
    }
    let folder = root().join("../shared/oracle/expansions");
    let mapping = mapping();
    let cases: [(&str, &str, Change); 2] = [
        ("all.jsonl.zst", "joined_halves", ("the turn", |game| add(&mut event(game, "turn")?["player"], 1))),
        (
            "all_lite.jsonl.zst",
            "fairy_at_quarters",
            ("what is done", |game| {
                let calls_her = |step: &Value| step["msg"]["payload"]["to"] == json!([0, 0]);
                step(game, calls_her)?["msg"]["payload"]["to"] = json!([60, 60]);
                Some(())
            }),
        ),
    ];
    for (file, name, (what, change)) in cases {
        let lines = games(&folder.join(file));
        let departs =
            |report: &Report| matches!(&report.verdict, Verdict::Departs { name: own, .. } if own == name);
        let departing: Vec<bool> = compare(&lines, &mapping).iter().map(departs).collect();
        assert_eq!(departing.iter().filter(|departs| **departs).count(), 1, "{name}");
        let one: Vec<String> =
            lines.into_iter().zip(departing).filter(|(_, departs)| *departs).map(|(line, _)| line).collect();
        let verdict = changed(&one, &mapping, change);
        assert!(matches!(&verdict, Verdict::Differs(met) if met.what == what), "{name}: {verdict}");
    }
}

/// Each part of what a message brings is compared: whatever is changed in it is found.
const STEP_CHANGES: [Change; 16] = [
    ("what is on offer", |game| offer(game, "TilePlacement", 3)?.pop().map(drop)),
    ("what is on offer", |game| {
        offer(game, "TilePlacement", 2)?.push(json!({ "position": [60, 60], "rotations": [90] }));
        Some(())
    }),
    ("what is on offer", |game| offer(game, "Meeple", 2)?.pop().map(drop)),
    ("what is on offer", |game| {
        offer(game, "Meeple", 0)?.push(json!({ "position": [0, 0], "location": "N", "feature": "City" }));
        Some(())
    }),
    ("a pass", |game| {
        step(game, |step| step["offered"]["canPass"] == true)?["offered"]["canPass"] = json!(false);
        Some(())
    }),
    ("what is done", |game| {
        step(game, |step| step["msg"]["type"] == "PLACE_TILE")?["msg"]["payload"]["position"] =
            json!([60, 60]);
        Some(())
    }),
    ("the player asked", |game| add(&mut step(game, |step| step["player"] == 0)?["player"], 1)),
    ("the turn", |game| add(&mut event(game, "turn")?["player"], 1)),
    ("tiles laid", |game| add(&mut event(game, "tile-placed")?["rotation"], 180)),
    ("figures put", |game| add(&mut event(game, "meeple-deployed")?["player"], 1)),
    ("scores", |game| add(&mut event(game, "points")?["points"][0]["items"][0]["count"], 1)),
    ("points", |game| add(&mut step(game, |step| step["msg"]["type"] == "COMMIT")?["points"][0], 1)),
    ("tokens of seat 1", |game| {
        let token = event(game, "token-received").filter(|event| event["player"] == 0)?;
        add(&mut token["count"], 1)
    }),
    ("scores", |game| add(&mut game["final"]["scored"][0]["points"][0]["points"], 1)),
    ("tokens of seat 1", |game| {
        game["final"]["tokens"][0] = json!({ "KING": 3 });
        Some(())
    }),
    ("tiles on the table", |game| add(&mut game["final"]["placed"][9][1], 1)),
];

#[test]
fn every_change_of_a_step_is_found() {
    if expansions().is_none() {
        return;
    }
    let lines = games(&root().join("../shared/oracle/expansions/king_robber.jsonl.zst"));
    let mapping = mapping();
    for (number, (what, change)) in STEP_CHANGES.iter().enumerate() {
        let verdict = changed(&lines, &mapping, change);
        let Verdict::Differs(difference) = verdict else {
            panic!("change {number} of {what} goes unnoticed: {verdict}");
        };
        assert_eq!(difference.what, *what, "change {number}: {difference}");
    }
}

/// What stands on spaces beside the land is compared as what stands on it is.
#[test]
fn every_change_of_what_stands_on_a_space_is_found() {
    if expansions().is_none() {
        return;
    }
    let lines = games(&root().join("../shared/oracle/expansions/count.jsonl.zst"));
    let mapping = mapping();
    let changes: [Change; 6] = [
        ("what is on offer", |game| {
            let quarter = |step: &Value| step["phase"] == "CocFollowerPhase";
            step(game, quarter)?["offered"]["items"][0]["options"].as_array_mut()?.pop().map(drop)
        }),
        ("what is on offer", |game| offer(game, "NeutralFigure", 3)?.pop().map(drop)),
        ("figures put", |game| {
            let quarter = |step: &Value| step["phase"] == "CocFollowerPhase" && step.get("events").is_some();
            let place = &mut step(game, quarter)?["events"][0]["to"]["location"];
            *place = json!(if *place == "QUARTER_CASTLE" { "QUARTER_MARKET" } else { "QUARTER_CASTLE" });
            Some(())
        }),
        ("scores", |game| {
            let items = scored_item(game, "coc")?;
            items.retain(|item| item["name"] != "coc");
            Some(())
        }),
        ("scores", |game| {
            let items = scored_item(game, "coc")?;
            add(&mut items.iter_mut().find(|item| item["name"] == "coc")?["points"], 1)
        }),
        ("where `the_count` is", |game| {
            let place = &mut game["final"]["neutral"]["count"]["placement"]["location"];
            *place = json!(if *place == "QUARTER_CASTLE" { "QUARTER_MARKET" } else { "QUARTER_CASTLE" });
            Some(())
        }),
    ];
    for (number, (what, change)) in changes.iter().enumerate() {
        let Verdict::Differs(difference) = changed(&lines, &mapping, change) else {
            panic!("change {number} of {what} goes unnoticed");
        };
        assert_eq!(difference.what, *what, "change {number}: {difference}");
    }
}

/// The items of the first score after the last turn that has one of a name.
fn scored_item<'a>(game: &'a mut Value, name: &str) -> Option<&'a mut Vec<Value>> {
    let events = game["final"]["scored"].as_array_mut()?.iter_mut();
    let scores = events.filter_map(|event| event["points"].as_array_mut()).flatten();
    let mut items = scores.filter_map(|score| score["items"].as_array_mut());
    items.find(|items| items.iter().any(|item| item["name"] == name))
}

/// The first step with something in it.
fn step(game: &mut Value, fits: impl Fn(&Value) -> bool) -> Option<&mut Value> {
    game["steps"].as_array_mut()?.iter_mut().find(|step| fits(step))
}

/// The first event of a name.
fn event<'a>(game: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    let events =
        game["steps"].as_array_mut()?.iter_mut().filter_map(|step| step.get_mut("events")?.as_array_mut());
    events.flatten().find(|event| event["type"] == name)
}

/// The first options of so many or more that an offer of a name has.
fn offer<'a>(game: &'a mut Value, name: &str, least: usize) -> Option<&'a mut Vec<Value>> {
    let items = game["steps"].as_array_mut()?.iter_mut();
    let items = items.filter_map(|step| step.get_mut("offered")?["items"].as_array_mut()).flatten();
    let mut options =
        items.filter(|item| item["type"] == name).filter_map(|item| item.get_mut("options")?.as_array_mut());
    options.find(|options| options.len() >= least)
}

#[test]
fn damaged_archives_are_told() {
    let text = "{}\n\n{}\n".repeat(1000);
    let packed =
        ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    let read = |bytes: &[u8]| -> Vec<(usize, Result<String, String>)> {
        let lines = rota_recording::lines(bytes);
        lines.map(|(number, line)| (number, line.map_err(|error| error.to_string()))).collect()
    };
    let whole = read(&packed);
    assert_eq!(whole, read(text.as_bytes()));
    assert_eq!((whole.len(), whole.last()), (2000, Some(&(3000, Ok("{}\n".to_owned())))));
    assert_eq!(read(&[packed.as_slice(), packed.as_slice()].concat()).len(), 4000, "two frames");
    let mut wrong = packed.clone();
    for place in 4..packed.len() {
        wrong[place] ^= 0xFF;
        let games = read(&wrong);
        assert!(games != whole, "byte {place} may be anything");
        wrong[place] ^= 0xFF;
        let games = read(&packed[..place]);
        let last = games.last().map(|(_, line)| line.clone());
        assert!(matches!(&last, Some(Err(why)) if why.contains("compressed")), "{place}: {last:?}");
    }
    assert_eq!(
        read(b"{}\n\xFF\n{}\n"),
        [(1, Ok("{}\n".to_owned())), (2, Err("it holds bytes that are no UTF-8".to_owned()))]
    );
}

#[test]
fn archives_that_unpack_without_end_are_refused() {
    let game = vec![b' '; 65 << 20];
    let packed =
        ruzstd::encoding::compress_to_vec(game.as_slice(), ruzstd::encoding::CompressionLevel::Fastest);
    assert!(packed.len() < 1 << 20);
    let lines: Vec<(usize, String)> = rota_recording::lines(packed.as_slice())
        .map(|(number, line)| (number, line.map_or_else(|error| error.to_string(), |_| String::new())))
        .collect();
    assert_eq!(lines, [(1, "the game is longer than 64 MB".to_owned())]);
}

/// Every figure, second part, token and bonus of these recordings is compared: each change of one is found.
#[test]
fn whatever_is_changed_in_a_game_with_traders_is_found() {
    let Some(lines) = recorded("ic_tb.jsonl") else { return };
    let mapping = mapping();
    let changes: [Change; 5] = [
        ("tokens of seat", |game| {
            let turn =
                turn(game, |turn| turn["tokens"].as_array().is_some_and(|seats| seats.iter().any(is_named)))?;
            let seat = turn["tokens"].as_array_mut()?.iter_mut().find(|seat| is_named(seat))?;
            add(seat.as_object_mut()?.values_mut().next()?, 1)
        }),
        ("options after the tile", |game| {
            turn(game, |turn| is_filled(&turn["actions"]["Builder"]))?["actions"]["Builder"]
                .as_array_mut()?
                .pop()
                .map(drop)
        }),
        ("options after the tile", |game| {
            turn(game, |turn| is_filled(&turn["actions"]["Pig"]))?["actions"]["Pig"]
                .as_array_mut()?
                .pop()
                .map(drop)
        }),
        ("scores", |game| {
            let inn = |score: &&mut Value| score["items"][1][1] == "inn" && score["points"] != 0;
            let score = game["turns"].as_array_mut()?.iter_mut();
            let score = score.filter_map(|turn| turn["scored"].as_array_mut()).flatten().find(inn)?;
            let tiles = score["items"][0][0].as_i64()?;
            add(&mut score["items"][1][2], tiles)
        }),
        ("scores", |game| {
            let pig = |score: &&mut Value| score["items"][1][1] == "pigs";
            let score = game["final_scored"].as_array_mut()?.iter_mut().find(pig)?;
            score["items"].as_array_mut()?.pop().map(drop)
        }),
    ];
    for (what, change) in changes {
        let Verdict::Differs(difference) = changed(&lines, &mapping, change) else {
            panic!("a change of {what} is not found");
        };
        assert!(difference.what.starts_with(what), "{difference}");
    }
}

fn is_named(value: &Value) -> bool {
    value.as_object().is_some_and(|entries| !entries.is_empty())
}

/// Compares recordings that must all agree, and says how many there were and what was compared.
fn agreeing(lines: &[String]) -> (usize, Counts) {
    let mapping = mapping();
    let (one, two) = lines.split_at(lines.len() / 2);
    let (mut reports, more) = std::thread::scope(|scope| {
        let other = scope.spawn(|| compare(two, &mapping));
        (compare(one, &mapping), other.join().unwrap_or_default())
    });
    reports.extend(more);
    let mut counts = Counts::default();
    for report in &reports {
        assert_eq!(report.verdict, Verdict::Agrees, "{}: {}", report.id, report.verdict);
        counts += report.counts;
    }
    (reports.len(), counts)
}

/// Changes the first recording that a change can be made in, and says how it then compares.
///
/// # Panics
/// When it can be made in none.
fn changed(lines: &[String], mapping: &Mapping, change: impl Fn(&mut Value) -> Option<()>) -> Verdict {
    for line in lines {
        let mut recording: Value = serde_json::from_str(line).unwrap_or_default();
        if change(&mut recording).is_some() {
            let mut reports = compare(&[recording.to_string()], mapping);
            return reports.remove(0).verdict;
        }
    }
    panic!("no recording has what is to be changed");
}

/// The first turn with something in it.
fn turn(recording: &mut Value, fits: impl Fn(&Value) -> bool) -> Option<&mut Value> {
    recording["turns"].as_array_mut()?.iter_mut().find(|turn| fits(turn))
}

fn add(number: &mut Value, by: i64) -> Option<()> {
    *number = json!(number.as_i64()? + by);
    Some(())
}

fn is_filled(value: &Value) -> bool {
    value.as_array().is_some_and(|entries| !entries.is_empty())
}

/// A change and what it is found as.
type Change = (&'static str, fn(&mut Value) -> Option<()>);

const CHANGES: [Change; 25] = [
    ("placements on offer", |game| {
        let turn = turn(game, |turn| turn["turn"] == 5)?;
        turn["placements"].as_array_mut()?.push(json!([60, 60, [90]]));
        Some(())
    }),
    ("placements on offer", |game| {
        turn(game, |turn| turn["turn"] == 6)?["placements"].as_array_mut()?.pop().map(drop)
    }),
    ("placements on offer", |game| {
        let turn = turn(game, |turn| turn["turn"] == 7)?;
        let cells = turn["placements"].as_array_mut()?;
        let cell =
            cells.iter_mut().find(|cell| cell[2].as_array().is_some_and(|rotations| rotations.len() > 1))?;
        cell[2].as_array_mut()?.pop().map(drop)
    }),
    ("placements on offer", |game| {
        let turn = turn(game, |turn| turn["placements"][0][2] == json!([90]))?;
        turn["placements"][0][2] = json!([180]);
        Some(())
    }),
    ("the placement taken", |game| {
        turn(game, |turn| turn["turn"] == 8)?["pos"] = json!([60, 60]);
        Some(())
    }),
    ("the player on turn", |game| {
        add(&mut turn(game, |turn| turn["player"] == 0 && turn["turn"] != 1)?["player"], 1)
    }),
    ("the tile drawn", |game| {
        let (one, two) = (game["draw_order"][10].clone(), game["draw_order"][11].clone());
        (one != two).then(|| {
            game["draw_order"][10] = two;
            game["draw_order"][11] = one;
        })
    }),
    ("tiles discarded", |game| {
        turn(game, |turn| turn["turn"] == 9)?["discarded_before"] = json!(["BA/L"]);
        Some(())
    }),
    ("options after the tile", |game| {
        let turn = turn(game, |turn| {
            turn["actions"]["SmallFollower"].as_array().is_some_and(|offers| offers.len() > 1)
        })?;
        turn["actions"]["SmallFollower"].as_array_mut()?.pop().map(drop)
    }),
    ("options after the tile", |game| {
        let offers =
            &mut turn(game, |turn| is_filled(&turn["actions"]["SmallFollower"]))?["actions"]["SmallFollower"];
        offers.as_array_mut()?.push(json!(["City", "NWSE", [0, 0]]));
        Some(())
    }),
    ("options after the tile", |game| {
        // Another place for the same offer: the half sides of one farmer, mirrored.
        let offers = &mut turn(game, |turn| turn["actions"]["SmallFollower"][0][1] == "EL.WR")?["actions"];
        offers["SmallFollower"][0][1] = json!("ER.WL");
        Some(())
    }),
    ("options after the tile", |game| {
        let turn = turn(game, |turn| is_filled(&turn["actions"]["return:ABBOT_RETURN"]))?;
        turn["actions"]["return:ABBOT_RETURN"].as_array_mut()?.pop().map(drop)
    }),
    ("options after the tile", |game| {
        turn(game, |turn| is_filled(&turn["actions"]["Abbot"]))?["actions"]
            .as_object_mut()?
            .remove("Abbot")
            .map(drop)
    }),
    ("a pass", |game| {
        turn(game, |turn| turn["can_pass"] == true)?["can_pass"] = json!(false);
        Some(())
    }),
    ("the decision after the tile", |game| {
        turn(game, |turn| turn["actions"].is_object())?.as_object_mut()?.remove("actions").map(drop)
    }),
    ("points after the tile", |game| {
        add(&mut turn(game, |turn| turn["actions"].is_object())?["points_after_tile"][0], 1)
    }),
    ("points after the tile", |game| {
        add(&mut turn(game, |turn| turn["actions"].is_null())?["points_after_tile"][0], -1)
    }),
    ("scores", |game| add(&mut turn(game, |turn| is_filled(&turn["scored"]))?["scored"][0]["points"], 1)),
    ("scores", |game| {
        add(&mut turn(game, |turn| is_filled(&turn["scored"]))?["scored"][0]["items"][0][0], 1)
    }),
    ("scores", |game| {
        turn(game, |turn| turn["scored"][0]["name"] == "road")?["scored"][0]["name"] =
            json!("road.incomplete");
        Some(())
    }),
    ("pieces in supply of seat 2", |game| {
        add(&mut turn(game, |turn| turn["meeples"].is_array())?["meeples"][1]["SmallFollower"], -1)
    }),
    ("points after the turn", |game| add(&mut turn(game, |turn| turn["turn"] == 20)?["points"][1], 1)),
    ("scores", |game| game["final_scored"].as_array_mut()?.pop_if(|score| score["points"] != 0).map(drop)),
    ("points", |game| add(&mut game["final_points"][0], 1)),
    ("tiles on the table", |game| add(&mut game["placed"][30][1], 1)),
];

#[test]
fn every_change_is_found() {
    let Some(lines) = recordings() else { return };
    let mapping = mapping();
    for (number, (what, change)) in CHANGES.iter().enumerate() {
        let verdict = changed(&lines, &mapping, change);
        let Verdict::Differs(difference) = verdict else {
            panic!("change {number} of {what} goes unnoticed: {verdict}");
        };
        assert_eq!(difference.what, *what, "change {number}: {difference}");
    }
}

#[test]
fn a_score_for_another_feature_is_found() {
    let Some(lines) = recordings() else { return };
    let verdict = changed(&lines, &mapping(), |game| {
        let scored = game["final_scored"].as_array_mut()?;
        let fits = |score: &Value| score["name"] == "city.incomplete";
        let first = scored.iter().position(fits)?;
        let second = scored.iter().skip(first + 1).position(fits)? + first + 1;
        let (one, two) = (scored[first]["ptr"].clone(), scored[second]["ptr"].clone());
        (scored[first]["points"] != scored[second]["points"]).then(|| {
            scored[first]["ptr"] = two;
            scored[second]["ptr"] = one;
        })
    });
    assert!(matches!(&verdict, Verdict::Differs(difference) if difference.what == "scores"), "{verdict}");
}

#[test]
fn scores_of_nothing_are_no_scores() {
    let Some(lines) = recordings() else { return };
    let verdict = changed(&lines, &mapping(), |game| {
        let scored = game["final_scored"].as_array_mut()?;
        let before = scored.len();
        scored.retain(|score| score["points"] != 0);
        (scored.len() < before).then_some(())
    });
    assert_eq!(verdict, Verdict::Agrees);
}

/// Why a recording is unsupported, and the change that makes it so.
type Rename = (&'static str, fn(&mut Value));

#[test]
fn unknown_names_are_unsupported() {
    let Some(lines) = recordings() else { return };
    let mapping = mapping();
    let cases: [Rename; 8] = [
        ("set `no-set:1` is unknown", |game| game["sets"]["no-set:1"] = json!(1)),
        ("element `no-element` is unknown", |game| game["elements"]["no-element"] = json!(1)),
        ("rule `no-rule` is unknown", |game| game["rules_set"]["no-rule"] = json!("C1")),
        ("tile `XX/s` is unknown", |game| game["draw_order"][70] = json!("XX/s")),
        ("figure `NoFigure` is unknown", |game| {
            game["turns"][0]["actions"]["NoFigure"] = json!([["City", "N", [0, 0]]])
        }),
        ("item `no-item` is unknown", |game| game["final_scored"][0]["items"] = json!([[1, "no-item", 2]])),
        ("item `inn` of `road.incomplete` raises nothing that is counted", |game| {
            game["final_scored"][0]["items"] = json!([[1, "inn", 2]]);
        }),
        ("9 players, where 2 to 5 can play", |game| game["players"] = json!(9)),
    ];
    for (why, change) in cases {
        let verdict = changed(&lines, &mapping, |game| {
            change(game);
            Some(())
        });
        assert_eq!(verdict, Verdict::Unsupported(why.to_owned()));
    }
    let Some(lines) = recorded("ic_tb.jsonl") else { return };
    let verdict =
        changed(&lines, &mapping, |game| game["elements"].as_object_mut()?.remove("inn").map(|_| ()));
    let why = "`inn` is switched off, which `inns_and_cathedrals` cannot do";
    assert_eq!(verdict, Verdict::Unsupported(why.to_owned()));
    let report = verify("{}", &mapping, &RulesCache::new(&shelf()));
    assert!(matches!(report.verdict, Verdict::Unsupported(_)), "{}", report.verdict);
}

/// Turns all copies of a tile in a recording back by a quarter and gives the tile another name.
fn turn_back(game: &mut Value, tile: &str, name: &str) {
    let back = |degrees: &mut Value| *degrees = json!((degrees.as_i64().unwrap_or(0) + 270) % 360);
    for drawn in game["draw_order"].as_array_mut().into_iter().flatten() {
        if drawn == tile {
            *drawn = json!(name);
        }
    }
    for start in game["start"].as_array_mut().into_iter().flatten() {
        if start["tile"] == tile {
            start["tile"] = json!(name);
            back(&mut start["rotation"]);
        }
    }
    for turn in game["turns"].as_array_mut().into_iter().flatten().filter(|turn| turn["tile"] == tile) {
        turn["tile"] = json!(name);
        back(&mut turn["rot"]);
        for cell in turn["placements"].as_array_mut().into_iter().flatten() {
            cell[2].as_array_mut().into_iter().flatten().for_each(back);
        }
    }
    for placed in game["placed"].as_array_mut().into_iter().flatten().filter(|placed| placed[0] == tile) {
        placed[0] = json!(name);
        back(&mut placed[3]);
    }
}

#[test]
fn tiles_may_lie_otherwise() {
    let Some(lines) = recordings() else { return };
    let mut mapping = mapping();
    let file = |text: &str| Text { name: "more.toml".to_owned(), text: text.to_owned() };
    let added = mapping.add("more", &file("[tiles]\n\"ZZ/1\" = { tile = \"base/D\", turned = 1 }\n"));
    assert_eq!(added, Ok(()));
    let verdict = changed(&lines, &mapping, |game| {
        turn_back(game, "BA/RCr", "ZZ/1");
        Some(())
    });
    assert_eq!(verdict, Verdict::Agrees);
}

#[test]
fn files_must_not_contradict_each_other() {
    let mut mapping = mapping();
    let cases = [
        ("[tiles]\n\"BA/RCr\" = \"base/D\"\n", None),
        (
            "[tiles]\n\"BA/RCr\" = \"base/E\"\n",
            Some("`more.toml` says of `BA/RCr` something else than another pack"),
        ),
        ("[terms]\n\n[wrong]\n", Some("`more.toml`, line 3: unknown field `wrong`")),
        ("[elements]\nabbot = { option = \"monks\" }\n", Some("`more.toml` says of `abbot` something else")),
    ];
    for (text, problem) in cases {
        let added = mapping.add("more", &Text { name: "more.toml".to_owned(), text: text.to_owned() });
        match problem {
            None => assert_eq!(added, Ok(())),
            Some(problem) => {
                let message =
                    added.map_or_else(|diagnostic| diagnostic.message().to_owned(), |()| String::new());
                assert!(message.starts_with(problem), "{message}");
            }
        }
    }
}

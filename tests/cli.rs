//! The command line from outside: what it writes, and how it exits.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::process::Command;

use rota_cli::Exit;
use rota_tests::command::{Outcome, rota, rota_words};
use rota_tests::folder::Folder;
use serde_json::Value;

const BROKEN: &str = r#"pack hamlet 1.0.0 "Hamlets" language 2
requires base ^1.0

rule odd at scorre {
  each city f in closed { award f.tiles each 2 pts to majority(f) as city at f }
}

rule worse at score { let }

rule worst at score {
  each city f in closed { award f.tails each 2 pts to majority(f) as city at f }
}
"#;

const TESTED: &str = r#"pack tested 1.0.0 "Scenarios" language 2
requires base ^1.0

scenario "the first tile of a game can be laid" for BASE-02 {
  pile E, V
  expect red decides
}

scenario "nobody has ever lost" for BASE-05 {
  pile E, V
  expect game over
}
"#;

#[test]
fn all_is_fine_with_the_packs_of_the_house() {
    let outcome = rota("check");
    assert_eq!(outcome.exit, Exit::Fine, "{}{}", outcome.out, outcome.err);
    assert!(outcome.out.ends_with("no problem\n"), "{}", outcome.out);
    assert_eq!(outcome.err, "");
}

#[test]
fn help_and_version_are_what_was_asked_for() {
    for line in ["--help", "--version", "sim --help"] {
        let outcome = rota(line);
        assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}");
        assert!(outcome.out.contains("rota"), "{line}: {}", outcome.out);
    }
}

#[test]
fn mistakes_in_the_command_line_exit_with_2() {
    let lines = [
        "",
        "plya base",
        "play",
        "play bsae",
        "play base@first_revison",
        "play base --set small_city",
        "play base --set smal_city=one_each",
        "play base --set small_city=9",
        "play base --set small_city=)",
        "play base --players red=human",
        "play base --players red=greedy",
        "play base --players red=greedy,red=greedy",
        "sim base --games 0",
        "sim base --players greed",
        "sim base --players think:0,greedy",
        "sim base --players think:2h,greedy",
        "match base --players greedy",
        "match base --players greedy,human",
        "bench base --seconds 0",
        "bench base --beside floor",
        "bench base --rounds 1 --seconds 0.001 --beside floor=false",
        "bench base --rounds 1 --seconds 0.001 --checker false",
        "disasm base:no_such_rule",
        "check no/such/folder",
        "check cli.rs",
        "check parse",
        "schema diagnostics base",
        "test base --filter thereisnosuchscenario",
    ];
    for line in lines {
        let outcome = rota(line);
        assert_eq!(outcome.exit, Exit::CouldNot, "{line}: {}{}", outcome.out, outcome.err);
        assert_eq!(outcome.out, "", "{line}");
        assert!(!outcome.err.is_empty(), "{line}");
    }
}

#[test]
fn a_slip_of_the_pen_is_answered_with_the_nearest_word() {
    for (line, near) in [
        ("play bsae", "did you mean `base`?"),
        ("play base@first_revison", "did you mean `first_revision`?"),
        ("play base --set smal_city=one_each", "did you mean `small_city`?"),
        ("play base --players gredy,uniform", "did you mean `greedy`?"),
        ("disasm base:complete_raod", "did you mean `complete_road`?"),
    ] {
        let err = rota(line).err;
        assert!(err.contains(near), "{line}: {err}");
    }
}

#[test]
fn problems_with_an_option_point_at_the_argument() {
    let err = rota("play base --set small_city=9").err;
    assert!(err.contains("[--set small_city=9:1:12]"), "{err}");
}

#[test]
fn a_broken_pack_shows_all_its_problems_once() {
    let folder = Folder::with("hamlet", &[("hamlet/pack.rota", BROKEN)]);
    let pack = folder.file("hamlet");
    let outcome = rota(&format!("check {pack}"));
    assert_eq!(outcome.exit, Exit::Findings, "{}", outcome.err);
    for line in ["pack.rota:4:13", "pack.rota:8:27", "pack.rota:11:35"] {
        assert_eq!(outcome.err.matches(line).count(), 1, "{line}: {}", outcome.err);
    }
    assert_eq!(outcome.out, "3 errors in 1 file\n");
}

#[test]
fn scenarios_and_written_mistakes_are_checked_before_they_are_played() {
    let rules = r#"pack asking 1.0.0 "Questions" language 2
requires base ^1.0

wrong rule generous at score {
  score 1 pts to activ as road
}

scenario "a slip in a question" {
  expect red.pionts = 0 pts
}
"#;
    let folder = Folder::with("asking", &[("asking/pack.rota", rules)]);
    let pack = folder.file("asking");
    let outcome = rota(&format!("check {pack}"));
    assert_eq!(outcome.exit, Exit::Findings, "{}", outcome.err);
    for line in ["pack.rota:5:18", "pack.rota:9:14"] {
        assert_eq!(outcome.err.matches(line).count(), 1, "{line}: {}", outcome.err);
    }
    assert_eq!(outcome.out, "2 errors in 1 file\n");
}

#[test]
fn problems_as_json_are_what_the_schema_says() {
    let folder = Folder::with("hamlet2", &[("hamlet2/pack.rota", &BROKEN.replace("hamlet", "hamlet2"))]);
    let pack = folder.file("hamlet2");
    let outcome = rota(&format!("check {pack} --format json"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Findings, ""));
    let document = outcome.json();
    assert_eq!(document["schema_version"], 1);
    let schema = rota("schema diagnostics").json();
    let places: Vec<_> = document["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|diagnostic| {
            has_keys(diagnostic, &schema["definitions"]["diagnostic"]);
            let label = &diagnostic["labels"][0];
            has_keys(label, &schema["definitions"]["label"]);
            (label["line"].as_u64().unwrap(), label["column"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(places, [(4, 13), (8, 27), (11, 35)]);
}

/// Asserts that an object has exactly the keys that a schema requires.
fn has_keys(object: &Value, schema: &Value) {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let mut wanted: Vec<&str> =
        schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    keys.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(keys, wanted);
}

#[test]
fn all_json_is_one_document_with_a_version() {
    for line in [
        "check",
        "test base",
        "play base --seed 4",
        "sim base --games 5",
        "disasm base:complete_road",
        "play bsae",
        "play base --set small_city=9",
    ] {
        assert_eq!(rota(&format!("{line} --format json")).json()["schema_version"], 1, "{line}");
    }
    assert_eq!(rota("schema tiles").json()["type"], "object");
    let edges = &rota("schema tiles base").json()["definitions"]["edges"]["pattern"];
    // Half tiles have three.
    assert_eq!(edges, "^[CRF.]{3,4}$");
}

#[test]
fn scenarios_pass_and_fail_with_their_place() {
    let folder = Folder::with("tested", &[("tested/pack.rota", TESTED)]);
    let pack = folder.file("tested");
    let outcome = rota(&format!("test {pack}"));
    assert_eq!(outcome.exit, Exit::Findings, "{}", outcome.err);
    assert!(
        outcome.out.contains("ok     tested: the first tile of a game can be laid  (BASE-02)"),
        "{}",
        outcome.out
    );
    assert!(outcome.out.contains("FAILED tested: nobody has ever lost  (BASE-05)"), "{}", outcome.out);
    assert!(outcome.out.contains("tested covers BASE-02\n"), "{}", outcome.out);
    assert!(outcome.out.ends_with("2 scenarios: 1 passed, 1 failed\n"), "{}", outcome.out);
    assert!(outcome.err.contains("pack.rota:11:3"), "{}", outcome.err);
    let outcome = rota(&format!("test {pack} --filter base-02 --format json"));
    assert_eq!(outcome.exit, Exit::Fine);
    assert_eq!(outcome.json()["packs"][0]["covered"], serde_json::json!(["BASE-02"]));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let (first, second) = (rota("play base --seed 11 --auto"), rota("play base --seed 11 --auto"));
    assert_eq!(first.exit, Exit::Fine, "{}", first.err);
    assert_eq!(first.out, second.out);
    assert_ne!(first.out, rota("play base --seed 12 --auto").out);
}

#[test]
fn a_board_is_drawn_as_a_whole() {
    let pack = "pack fence 1.0.0 \"Three by three\" language 2\nrequires base ^1.0\nboard -1..1 by 0..2\n";
    let folder = Folder::with("fence", &[("fence/pack.rota", pack)]);
    let outcome = rota(&format!("play {} --seed 7 --auto", folder.file("fence")));
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    let heads = outcome.out.lines().filter(|line| line.split_whitespace().eq(["-1", "0", "1"])).count();
    assert!(heads > 3, "{heads} tables of three columns in\n{}", outcome.out);
    assert!(!outcome.out.contains("2,0"), "a tile beyond the border");
}

#[test]
fn a_blank_side_is_drawn_as_nothing() {
    let rules = "pack pond 1.0.0 \"A hole in the table\" language 2\nrequires base ^1.0\ntiles pond\nstart board pond/ring\n";
    let mut set = "title = \"Pond\"\n[printings]\nall = \"All\"\n[[board]]\nid = \"ring\"\n".to_owned();
    let sides = ["FFFF", "FF.F", "FFFF", "F.FF", "....", "FFF.", "FFFF", ".FFF", "FFFF"];
    for (place, edges) in sides.iter().enumerate() {
        let shown = edges.chars().zip("NESW".chars()).filter(|(edge, _)| *edge == 'F');
        let shown: Vec<String> = shown.map(|(_, side)| side.to_string()).collect();
        let field =
            if shown.is_empty() { String::new() } else { format!("{{ field = \"{}\" }}", shown.join(" ")) };
        let at = format!("at = [{}, {}]", place % 3, place / 3);
        set += &format!("[[board.cell]]\n{at}\nedges = \"{edges}\"\nsegments = [{field}]\n");
    }
    let folder = Folder::with("pond", &[("pond/pack.rota", rules), ("pond/tiles/pond.toml", &set)]);
    let outcome = rota(&format!("play {} --seed 7 --auto", folder.file("pond")));
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    let hole = ["········     ········", "······         ······"];
    let first = outcome.out.split("turn 2").next().unwrap();
    for line in hole {
        assert!(first.contains(line), "no {line:?} in\n{first}");
    }
}

#[test]
fn the_points_of_a_game_are_those_of_its_scores() {
    let document = rota("play base@second_generation --seed 5 --format json").json();
    for player in document["final"].as_array().unwrap() {
        let scores = document["scores"].as_array().unwrap().iter();
        let own = scores.filter(|score| score["player"] == player["name"]);
        let sum: i64 = own.map(|score| score["points"].as_i64().unwrap()).sum();
        assert_eq!(player["points"], sum);
    }
    assert_eq!(document["table"].as_array().unwrap().len(), 72);
}

#[test]
fn a_match_ends_where_it_is_decided_on_any_number_of_threads() {
    let played = |line: &str| {
        let outcome = rota(&format!("match base --seed 3 --format json {line}"));
        assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
        outcome.json()
    };
    let clear = played("--players strong=greedy,weak=uniform --threads 1");
    assert_eq!(clear, played("--players strong=greedy,weak=uniform --threads 2"));
    // Eight deals are looked at together.
    assert_eq!((&clear["deals"], &clear["games"], &clear["decided"]), (&8.into(), &16.into(), &true.into()));
    let pair = &clear["pairs"][0];
    assert_eq!((&pair["first"], &pair["better"]), (&"strong".into(), &"strong".into()));
    assert_eq!(pair["ahead"]["share"], 1.0);
    assert_eq!(clear["players"][0]["wins"], 16);
    let lead =
        clear["players"][0]["points"].as_f64().unwrap() - clear["players"][1]["points"].as_f64().unwrap();
    assert!((lead - pair["lead"]["points"].as_f64().unwrap()).abs() < 1e-9);
    // Who is better than others of its kind is not decided, and three players have three pairs.
    let even = played("--players uniform,uniform,uniform --deals 24");
    assert_eq!((&even["deals"], &even["decided"]), (&24.into(), &false.into()));
    assert_eq!(even["pairs"].as_array().unwrap().len(), 3);
    assert!(even["pairs"].as_array().unwrap().iter().all(|pair| pair["better"].is_null()));
    // All are played where that is wanted.
    assert_eq!(played("--players greedy,uniform --deals 18 --all")["deals"], 18);
}

#[test]
fn several_matches_are_told_and_drawn_together() {
    let folder = Folder::with("matches", &[]);
    let line = "match base --deals 8 --players greedy,uniform --players uniform,uniform --all";
    let told = rota(&format!("{line} --format json")).json();
    let matches = told["matches"].as_array().unwrap();
    assert_eq!(matches[0], rota("match base --deals 8 --players greedy,uniform --all --format json").json());
    assert_eq!(matches[1]["players"][0]["player"], "uniform");
    let picture = folder.file("strength.svg");
    let outcome = rota(&format!("{line} --output {picture}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    assert_eq!(outcome.out.matches("16 games, 8 deals from every seat").count(), 2, "{}", outcome.out);
    let drawn = fs::read_to_string(&picture).unwrap();
    for words in ["greedy - uniform", "uniform - uniform", "points ahead in a game"] {
        assert!(drawn.contains(words), "{words}: {drawn}");
    }
    assert_eq!(rota(&format!("{line} --output {}", folder.file("strength.txt"))).exit, Exit::CouldNot);
}

#[test]
fn statistics_do_not_depend_on_threads() {
    let figures = |threads: &str| {
        let outcome = rota(&format!("sim base --games 60 --seed 9 --threads {threads} --format json"));
        assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
        let mut document = outcome.json();
        for key in ["threads", "games_per_cpu_second", "wall_seconds"] {
            assert!(document.as_object_mut().unwrap().remove(key).is_some(), "{key}");
        }
        document
    };
    let one = figures("1");
    assert_eq!(one, figures("2"));
    assert_eq!(one["games"], 60);
    assert_eq!(
        one["tiles_placed"]["mean"].as_f64().unwrap() + one["tiles_discarded"]["mean"].as_f64().unwrap(),
        71.0
    );
}

/// Measures next to nothing, beside a program that says what it was told to say.
fn bench(name: &str, more: &[&str]) -> Outcome {
    let folder =
        Folder::with(name, &[("figure.json", "{\"name\":\"still\",\"games_per_s\":1000,\"tiles\":1}\n")]);
    let beside = format!("still=cat {}", folder.file("figure.json"));
    let measured = ["bench", "base", "inns", "--rounds", "2", "--seconds", "0.001", "--checker", "true"];
    let outcome = rota_words(&[measured.as_slice(), &["--beside", &beside], more].concat(), "");
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    outcome
}

/// The lines of a table of times without the times: with `#` for every number among the figures, and no bars.
fn masked(table: &str) -> String {
    let figures = |line: &str| match line.char_indices().nth(42) {
        Some((at, _)) if line.starts_with("  ") => {
            let (name, figures) = line.split_at(at);
            let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
            let words = figures.split_whitespace().filter(|word| !word.starts_with('█'));
            let words = words.map(|word| match word {
                "met" | "missed" => "met?",
                word if is_number(&word) && !word.ends_with(':') => "#",
                word => word,
            });
            format!("{name}{}\n", words.collect::<Vec<_>>().join(" "))
        }
        _ => format!("{line}\n"),
    };
    table.lines().map(figures).collect()
}

#[test]
fn a_bench_has_a_row_for_every_figure() {
    let table = masked(&bench("figures", &[]).out);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("bench", table));
}

#[test]
fn a_bench_as_json_has_a_stable_layout() {
    let document = bench("layout", &["--format", "json"]).json();
    assert_eq!((&document["schema_version"], &document["rounds"]), (&Value::from(1), &Value::from(2)));
    let rows = document["rows"].as_array().unwrap();
    for row in rows {
        let mut keys: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["key", "least", "median", "met", "most", "name", "of", "target"]);
        let figure = |key: &str| row[key].as_f64().unwrap();
        assert!(figure("least") > 0.0, "{row}");
        assert!(figure("least") <= figure("median") && figure("median") <= figure("most"), "{row}");
        assert_eq!(row["met"].is_boolean(), row["target"].is_object(), "{row}");
    }
    let row = |of: &str, key: &str| rows.iter().find(|row| row["of"] == of && row["key"] == key).cloned();
    assert_eq!(row("base", "beside_still").unwrap()["median"], 1000.0);
    assert!(row("base", "games_against_still").unwrap()["target"].is_null());
    assert_eq!(row("inns", "tiles_against_first").unwrap()["target"]["at_least"], 0.5);
    assert!(row("inns", "tile_ns_players_6").is_some() && row("base", "tile_ns_players_6").is_none());
    assert!(row("all packs", "check_ms").is_some());
}

#[test]
fn a_profile_counts_the_same_on_any_number_of_threads() {
    let profile = |threads: &str| {
        let outcome = rota(&format!("sim base --games 20 --profile --threads {threads} --format json"));
        assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
        let mut profile = outcome.json()["profile"].take();
        assert!(profile["nanoseconds"].take().as_f64().unwrap() > 0.0);
        for function in profile["functions"].as_array_mut().unwrap() {
            let own = function["own_nanoseconds"].take().as_f64().unwrap();
            assert!(own <= function["total_nanoseconds"].take().as_f64().unwrap());
            assert!(function["time_share"].take().as_f64().unwrap() <= 1.0);
        }
        // Sorted by time, and time is nobody's promise.
        let name = |function: &Value| function["name"].as_str().unwrap().to_owned();
        profile["functions"].as_array_mut().unwrap().sort_by_key(name);
        profile
    };
    let one = profile("1");
    assert_eq!(one, profile("2"));
    let functions = one["functions"].as_array().unwrap();
    let share: f64 = functions.iter().map(|function| function["ops_share"].as_f64().unwrap()).sum();
    assert!((share - 1.0).abs() < 1e-9, "{share}");
    let placing = functions.iter().find(|function| function["name"] == "rule place_tile").unwrap();
    assert_eq!((&placing["pack"], &placing["calls"]), (&Value::from("base"), &Value::from(71.0)));
    let line = placing["line"].as_u64().unwrap() as usize;
    let file = std::fs::read_to_string(placing["file"].as_str().unwrap()).unwrap();
    assert!(file.lines().nth(line - 1).unwrap().starts_with("rule place_tile "));
    let ops = |lines: &Value| {
        lines.as_array().unwrap().iter().map(|line| line["ops"].as_f64().unwrap()).sum::<f64>()
    };
    assert!((ops(&one["lines"]) - one["ops"].as_f64().unwrap()).abs() < 1e-6);
}

#[test]
fn a_profile_names_rules_and_lines() {
    let outcome = rota("sim base --games 3 --profile");
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    let (rules, lines) =
        outcome.out.split_once("rules by time, in a game").unwrap().1.split_once("\n\n").unwrap();
    let digit = |letter: char| if letter.is_ascii_digit() { '0' } else { letter };
    let masked = |line: &str| {
        let words: Vec<String> =
            line.split_whitespace().map(|word| word.chars().map(digit).collect()).collect();
        words.join(" ")
    };
    assert_eq!(masked(rules.lines().next().unwrap()), "calls ops ops % time % µs with calls");
    let placing = rules.lines().find(|line| line.contains("rule place_tile")).unwrap();
    let figures = placing.split_whitespace().filter(|word| word.parse::<f64>().is_ok()).count();
    assert_eq!(figures, 6, "{placing}");
    assert!(masked(placing).ends_with("rulesets/base/turn.rota:00"), "{placing}");
    assert!(lines.starts_with("lines by operations, in a game"), "{lines}");
    assert!(lines.contains("choose active p among tile_spots(kept)"), "{lines}");
}

#[test]
fn colours_are_where_they_are_asked_for() {
    let escape = '\u{1b}';
    assert!(rota("play base --auto --color always").out.contains(escape));
    assert!(rota("play bsae --color always").err.contains(escape));
    assert!(!rota("play base --auto --color never").out.contains(escape));
    // A buffer is no terminal.
    assert!(!rota("play base --auto").out.contains(escape));
}

/// The environment belongs to the whole process, so that this test runs itself with another one.
#[test]
fn the_environment_settles_colours() {
    const ASKED: &str = "ROTA_TEST_COLOURS";
    if let Some(expected) = std::env::var_os(ASKED) {
        let has_colours = rota("play bsae").err.contains('\u{1b}');
        assert_eq!(if has_colours { "yes" } else { "no" }, expected);
        return;
    }
    let run = |expected: &str, environment: &[(&str, &str)]| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "the_environment_settles_colours"]).env_remove("CI");
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(ASKED, expected);
        let output = command.envs(environment.iter().copied()).output().unwrap();
        assert!(output.status.success(), "{environment:?}: {}", String::from_utf8_lossy(&output.stdout));
    };
    run("no", &[]);
    run("yes", &[("CLICOLOR_FORCE", "1")]);
    run("no", &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]);
}

#[test]
fn what_nobody_sees_is_told_to_nobody() {
    let outcome = rota("play probes/casket --set play=asides --auto --seed 3");
    assert_eq!(outcome.exit, Exit::Fine, "{}", outcome.err);
    assert!(outcome.out.contains("is drawn that nobody sees"), "{}", outcome.out);
}

#[test]
fn the_legend_knows_pieces_of_nobody() {
    let legend = |line: &str| rota(line).out.lines().nth(1).unwrap_or_default().to_owned();
    assert!(legend("play wheel_of_fortune --auto --seed 1").contains("* nobody"));
    assert!(!legend("play base --auto --seed 1").contains("* nobody"));
}

#[test]
fn a_failed_scenario_tells_all_options_on_request() {
    let scenario =
        "scenario \"too many\" {\n  lay X at 0,0\n  lay X at 4,0\n  pile W, ..\n  expect 99 options\n}\n";
    let pack = format!("pack crossroads 1.0.0 language 2\nrequires base ^1.0\n{scenario}");
    let folder = Folder::with("crossroads", &[("crossroads/pack.rota", &pack)]);
    let told = |more: &str| rota(&format!("test {}{more}", folder.file("crossroads"))).err;
    assert!(told("").contains("and 12 more"), "{}", told(""));
    let all = told(" --all-options");
    assert!(all.contains("0,1 turned 3") && !all.contains("more"), "{all}");
}

#[test]
fn what_is_required_is_told_with_what_is_there() {
    let rules = |name: &str, more: &str| format!("pack {name} 1.0.0 language 2\nrequires base ^1.0\n{more}");
    let late = "pack late 1.0.0 language 2\nrequires base ^9.1\n".to_owned();
    let folder = Folder::with(
        "required",
        &[("late/pack.rota", &late), ("lost/pack.rota", &rules("lost", "requires moors ^2.0\n"))],
    );
    let (late, lost) = (folder.file("late"), folder.file("lost"));
    let told = |line: &str| {
        let outcome = rota(line);
        assert_ne!(outcome.exit, Exit::Fine, "{line}");
        outcome.err.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for line in [format!("check {late}"), format!("play {late} --auto"), format!("test {late}")] {
        let err = told(&line);
        assert!(err.contains("pack `base` 1.0.0 is not ^9.1"), "{line}: {err}");
        // Here, and built in.
        assert!(
            err.contains("there is 1.0.0 (") && err.contains("of which the first is found"),
            "{line}: {err}"
        );
        assert!(err.contains("rota pack add base-"), "{line}: {err}");
    }
    for line in [format!("check {lost}"), format!("play {lost} --auto"), format!("test {lost}")] {
        let err = told(&line);
        assert!(err.contains("there is no pack `moors`, and `lost` requires moors ^2.0"), "{line}: {err}");
        assert!(err.contains("rota pack add moors-"), "{line}: {err}");
    }
}

#[test]
fn packs_that_conflict_are_refused_by_every_command() {
    let says_so =
        "pack tides 1.0.0 language 2\nrequires base ^1.0\nconflicts with shoals \"both move the sea\"\n";
    let other = "pack shoals 1.0.0 language 2\nrequires base ^1.0\n";
    let both = "packs = [\"base\", \"shoals\", \"tides\"]\n";
    let files = [("tides/pack.rota", says_so), ("shoals/pack.rota", other), ("both.toml", both)];
    let folder = Folder::with("conflicting", &files);
    let (tides, shoals, both) = (folder.file("tides"), folder.file("shoals"), folder.file("both.toml"));
    // Alone, each is sound: the other need not be there.
    assert_eq!(rota(&format!("check {tides}")).exit, Exit::Fine);
    for line in [
        format!("play {shoals} {tides} --auto"),
        format!("sim {tides} {shoals} --games 2"),
        format!("check {both}"),
        format!("diff base {tides},{shoals}"),
    ] {
        let outcome = rota(&line);
        assert_ne!(outcome.exit, Exit::Fine, "{line}");
        let err = outcome.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains("cannot lie on one table: both move the sea"), "{line}: {err}");
        assert!(err.contains("pack.rota:3:16"), "{line}: {err}");
    }
}

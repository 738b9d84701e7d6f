//! Whole games over the wire, by somebody who knows nothing but the answers; and by a player in another language.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use rota::{PackSource, Random};
use rota_protocol::Engine;
use rota_tests::folder::Folder;
use rota_tests::shelf::{SEVERAL, root, shelf};
use serde_json::{Value, json};

use super::wire::Wire;

/// What somebody at the table remembers of it: only what is new is sent.
#[derive(Default)]
struct Memory {
    at: Option<u64>,
    tiles: Vec<Value>,
    events: Vec<Value>,
}

impl Memory {
    fn take(&mut self, view: &Value) {
        let part = |name: &str| view[name].as_array().unwrap().clone();
        let from = |name: &str| usize::try_from(view[name].as_u64().unwrap()).unwrap();
        assert!(from("tiles_from") <= self.tiles.len() && from("events_from") <= self.events.len());
        self.tiles.truncate(from("tiles_from"));
        self.tiles.extend(part("tiles"));
        self.events.truncate(from("events_from"));
        self.events.extend(part("events"));
        self.at = view["at"].as_u64();
    }
}

/// Plays a game; returns how many requests that took.
fn play<S: PackSource>(wire: &mut Wire<S>, table: u64, players: &[&str], seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut memories: Vec<Memory> = (0..=players.len()).map(|_| Memory::default()).collect();
    let names: Vec<Value> = players.iter().map(|name| json!(name)).chain([Value::Null]).collect();
    let mut at = 0;
    for asked in 0.. {
        let onlooker = wire.ask(&json!({ "type": "view", "table": table, "since": at }));
        at = onlooker["at"].as_u64().unwrap();
        if onlooker["decision"].is_null() {
            assert!(onlooker["over"] == true && onlooker["fault"].is_null(), "{onlooker}");
            return asked;
        }
        // Somebody looks, sees what is new, and then knows what one knows who looks for the first time.
        let who = random.below(names.len() * 4);
        if who >= names.len() {
            decide(wire, table, &onlooker["decision"]["player"], at, &mut random);
            continue;
        }
        let mut look = json!({ "type": "view", "table": table, "seat": names[who] });
        if who == players.len() {
            look.as_object_mut().unwrap().remove("seat");
        }
        let whole = wire.ask(&look);
        if let Some(at) = memories[who].at {
            look["since"] = json!(at);
        }
        let new = wire.ask(&look);
        memories[who].take(&new);
        assert_eq!(json!(memories[who].tiles), whole["tiles"]);
        assert_eq!(json!(memories[who].events), whole["events"]);
        decide(wire, table, &onlooker["decision"]["player"], at, &mut random);
    }
    0
}

fn decide<S: PackSource>(wire: &mut Wire<S>, table: u64, seat: &Value, at: u64, random: &mut Random) {
    let view = wire.ask(&json!({ "type": "view", "table": table, "seat": seat, "since": at }));
    if view["may_undo"] == true && random.below(4) == 0 {
        let back = wire.ask(&json!({ "type": "undo", "table": table, "seat": seat, "at": view["at"] }));
        assert!(back["may_redo"] == true && back["decision"]["player"] == *seat, "{back}");
        if random.below(2) == 0 {
            let again = wire.ask(&json!({ "type": "redo", "table": table, "seat": seat }));
            assert_eq!(again["decision"], view["decision"]);
        }
        return;
    }
    let options = view["decision"]["options"].as_array().unwrap();
    let mut words: Vec<&Value> = options.iter().map(|option| &option["words"]).collect();
    let pass = json!("pass");
    words.extend((view["decision"]["may_pass"] == true).then_some(&pass));
    for option in options {
        assert!(option.as_object().unwrap().len() > 1, "nothing to point at: {option}");
    }
    let words = words[random.below(words.len())];
    wire.ask(&json!({ "type": "choose", "table": table, "seat": seat, "words": words, "at": view["at"] }));
}

/// What stands on a tile stands on one: of two half tiles in a cell, on that which is turned so.
fn tiles_are_told_apart(view: &Value) {
    let tiles = view["tiles"].as_array().unwrap();
    for piece in view["pieces"].as_array().unwrap() {
        let place = &piece["place"];
        if !["segment", "tile"].contains(&place["type"].as_str().unwrap()) {
            continue;
        }
        let is_it = |tile: &&Value| {
            let is_there = tile["x"] == place["x"] && tile["y"] == place["y"];
            is_there && (place["half"].is_null() || place["half"] == tile["turned"])
        };
        assert_eq!(tiles.iter().filter(is_it).count(), 1, "{piece}");
    }
}

#[test]
fn games_are_played_over_the_wire() {
    let compositions: [(&[&str], Value); 7] = [
        (&["base"], json!({})),
        (&["base"], json!({ "abbots": 1, "small_city": "one_each" })),
        (&["encore", "levy", "roadblock"], json!({})),
        (&["council"], json!({ "counsel": "at_once" })),
        (&["casket"], json!({ "play": "gifts" })),
        (&["halflings"], json!({})),
        (&SEVERAL, json!({ "secret_draws": true, "orange_with_other_start": "laid_beside" })),
    ];
    let mut wire = Wire::new(Engine::new(shelf()));
    let players = ["ann", "ben", "cay"];
    let mut asked = 0;
    for (packs, options) in compositions {
        let table = wire.open(packs, &options, &players, 3);
        asked += play(&mut wire, table, &players, 5);
        let why = wire.ask(&json!({ "type": "why", "table": table }));
        let view = wire.ask(&json!({ "type": "view", "table": table }));
        // Points that are explained are all the points there are.
        for player in view["players"].as_array().unwrap() {
            let own = why["scores"].as_array().unwrap().iter();
            let own = own.filter(|score| score["player"] == player["name"] && score["given"] == true);
            let sum: i64 = own.map(|score| score["points"].as_i64().unwrap()).sum();
            assert_eq!(json!(sum), player["points"], "{packs:?}");
        }
        tiles_are_told_apart(&view);
        // The game goes on from its save as it stands.
        let save = wire.ask(&json!({ "type": "save", "table": table }))["save"].clone();
        let resumed = wire.ask(&json!({ "type": "resume", "save": save }))["table"].clone();
        let again = wire.ask(&json!({ "type": "view", "table": resumed }));
        assert_eq!(again["events"], view["events"]);
        wire.ask(&json!({ "type": "close", "table": table }));
    }
    let (bytes, lines) = wire.came;
    println!("{asked} moves, {lines} answers, {} bytes each", bytes / lines);
}

#[test]
fn a_game_becomes_a_scenario_that_holds() {
    let mut wire = Wire::new(Engine::new(shelf()));
    let packs: [&[&str]; 3] = [&["base"], &["base", "inns_and_cathedrals"], &["encore", "levy"]];
    for packs in packs {
        let table = wire.open(packs, &json!({}), &["ann", "ben"], 4);
        for moves in [1, 10, 40] {
            for by in ["greedy", "uniform"].into_iter().cycle().take(moves) {
                wire.ask(&json!({ "type": "play", "table": table, "by": by }));
            }
            let text = wire.ask(&json!({ "type": "scenario", "table": table, "title": "as it stands" }));
            let requires: String = packs.iter().map(|pack| format!("requires {pack} ^1.0\n")).collect();
            let text = format!("pack proof 1.0.0 language 2\n{requires}\n{}", text["text"].as_str().unwrap());
            let put = json!({ "type": "put", "file": "proof/proof.rota", "pack": "proof", "text": text });
            wire.ask(&put);
            let ran = wire.ask(&json!({ "type": "run", "pack": "proof" }));
            assert!(ran["scenarios"][0]["passed"] == true, "{text}\n{ran}");
        }
    }
}

/// The same requests are answered alike, to the byte.
#[test]
fn the_same_requests_have_the_same_answers() {
    let answers = || {
        let mut engine = Engine::new(shelf());
        let open = r#"{"type":"open","packs":["base"],"players":["ann","ben"],"seed":9}"#;
        let mut told = engine.answer_line(open);
        for _ in 0..40 {
            let view: Value =
                serde_json::from_str(&engine.answer_line(r#"{"type":"view","table":1}"#)).unwrap();
            let decision = &view["decision"];
            let words = decision["options"][0]["words"].as_str().unwrap_or("pass");
            let choose = json!({ "type": "choose", "table": 1, "seat": decision["player"], "words": words });
            told.push_str(&engine.answer_line(choose.to_string()));
        }
        told + &engine.answer_line(r#"{"type":"save","table":1}"#)
    };
    assert_eq!(answers(), answers());
}

const CHILD: &str = "ROTA_TEST_CHILD";

/// A program that does as `rota engine`: this test, without what tests say of themselves.
fn program(folder: &Folder) -> PathBuf {
    let (own, path) = (std::env::current_exe().unwrap(), folder.path().join("rota"));
    let test = "play::thirty_lines_of_another_language_play";
    let line =
        format!("{CHILD}=1 '{}' --exact {test} --nocapture | grep --line-buffered '^{{'", own.display());
    fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
    Command::new("chmod").arg("+x").arg(&path).status().unwrap();
    path
}

#[test]
fn thirty_lines_of_another_language_play() {
    if std::env::var_os(CHILD).is_some() {
        let line = ["rota", "engine"].map(std::ffi::OsString::from);
        rota_cli::run(line, std::io::stdout().lock(), std::io::stderr());
        return;
    }
    let script = root().join("docs/examples/player.py");
    let lines = fs::read_to_string(&script).unwrap().lines().count();
    assert!(lines <= 30, "{lines} lines");
    if !cfg!(unix) || Command::new("python3").arg("--version").output().is_err() {
        return println!("skipped: there is no `python3` here, or no shell to start it from");
    }
    let folder = Folder::new("python");
    let program = program(&folder);
    let played = || {
        let played = Command::new("python3").arg(&script).arg(&program).current_dir(root()).output().unwrap();
        let out = String::from_utf8(played.stdout).unwrap();
        assert!(played.status.success(), "{out}{}", String::from_utf8_lossy(&played.stderr));
        out
    };
    let first = played();
    assert!(first.starts_with("ann ") && first.lines().count() == 2, "{first}");
    assert_eq!(first, played());
    let page = fs::read_to_string(root().join("docs/reference/cli/engine.md")).unwrap();
    assert!(page.contains(&first), "docs/reference/cli/engine.md shows another game: {first}");
}

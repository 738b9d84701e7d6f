//! Games that are played again: back and forth, by other rules, counted, and as scenarios.

use std::collections::BTreeMap;

use rota::{PackSource, Random};
use rota_protocol::Engine;
use rota_tests::shelf::{PUBLISHED, shelf};
use serde_json::{Value, json};

use super::wire::Wire;

/// Plays so many moves by a program.
fn play<S: PackSource>(wire: &mut Wire<S>, table: u64, moves: usize) {
    for _ in 0..moves {
        let view = wire.ask(&json!({ "type": "play", "table": table, "by": "uniform" }));
        if view["over"] == true {
            break;
        }
    }
}

/// What everybody sees of a table, but for the number of the change.
fn views<S: PackSource>(wire: &mut Wire<S>, table: u64) -> Vec<Value> {
    let seats = [json!("ann"), json!("ben"), Value::Null];
    let view = |seat: &Value| {
        let mut look = json!({ "type": "view", "table": table, "seat": seat });
        if seat.is_null() {
            look.as_object_mut().unwrap().remove("seat");
        }
        let mut view = wire.ask(&look);
        for field in ["at", "may_undo", "may_redo"] {
            view[field].take();
        }
        view
    };
    seats.iter().map(view).collect()
}

#[test]
fn a_game_goes_back_and_forth() {
    let mut random = Random::new(5);
    let mut wire = Wire::new(Engine::new(shelf()));
    for pack in PUBLISHED {
        let table = wire.open(&[pack], &json!({}), &["ann", "ben"], 5);
        play(&mut wire, table, 20);
        let made = wire.ask(&json!({ "type": "replay", "table": table }))["moves"].as_u64().unwrap();
        let stands = views(&mut wire, table);
        for _ in 0..3 {
            let moves = random.below(usize::try_from(made).unwrap() + 1);
            let there = wire.ask(&json!({ "type": "replay", "table": table, "moves": moves }));
            assert_eq!((&there["moves"], &there["of"]), (&json!(moves), &json!(made)), "{pack}");
            assert!(there["stopped"].is_null(), "{pack}: {there}");
        }
        let again = wire.ask(&json!({ "type": "replay", "table": table }));
        assert_eq!(again["moves"], json!(made), "{pack}");
        assert_eq!(views(&mut wire, table), stands, "{pack}");
        // Another move, and what was to come is forgotten.
        if made > 1 {
            wire.ask(&json!({ "type": "replay", "table": table, "moves": made - 1 }));
            play(&mut wire, table, 1);
            let now = wire.ask(&json!({ "type": "replay", "table": table }));
            assert_eq!((&now["moves"], &now["of"]), (&json!(made), &json!(made)), "{pack}");
        }
        wire.ask(&json!({ "type": "close", "table": table }));
    }
}

#[test]
fn all_that_happens_in_a_move_happens_in_a_rule() {
    let mut wire = Wire::new(Engine::new(shelf()));
    let (mut looked, mut calls_of_all) = (0, 0);
    for pack in PUBLISHED {
        let table = wire.open(&[pack], &json!({}), &["ann", "ben"], 8);
        play(&mut wire, table, 12);
        let made = wire.ask(&json!({ "type": "replay", "table": table }))["moves"].as_u64().unwrap();
        let mut lines: BTreeMap<(String, u64), Vec<u64>> = BTreeMap::new();
        for number in 0..=made {
            let traced = wire.ask(&json!({ "type": "trace", "table": table, "move": number }));
            let calls = traced["calls"].as_array().unwrap();
            let sum = |list: &Value| {
                list.as_array().unwrap().iter().map(|one| one["ops"].as_u64().unwrap()).sum::<u64>()
            };
            assert!(!calls.is_empty(), "{pack}, move {number}");
            // What was written by no pack has no line.
            assert!(sum(&traced["lines"]) <= sum(&traced["calls"]), "{pack}, move {number}");
            if number > 0 {
                let asked = calls.iter().flat_map(|call| call["happened"].as_array().unwrap());
                let asked = asked.filter(|told| told.as_str().unwrap().contains(" is asked: "));
                assert!(asked.count() >= 1, "{pack}, move {number}: {traced}");
            }
            for line in traced["lines"].as_array().unwrap() {
                let place = (line["file"].as_str().unwrap().to_owned(), line["line"].as_u64().unwrap());
                lines.entry(place).or_default().insert(0, number);
            }
            (looked, calls_of_all) = (looked + 1, calls_of_all + calls.len());
        }
        for ((file, line), moves) in lines.into_iter().step_by(7) {
            let used = wire.ask(&json!({ "type": "used", "table": table, "file": file, "line": line }));
            assert_eq!(used["moves"], json!(moves), "{pack}: {file}:{line}");
        }
        wire.ask(&json!({ "type": "close", "table": table }));
    }
    println!("{looked} moves, {calls_of_all} rules that ran");
}

#[test]
fn a_position_becomes_a_scenario_that_holds() {
    let mut wire = Wire::new(Engine::new(shelf()));
    let (mut laid, mut whole) = (Vec::new(), Vec::new());
    for pack in PUBLISHED {
        let table = wire.open(&[pack], &json!({}), &["ann", "ben"], 3);
        play(&mut wire, table, 15);
        for moves in [Value::Null, json!(1), json!(4)] {
            let told = wire
                .ask(&json!({ "type": "scenario", "table": table, "title": "as it was", "moves": moves }));
            let text = told["text"].as_str().unwrap();
            let file = format!("{pack}/as_it_was.rota");
            wire.ask(&json!({ "type": "put", "file": file, "pack": pack, "text": text }));
            let ran = wire.ask(&json!({ "type": "run", "pack": pack, "scenario": "as it was" }));
            assert!(ran["scenarios"][0]["passed"] == true, "{pack}: {text}\n{ran}");
            wire.ask(&json!({ "type": "take", "file": file }));
            if !moves.is_null() {
                if told["laid"] == true { laid.push(pack) } else { whole.push(pack) }
            }
        }
        wire.ask(&json!({ "type": "close", "table": table }));
    }
    whole.dedup();
    println!("{} positions were laid out; all was played again with {}", laid.len(), whole.join(", "));
    assert!(laid.len() > PUBLISHED.len(), "{whole:?}");
}

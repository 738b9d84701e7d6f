//! Nothing that comes over the wire does harm: every line is answered by one line, and what is refused changes nothing.

use rota_protocol::{Engine, LONGEST_LINE};
use rota_tests::chance::Chance;
use serde_json::json;

use super::hamlet;
use super::wire::Wire;

#[test]
fn every_line_has_an_answer() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    wire.open(&["hamlet"], &json!({}), &["ann", "ben"], 1);
    let before = wire.line(r#"{"type":"view","table":1}"#);
    let sound = [
        r#"{"type":"view","table":1,"seat":"ann","since":0,"id":"a"}"#,
        r#"{"type":"open","packs":["hamlet"],"options":{"walkers":1},"players":["ann"],"seed":1}"#,
        r#"{"type":"resume","save":"{\"rota_save\":1}\n","accept_changes":true}"#,
        r#"{"type":"why","table":1,"player":"ben"}"#,
    ];
    let mut chance = Chance(11);
    let signs = br#"{}[]",:0-9a\ne"#;
    for round in 0..4000 {
        let mut line = sound[round % sound.len()].to_owned().into_bytes();
        for _ in 0..=chance.below(3) {
            let at = chance.below(line.len());
            match chance.below(3) {
                0 => line[at] = signs[chance.below(signs.len())],
                1 => drop(line.remove(at)),
                _ => line.insert(at, signs[chance.below(signs.len())]),
            }
        }
        let answer = wire.line(&String::from_utf8_lossy(&line));
        assert!(answer["type"].is_string());
    }
    assert_eq!(wire.line(r#"{"type":"view","table":1}"#), before);
}

#[test]
fn what_is_too_long_or_no_text_is_told() {
    let mut engine = Engine::new(hamlet());
    let long = vec![b' '; LONGEST_LINE + 1];
    assert!(engine.answer_line(&long).contains("protocol::too-long"));
    assert!(engine.answer_line([b'{', 0xff, b'}']).contains("protocol::no-json"));
    let deep = "[".repeat(100_000);
    assert!(engine.answer_line(&deep).contains("protocol::no-json"));
}

/// What is opened is kept up to a limit.
#[test]
fn there_are_only_so_many_tables() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    for _ in 0..rota_protocol::MOST_TABLES {
        wire.open(&["hamlet"], &json!({}), &["ann", "ben"], 1);
    }
    let open = r#"{"type":"open","packs":["hamlet"],"players":["ann","ben"]}"#;
    assert_eq!(wire.line(open)["problems"][0]["code"], "protocol::too-many");
    wire.line(r#"{"type":"close","table":5}"#);
    assert_eq!(wire.line(open)["table"], rota_protocol::MOST_TABLES + 1);
}

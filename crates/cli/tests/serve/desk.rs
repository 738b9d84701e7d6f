//! Nonsense at the owner's desk: all of it is refused in words, no table comes of it, and the desk stays open.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::guest::Server;

/// Games that cannot be begun, as `open` and `seats`.
fn not_games() -> Vec<(Value, Value)> {
    let two = json!([{ "name": "ann", "by": "here" }, { "name": "ben", "by": "here" }]);
    let base = json!({ "packs": ["base"] });
    let mut games: Vec<(Value, Value)> = [
        json!({}),
        json!(null),
        json!([]),
        json!({ "packs": [] }),
        json!({ "packs": "base" }),
        json!({ "packs": ["../../etc/passwd"] }),
        json!({ "packs": ["/etc"] }),
        json!({ "packs": ["base\u{0}"] }),
        json!({ "packs": [""] }),
        json!({ "packs": ["no_such_pack"] }),
        json!({ "packs": vec!["a"; 9000] }),
        json!({ "packs": ["base"], "players": ["ann", "ben"] }),
        json!({ "packs": ["base"], "seed": -1 }),
        json!({ "packs": ["base"], "seed": 1.5 }),
        json!({ "packs": ["base"], "seed": "1" }),
        json!({ "packs": ["base"], "copies": -1 }),
        json!({ "packs": ["base"], "copies": u64::MAX }),
        json!({ "packs": ["base"], "copies": u32::MAX }),
        json!({ "packs": ["base"], "start": "../base" }),
        json!({ "packs": ["base"], "variants": ["../base"] }),
        json!({ "packs": ["base"], "options": { "no_such_option": true } }),
        json!({ "packs": ["base"], "tables": "/tmp" }),
        json!({ "composition": "[".repeat(20_000) }),
        json!({ "composition": "a = ".to_owned() + &"[".repeat(10_000) + &"]".repeat(10_000) }),
        json!({ "composition": "title = \"x\"\npacks = [\"../../etc/passwd\"]" }),
        json!({ "composition": "\u{0}" }),
    ]
    .into_iter()
    .map(|open| (open, two.clone()))
    .collect();
    let ann = json!({ "name": "ann", "by": "here" });
    let named = |name: &str| json!([ann, { "name": name, "by": "here" }]);
    let crowd: Vec<Value> =
        (0..300).map(|number| json!({ "name": format!("p{number}"), "by": "here" })).collect();
    let seats = [
        json!(null),
        json!([]),
        json!([ann, ann]),
        json!(["ann", "ben"]),
        json!([ann, { "name": "ben", "by": "owner" }]),
        json!([ann, { "name": "ben" }]),
        json!([ann, { "name": "ben", "by": "here", "token": "1" }]),
        json!(crowd),
        named(""),
        named("<script>"),
        named("ben\"\nby = \"uniform"),
        named("../ben"),
        named("\u{202e}ben"),
    ];
    games.extend(seats.into_iter().map(|seats| (base.clone(), seats)));
    games
}

#[test]
fn nonsense_at_the_desk_begins_nothing() {
    let server = Server::start("desk");
    let mut owner = server.owner();
    for (open, seats) in not_games() {
        let begin = json!({ "type": "begin", "open": open, "seats": seats });
        let shown: String = begin.to_string().chars().take(200).collect();
        let start = Instant::now();
        let answer = owner.ask(&begin);
        assert!(answer["type"] == "refused", "{shown}: {answer}");
        let problems = answer["problems"].as_array().unwrap();
        assert!(!problems.is_empty(), "{shown}");
        for problem in problems {
            let message = problem["message"].as_str().unwrap();
            assert!(message.len() > 8 && !message.contains("panic"), "{shown}: {message}");
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{shown}: {:?}", start.elapsed());
    }
    let tables =
        [json!(-1), json!(0), json!(1), json!(u64::MAX), json!("1"), json!(null), json!([1]), json!(1.5)];
    for table in tables {
        for asks in ["links", "close"] {
            let codes = owner.refused(&json!({ "type": asks, "table": table }));
            assert!(codes == ["serve::no-table"] || codes == ["serve::request"], "{asks} {table}: {codes:?}");
        }
    }
    for asks in ["", "view", "choose", "save", "enter", "open", "resume", "Begin", "shelf\u{0}"] {
        assert_eq!(owner.refused(&json!({ "type": asks, "token": server.owner })).len(), 1, "{asks}");
    }
    assert_eq!(owner.ask(&json!({ "type": "tables" }))["tables"], json!([]));
    let left: Vec<_> = std::fs::read_dir(server.folder.join("tables"))
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(left, [".lock"], "something was written");
    assert_eq!(server.begin(&["base"], &[("ann", "here"), ("ben", "here")], 1)["table"], 1);
    assert_eq!(server.errors(), "");
}

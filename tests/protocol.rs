//! The protocol: what is answered to requests that lie in files, whole games over it, what a seat may know, and the
//! pages that are written from its types.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

#[path = "protocol/edit.rs"]
mod edit;
#[path = "protocol/features.rs"]
mod features;
#[path = "protocol/hostile.rs"]
mod hostile;
#[path = "protocol/page.rs"]
mod page;
#[path = "protocol/play.rs"]
mod play;
#[path = "protocol/rehearse.rs"]
mod rehearse;
#[path = "protocol/tiles.rs"]
mod tiles;
#[path = "protocol/wire.rs"]
mod wire;
#[path = "protocol/worlds.rs"]
mod worlds;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use rota::{PackText, Text};
use rota_protocol::Engine;
use rota_tests::shelf::{Written, below, root};
use serde_json::Value;

use wire::Wire;

/// A shelf with one small pack, whose answers fit on a page.
fn hamlet() -> Written {
    let folder = root().join("tests/session/hamlet");
    let text = |path: &Path| Text {
        name: format!("hamlet/{}", path.file_name().unwrap().to_str().unwrap()),
        text: fs::read_to_string(path).unwrap(),
    };
    let pack = PackText {
        name: "hamlet".to_owned(),
        rules: below(&folder, "rota").iter().map(|path| text(path)).collect(),
        tiles: below(&folder, "toml").iter().map(|path| ("hamlet".to_owned(), text(path))).collect(),
    };
    Written { packs: BTreeMap::from([("hamlet".to_owned(), pack)]), sets: BTreeMap::new() }
}

/// Each file of requests with what is answered to them; lines that begin with `#` say what it is about.
#[test]
fn requests_are_answered() {
    for path in below(&root().join("tests/protocol"), "jsonl") {
        let mut wire = Wire::new(Engine::new(hamlet()));
        let mut told = String::new();
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.is_empty()) {
            if line.starts_with('#') {
                writeln!(told, "{line}").unwrap();
                continue;
            }
            let answer = wire.line(line);
            writeln!(told, "> {line}\n{}\n", pretty(&answer, 0)).unwrap();
        }
        insta::with_settings!({ snapshot_path => "protocol", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), told);
        });
    }
}

/// The messages of the protocol, for the page that explains them.
#[test]
fn messages_of_the_protocol_are_explained() {
    let mut wire = Wire::new(Engine::new(hamlet()));
    let mut told = String::new();
    let read = |name: &str| fs::read_to_string(root().join("tests/protocol").join(name)).unwrap();
    let requests = read("refused.jsonl") + &read("texts.jsonl");
    for line in requests.lines().filter(|line| !line.starts_with('#')) {
        let answer = wire.line(line);
        for problem in answer["problems"].as_array().into_iter().flatten() {
            let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
            if !text("code").starts_with("protocol::") {
                continue;
            }
            write!(told, "{}\n\n  × {}\n", text("code"), text("message")).unwrap();
            if !text("help").is_empty() {
                writeln!(told, "  help: {}", text("help")).unwrap();
            }
            told.push('\n');
        }
    }
    insta::with_settings!({ snapshot_path => "messages", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("protocol", told);
    });
}

/// A document with each entry of its outer objects in a line of its own.
fn pretty(value: &Value, depth: usize) -> String {
    let line = value.to_string();
    if line.len() <= 90 {
        return line;
    }
    let fields: Vec<String> = if let Value::Object(fields) = value {
        fields.iter().map(|(name, value)| format!("\"{name}\": {}", pretty(value, depth + 1))).collect()
    } else if let Value::Array(items) = value {
        items.iter().map(|item| pretty(item, depth + 1)).collect()
    } else {
        return line;
    };
    let indent = "  ".repeat(depth);
    let (open, close) = if value.is_object() { ("{", "}") } else { ("[", "]") };
    format!("{open}\n{indent}  {}\n{indent}{close}", fields.join(&format!(",\n{indent}  ")))
}

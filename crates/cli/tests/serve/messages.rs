//! The messages of the server, for the page that explains them.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::guest::{Guest, Server};

#[test]
fn messages_of_the_server_are_explained() {
    let server = Server::start("messages");
    let begun = server.begin(&["base"], &[("ann", "here"), ("ben", "elsewhere")], 1);
    let (mut owner, mut ben) = (server.owner(), server.by(&begun["elsewhere"]["ben"]));
    let mut told = String::new();
    let mut tell = |answer: &Value| {
        for problem in answer["problems"].as_array().unwrap() {
            let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
            write!(told, "{}\n\n  × {}\n", text("code"), text("message")).unwrap();
            if !text("help").is_empty() {
                writeln!(told, "  help: {}", text("help")).unwrap();
            }
            told.push('\n');
        }
    };
    tell(&owner.ask(&json!({ "type": "close", "table": 7 })));
    tell(&Guest::enter(server.port, "1234").entered);
    tell(&ben.ask(&json!({ "type": "save" })));
    tell(&ben.ask(&json!({ "type": "view", "seat": "ann" })));
    tell(&ben.ask(&json!({ "type": "view", "seat": 7 })));
    tell(&owner.ask(&json!({ "type": "begn" })));
    tell(&owner.ask(&json!({ "type": "begin", "open": { "packs": ["base"] } })));
    let mut hasty = server.by(&begun["onlooker"]);
    for _ in 0..260 {
        hasty.send(r#"{"type":"view","since":99}"#);
    }
    let too_fast =
        std::iter::from_fn(|| hasty.hear()).find(|said| said["problems"][0]["code"] == "serve::too-fast");
    tell(&too_fast.unwrap());
    insta::with_settings!({ snapshot_path => "../../../../tests/messages", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("serve", told);
    });
}

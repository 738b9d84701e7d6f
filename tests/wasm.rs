//! The desk of a page without a server: the engine over the packs in the program, and files to begin with.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on has failed")]

use rota_embedded::Embedded;
use rota_wasm::Desk;
use serde_json::{Value, json};

fn ask(desk: &mut Desk, request: &Value) -> Value {
    serde_json::from_str(&desk.answer(request.to_string().as_bytes())).unwrap()
}

#[test]
fn the_packs_of_the_program_are_played() {
    let mut desk = Desk::new();
    let opened =
        ask(&mut desk, &json!({"type": "open", "packs": ["base"], "players": ["ann", "ben"], "id": 7}));
    assert_eq!((&opened["type"], &opened["id"]), (&json!("opened"), &json!(7)));
    let played = ask(&mut desk, &json!({"type": "play", "table": opened["table"], "by": "uniform"}));
    assert_eq!(played["type"], "view");
    assert!(desk.answer(b"\xff{").contains("protocol::no-json"));
}

#[test]
fn what_a_pack_is_begun_with_holds() {
    for kind in ["tiles", "piece", "event", "scoring", "edition"] {
        let mut desk = Desk::default();
        let template: Value = serde_json::from_str(&desk.template(kind)).unwrap();
        assert_eq!(template["type"], "files");
        let files = template["files"].as_array().unwrap();
        assert_eq!(files.len(), Embedded::new().template(kind).count());
        for file in files {
            let is_tiles = file["file"] == "tiles/mypack.toml";
            assert_eq!(file["pack"].is_null(), is_tiles, "{}", file["file"]);
            assert_eq!(file["set"], if is_tiles { json!("mypack") } else { Value::Null }, "{}", file["file"]);
            let mut put = file.clone();
            put["type"] = json!("put");
            assert_eq!(ask(&mut desk, &put), json!({"type": "done"}));
        }
        let checked = ask(&mut desk, &json!({"type": "check", "pack": "mypack"}));
        assert_eq!(checked, json!({"type": "checked", "problems": []}), "{kind}");
        let ran = ask(&mut desk, &json!({"type": "run", "pack": "mypack"}));
        let scenarios = ran["scenarios"].as_array().unwrap();
        assert!(scenarios.len() > 1 && scenarios.iter().all(|one| one["passed"] == true), "{kind}: {ran}");
    }
    assert_eq!(Desk::new().template("no_such_kind"), r#"{"type":"files","files":[]}"#);
}

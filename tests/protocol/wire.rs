//! A program at the other end: lines out, lines in, each held against the schema.

use std::sync::OnceLock;

use jsonschema::Validator;
use rota::PackSource;
use rota_protocol::{Engine, schema};
use serde_json::{Value, json};

/// An engine, and a look at every line that goes to it and comes from it.
pub struct Wire<S> {
    engine: Engine<S>,
    /// How many bytes came back, and in how many lines.
    pub came: (usize, usize),
}

impl<S: PackSource> Wire<S> {
    pub fn new(engine: Engine<S>) -> Wire<S> {
        Wire { engine, came: (0, 0) }
    }

    /// Sends a line as it is; what comes back is always an answer.
    pub fn line(&mut self, line: &str) -> Value {
        let text = self.engine.answer_line(line);
        assert!(!text.contains('\n'), "more than one line: {text}");
        self.came = (self.came.0 + text.len(), self.came.1 + 1);
        let answer: Value = serde_json::from_str(&text).unwrap();
        let refused = answer["type"] == "refused";
        // What is refused may be anything; what is done was asked as the schema says.
        let request: Option<Value> = serde_json::from_str(line).ok();
        if !refused {
            assert_fits(
                &request_schema()
                    .iter_errors(&request.unwrap())
                    .map(|error| error.to_string())
                    .collect::<Vec<_>>(),
                line,
            );
        }
        assert_fits(
            &answer_schema().iter_errors(&answer).map(|error| error.to_string()).collect::<Vec<_>>(),
            &text,
        );
        answer
    }

    /// Asks something that must not be refused.
    pub fn ask(&mut self, request: &Value) -> Value {
        let answer = self.line(&request.to_string());
        assert!(answer["type"] != "refused", "{request} is refused: {answer}");
        answer
    }

    /// Opens a game and returns the number of its table.
    pub fn open(&mut self, packs: &[&str], options: &Value, players: &[&str], seed: u64) -> u64 {
        let open = json!({
            "type": "open", "packs": packs, "options": options, "players": players, "seed": seed,
            "start": packs.contains(&"wheel_of_fortune").then_some("wheel_of_fortune"),
        });
        self.ask(&open)["table"].as_u64().unwrap()
    }
}

fn assert_fits(errors: &[String], text: &str) {
    assert!(errors.is_empty(), "{errors:?}\n{text}");
}

fn part(name: &str) -> Validator {
    let mut whole = schema();
    close(&mut whole);
    let defs = whole["$defs"].take();
    jsonschema::validator_for(
        &json!({ "$ref": format!("#/$defs/{name}"), "unevaluatedProperties": false, "$defs": defs }),
    )
    .unwrap()
}

fn request_schema() -> &'static Validator {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| part("request"))
}

fn answer_schema() -> &'static Validator {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| part("answer"))
}

/// Forbids what the schema does not name, but for what it only adds to another part.
fn close(schema: &mut Value) {
    const ADDED: [&str; 12] = [
        "ConsideredView",
        "TableView",
        "OpenedTable",
        "Stepped",
        "ShelfView",
        "FeatureView",
        "Drawings",
        "TilesView",
        "Hovered",
        "Replayed",
        "Traced",
        "answer",
    ];
    for (name, part) in schema["$defs"].as_object_mut().unwrap() {
        let is_whole = part.get("properties").is_some() && part.get("oneOf").is_none();
        if is_whole && !ADDED.contains(&name.as_str()) {
            part["additionalProperties"] = json!(false);
        }
    }
}

//! The page of the reference and the schema beside it, written from the types of the messages.

use std::fmt::Write;
use std::fs;

use rota_protocol::{Engine, schema};
use rota_tests::shelf::root;
use serde_json::{Map, Value};

use super::hamlet;

/// What stands above everything that is written from the types; the requests of its example are asked.
const INTRO: &str = include_str!("intro.md");

#[test]
fn the_page_and_the_schema_say_what_the_types_do() {
    let schema = schema();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    for (name, written) in [("protocol.schema.json", text), ("protocol.md", page(&schema))] {
        let path = root().join("docs/reference").join(name);
        if std::env::var_os("ROTA_WRITE").is_some() {
            fs::write(&path, &written).unwrap();
        }
        let lying = fs::read_to_string(&path).unwrap_or_default();
        let differs = written.lines().zip(lying.lines()).find(|(now, then)| now != then);
        assert!(lying == written, "{name} differs, first in {differs:?}; ROTA_WRITE=1 writes it");
    }
}

fn page(schema: &Value) -> String {
    let mut page = String::new();
    let mut engine = Engine::new(hamlet());
    for line in INTRO.lines() {
        writeln!(page, "{line}").unwrap();
        if line.starts_with('{') {
            writeln!(page, "{}", engine.answer_line(line)).unwrap();
        }
    }
    let parts = &schema["$defs"];
    let wishes: Vec<&Value> = parts["wish"]["oneOf"].as_array().unwrap().iter().map(kind).collect();
    let requests = parts["request"]["oneOf"].as_array().unwrap();
    let (asked_at, kept): (Vec<&Value>, Vec<&Value>) =
        requests.iter().partition(|request| wishes.contains(&kind(request)));
    messages(&mut page, ("What somebody at a table asks", "Asking"), &asked_at);
    messages(&mut page, ("What whoever keeps the tables asks", "Asking"), &kept);
    messages(
        &mut page,
        ("Answers", "Answer"),
        &parts["answer"]["oneOf"].as_array().unwrap().iter().collect::<Vec<_>>(),
    );
    page.push_str("\n## Parts of messages\n");
    for (name, part) in parts.as_object().unwrap() {
        if ["wish", "request", "answer"].contains(&name.as_str()) {
            continue;
        }
        writeln!(page, "\n### {name}\n\n{}", described(part)).unwrap();
        let ways = part.get("oneOf").or(part.get("anyOf")).and_then(Value::as_array);
        match ways {
            Some(ways) => variants(&mut page, ways),
            None => fields(&mut page, part, &[]),
        }
    }
    page
}

/// The name of a message.
fn kind(message: &Value) -> &Value {
    &message["properties"]["type"]["const"]
}

/// Messages with headings that have a name of their own on the page: those of parts go by the bare name.
fn messages(page: &mut String, (title, what): (&str, &str), messages: &[&Value]) {
    writeln!(page, "\n## {title}").unwrap();
    for message in messages {
        writeln!(page, "\n### {what} `{}`\n\n{}", kind(message).as_str().unwrap(), described(message))
            .unwrap();
        if let Some(part) = message["$ref"].as_str() {
            writeln!(page, "It has the fields of {}.", link(part)).unwrap();
        }
        fields(page, message, &["id", "table", "seat"]);
    }
}

/// One sentence a line.
fn described(part: &Value) -> String {
    let text = part["description"].as_str().unwrap_or_default().replace('\n', " ");
    text.replace(". ", ".\n")
}

/// A table of the fields, but for those that every message may have.
fn fields(page: &mut String, part: &Value, everywhere: &[&str]) {
    let empty = Map::new();
    let fields = part["properties"].as_object().unwrap_or(&empty);
    let shown: Vec<(&String, &Value)> = fields
        .iter()
        .filter(|(name, field)| field.get("const").is_none() && !everywhere.contains(&name.as_str()))
        .collect();
    if shown.is_empty() {
        return;
    }
    page.push_str("\n| field | is | means |\n|---|---|---|\n");
    let required: Vec<&str> =
        part["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, field) in shown {
        let may_miss = if required.contains(&name.as_str()) { "" } else { "; may be left out" };
        writeln!(page, "| `{name}` | {}{may_miss} | {} |", typed(field), described(field).replace('\n', " "))
            .unwrap();
    }
}

fn variants(page: &mut String, ways: &[Value]) {
    page.push_str("\n| is | means |\n|---|---|\n");
    for way in ways {
        let own = way["properties"].as_object();
        let tag = own.and_then(|own| own.values().find_map(|field| field["const"].as_str()));
        let is = match (tag, own) {
            (Some(tag), Some(own)) => {
                let others = own.iter().filter(|(_, field)| field.get("const").is_none());
                let others: Vec<String> =
                    others.map(|(name, field)| format!("`{name}`: {}", typed(field))).collect();
                let with =
                    if others.is_empty() { String::new() } else { format!(" with {}", others.join(", ")) };
                format!("`{tag}`{with}")
            }
            _ => typed(way),
        };
        writeln!(page, "| {is} | {} |", described(way).replace('\n', " ")).unwrap();
    }
}

fn link(part: &str) -> String {
    let name = part.rsplit('/').next().unwrap_or_default();
    format!("[{name}](#{})", name.to_lowercase())
}

/// What a field holds, in words.
fn typed(field: &Value) -> String {
    if let Some(part) = field["$ref"].as_str() {
        return link(part);
    }
    if let Some(word) = field["const"].as_str() {
        return format!("`{word}`");
    }
    if let Some(words) = field["enum"].as_array() {
        let words: Vec<String> =
            words.iter().map(|word| format!("`{}`", word.as_str().unwrap_or("null"))).collect();
        return words.join(", ");
    }
    if let Some(ways) = field.get("anyOf").or(field.get("oneOf")).and_then(Value::as_array) {
        return ways.iter().map(typed).collect::<Vec<_>>().join(" or ");
    }
    let word = |word: &str| match word {
        "string" => "text".to_owned(),
        "integer" => "number".to_owned(),
        "boolean" => "truth".to_owned(),
        "array" => format!("list of {}", typed(&field["items"])),
        "object" => format!("for each name {}", typed(&field["additionalProperties"])),
        other => other.to_owned(),
    };
    let ty = &field["type"];
    let words = ty.as_array().map_or(std::slice::from_ref(ty), Vec::as_slice);
    words.iter().filter_map(Value::as_str).map(word).collect::<Vec<_>>().join(" or ")
}

//! The schema of all messages, written from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::answer::Answered;
use crate::request::{Id, Request, VERSION, Wish};

/// What whoever keeps tables asks about one of them.
const ABOUT_TABLES: [&str; 8] = ["scenario", "replay", "trace", "used", "play", "consider", "save", "close"];

/// Describes every message as a JSON Schema (draft 2020-12): `request` is a line that is read, `answer` one that is
/// written, and `wish` what can be asked by somebody who sits at a table, without the address.
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None);
    let mut read = settings.clone().for_deserialize().into_generator();
    let wish = of::<Wish>(&mut read);
    let request = of::<Request>(&mut read);
    let id = read.subschema_for::<Id>().to_value();
    let mut write = settings.for_serialize().into_generator();
    let answer = of::<Answered>(&mut write);
    let mut definitions = read.take_definitions(true);
    definitions.extend(write.take_definitions(true));
    let addressed = addressed(&request, &wish, &id);
    definitions.extend([
        ("wish".to_owned(), wish),
        ("request".to_owned(), addressed),
        ("answer".to_owned(), answer),
    ]);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("The protocol of rota, version {VERSION}"),
        "description": "Lines of JSON between a program and `rota engine`. Further fields and answers may be added within \
            a version: pass over what you do not know.",
        "anyOf": [{ "$ref": "#/$defs/request" }, { "$ref": "#/$defs/answer" }],
        "$defs": definitions,
    })
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    let mut schema = T::json_schema(generator).to_value();
    if let Value::Object(fields) = &mut schema {
        fields.remove("title");
    }
    schema
}

/// All that can be asked, with the fields that say who asks, and of which table.
fn addressed(request: &Value, wish: &Value, id: &Value) -> Value {
    let of = |schema: &Value| schema.get("oneOf").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut id = id.clone();
    describe(&mut id, "Whatever the request is to be known by again; its answer has the same.");
    let table = json!({ "description": "The table.", "type": "integer", "minimum": 1 });
    let seat = json!({ "description": "The name of the seat that asks; without it an onlooker does.", "type": "string" });
    let add = |mut one: Value, is_wish: bool| {
        let name = one.pointer("/properties/type/const").and_then(Value::as_str).map(str::to_owned);
        let about_table = is_wish || name.is_some_and(|name| ABOUT_TABLES.contains(&name.as_str()));
        if let Some(Value::Object(fields)) = one.get_mut("properties") {
            fields.insert("id".to_owned(), id.clone());
            add_when(about_table, fields, "table", &table);
            add_when(is_wish, fields, "seat", &seat);
        }
        if let Some(Value::Array(required)) = one.get_mut("required").filter(|_| about_table) {
            required.push(json!("table"));
        }
        one
    };
    let requests = of(request).into_iter().map(|one| add(one, false));
    let wishes = of(wish).into_iter().map(|one| add(one, true));
    json!({ "description": "A line that is read.", "oneOf": requests.chain(wishes).collect::<Vec<_>>() })
}

fn add_when(is_wanted: bool, fields: &mut Map<String, Value>, name: &str, value: &Value) {
    if is_wanted {
        fields.insert(name.to_owned(), value.clone());
    }
}

fn describe(schema: &mut Value, text: &str) {
    if let Value::Object(fields) = schema {
        fields.insert("description".to_owned(), json!(text));
    }
}

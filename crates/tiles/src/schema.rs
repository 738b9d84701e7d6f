//! The format as a JSON Schema, for editors.

use rota_bytecode::vocabulary::{Attr, AttrValues, Feature, Vocabulary};
use serde_json::{Map, Value, json};

use crate::edges::BLANK;
use crate::segment_place::INSIDE;
use crate::segments::lies_at_sides;

const SIDES: &str = "[NESWD][LR]?( +[NESWD][LR]?)*";

/// Describes tile files as a JSON Schema, draft 7.
///
/// Shape: one object with `definitions`. With a vocabulary, letters, kinds of features and attributes are the
/// declared ones and no others; without one, any word may stand for them.
/// Errors: none.
pub fn schema(vocabulary: Option<&Vocabulary>) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Tile set",
        "description": "A set of tiles: what lies on each, and how many copies each printing holds.",
        "type": "object",
        "required": ["printings"],
        "additionalProperties": false,
        "properties": {
            "title": text("The title of the set, shown to people."),
            "census": text("What the printed set holds, a line for each tile: id, copies, and a walk around it."),
            "printings": {
                "description": "The printings of this set: an id and a title each. Counts name the ids.",
                "type": "object",
                "minProperties": 1,
                "propertyNames": { "pattern": ID },
                "additionalProperties": text("The title of this printing, shown to people.")
            },
            "tile": {
                "description": "The kinds of tiles, one `[[tile]]` each.",
                "type": "array",
                "items": { "$ref": "#/definitions/tile" }
            },
            "board": {
                "description": "Several cells that are laid as one, one `[[board]]` each.",
                "type": "array",
                "items": { "$ref": "#/definitions/board" }
            }
        },
        "definitions": {
            "tile": tile(vocabulary),
            "board": board(),
            "cell": cell(vocabulary),
            "edges": edges(vocabulary),
            "copies": {
                "description": "How many copies: 0 to 255.",
                "type": "integer", "minimum": 0, "maximum": 255
            },
            "segments": {
                "description": "What lies on the tile, one table each. Every part of every side belongs to exactly one.",
                "type": "array",
                "maxItems": crate::segments::MOST,
                "items": { "$ref": "#/definitions/segment" }
            },
            "segment": segment(vocabulary)
        }
    })
}

const ID: &str = r"^[\p{L}\p{N}._-]+$";

fn text(description: &str) -> Value {
    json!({ "description": description, "type": "string" })
}

fn id(description: &str) -> Value {
    json!({ "description": description, "type": "string", "pattern": ID })
}

fn tile(vocabulary: Option<&Vocabulary>) -> Value {
    let mut properties = object(json!({
        "id": id("The tile's name within the set. Its full name is set/id."),
        "title": text("A title shown to people."),
        "count": {
            "description": "Copies: one number for every printing, or a number per printing; those not named hold none.",
            "oneOf": [
                { "$ref": "#/definitions/copies" },
                { "type": "object", "additionalProperties": { "$ref": "#/definitions/copies" } }
            ]
        },
        "edges": { "$ref": "#/definitions/edges" },
        "segments": { "$ref": "#/definitions/segments" },
        "like": id("The id of a tile of this file with the same sides and segments."),
        "with": {
            "description": "What this tile has on top of the one it is like.",
            "allOf": [{ "$ref": "#/definitions/segments" }]
        },
        "change": {
            "description": "Segments of the tile that this one is like, each by its kind and its places, with the attributes that they have here.",
            "allOf": [{ "$ref": "#/definitions/segments" }]
        }
    }));
    add_attributes(&mut properties, vocabulary.map(|words| words.tile_attrs.as_slice()).unwrap_or_default());
    json!({
        "description": "A kind of tile, north up.",
        "type": "object",
        "required": ["id", "count"],
        "oneOf": [
            { "required": ["edges", "segments"], "not": { "anyOf": [{ "required": ["like"] }, { "required": ["with"] }, { "required": ["change"] }] } },
            { "required": ["like"], "not": { "anyOf": [{ "required": ["edges"] }, { "required": ["segments"] }] } }
        ],
        "properties": properties,
        "additionalProperties": vocabulary.is_none()
    })
}

fn board() -> Value {
    json!({
        "description": "Several cells that are laid as one.",
        "type": "object",
        "required": ["id", "cell"],
        "additionalProperties": false,
        "properties": {
            "id": id("The board's name within the set; no tile has the same one."),
            "title": text("A title shown to people."),
            "count": {
                "description": "How many are in the bag, drawn and laid as one tile: one number for every printing, or a number per printing. Left out for a board that is only laid at the start.",
                "oneOf": [
                    { "$ref": "#/definitions/copies" },
                    { "type": "object", "additionalProperties": { "$ref": "#/definitions/copies" } }
                ]
            },
            "cell": {
                "description": "The cells, one `[[board.cell]]` each.",
                "type": "array",
                "items": { "$ref": "#/definitions/cell" }
            }
        }
    })
}

fn cell(vocabulary: Option<&Vocabulary>) -> Value {
    let mut properties = object(json!({
        "at": {
            "description": "Where the cell lies: cells to the east, then cells to the south.",
            "type": "array",
            "items": { "type": "integer", "minimum": -rota_board::MAX_COORDINATE, "maximum": rota_board::MAX_COORDINATE },
            "minItems": 2,
            "maxItems": 2
        },
        "edges": { "$ref": "#/definitions/edges" },
        "segments": { "$ref": "#/definitions/segments" }
    }));
    add_attributes(&mut properties, vocabulary.map(|words| words.tile_attrs.as_slice()).unwrap_or_default());
    json!({
        "description": "One cell of a board, north up.",
        "type": "object",
        "required": ["at", "edges", "segments"],
        "properties": properties,
        "additionalProperties": vocabulary.is_none()
    })
}

fn edges(vocabulary: Option<&Vocabulary>) -> Value {
    let Some(vocabulary) = vocabulary else {
        return json!({
            "description": format!("One letter each for north, east, south and west, or for the long side, south and west of a half tile; `{BLANK}` is a blank side."),
            "type": "string", "minLength": 3, "maxLength": 4
        });
    };
    let letters: String = vocabulary.edges.iter().map(|edge| class_member(edge.letter)).collect();
    let name = |kind: usize| vocabulary.features.get(kind).map_or("", |feature| feature.name.as_str());
    let meanings: Vec<String> = vocabulary
        .edges
        .iter()
        .map(|edge| match edge.halves {
            Some([left, right]) if left == right && edge.middle.is_some() => {
                format!("`{}` {} between {}", edge.letter, edge.middle.map_or("", name), name(left))
            }
            _ => {
                let mut kinds: Vec<usize> = edge.shown().into_iter().flatten().collect();
                if edge.halves.is_none() {
                    kinds.truncate(1);
                }
                let kinds: Vec<&str> = kinds.into_iter().map(name).collect();
                format!("`{}` {}", edge.letter, kinds.join(", "))
            }
        })
        .collect();
    json!({
        "description": format!(
            "One letter each for north, east, south and west: {}; `{BLANK}` is a blank side, against which nothing is laid.",
            meanings.join(", ")
        ),
        "type": "string",
        "pattern": format!("^[{letters}{BLANK}]{{3,4}}$")
    })
}

fn segment(vocabulary: Option<&Vocabulary>) -> Value {
    let Some(vocabulary) = vocabulary else {
        return json!({
            "description": format!("A part of a feature: the key is its kind, the string its places: sides (N E S W), halves of sides (NL NR …), or `{INSIDE}`."),
            "type": "object",
            "minProperties": 1,
            "properties": shared_properties()
        });
    };
    let kinds: Vec<Value> =
        (0..).zip(&vocabulary.features).map(|(kind, one)| one_kind(vocabulary, kind, one)).collect();
    json!({ "description": "A part of a feature: its kind is the first key.", "oneOf": kinds })
}

fn one_kind(vocabulary: &Vocabulary, kind: usize, feature: &Feature) -> Value {
    let name = feature.name.as_str();
    let mut properties = shared_properties();
    let places = if feature.is_layer {
        json!({
            "description": format!("The sides that this {name} lies over (N E S W), whatever they show."),
            "type": "string",
            "pattern": "^ *[NESW]( +[NESW])* *$"
        })
    } else if lies_at_sides(vocabulary, kind) {
        json!({
            "description": format!("Where this {name} lies: sides (N E S W) or halves of sides, left or right as seen from the middle (NL NR EL ER SL SR WL WR); D DL DR at the long side of a half tile."),
            "type": "string",
            "pattern": format!("^ *{SIDES} *$")
        })
    } else {
        json!({ "description": format!("A {name} lies inside its tile."), "const": INSIDE })
    };
    properties.insert(name.to_owned(), places);
    add_attributes(&mut properties, &feature.attrs);
    json!({
        "description": format!("A segment of the kind {name}."),
        "type": "object",
        "required": [name],
        "properties": properties,
        "additionalProperties": false
    })
}

fn shared_properties() -> Map<String, Value> {
    object(json!({
        "ends": {
            "description": "How many open ends it has inside the tile, which only links use up: 0 where nothing is said.",
            "type": "integer", "minimum": 0, "maximum": rota_board::MAX_ENDS, "default": 0
        },
        "name": text("A word by which `touches` of other segments of this tile may mean this one."),
        "over": text("The segments of this tile that this one crosses above, as a bridge does: said like `touches`."),
        "touches": text("The segments that this one adjoins: sides where they lie, names, or kinds that lie inside.")
    }))
}

fn add_attributes(properties: &mut Map<String, Value>, attrs: &[Attr]) {
    for attr in attrs {
        let value = match &attr.values {
            AttrValues::Bool => json!({
                "description": format!("Attribute {}: true or false.", attr.name),
                "type": "boolean", "default": attr.default != 0
            }),
            AttrValues::Int(low, high) => json!({
                "description": format!("Attribute {}: {low} to {high}.", attr.name),
                "type": "integer", "minimum": low, "maximum": high, "default": attr.default
            }),
            AttrValues::Words(_) | AttrValues::Stock { .. } => {
                let words: Vec<&str> = attr.values.choices().map(|(word, _)| word).collect();
                json!({
                    "description": format!("Attribute {}: one of its words.", attr.name),
                    "enum": words, "default": attr.values.word(i64::from(attr.default))
                })
            }
        };
        properties.insert(attr.name.clone(), value);
    }
}

/// Writes a letter so that it stands for itself within `[…]` of a pattern.
fn class_member(letter: char) -> String {
    if letter.is_alphanumeric() { letter.to_string() } else { format!("\\{letter}") }
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(map) = value { map } else { Map::new() }
}

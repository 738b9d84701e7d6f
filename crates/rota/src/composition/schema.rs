//! The format as a JSON Schema, for editors.

use serde_json::{Value, json};

/// Describes composition files as a JSON Schema, draft 7.
#[must_use]
pub fn composition_schema() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Composition",
        "description": "What a game is put together from: packs in some variants, a start, options.",
        "type": "object",
        "required": ["packs"],
        "additionalProperties": false,
        "properties": {
            "title": { "description": "The title, for people.", "type": "string" },
            "packs": {
                "description": "The packs, each with its variants behind `@`; those they require come along.",
                "type": "array",
                "minItems": 1,
                "items": { "type": "string", "pattern": "^[^@]+(@[^@]+)*$" }
            },
            "start": {
                "description": "Which start is taken where packs name several: a pack, or a start as `SET/TILE`.",
                "type": "string"
            },
            "options": {
                "description": "Options over all variants, by name: a word, a whole number, true or false; points as a text such as `3 pts`.",
                "type": "object",
                "additionalProperties": { "type": ["string", "integer", "boolean"] }
            }
        }
    })
}

//! `rota schema`: JSON schemas for editors and programs.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::arguments::CompositionArguments;
use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::packs::PackSelection;

/// Arguments of `rota schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// What to describe
    #[arg(value_enum)]
    pub what: What,
    /// The pack whose words tile files may use; without one, any word is allowed
    #[arg(value_name = "PACK[@VARIANT]")]
    pub pack: Option<String>,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Tile files
    Tiles,
    /// Composition files
    Composition,
    /// What `rota check --format json` writes
    Diagnostics,
    /// What `rota engine` reads and writes
    Protocol,
}

/// Prints the schema.
pub(crate) fn run(arguments: &SchemaArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let schema = match (arguments.what, &arguments.pack) {
        (What::Diagnostics, None) => diagnostics(),
        (What::Composition, None) => rota::composition_schema(),
        (What::Protocol, None) => rota_protocol::schema(),
        (What::Diagnostics | What::Composition | What::Protocol, Some(_)) => {
            return Err(Failure::usage("only the schema of tiles depends on a pack"));
        }
        (What::Tiles, None) => rota_tiles::schema(None),
        (What::Tiles, Some(pack)) => {
            let selection = PackSelection::read(&CompositionArguments::of(pack))?;
            let compiled = selection.compile(&[], 1, console)?;
            rota_tiles::schema(Some(&compiled.compiled.vocabulary))
        }
    };
    console.document(&schema)?;
    Ok(Exit::Fine)
}

fn diagnostics() -> Value {
    let number = |text: &str, least: u32| json!({ "description": text, "type": "integer", "minimum": least });
    let text = |text: &str| json!({ "description": text, "type": "string" });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Diagnostics",
        "description": "What is wrong with packs, tile sets and compositions. Further keys may be added within a version.",
        "type": "object",
        "required": ["schema_version", "diagnostics"],
        "properties": {
            "schema_version": { "const": SCHEMA_VERSION },
            "layer": {
                "description": "Whose packs were looked over where none were named.",
                "enum": ["here", "installed", "built_in", null]
            },
            "packs": number("How many packs were looked over.", 0),
            "tile_sets": number("How many tile sets were looked over.", 0),
            "compositions": number("How many composition files were looked over.", 0),
            "diagnostics": {
                "description": "The problems, sorted by file and place; no two are the same.",
                "type": "array",
                "items": { "$ref": "#/definitions/diagnostic" }
            },
            "not_checked": {
                "description": "What was not looked at, and why.",
                "type": "array",
                "items": { "type": "string" }
            },
            "fixed": {
                "description": "With --fix: the edits that were made.",
                "type": "array",
                "items": { "$ref": "#/definitions/done" }
            },
            "not_fixed": {
                "description": "With --fix: files that stay as they are, for they could no longer be read with their edits.",
                "type": "array",
                "items": { "type": "string" }
            }
        },
        "definitions": {
            "diagnostic": {
                "type": "object",
                "required": ["severity", "code", "message", "help", "labels", "fixes"],
                "properties": {
                    "severity": { "enum": ["error", "warning"] },
                    "code": { "description": "Stable, of the form area::kebab-case.", "type": "string" },
                    "message": text("What is wrong."),
                    "help": { "description": "What to do.", "type": ["string", "null"] },
                    "labels": {
                        "description": "The places, the primary one first; none where no file is to blame.",
                        "type": "array",
                        "items": { "$ref": "#/definitions/label" }
                    },
                    "fixes": {
                        "description": "Changes of the texts that do away with it; of several, one is to be chosen.",
                        "type": "array",
                        "items": { "$ref": "#/definitions/fix" }
                    }
                }
            },
            "fix": {
                "type": "object",
                "required": ["title", "safe", "edits"],
                "properties": {
                    "title": text("What it does."),
                    "safe": { "description": "Whether --fix makes it.", "type": "boolean" },
                    "edits": {
                        "description": "All that is replaced, each place with the text that comes there.",
                        "type": "array",
                        "minItems": 1,
                        "items": { "$ref": "#/definitions/label" }
                    }
                }
            },
            "done": {
                "type": "object",
                "required": ["file", "line", "code", "title"],
                "properties": {
                    "file": text("The file, relative to the current folder."),
                    "line": number("The line where it began, as the file was before.", 1),
                    "code": text("The code of what was wrong."),
                    "title": text("What was done.")
                }
            },
            "label": {
                "type": "object",
                "required": ["file", "start", "end", "line", "column", "end_line", "end_column", "text"],
                "properties": {
                    "file": text("The file, relative to the current folder."),
                    "start": number("First byte.", 0),
                    "end": number("One past the last byte.", 0),
                    "line": number("Line of the first byte.", 1),
                    "column": number("Column of the first byte, in characters.", 1),
                    "end_line": number("Line of the end.", 1),
                    "end_column": number("Column of the end, in characters.", 1),
                    "text": text("What is to be said of the place, or written there.")
                }
            }
        }
    })
}

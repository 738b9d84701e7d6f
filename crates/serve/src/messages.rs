//! What is said to the server and what it says itself. What is asked of a game goes through as it came.

use std::path::PathBuf;

use rota::Diagnostic;
use rota_protocol::{Answer, Answered, Id, LONGEST_ID, Problem, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::live::Standing;
use crate::seating::{Links, Seat};

/// The longest message that is read, in bytes.
pub(crate) const LONGEST_MESSAGE: usize = 64 << 10;

/// A message as it came.
pub(crate) struct Message {
    /// What its answer is to be known by.
    pub id: Option<Id>,
    /// What it asks.
    pub asks: String,
    /// The rest of it, with `type` and without `id`.
    fields: Map<String, Value>,
}

impl Message {
    /// Takes a text apart. Where it cannot be read its id is told all the same, as far as there is one.
    ///
    /// Errors: it is no JSON object that says what it asks.
    pub fn read(text: &str) -> Result<Message, (Option<Id>, Refusal)> {
        let refused = |message: String| Refusal::from(Diagnostic::error("serve::request", message));
        let mut fields: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
            (None, refused(format!("a message is one JSON object, and this is none: {error}")))
        })?;
        let id = match fields.remove("id").filter(|id| !id.is_null()) {
            None => None,
            Some(id) => Some(read_id(id).ok_or_else(|| {
                let message = format!("an id is a number from 0 on or a text of at most {LONGEST_ID} bytes");
                (None, refused(message))
            })?),
        };
        match fields.get("type").and_then(Value::as_str).map(str::to_owned) {
            Some(asks) => Ok(Message { id, asks, fields }),
            None => {
                Err((id, refused("a message says in `type` what it asks, and this one does not".to_owned())))
            }
        }
    }

    /// Takes a field out; nothing where it is not there.
    ///
    /// Errors: it has another form.
    pub fn take<T: DeserializeOwned>(&mut self, field: &str) -> Result<Option<T>, Refusal> {
        let Some(value) = self.fields.remove(field) else { return Ok(None) };
        serde_json::from_value(value).map_err(|error| {
            let message = format!("`{field}` is not what it should be: {error}");
            Diagnostic::error("serve::request", message).into()
        })
    }

    /// Reads all of it.
    ///
    /// Errors: a field is missing, is not known or has another form.
    pub fn open<T: DeserializeOwned>(mut self) -> Result<T, Refusal> {
        self.fields.remove("type");
        serde_json::from_value(Value::Object(self.fields)).map_err(|error| {
            let message = format!("`{}` cannot be read: {error}", self.asks);
            Diagnostic::error("serve::request", message).into()
        })
    }

    /// The line of it for a table, with its id.
    pub fn line(mut self) -> String {
        if let Some(id) = self.id.as_ref().and_then(|id| serde_json::to_value(id).ok()) {
            self.fields.insert("id".to_owned(), id);
        }
        Value::Object(self.fields).to_string()
    }
}

fn read_id(id: Value) -> Option<Id> {
    let id: Id = serde_json::from_value(id).ok()?;
    match &id {
        Id::Number(_) => Some(id),
        Id::Text(text) => (text.len() <= LONGEST_ID).then_some(id),
    }
}

/// The first message of a socket.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Enter {
    /// The secret behind `#` in the link.
    pub token: String,
}

/// A game to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    /// What is played: as with `open` of the protocol, without the players.
    pub open: Map<String, Value>,
    /// Who plays it.
    pub seats: Vec<Seat>,
}

/// A decision to have considered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Consider {
    /// The number of the change that was seen last.
    #[serde(default)]
    pub at: Option<u32>,
}

/// A file to write.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    /// What problems call it.
    pub file: String,
    /// The pack that it is a part of.
    #[serde(default)]
    pub pack: Option<String>,
    /// The tile set that it is.
    #[serde(default)]
    pub set: Option<String>,
    /// The whole text.
    pub text: String,
    /// What the file has to be so far; nothing where that does not matter.
    #[serde(default)]
    pub was: Option<String>,
}

/// A file to remove.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remove {
    /// What problems call it.
    pub file: String,
    /// As with [`Write`].
    #[serde(default)]
    pub was: Option<String>,
}

/// A message about one table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// Its number.
    pub table: u32,
}

/// As whom somebody has come in.
#[derive(Serialize)]
#[serde(tag = "as", rename_all = "snake_case")]
pub(crate) enum Entered {
    /// Whoever started the server.
    Owner,
    /// Somebody who writes packs.
    Studio {
        /// What the folder with them is called.
        folder: String,
    },
    /// Somebody who plays.
    Seat {
        /// The seats that are played over this socket.
        seats: Vec<String>,
        #[serde(flatten)]
        table: EnteredTable,
    },
    /// Somebody who looks on.
    Onlooker {
        #[serde(flatten)]
        table: EnteredTable,
    },
}

/// What everybody at a table may know of it from the beginning.
#[derive(Serialize)]
pub(crate) struct EnteredTable {
    /// The number of the table.
    pub table: u32,
    /// What is played there.
    pub name: String,
    /// Who plays there.
    pub players: Vec<Seat>,
}

/// A table in a list.
#[derive(Serialize)]
pub(crate) struct Row {
    /// Its number.
    pub table: u32,
    /// What is played there.
    pub title: String,
    /// The packs that were asked for.
    pub packs: Vec<String>,
    /// Who plays there.
    pub players: Vec<Seat>,
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
}

/// What the server says itself.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Told {
    /// Somebody has come in.
    Entered(Entered),
    /// A game has begun, or its links are new.
    Begun {
        /// The number of the table.
        table: u32,
        /// The links to it.
        #[serde(flatten)]
        links: Links,
        /// What is likely a slip in the packs.
        warnings: Vec<Problem>,
    },
    /// All tables.
    Tables {
        /// One after the other.
        tables: Vec<Row>,
    },
    /// The table has changed; what has is asked for by `view`.
    Changed {
        /// The number of the change.
        at: u32,
    },
    /// What is written in the folder of the studio.
    Files {
        /// Where a new pack is made, before its name; null where none can be.
        new_pack: Option<String>,
        /// One after the other, by name.
        files: Vec<ToldFile>,
    },
    /// A file there was saved, is new or is gone.
    FilesChanged,
}

/// A file in the folder of the studio.
#[derive(Serialize)]
pub(crate) struct ToldFile {
    /// What problems call it.
    pub file: String,
    /// The pack that it is a part of.
    pub pack: Option<String>,
    /// The tile set that it is.
    pub set: Option<String>,
    /// The whole text.
    pub text: String,
    /// Where it lies.
    pub path: PathBuf,
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(flatten)]
    told: &'a Told,
}

impl Told {
    /// The line of it.
    pub fn line(&self, id: Option<Id>) -> String {
        // It holds nothing that JSON cannot say, so this does not fail.
        serde_json::to_string(&Line { id, told: self }).unwrap_or_default()
    }
}

/// The line of an answer of the protocol.
pub(crate) fn answer(id: Option<Id>, answer: Answer) -> String {
    Answered { id, table: None, answer }.line()
}

/// The line that says that something cannot be done.
pub(crate) fn refused(id: Option<Id>, why: impl Into<Refusal>) -> String {
    answer(id, Answer::from(why.into()))
}

//! A saved test game as its file holds it, in the other engine's own names.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::transcript::{Start, Transcript};

/// The file. What is not named here says nothing about the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedGame {
    /// What the first draws follow from.
    pub initial_random: f64,
    pub setup: SavedSetup,
    pub players: Vec<Person>,
    /// What was done, in order.
    pub replay: Vec<Message>,
    pub game_annotations: Option<Annotations>,
    #[serde(default)]
    pub test: Test,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct SavedSetup {
    pub sets: BTreeMap<String, i64>,
    pub elements: BTreeMap<String, Value>,
    #[serde(default)]
    pub rules: BTreeMap<String, Value>,
    pub start: Vec<Start>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Person {
    pub name: String,
}

/// Something that was done.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Message {
    #[serde(rename = "type")]
    pub name: String,
    #[serde(default)]
    pub payload: Value,
    /// The seat of whoever did it.
    pub player: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Annotations {
    /// What is drawn first.
    #[serde(default)]
    pub draw_order: Vec<String>,
    /// After how many drawn tiles the game ends.
    pub end_turn: Option<usize>,
}

/// What must hold in the end.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Test {
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub assertions: Vec<String>,
}

impl SavedGame {
    /// The same as a recording without turns, and without an order of drawing yet.
    pub fn transcript(&self) -> Result<Transcript, String> {
        // An element that is named is in play, whatever is said of it: only a number counts something.
        let elements = self.setup.elements.iter().filter(|(_, value)| !value.is_null());
        let elements = elements.map(|(name, value)| {
            let value = if value.is_boolean() { Value::Bool(true) } else { value.clone() };
            (name.clone(), value)
        });
        let rules = self.setup.rules.iter().filter(|(_, value)| !value.is_null());
        let players = u8::try_from(self.players.len());
        Ok(Transcript {
            players: players.map_err(|_| format!("{} players", self.players.len()))?,
            any_number: true,
            sets: self.setup.sets.clone(),
            elements: elements.collect(),
            rules_set: rules.map(|(name, value)| (name.clone(), value.clone())).collect(),
            start: self.setup.start.clone(),
            ..Transcript::default()
        })
    }

    /// The seat of a player.
    pub fn seat(&self, name: &str) -> Result<usize, String> {
        let seat = self.players.iter().position(|player| player.name == name);
        seat.ok_or_else(|| format!("nobody at the table is called `{name}`"))
    }
}

impl Message {
    /// An entry of what the message says.
    pub fn entry(&self, key: &str) -> Result<&Value, String> {
        self.payload.get(key).ok_or_else(|| format!("message `{}` has no `{key}`", self.name))
    }
}

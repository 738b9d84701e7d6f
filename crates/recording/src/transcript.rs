//! A recorded game as its line holds it, in the recording's own names.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A whole recorded game.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Transcript {
    pub id: String,
    pub players: u8,
    /// Tile sets, and how many copies of each.
    pub sets: BTreeMap<String, i64>,
    /// What else is in play.
    pub elements: BTreeMap<String, Value>,
    /// The rules that are not as usual.
    pub rules_set: BTreeMap<String, Value>,
    pub start: Vec<Start>,
    /// All tiles but those of the start, in the order of drawing.
    pub draw_order: Vec<String>,
    pub turns: Vec<TurnLine>,
    pub discarded_at_end: Vec<String>,
    pub final_scored: Vec<Score>,
    pub final_points: Vec<i64>,
    #[serde(default)]
    pub final_tokens: Vec<BTreeMap<String, i64>>,
    /// Every tile on the table: its name, its cell and its rotation in degrees.
    pub placed: Vec<(String, i16, i16, u16)>,
    /// Whether the tiles that are never drawn are not in the game at all.
    #[serde(skip)]
    pub nothing_more: bool,
    /// Whether any number of players may play.
    #[serde(skip)]
    pub any_number: bool,
}

/// A tile that lies there before the first turn.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Start {
    pub tile: String,
    pub x: i16,
    pub y: i16,
    pub rotation: u16,
}

/// A turn, or a part of one in which a tile was laid.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TurnLine {
    pub turn: u32,
    pub player: usize,
    pub tile: String,
    pub pos: (i16, i16),
    /// In degrees.
    pub rot: u16,
    /// Every cell on offer with its rotations in degrees.
    pub placements: Vec<(i16, i16, Vec<u16>)>,
    #[serde(default)]
    pub discarded_before: Vec<String>,
    /// What was offered after the tile was laid; nothing where nobody was asked.
    pub actions: Option<BTreeMap<String, Vec<Value>>>,
    pub can_pass: Option<bool>,
    pub points_after_tile: Vec<i64>,
    pub scored: Vec<Score>,
    pub points: Vec<i64>,
    pub tokens: Option<Vec<BTreeMap<String, i64>>>,
    /// What goes by names that the mapping says.
    #[serde(flatten)]
    pub named: BTreeMap<String, Value>,
}

/// Points that a player got.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Score {
    pub player: usize,
    pub points: i64,
    pub name: String,
    /// How many of something, its name, and the points for all of them. Some things have no number.
    pub items: Vec<(Option<i64>, String, i64)>,
    /// What it was for: a place on the board in one of several forms.
    #[serde(default)]
    pub ptr: Value,
}

/// A part of a feature on one tile: a cell, a place on the tile, a kind of feature.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Pointer {
    pub position: (i16, i16),
    pub location: String,
    pub feature: String,
}

impl Pointer {
    /// Reads any of the forms in which recordings point at a feature; nothing for one that points elsewhere.
    pub fn read(value: &Value) -> Option<Pointer> {
        let inner = value.get("featurePointer").unwrap_or(value);
        if inner.is_object() {
            return Pointer::deserialize(inner).ok();
        }
        let (feature, location, position) = Deserialize::deserialize(inner).ok()?;
        Some(Pointer { position, location, feature })
    }
}

impl TurnLine {
    /// What was done after the tile was laid.
    pub fn taken(&self, key: &str) -> RecordedAction<'_> {
        match self.named.get(key) {
            None | Some(Value::Null) => RecordedAction::NotAsked,
            Some(Value::String(_)) => RecordedAction::Pass,
            Some(value) => RecordedAction::Done(value),
        }
    }

    /// The figures that each player has left, where the turn says so.
    pub fn supplies(&self, key: &str) -> Result<Option<Vec<BTreeMap<String, i64>>>, String> {
        let found = self.named.get(key).map(Deserialize::deserialize).transpose();
        found.map_err(|error| format!("`{key}` of turn {} cannot be read: {error}", self.turn))
    }
}

/// What a player did after the tile was laid.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RecordedAction<'a> {
    /// There was nothing to choose from.
    NotAsked,
    /// The player passed.
    Pass,
    /// The player did this.
    Done(&'a Value),
}

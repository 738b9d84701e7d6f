//! A recording that tells a game message by message, as its line holds it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use crate::mapping::Mapping;
use crate::transcript::{Score, Start, Transcript};

/// Where a recording says after how many tiles its game ended.
const DRAW_LIMIT: &str = "/gameAnnotations/tilePack/params/drawLimit";

/// A whole game, message by message.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StepRecording {
    pub id: String,
    players: u8,
    sets: BTreeMap<String, i64>,
    elements: BTreeMap<String, Value>,
    #[serde(default)]
    rules_set: BTreeMap<String, Value>,
    start: Vec<Start>,
    draw_order: Vec<String>,
    /// What the other engine was set up with.
    #[serde(default)]
    setup: Value,
    /// What happened before the first message.
    #[serde(default)]
    pub start_events: Vec<StepEvent>,
    pub steps: Vec<Step>,
    #[serde(rename = "final")]
    pub ending: Ending,
}

/// A message and what came of it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Step {
    /// Where in the turn it was.
    #[serde(default)]
    pub phase: String,
    /// The seat of whoever did it.
    pub player: usize,
    /// The seat whose turn it is, where somebody else did it.
    #[serde(rename = "turnPlayer")]
    pub turn_player: Option<usize>,
    /// Everything that was on offer, where the recording says it.
    pub offered: Option<Offered>,
    #[serde(rename = "msg")]
    pub message: StepMessage,
    #[serde(default)]
    pub events: Vec<StepEvent>,
    /// The points of each player after it.
    pub points: Vec<i64>,
    /// How many of the scores after the last turn came of it.
    #[serde(default, rename = "final")]
    pub ending: usize,
    /// What else it holds, as lists in which messages count.
    #[serde(flatten)]
    pub lists: BTreeMap<String, Value>,
}

/// What was on offer.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offered {
    pub can_pass: bool,
    pub items: Vec<OfferedItem>,
}

/// An offer with its options.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OfferedItem {
    /// What is offered; a confirmation may have no name.
    #[serde(rename = "type")]
    pub name: Option<String>,
    pub options: Option<Vec<Value>>,
    #[serde(flatten)]
    pub named: BTreeMap<String, Value>,
}

/// Something that was done.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StepMessage {
    #[serde(rename = "type")]
    pub name: String,
    #[serde(default)]
    pub payload: Value,
}

/// Something that happened.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct StepEvent {
    #[serde(rename = "type")]
    pub name: String,
    #[serde(flatten)]
    pub named: BTreeMap<String, Value>,
}

/// How it ended.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Ending {
    pub scored: Vec<StepEvent>,
    pub points: Vec<i64>,
    #[serde(default)]
    pub tokens: Vec<BTreeMap<String, i64>>,
    /// The prisoners of each player.
    #[serde(default)]
    pub captured: Vec<Vec<Prisoner>>,
    /// Every tile on the table: its name, its cell and its rotation in degrees.
    pub placed: Vec<(String, i16, i16, u16)>,
    /// Where the figures are that belong to nobody.
    #[serde(default)]
    pub neutral: BTreeMap<String, Value>,
}

/// Figures of one kind and one owner that somebody holds.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Prisoner {
    pub id: String,
    pub count: i64,
}

impl StepRecording {
    /// The same as a recording without turns.
    pub fn transcript(&self) -> Transcript {
        Transcript {
            id: self.id.clone(),
            players: self.players,
            sets: self.sets.clone(),
            elements: self.elements.clone(),
            rules_set: self.rules_set.clone(),
            start: self.start.clone(),
            draw_order: self.draw_order.clone(),
            placed: self.ending.placed.clone(),
            final_points: self.ending.points.clone(),
            final_tokens: self.ending.tokens.clone(),
            nothing_more: self.setup.pointer(DRAW_LIMIT).is_some(),
            ..Transcript::default()
        }
    }
}

impl StepRecording {
    /// All sets, elements, rules, messages and offers that no pack has a name for.
    pub fn unknown(&self, mapping: &Mapping) -> Vec<String> {
        let sets = self.sets.keys().filter_map(|name| mapping.set(name).err());
        let elements = self.elements.keys().filter_map(|name| mapping.element(name).err());
        let rules = self.rules_set.keys().filter_map(|name| mapping.rule(name).err());
        let messages: BTreeSet<&str> = self.steps.iter().map(|step| step.message.name.as_str()).collect();
        let messages = messages.into_iter().filter_map(|name| mapping.message(name).err());
        let items = self.steps.iter().flat_map(|step| &step.offered).flat_map(|offered| &offered.items);
        let offers: BTreeSet<&str> = items.filter_map(|item| item.name.as_deref()).collect();
        let offers = offers.into_iter().filter_map(|name| mapping.offer(name).err());
        sets.chain(elements).chain(rules).chain(messages).chain(offers).collect()
    }
}

impl StepEvent {
    /// The scores that the event tells of.
    pub fn scores(&self) -> Result<Vec<Score>, String> {
        let unreadable = |error| format!("event `{}` cannot be read: {error}", self.name);
        let told: Vec<ToldScore> = match self.named.get("points") {
            Some(points @ Value::Array(_)) => Deserialize::deserialize(points).map_err(unreadable)?,
            _ => Vec::new(),
        };
        Ok(told.into_iter().map(ToldScore::into_score).collect())
    }

    /// An entry that must be there.
    pub fn entry<'a, T: Deserialize<'a>>(&'a self, key: &str) -> Result<T, String> {
        let value = self.named.get(key).ok_or_else(|| format!("event `{}` has no `{key}`", self.name))?;
        T::deserialize(value)
            .map_err(|error| format!("`{key}` of event `{}` cannot be read: {error}", self.name))
    }
}

/// Points as an event tells of them.
#[derive(Clone, Debug, Deserialize)]
struct ToldScore {
    player: usize,
    points: i64,
    name: String,
    #[serde(default)]
    items: Vec<ToldItem>,
    #[serde(default)]
    ptr: Value,
}

/// What points are counted from.
#[derive(Clone, Debug, Deserialize)]
struct ToldItem {
    count: Option<i64>,
    name: String,
    points: i64,
}

impl ToldScore {
    fn into_score(self) -> Score {
        let items = self.items.into_iter().map(|item| (item.count, item.name, item.points));
        Score {
            player: self.player,
            points: self.points,
            name: self.name,
            items: items.collect(),
            ptr: self.ptr,
        }
    }
}

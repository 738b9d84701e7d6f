//! What stands in the file of a pack.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The file of one pack. Names of the recordings stand on the left.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct File {
    pub keys: Option<Keys>,
    pub tiles: BTreeMap<String, TileEntry>,
    pub instead: BTreeMap<String, InsteadEntry>,
    pub covering: BTreeMap<String, Vec<String>>,
    pub features: BTreeMap<String, String>,
    pub on_tile: Vec<String>,
    pub spaces: BTreeMap<String, String>,
    pub places: BTreeMap<String, String>,
    pub kind_follows: Vec<String>,
    pub at_rest: Vec<String>,
    pub pieces: BTreeMap<String, PieceEntry>,
    pub figures: BTreeMap<String, String>,
    pub returns: BTreeMap<String, String>,
    pub moves: BTreeMap<String, MoveEntry>,
    pub reasons: BTreeMap<String, String>,
    pub terms: BTreeMap<String, TermEntry>,
    pub placeless: Vec<String>,
    pub roaming: Vec<String>,
    pub tokens: BTreeMap<String, String>,
    pub sets: BTreeMap<String, SetEntry>,
    pub elements: BTreeMap<String, OptionEntry>,
    pub rules: BTreeMap<String, OptionEntry>,
    pub messages: BTreeMap<String, MessageEntry>,
    pub offers: BTreeMap<String, OfferEntry>,
    pub phases: BTreeMap<String, Phase>,
    pub idle: BTreeMap<String, String>,
    pub events: BTreeMap<String, EventKind>,
    pub chance: BTreeMap<String, ChanceEntry>,
    pub differences: BTreeMap<String, DifferenceEntry>,
}

/// What a message of a recording does, or what an offer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MoveKind {
    /// Lays the tile.
    Lay,
    /// Puts a figure somewhere.
    Put,
    /// Takes a figure back.
    TakeBack,
    /// Does nothing where something could be done.
    Pass,
    /// Confirms what was done after the tile was laid.
    Confirm,
    /// Does anything else: one of the moves.
    Choose,
}

/// A message: what it does, or where it says which move it is and where.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = r#"a message is a word for the move, or a table such as `{ name = "token", at = "pointer" }`"#
)]
pub(crate) enum MessageEntry {
    Plain(MoveKind),
    Choice(MessageKeys),
}

/// The keys of a message that does one of the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MessageKeys {
    /// Under which its name stands, before the first dot; none where it goes by the name of the message.
    pub name: Option<String>,
    /// Under which stands what was chosen; none where nothing but the move itself is.
    pub at: Option<KeyOrKeys>,
    /// The lists of the step in which a number under one of these keys counts, and what is meant is the member.
    pub listed: BTreeMap<String, String>,
}

/// One key, or several, of what is chosen one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a key is a text, and several are a list of texts")]
pub(crate) enum KeyOrKeys {
    One(String),
    Several(Vec<String>),
}

impl KeyOrKeys {
    pub(crate) fn keys(&self) -> &[String] {
        match self {
            KeyOrKeys::One(key) => std::slice::from_ref(key),
            KeyOrKeys::Several(keys) => keys,
        }
    }
}

/// An offer: what it is for, or which move it offers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = r#"an offer is a word for the move, or a table such as `{ name = "token" }`"#)]
pub(crate) enum OfferEntry {
    Plain(MoveKind),
    Choice(OfferKeys),
}

/// Which move an offer is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OfferKeys {
    /// The key under which its name stands, before the first dot.
    pub name: Option<String>,
    /// Its name, where the offer is for this one alone; with neither, each of its options is one.
    pub only: Option<String>,
    /// The key under which stands what all of its options are about.
    pub at: Option<String>,
}

/// Something that is done besides laying tiles, putting figures and taking them back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MoveEntry {
    /// Our actions that do it.
    pub actions: Vec<String>,
    /// Our options as written, for what recordings call them.
    pub values: BTreeMap<String, String>,
    /// Whether recordings do it without offering it.
    pub unlisted: bool,
    /// Whether what they name as one place are several segments of ours, chosen one after the other.
    pub apart: bool,
}

/// An event that tells what a source of chance gave.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceEntry {
    /// Our bag or die.
    pub source: String,
    /// The key under which the event says what it gave.
    pub key: String,
    /// Our names for it, where they are others; what is not among them came from elsewhere.
    #[serde(default)]
    pub values: BTreeMap<String, String>,
    /// The messages with which it is drawn from: a saved game tells of them the number that the draw follows from.
    #[serde(default)]
    pub messages: Vec<String>,
}

/// Where the other engine departs from the rules, and why ours does not.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DifferenceEntry {
    /// What is compared.
    pub what: String,
    /// What there is here.
    pub here: Here,
    /// The tiles in hand that it is about, as recordings call them, or where games go apart two that lie side by side; all
    /// where there is none.
    #[serde(default)]
    pub tiles: Vec<String>,
    /// What is recorded then; anything where it is not said.
    #[serde(default)]
    pub recorded: Option<String>,
    /// Why.
    pub reason: String,
}

/// How what is here is related to what is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Here {
    /// All that is recorded, and more.
    More,
    /// Nothing but what is recorded, and not all of it.
    Less,
    /// Something else: the game goes on there as it cannot go on here.
    Apart,
}

/// Where in a turn a saved game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// A tile is to be laid.
    Lay,
    /// Something may be done once it lies.
    Act,
    /// What was done is to be confirmed.
    Confirm,
    /// The game is over.
    Over,
}

/// What an event of a recording tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventKind {
    /// A turn, or another part of one, begins.
    Turn,
    /// A tile was laid.
    Lay,
    /// A tile left the game.
    Discard,
    /// A figure was put.
    Put,
    /// A figure had to leave.
    Leave,
    /// A player got a token.
    Token,
    /// A tile was sold: points went from one player to another without a score.
    Auction,
}

/// Names inside the recordings that are words of the game and not of the format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keys {
    /// In a turn: what was done after the tile was laid.
    pub taken: String,
    /// In what was done: the figure that was put.
    pub piece: String,
    /// In an offer to take a figure back: which one.
    pub standing: String,
    /// In a turn: the figures left to each player.
    pub supplies: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = r#"a tile is a text such as `"set/id"`, or `{ tile = "set/id", turned = 1 }`"#)]
pub(crate) enum TileEntry {
    Alike(String),
    Turned { tile: String, turned: u8 },
}

/// A tile of ours that is in play for a tile of theirs under some options.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InsteadEntry {
    /// Our tile.
    pub tile: String,
    /// How often it is turned when theirs is not.
    #[serde(default)]
    pub turned: u8,
    /// The options with their values.
    pub under: BTreeMap<String, String>,
}

/// What points are counted from: our word for it, and how many it is where recordings do not say so.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = r#"a term is a text, or a table such as `{ term = "tiles", number = 1 }`"#)]
pub(crate) enum TermEntry {
    Alike(String),
    Numbered {
        term: String,
        number: i64,
    },
    /// Points more for so many of what is counted under our term.
    Raising {
        raises: String,
    },
    /// A sum of so many points more for each of what is counted under our terms.
    Shared {
        each: Vec<String>,
    },
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceEntry {
    /// Our kind of piece.
    pub piece: String,
    /// Our actions that put it.
    pub actions: Vec<String>,
    /// What it is called in the numbers of figures.
    pub id: String,
}

/// A tile set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SetEntry {
    /// The options that it means.
    pub options: BTreeMap<String, String>,
    /// The options where it is not in play and its pack is, for other things that the pack brings.
    pub absent: BTreeMap<String, String>,
}

/// An element or a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OptionEntry {
    /// The option that it sets; none where it changes nothing.
    pub option: Option<String>,
    /// Our values for theirs; where this is empty they are the same.
    pub values: BTreeMap<String, String>,
    /// The value where a recording does not name it.
    pub absent: Option<String>,
    /// Whether it belongs to the sets of the pack: here they are not played without it.
    pub needed: bool,
    /// Whether it is a switch alone, which does not bring its pack into play.
    pub switch: bool,
}

impl File {
    /// A name of which both files speak differently.
    pub(crate) fn contradicted<'a>(&self, other: &'a File) -> Option<&'a str> {
        fn differing<'a, T: PartialEq>(
            ours: &BTreeMap<String, T>,
            theirs: &'a BTreeMap<String, T>,
        ) -> Option<&'a str> {
            let mut both =
                theirs.iter().filter(|(name, entry)| ours.get(*name).is_some_and(|own| own != *entry));
            both.next().map(|(name, _)| name.as_str())
        }
        /// Several sources may be told of by one event, each with values of its own.
        fn overlapping<'a>(
            ours: &BTreeMap<String, ChanceEntry>,
            theirs: &'a BTreeMap<String, ChanceEntry>,
        ) -> Option<&'a str> {
            let overlap = |own: &ChanceEntry, other: &ChanceEntry| {
                let is_apart = !own.values.is_empty() && !other.values.is_empty();
                own != other
                    && !(is_apart && other.values.keys().all(|value| !own.values.contains_key(value)))
            };
            let mut both =
                theirs.iter().filter(|(name, entry)| ours.get(*name).is_some_and(|own| overlap(own, entry)));
            both.next().map(|(name, _)| name.as_str())
        }
        None.or_else(|| differing(&self.tiles, &other.tiles))
            .or_else(|| differing(&self.instead, &other.instead))
            .or_else(|| differing(&self.covering, &other.covering))
            .or_else(|| differing(&self.features, &other.features))
            .or_else(|| differing(&self.spaces, &other.spaces))
            .or_else(|| differing(&self.places, &other.places))
            .or_else(|| differing(&self.pieces, &other.pieces))
            .or_else(|| differing(&self.figures, &other.figures))
            .or_else(|| differing(&self.returns, &other.returns))
            .or_else(|| differing(&self.moves, &other.moves))
            .or_else(|| differing(&self.reasons, &other.reasons))
            .or_else(|| differing(&self.terms, &other.terms))
            .or_else(|| differing(&self.tokens, &other.tokens))
            .or_else(|| differing(&self.sets, &other.sets))
            .or_else(|| differing(&self.elements, &other.elements))
            .or_else(|| differing(&self.rules, &other.rules))
            .or_else(|| differing(&self.messages, &other.messages))
            .or_else(|| differing(&self.offers, &other.offers))
            .or_else(|| differing(&self.phases, &other.phases))
            .or_else(|| differing(&self.events, &other.events))
            .or_else(|| overlapping(&self.chance, &other.chance))
            .or_else(|| differing(&self.differences, &other.differences))
    }
}

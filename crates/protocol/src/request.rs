//! What can be asked: by those who sit at a table, and by whoever keeps texts and tables.

use std::collections::BTreeMap;

use rota::Diagnostic;
use rota_source::{did_you_mean, joined};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::problem::Refusal;
use crate::thing::Place;

/// The version of the protocol. It changes where a program that was written for it would no longer do.
pub const VERSION: u32 = 1;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 16 << 20;

/// The longest text that is taken as an id, in bytes.
pub const LONGEST_ID: usize = 100;

/// Whatever a request is to be known by again; its answer has the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(u64),
    /// A text of at most 100 bytes.
    Text(String),
}

/// What somebody who sits at a table can ask. An onlooker only looks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// What this seat may see. Answered by `view`.
    View {
        /// Only the tiles and events that are new since the change with this number; without it, all of them.
        #[serde(default)]
        since: Option<u32>,
    },
    /// Answers the decision that waits for this seat. Answered by `view`, with what is new since then.
    Choose {
        /// The words of the option or a part of them, as at the terminal; `pass` where that is possible.
        words: String,
        /// The number of the change that was seen last: where the table stands elsewhere by now, nothing is chosen.
        #[serde(default)]
        at: Option<u32>,
    },
    /// Takes the last move back, where it was made by this seat and chance has not spoken since. Answered by `view`.
    Undo {
        /// As with `choose`.
        #[serde(default)]
        at: Option<u32>,
    },
    /// Makes the move again that this seat has taken back last. Answered by `view`.
    Redo {
        /// As with `choose`.
        #[serde(default)]
        at: Option<u32>,
    },
    /// Where points come from. Answered by `why`.
    Why {
        /// Only the points of this player.
        #[serde(default)]
        player: Option<String>,
    },
    /// What belongs to a feature, who stands on it and what it would bring now. Answered by `feature`.
    Feature {
        /// One of its segments.
        place: Place,
    },
    /// What the table is drawn with: the same for everybody at it, from the beginning of the game to its end. Answered by
    /// `drawings`.
    Drawings {},
    /// What a text says that the game is played by, such as the rule file that points came from. Answered by `text`.
    Read {
        /// What the text is called.
        file: String,
    },
}

/// What whoever keeps texts and tables can ask beside that. Nobody who sits at a table may: what is told here may hold
/// what nobody there may know.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Asks for the version and the limits. Answered by `hello`.
    Hello {
        /// The version that is spoken; one that is not known is refused.
        #[serde(default = "version")]
        version: u32,
    },
    /// Asks what there is to play. Answered by `shelf`.
    Shelf {
        /// Only these packs; without any, all that are published.
        #[serde(default)]
        packs: Vec<String>,
    },
    /// Begins a game. Answered by `opened`.
    Open(Open),
    /// Goes on with a saved game. Answered by `opened`.
    Resume {
        /// The text of the save.
        save: String,
        /// Whether to go on although packs have changed since, as far as the game still holds.
        #[serde(default)]
        accept_changes: bool,
    },
    /// Puts a text over those of the shelf, or in the place of the one of its name: of a rule file with `pack`, of a tile
    /// set of a pack with `pack` and `set`, of a published tile set with `set`. Answered by `done`.
    Put {
        /// What problems call it: usually a path.
        file: String,
        /// The whole text.
        text: String,
        /// The pack that it is a part of.
        #[serde(default)]
        pack: Option<String>,
        /// The tile set that it is.
        #[serde(default)]
        set: Option<String>,
    },
    /// Takes a text away that was put there. Answered by `done`.
    Take {
        /// As with `put`.
        file: String,
    },
    /// Looks for all that is wrong with a pack in each of its variants, with its scenarios too. Answered by `checked`.
    Check {
        /// The pack.
        pack: String,
    },
    /// Lists the scenarios of a pack. Answered by `scenarios`.
    Scenarios {
        /// The pack.
        pack: String,
    },
    /// Runs scenarios of a pack. Answered by `ran`.
    Run {
        /// The pack.
        pack: String,
        /// Only the scenario of this title.
        #[serde(default)]
        scenario: Option<String>,
    },
    /// Plays some lines of a scenario and tells how the table stands then. Answered by `stepped`.
    Step {
        /// The pack.
        pack: String,
        /// The title of the scenario.
        scenario: String,
        /// Which way through it, counted from 0.
        #[serde(default)]
        way: usize,
        /// How many of the lines that are moves or expectations.
        lines: usize,
        /// As which player may know the table; without it as an onlooker does.
        #[serde(default)]
        player: Option<String>,
        /// Whether to tell what the table is drawn with, too.
        #[serde(default)]
        drawings: bool,
    },
    /// Lists the tiles that a pack carries, and the published sets that it plays with. Answered by `tiles`.
    Tiles {
        /// The pack.
        pack: String,
    },
    /// Asks what may stand at a place of a text that was put. Answered by `completions`.
    Complete {
        /// As with `put`.
        file: String,
        /// The place, in bytes of the text.
        at: usize,
    },
    /// Asks what the name at a place of a text that was put is. Answered by `hovered`.
    Hover {
        /// As with `put`.
        file: String,
        /// The place, in bytes of the text.
        at: usize,
    },
    /// Asks where the name at a place of a text that was put is declared. Answered by `defined`.
    Definition {
        /// As with `put`.
        file: String,
        /// The place, in bytes of the text.
        at: usize,
    },
    /// Asks how a text that was put is written in the usual form. Answered by `formatted`.
    Format {
        /// As with `put`.
        file: String,
    },
    /// Asks for the game at the table as a scenario. Answered by `scenario`.
    Scenario {
        /// What it shows.
        title: String,
        /// Only so many of the last moves are made in it, and those of their turns before them; what was there is laid
        /// out, where a scenario can say all of it. Without it the whole game is played again.
        #[serde(default)]
        moves: Option<usize>,
        /// The pack whose scenario it is to be; without it the first one that is played.
        #[serde(default)]
        pack: Option<String>,
    },
    /// Plays the game at the table again by the texts as they are now, up to the first move that is no longer possible.
    /// Moves that were made before are remembered until another one is made. Answered by `replayed`.
    Replay {
        /// Only so many moves.
        #[serde(default)]
        moves: Option<usize>,
    },
    /// Asks which rules ran in a move, and what they took. Answered by `traced`.
    Trace {
        /// The move, counted from 1; without it the last one.
        #[serde(default)]
        r#move: Option<usize>,
    },
    /// Asks for the moves in which something of a line of a rule file ran. Answered by `used`.
    Used {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// Lets a program decide for whose turn it is: any option (`uniform`), the one that pays at once (`greedy`), or the one
    /// that a search ahead finds (`think`). What it does follows from the seed and the number of the move. Answered by `view`, as an onlooker sees it.
    Play {
        /// The program.
        by: Program,
        /// How many times the one that thinks plays on, 2,000 unless told otherwise.
        #[serde(default)]
        playouts: Option<u32>,
    },
    /// Asks what a search ahead considers for whose turn it is, and what it expects: what `play` by `think` chooses is the
    /// first of that. It tells what that player sees. Answered by `considered`.
    Consider {
        /// How many times it plays on, 2,000 unless told otherwise.
        #[serde(default)]
        playouts: Option<u32>,
    },
    /// Asks for the text of the game at the table, from which it can be resumed. Answered by `saved`.
    Save {},
    /// Puts the game at the table away. Answered by `done`.
    Close {},
}

/// A game to begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The packs, by name; beside a composition those that come to its own.
    #[serde(default)]
    pub packs: Vec<String>,
    /// The text of a composition file. What is settled here comes over what it says.
    #[serde(default)]
    pub composition: Option<String>,
    /// Variants, in the order in which they make their changes.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Options over all variants: words, numbers, `true` or `false`.
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    /// Which start is taken where packs name several: a pack, or a start as `SET/TILE`.
    #[serde(default)]
    pub start: Option<String>,
    /// How many copies of each tile set are in play.
    #[serde(default = "one")]
    pub copies: u16,
    /// The names of the players, in the order of their seats: one word each.
    pub players: Vec<String>,
    /// What chance follows from: the same seed gives the same game.
    #[serde(default = "one_seed")]
    pub seed: u64,
}

/// A program that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// Every option is equally likely.
    Uniform,
    /// The option that leaves it furthest ahead if the game ended then.
    Greedy,
    /// The option that a search ahead finds.
    Think,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Truth(truth) => truth.fmt(f),
            Setting::Number(number) => number.fmt(f),
            Setting::Word(word) => word.fmt(f),
        }
    }
}

fn version() -> u32 {
    VERSION
}

fn one() -> u16 {
    1
}

fn one_seed() -> u64 {
    1
}

/// The names of what somebody at a table can ask.
pub(crate) const WISHES: [&str; 8] = ["view", "choose", "undo", "redo", "why", "feature", "drawings", "read"];

/// The names of what whoever keeps texts and tables can ask.
pub(crate) const REQUESTS: [&str; 23] = [
    "hello",
    "shelf",
    "open",
    "resume",
    "put",
    "take",
    "check",
    "scenarios",
    "run",
    "step",
    "tiles",
    "complete",
    "hover",
    "definition",
    "format",
    "scenario",
    "replay",
    "trace",
    "used",
    "play",
    "consider",
    "save",
    "close",
];

/// A request as it came: what it asks, and to whom it is addressed.
pub(crate) struct Letter {
    pub id: Option<Id>,
    fields: Map<String, Value>,
}

impl Letter {
    /// Takes a line apart.
    ///
    /// # Errors
    /// The line is too long or no JSON object; its id is none.
    pub fn read(line: &[u8]) -> Result<Letter, Refusal> {
        if line.len() > LONGEST_LINE {
            let message = format!("a request has at most {LONGEST_LINE} bytes, and this one has more");
            return Err(Diagnostic::error("protocol::too-long", message).into());
        }
        let value: Value = serde_json::from_slice(line).map_err(|error| {
            let message = format!("this is no JSON: {error}");
            Diagnostic::error("protocol::no-json", message).help("a request is one line with one JSON object")
        })?;
        let Value::Object(mut fields) = value else {
            let message = "a request is a JSON object, and this is none";
            return Err(Diagnostic::error("protocol::no-json", message).into());
        };
        let id = fields.remove("id").filter(|id| !id.is_null());
        let id = id.map(|id| serde_json::from_value::<Id>(id).ok().filter(Id::is_short));
        match id {
            Some(None) => {
                let message = format!("an id is a number from 0 on or a text of at most {LONGEST_ID} bytes");
                Err(Diagnostic::error("protocol::request", message).into())
            }
            id => Ok(Letter { id: id.flatten(), fields }),
        }
    }

    /// What it asks, by name.
    ///
    /// # Errors
    /// It names nothing that can be asked.
    pub fn asks(&self, known: &[&'static str]) -> Result<&'static str, Refusal> {
        let help = || format!("what can be asked here: {}", joined(known));
        let Some(asked) = self.fields.get("type").and_then(Value::as_str) else {
            let message = "the request does not say in `type` what it asks";
            return Err(Diagnostic::error("protocol::request", message).help(help()).into());
        };
        known.iter().find(|name| **name == asked).copied().ok_or_else(|| {
            let message = format!("`{asked}` cannot be asked here");
            let help = did_you_mean(asked, known).unwrap_or_else(help);
            Diagnostic::error("protocol::request", message).help(help).into()
        })
    }

    /// Takes out a field that says to whom the request is addressed; nothing where it is not there.
    ///
    /// # Errors
    /// It has another form.
    pub fn take<T: for<'de> Deserialize<'de>>(&mut self, field: &str) -> Result<Option<T>, Refusal> {
        let Some(value) = self.fields.remove(field) else { return Ok(None) };
        serde_json::from_value(value).map_err(|error| {
            let message = format!("`{field}` is not what it should be: {error}");
            Diagnostic::error("protocol::request", message).into()
        })
    }

    /// The request itself.
    ///
    /// # Errors
    /// A field is missing, is not known or has another form.
    pub fn open<T: for<'de> Deserialize<'de>>(self, asked: &str) -> Result<T, Refusal> {
        serde_json::from_value(Value::Object(self.fields)).map_err(|error| {
            let message = format!("`{asked}` cannot be read: {error}");
            let help = "`rota schema protocol` describes every request";
            Diagnostic::error("protocol::request", message).help(help).into()
        })
    }
}

impl Id {
    fn is_short(&self) -> bool {
        match self {
            Id::Number(_) => true,
            Id::Text(text) => text.len() <= LONGEST_ID,
        }
    }
}

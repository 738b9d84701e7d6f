//! What is answered.

use rota::OptionInfo;
use rota_picture::Drawings;
use schemars::JsonSchema;
use serde::Serialize;

use crate::considered::ConsideredView;
use crate::edit::{Completion, Hovered};
use crate::feature::FeatureView;
use crate::problem::{Location, Problem, Refusal};
use crate::replay::Replayed;
use crate::request::Id;
use crate::shelf::ShelfView;
use crate::texts::{Listed, Ran, Stepped};
use crate::tiles::TilesView;
use crate::trace::Traced;
use crate::view::TableView;
use crate::why::Explained;

/// An answer and what it belongs to: a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answered {
    /// The id of the request, where it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// The table that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The version and the limits.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// The program and its version.
        program: String,
        /// The longest line that is read, in bytes.
        longest_line: usize,
        /// The most tables that are kept at once.
        most_tables: usize,
    },
    /// It is done, and there is nothing to tell.
    Done,
    /// A game has begun, or goes on. Who may know what is told by `view`.
    Opened(Box<OpenedTable>),
    /// The game as a text. It holds the seed, and so all that chance will ever give: it is for nobody at the table.
    Saved {
        /// The text.
        save: String,
    },
    /// What a seat may see.
    View(Box<TableView>),
    /// Where points come from, in the order in which they were given.
    Why {
        /// The points.
        scores: Vec<Explained>,
    },
    /// What there is to play.
    Shelf(Box<ShelfView>),
    /// What a table is drawn with.
    Drawings(Box<Drawings>),
    /// A feature as it is now.
    Feature(FeatureView),
    /// A text that the game is played by.
    Text {
        /// What it is called.
        file: String,
        /// The whole text.
        text: String,
    },
    /// What is wrong with a pack; nothing where there are no problems.
    Checked {
        /// The problems, sorted by place.
        problems: Vec<Problem>,
    },
    /// The scenarios of a pack, in the order of its files.
    Scenarios {
        /// The scenarios.
        scenarios: Vec<Listed>,
    },
    /// How scenarios came out.
    Ran {
        /// The scenarios.
        scenarios: Vec<Ran>,
    },
    /// A scenario as it stands behind some of its lines.
    Stepped(Box<Stepped>),
    /// The game as a scenario. It names what chance gave: it is for nobody at the table.
    Scenario {
        /// The text.
        text: String,
        /// Whether what was there before the moves in it is laid out; otherwise all of the game is played again.
        laid: bool,
    },
    /// A game was played again.
    Replayed(Replayed),
    /// The rules that ran in a move.
    Traced(Traced),
    /// The moves in which something of a line ran.
    Used {
        /// Their numbers, the latest first.
        moves: Vec<usize>,
    },
    /// What a search ahead has considered.
    Considered(ConsideredView),
    /// The tiles of a pack.
    Tiles(Box<TilesView>),
    /// What may stand at a place.
    Completions {
        /// The likeliest first.
        items: Vec<Completion>,
    },
    /// What a name is.
    Hovered(Hovered),
    /// Where a name is declared; nowhere where no text of these declares it.
    Defined {
        /// The places.
        places: Vec<Location>,
    },
    /// A text in the usual form.
    Formatted {
        /// The whole text; as it was where it cannot be read.
        text: String,
    },
    /// It cannot be done, and nothing has changed.
    Refused {
        /// All that is wrong.
        problems: Vec<Problem>,
    },
}

/// A game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenedTable {
    /// The packs that were asked for.
    pub packs: Vec<String>,
    /// Their variants.
    pub variants: Vec<String>,
    /// The options, with what they are set to here.
    pub options: Vec<Choosable>,
    /// The names of the players, in the order of their seats.
    pub players: Vec<String>,
    /// What chance follows from.
    pub seed: u64,
    /// How many moves were made.
    pub moves: usize,
    /// What is likely a slip in the packs, and what changed since a game was saved.
    pub warnings: Vec<Problem>,
}

/// An option of the packs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choosable {
    /// Its name.
    pub name: String,
    /// What it is set to.
    pub value: String,
    /// What it is where nothing sets it.
    pub default: String,
    /// What it may be: a range or a list of words.
    pub choices: String,
    /// What it means.
    pub doc: String,
}

impl From<&OptionInfo> for Choosable {
    fn from(option: &OptionInfo) -> Choosable {
        Choosable {
            name: option.name.clone(),
            value: option.value.clone(),
            default: option.default.clone(),
            choices: option.choices.clone(),
            doc: option.doc.clone(),
        }
    }
}

impl Answered {
    /// The line of it.
    #[must_use]
    pub fn line(&self) -> String {
        // It holds nothing that JSON cannot say, so this does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        Answer::Refused { problems: refusal.problems }
    }
}

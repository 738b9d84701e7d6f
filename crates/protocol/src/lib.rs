//! Messages in, messages out: games, texts and scenarios for programs of any language.
//!
//! An [`Engine`] answers lines of JSON by lines of JSON. It keeps [`Table`]s, each of which tells every seat what that
//! seat may know, and nothing else: whoever serves several people opens a table and hands each of them what
//! [`Table::answer`] says to the seat. What can be asked and what is answered is described by [`schema`].
//!
//! ```
//! use rota_protocol::Engine;
//!
//! let mut shelf = rota::MemorySource::new();
//! shelf.add_rules("coins", "coins.rota", "pack coins 1.0.0 \"Coins\"\nplayers 1..2\n");
//! let mut engine = Engine::new(shelf);
//! let answer = engine.answer_line(r#"{"type":"hello","version":1,"id":7}"#);
//! assert!(answer.starts_with(r#"{"id":7,"type":"hello","version":1"#));
//! let answer = engine.answer_line(r#"{"type":"opne"}"#);
//! assert!(answer.contains("did you mean `open`?"));
//! ```

mod answer;
mod considered;
mod decision;
mod edit;
mod engine;
mod feature;
mod log;
mod problem;
mod replay;
mod request;
mod scenario;
mod schema;
mod shelf;
mod table;
mod texts;
mod thing;
mod tiles;
mod trace;
mod view;
mod why;

pub use answer::{Answer, Answered, Choosable, OpenedTable};
pub use considered::{ConsideredView, Considering, WeighedChoice};
pub use decision::{Earlier, Offer, Waiting};
pub use edit::{Completion, Hovered};
pub use engine::{Engine, MOST_TABLES};
pub use feature::{FeatureView, Worth};
pub use log::{Happening, Kind};
pub use problem::{Location, Mend, Problem, Refusal, Seriousness};
pub use replay::Replayed;
pub use request::{Id, LONGEST_ID, LONGEST_LINE, Open, Program, Request, Setting, VERSION, Wish};
pub use rota_picture::{
    Crossing, Drawings, PieceDrawing, SeatDrawing, SegmentDrawing, SpaceDrawing, TileDrawing, TrackDrawing,
};
pub use schema::schema;
pub use shelf::{Printed, ShelfComposition, ShelfPack, ShelfVariant, ShelfView};
pub use table::{PlayedPacks, Table};
pub use texts::{Listed, MOST_TEXT, Ran, Stepped};
pub use thing::{Place, Side, Thing};
pub use tiles::{SegmentSeen, TileSeen, TilesView};
pub use trace::{Call, LineCost, Traced};
pub use view::{Card, Laid, Memory, Player, Stacked, TableView};
pub use why::{Changed, Explained, Explainer, Face, Led, Provenance, RulePlace, Stock, Term};

//! Packs in, a playable game out: what others embed.
//!
//! ```text
//! PackSource ── load ──► LoadedPacks ── compile ──► CompiledGame ── Game::new(rules, setup) ──► Game
//! ```

mod account;
mod compile;
mod composition;
mod editions;
mod error;
mod library;
mod load;
mod mutate;
mod pack_source;
mod parallel_map;
mod provenance;
mod scenario;
mod session;
mod settings;
mod stock;
mod tile_cache;

pub use account::{Account, Cause, accounts};
pub use compile::CompiledGame;
pub use composition::{Composition, PackChoice, compose, composition_schema, is_composition};
pub use editions::{Change, ChangeKind, Editions, Published, Variant, editions};
pub use error::Error;
pub use library::Library;
pub use load::{LoadedPacks, load};
pub use mutate::{Finding, MutationReport, check_mistakes, mutate};
pub use pack_source::{MemorySource, PackSource, PackText, Text};
pub use parallel_map::parallel_map;
pub use provenance::Provenance;
pub use scenario::{Outcome, Scenario, check_scenarios, run_scenarios, scenarios};
pub use session::{
    CannotUndo, Chance, Decided, Entry, Head, LONGEST_SAVE, Pin, SAVE_VERSION, Save, Seat, Session,
};
pub use settings::Settings;

pub use rota_board::{Cell, SegmentId, TileId};
pub use rota_check::OptionInfo;
pub use rota_compile::OptLevel;
pub use rota_game::{
    Choice, Decision, DecisionOutcome, Event, Game, Greedy, History, NoMatch, PASS, Payment, Pending, Piece,
    PieceLocation, Player, PlayerSet, PlayerView, Position, Random, Record, Refused, Reply, RuleFault, Rules,
    Score, ScoreTerm, Setup, SetupError, Target, TileState, Uniform, VisibleDecision, VisibleEvent,
};
pub use rota_source::{Diagnostic, Label, LineColumn, Severity, SourceFile, Sources, Span, Spanned};

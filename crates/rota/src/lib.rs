//! Packs in, a playable game out: what others embed.
//!
//! ```text
//! PackSource ── read ──► LoadedPacks ── open ──► CompiledGame ── Game::new(rules, setup) ──► Game
//! ```
//!
//! A [`PackSource`] hands out texts, so nothing here touches a file. [`read`] parses the packs that are asked for
//! and all they require; a [`Library`] keeps what it parsed for further readings. [`LoadedPacks::open`] compiles them with some variants and options, loads the tile sets
//! with the vocabulary that results, and joins both into the rules that a game is played by. Scenarios and
//! mutations open the same reading again and again with other settings. [`compose`] reads what a composition
//! file names.
//!
//! A [`Session`] is a game that can be saved, taken back and replayed; a [`Save`] is what its file holds.

mod account;
mod composition;
mod editions;
mod library;
mod mutate;
mod open;
mod parallel_map;
mod provenance;
mod read;
mod scenario;
mod session;
mod tile_cache;

pub use account::{Account, Cause, Payment, Term, accounts};
pub use composition::{Composition, PackChoice, compose, composition_schema, is_composition};
pub use editions::{Change, ChangeKind, Editions, Published, Variant, editions};
pub use library::Library;
pub use mutate::{Finding, MutationReport, check_mistakes, mutate};
pub use open::{CompiledGame, Settings};
pub use parallel_map::parallel_map;
pub use provenance::Provenance;
pub use read::{LoadedPacks, PackSource, PackText, Text, read};
pub use scenario::{Outcome, Scenario, check_scenarios, run_scenarios, scenarios};
pub use session::{
    CannotUndo, Chance, Decided, Entry, Head, LONGEST_SAVE, Pin, SAVE_VERSION, Save, Seat, Session,
};

pub use rota_board as board;
pub use rota_bytecode as bytecode;
pub use rota_check as check;
pub use rota_compile as compile;
pub use rota_game as game;
pub use rota_mutate as mutation;
pub use rota_source as source;
pub use rota_syntax as syntax;
pub use rota_tiles as tiles;
pub use rota_vm as vm;

//! Recorded games of another engine, replayed by our rules and compared turn by turn.
//!
//! A recording speaks its own names; a [`Mapping`], read from a file that each pack brings, says what they are
//! called here. [`verify`] sets up the same game, lets every player do what was done, and compares all that was
//! offered, scored and left over.
//! Two forms are read: one tells a turn at a time, the other each message with everything that was on offer. Scores of 0 points are no scores here: they are left out on both sides, as are
//! items that are worth nothing. [`verify_test_game`] plays a saved test game up to where it was left and checks
//! what it asserts.
//!
//! This crate asks `rota` for rules and games; nothing of the engine knows of it.

mod archive;
mod comparison;
mod configuration;
mod hidden;
mod location;
mod mapping;
mod recording;
mod replay;
mod rules_cache;
mod steps;
mod test_game;
mod transcript;
mod verdict;

pub use archive::lines;
pub use mapping::Mapping;
pub use recording::{Report, verify};
pub use rules_cache::RulesCache;
pub use test_game::{Assertion, TestGameReport, verify_test_game};
pub use verdict::{Counts, Difference, Verdict};

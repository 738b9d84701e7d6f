//! A report: whether a game is fair, what decides it, and what its rules, tiles, variants and options do.
//!
//! A [`Plan`] names its sides: the rules that are told of, and others that the same games are played by. [`Plan::compile`]
//! compiles one of them, [`CompiledSide::play`] plays some of its games. What they were is a [`Part`], made of whole numbers:
//! parts can be played anywhere and in any order, kept, and put together by [`Gathered`] to the last point. From that comes
//! the [`Report`], as data and as a page.

mod against;
mod alternatives;
mod claims;
mod figures;
mod page;
mod part;
mod plan;
mod report;
mod section;
mod sums;
mod watched;

pub use part::{Gathered, Part, Stopped};
pub use plan::{Alternatives, CompiledSide, Plan, Side, Unplayable};
pub use report::{Report, SCHEMA_VERSION};
pub use section::{Cell, Column, Section};

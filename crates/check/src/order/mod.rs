//! When things happen: values and rules as functions, the steps of a turn, reactions to effects.

mod algebra;
pub(crate) mod exchange;
pub(crate) mod footprint;
pub(crate) mod functions;
pub(crate) mod layout;
pub(crate) mod procedures;
pub(crate) mod questions;
pub(crate) mod reactions;
pub(crate) mod steps;
pub(crate) mod unordered;

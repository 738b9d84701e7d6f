//! When things happen: values and rules as functions, the steps of a turn, reactions to effects.

pub(crate) mod functions;
pub(crate) mod questions;
pub(crate) mod reactions;
pub(crate) mod steps;
pub(crate) mod unordered;

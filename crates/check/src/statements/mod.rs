//! What rules do: statements, decisions, points and pieces.

pub(crate) mod assign;
pub(crate) mod awards;
pub(crate) mod choice;
pub(crate) mod control_flow;
pub(crate) mod drawn;
pub(crate) mod effects;
mod members;
pub(crate) mod menu;
mod pass;
pub(crate) mod paying;
pub(crate) mod pieces;
mod several;
pub(crate) mod statement;

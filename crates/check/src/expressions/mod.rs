//! What rules ask: names, operators, calls and folds, and the types of all of them.

pub(crate) mod calls;
pub(crate) mod expr;
pub(crate) mod fold;
pub(crate) mod kinds;
pub(crate) mod names;
pub(crate) mod own;
pub(crate) mod set;
mod spaces;
pub(crate) mod type_advice;
pub(crate) mod types;

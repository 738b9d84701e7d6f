//! The parser that pest makes from the grammar.

use pest_derive::Parser;

/// Parses one piece of rule text by one rule of the grammar.
#[derive(Parser)]
#[grammar = "rules.pest"]
pub(crate) struct Grammar;

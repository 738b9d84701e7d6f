//! Rule text to tree and back.
//!
//! [`parse`] reads a file item by item, so that an error in one hides nothing of the others. The parser's
//! own types stay inside: what leaves is the tree of [`ast`] and diagnostics.

#[expect(missing_docs, reason = "a field is explained by the text in its variant's comment")]
pub mod ast;
mod ast_builder;
mod constructs;
mod expected;
mod explain;
mod format;
mod grammar;
mod language;
mod lexer;
mod limits;
mod lookahead;
mod operators;
mod parse;
mod rule_names;
mod split;
pub mod visit;

pub use constructs::constructs;
pub use expected::{Expected, expected};
pub use format::{format, format_without_comments};
pub use language::{FIRST_LANGUAGE, LANGUAGE, stated_language};
pub use parse::{parse, parse_expression};

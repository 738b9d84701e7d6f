//! Answers about texts of rules and tiles, for editors: what is wrong, what is this, where is it declared and used, what
//! may stand here, what does it become when it is renamed, how is it written.
//!
//! A question is about a [`World`]: the texts of a shelf with those on top that are open and not yet saved. An answer
//! follows from the texts alone; nothing here reads a file or knows a clock, a protocol or an editor. Places are bytes of
//! one file; [`position`] turns them into lines and columns.
//!
//! Hover, definition, references, rename and tokens read one table, the [occurrences](rota_check::occurrences) of names.

mod check;
mod completion;
mod finding;
mod folding;
mod format;
mod hover;
mod lens;
mod navigation;
pub mod position;
mod rename;
mod signature;
mod symbols;
mod tile_words;
mod tokens;
mod toml_names;
mod workbench;
mod world;

pub use check::Aspect;
pub use completion::{Proposal, ProposalKind, Proposals};
pub use finding::{FilePlace, Finding, Repair};
pub use folding::{Fold, folds};
pub use format::{TextEdit, format, format_range, smallest_edit};
pub use hover::Hover;
pub use lens::Lens;
pub use rename::Edits;
pub use signature::Signature;
pub use symbols::{Outline, outline};
pub use tile_words::tile_outline;
pub use tokens::{Token, TokenKind};
pub use workbench::{Analysis, Subject, Workbench};
pub use world::{OpenText, Owner, World};

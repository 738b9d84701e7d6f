//! Answers about texts of rules and tiles, for editors: what is wrong, what is this, where is it declared and used, what
//! may stand here, what does it become when it is renamed, how is it written.
//!
//! A question is about a [`World`]: the texts of a shelf with those on top that are open and not yet saved. An answer
//! follows from the texts alone; nothing here reads a file or knows a clock, a protocol or an editor. Places are bytes of
//! one file; [`position`] turns them into lines and columns.
//!
//! Hover, definition, references, rename and tokens read one table, the [occurrences](rota_check::occurrences) of names.

mod finding;
mod format;
mod hover;
mod navigation;
pub mod position;
mod symbols;
mod workbench;
mod world;

pub use finding::{FilePlace, Finding, Repair};
pub use format::{TextEdit, format};
pub use hover::Hover;
pub use symbols::{Outline, outline};
pub use workbench::{Analysis, Subject, Workbench};
pub use world::{OpenText, Owner, World};

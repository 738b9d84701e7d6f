//! Files, spans and the one diagnostic.
//!
//! Every text of a composition lies in one [`Sources`]; a [`Span`] is a range in that common space, so a
//! diagnostic may point into several files at once. Nothing here reads a file or knows a terminal.

mod diagnostic;
mod report;
mod sources;
mod spelling;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use report::Report;
pub use sources::{LineColumn, SourceFile, Sources, Span, Spanned};
pub use spelling::{did_you_mean, joined, nearest, quoted, suggestion};

//! Files, spans and the one diagnostic.
//!
//! Every text of a composition lies in one [`Sources`]; a [`Span`] is a range in that common space, so a
//! diagnostic may point into several files at once. Nothing here reads a file or knows a terminal.

mod allow;
mod codes;
mod diagnostic;
mod fix;
mod report;
mod sources;
mod spelling;

pub use allow::Allowances;
pub use codes::{CODE_PAGES, Code, CodePage, codes};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use fix::{Edit, Fix, Help, Safety, edited};
pub use report::Report;
pub use sources::{LineColumn, SourceFile, Sources, Span, Spanned};
pub use spelling::{Written, correction, did_you_mean, joined, meant, nearest, quoted, suggestion};

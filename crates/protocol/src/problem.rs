//! What is wrong, as a message tells it: the one diagnostic of the project, with the places it points at.

use std::fmt;

use rota::{Diagnostic, Error, Fix, Safety, Severity, Sources, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// Something that is wrong with a request, with texts, or with a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// Whether it is in the way.
    pub severity: Seriousness,
    /// The stable code, of the form `area::kebab-case`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The places, the primary one first; none where no text is to blame.
    pub labels: Vec<Location>,
    /// Changes of the texts that do away with it; of several, one is to be chosen.
    pub fixes: Vec<Mend>,
}

/// Whether a problem is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seriousness {
    /// It is.
    Error,
    /// It is not.
    Warning,
}

impl fmt::Display for Seriousness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seriousness::Error => "error",
            Seriousness::Warning => "warning",
        })
    }
}

/// A change of texts that does away with a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mend {
    /// What it does.
    pub title: String,
    /// Whether only this can be meant.
    pub safe: bool,
    /// What is replaced, each place with the text that comes there.
    pub edits: Vec<Location>,
}

/// A place and what is to be said or written there. Lines and columns are counted from 1, bytes from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Location {
    /// The name of the file.
    pub file: String,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line of the first byte.
    pub line: usize,
    /// Column of the first byte, in characters.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end, in characters.
    pub end_column: usize,
    /// What is to be said or written.
    pub text: String,
}

impl Problem {
    /// Tells a diagnostic of these texts.
    #[must_use]
    pub fn of(diagnostic: &Diagnostic, sources: &Sources) -> Problem {
        let labels = diagnostic.labels().iter();
        Problem {
            severity: match diagnostic.severity() {
                Severity::Error => Seriousness::Error,
                Severity::Warning => Seriousness::Warning,
            },
            code: diagnostic.code(),
            message: diagnostic.message().to_owned(),
            help: diagnostic.advice().map(str::to_owned),
            labels: labels
                .map(|label| Location { text: label.text.clone(), ..Location::of(label.span, sources) })
                .collect(),
            fixes: diagnostic.fixes().iter().map(|fix| Mend::of(fix, sources)).collect(),
        }
    }

    /// Tells all that is wrong with texts, sorted by place, each once.
    #[must_use]
    pub fn all(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Problem> {
        let mut problems: Vec<Problem> = diagnostics.iter().map(|one| Problem::of(one, sources)).collect();
        problems.sort_by(|one, other| one.key().cmp(&other.key()));
        problems.dedup_by(|one, other| one.key() == other.key());
        problems
    }

    /// What problems are sorted by, and what makes two of them the same.
    #[must_use]
    pub fn key(&self) -> (&[Location], &str, &str, &Option<String>) {
        (&self.labels, self.code, &self.message, &self.help)
    }
}

impl Mend {
    fn of(fix: &Fix, sources: &Sources) -> Mend {
        let edits = fix.edits.iter();
        Mend {
            title: fix.title.clone(),
            safe: fix.safety == Safety::Safe,
            edits: edits
                .map(|edit| Location { text: edit.text.clone(), ..Location::of(edit.span, sources) })
                .collect(),
        }
    }
}

impl Location {
    /// Finds a span in its file.
    #[must_use]
    pub fn of(span: Span, sources: &Sources) -> Location {
        let Some((first, file)) = sources.place(span.start).zip(sources.file_at(span.start)) else {
            return Location::default();
        };
        let last =
            sources.place(span.end).filter(|last| last.file == first.file).unwrap_or_else(|| first.clone());
        Location {
            file: first.file.to_string(),
            start: span.start - file.base,
            end: span.end.saturating_sub(file.base),
            line: first.line,
            column: first.column,
            end_line: last.line,
            end_column: last.column,
            text: String::new(),
        }
    }
}

/// Why a request was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// All that is wrong; at least one of them is an error.
    pub problems: Vec<Problem>,
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Refusal {
        Refusal { problems: vec![Problem::of(&diagnostic, &Sources::new())] }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal { problems: Problem::all(error.diagnostics(), error.sources()) }
    }
}

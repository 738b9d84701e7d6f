//! Problems from many compositions, each shown once: drawn for people, listed for programs.

use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme};
use rota::{Diagnostic, Fix, Safety, Severity, Sources, Span};
use rota_source::Report;
use serde::Serialize;
use serde_json::{Value, json};

use crate::arguments::SCHEMA_VERSION;
use crate::reference::is_explained;

/// Wide enough for a line of rules, narrow enough for a terminal beside an editor.
pub(crate) const WIDTH: usize = 100;

/// How the text of an option on the command line is called where problems point into it.
pub(crate) const SET: &str = "--set";

/// How the name of a start on the command line is called where problems point into it.
pub(crate) const START: &str = "--start";

/// A problem that no longer needs the texts it points into.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The stable code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The places, the primary one first.
    pub labels: Vec<Location>,
    /// Changes of the texts that do away with it.
    pub fixes: Vec<Mend>,
    #[serde(skip)]
    drawn: String,
}

/// A fix that no longer needs the texts it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Mend {
    /// What it does.
    pub title: String,
    /// Whether `--fix` makes it.
    pub safe: bool,
    /// What is replaced, each place with the text that comes there.
    pub edits: Vec<Location>,
}

/// A place and what is to be said or written there; lines and columns are counted from 1, bytes from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Location {
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

/// What is wrong with the files of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problems {
    /// Sorted by place; no two are equal.
    list: Vec<Problem>,
}

impl Problems {
    /// What was found in some texts.
    pub fn of<'d>(sources: &Sources, found: impl IntoIterator<Item = &'d Diagnostic>) -> Problems {
        let mut problems = Problems::default();
        problems.add(sources, found);
        problems
    }

    /// Adds what was found in some texts, except for what is there already.
    pub fn add<'d>(&mut self, sources: &Sources, found: impl IntoIterator<Item = &'d Diagnostic>) {
        for diagnostic in found {
            let problem = Problem::new(diagnostic, sources);
            let after = self.list.partition_point(|other| other.key() < problem.key());
            if self.list.get(after).is_none_or(|other| other.key() != problem.key()) {
                self.list.insert(after, problem);
            }
        }
    }

    /// How many errors and how many warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.list.iter().filter(|problem| problem.severity == ERROR).count();
        (errors, self.list.len() - errors)
    }

    /// In how many files the problems lie.
    pub fn files(&self) -> usize {
        let mut files: Vec<&str> = self
            .list
            .iter()
            .filter_map(|problem| problem.labels.first())
            .map(|place| place.file.as_str())
            .collect();
        files.sort_unstable();
        files.dedup();
        files.len()
    }

    /// The code of the first error that the reference explains.
    pub fn explained(&self) -> Option<&'static str> {
        let errors = self.list.iter().filter(|problem| problem.severity == ERROR);
        errors.map(|problem| problem.code).find(|code| is_explained(code))
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether the command line alone is to blame: no error lies in a file.
    pub fn are_in_arguments(&self) -> bool {
        let errors = self.list.iter().filter(|problem| problem.severity == ERROR);
        let is_argument =
            |place: &Location| [SET, START].iter().any(|argument| place.file.starts_with(argument));
        errors.filter_map(|problem| problem.labels.first()).all(is_argument)
    }

    /// Draws all problems with the lines they lie in.
    pub fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        for problem in &self.list {
            out.write_all(problem.drawn.as_bytes())?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// All problems, sorted by place.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.list.iter()
    }

    /// All problems as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(&self.list).unwrap_or_default()
    }

    /// A document that has only problems to tell.
    pub fn document(&self) -> Value {
        json!({ "schema_version": SCHEMA_VERSION, "diagnostics": self.to_json() })
    }
}

/// How an error is called.
pub(crate) const ERROR: &str = "error";

impl Mend {
    fn new(fix: &Fix, sources: &Sources) -> Mend {
        let edits = fix.edits.iter();
        Mend {
            title: fix.title.clone(),
            safe: fix.safety == Safety::Safe,
            edits: edits
                .map(|edit| Location { text: edit.text.clone(), ..place(sources, edit.span) })
                .collect(),
        }
    }
}

impl Problem {
    fn new(diagnostic: &Diagnostic, sources: &Sources) -> Problem {
        let labels = diagnostic.labels().iter();
        Problem {
            severity: match diagnostic.severity() {
                Severity::Error => ERROR,
                Severity::Warning => "warning",
            },
            code: diagnostic.code(),
            message: diagnostic.message().to_owned(),
            help: diagnostic.advice().map(str::to_owned),
            labels: labels
                .map(|label| Location { text: label.text.clone(), ..place(sources, label.span) })
                .collect(),
            fixes: diagnostic.fixes().iter().map(|fix| Mend::new(fix, sources)).collect(),
            drawn: draw(diagnostic, sources),
        }
    }

    /// What problems are sorted by, and what makes two of them the same.
    fn key(&self) -> (&[Location], &str, &str, &Option<String>) {
        (&self.labels, self.code, &self.message, &self.help)
    }
}

/// Finds a span in its file.
pub(crate) fn place(sources: &Sources, span: Span) -> Location {
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

/// Finds a span the short way: file and line.
pub(crate) fn short_place(sources: &Sources, span: Span) -> String {
    sources.place(span.start).map_or_else(String::new, |place| format!("{}:{}", place.file, place.line))
}

fn draw(diagnostic: &Diagnostic, sources: &Sources) -> String {
    // Colours are always drawn here; the stream takes them out where they do not belong.
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_links(false).with_width(WIDTH);
    let mut drawn = String::new();
    match handler.render_report(&mut drawn, &Report { diagnostic, sources }) {
        Ok(()) => drawn,
        Err(_) => format!("{}: {}\n", diagnostic.code(), diagnostic.message()),
    }
}

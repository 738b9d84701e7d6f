//! Problems from many compositions, each shown once: drawn for people, listed for programs.

use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme};
use rota::{Diagnostic, Sources};
use rota_protocol::{Location, Problem, Seriousness};
use rota_source::Report;
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
#[derive(Clone, Debug)]
struct Found {
    problem: Problem,
    drawn: String,
}

/// What is wrong with the files of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problems {
    /// Sorted by place; no two are equal.
    list: Vec<Found>,
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
            let problem = Problem::of(diagnostic, sources);
            let after = self.list.partition_point(|other| other.problem.key() < problem.key());
            if self.list.get(after).is_none_or(|other| other.problem.key() != problem.key()) {
                self.list.insert(after, Found { problem, drawn: draw(diagnostic, sources) });
            }
        }
    }

    /// How many errors and how many warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.errors().count();
        (errors, self.list.len() - errors)
    }

    /// In how many files the problems lie.
    pub fn files(&self) -> usize {
        let places = self.iter().filter_map(|problem| problem.labels.first());
        let mut files: Vec<&str> = places.map(|place| place.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        files.len()
    }

    /// The code of the first error that the reference explains.
    pub fn explained(&self) -> Option<&'static str> {
        self.errors().map(|problem| problem.code).find(|code| is_explained(code))
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether the command line alone is to blame: no error lies in a file.
    pub fn are_in_arguments(&self) -> bool {
        let is_argument =
            |place: &Location| [SET, START].iter().any(|argument| place.file.starts_with(argument));
        self.errors().filter_map(|problem| problem.labels.first()).all(is_argument)
    }

    /// Draws all problems with the lines they lie in.
    pub fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        for found in &self.list {
            out.write_all(found.drawn.as_bytes())?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// All problems, sorted by place.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.list.iter().map(|found| &found.problem)
    }

    fn errors(&self) -> impl Iterator<Item = &Problem> {
        self.iter().filter(|problem| problem.severity == Seriousness::Error)
    }

    /// All problems as JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self.iter().collect::<Vec<_>>()).unwrap_or_default()
    }

    /// A document that has only problems to tell.
    pub fn document(&self) -> Value {
        json!({ "schema_version": SCHEMA_VERSION, "diagnostics": self.to_json() })
    }
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

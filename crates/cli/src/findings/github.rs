//! Workflow commands of GitHub Actions: each problem becomes a remark beside its line.

use std::io::{self, Write};

use rota_protocol::{Location, Problem, Seriousness};

use crate::problems::Problems;

/// Writes a line for each problem, errors first: only the first ten or so of a step are shown. What was not checked
/// comes last.
pub(crate) fn write(problems: &Problems, unchecked: &[String], out: &mut dyn Write) -> io::Result<()> {
    let (errors, warnings): (Vec<&Problem>, Vec<&Problem>) =
        problems.iter().partition(|problem| problem.severity == Seriousness::Error);
    for problem in errors.into_iter().chain(warnings) {
        let place = problem.labels.first().map(place).unwrap_or_default();
        let mut text = problem.message.clone();
        if let Some(label) = problem.labels.first().filter(|label| !label.text.is_empty()) {
            text.push_str(&format!("\nhere: {}", label.text));
        }
        for label in problem.labels.iter().skip(1) {
            text.push_str(&format!("\n{}:{}: {}", label.file, label.line, label.text));
        }
        if let Some(help) = &problem.help {
            text.push_str(&format!("\nhelp: {help}"));
        }
        writeln!(out, "::{} title={}{place}::{}", problem.severity, property(problem.code), escaped(&text))?;
    }
    for what in unchecked {
        writeln!(out, "::notice title=not checked::{}", escaped(what))?;
    }
    Ok(())
}

/// Where a remark stands. Columns are understood on a single line only.
fn place(label: &Location) -> String {
    let mut place =
        format!(",file={},line={},endLine={}", property(&slashed(&label.file)), label.line, label.end_line);
    if label.line == label.end_line {
        place.push_str(&format!(",col={},endColumn={}", label.column, label.end_column));
    }
    place
}

/// A path as the web writes it.
pub(super) fn slashed(file: &str) -> String {
    file.replace('\\', "/")
}

/// What a command says: its line ends only where it does.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property: commas and colons end it.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

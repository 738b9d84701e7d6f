//! Texts against each other, line by line.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

/// What only the first side has.
pub(super) const FIRST: Style = AnsiColor::Red.on_default();

/// What only the second side has.
pub(super) const SECOND: Style = AnsiColor::Green.on_default();

/// How many lines that are the same are shown around those that are not.
const AROUND: usize = 2;

/// Writes the lines of two texts: `-` before those of the first, `+` before those of the second, and some of what
/// both have around them.
pub(super) fn write(out: &mut dyn Write, indent: usize, first: &str, second: &str) -> io::Result<()> {
    // Or a line that is the last one of one text only would differ by its end.
    let (first, second) = (ended(first), ended(second));
    let diff = TextDiff::from_lines(&first, &second);
    for (place, group) in diff.grouped_ops(AROUND).iter().enumerate() {
        if place > 0 {
            writeln!(out, "{:indent$}…", "")?;
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches('\n');
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new()),
                ChangeTag::Delete => ('-', FIRST),
                ChangeTag::Insert => ('+', SECOND),
            };
            let line = format!("{sign} {line}");
            writeln!(out, "{:indent$}{style}{}{style:#}", "", line.trim_end())?;
        }
    }
    Ok(())
}

/// Writes all lines of a text that only one side has.
pub(super) fn one_sided(out: &mut dyn Write, indent: usize, is_first: bool, text: &str) -> io::Result<()> {
    match is_first {
        true => write(out, indent, text, ""),
        false => write(out, indent, "", text),
    }
}

/// The difference as a unified diff, for programs.
pub(super) fn text(first: &str, second: &str) -> String {
    let (first, second) = (ended(first), ended(second));
    TextDiff::from_lines(&first, &second).unified_diff().to_string()
}

/// A text whose last line ends as all others do.
fn ended(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

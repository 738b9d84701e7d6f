//! Text for people: lines that are not too long, and things that are counted.

use std::io::{self, Write};

use crate::problems::WIDTH;

/// Writes text in lines of at most [`WIDTH`] columns, each indented by so many.
///
/// A word that is longer than a line has one to itself.
pub(crate) fn write(out: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    lines(text, WIDTH.saturating_sub(indent))
        .iter()
        .try_for_each(|line| writeln!(out, "{:indent$}{line}", ""))
}

/// As [`write`], with words that stand before the first line, in the room that its indent leaves.
pub(crate) fn write_behind(out: &mut dyn Write, head: &str, indent: usize, text: &str) -> io::Result<()> {
    let lines = lines(text, WIDTH.saturating_sub(indent));
    writeln!(out, "{head:indent$}{}", lines.first().map_or("", String::as_str))?;
    lines.iter().skip(1).try_for_each(|line| writeln!(out, "{:indent$}{line}", ""))
}

/// A number and a word for what it counts.
pub(crate) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Breaks text between words into lines of at most so many columns; a longer word has a line to itself.
pub(crate) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

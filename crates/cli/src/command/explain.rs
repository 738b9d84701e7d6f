//! `rota explain`: what the reference says of a code or a word.

use clap::Args;
use rota_source::did_you_mean;
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::reference::{self, Entry};

/// Arguments of `rota explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The code of a message (`area::name`, or the name alone), or a word: of the language, a built-in, an effect, a
    /// step or a value of the base game
    #[arg(value_name = "CODE|WORD", required_unless_present = "list")]
    pub word: Option<String>,
    /// List all codes, with a line each
    #[arg(long, conflicts_with = "word")]
    pub list: bool,
}

/// Prints what the reference says.
pub(crate) fn run(arguments: &ExplainArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let entries = match &arguments.word {
        Some(word) => about(word.trim_matches('`'))?,
        None => reference::diagnostics(),
    };
    if console.is_json() {
        console.document(&json!({ "schema_version": SCHEMA_VERSION, "entries": entries }))?;
    } else if arguments.list {
        let width = entries.iter().map(|entry| entry.title.len()).max().unwrap_or(0);
        for entry in &entries {
            writeln!(console.out, "{:width$}  {}", entry.title.trim_matches('`'), plain(entry.summary()))?;
        }
    } else {
        for (number, entry) in entries.iter().enumerate() {
            let before = if number > 0 { "\n" } else { "" };
            writeln!(console.out, "{before}{}", shown(entry))?;
        }
    }
    Ok(Exit::Fine)
}

fn about(word: &str) -> Result<Vec<Entry>, Failure> {
    let entries = reference::entries();
    let mut known: Vec<String> = entries.iter().flat_map(|entry| entry.words.iter().cloned()).collect();
    known.sort_unstable();
    known.dedup();
    let found = reference::about(entries, word);
    if found.is_empty() {
        let help = did_you_mean(word, &known).unwrap_or_else(|| {
            "`rota explain --list` lists all codes; words of packs are explained where they stand".to_owned()
        });
        return Err(Failure::advised(format!("the reference says nothing of `{word}`"), help));
    }
    Ok(found)
}

/// An entry for people: its heading, what is said, and where it stands.
fn shown(entry: &Entry) -> String {
    let mut text = String::new();
    let mut is_code = false;
    if let Some(cells) = entry.cells() {
        for (number, (head, cell)) in cells.iter().filter(|(_, cell)| !cell.is_empty()).enumerate() {
            let head = if number > 0 { format!("  {head}: ") } else { String::new() };
            text.push_str(&format!("{head}{}\n", plain(cell)));
        }
    }
    for line in entry.text.lines().filter(|_| entry.cells().is_none()) {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            text.push_str(format!("  {line}").trim_end());
            text.push('\n');
        } else {
            text.push_str(&plain(line));
            text.push('\n');
        }
    }
    format!("{}\n\n{text}\n{}#{}", entry.title.trim_matches('`'), entry.file, entry.anchor)
}

/// A line without the targets of its links.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once("](") {
        let Some((target, after)) = link.split_once(')') else { break };
        match before.rsplit_once('[') {
            Some((head, text)) => out.extend([head, text]),
            None => out.extend([before, "](", target, ")"]),
        }
        rest = after;
    }
    out + rest
}

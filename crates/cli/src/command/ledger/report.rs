//! What became of the statements, as text and as JSON.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use serde_json::{Map, Value, json};

use super::{Row, Saying, State};
use crate::console::SCHEMA_VERSION;
use crate::text::{self, counted};

/// How many scenarios of a statement are shown.
const SHOWN: usize = 3;

/// From the state of a statement to its id, and how far what is said of it is indented.
const INDENT: usize = 10;

/// Everything there is to tell.
pub(super) struct Report<'r> {
    pub rows: &'r [Row],
    /// Whether it was tried what scenarios notice.
    pub is_proof: bool,
    pub only_lacking: bool,
}

impl<'r> Report<'r> {
    /// The statements that lack something: those that are not proved, or not covered where nothing was tried. Who waits
    /// for a pack lacks nothing yet.
    pub fn lacking(&self) -> impl Iterator<Item = &'r Row> {
        let enough = if self.is_proof { State::Proved } else { State::Covered };
        self.rows.iter().filter(move |row| row.state() < enough && row.state() != State::Waits)
    }

    fn totals(&self) -> impl Iterator<Item = (State, usize)> {
        let count = |state| self.rows.iter().filter(|row| row.state() == state).count();
        State::ALL.into_iter().map(move |state| (state, count(state)))
    }

    /// Everything, for programs.
    pub fn document(&self) -> Value {
        let totals: Map<String, Value> =
            self.totals().map(|(state, count)| (state.word().to_owned(), json!(count))).collect();
        let rows = self.shown().map(|row| {
            json!({
                "id": row.statement.id.node,
                "text": row.statement.text,
                "state": row.state().word(),
                "declared": sayings(&row.declared, "item"),
                "covered": sayings(&row.covered, "scenario"),
                "proved": row.proved,
                "unnoticed": sayings(&row.unnoticed, "change"),
                "waits_for": row.lacks,
            })
        });
        json!({
            "schema_version": SCHEMA_VERSION,
            "statements": rows.collect::<Vec<_>>(),
            "totals": totals,
            "lacking": self.lacking().count(),
        })
    }

    fn shown(&self) -> impl Iterator<Item = &'r Row> {
        let lacking: Vec<&str> = self.lacking().map(|row| row.statement.id.as_str()).collect();
        let is_shown = move |row: &&Row| !self.only_lacking || lacking.contains(&row.statement.id.as_str());
        self.rows.iter().filter(is_shown).collect::<Vec<_>>().into_iter()
    }

    /// The same for people.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in self.shown() {
            tell(row, out)?;
        }
        let totals = self.totals().filter(|(_, count)| *count > 0);
        let totals: Vec<String> = totals.map(|(state, count)| format!("{count} {}", total(state))).collect();
        writeln!(out, "{}: {}", counted(self.rows.len(), "statement"), totals.join(", "))
    }
}

fn total(state: State) -> &'static str {
    match state {
        State::Missing | State::Declared | State::Proved => state.word(),
        State::Covered => "covered only",
        State::Waits => "waiting for packs",
    }
}

fn sayings(all: &[Saying], key: &str) -> Value {
    all.iter()
        .map(|saying| json!({ "pack": saying.pack, key: saying.what, "place": saying.place }))
        .collect::<Vec<_>>()
        .into()
}

/// Writes a statement and what is said for it.
fn tell(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let state = row.state();
    let style = match state {
        State::Missing | State::Declared => Style::new().fg_color(Some(AnsiColor::Red.into())),
        State::Waits | State::Covered => Style::new().fg_color(Some(AnsiColor::Yellow.into())),
        State::Proved => Style::new(),
    };
    let line = format!("{}  {}", row.statement.id, row.statement.text);
    text::write_behind(out, &format!("{style}{:INDENT$}{style:#}", state.word()), INDENT, &line)?;
    let say = |head: &str, all: &[Saying], out: &mut dyn Write| -> io::Result<()> {
        let shown = all.iter().take(SHOWN).map(|saying| format!("{}, {}", saying.place, saying.what));
        let mut words: Vec<String> = shown.collect();
        words.extend((all.len() > SHOWN).then(|| format!("and {} more", all.len() - SHOWN)));
        if words.is_empty() {
            Ok(())
        } else {
            text::write(out, INDENT, &format!("{head} {}", words.join("; ")))
        }
    };
    say("declared by", &row.declared, out)?;
    say("covered by", &row.covered, out)?;
    if !row.proved.is_empty() {
        text::write(out, INDENT, &format!("proved in {}", row.proved.join(", ")))?;
    }
    say("not noticed:", &row.unnoticed, out)?;
    if state == State::Waits {
        text::write(out, INDENT, &format!("waits for {}", row.lacks.join(", ")))?;
    }
    Ok(())
}

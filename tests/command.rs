//! The command line from outside: what it writes, and how it exits.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ffi::OsString;

use rota_cli::{Exit, Input};
use serde_json::Value;

/// What a command wrote, and how it exited.
pub struct Outcome {
    /// What was asked for.
    pub out: String,
    /// Problems.
    pub err: String,
    /// How it exited.
    pub exit: Exit,
}

impl Outcome {
    /// What was written, as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Runs a command line; words are separated by spaces.
///
/// # Panics
/// When the command writes something else than text.
pub fn rota(line: &str) -> Outcome {
    rota_with(line, "")
}

/// Runs a command line and types these answers when it asks.
///
/// # Panics
/// When the command writes something else than text.
pub fn rota_with(line: &str, answers: &str) -> Outcome {
    rota_words(&line.split_whitespace().collect::<Vec<_>>(), answers)
}

/// As [`rota_with`], for words that hold spaces.
///
/// # Panics
/// When the command writes something else than text.
pub fn rota_words(words: &[&str], answers: &str) -> Outcome {
    let arguments = std::iter::once("rota").chain(words.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let input = Input { lines: Box::new(answers.as_bytes()), is_typed: false };
    let exit = rota_cli::run_with(arguments, input, &mut out, &mut err);
    let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
    Outcome { out, err, exit }
}

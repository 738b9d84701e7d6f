//! Comparing two things and saying how they differ.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::verdict::{Difference, Stop};

/// What is compared at one point of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    /// The turn; nothing at the end of the game.
    pub turn: Option<u32>,
}

impl Comparison {
    /// A difference.
    pub fn differs(self, what: &str, expected: impl Display, got: impl Display) -> Stop {
        Stop::Differs(Difference {
            turn: self.turn,
            what: what.to_owned(),
            expected: expected.to_string(),
            got: got.to_string(),
        })
    }

    /// Compares two things.
    pub fn same<T: PartialEq>(
        self,
        what: &str,
        expected: &T,
        got: &T,
        words: impl Fn(&T) -> String,
    ) -> Result<(), Stop> {
        if expected == got { Ok(()) } else { Err(self.differs(what, words(expected), words(got))) }
    }

    /// Compares two lists of numbers, one for each player.
    pub fn same_numbers(self, what: &str, expected: &[i64], got: &[i64]) -> Result<(), Stop> {
        if expected == got { Ok(()) } else { Err(self.differs(what, numbers(expected), numbers(got))) }
    }

    /// Compares two sets and tells what is only in one of them.
    pub fn same_set(
        self,
        what: &str,
        expected: &BTreeSet<String>,
        got: &BTreeSet<String>,
    ) -> Result<(), Stop> {
        if expected == got {
            return Ok(());
        }
        let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            let only: Vec<String> = one.difference(other).map(|member| format!("`{member}`")).collect();
            if only.is_empty() { "nothing more".to_owned() } else { format!("also {}", only.join(", ")) }
        };
        Err(self.differs(what, only(expected, got), only(got, expected)))
    }
}

/// A list of numbers in words.
pub(crate) fn numbers(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// A list of names in words.
pub(crate) fn names<T: AsRef<str>>(names: &[T]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}

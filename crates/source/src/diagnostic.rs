//! The one diagnostic: what is wrong, where, and what to do.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The pack cannot be used as it is.
    Error,
    /// The pack can be used, but something in it has no effect or is likely a slip.
    Warning,
}

/// A span and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; may be empty.
    pub text: String,
}

/// What is wrong, where, and what to do.
///
/// Messages are lower case, without a full stop, in the modder's words; text of the user stands in
/// backticks; advice goes into the help. The first label is the primary one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic(Box<Content>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Content {
    severity: Severity,
    code: &'static str,
    message: String,
    labels: Vec<Label>,
    help: Option<String>,
}

impl Diagnostic {
    /// Starts an error. `code` is stable, of the form `area::kebab-case`.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message.into())
    }

    /// Starts a warning. `code` is stable, of the form `area::kebab-case`.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: &'static str, message: String) -> Diagnostic {
        Diagnostic(Box::new(Content { severity, code, message, labels: Vec::new(), help: None }))
    }

    /// Adds a place; the first one added is the primary one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.0.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.0.help = Some(text.into());
        self
    }

    /// Says what to do, where there is something to say.
    #[must_use]
    pub fn maybe_help(self, text: Option<String>) -> Diagnostic {
        match text {
            Some(text) => self.help(text),
            None => self,
        }
    }

    /// Returns how bad it is.
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the places, the primary one first.
    pub fn labels(&self) -> &[Label] {
        &self.0.labels
    }

    /// Returns the advice, where there is any.
    pub fn advice(&self) -> Option<&str> {
        self.0.help.as_deref()
    }
}

/// Returns the candidate nearest to `word`, when it is near enough to be a slip of the pen.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= limit && *edits < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edits between two words: letters inserted, deleted or exchanged for another, neighbours swapped.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    // The distances from what was read of the left word to each beginning of the right one, now and for one
    // and two letters less.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    let mut last = None;
    for (i, a) in left.chars().enumerate() {
        before = std::mem::replace(&mut above, std::mem::replace(&mut row, vec![i + 1]));
        let mut left_of = None;
        for (j, b) in right.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut edits = at(&above, j) + usize::from(a != *b);
            edits = edits.min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            if last == Some(*b) && left_of == Some(a) {
                edits = edits.min(at(&before, j - 1) + 1);
            }
            row.push(edits);
            left_of = Some(*b);
        }
        last = Some(a);
    }
    drop(before);
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn edits_are_counted() {
        let cases = [
            ("", "", 0),
            ("city", "", 4),
            ("", "city", 4),
            ("city", "city", 0),
            ("ctiy", "city", 1),
            ("icty", "city", 1),
            ("city", "ciyt", 1),
            ("ct", "city", 2),
            ("road", "field", 4),
            ("field", "filed", 1),
            ("abcd", "badc", 2),
        ];
        for (left, right, edits) in cases {
            assert_eq!(distance(left, right), edits, "{left} {right}");
            assert_eq!(distance(right, left), edits, "{right} {left}");
        }
    }

    #[test]
    fn only_slips_have_a_neighbour() {
        assert_eq!(nearest("fi", ["if", "in"]), Some("if"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("pennnants", ["tiles", "pennants"]), Some("pennants"));
        assert_eq!(nearest("cathedral", ["tiles", "pennants"]), None);
    }
}

//! The one diagnostic: what is wrong, where, and what to do.

use crate::spelling::{Written, meant};
use crate::{Fix, Help, Span};

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
    fixes: Vec<Fix>,
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
        let (labels, fixes) = (Vec::new(), Vec::new());
        Diagnostic(Box::new(Content { severity, code, message, labels, help: None, fixes }))
    }

    /// Makes it as bad as that.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Diagnostic {
        self.0.severity = severity;
        self
    }

    /// Adds a place; the first one added is the primary one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.0.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do, with the fixes that do it.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Diagnostic {
        let Help { text, fixes } = help.into();
        self.0.help = Some(text);
        self.0.fixes.extend(fixes);
        self
    }

    /// Says what to do, where there is something to say.
    #[must_use]
    pub fn maybe_help(self, help: Option<impl Into<Help>>) -> Diagnostic {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Adds a change of the texts that does away with it; of several, one is to be chosen.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.0.fixes.push(fix);
        self
    }

    /// Adds a change of the texts, where there is one.
    #[must_use]
    pub fn maybe_fix(self, fix: Option<Fix>) -> Diagnostic {
        match fix {
            Some(fix) => self.fix(fix),
            None => self,
        }
    }

    /// Suggests the candidate that `word` is likely a slip for, and writes it where the place of the word is
    /// known; where there is none, says something else to do.
    #[must_use]
    pub fn suggest<'a, 'w, S: AsRef<str> + ?Sized + 'a>(
        self,
        word: impl Into<Written<'w>>,
        candidates: impl IntoIterator<Item = &'a S>,
        otherwise: impl FnOnce() -> String,
    ) -> Diagnostic {
        self.help(meant(word, candidates).unwrap_or_else(|| otherwise().into()))
    }

    /// Puts it to the others of a check.
    pub fn report(self, others: &mut Vec<Diagnostic>) {
        others.push(self);
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

    /// Returns the changes of the texts that do away with it; of several, one is to be chosen.
    pub fn fixes(&self) -> &[Fix] {
        &self.0.fixes
    }
}

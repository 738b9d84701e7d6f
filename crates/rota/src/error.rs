//! The one error of the façade.

use std::fmt;

use rota_source::{Diagnostic, Label, Report, Severity, Sources};

/// Why packs, settings or a save cannot be used: all that is wrong with them, and the texts it points into.
///
/// Displayed it is plain text, with file, line and column of each problem. [`Error::reports`] is for those who draw
/// problems with the lines they lie in.
#[derive(Clone)]
pub struct Error(Box<Content>);

#[derive(Clone)]
struct Content {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

impl Error {
    /// Joins problems with the texts they point into.
    #[must_use]
    pub fn new(diagnostics: Vec<Diagnostic>, sources: Sources) -> Error {
        Error(Box::new(Content { diagnostics, sources }))
    }

    /// Returns what is wrong, warnings included.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// Returns the texts that the diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// Returns each diagnostic with its texts, as miette draws it.
    pub fn reports(&self) -> impl Iterator<Item = Report<'_>> {
        self.0.diagnostics.iter().map(|diagnostic| Report { diagnostic, sources: &self.0.sources })
    }

    /// Takes the diagnostics and their texts.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Diagnostic>, Sources) {
        (self.0.diagnostics, self.0.sources)
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, diagnostic) in self.0.diagnostics.iter().enumerate() {
            let severity = match diagnostic.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let line_break = if number > 0 { "\n" } else { "" };
            write!(f, "{line_break}{severity}[{}]: {}", diagnostic.code(), diagnostic.message())?;
            for Label { span, text } in diagnostic.labels() {
                let Some(place) = self.0.sources.place(span.start) else { continue };
                write!(f, "\n  at {place}")?;
                if !text.is_empty() {
                    write!(f, ": {text}")?;
                }
            }
            if let Some(advice) = diagnostic.advice() {
                write!(f, "\n  help: {advice}")?;
            }
        }
        Ok(())
    }
}

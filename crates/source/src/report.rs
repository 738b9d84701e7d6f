//! A diagnostic together with its texts, as miette draws it.

use std::fmt;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::{Diagnostic, Severity, Sources};

/// A diagnostic and the sources it points into: what a terminal, a log or a snapshot draws.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// What is wrong.
    pub diagnostic: &'a Diagnostic,
    /// The texts its labels point into.
    pub sources: &'a Sources,
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.diagnostic.message())
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code()))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.advice().map(|text| Box::new(text) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.diagnostic.labels().is_empty()).then_some(self.sources as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.diagnostic.labels().iter().enumerate().map(|(index, label)| {
            let span =
                SourceSpan::from((label.span.start as usize, (label.span.end - label.span.start) as usize));
            let text = (!label.text.is_empty()).then(|| label.text.clone());
            match index {
                0 => LabeledSpan::new_primary_with_span(text, span),
                _ => LabeledSpan::new_with_span(text, span),
            }
        });
        Some(Box::new(labels))
    }
}

impl SourceCode for Sources {
    /// Reads from the one file that holds the whole span; a span over two files is out of bounds, which
    /// makes miette draw their labels as separate snippets.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let offset = u32::try_from(span.offset()).map_err(|_| MietteError::OutOfBounds)?;
        let file = self.file_at(offset).ok_or(MietteError::OutOfBounds)?;
        let base = file.base as usize;
        let local = SourceSpan::from((span.offset() - base, span.len()));
        let contents = file.text.read_span(&local, context_lines_before, context_lines_after)?;
        let shifted = SourceSpan::from((contents.span().offset() + base, contents.span().len()));
        Ok(Box::new(MietteSpanContents::new_named(
            file.name.to_string(),
            contents.data(),
            shifted,
            contents.line(),
            contents.column(),
            contents.line_count(),
        )))
    }
}

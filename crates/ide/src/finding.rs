//! What is wrong, told in files and offsets of their own.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use rota::{Diagnostic, Severity, Sources, Span};
use rota_source::{Fix, Safety};

use crate::format::TextEdit;

/// A part of a file, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The name of the file.
    pub file: Arc<str>,
    /// The bytes.
    pub range: Range<usize>,
}

impl Ord for FilePlace {
    fn cmp(&self, other: &FilePlace) -> Ordering {
        let key = |place: &FilePlace| (place.range.start, place.range.end);
        self.file.cmp(&other.file).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for FilePlace {
    fn partial_cmp(&self, other: &FilePlace) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FilePlace {
    /// Finds the file of a span.
    #[must_use]
    pub fn of(sources: &Sources, span: Span) -> Option<FilePlace> {
        let file = sources.file_at(span.start)?;
        let local = |at: u32| (at.saturating_sub(file.base) as usize).min(file.text.len());
        Some(FilePlace { file: file.name.clone(), range: local(span.start)..local(span.end) })
    }
}

/// Something that is wrong, or likely a slip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Where; nothing for what is about a pack as a whole.
    pub place: Option<FilePlace>,
    /// Whether the pack cannot be used as it is.
    pub is_error: bool,
    /// The stable code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What is said of the place.
    pub label: String,
    /// What to do.
    pub help: Option<String>,
    /// Further places, and what is said of them.
    pub related: Vec<(FilePlace, String)>,
    /// What does away with it; of several, one is to be chosen.
    pub repairs: Vec<Repair>,
}

/// A change of texts that does away with a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repair {
    /// What it does, as a menu shows it.
    pub title: String,
    /// Whether only this can be meant.
    pub is_safe: bool,
    /// What is replaced, and by what.
    pub edits: Vec<(FilePlace, String)>,
}

impl Repair {
    /// Tells a fix in files; nothing where a part of it lies in none.
    fn of(sources: &Sources, fix: &Fix) -> Option<Repair> {
        let edits =
            fix.edits.iter().map(|edit| Some((FilePlace::of(sources, edit.span)?, edit.text.clone())));
        let edits = edits.collect::<Option<Vec<_>>>()?;
        Some(Repair { title: fix.title.clone(), is_safe: fix.safety == Safety::Safe, edits })
    }
}

impl Finding {
    /// Tells a diagnostic in files.
    #[must_use]
    pub fn of(sources: &Sources, diagnostic: &Diagnostic) -> Finding {
        let mut labels = diagnostic.labels().iter();
        let first = labels.next();
        let related =
            labels.filter_map(|label| Some((FilePlace::of(sources, label.span)?, label.text.clone())));
        Finding {
            place: first.and_then(|label| FilePlace::of(sources, label.span)),
            is_error: diagnostic.severity() == Severity::Error,
            code: diagnostic.code(),
            message: diagnostic.message().to_owned(),
            label: first.map(|label| label.text.clone()).unwrap_or_default(),
            help: diagnostic.advice().map(str::to_owned),
            related: related.collect(),
            repairs: diagnostic.fixes().iter().filter_map(|fix| Repair::of(sources, fix)).collect(),
        }
    }

    /// Moves it along where its file is edited; says whether the edit leaves the place as it is.
    pub fn follow(&mut self, edit: &TextEdit) -> bool {
        // What is offered or said of further places belongs to the text before.
        self.related.clear();
        self.repairs.clear();
        let Some(place) = &mut self.place else { return true };
        if place.range.end < edit.range.start {
            return true;
        }
        let moved = |at: usize| (at + edit.text.len()).checked_sub(edit.range.len());
        match (moved(place.range.start), moved(place.range.end)) {
            (Some(start), Some(end)) if place.range.start >= edit.range.end => place.range = start..end,
            _ => return false,
        }
        true
    }
}

/// All of them, each once, in the order of files and places.
pub(crate) fn findings(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let mut all: Vec<Finding> = diagnostics.iter().map(|one| Finding::of(sources, one)).collect();
    all.sort();
    all.dedup();
    all
}

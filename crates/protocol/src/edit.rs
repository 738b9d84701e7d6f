//! What an editor asks about a text that was put.

use rota::{PackSource, Span};
use rota_ide::{Analysis, FilePlace, OpenText, Proposal, Subject, World, format};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Location, Refusal};
use crate::texts::Texts;

/// Something that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Completion {
    /// What is shown for it.
    pub label: String,
    /// Its signature or type.
    pub detail: Option<String>,
    /// What is said of it, as Markdown.
    pub doc: Option<String>,
    /// What is written.
    pub insert: String,
    /// First byte of what it replaces.
    pub from: usize,
    /// One past the last byte of that.
    pub to: usize,
}

/// What a name is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hovered {
    /// What is said of it, as Markdown; nothing where no name stands there.
    pub text: Option<String>,
    /// First byte of the name.
    pub from: usize,
    /// One past its last byte.
    pub to: usize,
}

impl<S: PackSource> Texts<S> {
    /// Says what may stand at a place of a text. A place behind the end is the end, one inside of a character is before
    /// it.
    pub fn complete(&mut self, file: &str, at: usize) -> Result<Vec<Completion>, Refusal> {
        let (at, subject) = self.asked(file, at)?;
        let Some(subject) = subject else { return Ok(Vec::new()) };
        let world = World { shelf: &self.shelf, open: &self.open };
        let found = self.bench.complete(&world, &subject, file, at);
        let analysis = self.analysis(subject);
        let completion = |proposal: Proposal| Completion {
            doc: analysis.said_of(&proposal),
            insert: proposal.text.clone(),
            label: proposal.text,
            detail: Some(proposal.detail).filter(|detail| !detail.is_empty()),
            from: found.range.start,
            to: found.range.end,
        };
        Ok(found.all.into_iter().map(completion).collect())
    }

    /// Says what the name at a place of a text is.
    pub fn hover(&mut self, file: &str, at: usize) -> Result<Hovered, Refusal> {
        let (at, subject) = self.asked(file, at)?;
        let found = subject.and_then(|subject| self.analysis(subject).hover(file, at));
        Ok(match found {
            Some(hover) => Hovered { text: Some(hover.text), from: hover.range.start, to: hover.range.end },
            None => Hovered { text: None, from: at, to: at },
        })
    }

    /// Says where the name at a place of a text is declared, here or on the shelf.
    pub fn definition(&mut self, file: &str, at: usize) -> Result<Vec<Location>, Refusal> {
        let (at, subject) = self.asked(file, at)?;
        let Some(subject) = subject else { return Ok(Vec::new()) };
        let analysis = self.analysis(subject);
        let place = analysis.definition(file, at);
        Ok(place.and_then(|place| location(analysis, &place)).into_iter().collect())
    }

    /// Writes a text in the usual form; as it was where it cannot be read.
    pub fn format(&self, file: &str) -> Result<String, Refusal> {
        let mut text = self.text(file)?.text.clone();
        if let Some(edit) = format(file, &text) {
            text.replace_range(edit.range, &edit.text);
        }
        Ok(text)
    }

    fn text(&self, file: &str) -> Result<&OpenText, Refusal> {
        self.open.get(file).ok_or_else(|| self.no_text(file))
    }

    /// A place within a text, and what is looked at for it; nothing where nobody knows what the text is a part of.
    fn asked(&self, file: &str, at: usize) -> Result<(usize, Option<Subject>), Refusal> {
        let open = self.text(file)?;
        Ok((open.text.floor_char_boundary(at), Subject::of(file, &open.owner)))
    }

    /// What all names mean of what is looked at.
    fn analysis(&mut self, subject: Subject) -> &Analysis {
        let world = World { shelf: &self.shelf, open: &self.open };
        let bench = &mut self.bench;
        self.analyses.entry(subject).or_insert_with_key(|subject| bench.analysis(&world, subject))
    }
}

fn location(analysis: &Analysis, place: &FilePlace) -> Option<Location> {
    let file = analysis.file(&place.file)?;
    let span = Span::new(place.range.clone()).shifted(file.base);
    Some(Location::of(span, &analysis.packs.sources))
}

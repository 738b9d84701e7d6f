//! Between bytes of files and what the protocol speaks of.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range as Bytes;
use std::rc::Rc;

use gen_lsp_types::{
    Code, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Edit, Location,
    Message, OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, WorkspaceEdit,
};
use rota_ide::position::{Encoding, LineColumn, Lines};
use rota_ide::{FilePlace, Finding};

use crate::state::State;

/// The texts of files, open ones as they are in the editor.
pub(crate) struct Texts<'s> {
    state: &'s State,
    /// Texts of files that are not open, once they were read.
    read: RefCell<BTreeMap<String, Rc<str>>>,
}

impl<'s> Texts<'s> {
    /// Those that the server knows.
    pub fn of(state: &'s State) -> Texts<'s> {
        Texts { state, read: RefCell::default() }
    }

    /// The text of a file; empty where it cannot be read.
    pub fn text(&self, name: &str) -> Cow<'s, str> {
        if let Some(open) = self.state.open.get(name) {
            return Cow::Borrowed(&open.text);
        }
        let known = self.read.borrow().get(name).cloned();
        let text = known.unwrap_or_else(|| {
            let folders = &self.state.workspace.folders;
            let text = folders.read(&self.state.workspace.path(name)).map(|text| text.text);
            rota::PackSource::take_problems(folders);
            let text: Rc<str> = text.unwrap_or_default().into();
            self.read.borrow_mut().insert(name.to_owned(), text.clone());
            text
        });
        Cow::Owned(text.as_ref().to_owned())
    }

    /// Bytes of a file as the client counts.
    pub fn range(&self, name: &str, bytes: &Bytes<usize>) -> Range {
        let text = self.text(name);
        range(&Lines::of(&text), self.state.encoding, bytes)
    }

    /// A place as the client names it.
    pub fn location(&self, place: &FilePlace) -> Location {
        Location { uri: self.state.uri_of(&place.file), range: self.range(&place.file, &place.range) }
    }

    /// Edits of several files, for the versions that the client has.
    pub fn workspace_edit(&self, edits: &[(FilePlace, String)]) -> WorkspaceEdit {
        let mut by_file: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
        for (place, text) in edits {
            let edit = TextEdit { range: self.range(&place.file, &place.range), new_text: text.clone() };
            by_file.entry(&place.file).or_default().push(edit.into());
        }
        let changes = by_file.into_iter().map(|(name, edits)| {
            let text_document = OptionalVersionedTextDocumentIdentifier {
                version: self.state.documents.get(name).map(|document| document.version),
                text_document_identifier: TextDocumentIdentifier { uri: self.state.uri_of(name) },
            };
            TextDocumentEdit { text_document, edits }.into()
        });
        WorkspaceEdit { document_changes: Some(changes.collect()), ..WorkspaceEdit::default() }
    }
}

/// Bytes as the client counts.
pub(crate) fn range(lines: &Lines<'_>, encoding: Encoding, bytes: &Bytes<usize>) -> Range {
    let place = |offset| position(lines.place(offset, encoding));
    Range { start: place(bytes.start), end: place(bytes.end) }
}

fn position(place: LineColumn) -> Position {
    Position { line: place.line, character: place.column }
}

/// A place of the client as an offset.
pub(crate) fn offset(lines: &Lines<'_>, encoding: Encoding, position: Position) -> usize {
    lines.offset(LineColumn { line: position.line, column: position.character }, encoding)
}

/// A finding in a file as the client shows it.
pub(crate) fn diagnostic(texts: &Texts<'_>, name: &str, finding: &Finding) -> Diagnostic {
    let bytes = finding.place.as_ref().map_or(0..0, |place| place.range.clone());
    let severity = if finding.is_error { DiagnosticSeverity::Error } else { DiagnosticSeverity::Warning };
    let mut message = finding.message.clone();
    for further in [Some(&finding.label), finding.help.as_ref()].into_iter().flatten() {
        if !further.is_empty() {
            message.push('\n');
            message.push_str(further);
        }
    }
    let related = finding.related.iter().map(|(place, said)| DiagnosticRelatedInformation {
        location: texts.location(place),
        message: said.clone(),
    });
    let related: Vec<_> = related.collect();
    let is_unused = finding.code.ends_with("::unused");
    Diagnostic {
        range: texts.range(name, &bytes),
        severity: Some(severity),
        code: Some(Code::String(finding.code.to_owned())),
        source: Some("rota".to_owned()),
        message: Message::String(message),
        tags: is_unused.then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

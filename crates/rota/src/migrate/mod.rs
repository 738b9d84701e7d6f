//! Bringing packs of an older version of the language up to date.
//!
//! What changed stands in [`MIGRATIONS`], a row for each change. A pack is changed in memory, one edit after the
//! other, and each is kept only where the checker then has less to say; so nothing is replaced that only looks alike.
//! The version in the header moves last, where nothing is left for a person.

mod guards;
mod search;
mod table;

use std::cell::RefCell;
use std::ops::Range;

use rota_compile::OptLevel;
use rota_source::{Diagnostic, Edit, Severity, Sources, Span, edited};
use rota_syntax::LANGUAGE;
use rota_syntax::ast::ItemKind;

use crate::library::{Library, items};
use crate::load::LoadedPacks;
use crate::pack_source::{PackSource, PackText, Text};
use crate::scenario::{run_scenarios, scenarios};
use table::MIGRATIONS;
pub use table::Migration;

/// So many edits are made to one pack at most; each is followed by a check.
const MOST_EDITS: usize = 500;

/// What became of a pack.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Migrated {
    /// The version of the language in which the pack was written; nothing where there is no such pack.
    pub from: Option<u32>,
    /// The version in which it is written now: that of today, unless something is left.
    pub to: u32,
    /// The files that changed: each as it was, and its new text.
    pub files: Vec<(Text, String)>,
    /// What was done, in the order in which it was done.
    pub done: Vec<MigratedPlace>,
    /// What is left for a person, with place and reason: it points into `sources`, where the texts are the new ones.
    pub left: Vec<Diagnostic>,
    /// The texts as they are now.
    pub sources: Sources,
}

/// A change that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MigratedPlace {
    /// Which change of the language it follows.
    pub migration: &'static Migration,
    /// The file.
    pub file: String,
    /// The line, counted from 1 in the file as it was when this was done.
    pub line: usize,
    /// What was written, on one line.
    pub text: String,
}

/// An edit that a change of the language asks for.
struct Proposal {
    migration: &'static Migration,
    /// What the checker says less often once this is done; nothing where the form itself is gone then.
    cures: Option<String>,
    at: Span,
    edits: Vec<Edit>,
}

/// Returns all changes of the language, by the version that came with each.
#[must_use]
pub fn migrations() -> &'static [Migration] {
    MIGRATIONS
}

/// Brings a pack up to date, in memory: nothing is written. A pack of today stays as it is, so that a second run
/// changes nothing.
pub fn migrate(source: &dyn PackSource, pack: &str) -> Migrated {
    let Some(text) = source.pack(pack) else { return Migrated::default() };
    let unread = source.take_problems();
    let overlay = Overlay { pack: RefCell::new(text.clone()), beneath: source };
    let mut library = Library::default();
    let mut loaded = library.load(&overlay, [pack]);
    let mut migrated =
        Migrated { from: language(&loaded, pack), sources: loaded.sources.clone(), ..Migrated::default() };
    let unreadable = loaded.diagnostics.iter().filter(|one| one.severity() == Severity::Error);
    let unreadable: Vec<Diagnostic> = unread.into_iter().chain(unreadable.cloned()).collect();
    migrated.to = migrated.from.unwrap_or_default();
    if migrated.from.is_none_or(|from| from >= LANGUAGE) || !unreadable.is_empty() {
        migrated.left = unreadable;
        return migrated;
    }
    let mut refused: Vec<(String, String)> = Vec::new();
    let mut problems = loaded.check_variants(pack);
    while migrated.done.len() < MOST_EDITS {
        let proposal = proposals(&loaded, pack, &problems)
            .into_iter()
            .find(|proposal| !refused.contains(&signature(&loaded.sources, proposal)));
        let Some(proposal) = proposal else { break };
        let before = overlay.pack.borrow().clone();
        if overlay.make(&loaded.sources, &proposal.edits) {
            library.refresh();
            let next = library.load(&overlay, [pack]);
            let after = next.check_variants(pack);
            let is_better =
                proposal.cures.as_ref().is_none_or(|cured| count(&after, cured) < count(&problems, cured));
            if is_better && is_readable(&next) {
                migrated.done.push(place(&loaded.sources, &proposal));
                (loaded, problems) = (next, after);
                continue;
            }
        }
        refused.push(signature(&loaded.sources, &proposal));
        *overlay.pack.borrow_mut() = before;
    }
    migrated.left = left(&loaded, pack);
    if migrated.left.is_empty()
        && let Some(edit) = version_edit(&loaded, pack)
        && overlay.make(&loaded.sources, &[edit])
    {
        migrated.to = LANGUAGE;
        library.refresh();
        loaded = library.load(&overlay, [pack]);
    }
    migrated.sources = loaded.sources.clone();
    migrated.files = overlay.changed(&text);
    migrated
}

/// A pack that is being changed, before all that lies elsewhere.
struct Overlay<'s> {
    pack: RefCell<PackText>,
    beneath: &'s dyn PackSource,
}

impl Overlay<'_> {
    /// Makes edits of the pack's rule files; says whether they could be made.
    fn make(&self, sources: &Sources, edits: &[Edit]) -> bool {
        let mut pack = self.pack.borrow_mut();
        let mut made = 0;
        for text in &mut pack.rules {
            let mut own: Vec<(Range<usize>, &str)> = Vec::new();
            for edit in edits {
                let Some(file) = sources.file_at(edit.span.start).filter(|file| *file.name == *text.name)
                else {
                    continue;
                };
                let range =
                    (edit.span.start - file.base) as usize..edit.span.end.saturating_sub(file.base) as usize;
                own.push((range, &edit.text));
            }
            if own.is_empty() {
                continue;
            }
            made += own.len();
            match edited(&text.text, own) {
                Some(new) => text.text = new,
                None => return false,
            }
        }
        made == edits.len()
    }

    /// The rule files that are others than before.
    fn changed(&self, before: &PackText) -> Vec<(Text, String)> {
        let pack = self.pack.borrow();
        let both = before.rules.iter().zip(&pack.rules);
        both.filter(|(old, new)| old.text != new.text)
            .map(|(old, new)| (old.clone(), new.text.clone()))
            .collect()
    }
}

impl PackSource for Overlay<'_> {
    fn pack(&self, name: &str) -> Option<PackText> {
        let own = self.pack.borrow();
        if own.name == name { Some(own.clone()) } else { self.beneath.pack(name) }
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.beneath.tiles(set)
    }

    fn names(&self) -> Vec<String> {
        self.beneath.names()
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.beneath.take_problems()
    }
}

/// All edits that changes of the language ask for, those of forms that are gone first.
fn proposals(loaded: &LoadedPacks, pack: &str, problems: &[Diagnostic]) -> Vec<Proposal> {
    let found = MIGRATIONS.iter().filter_map(|migration| Some((migration, migration.find?)));
    found.flat_map(|(migration, find)| find(migration, loaded, pack, problems)).collect()
}

/// What tells a proposal from others: what it is about and the line it stands on.
fn signature(sources: &Sources, proposal: &Proposal) -> (String, String) {
    let line = sources.place(proposal.at.start).map_or(0, |place| place.line);
    (format!("{} {line}", proposal.migration.id), sources.line_text(proposal.at))
}

fn place(sources: &Sources, proposal: &Proposal) -> MigratedPlace {
    let at = sources.place(proposal.at.start);
    let words = proposal.edits.iter().flat_map(|edit| edit.text.split_whitespace());
    MigratedPlace {
        migration: proposal.migration,
        file: at.as_ref().map_or_else(String::new, |at| at.file.to_string()),
        line: at.map_or(0, |at| at.line),
        text: words.collect::<Vec<_>>().join(" "),
    }
}

fn count(problems: &[Diagnostic], message: &str) -> usize {
    problems.iter().filter(|one| one.message() == message).count()
}

fn is_readable(loaded: &LoadedPacks) -> bool {
    loaded.diagnostics.iter().all(|one| one.severity() != Severity::Error)
}

fn language(loaded: &LoadedPacks, pack: &str) -> Option<u32> {
    loaded.packs.iter().find(|known| known.name == pack).map(rota_compose::Pack::language)
}

/// What a person has to do: errors that are left, and scenarios that no longer hold.
fn left(loaded: &LoadedPacks, pack: &str) -> Vec<Diagnostic> {
    let errors = loaded.check_variants(pack).into_iter().filter(|one| one.severity() == Severity::Error);
    let mut left: Vec<Diagnostic> = errors.collect();
    left.dedup();
    if left.is_empty() {
        let scenarios = scenarios(loaded, pack);
        left.extend(
            run_scenarios(loaded, &scenarios, OptLevel::None)
                .into_iter()
                .flat_map(|outcome| outcome.failures),
        );
    }
    left
}

/// Names the language of today in the header.
fn version_edit(loaded: &LoadedPacks, pack: &str) -> Option<Edit> {
    let pack = loaded.packs.iter().find(|known| known.name == pack)?;
    items(pack).find_map(|item| {
        let ItemKind::Pack { version, title, language, .. } = &item.kind else { return None };
        Some(match language {
            Some(language) => Edit { span: language.span, text: LANGUAGE.to_string() },
            None => {
                let before = title.as_ref().map_or(version.span, |title| title.span);
                // The place of a title is that of its words, without the quotation marks.
                let end = before.end + u32::from(title.is_some() && ends_in_mark(loaded, before));
                Edit { span: Span { start: end, end }, text: format!(" language {LANGUAGE}") }
            }
        })
    })
}

/// Whether a quotation mark follows a place.
fn ends_in_mark(loaded: &LoadedPacks, span: Span) -> bool {
    let behind = Span { start: span.end, end: span.end.saturating_add(1) };
    loaded.sources.text(behind) == "\""
}

//! Ledgers: lists of statements, each with an id, and what packs do about them.

mod parsing;

use std::collections::BTreeSet;

use rota_compose::{category, full_name};
use rota_source::{Diagnostic, SourceFile, Span};
use rota_syntax::ast::{Item, ItemKind, Name};

use crate::library::items;
use crate::load::LoadedPacks;
use crate::scenario::scenarios;

/// A list of statements.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Ledger {
    /// The statements, in order of the file; no two have one id.
    pub statements: Vec<Statement>,
}

/// A statement of a ledger.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Statement {
    /// Its id, as items and scenarios name it behind `for`.
    pub id: Name,
    /// What it says.
    pub text: String,
    /// The packs it speaks of beside its own: while one of them does not exist, it waits.
    pub needs: Vec<String>,
}

impl Ledger {
    /// Reads a ledger in TOML: a table `[[rule]]` for each statement, with an `id` and a `text`.
    ///
    /// What is wrong is told with it, and the rest is read.
    #[must_use]
    pub fn parse(source: &SourceFile) -> (Ledger, Vec<Diagnostic>) {
        parsing::toml(source)
    }

    /// Reads the statements of a page in Markdown: the rows `| id | statement |` of its tables.
    ///
    /// What is wrong is told with it, and the rest is read.
    #[must_use]
    pub fn parse_page(source: &SourceFile) -> (Ledger, Vec<Diagnostic>) {
        parsing::page(source)
    }
}

/// What a pack says for a statement: an item that declares it, or a scenario that covers it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mention {
    /// The id of the statement.
    pub id: String,
    /// What says it: `rule complete_road`, or the title of a scenario.
    pub what: String,
    /// Where that stands.
    pub span: Span,
}

/// What a pack says for statements.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Mentions {
    /// The items that declare statements, those of variants and written mistakes among them.
    pub declared: Vec<Mention>,
    /// The scenarios that cover statements.
    pub covered: Vec<Mention>,
}

impl Mentions {
    /// The ids of all statements that the pack says something for.
    #[must_use]
    pub fn ids(&self) -> BTreeSet<&str> {
        self.declared.iter().chain(&self.covered).map(|mention| mention.id.as_str()).collect()
    }
}

/// Says which items and scenarios of a pack are for which statements, in order of its files.
#[must_use]
pub fn mentions(packs: &LoadedPacks, pack: &str) -> Mentions {
    let mut mentions = Mentions::default();
    let own = packs.packs.iter().filter(|known| known.name == pack);
    own.flat_map(items).flat_map(Item::with_brought).for_each(|item| declare(item, &mut mentions.declared));
    for scenario in scenarios(packs, pack) {
        mentions.covered.extend(scenario.ids.iter().map(|id| Mention {
            id: id.clone(),
            what: scenario.title.clone(),
            span: scenario.span,
        }));
    }
    mentions
}

fn declare(item: &Item, declared: &mut Vec<Mention>) {
    if matches!(item.kind, ItemKind::Scenario { .. } | ItemKind::Setup { .. }) {
        return;
    }
    let wrong = if item.wrong { "wrong " } else { "" };
    let what = format!("{wrong}{} {}", category(item), full_name(item));
    declared.extend(item.ids.iter().map(|id| Mention {
        id: id.node.clone(),
        what: what.clone(),
        span: id.span,
    }));
}

//! What a file declares, as an outline.

use std::ops::Range;

use rota_compose::{category, full_name, heading};
use rota_source::Span;
use rota_syntax::ast::{Change, Item, ItemKind, Line, LineKind};

/// A line of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// What it is called.
    pub name: String,
    /// What it is, in a word.
    pub category: &'static str,
    /// All of it, in bytes.
    pub range: Range<usize>,
    /// Its name, within that.
    pub heading: Range<usize>,
    /// What is inside.
    pub inner: Vec<Outline>,
}

/// Lists what a rule file declares. What cannot be read is missing.
#[must_use]
pub fn outline(text: &str) -> Vec<Outline> {
    let (file, _) = rota_syntax::parse(text, 0);
    file.items.iter().map(item).collect()
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

fn item(item: &Item) -> Outline {
    let mut name = full_name(item).into_owned();
    let mut inner = Vec::new();
    if let ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. } = &item.kind {
        inner = changes.iter().map(change).collect();
    } else if let ItemKind::Scenario { lines, .. } | ItemKind::Setup { lines, .. } = &item.kind {
        inner = cases(lines);
    } else if let ItemKind::Modify { params, .. } = &item.kind
        && let Some(first) = params.first()
    {
        name = format!("{name}({} …)", first.name.node);
    }
    if name.is_empty() {
        category(item).clone_into(&mut name);
    }
    Outline { name, category: category(item), range: range(item.span), heading: range(heading(item)), inner }
}

fn change(change: &Change) -> Outline {
    match change {
        Change::Set { name, .. } => plain(&name.node, "setting", name.span),
        Change::Disable { name } => plain(&name.node, "disabled rule", name.span),
        Change::Move { step, .. } => plain(&step.node, "moved step", step.span),
        Change::Replace(inner) | Change::Add(inner) => item(inner),
    }
}

fn cases(lines: &[Line]) -> Vec<Outline> {
    let cases = lines.iter().filter_map(|line| {
        let LineKind::Case { title, lines } = &line.kind else { return None };
        let outline = plain(&title.node, "case", line.span);
        Some(Outline { heading: range(title.span), inner: cases(lines), ..outline })
    });
    cases.collect()
}

fn plain(name: &str, category: &'static str, span: Span) -> Outline {
    let name = if name.is_empty() { category } else { name };
    Outline { name: name.to_owned(), category, range: range(span), heading: range(span), inner: Vec::new() }
}

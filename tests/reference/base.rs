//! The page of what the base game offers to other packs, from its own rule files.

use std::fmt::Write;

use rota_source::Severity;
use rota_syntax::ast::{Item, ItemKind};
use rota_tests::shelf::{below, root};

/// A heading, what is said below it, and the items it lists.
type Section = (&'static str, &'static str, fn(&ItemKind) -> bool);

const SECTIONS: [Section; 10] = [
    ("Steps", "A rule runs `at` one of these, and `step` puts others beside them.\n", |kind| {
        matches!(kind, ItemKind::Order { .. } | ItemKind::Step { .. })
    }),
    (
        "Menu and actions",
        "Other actions join the menu, or stand in it `instead` of one of these.\n",
        |kind| matches!(kind, ItemKind::Menu { .. } | ItemKind::Action { .. }),
    ),
    (
        "Values",
        "They can be asked everywhere, and `modify` changes what they answer, at one of their stages or behind them all.\n",
        |kind| matches!(kind, ItemKind::Value { .. }),
    ),
    ("Modifiers", "What the base game itself adds to its values.\n", |kind| {
        matches!(kind, ItemKind::Modify { .. })
    }),
    ("Rules", "A variant may `disable` or `replace` them.\n", |kind| matches!(kind, ItemKind::Rule { .. })),
    ("Variables", "", |kind| matches!(kind, ItemKind::Var { .. })),
    ("Features, their attributes and the sides of tiles", "", |kind| {
        matches!(kind, ItemKind::Feature { .. } | ItemKind::Attr { .. } | ItemKind::Edge { .. })
    }),
    (
        "Traits, pieces and bags",
        "A piece with the trait `follower` takes part wherever the base game asks for followers.\n",
        |kind| matches!(kind, ItemKind::Trait { .. } | ItemKind::Piece { .. } | ItemKind::Bag { .. }),
    ),
    ("Reasons", "", |kind| matches!(kind, ItemKind::Reason { .. })),
    ("Options and variants", "", |kind| matches!(kind, ItemKind::Option { .. } | ItemKind::Variant { .. })),
];

/// The page.
///
/// # Panics
/// When a rule file cannot be read or parsed.
pub fn page(notice: &str) -> String {
    let mut page = format!(
        "# What the base game offers\n\n{}\n\
        The words of `base` that other packs build on, as its rule files declare them.\n",
        notice.replace("the tables of the engine", "the rule files of the base game")
    );
    let mut found: Vec<(ItemKind, String, String)> = Vec::new();
    for path in below(&root().join("rulesets/base"), "rota") {
        if path.components().any(|part| part.as_os_str() == "scenarios") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let (file, problems) = rota_syntax::parse(&text, 0);
        assert!(problems.iter().all(|one| one.severity() != Severity::Error), "{} is wrong", path.display());
        let items = file.items.into_iter().filter(|item| !item.wrong);
        found.extend(items.map(|item| (item.kind.clone(), head(&item, &text), said(&item, &text))));
    }
    for (title, about, belongs) in SECTIONS {
        let _ = write!(page, "\n## {title}\n\n{about}");
        let _ = writeln!(
            page,
            "{}| declared | what it says |\n|---|---|",
            if about.is_empty() { "" } else { "\n" }
        );
        for (_, head, said) in found.iter().filter(|(kind, ..)| belongs(kind)) {
            let _ = writeln!(page, "| `{head}` | {said} |");
        }
    }
    page
}

/// An item up to its ids or its body, on one line.
fn head(item: &Item, text: &str) -> String {
    use ItemKind::{Action, Attr, Edge, Menu, Order, Rule, Var, Variant};
    let written = item.span.start as usize..item.span.end as usize;
    let written = text.get(written).unwrap_or_default();
    let ends: &[&str] = if matches!(item.kind, Order { .. } | Edge { .. } | Attr { .. }) {
        &[" for "]
    } else if matches!(item.kind, ItemKind::Option { .. } | Variant { .. }) {
        &[" \"", " for "]
    } else if matches!(item.kind, Menu { .. } | Var { .. }) {
        &["\n"]
    } else if matches!(item.kind, Rule { .. } | Action { .. }) {
        &[" for BASE", " {\n"]
    } else {
        &[" for BASE", " = ", " =\n", " {"]
    };
    let end = ends.iter().filter_map(|end| written.find(end)).min().unwrap_or(written.len());
    written[..end].split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// What is said of an item: its own words, or the comment above it.
fn said(item: &Item, text: &str) -> String {
    if let ItemKind::Option { doc: Some(said), .. } | ItemKind::Variant { title: Some(said), .. } = &item.kind
    {
        return said.node.clone();
    }
    let before: Vec<&str> = text[..item.span.start as usize].lines().collect();
    let comment = before.iter().rev().take_while(|line| line.starts_with('#'));
    let mut comment: Vec<&str> = comment.map(|line| line.trim_start_matches('#').trim()).collect();
    // The comment at the head of a file is about the file.
    if comment.len() == before.len() {
        comment.clear();
    }
    comment.reverse();
    comment.join(" ").replace('|', "\\|")
}

//! The page of hooks: every name on it is one that packs can use, and it has a place for every step of the base game.
#![allow(clippy::panic, reason = "a test stops where its own preparation fails")]

use std::collections::BTreeSet;
use std::fs;

use rota_tests::shelf::{below, root};

/// What the language itself says, and the page repeats.
const LANGUAGE: [&str; 12] =
    ["STEP", "again", "alone", "append", "board", "choose", "into", "last", "pack", "run", "start", "with"];

fn page(name: &str) -> String {
    let path = root().join("docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words of a text: its runs of letters and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic() && c != '_').filter(|word| !word.is_empty())
}

/// What stands in backticks outside blocks of code, with its line.
fn spans(page: &str) -> Vec<(usize, &str)> {
    let mut in_block = false;
    let mut found = Vec::new();
    for (number, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            found.extend(line.split('`').skip(1).step_by(2).map(|span| (number + 1, span)));
        }
    }
    found
}

/// All words that the generated reference pages have in backticks.
fn declared() -> BTreeSet<String> {
    let pages = ["reference/base.md", "reference/builtins.md", "reference/effects.md"].map(page);
    let spans = pages.iter().flat_map(|text| spans(text));
    spans.flat_map(|(_, span)| words(span)).map(str::to_owned).collect()
}

#[test]
fn every_name_on_the_page_exists() {
    let declared = declared();
    let text = page("hooks.md");
    let dead: Vec<String> = spans(&text)
        .into_iter()
        .flat_map(|(line, span)| words(span).map(move |word| (line, word)))
        .filter(|(_, word)| !declared.contains(*word) && !LANGUAGE.contains(word))
        .map(|(line, word)| format!("docs/hooks.md:{line}: nothing is called `{word}`"))
        .collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn the_lists_of_this_test_are_short() {
    let declared = declared();
    let text = page("hooks.md");
    let used: BTreeSet<&str> = spans(&text).into_iter().flat_map(|(_, span)| words(span)).collect();
    for word in LANGUAGE {
        assert!(used.contains(word), "the page does not say `{word}`");
        assert!(!declared.contains(word), "`{word}` is declared by now: strike it out here");
    }
    let pages = below(&root().join("docs/reference/language"), "md");
    let language: String = pages.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    let language: BTreeSet<&str> = words(&language).collect();
    for word in LANGUAGE {
        assert!(language.contains(word), "the language has no `{word}`");
    }
}

#[test]
fn every_step_of_the_base_game_has_a_place() {
    let base = page("reference/base.md");
    let text = page("hooks.md");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).collect();
    let listed = |step: &str| {
        let first = rows.iter().filter_map(|row| row.split('|').nth(1));
        spans(&first.collect::<Vec<_>>().join("\n")).iter().any(|(_, span)| *span == step)
    };
    let orders = spans(&base).into_iter().filter_map(|(_, span)| span.strip_prefix("order "));
    // Behind the name of the order, which is no step, come its steps; one that has steps of its own is told by them.
    let steps: Vec<&str> = orders
        .flat_map(|order| order.split(['{', ',']).skip(1))
        .map(|step| step.trim_matches(|c: char| !c.is_ascii_alphabetic() && c != '_'))
        .filter(|step| !step.is_empty() && !["part", "draw", "score"].contains(step))
        .collect();
    assert!(steps.len() > 15, "the page of the base game has orders: {steps:?}");
    for step in steps {
        assert!(listed(step), "docs/hooks.md has no row for `{step}`");
    }
}

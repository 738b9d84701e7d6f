//! `rota explain`: every code and every word that the reference lists is explained, and as the page explains it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rota_bytecode::{BUILTINS, HOOKS};
use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::shelf::{below, root};

/// What the command says of a word.
fn explained(word: &str) -> String {
    let outcome = rota(&format!("explain {word}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{word}");
    outcome.out
}

/// The pages in a folder of the reference, each with its name.
fn pages(folder: &str) -> Vec<(String, String)> {
    let pages = below(&root().join("docs/reference").join(folder), "md");
    let name = |path: &Path| format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
    pages.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The codes of a page, each with its paragraph and its example.
fn codes(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = page.split("\n## `").skip(1);
    sections.map(|section| {
        let (code, text) = section.split_once("`\n").unwrap();
        (code, text.trim())
    })
}

#[test]
fn every_code_is_explained_as_on_its_page() {
    let pages = pages("diagnostics");
    let codes: Vec<(&str, &str, &str)> = pages
        .iter()
        .flat_map(|(name, page)| codes(page).map(|(code, text)| (name.as_str(), code, text)))
        .collect();
    assert!(codes.len() > 180);
    let list = rota("explain --list").out;
    assert_eq!(list.lines().count(), codes.len());
    let document = rota("explain --list --format json").json();
    for (number, (page, code, text)) in codes.iter().enumerate() {
        let line = list.lines().nth(number).unwrap();
        assert_eq!(line.split_whitespace().next(), Some(*code));
        assert!(line.split_whitespace().count() > 3, "{line}");
        let entry = &document["entries"][number];
        assert_eq!((entry["words"][0].as_str(), entry["text"].as_str()), (Some(*code), Some(*text)));
        let told = explained(code);
        assert!(told.starts_with(&format!("{code}\n\n")), "{told}");
        assert!(told.ends_with(&format!("docs/reference/{page}#{}\n", code.replace("::", ""))), "{told}");
        // The example is shown as the message itself was, without what makes it Markdown.
        let example = text.split("```").nth(1).map(|example| example.trim_start_matches("text\n"));
        for line in example.iter().flat_map(|example| example.lines()).map(str::trim) {
            assert!(told.contains(line), "{code}: {line}");
        }
        assert!(!told.contains("```"), "{told}");
    }
}

#[test]
fn every_word_of_the_reference_is_explained() {
    let builtins = BUILTINS.iter().map(|entry| (entry.name, entry.doc, "builtins.md"));
    let effects = HOOKS.iter().map(|hook| (hook.name, hook.doc, "effects.md"));
    for (word, doc, page) in builtins.chain(effects) {
        let told = explained(word);
        let doc = doc.split(['[', '.']).next().unwrap();
        assert!(told.contains(doc) && told.contains(page), "{word}: {told}");
    }
    // Whatever begins a construct, and what an expression is made of.
    let mut words: BTreeSet<&str> = rota_syntax::constructs().map(|(_, word)| word).collect();
    words.extend([
        "if", "and", "or", "not", "in", "is", "where", "then", "else", "rounded", "mod", "pts", "by",
    ]);
    // Declared by the base game.
    words.extend(["deploy", "score", "count", "place_meeple", "majority", "worth", "last_moves"]);
    let missing: Vec<&str> =
        words.into_iter().filter(|word| rota(&format!("explain {word}")).exit != Exit::Fine).collect();
    assert!(missing.is_empty(), "nothing is said of {missing:?}");
}

#[test]
fn every_heading_of_the_language_is_told_whole() {
    let pages: Vec<String> = pages("language").into_iter().map(|(_, page)| page).collect();
    let page = pages.join("\n");
    let headings = page.lines().filter_map(|line| line.strip_prefix("## "));
    let words = headings
        .filter(|heading| heading.split(", ").all(|word| word.chars().all(|c| c.is_ascii_lowercase())));
    let mut tried = 0;
    for heading in words {
        let section = page.split(&format!("\n## {heading}\n")).nth(1).unwrap();
        let section = section.split("\n#").next().unwrap();
        for word in heading.split(", ") {
            tried += 1;
            let told = explained(word);
            let first = section.lines().find(|line| line.starts_with('`')).unwrap_or_default();
            assert!(told.contains(first.split('[').next().unwrap()), "{word}: {told}");
        }
    }
    assert!(tried > 50, "only {tried}");
}

#[test]
fn every_page_of_the_language_is_in_the_program() {
    let held = fs::read_to_string(root().join("crates/cli/src/reference.rs")).unwrap();
    let forgotten = |(name, _): &(String, String)| !held.contains(&format!("\"docs/reference/{name}\""));
    let forgotten: Vec<(String, String)> = pages("language").into_iter().filter(forgotten).collect();
    assert!(forgotten.is_empty(), "{:?}", forgotten.iter().map(|(name, _)| name).collect::<Vec<_>>());
}

#[test]
fn a_code_goes_by_its_name_and_near_misses_are_answered() {
    assert!(explained("edge-letter").starts_with("names::edge-letter\n"));
    assert!(explained("`names::edge-letter`").starts_with("names::edge-letter\n"));
    for (word, near) in
        [("names::edge-leter", "names::edge-letter"), ("majorty", "majority"), ("scenari", "scenario")]
    {
        let outcome = rota(&format!("explain {word}"));
        assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::CouldNot, ""));
        assert!(outcome.err.contains(&format!("did you mean `{near}`?")), "{}", outcome.err);
    }
    let unknown = rota("explain xyzzyplugh");
    assert_eq!(unknown.exit, Exit::CouldNot);
    assert!(unknown.err.contains("--list"), "{}", unknown.err);
    for line in ["explain", "explain names::die --list"] {
        assert_eq!(rota(line).exit, Exit::CouldNot, "{line}");
    }
}

#[test]
fn editors_read_one_document() {
    let document = rota("explain score --format json").json();
    let entries = document["entries"].as_array().unwrap();
    let files: BTreeSet<&str> = entries.iter().map(|entry| entry["file"].as_str().unwrap()).collect();
    // It is a statement, an effect, and a step of the base game.
    for file in ["language/points.md", "effects.md", "base.md"] {
        assert!(files.contains(format!("docs/reference/{file}").as_str()), "{files:?}");
    }
    assert!(entries.iter().all(|entry| !entry["anchor"].as_str().unwrap().is_empty()));
}

#[test]
fn a_message_says_how_to_learn_more() {
    let outcome = rota("check tests/explain_no_such_folder");
    assert!(!outcome.err.contains("rota explain"), "{}", outcome.err);
    let folder = rota_tests::folder::Folder::with(
        "explain",
        &[("odd/pack.rota", "pack odd 1.0.0\nrequires base ^1.0\nrule odd at scorre {}\n")],
    );
    let outcome = rota(&format!("check {}", folder.file("odd")));
    assert_eq!(outcome.exit, Exit::Findings);
    assert!(
        outcome.err.contains("`rota explain steps::unknown` says more about a message"),
        "{}",
        outcome.err
    );
}

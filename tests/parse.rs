//! Rule text to tree and back: fixtures that parse, fixtures that do not, and the formatter over all of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cpu_time::ThreadTime;

use rota_source::{Diagnostic, Sources};
use rota_syntax::ast::File;
use rota_tests::chance::Chance;
use rota_tests::formatting::{bare, formatted};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Compares with the snapshot beside the fixture.
fn check(fixture: &Path, kind: &str, result: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(fixture.parent().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_suffix("");
    settings.set_omit_expression(true);
    settings.set_description(kind);
    let name = fixture.file_stem().unwrap().to_str().unwrap().to_owned();
    settings.bind(|| insta::assert_snapshot!(name, result));
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn parse(text: &str) -> (File, Vec<Diagnostic>) {
    rota_syntax::parse(text, 0)
}

/// Draws the diagnostics of a text that was given this name.
fn drawn(name: &str, text: &str, problems: &[Diagnostic]) -> String {
    let mut sources = Sources::new();
    sources.add(name, text).unwrap();
    rota_tests::render(problems, &sources)
}

/// All rule files below a folder, in order.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rule_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rota") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// What must parse: the fixtures and the rule sets.
fn sound_files() -> Vec<PathBuf> {
    let mut files = rule_files(&root().join("tests/parse/ok"));
    files.extend(rule_files(&root().join("rulesets")));
    files
}

#[test]
fn fixtures_become_trees() {
    insta::glob!("parse/ok/*.rota", |path| {
        let text = read(path);
        let (file, problems) = parse(&text);
        assert!(problems.is_empty(), "{}", drawn("ok.rota", &text, &problems));
        let tree: String = file.items.iter().map(|item| format!("{item:?}\n")).collect();
        check(path, "tree", &tree);
    });
}

#[test]
fn errors_are_explained() {
    insta::glob!("parse/err/*.rota", |path| {
        let text = read(path);
        let (_, problems) = parse(&text);
        assert!(!problems.is_empty(), "{path:?} has no error");
        let name = path.file_name().unwrap().to_str().unwrap();
        check(path, "diagnostics", &drawn(name, &text, &problems));
    });
}

#[test]
fn formatting_has_one_result() {
    insta::glob!("parse/format/*.rota", |path| {
        check(path, "formatted", &formatted("format.rota", &read(path)));
    });
}

#[test]
fn formatting_survives_narrow_and_wide_layouts() {
    for path in sound_files() {
        let text = read(&path);
        // Every blank outside of texts and scenarios becomes a new line, indented.
        if text.contains('#') || text.contains("scenario") {
            continue;
        }
        let mut quoted = false;
        let tall: String = text
            .chars()
            .map(|c| {
                quoted ^= c == '"';
                if c == ' ' && !quoted { "\n ".to_owned() } else { c.to_string() }
            })
            .collect();
        formatted("tall", &tall);
    }
}

/// Cuts, doubles, exchanges and inserts words.
fn mutated(text: &str, chance: &mut Chance) -> String {
    const SCRAPS: [&str; 24] = [
        "{", "}", "(", ")", "=", "not", "if", "each", "\"", "#", "\n", ":", ".", "..", "in", "where", "ü",
        "9", "rule", "score", "wrong", "scenario", ",", "pts",
    ];
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', '.']).collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(words.len());
        match chance.below(4) {
            0 if words.len() > 1 => drop(words.remove(at)),
            1 => words.insert(at, SCRAPS[chance.below(SCRAPS.len())]),
            2 => {
                let other = chance.below(words.len());
                words.swap(at, other);
            }
            _ => words.insert(at, words[at]),
        }
    }
    words.concat()
}

#[test]
fn no_text_breaks_the_parser() {
    let texts: Vec<String> = sound_files().iter().map(|path| read(path)).collect();
    let mut chance = Chance(0x5eed_1234_abcd_ef01);
    let mut sound = 0;
    for round in 0..6000 {
        let text = mutated(&texts[round % texts.len()], &mut chance);
        let start = ThreadTime::now();
        let (tree, problems) = parse(&text);
        assert!(start.elapsed() < Duration::from_millis(500), "slow:\n{text}");
        for problem in &problems {
            assert!(problem.code().starts_with("syntax::"));
            let label = problem.labels().first().unwrap_or_else(|| panic!("{problem:?} points nowhere"));
            let range = label.span.start as usize..label.span.end as usize;
            assert!(text.get(range).is_some(), "{problem:?} cuts a character in\n{text}");
        }
        if problems.is_empty() {
            sound += 1;
            let once = rota_syntax::format(&text).unwrap();
            assert_eq!(bare(&tree), bare(&parse(&once).0), "{text}\n---\n{once}");
            assert_eq!(rota_syntax::format(&once).unwrap(), once, "not stable:\n{text}\n---\n{once}");
        }
    }
    assert!(sound > 100, "only {sound} mutants parse: the formatter is hardly tried");
}

#[test]
fn hostile_texts_end_quickly() {
    let long = |unit: &str| format!("value x : int = {}", unit.repeat(200_000 / unit.len()));
    let deep =
        ["(", "{ ", "not ", "- ", "if ", "if a then b else ", "f(", "count(x in ", "a.", "a + ", "(a + "];
    let block = |unit: &str| format!("rule x at y {{ {}", unit.repeat(200_000 / unit.len()));
    let blocks =
        ["if a { ", "if a {} else ", "each f in s { ", "let a = (", "{ ", "choose a f among s else { "];
    let others = ["a ", "\"", "# ", "= ", "rule ", "]", "…"];
    let texts = deep.iter().map(|unit| long(unit)).chain(blocks.iter().map(|unit| block(unit)));
    for text in texts.chain(others.iter().map(|unit| long(unit))).chain(others.iter().map(|unit| block(unit)))
    {
        let head: String = text.chars().take(40).collect();
        // The time of this thread alone: a busy machine must not fail it.
        let start = ThreadTime::now();
        let (_, problems) = parse(&text);
        assert!(!problems.is_empty(), "{head}");
        assert!(start.elapsed() < Duration::from_secs(2), "{:?} for {head}", start.elapsed());
    }
    let (file, problems) = parse(&" ".repeat((1 << 20) + 1));
    assert!(file.items.is_empty());
    assert_eq!(problems[0].code(), "syntax::too-long");
}

#[test]
fn deep_texts_within_the_limit_are_read() {
    let value = |inner: String| format!("value x : int = {inner}\n");
    let texts = [
        value(format!("{}1{}", "(".repeat(60), ")".repeat(60))),
        value(format!("{}1{}", "count(x in ".repeat(60), ")".repeat(60))),
        value(format!("{}1{}", "{ ".repeat(60), " }".repeat(60))),
        value(format!("{}c", "if a then b else ".repeat(60))),
        value(format!("{}a", "not ".repeat(60))),
        value(vec!["a"; 200].join(" + ")),
        format!("rule x at y {{ {} {} }}\n", "if a {".repeat(60), "}".repeat(60)),
        format!("rule x at y {{ {} {{}} }}\n", vec!["if a {}"; 60].join(" else ") + " else"),
        format!("rule x at y {{ {} }}\n", "\n let a = if b then c else d".repeat(5000)),
        format!("rule x at y {{ {} }}\n", "let a = (b) let c = -d if not e {} ".repeat(5000)),
    ];
    for text in texts {
        // The time of this thread alone: a busy machine must not fail it.
        let start = ThreadTime::now();
        let (_, problems) = parse(&text);
        let head: String = text.chars().take(60).collect();
        assert!(problems.is_empty(), "{head}: {:?}", problems.first());
        assert!(start.elapsed() < Duration::from_secs(1), "{:?} for {head}", start.elapsed());
        formatted(&head, &text);
    }
}

/// The places of all nodes in the debug form of a tree.
fn places(tree: &str) -> Vec<(usize, usize)> {
    let digits = |text: &str, back: bool| -> Option<usize> {
        let found: String = match back {
            true => text
                .chars()
                .rev()
                .take_while(char::is_ascii_digit)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .collect(),
            false => text.chars().take_while(char::is_ascii_digit).collect(),
        };
        found.parse().ok()
    };
    let at = tree.match_indices("..").map(|(at, _)| at);
    at.filter_map(|at| Some((digits(&tree[..at], true)?, digits(&tree[at + 2..], false)?))).collect()
}

#[test]
fn every_node_covers_its_own_text() {
    const BASE: u32 = 1000;
    for path in sound_files() {
        let text = read(&path);
        let (file, _) = rota_syntax::parse(&text, BASE);
        for item in &file.items {
            for (start, end) in places(&format!("{item:?}")) {
                let (start, end) = (start - 1000, end - 1000);
                let node = text.get(start..end).unwrap_or_else(|| panic!("{path:?}: {start}..{end}"));
                assert_eq!(node, node.trim(), "{path:?}: blanks belong to a node");
                assert!(!node.is_empty(), "{path:?}: an empty node at {start}");
                let within = start >= item.span.start as usize - 1000 && end <= item.span.end as usize - 1000;
                assert!(within, "{path:?}: a node outside of its item");
                // The word of a set that is folded into itself is its brace.
                if node == "{" {
                    continue;
                }
                let opened = node.matches(['(', '{']).count();
                assert_eq!(opened, node.matches([')', '}']).count(), "{path:?}: half a bracket in {node:?}");
            }
        }
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for path in sound_files() {
        let text = read(&path);
        let (tree, _) = parse(&text);
        let foreign = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let (again, problems) = parse(&foreign);
        assert!(problems.is_empty(), "{}", drawn("crlf", &foreign, &problems));
        assert_eq!(bare(&tree), bare(&again));
        assert_eq!(rota_syntax::format(&foreign).unwrap(), rota_syntax::format(&text).unwrap());
    }
}

#[test]
fn a_single_expression_is_read() {
    let expr = rota_syntax::parse_expression("1 + n", 10).unwrap();
    assert_eq!((expr.span.start, expr.span.end), (10, 15));
    for wrong in ["", "1 +", "1 2", "(", "7 / 2"] {
        assert!(rota_syntax::parse_expression(wrong, 0).is_err(), "{wrong:?}");
    }
}

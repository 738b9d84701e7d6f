//! Rule text to tree and back: fixtures that parse, fixtures that do not, and the formatter over all of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rota_source::{Diagnostic, Sources};
use rota_syntax::ast::File;

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

//! Every code has a fixture that shows it and a paragraph that explains it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Codes that no fixture can show, and why.
const UNSHOWN: &[(&str, &str)] = &[
    ("compile::unverified", "a fault of the compiler itself: the verifier refuses what it wrote"),
    ("packs::missing", "reading packs finds what they require, or says `packs::unknown`"),
    ("syntax::too-long", "takes a megabyte of text; the tests of the parser try it"),
    ("types::fold-body", "the parser says `syntax::fold-body` before"),
    ("composition::too-long", "takes 8 KiB of text; a test tries it"),
    ("ledger::syntax", "shown by the tests of ledgers"),
    ("ledger::twice", "shown by the tests of ledgers"),
    ("ledger::unfit", "shown by the tests of ledgers"),
    ("ledger::unknown-key", "shown by the tests of ledgers"),
    ("packs::too-large", "takes 4 GiB of text"),
    ("tiles::catalog", "the board refuses what the tile loader lets through: nothing, as far as is known"),
    ("recordings::contradiction", "shown by the tests of recordings"),
    ("recordings::mapping", "shown by the tests of recordings"),
    ("archive::damaged", "shown by the tests of the command line"),
    ("archive::forbidden", "shown by the tests of the command line"),
    ("archive::manifest", "shown by the tests of the command line"),
    ("archive::requirement", "shown by the tests of the command line"),
];

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// Whether a word has the form of a code: `area::kebab-case`.
fn is_code(word: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    word.split_once("::").is_some_and(|(area, name)| plain(area) && plain(name))
}

/// The codes in the sources, with how often each is written.
fn codes() -> BTreeMap<String, usize> {
    let mut sources = Vec::new();
    for part in [
        "source",
        "bytecode",
        "syntax",
        "compose",
        "check",
        "compile",
        "tiles",
        "rota",
        "recording",
        "archive",
    ] {
        files(&super::root().join("crates").join(part).join("src"), "rs", &mut sources);
    }
    let mut codes = BTreeMap::new();
    for source in sources {
        let text = fs::read_to_string(source).unwrap();
        for word in text.split('"').filter(|word| is_code(word)) {
            *codes.entry(word.to_owned()).or_default() += 1;
        }
    }
    codes
}

#[test]
fn every_code_is_shown_by_a_fixture() {
    let mut snapshots = Vec::new();
    for folder in ["parse/err", "tiles/err", "check"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "snap", &mut snapshots);
    }
    let mut shown = BTreeSet::new();
    for snapshot in snapshots {
        let text = fs::read_to_string(snapshot).unwrap();
        shown.extend(text.lines().filter(|line| is_code(line)).map(str::to_owned));
    }
    let codes = codes();
    assert!(codes.len() > 100, "the codes are not found");
    let unshown: BTreeSet<&str> = UNSHOWN.iter().map(|(code, _)| *code).collect();
    let missing = codes.keys().filter(|code| !shown.contains(*code) && !unshown.contains(code.as_str()));
    let missing: Vec<&String> = missing.collect();
    assert!(missing.is_empty(), "no fixture shows {missing:?}");
    for code in unshown {
        assert!(!shown.contains(code), "`{code}` is shown: it is no exception");
    }
    for code in &shown {
        assert!(codes.contains_key(code), "`{code}` is in a snapshot and in no source");
    }
}

#[test]
fn every_code_is_explained() {
    let page = fs::read_to_string(super::root().join("docs/reference/diagnostics.md")).unwrap();
    let mut explained: Vec<&str> = Vec::new();
    let mut paragraphs = page.lines().peekable();
    while let Some(line) = paragraphs.next() {
        let Some(code) = line.strip_prefix("### `").and_then(|line| line.strip_suffix('`')) else { continue };
        let text = paragraphs.find(|line| !line.trim().is_empty()).unwrap_or_default();
        assert!(text.len() > 15 && !text.starts_with('#'), "`{code}` has no paragraph");
        explained.push(code);
    }
    let mut sorted = explained.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted, explained, "the codes of the page are in order, each once");
    let codes = codes();
    let missing = codes.keys().filter(|code| !explained.contains(&code.as_str()));
    let missing: Vec<&String> = missing.collect();
    assert!(missing.is_empty(), "docs/reference/diagnostics.md says nothing of {missing:?}");
    for code in explained {
        assert!(
            codes.contains_key(code),
            "docs/reference/diagnostics.md explains `{code}`, which nothing reports"
        );
    }
}

//! Every code has a fixture that shows it and a paragraph that explains it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Codes that no fixture can show, and why.
const UNSHOWN: &[(&str, &str)] = &[
    ("compile::unverified", "a fault of the compiler itself: the verifier refuses what it wrote"),
    ("packs::missing", "reading packs finds what they require, or says `packs::unknown`"),
    ("types::fold-body", "the parser says `syntax::fold-body` before"),
    ("packs::too-large", "takes 4 GiB of text"),
    ("tiles::catalog", "the board refuses what the tile loader lets through: nothing, as far as is known"),
    ("protocol::too-long", "takes 16 MiB of text"),
    ("protocol::too-many", "takes a thousand tables"),
    ("archive::manifest", "shown by the tests of the command line"),
    ("archive::requirement", "shown by the tests of the command line"),
    ("serve::address", "depends on the system"),
    ("serve::changed", "shown by the tests of the command line"),
    ("serve::fault", "a fault of the program itself"),
    ("serve::folder", "shown by the tests of the command line"),
    ("serve::left-alone", "shown by the tests of the command line"),
    ("serve::not-kept", "depends on the system"),
    ("serve::not-written", "shown by the tests of the command line"),
    ("serve::too-long", "takes 64 MiB of text"),
    ("serve::too-many", "takes a thousand tables"),
    ("files::too-long", "takes 16 MiB of text"),
    ("files::unreadable", "depends on the system"),
    ("files::unwritable", "depends on the system"),
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
    let plain = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    word.split_once("::").is_some_and(|(area, name)| plain(area) && plain(name))
}

/// The messages that fixtures show: code and text of each.
fn shown() -> Vec<(String, String)> {
    let mut snapshots = Vec::new();
    for folder in ["parse/err", "tiles/err", "check", "messages"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "snap", &mut snapshots);
    }
    let mut shown: Vec<(String, String)> = Vec::new();
    for snapshot in snapshots {
        let text = fs::read_to_string(snapshot).unwrap();
        let mut is_message = false;
        for line in text.lines() {
            if is_code(line) {
                is_message = true;
                shown.push((line.to_owned(), String::new()));
            } else if let (true, Some((_, message))) = (is_message, shown.last_mut()) {
                message.push_str(line);
                message.push('\n');
            }
        }
    }
    shown
}

/// The crates that write diagnostics.
const WITH_CODES: [&str; 14] = [
    "source",
    "bytecode",
    "syntax",
    "compose",
    "check",
    "compile",
    "tiles",
    "rota",
    "protocol",
    "recording",
    "archive",
    "folder",
    "serve",
    "cli",
];

/// The codes in the sources, with how often each is written.
fn codes() -> BTreeMap<String, usize> {
    let mut sources = Vec::new();
    for part in WITH_CODES {
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
    let shown: BTreeSet<String> = shown().into_iter().map(|(code, _)| code).collect();
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

/// The pages that explain codes.
fn pages() -> Vec<PathBuf> {
    rota_tests::shelf::below(&super::root().join("docs/reference/diagnostics"), "md")
}

#[test]
fn every_code_is_explained() {
    let text = pages().iter().map(|page| fs::read_to_string(page).unwrap()).collect::<String>();
    assert_eq!(text, rota_source::CODE_PAGES.map(|page| page.text).concat(), "a page is not in the program");
    let mut explained: Vec<&str> = Vec::new();
    let mut paragraphs = text.lines().peekable();
    while let Some(line) = paragraphs.next() {
        let Some(code) = line.strip_prefix("## `").and_then(|line| line.strip_suffix('`')) else { continue };
        let text = paragraphs.find(|line| !line.trim().is_empty()).unwrap_or_default();
        assert!(text.len() > 15 && !text.starts_with('#'), "`{code}` has no paragraph");
        explained.push(code);
    }
    let mut sorted = explained.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted, explained, "the codes of the pages are in order, each once");
    let codes = codes();
    let missing = codes.keys().filter(|code| !explained.contains(&code.as_str()));
    let missing: Vec<&String> = missing.collect();
    assert!(missing.is_empty(), "docs/reference/diagnostics says nothing of {missing:?}");
    for code in explained {
        assert!(
            codes.contains_key(code),
            "docs/reference/diagnostics explains `{code}`, which nothing reports"
        );
    }
}

/// The page with a message under each paragraph: of those that fixtures show the shortest.
fn with_examples(page: &str) -> String {
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    for (code, message) in shown() {
        let message = message.trim_matches('\n').to_owned();
        let best = examples.entry(code).or_insert_with(|| message.clone());
        if (message.len(), &message) < (best.len(), best) {
            *best = message;
        }
    }
    let mut out = String::new();
    let (mut example, mut is_example): (Option<&String>, bool) = (None, false);
    for line in page.lines().chain(["## "]) {
        if line.starts_with("## ") {
            let told = out.trim_end().len();
            out.truncate(told);
            out.push('\n');
            out.extend(example.take().map(|example| format!("\n```text\n{example}\n```\n")));
            out.push('\n');
        }
        if let Some(code) = line.strip_prefix("## `").and_then(|line| line.strip_suffix('`')) {
            example = examples.get(code);
        }
        let is_fence = line.starts_with("```");
        if !is_fence && !is_example {
            out.push_str(line);
            out.push('\n');
        }
        is_example ^= is_fence;
    }
    out.trim_end_matches(['#', ' ', '\n']).to_owned() + "\n"
}

#[test]
fn every_paragraph_has_its_example() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let with_examples = with_examples(&page);
        if std::env::var_os("ROTA_WRITE").is_some() {
            fs::write(&path, with_examples).unwrap();
            continue;
        }
        let differs = with_examples.lines().zip(page.lines()).find(|(now, then)| now != then);
        assert_eq!(page, with_examples, "{path:?} differs, first in {differs:?}; ROTA_WRITE=1 writes it");
    }
}

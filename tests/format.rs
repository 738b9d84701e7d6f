//! The formatter: over all packs, over texts by chance, with comments everywhere, and as a command.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

#[path = "format/chance.rs"]
mod chance;
#[path = "format/command.rs"]
mod command;
#[path = "format/gaps.rs"]
mod gaps;
#[path = "format/grammar.rs"]
mod grammar;
#[path = "format/tiles.rs"]
mod tiles;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ThreadTime;

use rota_tests::formatting::formatted;
use rota_tests::shelf::{below, root};

/// Every file of rules that is shipped or tried, with its text.
fn rule_files() -> Vec<(PathBuf, String)> {
    let folders = ["rulesets", "docs/examples", "tests/parse/ok", "tests/probes", "tests/say"];
    let files = folders.iter().flat_map(|folder| below(&root().join(folder), "rota"));
    files.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_pack_keeps_its_meaning_and_its_comments() {
    let files = rule_files();
    assert!(files.len() > 200);
    for (path, text) in files {
        let once = formatted(&path.to_string_lossy(), &text);
        // Whatever system and editor it was written with.
        let foreign = format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"));
        assert_eq!(rota_syntax::format(&foreign).unwrap(), once, "{path:?}");
        assert!(once.ends_with('\n') && !once.ends_with("\n\n") && !once.contains(['\r', '\u{feff}']));
    }
}

#[test]
fn a_text_as_long_as_texts_may_be_takes_no_time() {
    let mut text = String::new();
    for (_, next) in rule_files().iter().cycle() {
        // Between two files comes a line that is empty.
        if text.len() + next.len() >= (1 << 20) - 4096 {
            break;
        }
        text.push_str(next);
    }
    assert!(text.len() > 1_000_000);
    let start = ThreadTime::now();
    let once = rota_syntax::format(&text).unwrap();
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
    assert_eq!(rota_syntax::format(&once).unwrap(), once);
}

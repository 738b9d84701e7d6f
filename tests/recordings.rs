//! Recorded games of another engine, replayed by our rules.

use std::fs;
use std::path::{Path, PathBuf};

use rota::{Counts, Mapping, Opener, PackText, Report, Shelf, Text, Verdict, verify};
use serde_json::{Value, json};

/// The published packs and tile sets of this workspace.
struct House;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &Path) -> Option<Text> {
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    fs::read_to_string(path).ok().map(|text| Text { name, text })
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

impl Shelf for House {
    fn pack(&self, name: &str) -> Option<PackText> {
        let files = listed(&root().join("rulesets").join(name));
        let rules = files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rota"));
        let rules: Vec<Text> = rules.filter_map(|path| text(path)).collect();
        (!rules.is_empty()).then(|| PackText { name: name.to_owned(), rules, tiles: Vec::new() })
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        text(&root().join("tiles").join(format!("{set}.toml")))
    }

    fn names(&self) -> Vec<String> {
        let folders = listed(&root().join("rulesets"));
        folders.iter().filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect()
    }

    fn recordings(&self, pack: &str) -> Option<Text> {
        text(&root().join("rulesets").join(pack).join("recordings.toml"))
    }
}

/// The lines of a file of recordings; nothing, and a word about it, where the folder is absent.
fn recordings(name: &str) -> Option<Vec<String>> {
    let path = root().join("../shared/oracle").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no recordings at {}", path.display());
        return None;
    };
    Some(text.lines().map(str::to_owned).collect())
}

fn mapping() -> Mapping {
    Mapping::read(&House).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

#[test]
fn base_games_agree() {
    let Some(lines) = recordings("base.jsonl") else { return };
    let mapping = mapping();
    let halves: Vec<&[String]> = lines.chunks(lines.len().div_ceil(2)).collect();
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let threads = halves.iter().map(|half| {
            scope.spawn(|| {
                let opener = Opener::new(&House);
                half.iter().map(|line| verify(line, &mapping, &|composed| opener.open(composed))).collect()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|_| vec![])).collect()
    });
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for report in &reports {
        counts += report.counts;
        if report.verdict != Verdict::Agrees {
            wrong.push(format!("{}: {}", report.id, report.verdict));
        }
    }
    assert!(wrong.is_empty(), "{} of {} do not agree:\n{}", wrong.len(), reports.len(), wrong.join("\n"));
    assert_eq!(reports.len(), 100);
    eprintln!("{} recordings: {counts}", reports.len());
}

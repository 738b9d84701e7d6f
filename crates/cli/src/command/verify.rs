//! `rota verify`: recorded games of another engine against the same games played by our rules.

mod test_games;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::Args;
use rota::{Diagnostic, PackSource};
use rota_folder::{has_extension, listed};
use rota_recording::{
    Counts, Difference, Mapping, Report, RulesCache, Verdict, lines, verify, verify_test_game,
};
use serde_json::{Value, json};

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::text::counted;
use test_games::{TestGames, VerdictCounts};

/// The extension of files with recordings: a game a line.
const EXTENSION: &str = "jsonl";

/// The extension of compressed ones, behind the other.
const COMPRESSED: &str = "zst";

/// The extension of files with a saved test game.
const TEST_GAME: &str = "jcz";

/// Arguments of `rota verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 all agree, 1 one differs, 2 one cannot be compared or the command could not run.")]
pub(crate) struct VerifyArguments {
    /// Files of recordings, `.jsonl` or `.jsonl.zst`, saved test games, `.jcz`, or folders that hold some
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Also tell of what agrees
    #[arg(long)]
    pub all: bool,
}

/// Replays and compares all recordings.
pub(crate) fn run(arguments: &VerifyArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let files = Files::find()?;
    let mapping = mapping(&files)?;
    let rules = RulesCache::new(&files);
    let mut comparison = Comparison { all: arguments.all, ..Comparison::default() };
    for path in recordings(arguments)? {
        let name = files.shown_path(&path);
        if has_extension(&path, TEST_GAME) {
            let text = files.read_file(&path).ok_or_else(|| unreadable(&files.take_problems()))?;
            let report = verify_test_game(&text.text, &mapping, &rules);
            comparison.test_games.add(&name, &report, arguments.all, console)?;
            continue;
        }
        let file = File::open(&path);
        let file = file.map_err(|error| Failure::usage(format!("`{name}` cannot be read: {error}")))?;
        for (number, line) in lines(BufReader::new(file)) {
            let unreadable =
                |error| Failure::usage(format!("`{name}`, line {number}: the file cannot be read: {error}"));
            let report = verify(&line.map_err(unreadable)?, &mapping, &rules);
            comparison.add(&name, number, &report, console)?;
        }
    }
    comparison.end(console)
}

/// Reads what all packs say of recordings.
fn mapping(files: &Files) -> Result<Mapping, Failure> {
    let read = Mapping::read(files.recordings());
    let mut found = files.take_problems();
    let mapping = read.unwrap_or_else(|diagnostics| {
        found.extend(diagnostics);
        Mapping::default()
    });
    if found.is_empty() { Ok(mapping) } else { Err(unreadable(&found)) }
}

fn unreadable(found: &[Diagnostic]) -> Failure {
    Failure::found(found, &rota::Sources::new())
}

/// The files that the arguments name, those of a folder by name.
fn recordings(arguments: &VerifyArguments) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in &arguments.paths {
        if path.is_dir() {
            let before = found.len();
            gather(path, &mut found);
            if found.len() == before {
                return Err(Failure::usage(format!(
                    "`{}` holds no `.{EXTENSION}` and no `.{TEST_GAME}` file",
                    path.display()
                )));
            }
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in listed(folder) {
        // A folder that is a link could lead back to one above.
        if path.is_dir() && !path.is_symlink() {
            gather(&path, found);
        } else if path.is_file()
            && [EXTENSION, COMPRESSED, TEST_GAME].iter().any(|known| has_extension(&path, known))
        {
            found.push(path);
        }
    }
}

/// How it went so far.
#[derive(Default)]
struct Comparison {
    all: bool,
    recordings: VerdictCounts,
    counts: Counts,
    /// The named differences from the rules: in how many recordings, and how often.
    differences: BTreeMap<String, (usize, u64)>,
    documents: Vec<Value>,
    test_games: TestGames,
}

impl Comparison {
    fn add(
        &mut self,
        file: &str,
        line: usize,
        report: &Report,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        self.counts += report.counts;
        self.recordings.add(Some(&report.verdict));
        for (name, times) in &report.differences {
            let (games, all) = self.differences.entry(name.clone()).or_default();
            *games += 1;
            *all += times;
        }
        if report.verdict == Verdict::Agrees && !self.all {
            return Ok(());
        }
        if console.is_json() {
            self.documents.push(document(file, line, report));
            return Ok(());
        }
        let name = if report.id.is_empty() { String::new() } else { format!(" {}", report.id) };
        let (word, why) = said(&report.verdict);
        writeln!(console.out, "{word:11}{name} ({file}:{line}){why}")?;
        Ok(())
    }

    fn end(&self, console: &mut Console<'_>) -> Result<Exit, Failure> {
        let Comparison { recordings, counts, differences, test_games, .. } = self;
        if console.is_json() {
            console.document(&json!({
                "schema_version": SCHEMA_VERSION,
                "recordings": recordings.all(),
                "agree": recordings.agree,
                "differ": recordings.differ,
                "unsupported": recordings.unsupported,
                "compared": {
                    "placements": counts.placements,
                    "deployments": counts.deployments,
                    "items": counts.items,
                    "totals": counts.totals,
                },
                "differences": differences.iter().map(|(name, (games, times))| {
                    json!({ "name": name, "recordings": games, "times": times })
                }).collect::<Vec<Value>>(),
                "reports": self.documents,
                "test_games": test_games.games.document(),
                "assertions": test_games.assertions.document(),
                "test_game_reports": test_games.documents,
            }))?;
        } else {
            if recordings.all() > 0 || test_games.games.all() == 0 {
                writeln!(console.out, "{}; {counts} compared", recordings.words("recording"))?;
            }
            for (name, (games, times)) in differences {
                let times = usize::try_from(*times).unwrap_or(usize::MAX);
                let (games, times) = (counted(*games, "recording"), counted(times, "time"));
                writeln!(
                    console.out,
                    "where the other engine departs from the rules: `{name}`, {times} in {games}"
                )?;
            }
            if test_games.games.all() > 0 {
                writeln!(console.out, "{}", test_games.words())?;
            }
        }
        let differ = recordings.differ + test_games.games.differ;
        let unsupported = recordings.unsupported + test_games.games.unsupported;
        Ok(match (differ, unsupported) {
            (0, 0) => Exit::Fine,
            (0, _) => Exit::CouldNot,
            _ => Exit::Findings,
        })
    }
}

/// A verdict in a word, and why.
fn said(verdict: &Verdict) -> (&'static str, String) {
    match verdict {
        Verdict::Agrees => ("agrees", String::new()),
        Verdict::Departs { name, at } => ("agrees", format!(", up to `{name}`: {at}")),
        Verdict::Differs(difference) => ("DIFFERS", format!(": {difference}")),
        Verdict::Unsupported(why) => ("unsupported", format!(": {why}")),
    }
}

fn document(file: &str, line: usize, report: &Report) -> Value {
    json!({ "file": file, "line": line, "id": report.id, "verdict": verdict_document(&report.verdict) })
}

fn verdict_document(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Agrees => json!("agrees"),
        Verdict::Departs { name, at } => json!({ "departs": name, "at": difference_document(at) }),
        Verdict::Differs(difference) => json!({ "differs": difference_document(difference) }),
        Verdict::Unsupported(why) => json!({ "unsupported": why }),
    }
}

fn difference_document(difference: &Difference) -> Value {
    let Difference { turn, what, expected, got } = difference;
    json!({ "turn": turn, "what": what, "expected": expected, "got": got })
}

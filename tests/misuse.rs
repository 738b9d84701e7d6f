//! What is said when a construct of the language is used wrongly, for every construct.
//!
//! The files in `misuse` hold cases: a line `## CONSTRUCT: THE MISTAKE`, and below it a text with this one
//! mistake.
//! The name of a file says where its texts stand: items as they are, statements and expressions in a rule, lines
//! in a scenario, changes in a variant, and `tiles.toml` has whole tile files.
//! `prelude.rota` is the rest of the pack.
//! Beside each file lies what is said about its cases; new ones are read before they are accepted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[expect(dead_code, reason = "the cases lie in other files than packs in folders")]
#[path = "check/shelf.rs"]
mod shelf;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rota::{LoadedPacks, Settings, load, scenarios};
use rota_source::{Diagnostic, Severity, Sources, Span};

use shelf::Texts;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folder() -> PathBuf {
    root().join("tests/misuse")
}

/// A text with one mistake.
struct Case {
    construct: String,
    /// The line above it.
    title: String,
    text: String,
}

fn cases(file: &str) -> Vec<Case> {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    let parts = text.split("## ").filter(|part| !part.trim().is_empty());
    let case = |part: &str| {
        let (title, text) = part.split_once('\n').unwrap();
        let (construct, _) = title.split_once(": ").unwrap();
        Case {
            construct: construct.to_owned(),
            title: title.to_owned(),
            text: format!("{}\n", text.trim_end()),
        }
    };
    parts.map(case).collect()
}

/// What stands before and behind the text of a case.
fn around(file: &str) -> (&'static str, &'static str) {
    const IN_RULE: &str = "rule misuse at settle when kept and placed {
  each city f in features { each s in f.segments { each m in f.pieces { each p in players {
  each a in awards { each t in placed.cell.around {\n";
    const END_OF_RULE: &str = "  } }\n  } } } }\n}\n";
    const ANSWER: &str = "rule misuse at settle when kept and placed {
  each city f in features { each s in f.segments { each m in f.pieces { each p in players {
  let answer = ";
    match file {
        "statements" => (IN_RULE, END_OF_RULE),
        "expressions" | "folds" => (ANSWER, "  if answer = answer { stop }\n  } } } }\n}\n"),
        "changes" => ("variant misuse {\n", "}\n"),
        "lines" => ("scenario \"misuse\" {\n", "}\n"),
        _ => ("", ""),
    }
}

/// What is said about a case, and where its text stands among the sources.
fn try_case(file: &str, case: &Case) -> (Vec<Diagnostic>, Sources, Span) {
    if file == "tiles" {
        return try_tiles(case);
    }
    let (before, after) = around(file);
    let margin = if before.is_empty() { "" } else { "    " };
    let body: String = case.text.lines().map(|line| format!("{margin}{line}\n")).collect();
    // What an expression gives stands on the line of its name.
    let body = if before.ends_with("= ") { body.trim_start().to_owned() } else { body };
    let mut texts = prelude(!case.text.starts_with("pack "));
    texts.add("probe", "misuse.rota", &format!("{before}{body}{after}"));
    let reading = load(&texts, &["probe".to_owned()]);
    let base = reading.files[0].iter().find(|file| &*file.name == "misuse.rota").unwrap().base;
    let at = Span::new(before.len()..before.len() + body.len()).shifted(base);
    let mut settings = Settings::default();
    if file == "changes" {
        settings = settings.variant("misuse");
    }
    let (problems, sources) = problems(&reading, &settings);
    (problems, sources, at)
}

/// The base pack, and a small one that declares something of everything.
fn prelude(with_header: bool) -> Texts {
    let mut texts = Texts::published();
    let header = if with_header { "pack probe 1.0.0\n" } else { "" };
    let prelude = fs::read_to_string(folder().join("prelude.rota")).unwrap();
    texts.add("probe", "prelude.rota", &format!("{header}requires base ^1.0\n{prelude}"));
    texts
}

fn try_tiles(case: &Case) -> (Vec<Diagnostic>, Sources, Span) {
    let reading = load(&prelude(true), &["probe".to_owned()]);
    let opened = reading.compile(&Settings::default()).unwrap();
    let mut sources = Sources::new();
    let source = sources.add("misuse.toml", case.text.as_str()).unwrap().clone();
    let (_, problems) = rota_tiles::load(&source, "misuse", &opened.compiled.vocabulary);
    (problems, sources, Span::new(0..case.text.len()).shifted(source.base))
}

/// All that is said on the way from texts to rules, and then by scenarios.
fn problems(reading: &LoadedPacks, settings: &Settings) -> (Vec<Diagnostic>, Sources) {
    let opened = match reading.compile(settings) {
        Err(error) => return error.into_parts(),
        Ok(opened) => opened,
    };
    let scenarios = scenarios(reading, "probe");
    let failures = scenarios.iter().flat_map(|scenario| scenario.run(reading).failures);
    // What nothing needs is told once all variants were looked at.
    let unused = reading.check_variants("probe").into_iter().filter(|one| one.code() == "allow::unused");
    (opened.diagnostics.into_iter().chain(failures).chain(unused).collect(), opened.sources)
}

/// A message with its places and its advice, a line each.
fn told(problem: &Diagnostic, sources: &Sources) -> String {
    let severity = if problem.severity() == Severity::Error { "" } else { "warning " };
    let mut told = format!("{severity}{}: {}\n", problem.code(), problem.message());
    for label in problem.labels() {
        let text = sources.text(label.span).trim_end();
        let file = sources.file_at(label.span.start).map_or("nowhere", |file| &file.name);
        let file = if file.starts_with("misuse.") { String::new() } else { format!(" in {file}") };
        writeln!(told, "  at `{text}`{file}: {}", label.text).unwrap();
    }
    if let Some(advice) = problem.advice() {
        writeln!(told, "  help: {advice}").unwrap();
    }
    told
}

/// What is missing of a message: a place in the text of the case, a reason, advice.
fn lacking(problem: &Diagnostic, at: Span) -> Option<&'static str> {
    let place = problem.labels().first().map(|label| label.span);
    let is_inside = |place: Span| place.start >= at.start && place.end <= at.end;
    match place {
        None => Some("no place"),
        Some(place) if !is_inside(place) && !problem.code().starts_with("scenario::") => {
            Some("a place outside of the text")
        }
        _ if problem.message().is_empty() => Some("no message"),
        // What a failed scenario calls for depends on what was meant.
        _ if problem.advice().is_none() && !problem.code().starts_with("scenario::") => Some("no advice"),
        _ => None,
    }
}

#[test]
fn every_misuse_is_explained() {
    let mut lacks = Vec::new();
    for path in files() {
        let file = path.file_stem().unwrap().to_str().unwrap();
        let mut all = String::new();
        for case in cases(path.file_name().unwrap().to_str().unwrap()) {
            let (problems, sources, at) = try_case(file, &case);
            let mut lack = |what: &str| lacks.push(format!("{file}, {}: {what}", case.title));
            if problems.is_empty() {
                lack("nothing is said");
            }
            for problem in &problems {
                if let Some(what) = lacking(problem, at) {
                    lack(&format!("{what} with `{}`", problem.message()));
                }
            }
            let said: String = problems.iter().map(|problem| told(problem, &sources)).collect();
            writeln!(all, "## {}\n{}\n{said}", case.title, case.text.trim_end()).unwrap();
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description("what is said about each mistake");
        settings.bind(|| insta::assert_snapshot!(file, all));
    }
    assert!(lacks.is_empty(), "{} are poor:\n{}", lacks.len(), lacks.join("\n"));
}

/// The files with cases.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let is_data = |path: &PathBuf| path.extension().is_some_and(|extension| extension != "snap");
    let mut files: Vec<_> = entries.filter(is_data).filter(|path| !path.ends_with("prelude.rota")).collect();
    files.sort();
    files
}

#[test]
fn every_construct_is_misused_twice() {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for path in files() {
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for case in cases(path.file_name().unwrap().to_str().unwrap()) {
            *counts.entry((file.clone(), case.construct)).or_default() += 1;
        }
    }
    let types = rota_check::type_words().map(|word| ("types", word));
    let wanted: Vec<(&str, &str)> = rota_syntax::constructs().chain(types).collect();
    assert!(wanted.len() > 90, "only {} constructs are known", wanted.len());
    let count = |group: &str, word: &str| counts.get(&(group.to_owned(), word.to_owned())).copied();
    let missing: Vec<_> =
        wanted.into_iter().filter(|(group, word)| count(group, word).unwrap_or(0) < 2).collect();
    assert!(missing.is_empty(), "misused less than twice: {missing:?}");
}

#[test]
fn the_prelude_is_well_formed() {
    let reading = load(&prelude(true), &["probe".to_owned()]);
    let (problems, _) = problems(&reading, &Settings::default());
    let said: Vec<String> = problems.iter().map(|problem| told(problem, &reading.sources)).collect();
    assert!(said.is_empty(), "{}", said.concat());
}

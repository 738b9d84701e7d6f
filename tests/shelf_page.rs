//! What is on the shelf, with its figures: `docs/reference/shelf.md`, written from the packs and checked.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use rota_tests::shelf::{PUBLISHED, below, root};

/// The head of the page.
const PAGE: &str = "# What is on the shelf

This page is written from the files of the packs; a test fails when they differ.
Years are those in which an edition was published that the pack plays, tiles the kinds in its tile files.
Statements of the packs without a page of their own have their ids elsewhere.
Lines are those of its rules, blank ones and comments left out; the last column has what the other engine of the recordings needs for the same in Java, where that was counted, without its tiles and what else it changes for it.

| pack | years | tiles | pieces | lines | statements | scenarios | recorded sets | in Java |
|---|---|---|---|---|---|---|---|---|
";

/// Lines and files of the other engine, where they were counted.
const JAVA: [(&str, &str); 3] =
    [("wind_roses", "94 lines"), ("king_and_robber", "146 and 137 lines"), ("tower", "446 lines in 6 files")];

/// A pack as its files tell it.
#[derive(Default)]
struct Shelved {
    title: String,
    years: BTreeSet<String>,
    sets: BTreeSet<String>,
    pieces: usize,
    lines: usize,
    scenarios: usize,
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// What stands between the first two quotation marks.
fn quoted(line: &str) -> Option<&str> {
    line.split('"').nth(1)
}

fn shelved(pack: &str) -> Shelved {
    let mut shelved = Shelved::default();
    for path in below(&root().join("rulesets").join(pack), "rota") {
        let text = read(&path);
        let is_proof = path.components().any(|part| part.as_os_str() == "scenarios");
        for line in text.lines() {
            if is_proof {
                shelved.scenarios += usize::from(line.starts_with("scenario "));
                continue;
            }
            shelved.lines += usize::from(!line.trim().is_empty() && !line.trim().starts_with('#'));
            shelved.pieces += usize::from(line.trim_start().trim_start_matches("add ").starts_with("piece "));
            if line.starts_with("pack ") {
                shelved.title = quoted(line).unwrap_or_default().to_owned();
            }
            if let Some(set) = line.strip_prefix("tiles ").and_then(|rest| rest.split(' ').next()) {
                shelved.sets.insert(set.to_owned());
            }
            let year = line.split("published ").nth(1).and_then(|rest| rest.split(' ').next());
            shelved.years.extend(year.map(str::to_owned));
        }
    }
    shelved
}

/// How many rows a page of statements has; nothing where there is none.
fn statements(pack: &str) -> String {
    let page = read(&root().join("docs/statements").join(format!("{pack}.md")));
    // The first two lines of the table are its head.
    match page.lines().filter(|line| line.starts_with('|')).count() {
        0 => String::new(),
        rows => rows.saturating_sub(2).to_string(),
    }
}

/// The tile sets of recordings that a pack has names for.
fn recorded_sets(pack: &str) -> usize {
    let names = read(&root().join("rulesets").join(pack).join("recordings.toml"));
    let rows =
        names.lines().skip_while(|line| *line != "[sets]").skip(1).take_while(|line| !line.starts_with('['));
    rows.filter(|row| row.contains(" = ")).count()
}

#[test]
fn the_page_of_the_shelf_is_up_to_date() {
    let mut page = PAGE.to_owned();
    for pack in PUBLISHED {
        let Shelved { title, years, sets, pieces, lines, scenarios } = shelved(pack);
        let tiles: usize = sets
            .iter()
            .map(|set| read(&root().join("tiles").join(format!("{set}.toml"))).matches("[[tile]]").count())
            .sum();
        let years = years.into_iter().collect::<Vec<_>>().join(", ");
        let java = JAVA.iter().find(|(name, _)| *name == pack).map_or("", |(_, java)| java);
        let (statements, sets) = (statements(pack), recorded_sets(pack));
        let _ = writeln!(
            page,
            "| {title} (`{pack}`) | {years} | {tiles} | {pieces} | {lines} | {statements} | {scenarios} | {sets} | {java} |"
        );
    }
    let path = root().join("docs/reference/shelf.md");
    if std::env::var_os("ROTA_WRITE").is_some() {
        assert!(fs::write(&path, &page).is_ok(), "the page cannot be written");
    }
    assert_eq!(read(&path), page, "docs/reference/shelf.md differs; ROTA_WRITE=1 writes it");
}

//! What is on the shelf, with its figures: `docs/reference/shelf.md`, written from the packs and checked.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use rota_tests::agreed::AGREED;
use rota_tests::shelf::{PUBLISHED, below, root};

/// The head of the page.
const PAGE: &str = "# What is on the shelf

This page is written from the files of the packs; a test fails when they differ.
Years are those in which an edition was published that the pack plays, tiles the kinds in its tile files.
Statements of the packs without a page of their own have their ids elsewhere.
Lines are those of its rules, blank ones and comments left out.
Interactions are the scenarios of the pack that other packs play in, and how many others do; what each states stands in its statements.
Recorded games are those of another engine that agree, of the files that are about this pack; the last column has what that engine needs for the same in Java, where that was counted, without its tiles and what else it changes for it.

| pack | years | tiles | pieces | lines | statements | scenarios | interactions | recorded games | in Java |
|---|---|---|---|---|---|---|---|---|---|
";

/// Lines and files of the other engine, where they were counted.
const JAVA: [(&str, &str); 8] = [
    ("wind_roses", "94 lines"),
    ("king_and_robber", "146 and 137 lines"),
    ("tower", "446 lines in 6 files"),
    ("count_of_carcassonne", "644 lines"),
    ("bridges_castles_and_bazaars", "516 lines in 9 files for the bazaars"),
    ("gold_mines", "203 lines"),
    ("ferries", "492 lines in 7 files"),
    ("obelisk", "210 lines"),
];

/// A pack as its files tell it.
#[derive(Default)]
struct Shelved {
    title: String,
    years: BTreeSet<String>,
    sets: BTreeSet<String>,
    pieces: usize,
    lines: usize,
    scenarios: usize,
    /// Scenarios in which other packs play, and those packs.
    shared: usize,
    others: BTreeSet<String>,
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
        let mut is_shared = false;
        for line in text.lines() {
            if is_proof {
                let is_scenario = line.starts_with("scenario ");
                shelved.scenarios += usize::from(is_scenario);
                is_shared &= !is_scenario;
                if let Some(other) = line.trim_start().strip_prefix("with ") {
                    shelved.shared += usize::from(!is_shared);
                    is_shared = true;
                    shelved.others.insert(other.trim().to_owned());
                }
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

/// How many recorded games that are about a pack agree; nothing where there are none.
fn recorded(pack: &str) -> String {
    let of_pack = AGREED.iter().filter(|(_, about, _)| *about == pack);
    match of_pack.map(|(_, _, games)| games).sum() {
        0 => String::new(),
        games => games.to_string(),
    }
}

#[test]
fn the_page_of_the_shelf_is_up_to_date() {
    let mut page = PAGE.to_owned();
    for pack in PUBLISHED {
        let Shelved { title, years, sets, pieces, lines, scenarios, shared, others } = shelved(pack);
        let tiles: usize = sets
            .iter()
            .map(|set| read(&root().join("tiles").join(format!("{set}.toml"))).matches("[[tile]]").count())
            .sum();
        let years = years.into_iter().collect::<Vec<_>>().join(", ");
        let java = JAVA.iter().find(|(name, _)| *name == pack).map_or("", |(_, java)| java);
        let (statements, recorded) = (statements(pack), recorded(pack));
        let interactions = match shared {
            0 => String::new(),
            shared => format!("{shared} with {}", others.len()),
        };
        let _ = writeln!(
            page,
            "| {title} (`{pack}`) | {years} | {tiles} | {pieces} | {lines} | {statements} | {scenarios} | {interactions} | {recorded} | {java} |"
        );
    }
    let path = root().join("docs/reference/shelf.md");
    if std::env::var_os("ROTA_WRITE").is_some() {
        assert!(fs::write(&path, &page).is_ok(), "the page cannot be written");
    }
    assert_eq!(read(&path), page, "docs/reference/shelf.md differs; ROTA_WRITE=1 writes it");
}

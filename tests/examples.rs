//! The example packs show together what expansions ask for: each code of the table is used by one of them, in
//! its rules and not only in its words, and no two packs use the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use rota_tests::shelf::{below, names_in, root};

/// What an expansion may ask of a language: the code, what it means, and phrases of which one stands in the
/// rules or tiles of a pack that asks for it.
const CODES: [(&str, &str, &[&str]); 25] = [
    ("PC", "a piece in each player's supply", &["each "]),
    ("NM", "a figure of nobody's that moves", &["neutral 1"]),
    ("TK", "tokens on tiles, on pieces or with players", &["neutral ", "deck "]),
    ("BG", "bags: several draws, drawn and given back, put aside", &["draw ", "shuffle ", "into "]),
    ("PS", "a supply of tiles of one's own", &[".tiles"]),
    (
        "DE",
        "something happens as a tile is drawn",
        &["at turned_over", "after draw", "before take", "after take"],
    ),
    ("PE", "something happens as a tile is laid", &["after place", "before deploy"]),
    ("AU", "bids", &["pay "]),
    ("OT", "a decision of a player who is not on turn", &["choose p ", "choose q ", "choose each ", ".next"]),
    ("HI", "what only some may know", &["unseen", "secret", " for active", " for p"]),
    ("DI", "chance within the turn", &["roll "]),
    ("MS", "features that are worth something else", &["modify worth", "modify tile_pays", "set a.points"]),
    ("ES", "points at the end", &["at sum", "at settle"]),
    ("CP", "points for whoever completes", &["to active as"]),
    ("ST", "claims beside other claims", &["modify claimed", "put "]),
    ("RM", "followers that are sent away", &["send "]),
    ("AR", "areas", &[".around", ".neighbours", ".row(", ".east(", ".at(", ".corner"]),
    ("NS", "tiles of several cells, corners", &["[[board]]", "corner"]),
    ("XM", "vetoes and exceptions where tiles lie", &["modify may_lie", "meet ", "loose_placements"]),
    ("TP", "features that are joined or parted later", &["link ", "cut ", "close "]),
    ("EX", "another part of the turn", &["append "]),
    ("SC", "the place on the score track", &[".points"]),
    ("PY", "points paid", &["pay "]),
    ("SF", "a state of a piece or a tile", &["on piece", "on tile"]),
    ("SU", "a start of its own", &["start ", "at lay_out"]),
];

/// The most lines that the rules of an example may have.
const LINES: usize = 80;

/// What stands in a pack: its codes, and its rules and tiles without comments.
fn pack(name: &str) -> (Vec<String>, String) {
    let folder = root().join("rulesets/examples").join(name);
    let (mut codes, mut text, mut lines) = (Vec::new(), String::new(), 0);
    let rules = below(&folder, "rota").into_iter().filter(|path| !path.ends_with("scenarios.rota"));
    for path in rules.chain(below(&folder, "toml")) {
        let is_rules = path.extension().is_some_and(|extension| extension == "rota");
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            lines += usize::from(is_rules);
            if let Some(listed) = line.strip_prefix("# Codes: ") {
                codes = listed.split_whitespace().map(str::to_owned).collect();
            }
            let _ = writeln!(text, "{}", line.split('#').next().unwrap_or_default());
        }
    }
    assert!(lines < LINES, "{name} has {lines} lines of rules");
    (codes, text)
}

#[test]
fn examples_use_every_code_and_no_two_the_same() {
    let mut users: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut combinations: BTreeMap<BTreeSet<String>, String> = BTreeMap::new();
    let mut rows = String::new();
    for name in names_in("rulesets/examples") {
        let (codes, text) = pack(&name);
        for code in &codes {
            let Some((code, _, phrases)) = CODES.iter().find(|(known, ..)| known == code) else {
                panic!("{name} has the code {code}, which there is not");
            };
            assert!(
                phrases.iter().any(|phrase| text.contains(phrase)),
                "{name} says {code} and has none of {phrases:?}"
            );
            users.entry(code).or_default().push(name.clone());
        }
        let _ = writeln!(rows, "| [{name}](../../rulesets/examples/{name}) | {} |", codes.join(", "));
        if let Some(other) = combinations.insert(codes.into_iter().collect(), name.clone()) {
            panic!("{name} and {other} have the same codes");
        }
    }
    let unused: Vec<_> =
        CODES.iter().map(|(code, ..)| code).filter(|code| !users.contains_key(*code)).collect();
    assert!(unused.is_empty(), "no example shows {unused:?}");
    assert_eq!(combinations.len(), 8, "as many examples as there are to be");
    let mut page = PAGE.to_owned();
    for (code, meaning, _) in CODES {
        let _ = writeln!(
            page,
            "| {code} | {meaning} | {} |",
            users.get(code).map(|users| users.join(", ")).unwrap_or_default()
        );
    }
    let _ = write!(page, "\n## By pack\n\n| pack | codes |\n|---|---|\n{rows}");
    let path = root().join("docs/reference/examples.md");
    if std::env::var_os("ROTA_WRITE").is_some() {
        assert!(fs::write(&path, &page).is_ok(), "the page cannot be written");
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        page,
        "ROTA_WRITE=1 writes docs/reference/examples.md"
    );
}

/// The head of the page.
const PAGE: &str = "# Examples by what they show

This page is written by a test, which fails when it differs.

The packs under `rulesets/examples` are small expansions of our own.
Together they use everything that published expansions ask of a language, but for half cells and dexterity.

| code | what it asks for | packs |
|---|---|---|
";

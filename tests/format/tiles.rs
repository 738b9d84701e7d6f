//! Tile files: only blanks change, and no value.

use std::fs;

use rota_tests::formatting::comments;
use rota_tests::shelf::{below, root};

/// The text without any blanks and line ends: what the formatter must not touch.
fn marks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').collect()
}

fn values(text: &str) -> toml::Table {
    text.trim_start_matches('\u{feff}').parse().unwrap()
}

/// Formats a tile file and returns what comes out.
fn formatted(name: &str, text: &str) -> String {
    let once = rota_tiles::format(text).unwrap();
    assert_eq!(rota_tiles::format(&once).unwrap(), once, "{name} is not stable");
    assert_eq!(marks(text), marks(&once), "{name}");
    assert_eq!(values(&text.replace('\r', "")), values(&once), "{name}");
    assert_eq!(comments(text), comments(&once), "{name}");
    once
}

#[test]
fn every_tile_file_keeps_its_values_and_its_comments() {
    let folders = ["tiles", "rulesets", "docs/examples", "tests/tiles/ok"];
    let files: Vec<_> = folders.iter().flat_map(|folder| below(&root().join(folder), "toml")).collect();
    assert!(files.len() > 60);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let once = formatted(&path.to_string_lossy(), &text);
        let foreign = format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"));
        assert_eq!(formatted("foreign", &foreign), once, "{path:?}");
    }
}

#[test]
fn blanks_that_mean_nothing_are_set_right() {
    let untidy = "\u{feff}\r\n\r\ntitle=\"Fens\"   # of the\tnorth  \r\n[ printings ]\r\n  first  = \"2001\"\r\n\r\n\r\n\r\n\r\n\
        [[ tile ]]\r\nid = \"a\"# plain\r\ncensus = \"\"\"\r\n  two   blanks  \r\n\"\"\"\r\nsegments=[\r\n\t{fen=\"N S\",inns = 1 , dry={ }},\r\n\
        # the other\r\n      {   fen = \"E\"},\r\n    ]\r\nnested = [ [ 1,2 ],[\r\n3,\r\n[4,\r\n5]]]";
    let tidy = "title = \"Fens\"   # of the\tnorth\n[printings]\nfirst  = \"2001\"\n\n\n\
        [[tile]]\nid = \"a\" # plain\ncensus = \"\"\"\n  two   blanks  \n\"\"\"\nsegments = [\n  { fen = \"N S\", inns = 1, dry = {} },\n  \
        # the other\n  {   fen = \"E\" },\n]\nnested = [[1, 2], [\n  3,\n  [4,\n    5]]]\n";
    assert_eq!(formatted("untidy", untidy), tidy);
}

#[test]
fn what_is_no_toml_is_refused() {
    for wrong in ["a = ", "[tile", "a = 1\na = 2", "a = \"", "= 1"] {
        let problems = rota_tiles::format(wrong).unwrap_err();
        assert!(problems.iter().all(|problem| problem.code().starts_with("tiles::")), "{problems:?}");
    }
    for empty in ["", "\n\n", "\u{feff}", "   "] {
        assert_eq!(rota_tiles::format(empty).unwrap(), "");
    }
}

//! `rota fmt` from outside: what it writes, what it leaves alone, and how it exits.

use std::fs;

use rota_cli::Exit;
use rota_tests::command::{rota, rota_with};
use rota_tests::folder::Folder;

const UNTIDY: &str = "pack fens 1.0.0\r\nrequires base ^1.0\r\nvalue deep:int=1+(2) # metres\r\n";
const TIDY: &str = "pack fens 1.0.0\nrequires base ^1.0\nvalue deep : int = 1 + 2 # metres\n";
const BROKEN: &str = "value deep:int=1+\nrule odd at {\n";
const TILES: &str = "title=\"Fens\"\n";

fn fens(name: &str) -> Folder {
    Folder::with(
        name,
        &[
            ("fens/pack.rota", UNTIDY),
            ("fens/more/tidy.rota", TIDY),
            ("fens/broken.rota", BROKEN),
            ("fens/fens.toml", TILES),
            ("fens/notes.txt", "a=1\n"),
        ],
    )
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.file(name)).unwrap()
}

#[test]
fn what_is_sound_is_formatted_and_the_rest_is_told() {
    let folder = fens("fmt-writes");
    let outcome = rota(&format!("fmt {}", folder.file("fens")));
    assert_eq!(outcome.exit, Exit::Findings);
    assert_eq!(read(&folder, "fens/pack.rota"), TIDY);
    assert_eq!(read(&folder, "fens/fens.toml"), "title = \"Fens\"\n");
    assert_eq!(read(&folder, "fens/broken.rota"), BROKEN, "a text with errors was written");
    assert_eq!(read(&folder, "fens/notes.txt"), "a=1\n");
    let listed: Vec<&str> = outcome.out.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    assert_eq!(listed, ["fens.toml", "pack.rota"]);
    for told in
        ["syntax::", "broken.rota:", "help:", "2 files formatted, 1 unchanged, 1 file skipped with errors"]
    {
        assert!(outcome.err.contains(told), "{told}: {}", outcome.err);
    }
    assert_eq!(folder.names(), ["fens"], "something was left over");
    fs::remove_file(folder.file("fens/broken.rota")).unwrap();
    let again = rota(&format!("fmt {}", folder.file("fens")));
    assert_eq!((again.exit, again.out.as_str()), (Exit::Fine, ""));
    assert_eq!(again.err, "0 files formatted, 3 unchanged\n");
}

#[test]
fn a_file_that_is_formatted_is_not_written_again() {
    let folder = fens("fmt-same");
    let file = folder.file("fens/more/tidy.rota");
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(rota(&format!("fmt {file}")).exit, Exit::Fine);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
}

#[test]
fn nothing_is_written_to_check() {
    let folder = fens("fmt-check");
    for (option, shown) in [("--check", "pack.rota\n"), ("--diff", "+value deep : int = 1 + 2 # metres\n")] {
        let outcome = rota(&format!("fmt {option} {}", folder.file("fens")));
        assert_eq!(outcome.exit, Exit::Findings, "{option}");
        assert!(outcome.out.contains(shown), "{option}: {}", outcome.out);
        assert!(outcome.err.contains("2 files not formatted, 1 unchanged"), "{}", outcome.err);
        assert_eq!(read(&folder, "fens/pack.rota"), UNTIDY);
        let tidy = rota(&format!("fmt {option} {}", folder.file("fens/more")));
        assert_eq!((tidy.exit, tidy.out.as_str()), (Exit::Fine, ""), "{option}");
        let only_broken = rota(&format!("fmt {option} {}", folder.file("fens/broken.rota")));
        assert_eq!((only_broken.exit, only_broken.out.as_str()), (Exit::Findings, ""), "{option}");
    }
    assert_eq!(rota("fmt --check --diff").exit, Exit::CouldNot);
}

#[test]
fn a_difference_can_be_applied() {
    let folder = fens("fmt-diff");
    let file = folder.file("fens/fens.toml");
    let outcome = rota(&format!("fmt --diff {file}"));
    let lines: Vec<&str> = outcome.out.lines().skip(2).collect();
    assert_eq!(lines, ["@@ -1 +1 @@", "-title=\"Fens\"", "+title = \"Fens\""]);
    assert!(outcome.out.starts_with("--- ") && outcome.out.contains("\n+++ "), "{}", outcome.out);
}

#[test]
fn the_standard_input_goes_to_the_standard_output() {
    let outcome = rota_with("fmt -", UNTIDY);
    assert_eq!((outcome.exit, outcome.out.as_str(), outcome.err.as_str()), (Exit::Fine, TIDY, ""));
    let tiles = rota_with("fmt - --stdin-path fens.toml", TILES);
    assert_eq!((tiles.exit, tiles.out.as_str()), (Exit::Fine, "title = \"Fens\"\n"));
    let broken = rota_with("fmt - --stdin-path fens/broken.rota", BROKEN);
    assert_eq!((broken.exit, broken.out.as_str()), (Exit::Findings, ""));
    assert!(broken.err.contains("[fens/broken.rota:1:"), "{}", broken.err);
    let check = rota_with("fmt - --check --stdin-path fens.rota", UNTIDY);
    assert_eq!((check.exit, check.out.as_str()), (Exit::Findings, "fens.rota\n"));
}

#[test]
fn programs_read_one_document() {
    let folder = fens("fmt-json");
    let outcome = rota(&format!("fmt --check --format json {}", folder.file("fens")));
    let document = outcome.json();
    assert_eq!(outcome.exit, Exit::Findings);
    assert_eq!((&document["schema_version"], &document["files"]), (&1.into(), &3.into()));
    assert_eq!(document["changed"].as_array().unwrap().len(), 2);
    assert!(document["diagnostics"][0]["code"].as_str().unwrap().starts_with("syntax::"));
}

#[test]
fn a_pack_goes_by_its_name() {
    let outcome = rota("fmt --check base");
    assert_ne!(outcome.exit, Exit::CouldNot, "{}", outcome.err);
    let by_path = rota(&format!("fmt --check {}", rota_tests::shelf::root().join("rulesets/base").display()));
    assert_eq!((outcome.out, outcome.err), (by_path.out, by_path.err));
}

#[test]
fn mistakes_in_the_command_line_exit_with_2() {
    let folder = fens("fmt-wrong");
    let empty = folder.file("fens/notes.txt");
    for line in [
        "fmt no/such/file.rota",
        "fmt bsae",
        "fmt - base",
        "fmt --stdin-path a.rota",
        &format!("fmt {empty}"),
    ] {
        let outcome = rota(line);
        assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::CouldNot, ""), "{line}");
        assert!(!outcome.err.is_empty(), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_goes_on_leading_to_its_file() {
    let folder = fens("fmt-link");
    let link = folder.file("link.rota");
    std::os::unix::fs::symlink(folder.file("fens/pack.rota"), &link).unwrap();
    assert_eq!(rota(&format!("fmt {link}")).exit, Exit::Fine);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(read(&folder, "fens/pack.rota"), TIDY);
}

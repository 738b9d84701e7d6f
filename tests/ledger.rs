//! `rota ledger`: which statements packs declare, cover and prove.
#![expect(clippy::print_stderr, reason = "what is skipped is said")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::shelf::root;
use serde_json::{Value, json};

/// A ledger and the pack that does something about it.
const GUILD: &str = "cli/ledger/guild.toml cli/ledger/guild";

fn states(document: &Value) -> Vec<(String, String)> {
    let statements = document["statements"].as_array().unwrap().iter();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    statements.map(|statement| (word(&statement["id"]), word(&statement["state"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(id, state)| ((*id).to_owned(), (*state).to_owned())).collect()
}

#[test]
fn each_statement_is_as_far_as_its_pack() {
    let outcome = rota(&format!("ledger {GUILD} --format json"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Findings, ""));
    let document = outcome.json();
    let expected = [
        ("G-01", "proved"),
        ("G-02", "covered"),
        ("G-03", "declared"),
        ("G-04", "missing"),
        ("G-05", "waits"),
        ("G-06", "proved"),
    ];
    assert_eq!(states(&document), pairs(&expected));
    let totals = json!({ "proved": 2, "covered": 1, "declared": 1, "waits": 1, "missing": 1 });
    assert_eq!((&document["totals"], &document["lacking"]), (&totals, &json!(3)));
    let [first, second] = [0, 1].map(|row| &document["statements"][row]);
    assert_eq!(first["declared"][0]["item"], "rule pay_dues");
    assert_eq!(first["declared"][0]["place"], "cli/ledger/guild/pack.rota:8");
    assert_eq!(first["covered"][0]["scenario"], "dues are paid after each tile, and by nobody else");
    assert!(!second["unnoticed"].as_array().unwrap().is_empty(), "{second}");
}

#[test]
fn people_read_the_same() {
    let outcome = rota(&format!("ledger {GUILD}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Findings, ""));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cli/ledger");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(format!("rota ledger {GUILD}"));
    settings.bind(|| insta::assert_snapshot!("guild", outcome.out));
    let lacking = rota(&format!("ledger {GUILD} --missing")).out;
    assert!(["G-02", "G-03", "G-04"].iter().all(|id| lacking.contains(id)), "{lacking}");
    assert!(["G-01", "G-05", "G-06"].iter().all(|id| !lacking.contains(id)), "{lacking}");
}

#[test]
fn without_proof_it_is_enough_to_be_covered() {
    let outcome = rota(&format!("ledger {GUILD} --no-proof --format json"));
    let expected = [
        ("G-01", "covered"),
        ("G-02", "covered"),
        ("G-03", "declared"),
        ("G-04", "missing"),
        ("G-05", "waits"),
        ("G-06", "covered"),
    ];
    assert_eq!((states(&outcome.json()), outcome.json()["lacking"].clone()), (pairs(&expected), json!(2)));
    assert_eq!(outcome.exit, Exit::Findings);
}

#[test]
fn tables_of_a_page_are_a_ledger_too() {
    let outcome = rota("ledger cli/ledger/guild.md cli/ledger/guild");
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{}", outcome.out);
    assert!(outcome.out.ends_with("2 statements: 2 proved\n"), "{}", outcome.out);
    let page = root().join("docs/statements/river.md");
    let outcome = rota(&format!("ledger {} river --no-proof", page.display()));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{}", outcome.out);
    assert!(outcome.out.ends_with("18 statements: 18 covered only\n"), "{}", outcome.out);
}

#[test]
fn the_ledger_of_the_first_packs_is_done() {
    let ledger = root().join("../shared/ledger.toml");
    if !ledger.is_file() {
        eprintln!("skipped: {} is not there", ledger.display());
        return;
    }
    let outcome = rota(&format!("ledger {} --format json", ledger.display()));
    let document = outcome.json();
    assert_eq!(document["statements"].as_array().unwrap().len(), 83);
    let state = |state: &str| document["totals"][state].as_u64().unwrap();
    assert_eq!(state("proved") + state("waits"), 83, "{}", document["totals"]);
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
}

#[test]
fn all_that_is_wrong_with_a_ledger_is_told() {
    let text = "title = 3\n[[rule]]\nid = \"A-1\"\ntext = \"One.\"\ntxt = \"\"\n[[rule]]\nid = \"A-1\"\n\
                text = \"Two.\"\n[[rule]]\ntext = \"Three.\"\n[[rule]]\nid = 4\ntext = \"Four.\"\nneeds = \"x\"\n";
    let folder = Folder::with("ledger", &[("bad.toml", text), ("torn.toml", "[[rule\n"), ("none.toml", "")]);
    let outcome = rota(&format!("ledger {} base", folder.file("bad.toml")));
    assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::Findings, ""));
    for told in [
        "unknown key `title`",
        "unknown key `txt`",
        "did you mean `text`?",
        "two statements have the id `A-1`",
        "a statement has no `id`",
        "an id is a text in quotes",
        "what a statement needs is a list of packs",
    ] {
        assert_eq!(outcome.err.matches(told).count(), 1, "{told}: {}", outcome.err);
    }
    for (file, told) in [("torn.toml", "this is not TOML"), ("none.toml", "there is no statement")] {
        let outcome = rota(&format!("ledger {} base", folder.file(file)));
        assert_eq!(outcome.exit, Exit::Findings);
        assert!(outcome.err.contains(told), "{}", outcome.err);
    }
    for (line, told) in [
        ("ledger cli/ledger/guild base", "does not say what kind of ledger"),
        ("ledger no/such.toml base", "there is no file"),
        ("ledger cli/ledger/guild.toml bsae", "did you mean `base`?"),
    ] {
        let outcome = rota(line);
        assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::CouldNot, ""), "{line}");
        assert!(outcome.err.contains(told), "{line}: {}", outcome.err);
    }
}

//! `rota editions`: what a player reads of packs, their variants and options, and what a program gets.

use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::shelf::published;

/// A pack whose variants do all that a variant may do.
const FAIR: &str = "editions cli/fair";

#[test]
fn everything_that_a_variant_changes_is_told() {
    let outcome = rota(FAIR);
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cli/fair");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description("what a player reads");
    settings.bind(|| insta::assert_snapshot!("editions", outcome.out));
}

#[test]
fn no_line_is_longer_than_a_terminal() {
    let outcome = rota("editions");
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    for line in outcome.out.lines().chain(rota(FAIR).out.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
        assert_eq!(line.trim_end(), line);
    }
}

#[test]
fn every_line_that_is_shown_can_be_typed() {
    let text = format!("{}{}", rota("editions").out, rota(FAIR).out);
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("rota play "));
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() > published().len() + 5, "{lines:?}");
    for line in lines {
        let outcome = rota(&format!("play {line} --auto --quiet"));
        assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}");
    }
}

#[test]
fn programs_get_everything_that_people_read() {
    let document = rota(&format!("{FAIR} --format json")).json();
    assert_eq!(document["schema_version"], 1);
    assert_eq!(document["diagnostics"], serde_json::json!([]));
    let fair = &document["packs"][0];
    assert_eq!(fair["pack"], "fair");
    assert_eq!(fair["title"], "The Fair");
    assert_eq!(fair["play"], "rota play cli/fair");
    let published = serde_json::json!({
        "year": 1999, "publisher": "The Press", "source": "its leaflet, page 2",
    });
    assert_eq!(fair["published"], published);
    let spring = &fair["variants"][1];
    assert_eq!((&spring["name"], &spring["from"]), (&"spring".into(), &"winter".into()));
    assert_eq!(spring["play"], "rota play cli/fair@spring");
    assert_eq!(spring["published"]["source"], "a later leaflet");
    let changes = serde_json::json!([
        {
            "change": "set", "by": "winter", "option": "gate", "value": "shut_gate", "was": "open_gate",
            "description": "whether the gate is open when the fair begins, and all that this says of the stalls behind it and of those in front of it",
        },
        { "change": "disable", "by": "winter", "category": "rule", "name": "sweep" },
        {
            "change": "set", "by": "spring", "option": "toll", "value": "3", "was": "2",
            "description": "points for whoever passes the gate",
        },
        { "change": "replace", "by": "spring", "category": "rule", "name": "pay_toll" },
        { "change": "move", "by": "spring", "step": "fair_day", "side": "before", "anchor": "place" },
        { "change": "add", "by": "spring", "category": "trait", "name": "visitor" },
        { "change": "add", "by": "spring", "category": "piece", "name": "dog" },
        { "change": "add", "by": "spring", "category": "rule", "name": "bark" },
    ]);
    assert_eq!(spring["changes"], changes);
    assert_eq!(fair["variants"][2]["published"], serde_json::Value::Null);
    let options = serde_json::json!({
        "name": "toll", "value": "2", "choices": "1..4", "description": "points for whoever passes the gate",
    });
    assert_eq!(fair["options"][0], options);
    // Those of the pack below are told there.
    assert_eq!(fair["options"].as_array().unwrap().len(), 3);
}

#[test]
fn without_an_argument_all_packs_are_told() {
    let document = rota("editions --format json").json();
    let packs = document["packs"].as_array().unwrap().iter();
    let packs: Vec<&str> = packs.filter_map(|pack| pack["pack"].as_str()).collect();
    assert_eq!(packs, published());
    // Twice the same is once.
    assert_eq!(rota("editions base base").out, rota("editions base").out);
}

#[test]
fn slips_are_answered() {
    for (line, answer) in [
        ("editions bsae", "did you mean `base`?"),
        ("editions base@first_revision", "`rota editions base` shows them all"),
        ("editions no/such/folder", "there is no pack `no/such/folder`"),
    ] {
        let outcome = rota(line);
        assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::CouldNot, ""), "{line}");
        assert!(outcome.err.contains(answer), "{line}: {}", outcome.err);
    }
}

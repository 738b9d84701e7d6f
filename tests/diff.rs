//! `rota diff`: what is different between editions, compositions and versions of a pack.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;

use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::shelf::{below, root};
use serde_json::Value;

/// A pack whose variants do all that a variant may do.
const FAIR: &str = "cli/fair";

/// What is read is kept beside the others of the command line.
fn snapshot(name: &str, line: &str) {
    let outcome = rota(&format!("diff {line}"));
    let is_same = outcome.out.ends_with("\nno difference\n");
    let wanted = if is_same { Exit::Fine } else { Exit::Findings };
    assert_eq!((outcome.exit, outcome.err.as_str()), (wanted, ""), "{line}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cli/diff");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(format!("rota diff {line}"));
    // Where the repository lies is no part of it.
    let out = outcome.out.replace(&format!("{}/", root().display()), "");
    settings.bind(|| insta::assert_snapshot!(name, out));
}

#[test]
fn variants_show_all_that_they_change() {
    snapshot("replaced_and_moved", &format!("{FAIR} {FAIR}@spring"));
    snapshot("between_variants", &format!("{FAIR}@winter {FAIR}@mild"));
}

#[test]
fn published_editions_show_options_and_tiles() {
    snapshot("first_revision", "base base@first_revision");
    snapshot("second_generation", "base base@second_generation");
    snapshot("wheel_mindok", "wheel_2009 wheel_mindok");
    snapshot("inns", "base inns_and_cathedrals");
}

/// The lines to type for all variants of all packs, and what they are variants of.
fn editions() -> Vec<(String, String)> {
    let packs = rota("editions --format json").json()["packs"].clone();
    let mut found = Vec::new();
    for pack in packs.as_array().unwrap() {
        for variant in pack["variants"].as_array().unwrap() {
            let name = pack["pack"].as_str().unwrap().to_owned();
            let edition = format!("{name}@{}", variant["name"].as_str().unwrap());
            found.push((name, edition));
        }
    }
    found
}

#[test]
fn every_edition_differs_from_its_base_by_what_editions_tells() {
    let editions = editions();
    assert!(editions.len() > 20, "{editions:?}");
    for (base, edition) in &editions {
        let told = rota(&format!("editions {base} --format json")).json();
        let variants = told["packs"][0]["variants"].as_array().unwrap();
        let name = edition.split_once('@').unwrap().1;
        let variant = variants.iter().find(|variant| variant["name"] == name).unwrap();
        let set = variant["changes"].as_array().unwrap().iter().filter(|change| change["change"] == "set");
        let mut expected: Vec<String> =
            set.map(|change| format!("{} {} {}", change["option"], change["was"], change["value"])).collect();
        let outcome = rota(&format!("diff {base} {edition} --format json"));
        assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Findings, ""), "{edition}");
        let options = outcome.json()["options"].clone();
        let options = options.as_array().unwrap().iter();
        let mut found: Vec<String> =
            options.map(|option| format!("{} {} {}", option["name"], option["a"], option["b"])).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{edition}");
        // The other way round it is the same difference.
        let back = rota(&format!("diff {edition} {base} --format json")).json();
        let count = |document: &Value, key: &str| document[key].as_array().unwrap().len();
        let there = outcome.json();
        for key in ["options", "items", "tiles"] {
            assert_eq!(count(&there, key), count(&back, key), "{edition}: {key}");
        }
    }
}

/// The edition that another one goes on from, as a side: the variant it is built from, of whichever pack, or the pack
/// itself.
fn before(edition: &str, from: Option<&str>, editions: &[(String, String)]) -> String {
    let (pack, _) = edition.split_once('@').unwrap();
    let Some(from) = from else { return pack.to_owned() };
    let own = format!("{pack}@{from}");
    if editions.iter().any(|(_, known)| *known == own) {
        return own;
    }
    let other = editions.iter().find(|(_, known)| known.split_once('@').unwrap().1 == from);
    format!("{pack},{}", other.unwrap().1)
}

#[test]
fn every_edition_shows_what_it_changes_of_the_one_before() {
    let editions = editions();
    for (pack, edition) in &editions {
        let told = rota(&format!("editions {pack} --format json")).json();
        let (_, name) = edition.split_once('@').unwrap();
        let mut variants = told["packs"][0]["variants"].as_array().unwrap().iter();
        let variant = variants.find(|variant| variant["name"] == name).unwrap();
        let before = before(edition, variant["from"].as_str(), &editions);
        snapshot(&format!("edition-{pack}-{name}"), &format!("{before} {edition}"));
    }
}

/// The steps that are told as only on the side of a sign.
fn steps<'t>(page: &'t str, sign: &str) -> Vec<&'t str> {
    let part = page.split("\norder of play\n").nth(1).unwrap().split("\n\n").next().unwrap();
    part.lines().filter_map(|line| line.trim_start().strip_prefix(sign)?.split_whitespace().next()).collect()
}

#[test]
fn steps_behind_the_last_one_are_all_that_differs() {
    // The wheel turns in an order of its own, which comes behind all others.
    let outcome = rota("diff roses_2012 wheel_with_roses");
    assert_eq!(steps(&outcome.out, "- "), Vec::<&str>::new());
    assert_eq!(steps(&outcome.out, "+ "), ["turn_wheel", "spin", "wheel_event", "crowns"]);
}

#[test]
fn compositions_show_what_they_settle() {
    snapshot("beside", "wheel_2009 wheel_beside");
    snapshot("both_large", "inns_and_traders inns_and_traders_second");
    snapshot("river_and_river", "river river,second_river=first");
}

#[test]
fn nothing_differs_from_itself() {
    for line in ["base base", "everything everything", "base@second_generation base@second_generation"] {
        let outcome = rota(&format!("diff {line}"));
        assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}");
        assert!(outcome.out.ends_with("\nno difference\n"), "{}", outcome.out);
    }
}

/// A copy of the base pack in a folder, with one text changed for another in one of its files.
fn changed(name: &str, file: &str, from: &str, to: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let base = root().join("rulesets/base");
    for path in [below(&base, "rota"), below(&base, "toml")].concat() {
        let short = path.strip_prefix(&base).unwrap();
        let target = folder.path().join("base").join(short);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        let mut text = fs::read_to_string(&path).unwrap();
        if short.to_str() == Some(file) {
            assert!(text.contains(from), "{file} does not say `{from}`");
            text = text.replace(from, to);
        }
        fs::write(target, text).unwrap();
    }
    let pack = folder.file("base");
    (folder, pack)
}

#[test]
fn two_folders_of_a_pack_are_two_versions_of_it() {
    let (_kept, pack) =
        changed("diff-version", "road.rota", "award worth(f) to", "award (worth(f) + 1 pts) to");
    let outcome = rota(&format!("diff base {pack} --format json"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Findings, ""));
    let document = outcome.json();
    let items = document["items"].as_array().unwrap();
    assert!(!items.is_empty());
    for item in items {
        assert_eq!(item["difference"], "changed");
        assert!(item["a"]["file"].as_str().unwrap().ends_with("rulesets/base/road.rota"), "{item}");
        assert!(item["diff"].as_str().unwrap().contains("+    award worth(f) + 1 pts to"), "{item}");
    }
    let named: Vec<&str> = items.iter().filter_map(|item| item["name"].as_str()).collect();
    assert!(named.contains(&"complete_road"), "{named:?}");
    for key in ["options", "tiles"] {
        assert_eq!(document[key], Value::Array(Vec::new()));
    }
}

#[test]
fn comments_and_layout_are_no_difference() {
    let from = "rule complete_road at count for BASE-05 {\n";
    let to = "# Said anew.\nrule complete_road   at count for BASE-05 { # what else\n\n";
    let (_kept, pack) = changed("diff-layout", "road.rota", from, to);
    let outcome = rota(&format!("diff base {pack}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{}", outcome.out);
}

#[test]
fn games_of_both_sides_show_what_becomes_of_the_points() {
    let line = "diff base base@first_revision --games 40 --seed 3 --format json";
    let games = rota(&format!("{line} --threads 1")).json()["games"].clone();
    assert_eq!(games, rota(&format!("{line} --threads 2")).json()["games"], "threads change nothing");
    let sim = |pack: &str| rota(&format!("sim {pack} --games 40 --seed 3 --format json")).json();
    let (a, b) = (sim("base"), sim("base@first_revision"));
    let mut changes = 0.0;
    for (reason, row) in games["points_by_reason"].as_object().unwrap() {
        assert_eq!(row["a"], a["points_by_reason"][reason], "{reason}");
        assert_eq!(row["b"], b["points_by_reason"][reason], "{reason}");
        let figure = |value: &Value| value.as_f64().unwrap();
        let change = figure(&row["change"]);
        assert!((figure(&row["b"]) - figure(&row["a"]) - change).abs() < 1e-9, "{reason}");
        assert!(figure(&row["interval_95"][0]) <= change && change <= figure(&row["interval_95"][1]));
        changes += change;
    }
    assert!((changes - games["points"]["change"].as_f64().unwrap()).abs() < 1e-9);
    assert_eq!(games["points_by_reason"]["road"]["change"], 0.0, "roads are the same in both");
    assert_ne!(games["points_by_reason"]["field"]["change"], 0.0, "fields are not");
}

#[test]
fn an_option_is_a_word_of_a_side() {
    let document = rota("diff base base,small_city=one_each --format json").json();
    let options = document["options"].as_array().unwrap();
    assert_eq!(options.len(), 1, "{options:?}");
    assert_eq!((&options[0]["name"], &options[0]["b"]), (&"small_city".into(), &"one_each".into()));
    let asked = options[0]["asked_by"].as_array().unwrap();
    assert!(
        asked.iter().any(|item| item["ids"].as_array().unwrap().contains(&"BASE-13".into())),
        "{asked:?}"
    );
}

#[test]
fn mistakes_are_told() {
    for (line, told) in [
        ("diff base", "required arguments"),
        ("diff base bsae", "did you mean `base`?"),
        ("diff base base@first_revison", "did you mean `first_revision`?"),
        ("diff base small_city=one_each", "`small_city=one_each` names no pack"),
        ("diff base base --games 0", "--games"),
        ("diff base base --games 2 --players uniform", "2 to 5 players, and not for 1"),
    ] {
        let outcome = rota(line);
        assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::CouldNot, ""), "{line}: {}", outcome.err);
        assert!(outcome.err.contains(told), "{line}: {}", outcome.err);
    }
}

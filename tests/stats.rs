//! `rota stats`: what tiles show, and how likely they fit.

use std::fs;

use rota::{Settings, fitting};
use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::shelf::{compile, load, settings, shelf};
use serde_json::Value;

fn snapshot(name: &str, line: &str) {
    let outcome = rota(&format!("stats {line}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cli/stats");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(format!("rota stats {line}"));
    settings.bind(|| insta::assert_snapshot!(name, outcome.out));
}

#[test]
fn people_read_figures_in_columns() {
    snapshot("base", "base --tables 20");
    snapshot("traders", "traders_and_builders --tables 20 --tiles traders_and_builders");
}

#[test]
fn the_base_game_is_counted_right() {
    let outcome = rota("stats base --tables 5 --format json");
    let document = outcome.json();
    let here = &document["here"];
    assert_eq!((&here["tiles"], &here["kinds"]), (&72.into(), &24.into()));
    assert_eq!(document["beside"], Value::Null, "nothing is held beside itself");
    let sides = here["sides"].as_array().unwrap().iter();
    let count: u64 = sides.clone().map(|side| side["count"].as_u64().unwrap()).sum();
    assert_eq!(count, 4 * 72);
    let feature = |name: &str| {
        let features = here["features"].as_array().unwrap();
        features.iter().find(|feature| feature["feature"] == name).unwrap().clone()
    };
    // Two monasteries on a road and four in the fields; ten tiles have a pennant.
    assert_eq!((&feature("monastery")["tiles"], &feature("monastery")["segments"]), (&6.into(), &6.into()));
    assert_eq!(here["attributes"]["city.pennants 1"], 10);
    assert!(feature("field")["segments"].as_u64() > feature("field")["tiles"].as_u64());
}

#[test]
fn what_packs_stand_on_is_held_beside_them() {
    let document = rota("stats inns_and_cathedrals --tables 5 --format json").json();
    assert_eq!((&document["here"]["tiles"], &document["beside"]["tiles"]), (&90.into(), &72.into()));
    let other = rota("stats inns_and_cathedrals --tables 5 --beside river,river_kind=first --format json");
    assert_eq!(other.exit, Exit::CouldNot, "{}", other.out);
    let other = rota("stats base --tables 5 --beside base@second_generation --format json").json();
    assert_eq!(other["beside"]["tiles"], 72);
    assert_eq!(other["beside"]["kinds"], 32);
}

#[test]
fn how_likely_a_tile_fits_is_asked_of_every_copy_at_every_table() {
    let rules = compile(&load(&shelf(), &["base"]), &settings(&[], &[])).rules;
    let counted = fitting(&rules, 7, 3).unwrap();
    assert_eq!(counted, fitting(&rules, 7, 3).unwrap(), "the same seed gives the same counts");
    assert_ne!(counted, fitting(&rules, 7, 4).unwrap());
    // 71 tiles lie in the bag, and each is asked for before each of 71 draws.
    assert_eq!((counted.all().asked, counted.drawn), (7 * 71 * 71, 7 * 71));
    assert!(counted.set_aside <= counted.drawn && counted.all().fitting <= counted.all().asked);
    assert!(counted.all().placements > counted.all().fitting);
    let by_kind: u64 = counted.kinds.iter().map(|kind| kind.fitting).sum();
    assert_eq!(by_kind, counted.all().fitting);
    // At the start there is a city to the north alone: beside one tile, what has no road, city or field fits nowhere.
    let shares = counted.thirds.map(|third| third.placements / third.asked);
    assert!(shares[0] < shares[2], "a larger table has more places: {shares:?}");
}

#[test]
fn tiles_that_match_nothing_never_fit() {
    let mut packs = String::from("pack odd 1.0.0 \"Odd\"\nrequires base ^1.0\n");
    packs.push_str("feature wall\nedge Z = wall\ntiles odd\n");
    let tiles = "title = \"Odd\"\n[printings]\nonly = \"Only\"\n[[tile]]\nid = \"Z\"\ncount = 2\nedges = \"ZZZZ\"\n\
                 segments = [{ wall = \"N E S W\" }]\n";
    let mut source = rota::MemorySource::new();
    let shelf = shelf();
    let base = rota::PackSource::pack(&shelf, "base").unwrap();
    source.add_pack(base).add_rules("odd", "odd.rota", packs).add_tiles("odd", tiles);
    source.add_tiles("base", rota::PackSource::tiles(&shelf, "base").unwrap().text);
    let compiled = rota::load(&source, ["odd"]).compile(&Settings::new()).unwrap();
    let counted = fitting(&compiled.rules, 3, 1).unwrap();
    let kinds = &compiled.rules.stock().kinds;
    let odd = kinds.iter().position(|kind| kind.name == "odd/Z").unwrap();
    assert_eq!(counted.kinds[odd].fitting, 0);
    assert_eq!(counted.kinds[odd].asked, 3 * 2 * 73);
    assert!(counted.set_aside >= 3 * 2);
}

#[test]
fn figures_are_drawn() {
    let folder = Folder::new("stats");
    let (svg, png) = (folder.file("figures.svg"), folder.file("figures.png"));
    let line = "stats inns_and_cathedrals --tables 3";
    let outcome = rota(&format!("{line} -o {svg}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    assert!(outcome.out.ends_with("pixels\n"), "{}", outcome.out);
    let drawn = fs::read_to_string(&svg).unwrap();
    for words in
        ["thin bars: base (72 tiles)", "C: city", ">road.inn yes<", "A tile fits somewhere, 3 tables"]
    {
        assert!(drawn.contains(words), "{words}");
    }
    assert_eq!(rota(&format!("{line} -o -")).out, drawn, "the same bytes on the standard output");
    let document = rota(&format!("{line} -o {png} --format json")).json();
    assert_eq!(document["picture"], png.as_str());
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn mistakes_are_told() {
    for (line, told) in [
        ("stats", "required arguments"),
        ("stats bsae", "did you mean `base`?"),
        ("stats base --tiles bsae", "did you mean `base`?"),
        ("stats base --beside small_city=one_each", "names no pack"),
        ("stats base --tables 0", "--tables"),
        ("stats base -o figures.gif", "does not say what kind of picture"),
        ("stats base -o - --format json", "write to the same place"),
    ] {
        let outcome = rota(line);
        assert_eq!(outcome.exit, Exit::CouldNot, "{line}: {}", outcome.err);
        let told_there = outcome.err.contains(told) || outcome.out.contains(told);
        assert!(told_there, "{line}: {}{}", outcome.err, outcome.out);
    }
}

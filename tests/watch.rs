//! `rota watch`: what is told when files are saved, and which scenarios a change can touch.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

use rota::{LoadedPacks, MemorySource, PackSource, Scenario, fingerprints, scenarios};
use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use rota_tests::shelf::shelf;
use serde_json::Value;

const PACK: &str = r#"pack toll 1.0.0 "Toll" language 2
requires base ^1.0

option toll : int 1..4 = 2 "points for whoever passes"
reason toll
step pay after score

rule pay_toll at pay {
  score toll each 1 pts to active as toll
}

variant dear {
  add rule pay_more at pay {
    score 1 pts to active as toll
  }
}

setup one_tile {
  lay D at 0,0
  pile U x 2, ..
  red takes 1,0
  red takes pass
}

scenario "the toll is paid" {
  setup one_tile
  expect red scores 2 as toll
}

scenario "the toll may be another one" {
  option toll = 3
  setup one_tile
  expect red scores 3 as toll
}

scenario "where all is dear there is more" {
  variant dear
  setup one_tile
  expect red scores 2 as toll
  expect red scores 1 as toll
}
"#;

/// The titles of the scenarios whose fingerprints a change of the text changes.
fn touched(from: &str, to: &str) -> BTreeSet<String> {
    assert!(PACK.contains(from), "the pack does not say `{from}`");
    let marks = |text: &str| {
        let mut source = MemorySource::new();
        source.add_pack(shelf().pack("base").unwrap()).add_rules("toll", "toll.rota", text);
        source.add_tiles("base", shelf().tiles("base").unwrap().text);
        let packs: LoadedPacks = rota::load(&source, ["toll"]);
        assert!(packs.diagnostics.is_empty(), "{:?}", packs.diagnostics);
        let all: Vec<Scenario> = scenarios(&packs, "toll");
        assert!(all.iter().all(|scenario| scenario.run(&packs).passed()) || text != PACK);
        let marks = fingerprints(&packs, &all);
        all.into_iter().map(|scenario| scenario.title).zip(marks).collect::<Vec<_>>()
    };
    let (before, after) = (marks(PACK), marks(&PACK.replacen(from, to, 1)));
    let changed = before.into_iter().zip(after).filter(|(before, after)| before != after);
    changed.map(|(before, _)| before.0).collect()
}

fn titles(titles: &[&str]) -> BTreeSet<String> {
    titles.iter().map(|title| (*title).to_owned()).collect()
}

#[test]
fn a_change_touches_what_follows_from_it() {
    let all = ["the toll is paid", "the toll may be another one", "where all is dear there is more"];
    assert_eq!(touched("score toll each 1 pts", "score toll each 2 pts"), titles(&all), "a rule");
    assert_eq!(touched("lay D at 0,0", "lay D at 0,0 turned 0"), titles(&all), "a set-up");
    assert_eq!(touched("= 2 \"points", "= 3 \"points"), titles(&all), "an option");
    assert_eq!(touched("score 1 pts", "score 2 pts"), titles(&[all[2]]), "what a variant adds");
    assert_eq!(touched("option toll = 3", "option toll = 4"), titles(&[all[1]]), "what a scenario settles");
    assert_eq!(
        touched("expect red scores 2 as toll\n}", "expect red scores 3 as toll\n}"),
        titles(&[all[0]])
    );
    assert_eq!(touched("rule pay_toll", "# Everybody pays.\nrule pay_toll"), titles(&[]), "a comment");
}

/// A run of the command beside this test, which reads what it writes.
struct Watching {
    folder: Folder,
    out: String,
    run: JoinHandle<Exit>,
}

impl Watching {
    fn begin(name: &str, saves: u64) -> Watching {
        let folder = Folder::with(name, &[("toll/toll.rota", PACK)]);
        let (out, err) = (folder.file("out"), folder.file("err"));
        let line = format!("rota watch {} --format json --saves {saves}", folder.file("toll"));
        let streams = [File::create(&out).unwrap(), File::create(&err).unwrap()];
        let run = spawn(move || {
            let [out, err] = streams;
            rota_cli::run(line.split(' ').map(Into::into), out, err)
        });
        Watching { folder, out, run }
    }

    /// What was told by then, once so many looks were.
    fn looks(&self, count: usize) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let text = fs::read_to_string(&self.out).unwrap();
            let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
            if whole.lines().count() >= count {
                return whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "only this was told: {text}");
            sleep(Duration::from_millis(20));
        }
    }

    fn save(&self, from: &str, to: &str) {
        let path = Path::new(&self.folder.file("toll")).join("toll.rota");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        // As editors do: another file takes the place of the old one.
        let other = self.folder.path().join("saving");
        fs::write(&other, text.replacen(from, to, 1)).unwrap();
        fs::rename(other, path).unwrap();
    }
}

fn figures(look: &Value) -> (u64, u64, usize, usize) {
    let count = |key: &str| look[key].as_array().unwrap().len();
    let number = |key: &str| look[key].as_u64().unwrap();
    (number("scenarios"), number("run"), count("failed"), count("diagnostics"))
}

#[test]
fn every_save_is_looked_at() {
    let watching = Watching::begin("watch-saves", 4);
    let first = watching.looks(1).pop().unwrap();
    assert_eq!(figures(&first), (3, 3, 0, 0), "{first}");
    assert_eq!(first["packs"], serde_json::json!(["toll"]));
    watching.save("expect red scores 2 as toll\n}", "expect red scores 9 as toll\n}");
    let second = watching.looks(2).pop().unwrap();
    assert_eq!(figures(&second), (3, 1, 1, 0), "{second}");
    assert_eq!(second["failed"][0]["title"], "the toll is paid");
    watching.save("rule pay_toll at pay {", "rule pay_toll at pya {");
    let third = watching.looks(3).pop().unwrap();
    assert_eq!(
        (third["run"].as_u64(), third["diagnostics"].as_array().unwrap().is_empty()),
        (Some(0), false)
    );
    watching.save("rule pay_toll at pya {", "# They pay.\nrule pay_toll at pay {");
    let fourth = watching.looks(4).pop().unwrap();
    assert_eq!(figures(&fourth), (3, 1, 1, 0), "what did not hold is run again: {fourth}");
    watching.save("expect red scores 9 as toll\n}", "expect red scores 2 as toll\n}");
    let fifth = watching.looks(5).pop().unwrap();
    assert_eq!(figures(&fifth), (3, 0, 0, 0), "it has held before: {fifth}");
    assert_eq!(watching.run.join().unwrap(), Exit::Fine);
}

#[test]
fn one_line_is_enough_where_all_is_well() {
    let outcome = rota("watch base --saves 0");
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    assert_eq!(outcome.out.lines().count(), 1, "{}", outcome.out);
    assert!(outcome.out.starts_with("base: no problem, "), "{}", outcome.out);
    assert!(!outcome.out.contains('\u{1b}'), "nothing is cleared where no terminal is: {}", outcome.out);
}

#[test]
fn what_is_wrong_is_told_as_check_and_test_tell_it() {
    let text = PACK.replacen("scores 3 as toll", "scores 4 as toll", 1);
    let folder = Folder::with("watch-wrong", &[("toll/toll.rota", &text)]);
    let outcome = rota(&format!("watch {} --saves 0", folder.file("toll")));
    assert_eq!(outcome.exit, Exit::Findings);
    assert!(outcome.out.contains("FAILED toll: the toll may be another one"), "{}", outcome.out);
    assert!(outcome.out.contains("3 scenarios run, 1 failed"), "{}", outcome.out);
    assert!(outcome.err.contains("scenario::failed"), "{}", outcome.err);
    let text = PACK.replacen("active as toll", "active as tol", 1);
    fs::write(folder.path().join("toll/toll.rota"), text).unwrap();
    let outcome = rota(&format!("watch {} --saves 0", folder.file("toll")));
    assert_eq!(outcome.exit, Exit::Findings);
    assert!(outcome.out.starts_with("toll: 1 error, "), "{}", outcome.out);
    assert!(outcome.err.contains("did you mean"), "{}", outcome.err);
    let outcome = rota("watch bsae");
    assert_eq!((outcome.exit, outcome.out.as_str()), (Exit::CouldNot, ""));
    assert!(outcome.err.contains("did you mean `base`?"), "{}", outcome.err);
}

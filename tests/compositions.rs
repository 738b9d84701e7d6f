//! Composition files: every published one plays, and on the command line a file stands in the place of packs.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::sync::Arc;

use rota::{Composition, LoadedPacks, compose};
use rota_cli::Exit;
use rota_game::{Game, Record, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::command::{Outcome, rota};
use rota_tests::folder::Folder;
use rota_tests::render;
use rota_tests::shelf::{compile, compositions, shelf};

const GAMES: u64 = 6;

/// The published compositions with the names that a command line knows them by.
fn published() -> Vec<(String, LoadedPacks, Composition)> {
    let named = compositions().into_iter().map(|text| {
        let name = text.name.rsplit('/').next().unwrap().trim_end_matches(".toml").to_owned();
        let (reading, composition) = compose(&shelf(), text);
        let drawn = render(&reading.diagnostics, &reading.sources);
        assert!(drawn.is_empty(), "{name}:\n{drawn}");
        (name, reading, composition)
    });
    named.collect()
}

/// Plays random games to their end, looked over on the way.
fn play_random_games(name: &str, reading: &LoadedPacks, composition: &Composition) {
    let opened = compile(reading, &composition.settings());
    assert!(opened.diagnostics.is_empty(), "{name}:\n{}", render(&opened.diagnostics, &reading.sources));
    let mut points = 0;
    for seed in 0..GAMES {
        let players = 2 + (seed % 4) as u8;
        let setup = Setup { players, seed, record: Record::Full, ..Setup::default() };
        let mut game = Game::new(Arc::clone(&opened.rules), &setup).unwrap();
        let mut player = Uniform::new(seed);
        let mut decisions = 0u32;
        while let Some(decision) = game.decision() {
            let choice = player.pick(&decision);
            game.pick(choice).unwrap();
            decisions += 1;
            if decisions.is_multiple_of(16) {
                assert_eq!(audit(&game), Vec::<String>::new(), "{name}, seed {seed}");
            }
        }
        assert!(game.is_over(), "{name}, seed {seed}");
        assert_eq!(audit(&game), Vec::<String>::new(), "{name}, seed {seed}");
        points += game.points().iter().sum::<i64>();
    }
    assert!(points > 0, "{name}: nobody has ever scored");
}

#[test]
fn every_published_composition_plays() {
    let published = published();
    assert!(published.len() >= 12, "only {}", published.len());
    for (name, reading, composition) in &published {
        play_random_games(name, reading, composition);
    }
}

#[test]
fn all_packs_play_together() {
    let packs: Vec<String> =
        rota_tests::shelf::published().iter().map(|pack| format!("\"{pack}\"")).collect();
    let text = format!("packs = [{}]\nstart = \"wheel_of_fortune\"\n", packs.join(", "));
    let (reading, composition) = compose(&shelf(), rota::Text { name: "all.toml".to_owned(), text });
    play_random_games("all packs", &reading, &composition);
}

/// What a game writes, its first line apart: that is the title.
fn game_of(line: &str) -> String {
    let outcome = rota(&format!("play {line}"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{line}");
    outcome.out.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let packs = "base wheel_of_fortune wind_roses fortune_teller --start wheel_of_fortune".to_owned();
    let lines = published().into_iter().map(|(name, ..)| name).chain([packs]);
    for (line, seed) in lines.zip(3..) {
        let line = format!("play {line} --players ann=greedy,ben=uniform,cyd=uniform --seed {seed} --auto");
        let (first, second) = (rota(&line), rota(&line));
        assert_eq!(first.exit, Exit::Fine, "{line}: {}", first.err);
        assert!(first.out == second.out && first.err == second.err, "{line} is not the same twice");
    }
}

#[test]
fn a_file_says_what_a_command_line_can() {
    let by_name = game_of("all_three --seed 5 --auto");
    assert_eq!(game_of("../rulesets/compositions/all_three.toml --seed 5 --auto"), by_name);
    let packs = "wheel_of_fortune wind_roses fortune_teller --start wheel_of_fortune";
    let by_hand = format!("{packs} --set orange_with_other_start=laid_beside --seed 5 --auto");
    assert_eq!(game_of(&by_hand), by_name);
    assert_ne!(game_of(&format!("{packs} --seed 5 --auto")), by_name);
    // What the command line says comes over the file.
    let shuffled = game_of("all_three --set orange_with_other_start=shuffled_in --seed 5 --auto");
    assert_eq!(shuffled, game_of(&format!("{packs} --seed 5 --auto")));
    let first = |line: &str| rota(line).json()["table"][0]["tile"].clone();
    assert_eq!(first("play all_three --format json"), "wheel/board@0,0");
    assert_eq!(first("play all_three --start wind_roses --format json"), "wind_roses/orange");
}

#[test]
fn programs_are_told_what_was_composed() {
    let document = rota("play wheel_big_box_5 --format json").json();
    let title = "The Wheel of Fortune as in Big Box 5, 2014 (wheel_of_fortune@big_box_5)";
    assert_eq!(document["composition"], title);
    assert_eq!(document["packs"], serde_json::json!(["wheel_of_fortune"]));
    assert_eq!(document["variants"], serde_json::json!(["big_box_5"]));
    assert_eq!(rota("sim wheel_big_box_5 --games 2 --format json").json()["composition"], title);
}

/// Asserts that a command line is refused in these words.
fn refused(line: &str, exit: Exit, words: &[&str]) -> Outcome {
    let outcome = rota(line);
    assert_eq!((outcome.exit, outcome.out.as_str()), (exit, ""), "{line}: {}", outcome.err);
    for words in words {
        // Where a line ends depends on what else stands in it.
        let written = outcome.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(written.contains(words), "{line}: no `{words}` in\n{}", outcome.err);
    }
    outcome
}

#[test]
fn packs_and_variants_come_to_those_of_a_file() {
    let beside = ["inns fortune_teller base@second_revision", "base@second_revision inns fortune_teller"];
    let alone = "inns_and_cathedrals base@second_revision fortune_teller";
    let set = "--set followers=3 --seed 5 --auto --quiet";
    let game = |packs: &str| {
        let outcome = rota(&format!("play {packs} {set}"));
        assert_eq!(outcome.exit, Exit::Fine, "{packs}: {}", outcome.err);
        // The title of a file stands in the first line.
        outcome.out.split_once('\n').expect("a title").1.to_owned()
    };
    for packs in beside {
        assert!(rota(&format!("play {packs} {set}")).out.contains("base@second_revision"), "{packs}");
        assert_eq!(game(packs), game(alone), "{packs}");
    }
    // Behind a file stands a variant of whichever of its packs has it.
    assert_eq!(game("inns@second_revision"), game("inns_and_cathedrals base@second_revision"));
    refused("play all_three all_three", Exit::CouldNot, &["is a second composition file"]);
    refused("sim all_three@mindog", Exit::CouldNot, &["no variant `mindog`", "did you mean `mindok`?"]);
}

#[test]
fn two_starts_are_settled_on_the_command_line_or_in_a_file() {
    let advice = "`--start wheel_of_fortune` or `--start wind_roses`, or `start = \"wheel_of_fortune\"`";
    refused("play wheel_of_fortune wind_roses", Exit::Findings, &["two are named", advice]);
    let folder = Folder::with("starts", &[("both.toml", "packs = [\"wheel_of_fortune\", \"wind_roses\"]\n")]);
    refused(&format!("play {}", folder.file("both.toml")), Exit::Findings, &["two are named", advice]);
    let fine = rota(&format!("play {} --start wind_roses --auto --quiet", folder.file("both.toml")));
    assert_eq!(fine.exit, Exit::Fine, "{}", fine.err);
    refused(
        "play wheel_of_fortune wind_roses --start wind_rose",
        Exit::CouldNot,
        &["no pack here has a start `wind_rose`", "[--start wind_rose:1:1]", "did you mean `wind_roses`?"],
    );
}

#[test]
fn slips_are_answered_with_the_nearest_word() {
    refused("play all_thre", Exit::CouldNot, &["did you mean `all_three`?"]);
    refused("editions wheel_with_rose", Exit::CouldNot, &["did you mean `wheel_with_roses`?"]);
    refused(
        "play all_three --set orange_with_other_strat=laid_beside",
        Exit::CouldNot,
        &["orange_with_other_start"],
    );
}

const FERRY: &str = "pack ferry 1.0.0 \"Ferries\"\nrequires base ^1.0\noption fare : int 1..3 = 1 \"what it costs\"\n\
    reason ferry\nrule pay at score { score fare each 1 pts to active as ferry }\n\
    variant dear \"Dear ferries\" { set fare = 3 }\n";

const SLIPS: &str = "packs = [\"ferry@deer\"]\nstrat = \"base\"\n[options]\nfare = 4\nsmal_city = 2\n";

#[test]
fn packs_beside_a_file_can_be_named_in_it() {
    let folder = Folder::with(
        "beside",
        &[
            ("ferry/pack.rota", FERRY),
            ("dear.toml", "title = \"A dear journey\"\npacks = [\"ferry@dear\"]\n"),
            ("slips.toml", SLIPS),
        ],
    );
    let dear = folder.file("dear.toml");
    let outcome = rota(&format!("play {dear} --seed 2 --auto --quiet"));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    assert!(outcome.out.starts_with("A dear journey (ferry@dear), seed 2"), "{}", outcome.out);
    assert!(outcome.out.contains("fare = 3: what it costs"), "{}", outcome.out);

    // All that is wrong is told at once, sorted by place.
    let slips = folder.file("slips.toml");
    let drawn = refused(
        &format!("play {slips}"),
        Exit::Findings,
        &["did you mean `dear`?", "did you mean `start`?", "4 is not in 1..3", "did you mean `small_city`?"],
    );
    for place in ["slips.toml:1:17", "slips.toml:2:1", "slips.toml:4:8", "slips.toml:5:1"] {
        assert_eq!(drawn.err.matches(place).count(), 1, "{place}: {}", drawn.err);
    }
    let document = rota(&format!("play {slips} --format json")).json();
    assert_eq!(document["diagnostics"].as_array().unwrap().len(), 4);

    // The other commands take the file as well.
    let checked = rota(&format!("check {dear}"));
    assert_eq!((checked.exit, checked.out.as_str()), (Exit::Fine, "1 composition: no problem\n"));
    let checked = rota(&format!("check {slips}"));
    assert_eq!((checked.exit, checked.out.as_str()), (Exit::Findings, "4 errors in 1 file\n"));
    let told = rota(&format!("editions {dear}")).out;
    for words in ["Dear ferries", "fare: 3 (was 1)", "  A dear journey\n", "    ferry@dear\n"] {
        assert!(told.contains(words), "no `{words}` in\n{told}");
    }
    assert!(!told.contains("wheel"), "{told}");
    assert_eq!(rota(&format!("disasm {dear}:pay")).exit, Exit::Fine);
    let tested = rota(&format!("test {dear}"));
    assert_eq!((tested.exit, tested.out.as_str()), (Exit::Fine, "0 scenarios: 0 passed, 0 failed\n"));
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let folder =
        Folder::with("unreadable", &[("torn.toml", "packs = [\"base\"\n"), ("tiles.toml", "[[tile]]\n")]);
    fs::write(folder.path().join("bytes.toml"), [0xff, 0xfe]).unwrap();
    fs::write(folder.path().join("large.toml"), format!("packs = [\"base\"] #{}", "-".repeat(10_000)))
        .unwrap();
    refused(
        &format!("play {}", folder.file("torn.toml")),
        Exit::Findings,
        &["this is not TOML", "torn.toml:1:"],
    );
    refused(&format!("play {}", folder.file("bytes.toml")), Exit::CouldNot, &["is not UTF-8"]);
    refused(
        &format!("play {}", folder.file("large.toml")),
        Exit::CouldNot,
        &["too long for a composition file"],
    );
    refused(
        &format!("play {}", folder.file("tiles.toml")),
        Exit::Findings,
        &["unknown key `tile`", "names packs"],
    );
    // Where it is not said what a file is, it is one of tiles, unless its keys say otherwise.
    let tiles = rota(&format!("check {}", folder.file("tiles.toml"))).err;
    assert!(tiles.contains("tiles::missing-key") && !tiles.contains("composition::"), "{tiles}");
}

#[test]
fn published_compositions_are_checked_and_listed() {
    let published = published();
    let document = rota("check --format json").json();
    assert_eq!(document["compositions"], published.len());
    let listed = rota("editions --format json").json();
    let listed = listed["compositions"].as_array().unwrap();
    for (name, _, composition) in &published {
        let title = composition.title.as_ref().unwrap_or_else(|| panic!("{name} has no title"));
        let entry = listed.iter().find(|entry| entry["title"] == **title).unwrap();
        assert_eq!(entry["play"], format!("rota play {name}"));
        assert_eq!(entry["packs"].as_array().unwrap().len(), composition.packs.len());
    }
    assert_eq!(listed.len(), published.len());
    let roses = rota("editions wind_roses --format json").json();
    let roses = roses["compositions"].as_array().unwrap();
    assert!(!roses.is_empty() && roses.len() < listed.len());
}

#[test]
fn the_schema_names_every_key() {
    let schema = rota("schema composition").json();
    let keys: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["options", "packs", "start", "title"]);
    for key in keys {
        let text = rota::Text { name: "one.toml".to_owned(), text: format!("{key} = 1979-05-27\n") };
        let (reading, _) = compose(&shelf(), text);
        let known = reading.diagnostics.iter().any(|one| one.code() == "composition::wrong-type");
        assert!(known, "`{key}` is not read");
    }
    refused("schema composition base", Exit::CouldNot, &["only the schema of tiles depends on a pack"]);
}

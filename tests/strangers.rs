//! Packs that know nothing of each other and use the same names throughout: each means its own, and they play
//! together.

use std::sync::Arc;

use rota::{LoadedPacks, MemorySource, PackSource, PackText, Settings, Text, load, scenarios};
use rota_folder::FolderSource;
use rota_game::{Event, Game, Record, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::render;
use rota_tests::shelf::{root, shelf};

fn source() -> FolderSource {
    let mut source = shelf();
    source.add_packs_in(root().join("tests/strangers"));
    source
}

fn reading(packs: &[&str]) -> LoadedPacks {
    load(&source(), packs)
}

#[test]
fn each_means_its_own() {
    for packs in
        [&["east"][..], &["west"], &["east", "west"], &["west", "east"], &["both"], &["north"], &["south"]]
    {
        let reading = reading(packs);
        for pack in packs {
            let scenarios = scenarios(&reading, pack);
            assert!(!scenarios.is_empty(), "{pack} has no scenarios");
            for scenario in scenarios {
                let failures = scenario.run(&reading).failures;
                let drawn = render(&failures, &reading.sources);
                assert!(failures.is_empty(), "{} among {packs:?}:\n{drawn}", scenario.title);
            }
        }
    }
}

#[test]
fn they_play_together() {
    for packs in [&["east", "west"][..], &["both", "inns_and_cathedrals"]] {
        let settings = Settings::new().option("east::fee", "3").variant("west::dear");
        let compiled = reading(packs).compile(&settings);
        let compiled =
            compiled.unwrap_or_else(|error| panic!("{}", render(error.diagnostics(), error.sources())));
        let value =
            |name: &str| compiled.options.iter().find(|one| one.name == name).map(|one| one.value.as_str());
        assert_eq!((value("east::fee"), value("west::fee")), (Some("3"), Some("2")));
        let mut reasons = Vec::new();
        for seed in 0..20 {
            let setup = Setup { seed, record: Record::Full, ..Setup::default() };
            let mut game = Game::new(Arc::clone(&compiled.rules), &setup).expect("a game");
            let mut player = Uniform::new(seed);
            while let Some(decision) = game.decision() {
                let choice = player.pick(&decision);
                game.pick(choice).expect("it was offered");
            }
            assert_eq!(audit(&game), Vec::<String>::new(), "{packs:?}, seed {seed}");
            let scored = game.history().events().iter().filter(|event| matches!(event, Event::Scored { .. }));
            reasons.extend(scored.flat_map(|event| game.scores(event)).map(|score| score.reason));
        }
        for reason in ["east::toll", "west::toll"] {
            assert!(reasons.iter().any(|known| known == reason), "nobody scored as {reason} in {packs:?}");
        }
    }
}

#[test]
fn what_has_an_order_is_no_finding() {
    for (packs, unordered) in [(["north", "south"], 0), (["east", "north"], 0), (["east", "west"], 0)] {
        let (found, sources) = reading(&packs).check(&Settings::new());
        let found: Vec<_> = found.into_iter().filter(|one| one.code() == "packs::unordered").collect();
        assert_eq!(found.len(), unordered, "{packs:?}:\n{}", render(&found, &sources));
    }
}

#[test]
fn what_changes_beside_a_pack_is_checked_where_that_pack_is_found() {
    let pack = |name: &str, text: &str| PackText {
        name: name.to_owned(),
        rules: vec![Text { name: format!("{name}.rota"), text: text.to_owned() }],
        tiles: Vec::new(),
    };
    let mut source = MemorySource::default();
    source.add_pack(shelf().pack("base").expect("the base pack"));
    source.add_tiles("base", shelf().tiles("base").expect("its tiles").text);
    source.add_pack(pack(
        "hills",
        "pack hills 1.0.0 language 2\nrequires base ^1.0\nvalue steep(n : int) : int = n\n",
    ));
    let probe = "pack probe 1.0.0 language 2
requires base ^1.0
reason climb
with hills {
  add rule good at settle { score steep(1) each 1 pts to active as climb }
  add rule bad at settle { score stepp(1) each 1 pts to active as climb }
}
with moors {
  disable nothing_that_could_be_known
}
";
    source.add_pack(pack("probe", probe));
    let reading = load(&source, ["probe"]);
    assert!(reading.compile(&Settings::default()).is_ok(), "alone it plays");
    let found = reading.check_variants("probe");
    let errors: Vec<_> = found.iter().filter(|one| one.severity() == rota::Severity::Error).collect();
    let [error] = errors.as_slice() else { panic!("{}", render(&found, &reading.sources)) };
    assert_eq!((error.code(), error.message()), ("names::unknown-value", "there is no value `stepp`"));
    assert_eq!(reading.sources.text(error.labels()[0].span), "stepp");
    assert_eq!(error.advice(), Some("did you mean `steep`?"));
}

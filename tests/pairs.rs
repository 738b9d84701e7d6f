//! Every pack beside every other, and all at once: they are checked together, and random games of them come to
//! an end without a fault, with all points, pieces and tiles accounted for.
//!
//! `ROTA_GAMES=200 cargo test -p rota-tests --test pairs` plays more games than the usual ones.

#![expect(clippy::panic, reason = "a test says what it was about when it stops")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::sync::Arc;

use rota::{CompiledGame, LoadedPacks, Settings};
use rota_game::{Game, Player, Record, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::mixing::told;
use rota_tests::runs::each_on_threads;
use rota_tests::shelf::{load, names_in, settings, shelf};

/// How many games of each composition, unless told otherwise.
const GAMES: u64 = 3;

/// How many decisions a game may take.
const LONG: u32 = 20_000;

/// Packs that do not go with all others, and why.
const APART: [(&str, &str); 2] = [
    ("round3_pilgrims", "it leaves out tiles of the base game, which another set replaces as a whole"),
    ("school", "it lies beside the start of the base game, where the board of an example lies"),
];

/// The packs of the repository that build on the base game.
fn packs() -> Vec<String> {
    let folders = ["rulesets", "rulesets/examples", "rulesets/frozen"];
    let packs = folders.iter().flat_map(|folder| names_in(folder));
    let builds_on_base =
        |pack: &String| load(&shelf(), &[pack]).packs.iter().any(|other| other.name == "base");
    let is_apart = |pack: &String| APART.iter().any(|(apart, _)| pack == apart);
    packs.filter(|pack| pack != "base" && builds_on_base(pack) && !is_apart(pack)).collect()
}

/// Opens packs together; where several bring a start, the first one's is taken.
fn together(packs: &[&str]) -> (LoadedPacks, CompiledGame) {
    let reading = load(&shelf(), packs);
    if let Ok(opened) = reading.compile(&settings(&[], &[])) {
        return (reading, opened);
    }
    let mut said = String::new();
    for pack in packs {
        match reading.compile(&Settings::new().start(pack)) {
            Ok(opened) => return (reading, opened),
            Err(error) => said = error.to_string(),
        }
    }
    panic!("{packs:?}:\n{said}")
}

fn play(packs: &[&str], games: u64) -> usize {
    let (reading, opened) = together(packs);
    let (least, most) = opened.rules.program().declared.players;
    for seed in 0..games {
        let players = least.max(2) + (seed % u64::from(most.max(3) - least.max(2) + 1)) as u8;
        let setup = Setup { players, seed, record: Record::Full, ..Setup::default() };
        let mut game = match Game::new(Arc::clone(&opened.rules), &setup) {
            Ok(game) => game,
            Err(error) => panic!("{packs:?}, seed {seed}: {error}"),
        };
        let (mut player, mut asked) = (Uniform::new(seed), 0);
        while game.decision().is_some() {
            let choice = player.decide(&game);
            assert!(game.choose(choice).is_ok(), "{packs:?}, seed {seed}: an offer was refused");
            asked += 1;
            assert!(asked < LONG, "{packs:?}, seed {seed}: the game does not end");
        }
        if let Some(fault) = game.fault() {
            panic!("{packs:?}, seed {seed}: {}", told(fault, &reading));
        }
        assert_eq!(audit(&game), Vec::<String>::new(), "{packs:?}, seed {seed}");
    }
    games as usize
}

#[test]
fn packs_get_along_in_pairs_and_all_at_once() {
    let games = std::env::var("ROTA_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let packs = packs();
    let names: Vec<&str> = packs.iter().map(String::as_str).collect();
    let mut compositions: Vec<Vec<&str>> = vec![names.clone()];
    for (number, one) in names.iter().enumerate() {
        compositions.push(vec![one]);
        compositions.extend(names.iter().skip(number + 1).map(|other| vec![*one, *other]));
    }
    let played: usize = each_on_threads(&compositions, |packs| play(packs, games)).into_iter().sum();
    println!("{} packs, {} compositions, {played} games", names.len(), compositions.len());
}

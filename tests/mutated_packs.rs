//! Packs whose words were changed at random and that still check clean, played by uniform and greedy players: what is
//! accepted stops a game for the reasons that the reference lists, and for no other.
//!
//! `ROTA_PACKS=100000 cargo test -p rota-tests --test mutated_packs -- --nocapture` tries more packs than the usual
//! ones, `ROTA_SEED=7` others.

#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rota::{CompiledGame, Library, PackSource, PackText, Settings, Text};
use rota_folder::FolderSource;
use rota_game::{Game, Greedy, Player, Random, Record, Setup, Uniform};
use rota_tests::runs::{Stops, from_environment, on_threads};
use rota_tests::shelf::{SHIPPED, names_in, shelf};

/// How many packs that check clean are played, unless told otherwise.
const PACKS: u64 = 300;

/// How many decisions of a game are looked at: what runs on for ever has done all it can by then.
const DECISIONS: u32 = 2_000;

/// The packs as they are, but for one that was changed.
struct Changed<'s> {
    shelf: &'s FolderSource,
    pack: PackText,
}

impl PackSource for Changed<'_> {
    fn pack(&self, name: &str) -> Option<PackText> {
        if name == self.pack.name { Some(self.pack.clone()) } else { self.shelf.pack(name) }
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.shelf.tiles(set)
    }

    fn names(&self) -> Vec<String> {
        self.shelf.names()
    }
}

#[derive(Debug, Default)]
struct Tally {
    tried: u64,
    played: u64,
    stops: Stops,
}

/// The text cut into words and what stands between them.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |letter: char| is_word(letter) == is_word(first);
        let end = rest.find(|letter| !same(letter)).unwrap_or(rest.len());
        let (token, behind) = rest.split_at(end);
        found.push(token);
        rest = behind;
    }
    found
}

/// One to three words fewer, or others of the same pack or of `scraps` in their places.
fn mutant(text: &str, scraps: &[&str], random: &mut Random) -> String {
    let own = tokens(text);
    let words: Vec<usize> =
        (0..own.len()).filter(|at| own[*at].starts_with(|l: char| l.is_ascii_alphanumeric())).collect();
    let mut changed = own.clone();
    for _ in 0..=random.below(3) {
        let at = words[random.below(words.len())];
        changed[at] = match random.below(8) {
            0 => "",
            1 | 2 => scraps[random.below(scraps.len())],
            _ => own[words[random.below(words.len())]],
        };
    }
    changed.concat()
}

/// Plays a game, which may stop for a reason of the list.
fn play(opened: &CompiledGame, seed: u64, greedy: bool, stops: &mut Stops) -> Result<(), String> {
    let setup = Setup { seed, record: Record::Off, ..Setup::default() };
    // A game that cannot begin says so.
    let Ok(mut game) = Game::new(Arc::clone(&opened.rules), &setup) else { return Ok(()) };
    let mut player: Box<dyn Player> =
        if greedy { Box::new(Greedy::new(seed)) } else { Box::new(Uniform::new(seed)) };
    for _ in 0..DECISIONS {
        if game.decision().is_none() {
            break;
        }
        let choice = player.decide(&game);
        game.choose(choice).map_err(|refused| format!("an offer was refused: {refused:?}"))?;
    }
    game.fault().map_or(Ok(()), |fault| stops.add(&fault.fault, fault.to_string()))
}

/// Changes packs until so many check clean, and plays each.
fn work(packs: &[PackText], (seed, wanted): (u64, u64), done: &AtomicU64) -> Tally {
    let shelf = shelf();
    let (mut tally, mut random, mut library) = (Tally::default(), Random::new(seed), Library::default());
    let base: Vec<String> = packs.iter().flat_map(|pack| &pack.rules).map(|text| text.text.clone()).collect();
    let scraps: Vec<&str> = base.iter().flat_map(|text| tokens(text)).filter(|word| word.len() > 1).collect();
    while done.load(Ordering::Relaxed) < wanted {
        let mut pack = packs[random.below(packs.len())].clone();
        let file = random.below(pack.rules.len());
        let text = mutant(&pack.rules[file].text, &scraps, &mut random);
        pack.rules[file].text.clone_from(&text);
        let name = pack.name.clone();
        let reading = library.load(&Changed { shelf: &shelf, pack }, std::slice::from_ref(&name));
        tally.tried += 1;
        let Ok(opened) = reading.compile(&Settings::new()) else { continue };
        let number = done.fetch_add(1, Ordering::Relaxed);
        let greedy = number.is_multiple_of(8);
        tally.played += 1;
        let shown = || format!("{name}\n{text}");
        tally.stops.watch(&shown, |stops| play(&opened, number, greedy, stops));
    }
    tally
}

#[test]
fn what_checks_clean_stops_for_listed_reasons_alone() {
    let wanted = from_environment("ROTA_PACKS").unwrap_or(PACKS);
    let seed = from_environment("ROTA_SEED").unwrap_or(1);
    let shelf = shelf();
    let names = SHIPPED.into_iter().chain(["tests/probes"]).flat_map(names_in);
    let packs: Vec<PackText> = names.filter_map(|name| shelf.pack(&name)).collect();
    let done = AtomicU64::new(0);
    let mut all = Tally::default();
    for one in on_threads(|thread| work(&packs, (seed << 8 | thread, wanted), &done)) {
        all.tried += one.tried;
        all.played += one.played;
        all.stops.join(one.stops);
    }
    println!("{} packs, {} mutants tried, {} played", packs.len(), all.tried, all.played);
    all.stops.assert_listed();
    assert!(all.played >= wanted, "only {} packs were played", all.played);
}

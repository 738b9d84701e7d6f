//! Random mixes of two to six packs of all that there are, with random variants and options, played by uniform and
//! greedy players: whoever thinks ahead deals again what it does not know, and copies are played on from there.
//! A game comes to its end, or stops for one of the few reasons that the reference lists.
//!
//! `ROTA_GAMES=20000 cargo test -p rota-tests --test mixes -- --nocapture` plays more games than the usual ones,
//! `ROTA_SEED=7` others, and `ROTA_GAMES=4 ROTA_FROM=120` those of one mix again.

#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rota::{Library, Settings};
use rota_folder::FolderSource;
use rota_game::{Clock, Game, Greedy, Player, Random, Record, Setup, Uniform};
use rota_tests::audit::audit;
use rota_tests::mixing::{Mix, compiled, mix, some_of, told};
use rota_tests::runs::{Stops, from_environment, on_threads};
use rota_tests::shelf::{names_in, root, shelf};

/// How many games, unless told otherwise.
const GAMES: u64 = 160;

/// How many games are played with one mix.
const OF_A_MIX: u64 = 4;

/// How many decisions a game may take.
const LONG: u32 = 20_000;

/// Where the packs lie, but for the one that nearly all others build on.
const HOMES: [&str; 5] = ["rulesets", "rulesets/examples", "rulesets/frozen", "tests/probes", "tests/mixes"];

/// The shelf with the packs of this test.
fn source() -> FolderSource {
    let mut source = shelf();
    source.add_packs_in(root().join("tests/mixes"));
    source
}

/// What came of many games.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    copies: u64,
    /// How many of the copies could not be dealt again.
    not_dealt: u64,
    mixes: u64,
    /// Mixes that are refused, by what is said of them: how many, and one of them.
    refused: BTreeMap<String, (u64, String)>,
    stops: Stops,
}

impl Tally {
    fn join(&mut self, other: Tally) {
        (self.games, self.copies) = (self.games + other.games, self.copies + other.copies);
        self.not_dealt += other.not_dealt;
        self.mixes += other.mixes;
        for (said, (times, one)) in other.refused {
            self.refused.entry(said).or_insert((0, one)).0 += times;
        }
        self.stops.join(other.stops);
    }
}

/// A mix of two to six random packs; nothing where they do not go together.
fn mixed(library: &mut Library, packs: &[String], random: &mut Random, tally: &mut Tally) -> Option<Mix> {
    let count = 2 + random.below(5);
    let names = some_of(packs, count, random);
    let mixed = mix(library, &source(), &names, random);
    match mixed {
        Ok(mixed) => {
            tally.mixes += 1;
            Some(mixed)
        }
        Err(codes) => {
            tally.refused.entry(codes).or_insert_with(|| (0, format!("{names:?}"))).0 += 1;
            None
        }
    }
}

/// Plays a game; says what must not be.
fn play(mix: &Mix, seed: u64, tally: &mut Tally, last: &mut Option<Game>) -> Result<(), String> {
    let mut random = Random::new(seed);
    let rules = &mix.opened.rules;
    let (least, most) = rules.program().declared.players;
    let players = least.max(1) + random.below(usize::from(most.saturating_sub(least)) + 1) as u8;
    let profile = (random.below(2) == 0).then_some((|| 0) as Clock);
    let setup = Setup { players, seed, record: Record::Full, profile, ..Setup::default() };
    let mut game = match Game::new(Arc::clone(rules), &setup) {
        Ok(game) => game,
        Err(error) => return Err(error.to_string()),
    };
    let (mut greedy, mut uniform) = (Greedy::new(seed), Uniform::new(seed));
    // One in so many decisions is thought about, and one in so many is left to a copy.
    let (thought, copied) = ([4, 16, 64][random.below(3)], 40);
    let mut asked = 0;
    while let Some(decision) = game.decision() {
        let who = u8::try_from(decision.who()).ok();
        if random.below(copied) == 0 {
            // A game of other packs becomes the copy.
            let mut copy = last.take().unwrap_or_else(|| game.fork());
            copy.copy_from(&game);
            // What the one who is asked was offered stays what it was: it knows what that hangs on.
            let is_dealt = copy.determinize(who, seed ^ u64::from(asked));
            tally.not_dealt += u64::from(!is_dealt);
            for _ in 0..random.below(3) {
                let choice = greedy.decide(&copy);
                _ = copy.choose(choice);
            }
            copy.play(|pending| uniform.reply(pending));
            tally.copies += 1;
            if copy.history().record() == Record::Off {
                ended(mix, &copy, tally).map_err(|wrong| format!("on a copy: {wrong}"))?;
            }
        }
        let thinks = random.below(thought) == 0;
        let choice = if thinks { greedy.decide(&game) } else { uniform.decide(&game) };
        game.choose(choice).map_err(|refused| format!("an offer was refused: {refused:?}"))?;
        asked += 1;
        if asked > LONG {
            return Err("the game does not end".to_owned());
        }
    }
    tally.games += 1;
    ended(mix, &game, tally)?;
    *last = Some(game);
    Ok(())
}

/// Whether a game ended as it should: all adds up, or it stopped for a reason of the list.
fn ended(mix: &Mix, game: &Game, tally: &mut Tally) -> Result<(), String> {
    let Some(fault) = game.fault() else {
        let wrong = audit(game);
        return if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) };
    };
    let said = told(fault, &mix.reading);
    // Packs that are strangers take from each other what they count on: then the position refuses an effect.
    tally.stops.add(&fault.fault, said)
}

/// Plays mixes one after another until as many games were begun as wanted, together with the others who do.
fn work(packs: &[String], (seed, from, games): (u64, u64, u64), next: &AtomicU64) -> Tally {
    let (mut tally, mut library, mut last) = (Tally::default(), Library::default(), None);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if (number - from) * OF_A_MIX >= games {
            return tally;
        }
        let mut random = Random::new(seed << 32 | number);
        // Some mixes are refused: another takes the place of each.
        let mix = (0..20).find_map(|_| mixed(&mut library, packs, &mut random, &mut tally));
        let Some(mix) = mix else { continue };
        for game in 0..OF_A_MIX {
            let seed = (seed << 32 | number) * OF_A_MIX + game;
            let name = || format!("{} (mix {number}, game {game})", mix.words());
            let mut played = Tally::default();
            tally.stops.watch(&name, |_| play(&mix, seed, &mut played, &mut last));
            tally.join(played);
        }
    }
}

#[test]
fn random_mixes_play_to_their_end() {
    let (games, seed) = (from_environment("ROTA_GAMES"), from_environment("ROTA_SEED").unwrap_or(1));
    let (games, from) = (games.unwrap_or(GAMES), from_environment("ROTA_FROM").unwrap_or(0));
    let packs: Vec<String> =
        HOMES.iter().flat_map(|home| names_in(home)).filter(|name| name != "base").collect();
    let next = AtomicU64::new(from);
    let mut all = Tally::default();
    on_threads(|_| work(&packs, (seed, from, games), &next)).into_iter().for_each(|one| all.join(one));
    println!("{} packs, {} mixes, {} games, {} copies", packs.len(), all.mixes, all.games, all.copies);
    println!("{} copies not dealt again", all.not_dealt);
    println!("refused: {:#?}", all.refused);
    all.stops.assert_listed();
    assert!(all.games * 10 >= games * 9, "only {} games were played", all.games);
}

#[test]
fn tiles_of_several_cells_are_dealt_again_with_all_their_cells() {
    let (mut library, mut tally) = (Library::default(), Tally::default());
    let names = ["slips", "halls", "inns_and_cathedrals"].map(str::to_owned);
    let names: Vec<&String> = names.iter().collect();
    let reading = library.load(&source(), &names);
    let opened = compiled(&reading, &names, &Settings::new());
    let (opened, settings) = opened.unwrap_or_else(|codes| panic!("{codes}"));
    let packs = names.into_iter().cloned().collect();
    let mix = Mix { packs, settings, reading, opened };
    for seed in 0..4 {
        let setup = Setup { seed, ..Setup::default() };
        let game = Game::new(Arc::clone(&mix.opened.rules), &setup);
        let mut game = game.unwrap_or_else(|error| panic!("{error}"));
        let mut uniform = Uniform::new(seed);
        while let Some(who) = game.decision().map(|decision| decision.who()) {
            for again in 0..3 {
                let mut copy = game.fork();
                _ = copy.determinize(u8::try_from(who).ok(), seed << 8 | again);
                copy.play(|pending| uniform.reply(pending));
                assert_eq!(ended(&mix, &copy, &mut tally), Ok(()), "seed {seed}");
            }
            let choice = uniform.decide(&game);
            assert!(game.choose(choice).is_ok());
        }
        assert_eq!(ended(&mix, &game, &mut tally), Ok(()), "seed {seed}");
    }
    assert!(tally.stops.listed.is_empty(), "{:?}", tally.stops);
}

//! Random games of random mixes of the published packs, and of all of them at once, under random variants and options:
//! nothing faults, everything adds up, a game that is left and resumed goes on as it would have, what is taken back
//! comes back, and nobody sees what they may not know.
//!
//! `ROTA_GAMES=5000 cargo test -p rota-tests --test together -- --nocapture` plays more games than the
//! usual ones, `ROTA_SEED=7` others.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

use std::sync::atomic::{AtomicU64, Ordering};

use rota::{Head, Library, Save, Seat, Session};
use rota_game::{Game, Random};
use rota_tests::audit::audit;
use rota_tests::chance::{pick, play_on};
use rota_tests::mixing::{Mix, SEATS, mix, some_of, told};
use rota_tests::runs::{Stops, each_on_threads, from_environment, on_threads};
use rota_tests::shelf::{PUBLISHED, shelf};

/// How many games of mixes, unless told otherwise.
const GAMES: u64 = 1_200;

/// How many games are played with one mix.
const OF_A_MIX: u64 = 5;

/// How many games of all packs at once, each under other options.
const OF_ALL: u64 = 16;

/// Every so many moves somebody looks at the table.
const LOOKS: usize = 40;

#[derive(Debug, Default)]
struct Tally {
    games: u64,
    undone: u64,
    resumed: u64,
    looks: u64,
    stops: Stops,
}

impl Tally {
    fn join(&mut self, other: Tally) {
        (self.games, self.undone) = (self.games + other.games, self.undone + other.undone);
        (self.resumed, self.looks) = (self.resumed + other.resumed, self.looks + other.looks);
        self.stops.join(other.stops);
    }
}

/// A table for two to six, or for as many as the packs allow.
fn head(mix: &Mix, seed: u64) -> Head {
    let (least, most) = mix.opened.rules.program().declared.players;
    let seats = (2 + (seed % 5) as usize).clamp(usize::from(least), usize::from(most));
    let names = SEATS.iter().take(seats);
    Head {
        packs: mix.packs.clone(),
        variants: mix.settings.variants().map(str::to_owned).collect(),
        options: mix.settings.options().map(|(name, value)| format!("{name}={value}")).collect(),
        start: mix.settings.start_name().map(str::to_owned),
        copies: 1,
        seed,
        players: names.map(|name| Seat { name: (*name).to_owned(), kind: "uniform".to_owned() }).collect(),
        pins: mix.reading.pins(),
    }
}

/// Says which seat sees anything change when what it does not know is dealt again.
fn secret_seen(game: &Game, seed: u64) -> Option<String> {
    let seats = u8::try_from(game.points().len()).ok()?;
    (0..seats).map(Some).chain([None]).find_map(|seat| {
        // Copies keep no history, so two of them are compared.
        let (copy, mut other) = (game.fork(), game.fork());
        _ = other.determinize(seat, seed);
        let (here, there) = (copy.seen_by(seat).text(), other.seen_by(seat).text());
        let differ = here.lines().zip(there.lines()).find(|(here, there)| here != there);
        (here != there).then(|| format!("seat {seat:?} sees what it may not know: {differ:?}"))
    })
}

/// Plays a game, leaves it somewhere, takes moves back somewhere; says what must not be.
fn play(mix: &Mix, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let mut session = Session::begin(head(mix, seed), &mix.opened).map_err(|error| error.to_string())?;
    let mut random = Random::new(seed);
    let (leave, back, look) = (random.below(200), random.below(200), random.below(LOOKS));
    let mut left = None;
    while let Some(choice) = pick(&session) {
        session.choose(choice).map_err(|refused| format!("an offer was refused: {refused:?}"))?;
        if session.moves() == leave {
            left = Some(session.save().to_text());
        }
        if session.moves() % LOOKS == look {
            tally.looks += 1;
            secret_seen(session.game(), seed).map_or(Ok(()), Err)?;
        }
        if session.moves() == back {
            let (text, position) = (session.save().to_text(), format!("{:?}", session.game().position()));
            while session.undo().is_ok() {
                tally.undone += 1;
            }
            while session.redo() {}
            if session.save().to_text() != text || format!("{:?}", session.game().position()) != position {
                return Err("what was taken back comes back otherwise".to_owned());
            }
        }
    }
    tally.games += 1;
    if let Some(fault) = session.game().fault() {
        return Err(told(fault, &mix.reading));
    }
    let wrong = audit(session.game());
    if !wrong.is_empty() {
        return Err(wrong.join("; "));
    }
    let Some(text) = left else { return Ok(()) };
    tally.resumed += 1;
    let save = Save::parse("game.save", &text).map_err(|error| error.to_string())?;
    let changes = save.changes(&mix.reading.pins());
    if !changes.is_empty() {
        return Err(format!("the packs of the save have changed: {changes:?}"));
    }
    let mut again = Session::resume(&save, &mix.opened).map_err(|error| error.to_string())?;
    if again.save().to_text() != text {
        return Err("a resumed game is saved otherwise".to_owned());
    }
    play_on(&mut again);
    let same = again.save().to_text() == session.save().to_text()
        && again.game().history().events() == session.game().history().events();
    same.then_some(()).ok_or_else(|| "a resumed game goes on otherwise".to_owned())
}

/// Plays games of a mix, each under a name of its own.
fn play_some(mix: &Mix, first: u64, games: u64, tally: &mut Tally) {
    for seed in first..first + games {
        let name = || format!("{}, seed {seed}", mix.words());
        let mut played = Tally::default();
        tally.stops.watch(&name, |_| play(mix, seed, &mut played));
        tally.join(played);
    }
}

fn work(packs: &[String], (seed, games): (u64, u64), next: &AtomicU64) -> Tally {
    let (mut tally, mut library) = (Tally::default(), Library::default());
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number * OF_A_MIX >= games {
            return tally;
        }
        let mut random = Random::new(seed << 32 | number);
        // Some mixes are refused: another takes the place of each.
        let mixed = (0..50).find_map(|_| {
            let count = 2 + random.below(7);
            mix(&mut library, &shelf(), &some_of(packs, count, &mut random), &mut random).ok()
        });
        play_some(&mixed.expect("one of so many is allowed"), number * OF_A_MIX, OF_A_MIX, &mut tally);
    }
}

fn shown(tally: &Tally) {
    let Tally { games, undone, resumed, looks, .. } = tally;
    println!("{games} games, {resumed} resumed, {undone} moves taken back, {looks} looks");
}

#[test]
fn games_of_mixes_add_up_and_can_be_left_anywhere() {
    let games = from_environment("ROTA_GAMES").unwrap_or(GAMES);
    let seed = from_environment("ROTA_SEED").unwrap_or(1);
    let packs: Vec<String> = PUBLISHED.iter().map(|pack| (*pack).to_owned()).collect();
    let (next, mut all) = (AtomicU64::new(0), Tally::default());
    on_threads(|_| work(&packs, (seed, games), &next)).into_iter().for_each(|one| all.join(one));
    shown(&all);
    let few = all.resumed * 4 < games || all.undone < games / 2 || all.looks < games;
    all.stops.assert_listed();
    assert!(!few, "too little was tried");
}

#[test]
fn games_of_the_whole_shelf_add_up_and_can_be_left_anywhere() {
    let packs: Vec<String> = PUBLISHED.iter().map(|pack| (*pack).to_owned()).collect();
    let names: Vec<&String> = packs.iter().collect();
    let numbers: Vec<u64> = (0..OF_ALL).collect();
    let one = |number: &u64| {
        let (mut tally, mut random) = (Tally::default(), Random::new(*number));
        let mut library = Library::default();
        // Variants and options of so many packs may shut each other out.
        let mixed = (0..50).find_map(|_| mix(&mut library, &shelf(), &names, &mut random).ok());
        play_some(&mixed.expect("one of so many is allowed"), *number, 1, &mut tally);
        tally
    };
    let mut all = Tally::default();
    each_on_threads(&numbers, one).into_iter().for_each(|one| all.join(one));
    shown(&all);
    assert_eq!(all.games, OF_ALL);
    all.stops.assert_listed();
}

//! Sessions from outside: a game that is saved and resumed is the game that was left, what is taken back comes
//! back as it was, and no text harms whoever reads it as a save.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

#[path = "session/texts.rs"]
mod texts;

use rota::{CannotUndo, CompiledGame, Entry, Head, LoadedPacks, PackSource, Save, Seat, Session};
use rota_game::{DecisionOutcome, Event, Game, Random};
use rota_tests::audit::audit;
use rota_tests::chance::{pick, play_on};
use rota_tests::render;
use rota_tests::shelf::{SEVERAL, compile, load, settings, shelf};

const SEATS: [&str; 4] = ["red", "blue", "green", "black"];

/// A small game of its own.
const HAMLET: Composed = (&["hamlet"], &[], 1, 2);

/// Packs, options, copies of each set, players.
type Composed = (&'static [&'static str], &'static [(&'static str, &'static str)], usize, usize);

/// The base game for two.
const BASE: Composed = (&["base"], &[], 1, 2);

/// Compositions that differ in what a save has to bear: copies of tiles, several bags' worth of draws, pieces
/// that read alike, decisions that nobody is asked, turn parts, reactions that ask.
const COMPOSED: [Composed; 13] = [
    HAMLET,
    BASE,
    (&["base"], &[("generation", "second"), ("abbots", "1"), ("followers", "2")], 2, 3),
    (&["base", "wind_roses"], &[], 1, 4),
    (&["encore"], &[], 1, 2),
    (&["levy"], &[], 1, 3),
    (&["encore", "levy", "roadblock"], &[], 1, 4),
    (&["menagerie"], &[], 1, 3),
    (&["casket"], &[("play", "gifts")], 1, 3),
    (&["casket"], &[("play", "streams")], 1, 2),
    (&["council"], &[("counsel", "at_once")], 1, 3),
    // Every move of these is a place to leave; mixes of all packs are left here and there, by `together.rs`.
    (&SEVERAL, &[("icon_acts", "when_laid")], 1, 3),
    (&SEVERAL, &[("secret_draws", "true"), ("orange_with_other_start", "laid_beside")], 1, 2),
];

struct Table {
    reading: LoadedPacks,
    opened: CompiledGame,
    head: Head,
}

impl Table {
    /// The packs of the house, or the small one.
    fn new(composed: Composed) -> Table {
        match composed == HAMLET {
            true => Table::of(&texts::hamlet(), composed),
            false => Table::of(&shelf(), composed),
        }
    }

    fn of(shelf: &dyn PackSource, (packs, options, copies, players): Composed) -> Table {
        let reading = load(shelf, packs);
        let names: Vec<String> = SEATS.iter().take(players).map(|name| (*name).to_owned()).collect();
        let mut settings = settings(&[], options).seats(&names).copies(copies);
        // Two of them replace the start.
        let start = packs.contains(&"wheel_of_fortune").then(|| "wheel_of_fortune".to_owned());
        if let Some(start) = &start {
            settings = settings.start(start);
        }
        let opened = compile(&reading, &settings);
        let head = Head {
            packs: packs.iter().map(|name| (*name).to_owned()).collect(),
            variants: Vec::new(),
            options: options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            start,
            copies: copies as u16,
            seed: 0,
            players: names.into_iter().map(|name| Seat { name, kind: "uniform".to_owned() }).collect(),
            pins: reading.pins(),
        };
        Table { reading, opened, head }
    }

    fn begin(&self, seed: u64) -> Session {
        Session::begin(Head { seed, ..self.head.clone() }, &self.opened).unwrap()
    }

    /// A whole game, and the text of the save at every move.
    fn play(&self, seed: u64) -> (Session, Vec<String>) {
        let mut session = self.begin(seed);
        let mut texts = vec![session.save().to_text()];
        while let Some(choice) = pick(&session) {
            session.choose(choice).unwrap();
            texts.push(session.save().to_text());
        }
        assert_eq!(audit(session.game()), Vec::<String>::new());
        (session, texts)
    }

    fn resume(&self, text: &str) -> Session {
        Session::resume(&parse(text).unwrap(), &self.opened).unwrap()
    }
}

fn parse(text: &str) -> Result<Save, rota::Error> {
    Save::parse("game.save", text)
}

/// What a game is, down to the order in which its bags lie.
fn fingerprint(game: &Game) -> String {
    let (position, history) = (game.position(), game.history());
    let notes = history.events().iter().map(|event| {
        if let rota_game::Event::Decided { words, .. } = event {
            return history.text(*words).to_owned();
        }
        let is_score = matches!(event, rota_game::Event::Scored { .. });
        if is_score { game.scores(event).remove(0).formula } else { String::new() }
    });
    let notes: Vec<String> = notes.collect();
    format!("{position:?} {:?} {:?} {notes:?} {:?}", history.events(), game.suspended(), history.statistics())
}

/// All that two sessions can be told apart by, except for what was taken back.
fn assert_same(one: &Session, two: &Session, what: &str) {
    assert!(fingerprint(one.game()) == fingerprint(two.game()), "{what}: the games differ");
    assert_eq!(one.save().to_text(), two.save().to_text(), "{what}");
}

#[test]
fn a_resumed_game_goes_on_as_the_game_that_was_left() {
    let (mut resumed, mut moves) = (0, 0);
    for (number, composed) in COMPOSED.into_iter().enumerate() {
        let table = Table::new(composed);
        for seed in 0..20 {
            let (whole, texts) = table.play(seed);
            moves += texts.len() - 1;
            let mut random = Random::new(seed);
            // Some games are left at every decision, or at every few of a long one; the others here and there.
            let places: Vec<usize> = match seed {
                0 => (0..texts.len()).step_by(texts.len().div_ceil(100)).collect(),
                _ => (0..6).map(|_| random.below(texts.len())).collect(),
            };
            for place in places {
                let what = format!("composition {number}, seed {seed}, left at move {place}");
                let mut session = table.resume(&texts[place]);
                assert_eq!(session.save().to_text(), texts[place], "{what}");
                assert_eq!(session.moves(), place, "{what}");
                play_on(&mut session);
                assert_same(&session, &whole, &what);
                resumed += 1;
            }
        }
    }
    println!("{resumed} games resumed; {moves} moves in {} games", COMPOSED.len() * 20);
    assert!(resumed > 1000);
}

#[test]
fn a_game_is_replayed_up_to_each_of_its_moves() {
    for composed in [COMPOSED[2], COMPOSED[6]] {
        let table = Table::new(composed);
        let mut session = table.begin(3);
        let mut stands = vec![fingerprint(session.game())];
        while let Some(choice) = pick(&session) {
            session.choose(choice).unwrap();
            stands.push(fingerprint(session.game()));
        }
        let save = session.save();
        assert_eq!(save.moves() + 1, stands.len());
        for (moves, stand) in stands.iter().enumerate() {
            let replayed = Session::replay(&save, &table.opened, moves).unwrap();
            assert_eq!(replayed.moves(), moves);
            assert!(fingerprint(replayed.game()) == *stand, "move {moves}");
        }
    }
}

#[test]
fn what_is_taken_back_comes_back_as_it_was() {
    let (mut undone, mut refused) = (0, 0);
    for composed in COMPOSED {
        let table = Table::new(composed);
        for seed in 0..8 {
            let mut session = table.begin(seed);
            assert_eq!(session.undo(), Err(CannotUndo::Nothing));
            let mut random = Random::new(seed);
            let mut before = vec![fingerprint(session.game())];
            while let Some(choice) = pick(&session) {
                session.choose(choice).unwrap();
                before.push(fingerprint(session.game()));
                if random.below(4) > 0 {
                    continue;
                }
                // As far back as it goes, and then back to where it was.
                let (moves, text) = (session.moves(), session.save().to_text());
                let possible = session.undoable().count();
                for step in 1..=possible {
                    session.undo().unwrap();
                    assert!(fingerprint(session.game()) == before[moves - step], "undo differs");
                    undone += 1;
                }
                let stays = session.undo().unwrap_err();
                let is_chance = session.entries().iter().rposition(|entry| matches!(entry, Entry::Chance(_)));
                match (&stays, session.moves()) {
                    (CannotUndo::Nothing, 0) => {}
                    (CannotUndo::Revealed(chance), _) => {
                        let last = session.entries()[is_chance.unwrap()].clone();
                        assert_eq!(last, Entry::Chance(chance.clone()));
                        refused += 1;
                    }
                    // Behind the last move something was shown.
                    (CannotUndo::Shown, _) => {
                        let events = session.game().history().events().iter().rev();
                        let mut since = events.take_while(|event| {
                            !matches!(
                                event,
                                Event::Decided {
                                    taken: DecisionOutcome::Chosen | DecisionOutcome::Passed,
                                    ..
                                }
                            )
                        });
                        assert!(since.any(|event| matches!(
                            event,
                            Event::Revealed | Event::Shown { .. } | Event::Drawn { number: None, .. }
                        )));
                    }
                    _ => panic!("{stays}"),
                }
                for step in (0..possible).rev() {
                    assert!(session.redo());
                    assert!(fingerprint(session.game()) == before[moves - step], "redo differs");
                }
                assert!(!session.redo());
                assert_eq!(session.save().to_text(), text);
            }
        }
    }
    println!("{undone} moves taken back, {refused} times refused");
    assert!(undone > 300 && refused > 300);
}

#[test]
fn another_choice_after_taking_back_makes_another_game() {
    let table = Table::new(BASE);
    let mut session = table.begin(1);
    while session.game().decision().is_some_and(|decision| !decision.may_pass()) {
        let choice = pick(&session).unwrap();
        session.choose(choice).unwrap();
    }
    session.undo().unwrap();
    let next = session.save().moves() + 1;
    let taken = pick(&session).unwrap();
    let other = session.game().decision().unwrap().choices().find(|choice| *choice != taken).unwrap();
    session.choose(other).unwrap();
    assert!(!session.redo(), "what was taken back no longer fits");
    assert_eq!(session.moves(), next);
    // The seed gives the same tiles whatever is chosen.
    play_on(&mut session);
    let chances = |session: &Session| {
        let gave = session.entries().iter().filter_map(|entry| match entry {
            Entry::Chance(chance) => Some(chance.gave.clone()),
            Entry::Decided(_) => None,
        });
        gave.take(20).collect::<Vec<_>>()
    };
    assert_eq!(chances(&session), chances(&table.play(1).0));
}

#[test]
fn chance_in_a_save_is_believed() {
    // Another seed: what was drawn stays drawn, what comes after is new.
    let table = Table::new(BASE);
    let (whole, texts) = table.play(5);
    let mut save = parse(&texts[40]).unwrap();
    save.head.seed = 6;
    let mut session = Session::resume(&save, &table.opened).unwrap();
    assert_eq!(session.entries(), &whole.entries()[..session.entries().len()]);
    assert_eq!(audit(session.game()), Vec::<String>::new());
    play_on(&mut session);
    assert_eq!(audit(session.game()), Vec::<String>::new());
    assert_ne!(session.entries(), whole.entries());
}

/// Draws what is wrong with a text.
fn complaint(text: &str) -> String {
    let error = parse(text).unwrap_err();
    render(error.diagnostics(), error.sources())
}

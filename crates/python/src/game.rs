//! A game in play.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rota::{
    CannotUndo, Choice, Game as Position, Head, Random, Record, Save, Seat, Session, Setup, Think, Uniform,
};
use rota_batch::{Decider, Kind};
use rota_protocol::{Offer, TableView};
use serde::Serialize;

use crate::errors::{PackError, Refused, RotaError, fault, pack_error, refused};
use crate::observe;
use crate::rules::{Rules, load_saved};

/// How many playouts there are between two looks whether somebody wants to stop.
const BETWEEN_LOOKS: usize = 256;

/// A game in play.
#[pyclass(frozen, module = "rota")]
pub(crate) struct Game {
    rules: Py<Rules>,
    played: Mutex<Played>,
}

/// A game with its history, or one that is only looked ahead with.
enum Played {
    Session(Box<Session>),
    Fork(Box<Position>),
}

/// A saved game, played again up to where it stood. `folder` is where its packs are that are not built in.
#[pyfunction]
#[pyo3(signature = (save, *, folder=None))]
pub(crate) fn resume(py: Python<'_>, save: &str, folder: Option<std::path::PathBuf>) -> PyResult<Game> {
    let save = Save::parse("save", save).map_err(|error| pack_error(&error))?;
    let rules = Py::new(py, py.detach(|| load_saved(&save.head, folder))?)?;
    Game::resumed(py, rules, &save)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules, *, players=2, seed=0, history=true))]
    fn new(py: Python<'_>, rules: Py<Rules>, players: usize, seed: u64, history: bool) -> PyResult<Game> {
        let known = rules.get();
        let played = py.detach(|| {
            let failed = |error: rota::SetupError| Refused::new_err(error.to_string());
            if !history {
                let players = u8::try_from(players).unwrap_or(u8::MAX);
                let setup = Setup { players, seed, record: Record::Off, ..Setup::default() };
                return Position::new(known.shared(), &setup).map(Box::new).map(Played::Fork).map_err(failed);
            }
            let names: Vec<&str> = known.names.iter().map(String::as_str).collect();
            let mut head = Head::new(&names, &known.packs, &known.settings, seed);
            let seat = |seat| Seat { name: known.compiled.rules.seat(seat), kind: String::new() };
            head.players = (0..players).map(seat).collect();
            Session::begin(head, &known.compiled).map(Box::new).map(Played::Session).map_err(failed)
        })?;
        Game::checked(rules, played)
    }

    /// What it is played with.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    /// How many seats there are.
    #[getter]
    fn players(&self) -> usize {
        self.look(|game| game.points().len())
    }

    /// The seat that decides; none when the game is over.
    #[getter]
    fn who(&self) -> Option<usize> {
        self.look(|game| game.decision().map(|decision| decision.who()))
    }

    /// The points of each seat.
    #[getter]
    fn points(&self) -> Vec<i64> {
        self.look(|game| game.points().to_vec())
    }

    /// The turn, counted from 1.
    #[getter]
    fn turn(&self) -> u32 {
        self.look(|game| game.position().turn())
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.look(Position::is_over)
    }

    /// The seats that won; none while the game goes on.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.look(Position::winners)
    }

    /// The step or rule that asks; none when the game is over.
    #[getter]
    fn asked(&self) -> Option<String> {
        self.look(|game| game.decision().map(|decision| decision.site().name.clone()))
    }

    /// How many options there are, to pass among them.
    #[getter]
    fn option_count(&self) -> usize {
        self.look(|game| {
            game.decision().map_or(0, |decision| decision.option_count() + usize::from(decision.may_pass()))
        })
    }

    /// The options as data, in the order of their numbers; to pass is the last one.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_data(py, &self.look(Offer::all))
    }

    /// Takes an option: its number, or words that mean one.
    fn choose(&self, option: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(words) = option.extract::<String>() {
            let choice = self.look(|game| match game.decision() {
                Some(decision) => {
                    decision.matching(&words).map_err(|other| Refused::new_err(other.to_string()))
                }
                None => Err(Refused::new_err("no decision waits")),
            })?;
            return self.take(choice);
        }
        let number = option.extract::<usize>()?;
        let choice = self.look(|game| numbered(game, number).ok_or((game.is_over(), count(game))));
        self.take(choice.map_err(|(is_over, count)| match is_over {
            true => Refused::new_err("the game is over"),
            false => Refused::new_err(format!("there is no option {number}: there are {count}")),
        })?)
    }

    /// Takes the last choice back.
    fn undo(&self) -> PyResult<()> {
        self.session(|session| session.undo().map_err(|why: CannotUndo| Refused::new_err(why.to_string())))?
    }

    /// Makes the choice again that was taken back last; tells whether there was one.
    fn redo(&self) -> PyResult<bool> {
        self.session(Session::redo)
    }

    /// The game as a text that `resume` reads.
    fn save(&self) -> PyResult<String> {
        self.session(|session| session.save().to_text())
    }

    /// The same game once more, with all that has happened in it.
    fn copy(&self, py: Python<'_>) -> PyResult<Game> {
        match self.session(|session| session.save()) {
            Ok(save) => Game::resumed(py, self.rules.clone_ref(py), &save),
            Err(_) => Ok(self.fork(py)),
        }
    }

    /// A copy to try things on: it has no history, so it neither takes back nor saves, and is made in no time.
    fn fork(&self, py: Python<'_>) -> Game {
        self.with_position(py, self.look(Position::fork))
    }

    /// A copy in which everything is dealt again that a seat does not know; nothing where none was found that fits.
    /// `None` stands for an onlooker.
    #[pyo3(signature = (seat, seed))]
    fn determinize(&self, py: Python<'_>, seat: Option<usize>, seed: u64) -> PyResult<Option<Game>> {
        let seat = self.seat(seat)?;
        let mut copy = self.look(Position::fork);
        let found = py.detach(|| {
            copy.sort_unknown(seat);
            copy.determinize(seat, seed)
        });
        Ok(found.then(|| self.with_position(py, copy)))
    }

    /// All that a seat may know, or an onlooker for none, as data.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let view = self.look(|game| TableView::of(game, &self.rules.get().packs.sources, seat));
        as_data(py, &view)
    }

    /// The same in words.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<usize>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        Ok(self.look(|game| game.seen_by(seat).text()))
    }

    /// All that a seat may know, as numbers: those of the game, and a row for each option where this seat decides.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Some(who) = self.seat(Some(seat))? else {
            return Err(Refused::new_err("an onlooker decides nothing"));
        };
        let game = self.look(Position::fork);
        let (row, options) = py.detach(|| (observe::game_row(&game, who), observe::option_rows(&game, who)));
        let width = observe::option_columns(game.rules()).len();
        let shape = (options.len() / width.max(1), width);
        Ok((array(py, &row, (row.len(),))?, array(py, &options, shape)?))
    }

    /// Plays the game on so many times, each player choosing at random or as `players` say: the points of each seat.
    #[pyo3(signature = (count, *, seed=0, players=None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        players: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.look(Position::fork);
        let seats = game.points().len();
        let kinds = players.map(|players| kinds(&players, seats)).transpose()?;
        let mut points = Vec::with_capacity(count * seats);
        py.detach(|| -> PyResult<()> {
            let mut copy = game.fork();
            for number in 0..count {
                if number % BETWEEN_LOOKS == 0 {
                    Python::attach(|py| py.check_signals())?;
                }
                let mut random = Random::numbered(seed, number as u64);
                copy.copy_from(&game);
                copy.reseed(random.bits());
                match &kinds {
                    None => {
                        let mut all = Uniform::new(random.bits());
                        copy.play(|pending| all.reply(pending));
                    }
                    Some(kinds) => {
                        let mut deciders: Vec<Decider> =
                            kinds.iter().map(|kind| Decider::new(*kind, random.bits(), 1)).collect();
                        rota_batch::finish(&mut copy, &mut deciders, &mut []);
                    }
                }
                if let Some(why) = copy.fault() {
                    return Err(fault(why));
                }
                points.extend_from_slice(copy.points());
            }
            Ok(())
        })?;
        array(py, &points, (count, seats))
    }

    /// The number of the option that a player takes: `uniform`, `greedy`, `think:2000`.
    #[pyo3(signature = (player, *, seed=0))]
    fn decide(&self, py: Python<'_>, player: &str, seed: u64) -> PyResult<usize> {
        let kind = program(player)?;
        let game = self.look(Position::fork);
        if game.decision().is_none() {
            return Err(Refused::new_err("the game is over"));
        }
        let choice = py.detach(|| Decider::new(kind, seed, 1).decide(&game));
        number(&game, choice).ok_or_else(|| RotaError::new_err("the player took what is not offered"))
    }

    /// What a search of so many playouts finds: for each option that it looked at, its number, how often it was looked at,
    /// and the lead over the best of the others that it expects.
    #[pyo3(signature = (playouts=2000, *, seed=0))]
    fn consider(&self, py: Python<'_>, playouts: u32, seed: u64) -> PyResult<Vec<(usize, u32, f64)>> {
        let game = self.look(Position::fork);
        let considered = py.detach(|| Think::new(playouts, seed).consider(&game, |_| true));
        let told = considered.choices.iter().filter_map(|choice| {
            // A whole number of hundredths, as everything that a search counts.
            Some((number(&game, choice.choice)?, choice.visits, observe::hundredths(choice.expected_lead())))
        });
        Ok(told.collect())
    }

    fn __repr__(&self) -> String {
        self.look(|game| format!("<rota.Game turn {} points {:?}>", game.position().turn(), game.points()))
    }

    /// For `pickle`: the rules and the saved game.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (game, py) = (slf.get(), slf.py());
        let state = (game.rules.clone_ref(py), game.save()?);
        Ok((py.get_type::<Game>().getattr("_again")?, state.into_pyobject(py)?))
    }

    /// The other half of `pickle`.
    #[staticmethod]
    fn _again(py: Python<'_>, rules: Py<Rules>, save: &str) -> PyResult<Game> {
        let save = Save::parse("save", save).map_err(|error| pack_error(&error))?;
        Game::resumed(py, rules, &save)
    }
}

impl Game {
    /// A game, if no rule has stopped it.
    fn checked(rules: Py<Rules>, played: Played) -> PyResult<Game> {
        match played.game().fault() {
            Some(why) => Err(fault(why)),
            None => Ok(Game { rules, played: Mutex::new(played) }),
        }
    }

    fn resumed(py: Python<'_>, rules: Py<Rules>, save: &Save) -> PyResult<Game> {
        let compiled = &rules.get().compiled;
        let session = py.detach(|| Session::resume(save, compiled)).map_err(|error| pack_error(&error))?;
        Game::checked(rules, Played::Session(Box::new(session)))
    }

    fn with_position(&self, py: Python<'_>, position: Position) -> Game {
        Game { rules: self.rules.clone_ref(py), played: Mutex::new(Played::Fork(Box::new(position))) }
    }

    fn take(&self, choice: Choice) -> PyResult<()> {
        let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = match &mut *played {
            Played::Session(session) => session.choose(choice),
            Played::Fork(game) => game.choose(choice),
        };
        taken.map_err(|refused| Refused::new_err(refused.to_string()))?;
        played.game().fault().map_or(Ok(()), |why| Err(fault(why)))
    }

    fn look<T>(&self, look: impl FnOnce(&Position) -> T) -> T {
        look(self.played.lock().unwrap_or_else(PoisonError::into_inner).game())
    }

    fn session<T>(&self, work: impl FnOnce(&mut Session) -> T) -> PyResult<T> {
        match &mut *self.played.lock().unwrap_or_else(PoisonError::into_inner) {
            Played::Session(session) => Ok(work(session)),
            Played::Fork(_) => {
                Err(Refused::new_err("this game has no history: it is a copy to try things on"))
            }
        }
    }

    /// A seat at this table, or nobody's.
    fn seat(&self, seat: Option<usize>) -> PyResult<Option<u8>> {
        let seats = self.look(|game| game.points().len());
        match seat {
            Some(seat) if seat >= seats => {
                Err(Refused::new_err(format!("there is no seat {seat}: there are {seats}")))
            }
            seat => Ok(seat.and_then(|seat| u8::try_from(seat).ok())),
        }
    }
}

impl Played {
    fn game(&self) -> &Position {
        match self {
            Played::Session(session) => session.game(),
            Played::Fork(game) => game,
        }
    }
}

/// A player that is a program, by its word.
pub(crate) fn program(word: &str) -> PyResult<Kind> {
    match Kind::named(word).map_err(|wrong| refused(&wrong))? {
        Kind::Human => Err(Refused::new_err("nobody is asked here: `human` is no program")),
        kind @ (Kind::Uniform | Kind::Greedy | Kind::Think(_)) => Ok(kind),
    }
}

/// A program for each seat.
pub(crate) fn kinds(players: &[String], seats: usize) -> PyResult<Vec<Kind>> {
    if players.len() != seats {
        return Err(Refused::new_err(format!("{} players for {seats} seats", players.len())));
    }
    players.iter().map(|player| program(player)).collect()
}

/// Numbers as an array of NumPy, in rows.
pub(crate) fn array<'py, N: Number>(
    py: Python<'py>,
    numbers: &[N],
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.bytes()).collect();
    let bytes = pyo3::types::PyByteArray::new(py, &bytes);
    py.import("numpy")?.call_method1("frombuffer", (bytes, N::TYPE))?.call_method1("reshape", (shape,))
}

/// A number as NumPy has it.
pub(crate) trait Number: Copy {
    /// Its type there.
    const TYPE: &'static str;
    fn bytes(self) -> impl Iterator<Item = u8>;
}

impl Number for i64 {
    const TYPE: &'static str = "<i8";
    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}

impl Number for i32 {
    const TYPE: &'static str = "<i4";
    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}

/// Something that is described for programs, as Python has it.
fn as_data<'py>(py: Python<'py>, what: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(what).map_err(|error| PackError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

fn count(game: &Position) -> usize {
    game.decision().map_or(0, |decision| decision.option_count() + usize::from(decision.may_pass()))
}

/// A choice by its number; behind the last option comes the pass.
fn numbered(game: &Position, number: usize) -> Option<Choice> {
    let decision = game.decision()?;
    match number == decision.option_count() && decision.may_pass() {
        true => Some(Choice::Pass),
        false => decision.option(number),
    }
}

fn number(game: &Position, choice: Choice) -> Option<usize> {
    game.decision()?.choices().position(|offered| offered == choice)
}

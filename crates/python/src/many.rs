//! Many games between programs, as the command line plays them.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rota::{Game, Record, Setup};
use rota_batch::{Batch, Contest, Outcome, Sample, Seat, Standing, Totals};

use crate::errors::{Refused, fault};
use crate::game::{array, program};
use crate::rules::Rules;

/// A sum over observations: how many there are, of their values, of the squares of these.
type Sums = (u64, i128, i128);

/// Plays the games with the numbers from `first` on, and tells what they have in common: `rota sim` with the same seed
/// has the same games. With `results` it also tells how each of them ended.
#[pyfunction]
#[pyo3(signature = (rules, players, games, *, seed=1, first=0, threads=1, results=false))]
#[expect(clippy::too_many_arguments, reason = "they are words in Python")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    rules: &Rules,
    players: Vec<String>,
    games: u64,
    seed: u64,
    first: u64,
    threads: usize,
    results: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let seats = seats(&players)?;
    let shared = rules.shared();
    let setup = Setup {
        players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
        record: Record::Statistics,
        ask_forced: true,
        ..Setup::default()
    };
    Game::new(shared.clone(), &setup).map_err(|error| Refused::new_err(error.to_string()))?;
    let games = first..first.saturating_add(games);
    let batch = Batch { rules: &shared, setup: &setup, seats: &seats, games, seed, keeps_results: results };
    let mut stopped = Ok(());
    let totals = py.detach(|| {
        let mut look = |_| {
            stopped = Python::attach(|py| py.check_signals());
            stopped.is_ok()
        };
        batch.play(threads.max(1), Some(&mut look))
    });
    stopped?;
    if let Some((number, why)) = &totals.fault {
        let raised = fault(why);
        raised.value(py).setattr("game", number)?;
        return Err(raised);
    }
    let told = PyDict::new(py);
    told.set_item("sums", sums(rules, &totals))?;
    if results {
        told.set_item(
            "number",
            array(py, &column(&totals, |game| whole(game.number)), (totals.results.len(),))?,
        )?;
        told.set_item(
            "turns",
            array(py, &column(&totals, |game| i64::from(game.turns)), (totals.results.len(),))?,
        )?;
        let shape = (totals.results.len(), seats.len());
        let points: Vec<i64> = totals.results.iter().flat_map(|game| game.points.iter().copied()).collect();
        told.set_item("points", array(py, &points, shape)?)?;
        let won = |game: &rota_batch::GameResult, seat| i64::from(game.winners.contains(&seat));
        let won: Vec<i64> = totals
            .results
            .iter()
            .flat_map(|game| (0..seats.len()).map(move |seat| won(game, seat)))
            .collect();
        told.set_item("won", array(py, &won, shape)?)?;
    }
    Ok(told)
}

/// Plays deals, each once from every seat, as `rota match` does: the points of each player in each game of each deal, and
/// whether it won.
#[pyfunction]
#[pyo3(signature = (rules, players, deals, *, seed=1, first=0))]
pub(crate) fn contest<'py>(
    py: Python<'py>,
    rules: &Rules,
    players: Vec<String>,
    deals: usize,
    seed: u64,
    first: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let seats = seats(&players)?;
    let shared = rules.shared();
    let players = u8::try_from(seats.len()).unwrap_or(u8::MAX);
    let setup = Setup { players, record: Record::Off, ask_forced: false, ..Setup::default() };
    Game::new(shared.clone(), &setup).map_err(|error| Refused::new_err(error.to_string()))?;
    let contest = Contest { rules: &shared, setup: &setup, seats: &seats, seed };
    let (mut points, mut won) = (Vec::new(), Vec::new());
    for deal in first..first.saturating_add(deals) {
        for turned in 0..seats.len() {
            py.check_signals()?;
            let outcome = py.detach(|| contest.play(deal, turned)).map_err(|why| fault(&why))?;
            points.extend(outcome.points);
            won.extend(outcome.won.into_iter().map(i64::from));
        }
    }
    let shape = (deals, seats.len(), seats.len());
    Ok((array(py, &points, shape)?, array(py, &won, shape)?))
}

/// How a match stands, from what [`contest`] told of all its deals: for each two players who is better, if that is known,
/// which part of the games the first was ahead in, by how many points, and its rating; each of these between the ends of
/// its 95 % interval.
#[pyfunction]
pub(crate) fn standing(
    py: Python<'_>,
    points: Vec<Vec<Vec<i64>>>,
    won: Vec<Vec<Vec<i64>>>,
) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let players = points.first().map_or(0, Vec::len);
    let mut standing = Standing::new(players);
    for (points, won) in points.into_iter().zip(won) {
        let games = points.into_iter().zip(won);
        let outcomes: Vec<Outcome> = games
            .map(|(points, won)| Outcome { points, won: won.into_iter().map(|won| won != 0).collect() })
            .collect();
        standing.add(&outcomes);
    }
    let pairs = standing.pairs.iter().map(|pair| {
        let told = PyDict::new(py);
        told.set_item("first", pair.first)?;
        told.set_item("second", pair.second)?;
        told.set_item("better", pair.decided())?;
        told.set_item("share", pair.share())?;
        told.set_item("lead", pair.lead())?;
        told.set_item("rating", pair.rating())?;
        Ok(told)
    });
    pairs.collect()
}

/// The players at a table, with the names that they have on the command line.
pub(crate) fn seats(players: &[String]) -> PyResult<Vec<Seat>> {
    for player in players {
        program(player)?;
    }
    Seat::parse(&players.join(",")).map_err(|wrong| crate::errors::refused(&wrong))
}

fn sums(rules: &Rules, totals: &Totals) -> Vec<(String, Sums)> {
    let program = rules.compiled.rules.program();
    let mut told: Vec<(String, Sample)> = Vec::new();
    for (seat, (points, wins)) in totals.points.iter().zip(&totals.wins).enumerate() {
        told.push((format!("points of seat {seat}"), *points));
        told.push((format!("wins of seat {seat}"), *wins));
    }
    told.push(("turns".to_owned(), totals.turns));
    told.push(("tiles placed".to_owned(), totals.placed));
    told.push(("tiles discarded".to_owned(), totals.discarded));
    told.push(("pieces put".to_owned(), totals.put));
    let kinds = program.declared.pieces.iter().zip(&totals.put_by_kind);
    told.extend(kinds.map(|(kind, put)| (format!("{} put", kind.name), *put)));
    let mut all: Vec<(String, Sums)> = told.into_iter().map(|(name, sample)| (name, sample.sums())).collect();
    // Those of one name belong together.
    let mut sites: std::collections::BTreeMap<&str, Sample> = std::collections::BTreeMap::new();
    for (site, options) in program.choices.iter().zip(&totals.decisions) {
        sites.entry(&site.name).or_default().join(*options);
    }
    all.extend(sites.into_iter().map(|(name, options)| (format!("options of {name}"), options.sums())));
    let games = totals.turns.count();
    let reasons = program.declared.reasons.iter().zip(&totals.reasons);
    // Of the points of a reason only the sum is kept.
    all.extend(reasons.map(|(reason, sum)| (format!("points for {reason}"), (games, *sum, 0))));
    all
}

fn column(totals: &Totals, of: impl Fn(&rota_batch::GameResult) -> i64) -> Vec<i64> {
    totals.results.iter().map(of).collect()
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

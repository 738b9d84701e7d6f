//! The same games by the rules of both sides, and what becomes of the points.

use std::collections::BTreeSet;
use std::io::{self, Write};

use rota::{Game, Record, RuleFault, Setup, parallel_map};
use rota_batch::{Batch, Paired, Seat};
use serde_json::{Value, json};

use super::Side;
use crate::console::Console;
use crate::exit::Failure;
use crate::narration;
use crate::players;
use crate::problems::Problems;
use crate::text::counted;

/// How many games one thread plays before it takes the next ones.
const IN_ONE_GO: u64 = 16;

/// What is to be played.
pub(super) struct Plan<'p> {
    pub seats: &'p [Seat],
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
}

/// What the points became.
pub(super) struct Games {
    seats: Vec<String>,
    games: u64,
    seed: u64,
    /// The points that all seats got together.
    all: Paired,
    /// By reason: those that one of the sides declares, by name.
    reasons: Vec<(String, Paired)>,
}

impl Plan<'_> {
    /// Plays all games on both sides.
    ///
    /// Errors: what is wrong with a side, seats that its rules do not allow, a rule that fails.
    pub fn play(&self, sides: &[Side; 2], console: &mut Console<'_>) -> Result<Games, Failure> {
        let setup = Setup {
            players: u8::try_from(self.seats.len()).unwrap_or(u8::MAX),
            record: Record::Statistics,
            ask_forced: true,
            ..Setup::default()
        };
        let mut compiled = Vec::new();
        for side in sides {
            let settings = side.settings.clone().seats(players::names(self.seats));
            let game = side.packs.compile(&settings)?;
            Game::new(game.rules.clone(), &setup).map_err(players::refused)?;
            if !console.is_json() {
                console.draw(&Problems::of(&game.sources, &game.diagnostics))?;
            }
            compiled.push(game);
        }
        let batches: Vec<Batch<'_>> = compiled
            .iter()
            .map(|game| Batch {
                rules: &game.rules,
                setup: &setup,
                seats: self.seats,
                games: 0..self.games,
                seed: self.seed,
                keeps_results: false,
            })
            .collect();
        let names = compiled.iter().flat_map(|game| &game.rules.program().declared.reasons);
        let names: Vec<&String> = names.collect::<BTreeSet<_>>().into_iter().collect();
        let goes: Vec<u64> = (0..self.games.div_ceil(IN_ONE_GO)).collect();
        let play = |go: &u64| {
            let numbers = go * IN_ONE_GO..((go + 1) * IN_ONE_GO).min(self.games);
            play_some(&batches, numbers, &names)
        };
        let mut rows = vec![Paired::default(); names.len() + 1];
        for played in parallel_map(&goes, self.threads, |_| 0, play) {
            let theirs = played.map_err(|stopped| {
                let Stopped { side, number, fault } = *stopped;
                let letter = if side == 0 { 'A' } else { 'B' };
                let game = format!("game {} of `--seed {}` by the rules of {letter}", number + 1, self.seed);
                match compiled.get(side) {
                    Some(compiled) => narration::fault(&fault, &compiled.sources, &game),
                    None => Failure::usage(game),
                }
            })?;
            rows.iter_mut().zip(theirs).for_each(|(own, theirs)| own.join(theirs));
        }
        let mut rows = rows.into_iter();
        let seats = self.seats.iter().map(Seat::to_string).collect();
        let all = rows.next().unwrap_or_default();
        let reasons = names.into_iter().cloned().zip(rows).collect();
        Ok(Games { seats, games: self.games, seed: self.seed, all, reasons })
    }
}

/// A game that a rule stopped.
struct Stopped {
    side: usize,
    number: u64,
    fault: RuleFault,
}

/// Plays some games on both sides: the row of all points, and behind it those of the reasons.
fn play_some(
    batches: &[Batch<'_>],
    numbers: std::ops::Range<u64>,
    names: &[&String],
) -> Result<Vec<Paired>, Box<Stopped>> {
    let mut rows = vec![Paired::default(); names.len() + 1];
    let mut games: Vec<(&Batch<'_>, Game)> = Vec::new();
    for batch in batches {
        games.extend(Game::new(batch.rules.clone(), batch.setup).ok().map(|game| (batch, game)));
    }
    for number in numbers {
        let mut points: Vec<Vec<i64>> = Vec::new();
        for (side, (batch, game)) in games.iter_mut().enumerate() {
            batch.play_one(game, number, &mut []);
            if let Some(fault) = game.fault() {
                return Err(Box::new(Stopped { side, number, fault: fault.clone() }));
            }
            points.push(points_of(game, batch.seats.len(), names));
        }
        let [first, second] = points.as_slice() else { continue };
        for ((row, first), second) in rows.iter_mut().zip(first).zip(second) {
            row.add(*first, *second);
        }
    }
    Ok(rows)
}

/// The points of a game that all seats got: all of them, and behind that those for each reason.
fn points_of(game: &Game, seats: usize, names: &[&String]) -> Vec<i64> {
    let declared = &game.rules().program().declared.reasons;
    let statistics = game.history().statistics();
    let for_reason = |name: &&String| {
        let reason = declared.iter().position(|reason| reason == *name);
        let points = |reason| (0..seats).map(|seat| statistics.points(reason, seat)).sum::<i64>();
        reason.map_or(0, points)
    };
    std::iter::once(game.points().iter().sum()).chain(names.iter().map(for_reason)).collect()
}

/// A row for programs.
fn document(row: &Paired) -> Value {
    let [a, b] = row.sides;
    let [low, change, high] = row.change.around_mean();
    json!({ "a": a.mean(), "b": b.mean(), "change": change, "interval_95": [low, high] })
}

/// A row for people: the change with the interval in which the true one lies in 95 of 100 such comparisons.
fn tell(row: &Paired, name: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let [a, b] = row.sides;
    let [low, change, high] = row.change.around_mean();
    let (a, b) = (a.mean(), b.mean());
    writeln!(out, "  {name:<width$}{a:>9.2}{b:>9.2}{change:>+9.2}{low:>+11.2} to {high:+.2}")
}

impl Games {
    /// All figures, in a game.
    pub fn document(&self) -> Value {
        let reasons = self.reasons.iter().map(|(name, row)| (name.clone(), document(row)));
        json!({
            "games": self.games,
            "seed": self.seed,
            "players": self.seats,
            "points": document(&self.all),
            "points_by_reason": reasons.collect::<serde_json::Map<_, _>>(),
        })
    }

    /// The same for people; reasons for which nobody got anything are left out.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        let seats = self.seats.join(", ");
        writeln!(
            out,
            "\npoints of all seats in a game; {}, seed {}, {seats}",
            counted(games, "game"),
            self.seed
        )?;
        let shown: Vec<&(String, Paired)> =
            self.reasons.iter().filter(|(_, row)| !row.is_nothing()).collect();
        let width = shown.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(12) + 2;
        writeln!(out, "  {:<width$}{:>9}{:>9}{:>9}  95 % interval", "", "A", "B", "change")?;
        tell(&self.all, "all", width, out)?;
        shown.iter().try_for_each(|(name, row)| tell(row, name, width, out))
    }
}

//! `rota sim`: many games, and what they have in common.

pub(in crate::command) mod many;
mod report;
pub(in crate::command) mod statistics;

use std::num::NonZero;
use std::time::Instant;

use clap::Args;
use cpu_time::ProcessTime;
use rota::game::{Game, Record, Setup};

use crate::arguments::Composition;
use crate::at_once::processors;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::packs::Picked;
use crate::players;
use crate::telling;

use report::Report;

/// Arguments of `rota sim`.
#[derive(Debug, Args)]
pub(crate) struct SimArguments {
    #[command(flatten)]
    pub composition: Composition,
    /// How many games
    #[arg(long, default_value = "100")]
    pub games: NonZero<u64>,
    /// Who plays: `uniform` (any option) or `greedy` (what pays at once), with or without a name
    #[arg(long, value_name = "[NAME=]PLAYER,…", default_value = "uniform,uniform")]
    pub players: String,
    /// What chance follows from: the same seed gives the same games, whatever the threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; by default as many as there are processors
    #[arg(long)]
    pub threads: Option<NonZero<usize>>,
    /// How many copies of each tile set are in play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,
}

/// Plays the games.
pub(crate) fn run(arguments: &SimArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let seats = players::parse(&arguments.players)?;
    let picked = Picked::read(&arguments.composition)?;
    let opened = picked.open(&players::names(&seats), usize::from(arguments.copies), console)?;
    let setup = Setup {
        players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
        record: Record::Tally,
        ask_forced: true,
        ..Setup::default()
    };
    // A setup that the packs do not allow is told before any thread starts.
    Game::new(opened.rules.clone(), &setup).map_err(players::refused)?;
    let threads = arguments.threads.map_or_else(processors, NonZero::get);
    let (begun, processor) = (Instant::now(), ProcessTime::now());
    let plan = many::Plan {
        rules: &opened.rules,
        setup: &setup,
        seats: &seats,
        games: arguments.games.get(),
        seed: arguments.seed,
    };
    let sums = plan.play(threads, console.watched);
    if let Some((number, fault)) = &sums.fault {
        let number = number + 1;
        let game = format!("game {number} of `--seed {}`: `--games {number}` plays it again", arguments.seed);
        return Err(telling::fault(fault, &picked.reading.sources, &game));
    }
    let report = Report {
        title: picked.title(),
        rules: &opened.rules,
        seats: &seats,
        sums: &sums,
        seed: arguments.seed,
        threads,
        processor: processor.elapsed(),
        wall: begun.elapsed(),
    };
    match console.is_json() {
        true => console.document(&report.document())?,
        false => report.tell(console.out)?,
    }
    Ok(Exit::Fine)
}

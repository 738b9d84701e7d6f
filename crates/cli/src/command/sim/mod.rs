//! `rota sim`: many games, and what they have in common.

mod costs;
mod report;

use std::num::NonZero;
use std::sync::LazyLock;
use std::time::Instant;

use clap::Args;
use cpu_time::ProcessTime;
use rota::{Game, OptLevel, Record, Setup};
use rota_batch::{Batch, Seat};

use crate::arguments::{BatchArguments, CompositionArguments};
use crate::console::{Console, progress};
use crate::exit::{Exit, Failure};
use crate::narration;
use crate::packs::PackSelection;
use crate::players;

use costs::Costs;
use report::Report;

/// Arguments of `rota sim`.
#[derive(Debug, Args)]
pub(crate) struct SimArguments {
    #[command(flatten)]
    pub composition: CompositionArguments,
    /// How many games
    #[arg(long, default_value = "100")]
    pub games: NonZero<u64>,
    #[command(flatten)]
    pub batch: BatchArguments,
    /// How many copies of each tile set are in play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,
    /// Also show which rules and which of their lines the time goes into; measuring makes the games slower
    #[arg(long)]
    pub profile: bool,
}

/// Plays the games.
pub(crate) fn run(arguments: &SimArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let seats = Seat::parse(&arguments.batch.players)?;
    let mut selection = PackSelection::read(&arguments.composition)?;
    if arguments.profile {
        selection.settings = selection.settings.opt_level(OptLevel::Profile);
    }
    let compiled = selection.compile(&players::names(&seats), usize::from(arguments.copies), console)?;
    let setup = Setup {
        players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
        record: Record::Statistics,
        ask_forced: true,
        profile: arguments.profile.then_some(nanoseconds),
        ..Setup::default()
    };
    // A setup that the packs do not allow is told before any thread starts.
    Game::new(compiled.rules.clone(), &setup).map_err(players::refused)?;
    let threads = arguments.batch.threads();
    let (begun, processor) = (Instant::now(), ProcessTime::now());
    let plan = Batch {
        rules: &compiled.rules,
        setup: &setup,
        seats: &seats,
        games: 0..arguments.games.get(),
        seed: arguments.batch.seed,
        keeps_results: false,
    };
    let bar = progress(
        console.watched,
        arguments.games.get(),
        "{bar:40} {human_pos} of {human_len} games, {eta} left",
    );
    let mut show = |done| {
        bar.set_position(done);
        true
    };
    let watch: Option<&mut dyn FnMut(u64) -> bool> = if console.watched { Some(&mut show) } else { None };
    let totals = plan.play(threads, watch);
    bar.finish_and_clear();
    if let Some((number, fault)) = &totals.fault {
        let number = number + 1;
        let game =
            format!("game {number} of `--seed {}`: `--games {number}` plays it again", arguments.batch.seed);
        return Err(narration::fault(fault, &compiled.sources, &game));
    }
    let report = Report {
        title: selection.title(),
        rules: &compiled.rules,
        seats: &seats,
        totals: &totals,
        seed: arguments.batch.seed,
        threads,
        processor: processor.elapsed(),
        wall: begun.elapsed(),
    };
    let costs = totals
        .profile
        .as_ref()
        .map(|profile| Costs::new(profile, &selection.packs, &compiled, report.games()));
    match console.is_json() {
        true => {
            let mut document = report.document();
            if let Some(costs) = costs {
                document["profile"] = costs.document();
            }
            console.document(&document)?;
        }
        false => {
            report.tell(console.out)?;
            if let Some(costs) = costs {
                costs.tell(console.out)?;
            }
        }
    }
    Ok(Exit::Fine)
}

/// The clock of a profile: nanoseconds since it was first asked.
pub(crate) fn nanoseconds() -> u64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGUN.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

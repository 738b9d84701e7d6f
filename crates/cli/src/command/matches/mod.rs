//! `rota match`: players against each other, until it is decided who is better.

mod report;

use std::num::NonZero;

use clap::Args;
use rota::{Game, Record, Setup, parallel_map};
use rota_batch::{Contest, Outcome, Standing};

use crate::arguments::CompositionArguments;
use crate::console::{Console, progress};
use crate::exit::{Exit, Failure};
use crate::narration;
use crate::packs::PackSelection;
use crate::players;
use crate::threads::threads;

use report::Report;

/// How many deals are played before it is looked whether the match is decided: not fewer on fewer threads, so that the
/// same match ends at the same deal everywhere.
const BETWEEN_LOOKS: usize = 8;

/// Arguments of `rota match`.
#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    pub composition: CompositionArguments,
    /// Who plays against whom, one for each seat: `think:2000,greedy`, each with or without a name
    #[arg(long, value_name = "[NAME=]PLAYER,…", default_value = "think,greedy")]
    pub players: String,
    /// How many deals at most; each is played once from every seat
    #[arg(long, default_value = "200")]
    pub deals: NonZero<u32>,
    /// Play all deals, also when it is decided before
    #[arg(long)]
    pub all: bool,
    /// What chance follows from: the same seed gives the same match, whatever the threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; by default as many as there are processors
    #[arg(long)]
    pub threads: Option<NonZero<usize>>,
}

/// Plays the match.
pub(crate) fn run(arguments: &MatchArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let seats = players::parse_programs(&arguments.players, "in a match")?;
    if seats.len() < 2 {
        let help = "name one for each seat: `--players think:2000,greedy`";
        return Err(Failure::advised("a match takes two players at least", help));
    }
    let selection = PackSelection::read(&arguments.composition)?;
    let compiled = selection.compile(&players::names(&seats), 1, console)?;
    let setup = Setup {
        players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
        record: Record::Off,
        ask_forced: false,
        ..Setup::default()
    };
    Game::new(compiled.rules.clone(), &setup).map_err(players::refused)?;
    let contest = Contest { rules: &compiled.rules, setup: &setup, seats: &seats, seed: arguments.seed };
    let threads = threads(arguments.threads);
    let most = arguments.deals.get() as usize;
    let mut standing = Standing::new(seats.len());
    let bar = progress(
        console.watched,
        most as u64,
        "{bar:40} {human_pos} of {human_len} deals at most, {eta} left",
    );
    for first in (0..most).step_by(BETWEEN_LOOKS) {
        let deals = first..most.min(first + BETWEEN_LOOKS);
        let games: Vec<(usize, usize)> =
            deals.flat_map(|deal| (0..seats.len()).map(move |turned| (deal, turned))).collect();
        let played = parallel_map(&games, threads, |_| 0, |(deal, turned)| contest.play(*deal, *turned));
        let outcomes = played.into_iter().zip(&games).map(|(played, (deal, _))| {
            played.map_err(|fault| {
                bar.finish_and_clear();
                let game = format!("deal {} of `--seed {}`", deal + 1, arguments.seed);
                narration::fault(&fault, &compiled.sources, &game)
            })
        });
        let outcomes = outcomes.collect::<Result<Vec<Outcome>, Failure>>()?;
        outcomes.chunks(seats.len()).for_each(|games| standing.add(games));
        bar.set_position(standing.deals());
        if standing.is_decided() && !arguments.all {
            break;
        }
    }
    bar.finish_and_clear();
    let report =
        Report { title: selection.title(), seats: &seats, standing: &standing, seed: arguments.seed };
    match console.is_json() {
        true => console.document(&report.document())?,
        false => report.tell(console.out)?,
    }
    Ok(Exit::Fine)
}

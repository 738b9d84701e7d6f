//! `rota match`: players against each other, until it is decided who is better.

mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::rc::Rc;

use clap::Args;
use rota::{CompiledGame, Game, Record, Setup, parallel_map};
use rota_batch::{Contest, Outcome, Seat, Standing};

use crate::arguments::CompositionArguments;
use crate::console::{Console, progress};
use crate::exit::{Exit, Failure};
use crate::narration;
use crate::packs::PackSelection;
use crate::picture_file::{Form, write_beside};
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
    /// Who plays against whom, one for each seat: `think:2000,greedy`, each with or without a name; may stand several
    /// times, for a match each
    #[arg(long, value_name = "[NAME=]PLAYER,…", default_value = "think,greedy")]
    pub players: Vec<String>,
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
    /// Also draw by how many points the players are ahead of one another: `.svg`, `.png`
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Plays the matches.
pub(crate) fn run(arguments: &MatchArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let form = arguments.output.as_deref().map(Form::of).transpose()?;
    if form == Some(Form::Stream) {
        return Err(Failure::advised("a match writes its figures there", "name a file for the picture"));
    }
    let tables = arguments.players.iter().map(|players| read_seats(players));
    let tables = tables.collect::<Result<Vec<_>, Failure>>()?;
    let selection = PackSelection::read(&arguments.composition)?;
    // All of them are looked at before the first is played.
    let mut opened: Vec<Table> = Vec::new();
    for seats in tables {
        let table = Table::open(seats, &opened, &selection, console)?;
        opened.push(table);
    }
    let mut reports = Vec::new();
    for table in opened {
        let standing = table.play(arguments, console)?;
        reports.push(Report { title: selection.title(), seats: table.seats, standing, seed: arguments.seed });
    }
    match (reports.as_slice(), console.is_json()) {
        ([report], true) => console.document(&report.document())?,
        (several, true) => console.document(&report::document(several))?,
        (all, false) => report::tell(all, console.out)?,
    }
    if let (Some(form), Some(output)) = (form, &arguments.output) {
        write_beside(&rota_picture::plot(&report::plot(&reports)), form, output, console)?;
    }
    Ok(Exit::Fine)
}

/// Reads who plays in a match: two at least.
fn read_seats(players: &str) -> Result<Vec<Seat>, Failure> {
    let seats = players::parse_programs(players, "in a match")?;
    if seats.len() < 2 {
        let help = "name one for each seat: `--players think:2000,greedy`";
        return Err(Failure::advised("a match takes two players at least", help));
    }
    Ok(seats)
}

/// Players who are about to play a match.
struct Table {
    seats: Vec<Seat>,
    compiled: Rc<CompiledGame>,
    setup: Setup,
}

impl Table {
    /// Compiles the packs for the players, unless that was done for others of the same names.
    fn open(
        seats: Vec<Seat>,
        others: &[Table],
        selection: &PackSelection,
        console: &mut Console<'_>,
    ) -> Result<Table, Failure> {
        let names = players::names(&seats);
        let compiled = match others.iter().find(|other| players::names(&other.seats) == names) {
            Some(other) => Rc::clone(&other.compiled),
            None => Rc::new(selection.compile(&names, 1, console)?),
        };
        let setup = Setup {
            players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
            record: Record::Off,
            ask_forced: false,
            ..Setup::default()
        };
        Game::new(compiled.rules.clone(), &setup).map_err(players::refused)?;
        Ok(Table { seats, compiled, setup })
    }

    /// Plays the match.
    fn play(&self, arguments: &MatchArguments, console: &Console<'_>) -> Result<Standing, Failure> {
        let Table { seats, compiled, setup } = self;
        let contest = Contest { rules: &compiled.rules, setup, seats, seed: arguments.seed };
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
        Ok(standing)
    }
}

//! `rota report`: whether a game is fair, what decides it, and what its rules and tiles do.

mod tell;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use rota::{Diagnostic, parallel_map};
use rota_folder::write_atomically;
use rota_report::{Alternatives, CompiledSide, Gathered, Part, Plan, Report, Side, Stopped, Unplayable};

use crate::arguments::CompositionArguments;
use crate::console::{Console, progress};
use crate::exit::{Exit, Failure};
use crate::narration;
use crate::packs::PackSelection;
use crate::players;
use crate::threads::threads;

/// How many games one thread plays at least before it takes the next ones, and into how many parts they fall at most: what
/// each part found is kept until all are done.
const IN_ONE_GO: u64 = 16;
const GOES: u64 = 256;

/// Arguments of `rota report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub composition: CompositionArguments,
    /// Also play the same games by other rules, and tell what they change: packs with variants, and `OPTION=VALUE`, with
    /// commas between them; may stand several times
    #[arg(long, value_name = "PACK,…")]
    pub against: Vec<String>,
    /// Also play them with each variant and each other value of an option of the packs, and tell what that changes
    #[arg(long)]
    pub choices: bool,
    /// Also play them without each rule of the packs, or without each kind of tile and card, and tell what that changes
    #[arg(long, value_name = "WHAT,…", value_delimiter = ',')]
    pub without: Vec<Without>,
    /// How many games
    #[arg(long, default_value = "1000")]
    pub games: NonZero<u64>,
    /// Who plays, one for each seat: `greedy`, `think:500`, `uniform`, each with or without a name
    #[arg(long, value_name = "[NAME=]PLAYER,…", default_value = "greedy,greedy")]
    pub players: String,
    /// What chance follows from: the same seed gives the same report, whatever the threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; by default as many as there are processors
    #[arg(long)]
    pub threads: Option<NonZero<usize>>,
    /// Also write everything as one page with pictures, for a browser
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What packs may be played without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Without {
    /// Each rule, action and modifier
    Rules,
    /// Each kind of tile and card
    Tiles,
}

/// Plays, and tells.
pub(crate) fn run(arguments: &ReportArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let plan = plan(arguments)?;
    let own = compiled(&plan, plan.own())?;
    let games = arguments.games.get();
    let bar = progress(
        console.watched,
        games * (1 + plan.others().len() as u64),
        "{bar:40} {human_pos} of {human_len} games, {eta} left",
    );
    let mut gathered = Gathered::new(&plan);
    let played = play(&own, arguments, &bar)?;
    played.iter().for_each(|part| gathered.add(part));
    for (number, side) in plan.others().iter().enumerate() {
        let others = play(&compiled(&plan, side)?, arguments, &bar)?;
        played.iter().zip(&others).for_each(|(own, other)| gathered.compare(number, own, other));
    }
    bar.finish_and_clear();
    let report = Report::new(&plan, &own, &gathered);
    if let Some(output) = &arguments.output {
        write_atomically(output, report.page().as_bytes()).map_err(|error| {
            let message = format!("`{}` cannot be written: {error}", output.display());
            Failure::from(Diagnostic::error("files::unwritable", message))
        })?;
    }
    match console.is_json() {
        true => console.document(&report.document())?,
        false => tell::tell(&report, arguments.output.as_deref(), console.out)?,
    }
    Ok(Exit::Fine)
}

/// Reads packs, and what else the same games are played by.
fn plan(arguments: &ReportArguments) -> Result<Plan, Failure> {
    let seats = players::parse_programs(&arguments.players, "for a report")?;
    let selection = PackSelection::read(&arguments.composition)?;
    let names: Vec<String> = selection.names().into_iter().map(str::to_owned).collect();
    let title = selection.title();
    let mut plan = Plan::new(&title, selection.packs, selection.settings, &seats, arguments.seed);
    for given in &arguments.against {
        let other = PackSelection::read(&CompositionArguments::listed(given)?)?;
        plan.against(given, other.packs, other.settings);
    }
    let wants = |what| arguments.without.contains(&what);
    let alternatives = [
        (arguments.choices, Alternatives::Choices),
        (wants(Without::Rules), Alternatives::Rules),
        (wants(Without::Tiles), Alternatives::Tiles),
    ];
    for (_, what) in alternatives.into_iter().filter(|(is_wanted, _)| *is_wanted) {
        plan.try_each(what, &names)?;
    }
    Ok(plan)
}

fn compiled<'p>(plan: &'p Plan, side: &'p Side) -> Result<CompiledSide<'p>, Failure> {
    plan.compile(side).map_err(|why| match why {
        Unplayable::Packs(error) => error.into(),
        Unplayable::Setup(refused) => players::refused(refused),
    })
}

/// Plays all games of a side, in parts.
///
/// Errors: a rule that stopped.
fn play(
    side: &CompiledSide<'_>,
    arguments: &ReportArguments,
    bar: &ProgressBar,
) -> Result<Vec<Part>, Failure> {
    let games = arguments.games.get();
    let in_one_go = IN_ONE_GO.max(games.div_ceil(GOES));
    let goes: Vec<u64> = (0..games.div_ceil(in_one_go)).collect();
    let is_halted = AtomicBool::new(false);
    let work = |go: &u64| {
        let (begin, end) = (go * in_one_go, ((go + 1) * in_one_go).min(games));
        // Of an alternative that cannot be played further games say no more.
        let plays = !is_halted.load(Ordering::Relaxed);
        let played = side.play(begin..if plays { end } else { begin });
        is_halted.fetch_or(played.as_ref().is_ok_and(Part::is_halted), Ordering::Relaxed);
        bar.inc(end - begin);
        played
    };
    let played = parallel_map(&goes, threads(arguments.threads), |_| 0, work);
    let played: Result<Vec<Part>, Stopped> = played.into_iter().collect();
    played.map_err(|Stopped { number, fault }| {
        let game = format!("game {} of `--seed {}`", number + 1, arguments.seed);
        narration::fault(&fault, side.sources(), &game)
    })
}

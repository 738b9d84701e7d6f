//! `rota report`: whether a game is fair, what decides it, and what its rules and tiles do.

mod against;
mod choices;
mod claims;
mod figures;
mod page;
mod section;
mod sums;
mod tell;
mod watched;

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use rota::{
    CompiledGame, Diagnostic, Game, LoadedPacks, OptLevel, Record, RuleFault, Settings, Setup, parallel_map,
};
use rota_batch::{Batch, Seat};
use rota_folder::write_atomically;
use serde_json::{Map, Value, json};

use crate::arguments::{CompositionArguments, SCHEMA_VERSION};
use crate::console::{Console, progress};
use crate::exit::{Exit, Failure};
use crate::narration;
use crate::packs::PackSelection;
use crate::players;
use crate::threads::threads;

use against::{Measured, measure, measures};
use choices::Choice;
use claims::{Claim, Claims, FALSE_ALARMS};
use figures::Figures;
use section::Section;
use sums::Sums;
use watched::Watched;

/// How many games one thread plays at least before it takes the next ones, and into how many parts they fall at most: what
/// each part found is kept until all are done.
const IN_ONE_GO: u64 = 16;
const GOES: u64 = 256;

/// In one of so many games options are tried to see how much they differ: to try all costs more than to play.
const STAKES_IN: u64 = 4;

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

/// All there is to tell.
struct Report {
    title: String,
    /// The packs with their versions.
    packs: Vec<String>,
    against: Vec<String>,
    seats: Vec<Seat>,
    games: u64,
    seed: u64,
    sections: Vec<Section>,
    claims: Claims,
}

/// Plays, and tells.
pub(crate) fn run(arguments: &ReportArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let seats = players::parse_programs(&arguments.players, "for a report")?;
    let selection = PackSelection::read(&arguments.composition)?;
    let others = arguments.against.iter().map(|given| {
        let side = CompositionArguments::listed(given)?;
        Ok((given, PackSelection::read(&side)?))
    });
    let others = others.collect::<Result<Vec<_>, Failure>>()?;
    let table = Table { seats: &seats, arguments };
    let (packs, settings) = (&selection.packs, &selection.settings);
    let compiled = table.compile(packs, settings)?;
    let (sums, own) = table.play(selection.title(), &compiled, console)?;
    let mut claims = Claims::default();
    let mut sections =
        Figures { rules: &compiled.rules, packs, seats: &seats, sums: &sums }.sections(&mut claims);
    for (given, other) in &others {
        let compiled = table.compile(&other.packs, &other.settings)?;
        let (_, measured) = table.play((*given).clone(), &compiled, console)?;
        sections.push(against::section(&own, &measured, &mut claims));
    }
    if arguments.choices {
        let mut played = Vec::new();
        for Choice { words, settings } in choices::choices(&selection)? {
            // What does not go with the rest of the composition is told as such.
            let measured = match table.compile(packs, &settings) {
                Ok(compiled) => Some(table.play(words.clone(), &compiled, console)?.1),
                Err(_) => None,
            };
            played.push((words, measured));
        }
        sections.push(choices::section(&own, &played, &mut claims));
    }
    let packs = selection.packs.packs.iter().map(|pack| {
        let version = pack.version().map_or("", |version| version.node.as_str());
        format!("{} {version}", pack.name)
    });
    let packs = packs.collect();
    let report = Report {
        title: selection.title(),
        packs,
        against: arguments.against.clone(),
        seats,
        games: arguments.games.get(),
        seed: arguments.seed,
        sections,
        claims,
    };
    if let Some(output) = &arguments.output {
        write_atomically(output, report.page().as_bytes()).map_err(|error| {
            let message = format!("`{}` cannot be written: {error}", output.display());
            Failure::from(Diagnostic::error("files::unwritable", message))
        })?;
    }
    match console.is_json() {
        true => console.document(&report.document())?,
        false => report.tell(arguments.output.as_deref(), console.out)?,
    }
    Ok(Exit::Fine)
}

/// Who plays, and how much.
struct Table<'t> {
    seats: &'t [Seat],
    arguments: &'t ReportArguments,
}

impl Table<'_> {
    /// Compiles packs for games in which it is counted which rules run.
    fn compile(&self, packs: &LoadedPacks, settings: &Settings) -> Result<CompiledGame, rota::Error> {
        packs.compile(&settings.clone().opt_level(OptLevel::Profile).seats(players::names(self.seats)))
    }

    /// Plays all games with some packs.
    ///
    /// Errors: seats that the packs do not allow, a rule that stopped.
    fn play(
        &self,
        title: String,
        compiled: &CompiledGame,
        console: &mut Console<'_>,
    ) -> Result<(Sums, Measured), Failure> {
        let Table { seats, arguments } = *self;
        let setup = Setup {
            players: u8::try_from(seats.len()).unwrap_or(u8::MAX),
            record: Record::Full,
            ask_forced: true,
            // Only how often rules run is told.
            profile: Some(|| 0),
            ..Setup::default()
        };
        Game::new(compiled.rules.clone(), &setup).map_err(players::refused)?;
        let games = arguments.games.get();
        let batch = Batch {
            rules: &compiled.rules,
            setup: &setup,
            seats,
            games: 0..games,
            seed: arguments.seed,
            keeps_results: false,
        };
        let in_one_go = IN_ONE_GO.max(games.div_ceil(GOES));
        let goes: Vec<u64> = (0..games.div_ceil(in_one_go)).collect();
        let is_compared = arguments.choices || !arguments.against.is_empty();
        let bar = progress(console.watched, games, "{bar:40} {human_pos} of {human_len} games, {eta} left");
        let work = |go: &u64| {
            let played = play_some(&batch, go * in_one_go..((go + 1) * in_one_go).min(games), is_compared);
            bar.inc(in_one_go);
            played
        };
        let played = parallel_map(&goes, threads(arguments.threads), |_| 0, work);
        bar.finish_and_clear();
        let mut sums = Sums::new(&compiled.rules, seats.len());
        let names = measures(&compiled.rules, seats);
        let mut measured = Measured { title, names, values: Vec::new() };
        for some in played {
            let (theirs, values) = some.map_err(|stopped| {
                let (number, fault) = *stopped;
                let game = format!("game {} of `--seed {}`", number + 1, arguments.seed);
                narration::fault(&fault, &compiled.sources, &game)
            })?;
            sums.join(theirs);
            measured.values.extend(values);
        }
        Ok((sums, measured))
    }
}

/// What some games had in common, and what was measured of each; or the number of the one that a rule stopped.
type Played = Result<(Sums, Vec<Vec<i64>>), Box<(u64, RuleFault)>>;

/// Plays some games; each is measured where it is compared with others.
fn play_some(batch: &Batch<'_>, numbers: std::ops::Range<u64>, is_compared: bool) -> Played {
    let mut sums = Sums::new(batch.rules, batch.seats.len());
    let mut values = Vec::new();
    let Ok(mut game) = Game::new(batch.rules.clone(), batch.setup) else { return Ok((sums, values)) };
    let mut copy = game.fork();
    for number in numbers {
        let mut deciders = batch.begin(&mut game, number);
        let watched = Watched::play(&mut game, &mut deciders, &mut copy, number % STAKES_IN == 0)
            .map_err(|fault| Box::new((number, fault)))?;
        if is_compared {
            values.push(measure(&watched, batch.rules.program().declared.reasons.len()));
        }
        sums.add(&watched);
    }
    Ok((sums, values))
}

impl Report {
    /// All figures for programs.
    fn document(&self) -> Value {
        let seats = self.seats.iter();
        let seats = seats.map(|seat| json!({ "name": seat.name, "player": seat.kind.to_string() }));
        let mut sections: Map<String, Value> = Map::new();
        let mut against = Vec::new();
        for section in &self.sections {
            match section.key {
                "against" => against.push(section.document()),
                key => {
                    sections.insert(key.to_owned(), section.document());
                }
            }
        }
        let against = self.against.iter().zip(against);
        let against = against.map(|(given, rows)| json!({ "given": given, "measures": rows }));
        json!({
            "schema_version": SCHEMA_VERSION,
            "composition": self.title,
            "packs": self.packs,
            "games": self.games,
            "seed": self.seed,
            "players": seats.collect::<Vec<_>>(),
            "looked_for": self.claims.tried(),
            "false_alarms": FALSE_ALARMS,
            "found": self.claims.found().into_iter().map(Claim::document).collect::<Vec<_>>(),
            "sections": sections,
            "against": against.collect::<Vec<_>>(),
        })
    }
}

//! `rota bench`: how fast games are played, measured and told as one table.

mod editor;
mod probe;
mod table;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rota::{Record, Rules, Setup};

use crate::arguments::CompositionArguments;
use crate::console::{Console, progress};
use crate::exit::{Exit, Failure};
use crate::files::{Files, Resolved};
use crate::layer::Origin;
use crate::packs::PackSelection;
use crate::text::counted;

use editor::Editor;
use probe::{Copies, Measured, Play, Probe};
use table::{BenchTable, Figure, Row, Target};

/// What is measured without a word: composition files and packs of the house.
const USUAL: [&str; 5] = ["base", "all_three", "inns", "six_large", "everything"];

/// The part of the first's tiles that are laid in the same time at least, where it is another one than `LEAST_TILES`.
const LEAST_TILES_OF: [(&str, f64); 2] = [("six_large", 0.4), ("everything", 0.25)];
const LEAST_TILES: f64 = 0.5;

/// How many copies of the tile sets are in play while growth is measured.
const COPIES: [usize; 4] = [2, 4, 8, 16];

/// The composition that is open while somebody types.
const EDITED: &str = "everything";

/// Growth is measured up to so many tiles. On a larger table a rule that offers all of it may run for too long.
const MOST_TILES: usize = 3_000;

/// Other programs for which there is a target, by the name they are given: the least part of their games that is
/// played in the same time, or the most of their time that the same games take.
const BESIDE: [(&str, Target); 2] = [("floor", Target::AtLeast(0.25)), ("native", Target::AtMost(1.5))];

/// Arguments of `rota bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    /// Packs and composition files, each measured by itself; all others are held against the first
    #[arg(value_name = "PACK[@VARIANT]", default_values = USUAL)]
    pub packs: Vec<String>,
    /// Another program for the game of the first, run in every round; it prints `"games_per_s":N`. Its words are
    /// separated by spaces
    #[arg(long, value_name = "NAME=PROGRAM", value_parser = named)]
    pub beside: Vec<(String, String)>,
    /// How often everything is measured; the medians count
    #[arg(long, value_name = "N", default_value = "3")]
    pub rounds: NonZero<u16>,
    /// How long each figure is measured in a round
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub seconds: Duration,
    /// The program whose `check` and `lsp` are timed; without it this one
    #[arg(long, value_name = "PROGRAM")]
    pub checker: Option<PathBuf>,
}

/// Measures and tells.
pub(crate) fn run(arguments: &BenchArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut bench = Bench::default();
    for pack in &arguments.packs {
        bench.composition(pack, &arguments.beside, console)?;
    }
    let program = arguments.checker.clone().map_or_else(std::env::current_exe, Ok)?;
    if arguments.packs.iter().any(|pack| pack == EDITED) {
        bench.editor(&program)?;
    }
    bench.check(program);
    let rounds = bench.measure(arguments, console)?;
    let table = BenchTable { rows: &bench.rows, rounds: &rounds, seconds: arguments.seconds };
    match console.is_json() {
        true => console.document(&table.document())?,
        false => table.tell(console.out)?,
    }
    Ok(Exit::Fine)
}

/// What is to be measured, and the figures that are made of it.
#[derive(Default)]
struct Bench {
    probes: Vec<Probe>,
    rows: Vec<Row>,
    /// The probe of the first composition.
    first: Option<usize>,
}

impl Bench {
    fn add(&mut self, probe: Probe) -> usize {
        self.probes.push(probe);
        self.probes.len() - 1
    }

    fn row(&mut self, group: &str, key: impl Into<String>, name: impl Into<String>, figure: Figure) {
        let (group, key, name) = (group.to_owned(), key.into(), name.into());
        self.rows.push(Row { group, key, name, figure, target: None });
    }

    fn target(&mut self, target: Target) {
        if let Some(row) = self.rows.last_mut() {
            row.target = Some(target);
        }
    }

    /// Everything about one composition.
    fn composition(
        &mut self,
        pack: &str,
        programs: &[(String, String)],
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let composition = CompositionArguments::of(pack);
        let selection = PackSelection::read(&composition)?;
        let rules = selection.compile(&[], 1, console)?.rules;
        let players = rules.program().declared.players.0;
        let setup = Setup { players, record: Record::Statistics, ask_forced: true, ..Setup::default() };
        let lead = self.play(&rules, &setup)?;
        let two = self.add(Probe::Play(Box::new(Play::new(&rules, &setup, 2)?)));
        self.row(pack, "games_per_cpu_second", "games per CPU second", Figure::Games(lead));
        self.row(pack, "tiles_per_cpu_second", "tiles per CPU second", Figure::Tiles(lead));
        match self.first {
            None => {
                self.first = Some(lead);
                programs.iter().for_each(|(name, words)| self.beside(pack, lead, name, words));
            }
            Some(first) => {
                let figure = Figure::TileRatio(lead, first);
                self.row(pack, "tiles_against_first", "tiles against the first's", figure);
                let own = LEAST_TILES_OF.iter().find(|(known, _)| *known == pack);
                self.target(Target::AtLeast(own.map_or(LEAST_TILES, |(_, least)| *least)));
            }
        }
        self.row(pack, "two_threads", "two threads against one, on the clock", Figure::Clock(two, lead));
        self.target(Target::AtLeast(1.8));
        let off = self.play(&rules, &Setup { record: Record::Off, ..setup.clone() })?;
        let full = self.play(&rules, &Setup { record: Record::Full, ..setup.clone() })?;
        self.row(pack, "history", "time with a history against none", Figure::GameRatio(off, full));
        self.target(Target::AtMost(1.3));
        let copies = self.add(Probe::Copies(Box::new(Copies::new(&rules, &setup)?)));
        self.row(pack, "copy_ns", "copy of a game half way, ns", Figure::Nanoseconds(copies));
        self.target(Target::AtMost(2000.0));
        self.copies(pack, lead, &selection, &setup)?;
        self.players(pack, lead, &rules, &setup)
    }

    /// Games on one thread.
    fn play(&mut self, rules: &Arc<Rules>, setup: &Setup) -> Result<usize, Failure> {
        Play::new(rules, setup, 1).map(|play| self.add(Probe::Play(Box::new(play))))
    }

    /// The same game by another program.
    fn beside(&mut self, pack: &str, lead: usize, name: &str, words: &str) {
        let probe = self.add(Probe::Beside(words.to_owned()));
        let title = format!("games per CPU second of {name}");
        self.row(pack, format!("beside_{name}"), title, Figure::Games(probe));
        let target = BESIDE.iter().find(|(known, _)| *known == name).map(|(_, target)| *target);
        match target {
            Some(Target::AtMost(_)) => {
                let (key, title) = (format!("time_against_{name}"), format!("time of a game against {name}"));
                self.row(pack, key, title, Figure::GameRatio(probe, lead));
            }
            Some(Target::AtLeast(_)) | None => {
                let (key, title) =
                    (format!("games_against_{name}"), format!("games against those of {name}"));
                self.row(pack, key, title, Figure::GameRatio(lead, probe));
            }
        }
        if let Some(target) = target {
            self.target(target);
        }
    }

    /// How the time of a tile grows with the size of the game.
    fn copies(
        &mut self,
        pack: &str,
        lead: usize,
        selection: &PackSelection,
        setup: &Setup,
    ) -> Result<(), Failure> {
        let mut grown = vec![(1, lead)];
        for copies in COPIES {
            // The largest sets may also be more than a board holds.
            let settings = selection.settings.clone().copies(copies);
            let grows = selection.packs.compile(&settings).ok();
            if let Some(compiled) = grows.filter(|game| game.rules.stock().tiles.len() <= MOST_TILES) {
                grown.push((copies, self.play(&compiled.rules, setup)?));
            }
        }
        if let Some((_, four)) = grown.iter().find(|(copies, _)| *copies == 4) {
            self.row(pack, "four_copies", "a tile, four copies against one", Figure::TileRatio(lead, *four));
            self.target(Target::AtMost(1.15));
        }
        for (copies, probe) in grown {
            let name = format!("a tile, {copies} × the tile set, ns");
            self.row(pack, format!("tile_ns_copies_{copies}"), name, Figure::Tile(probe));
        }
        Ok(())
    }

    /// How the time of a tile grows with the table.
    fn players(&mut self, pack: &str, lead: usize, rules: &Arc<Rules>, setup: &Setup) -> Result<(), Failure> {
        let (least, most) = rules.program().declared.players;
        for players in least..=most {
            let setup = Setup { players, ..setup.clone() };
            let probe = if players == least { lead } else { self.play(rules, &setup)? };
            let name = format!("a tile, {}, ns", counted(usize::from(players), "player"));
            self.row(pack, format!("tile_ns_players_{players}"), name, Figure::Tile(probe));
        }
        Ok(())
    }

    fn check(&mut self, program: PathBuf) {
        let check = self.add(Probe::Check(program));
        self.row("all packs", "check_ms", "a cold `rota check`, ms", Figure::Milliseconds(check));
        self.target(Target::AtMost(150.0));
    }

    /// Typing in the longest rule file of a composition, and in the composition itself. An editor needs files: what is
    /// built into the program is not typed in.
    fn editor(&mut self, program: &Path) -> Result<(), Failure> {
        let mut files = Files::find()?;
        let (Some(folder), Resolved::Composition(Origin::File(composition))) =
            (files.home().map(Path::to_owned), files.resolve(EDITED)?)
        else {
            return Ok(());
        };
        let selection = PackSelection::read(&CompositionArguments::of(EDITED))?;
        let longest = selection.packs.files.iter().flatten().max_by_key(|file| file.text.len());
        let Some(rules) = longest.map(|file| Path::new(&*file.name).canonicalize()).transpose()? else {
            return Ok(());
        };
        let mut open = |files| {
            let (program, folder) = (program.to_owned(), folder.clone());
            self.add(Probe::Editor(Box::new(Editor { program, folder, files })))
        };
        let in_rules = open(vec![composition.clone(), rules]);
        let in_composition = open(vec![composition]);
        for (key, name, probe) in [
            ("key_ms_rules", "a key in rules to diagnostics, p95, ms", in_rules),
            ("key_ms_composition", "a key in the file of all, p95, ms", in_composition),
        ] {
            self.row(EDITED, key, name, Figure::Milliseconds(probe));
            self.target(Target::AtMost(20.0));
        }
        if Editor::knows_memory() {
            self.row(EDITED, "server_mb", "memory of the language server, MB", Figure::Megabytes(in_rules));
            self.target(Target::AtMost(150.0));
        }
        Ok(())
    }

    /// Runs every probe once in each round, so that all figures of a round come from the same minutes.
    fn measure(
        &self,
        arguments: &BenchArguments,
        console: &Console<'_>,
    ) -> Result<Vec<Vec<Measured>>, Failure> {
        let count = u64::from(arguments.rounds.get()) * self.probes.len() as u64;
        let bar = progress(console.watched, count, "{bar:40} {pos} of {len} measured, {eta} left");
        let round = |number: u16| {
            let measured = self.probes.iter().map(|probe| {
                let measured = probe.run(arguments.seconds, u64::from(number));
                bar.inc(1);
                measured
            });
            measured.collect()
        };
        let rounds = (1..=arguments.rounds.get()).map(round).collect();
        bar.finish_and_clear();
        rounds
    }
}

/// Reads `NAME=PROGRAM`.
fn named(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, words)) if !name.trim().is_empty() && !words.trim().is_empty() => {
            Ok((name.trim().to_owned(), words.trim().to_owned()))
        }
        _ => Err("it is written as NAME=PROGRAM".to_owned()),
    }
}

/// Reads a time of more than nothing.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "it takes a number above 0".to_owned())
}

//! What is measured: playing, copying, checking, typing, and the work of other programs.

#![expect(clippy::float_arithmetic, reason = "rates are for people to read")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use super::editor::Editor;
use crate::exit::Failure;
use crate::players;
use rota::{Game, Rules, Setup, Uniform};
use rota_batch::{Batch, Seat};

/// How many games tell how many can be played in the time that is given.
const TRIAL: u64 = 8;

/// How many copies are made between two looks at the clock.
const COPIES: u32 = 1000;

/// How often `check` runs in a round; the median counts.
const CHECKS: usize = 3;

/// What a probe found in one round; 0 where it does not measure that.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measured {
    /// How often it was done in a second of processor time.
    pub rate: f64,
    /// How many tiles were laid in a second of processor time.
    pub tiles: f64,
    /// How often it was done in a second on the clock.
    pub clock: f64,
    /// How many megabytes it took at the most.
    pub memory: f64,
}

/// Something that can be measured.
pub(super) enum Probe {
    /// Games between uniform players, as `rota sim` plays them.
    Play(Box<Play>),
    /// Copies of a game over another one.
    Copies(Box<Copies>),
    /// A program that says itself how many games it plays.
    Beside(String),
    /// A program that is started to check all packs.
    Check(PathBuf),
    /// Somebody who types.
    Editor(Box<Editor>),
}

impl Probe {
    /// Measures for about so long.
    ///
    /// Errors: a rule that stops a game, a program that does not run or says no figure.
    pub fn run(&self, time: Duration, round: u64) -> Result<Measured, Failure> {
        match self {
            Probe::Play(play) => play.run(time, round),
            Probe::Copies(copies) => Ok(copies.run(time)),
            Probe::Beside(words) => beside(words),
            Probe::Check(program) => check(program),
            Probe::Editor(editor) => editor.run(),
        }
    }
}

/// Games of one composition.
pub(super) struct Play {
    rules: Arc<Rules>,
    setup: Setup,
    seats: Vec<Seat>,
    threads: usize,
}

impl Play {
    /// Games with one uniform player on each seat of the setup.
    ///
    /// Errors: a setup that the packs do not allow.
    pub fn new(rules: &Arc<Rules>, setup: &Setup, threads: usize) -> Result<Play, Failure> {
        Game::new(Arc::clone(rules), setup).map_err(players::refused)?;
        let seats = Seat::parse(&vec!["uniform"; usize::from(setup.players)].join(","))?;
        Ok(Play { rules: Arc::clone(rules), setup: setup.clone(), seats, threads })
    }

    fn run(&self, time: Duration, round: u64) -> Result<Measured, Failure> {
        let trial = self.play(TRIAL, round)?;
        let games = (trial.clock * time.as_secs_f64()).ceil();
        self.play((games as u64).max(1), round)
    }

    fn play(&self, games: u64, seed: u64) -> Result<Measured, Failure> {
        let plan = Batch {
            rules: &self.rules,
            setup: &self.setup,
            seats: &self.seats,
            games: 0..games,
            seed,
            keeps_results: false,
        };
        let (clock, processor) = (Instant::now(), ProcessTime::now());
        let totals = plan.play(self.threads, None);
        let (processor, clock) = (processor.elapsed(), clock.elapsed());
        if let Some((_, fault)) = &totals.fault {
            return Err(Failure::usage(format!("a game could not go on: {fault}")));
        }
        let rate = |count: f64, time: Duration| count / time.as_secs_f64().max(f64::MIN_POSITIVE);
        let games = games as f64;
        Ok(Measured {
            rate: rate(games, processor),
            tiles: rate(games * totals.placed.mean(), processor),
            clock: rate(games, clock),
            ..Measured::default()
        })
    }
}

/// A game half way to its end.
pub(super) struct Copies {
    game: Game,
}

impl Copies {
    /// A game in which half of the tiles lie.
    ///
    /// Errors: a setup that the packs do not allow.
    pub fn new(rules: &Arc<Rules>, setup: &Setup) -> Result<Copies, Failure> {
        let mut game = Game::new(Arc::clone(rules), setup).map_err(players::refused)?;
        let mut player = Uniform::new(1);
        let half = rules.stock().tiles.len() / 2;
        while game.position().board().tiles().len() < half
            && let Some(decision) = game.decision()
        {
            let picked = player.pick(&decision);
            if game.pick(picked).is_err() {
                break;
            }
        }
        Ok(Copies { game })
    }

    fn run(&self, time: Duration) -> Measured {
        let mut copy = self.game.fork();
        let (start, mut copies) = (ProcessTime::now(), 0);
        while copies == 0 || start.elapsed() < time {
            for _ in 0..COPIES {
                copy.copy_from(black_box(&self.game));
                black_box(&mut copy);
            }
            copies += COPIES;
        }
        Measured { rate: f64::from(copies) / start.elapsed().as_secs_f64(), ..Measured::default() }
    }
}

/// Runs another program and reads the figure that it prints.
fn beside(words: &str) -> Result<Measured, Failure> {
    let mut parts = words.split_whitespace();
    let output = Command::new(parts.next().unwrap_or_default()).args(parts).output();
    let output = output.map_err(|error| Failure::usage(format!("`{words}` does not run: {error}")))?;
    let rate = figure(&String::from_utf8_lossy(&output.stdout));
    let rate = rate.ok_or_else(|| Failure::usage(format!("`{words}` prints no `\"games_per_s\":N`")))?;
    Ok(Measured { rate, ..Measured::default() })
}

fn figure(text: &str) -> Option<f64> {
    let (_, rest) = text.split_once("\"games_per_s\":")?;
    let end = rest.find([',', '}', '\n']).unwrap_or(rest.len());
    rest[..end].trim().parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0)
}

/// Starts a program anew to check all packs.
fn check(program: &Path) -> Result<Measured, Failure> {
    let mut times = Vec::new();
    for _ in 0..CHECKS {
        let start = Instant::now();
        let mut command = Command::new(program);
        let status = command.arg("check").stdout(Stdio::null()).stderr(Stdio::null()).status();
        times.push(start.elapsed());
        if !status.is_ok_and(|status| status.success()) {
            return Err(Failure::usage(format!("`{} check` does not pass", program.display())));
        }
    }
    times.sort();
    let median = times.get(CHECKS / 2).copied().unwrap_or_default().as_secs_f64();
    Ok(Measured { rate: 1.0 / median.max(f64::MIN_POSITIVE), ..Measured::default() })
}

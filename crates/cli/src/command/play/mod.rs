//! `rota play`: one game, played by people and programs.

mod ask;
mod menu;
mod show;

use std::path::{Path, PathBuf};

use clap::Args;
use rota::{CompiledGame, Head, Session};
use rota_batch::{Decider, Kind, Seat};

use crate::account::Accountant;
use crate::arguments::CompositionArguments;
use crate::console::Console;
use crate::drawing::Theme;
use crate::exit::{Exit, Failure};
use crate::narration::{self, Teller};
use crate::packs::PackSelection;
use crate::players;
use crate::saves::{self, Saved};
use crate::threads::processors;

use show::Show;

/// Who plays where nobody says so: somebody who wants to play.
const PEOPLE: &str = "red=human,blue=greedy";

/// Who plays where nobody says so and nobody can be asked.
const PROGRAMS: &str = "red=greedy,blue=uniform";

/// Arguments of `rota play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Packs: a name under `rulesets` or a path to a folder, with variants behind `@`
    #[arg(value_name = "PACK[@VARIANT]", required_unless_present = "resume")]
    pub packs: Vec<String>,
    /// Which start is taken where packs name several: a pack, or a start as `SET/TILE`
    #[arg(long, value_name = "PACK")]
    pub start: Option<String>,
    /// Set an option of the packs, over all variants
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Who plays: names and how they decide, `human` (asked here), `uniform` (any option) or `greedy` (what pays at
    /// once); with `--resume` only those who decide differently now
    #[arg(long, value_name = "NAME=PLAYER,…")]
    pub players: Option<String>,
    /// What chance follows from: the same seed gives the same game
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many copies of each tile set are in play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub copies: u16,
    /// Write the game to a file, at every decision
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with a saved game; it is not written again unless `--save` says where
    #[arg(long, value_name = "FILE", conflicts_with_all = ["packs", "start", "set", "seed", "copies"])]
    pub resume: Option<PathBuf>,
    /// Go on although packs have changed since the game was saved, as far as it still holds
    #[arg(long, requires = "resume", conflicts_with = "packs")]
    pub accept_changes: bool,
    /// Play to the end without asking anybody
    #[arg(long)]
    pub auto: bool,
    /// Show only the end
    #[arg(long)]
    pub quiet: bool,
}

/// Plays the game.
pub(crate) fn run(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let begun = match &arguments.resume {
        Some(path) => Begun::again(arguments, path, console)?,
        None => Begun::anew(arguments, console)?,
    };
    let people: Vec<usize> = begun
        .seats
        .iter()
        .enumerate()
        .filter(|(_, seat)| seat.kind == Kind::Human)
        .map(|(seat, _)| seat)
        .collect();
    if let Some(person) = people.first().and_then(|seat| begun.seats.get(*seat)) {
        check_people(arguments, &person.name, console)?;
    }
    if let Some(path) = &arguments.save {
        let is_own = arguments.resume.as_ref().is_some_and(|own| is_same_file(own, path));
        saves::may_write(path, is_own || people.is_empty())?;
    }
    let theme = Theme::new(&begun.compiled, &begun.seats);
    let teller = Teller { sources: &begun.compiled.sources, theme: &theme };
    let is_shown = !arguments.quiet && !console.is_json();
    let show = Show::new(teller, &people, is_shown);
    let file = arguments.save.clone();
    let Begun { session, seats, .. } = begun;
    let accountant = Accountant { selection: &begun.selection, theme: &theme };
    let mut play = Play { session, seats, show, accountant, file, save_failed: false, is_welcome: false };
    play.play(arguments, &begun.selection, &begun.compiled, console)
}

/// Refuses what does not go together with people at the table.
fn check_people(arguments: &PlayArguments, person: &str, console: &Console<'_>) -> Result<(), Failure> {
    let help = format!("let a program decide: `--players {person}={}`, and others as they are", Kind::Greedy);
    if arguments.auto {
        return Err(Failure::advised(format!("`{person}` is a person, and `--auto` asks nobody"), help));
    }
    if console.is_json() {
        return Err(Failure::advised(format!("`{person}` is a person, who reads no JSON"), help));
    }
    if arguments.quiet {
        let help = "leave `--quiet` out";
        return Err(Failure::advised(format!("`{person}` is a person, who has to see the game"), help));
    }
    Ok(())
}

fn is_same_file(one: &Path, two: &Path) -> bool {
    match (one.canonicalize(), two.canonicalize()) {
        (Ok(one), Ok(two)) => one == two,
        _ => false,
    }
}

/// A game that can be played on.
struct Begun {
    session: Session,
    seats: Vec<Seat>,
    selection: PackSelection,
    compiled: CompiledGame,
}

impl Begun {
    /// Begins a new game.
    fn anew(arguments: &PlayArguments, console: &mut Console<'_>) -> Result<Begun, Failure> {
        let nobody_asked = arguments.auto || arguments.quiet || console.is_json();
        let default = if nobody_asked { PROGRAMS } else { PEOPLE };
        let seats = Seat::parse(arguments.players.as_deref().unwrap_or(default))?;
        let composition = CompositionArguments {
            packs: arguments.packs.clone(),
            start: arguments.start.clone(),
            set: arguments.set.clone(),
        };
        let selection = PackSelection::read(&composition)?;
        let compiled = selection.compile(&players::names(&seats), usize::from(arguments.copies), console)?;
        let head = Head {
            packs: selection.given.clone(),
            variants: selection.variants(),
            options: selection.set(),
            start: selection.settings.start_name().map(str::to_owned),
            copies: arguments.copies,
            seed: arguments.seed,
            players: players::to_save(&seats),
            pins: selection.packs.pins(),
        };
        let session = Session::begin(head, &compiled).map_err(players::refused)?;
        Ok(Begun { session, seats, selection, compiled })
    }

    /// Goes on with a saved game.
    fn again(arguments: &PlayArguments, path: &Path, console: &mut Console<'_>) -> Result<Begun, Failure> {
        let mut saved = Saved::open(path, arguments.accept_changes, console)?;
        let others = arguments.players.as_deref().map(Seat::parse).transpose()?;
        let seats = players::from_save(&saved.save.head.players, &others.unwrap_or_default())?;
        saved.save.head.players = players::to_save(&seats);
        let mut session = saved.session(None)?;
        session.repin(saved.selection.packs.pins());
        let game = session.game();
        let points: Vec<String> = (0..)
            .zip(game.points())
            .map(|(seat, points)| format!("{} {points}", game.rules().seat(seat)))
            .collect();
        let next = game.decision().map(|decision| game.rules().seat(decision.who()));
        if !console.is_json() {
            writeln!(
                console.out,
                "{}: move {}, turn {}, {}; {}",
                saved.name,
                session.moves(),
                game.position().turn(),
                points.join(", "),
                next.map_or("the game is over".to_owned(), |next| format!("{next} decides")),
            )?;
        }
        Ok(Begun { session, seats, selection: saved.selection, compiled: saved.compiled })
    }
}

/// A game being played.
struct Play<'a> {
    session: Session,
    seats: Vec<Seat>,
    show: Show<'a>,
    accountant: Accountant<'a>,
    /// Where the game is written at every decision.
    file: Option<PathBuf>,
    /// Whether the last time failed.
    save_failed: bool,
    /// Whether people were told how to answer.
    is_welcome: bool,
}

impl Play<'_> {
    fn play(
        &mut self,
        arguments: &PlayArguments,
        selection: &PackSelection,
        compiled: &CompiledGame,
        console: &mut Console<'_>,
    ) -> Result<Exit, Failure> {
        self.show.begin(&self.session, &self.seats, selection, compiled, console)?;
        if arguments.resume.is_some() {
            self.show.skip_to_turn(self.session.game());
        }
        if let Some(file) = &self.file {
            // Better now than when the game is lost.
            let wrong = |error| Failure::usage(format!("`{}` cannot be written: {error}", file.display()));
            saves::write(file, &self.session.save()).map_err(wrong)?;
        }
        self.show.tell(self.session.game(), console)?;
        while let Some(who) = self.session.game().decision().map(|decision| decision.who()) {
            let Some(seat) = self.seats.get(who) else { break };
            if seat.kind == Kind::Human {
                if self.ask(who, console)? == ask::Flow::Leave {
                    return self.leave(console);
                }
            } else {
                let mut decider = self.decider(seat.kind);
                let choice = decider.decide(self.session.game());
                // What was picked among the options is one of them, so it is never refused.
                if self.session.choose(choice).is_err() {
                    break;
                }
            }
            self.write(console)?;
            self.show.tell(self.session.game(), console)?;
        }
        if let Some(fault) = self.session.game().fault() {
            let game = match &arguments.resume {
                Some(file) => format!("the game in `{}`", file.display()),
                None => format!("the game with `--seed {}`", arguments.seed),
            };
            return Err(narration::fault(fault, self.show.teller.sources, &game));
        }
        match console.is_json() {
            true => {
                let document = self.show.document(&self.session, &self.seats, selection);
                console.document(&document)?;
            }
            false => self.show.end(self.session.game(), console)?,
        }
        Ok(if self.save_failed { Exit::CouldNot } else { Exit::Fine })
    }

    /// A program for the move that is next.
    fn decider(&self, kind: Kind) -> Decider {
        Decider::new(kind, self.session.seed_of_move(), processors())
    }

    /// Writes the game where it is to be written. A failure does not end the game, which would then be lost.
    fn write(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        let written = saves::write(file, &self.session.save());
        self.save_failed = written.is_err();
        if let Err(error) = written {
            writeln!(console.err, "`{}` could not be written: {error}", file.display())?;
            console.err.flush()?;
        }
        Ok(())
    }

    /// Says how to go on with the game that is left.
    fn leave(&self, console: &mut Console<'_>) -> Result<Exit, Failure> {
        let moves = self.session.moves();
        match &self.file {
            Some(file) if !self.save_failed => {
                writeln!(
                    console.out,
                    "left at move {moves}: `rota play --resume {0} --save {0}` goes on",
                    file.display()
                )?;
            }
            Some(_) => writeln!(console.out, "left at move {moves}, and not saved")?,
            None => writeln!(console.out, "left at move {moves}, and not saved: `--save FILE` keeps a game")?,
        }
        Ok(if self.save_failed { Exit::CouldNot } else { Exit::Fine })
    }

    /// How many moves to take back for the last one of a person, if that is possible.
    fn steps_back(&self) -> Option<usize> {
        let is_person =
            |name: &str| self.seats.iter().any(|seat| seat.name == name && seat.kind == Kind::Human);
        let steps = self.session.undoable().position(|decided| is_person(&decided.who))?;
        Some(steps + 1)
    }

    /// Why no move can be taken back.
    fn why_not_back(&self) -> String {
        self.session.barrier().to_string()
    }
}

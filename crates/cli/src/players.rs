//! Who sits at the table: `red=greedy,blue=uniform`.

use std::fmt;

use rota::{Choice, Game, Greedy, Pending, Player, Random, Reply, SetupError, Uniform};
use rota_source::{did_you_mean, joined};

use crate::exit::Failure;

/// Names for seats that were given none; they are colours, so that a terminal can show them.
const NAMES: [&str; 8] = ["red", "blue", "green", "yellow", "magenta", "cyan", "white", "black"];

/// A seat and how it decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    /// What the player is called in all texts.
    pub name: String,
    /// How the player decides.
    pub kind: Kind,
}

/// How a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every option is equally likely.
    Uniform,
    /// The option that leaves it furthest ahead if the game ended then.
    Greedy,
    /// A person decides.
    Human,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Uniform, Kind::Greedy, Kind::Human];

    fn word(self) -> &'static str {
        match self {
            Kind::Uniform => "uniform",
            Kind::Greedy => "greedy",
            Kind::Human => "human",
        }
    }

    fn named(word: &str) -> Result<Kind, Failure> {
        let known = Kind::ALL.map(Kind::word);
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        kind.ok_or_else(|| {
            let help =
                did_you_mean(word, known).unwrap_or_else(|| format!("players are {}", known.join(", ")));
            Failure::advised(format!("there is no player `{word}`"), help)
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Reads seats: `name=player` or only `player`, with commas between them.
///
/// Errors: an unknown player, a name that is no single word, two seats with one name.
pub(crate) fn parse(text: &str) -> Result<Vec<Seat>, Failure> {
    let mut seats: Vec<Seat> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (name, word) = match part.split_once('=') {
            Some((name, word)) => (Some(name.trim()), word.trim()),
            None => (None, part),
        };
        let kind = Kind::named(word)?;
        let free = |name: &&str| seats.iter().all(|seat| seat.name != **name);
        let name = match name {
            Some(name)
                if !name.is_empty()
                    && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') =>
            {
                name
            }
            Some(name) => {
                return Err(Failure::usage(format!("`{name}` is no name for a player: it takes one word")));
            }
            None => NAMES.into_iter().find(free).unwrap_or("nobody"),
        };
        if !free(&name) {
            return Err(Failure::usage(format!("two players are called `{name}`")));
        }
        seats.push(Seat { name: name.to_owned(), kind });
    }
    Ok(seats)
}

/// The names of the seats.
pub(crate) fn names(seats: &[Seat]) -> Vec<String> {
    seats.iter().map(|seat| seat.name.clone()).collect()
}

/// The seats as a saved game has them.
pub(crate) fn to_save(seats: &[Seat]) -> Vec<rota::Seat> {
    let seat = |seat: &Seat| rota::Seat { name: seat.name.clone(), kind: seat.kind.word().to_owned() };
    seats.iter().map(seat).collect()
}

/// The seats of a saved game, where some may decide otherwise from here on.
///
/// Errors: one who is not at the table, or who decides in a way that is not known here.
pub(crate) fn from_save(saved: &[rota::Seat], others: &[Seat]) -> Result<Vec<Seat>, Failure> {
    for other in others {
        find(&other.name, saved.iter().map(|seat| seat.name.as_str()))?;
    }
    let seat = |seat: &rota::Seat| {
        let other = others.iter().find(|other| other.name == seat.name);
        let kind = match other {
            Some(other) => other.kind,
            // A game that was not begun at the terminal does not say who decides: there somebody does.
            None if seat.kind.is_empty() => Kind::Human,
            None => Kind::named(&seat.kind)?,
        };
        Ok(Seat { name: seat.name.clone(), kind })
    };
    saved.iter().map(seat).collect()
}

/// The seat of a player by name.
///
/// Errors: nobody at the table is called like this.
pub(crate) fn find<'n>(
    name: &str,
    mut seats: impl Iterator<Item = &'n str> + Clone,
) -> Result<usize, Failure> {
    let known = seats.clone();
    seats.position(|seat| seat == name).ok_or_else(|| {
        let help = did_you_mean(name, known.clone())
            .unwrap_or_else(|| format!("at the table are {}", joined(known)));
        Failure::advised(format!("nobody at the table is called `{name}`"), help)
    })
}

/// Says why a game cannot begin.
pub(crate) fn refused(error: SetupError) -> Failure {
    let SetupError::Players { given, least, most } = error else {
        return Failure::usage(error.to_string());
    };
    Failure::advised(
        format!("these packs are for {least} to {most} players, and not for {given}"),
        "`--players` takes one entry for each, with commas between them",
    )
}

/// Someone who decides at one seat in one game.
pub(crate) enum Decider {
    /// Picks by number, which can be done while the rules run.
    Uniform(Uniform),
    /// Tries the options.
    Greedy(Box<Greedy>),
}

impl Decider {
    /// Someone who decides in this way. A person decides elsewhere; any option will do for one here.
    pub fn new(kind: Kind, seed: u64) -> Decider {
        match kind {
            Kind::Greedy => Decider::Greedy(Box::new(Greedy::new(seed))),
            Kind::Uniform | Kind::Human => Decider::Uniform(Uniform::new(seed)),
        }
    }

    /// Sets someone on every seat, each with random numbers of its own.
    pub fn seat(seats: &[Seat], random: &mut Random) -> Vec<Decider> {
        seats.iter().map(|seat| Decider::new(seat.kind, random.bits())).collect()
    }

    /// Picks one of the choices that are offered.
    pub fn decide(&mut self, game: &Game) -> Choice {
        match self {
            Decider::Uniform(uniform) => uniform.decide(game),
            Decider::Greedy(greedy) => greedy.decide(game),
        }
    }

    /// What is picked while the rules run; [`Reply::Later`] from one who has to look at the game for it.
    pub fn reply(&mut self, pending: &Pending) -> Reply {
        match self {
            Decider::Uniform(uniform) => uniform.reply(pending),
            Decider::Greedy(_) => Reply::Later,
        }
    }
}

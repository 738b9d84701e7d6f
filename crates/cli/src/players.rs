//! Who sits at the table: `red=greedy,blue=uniform`.

use std::fmt;
use std::time::Duration;

use rota::{SetupError, Think};
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

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.kind)
    }
}

/// How a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every option is equally likely.
    Uniform,
    /// The option that leaves it furthest ahead if the game ended then.
    Greedy,
    /// The option that a search ahead finds.
    Think(Budget),
    /// A person decides.
    Human,
}

/// How long a player thinks about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// The game is played on so many times: the same game every time.
    Playouts(u32),
    /// For so long, on all processors that are free for it.
    Time(Duration),
}

impl Kind {
    const ALL: [&str; 4] = ["uniform", "greedy", "think", "human"];

    fn named(word: &str) -> Result<Kind, Failure> {
        match word {
            "uniform" => return Ok(Kind::Uniform),
            "greedy" => return Ok(Kind::Greedy),
            "think" => return Ok(Kind::Think(Budget::Playouts(Think::PLAYOUTS))),
            "human" => return Ok(Kind::Human),
            _ => {}
        }
        let Some(budget) = word.strip_prefix("think:") else {
            let help = did_you_mean(word, Kind::ALL)
                .unwrap_or_else(|| format!("players are {}", Kind::ALL.join(", ")));
            return Err(Failure::advised(format!("there is no player `{word}`"), help));
        };
        Budget::named(budget).map(Kind::Think).ok_or_else(|| {
            let help = "`think:2000` plays on two thousand times for each decision, `think:1s` and `think:500ms` for so long";
            Failure::advised(format!("`{budget}` does not say how long to think"), help)
        })
    }
}

impl Budget {
    fn named(word: &str) -> Option<Budget> {
        let unit = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number: u32 = word.strip_suffix(unit)?.parse().ok().filter(|number| *number > 0)?;
        match unit {
            "" => Some(Budget::Playouts(number)),
            "ms" => Some(Budget::Time(Duration::from_millis(number.into()))),
            "s" => Some(Budget::Time(Duration::from_secs(number.into()))),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Uniform => f.write_str("uniform"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Human => f.write_str("human"),
            Kind::Think(Budget::Playouts(playouts)) => write!(f, "think:{playouts}"),
            Kind::Think(Budget::Time(time)) if time.subsec_millis() == 0 => {
                write!(f, "think:{}s", time.as_secs())
            }
            Kind::Think(Budget::Time(time)) => write!(f, "think:{}ms", time.as_millis()),
        }
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

/// The same for games in which nobody is asked: `place` says where that is.
///
/// Errors: as for [`parse`], and a person among them.
pub(crate) fn parse_programs(text: &str, place: &str) -> Result<Vec<Seat>, Failure> {
    let seats = parse(text)?;
    match seats.iter().find(|seat| seat.kind == Kind::Human) {
        None => Ok(seats),
        Some(person) => {
            let help = "`rota play` and `rota serve` are for people";
            Err(Failure::advised(format!("nobody is asked {place}, `{}` neither", person.name), help))
        }
    }
}

/// The names of the seats.
pub(crate) fn names(seats: &[Seat]) -> Vec<String> {
    seats.iter().map(|seat| seat.name.clone()).collect()
}

/// The seats as a saved game has them.
pub(crate) fn to_save(seats: &[Seat]) -> Vec<rota::Seat> {
    let seat = |seat: &Seat| rota::Seat { name: seat.name.clone(), kind: seat.kind.to_string() };
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

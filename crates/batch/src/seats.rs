//! Who sits at the table: `red=greedy,blue=uniform`.

use std::fmt;
use std::time::Duration;

use rota::Think;
use rota_source::{Diagnostic, did_you_mean};

/// Names for seats that were given none; they are colours, so that a terminal can show them.
const NAMES: [&str; 8] = ["red", "blue", "green", "yellow", "magenta", "cyan", "white", "black"];

/// A seat and how it decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
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
pub enum Kind {
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
pub enum Budget {
    /// The game is played on so many times: the same game every time.
    Playouts(u32),
    /// For so long, on all processors that are free for it.
    Time(Duration),
}

impl Kind {
    const ALL: [&str; 4] = ["uniform", "greedy", "think", "human"];

    /// Reads how a player decides: `greedy`, `think:500`, `think:2s`.
    ///
    /// # Errors
    /// There is no such player.
    pub fn named(word: &str) -> Result<Kind, Diagnostic> {
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
            return Err(wrong(format!("there is no player `{word}`")).help(help));
        };
        Budget::named(budget).map(Kind::Think).ok_or_else(|| {
            let help = "`think:2000` plays on two thousand times for each decision, `think:1s` and `think:500ms` for so long";
            wrong(format!("`{budget}` does not say how long to think")).help(help)
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

impl Seat {
    /// Reads seats: `name=player` or only `player`, with commas between them.
    ///
    /// # Errors
    /// An unknown player, a name that is no single word, two seats with one name.
    pub fn parse(text: &str) -> Result<Vec<Seat>, Diagnostic> {
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
                    return Err(wrong(format!("`{name}` is no name for a player: it takes one word")));
                }
                None => NAMES.into_iter().find(free).unwrap_or("nobody"),
            };
            if !free(&name) {
                return Err(wrong(format!("two players are called `{name}`")));
            }
            seats.push(Seat { name: name.to_owned(), kind });
        }
        Ok(seats)
    }
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error("cli::usage", message)
}

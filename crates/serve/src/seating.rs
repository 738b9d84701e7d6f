//! Who sits at a table: by whom each seat is played, and which links lead there.

use std::collections::BTreeMap;
use std::fmt::Write;

use rota_protocol::Program;
use serde::{Deserialize, Serialize};

use crate::token::{Token, TokenHash};

/// By whom a seat is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum By {
    /// By somebody at the one device that several people sit around.
    Here,
    /// By somebody with a link of their own.
    Elsewhere,
    /// By the program that takes any option.
    Uniform,
    /// By the program that takes what pays at once.
    Greedy,
    /// By the program that thinks ahead.
    Think,
}

impl By {
    fn program(self) -> Option<Program> {
        match self {
            By::Here | By::Elsewhere => None,
            By::Uniform => Some(Program::Uniform),
            By::Greedy => Some(Program::Greedy),
            By::Think => Some(Program::Think),
        }
    }

    fn word(self) -> &'static str {
        match self {
            By::Here => "here",
            By::Elsewhere => "elsewhere",
            By::Uniform => "uniform",
            By::Greedy => "greedy",
            By::Think => "think",
        }
    }
}

/// A seat as everybody may know it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seat {
    /// Its name.
    pub name: String,
    /// By whom it is played.
    pub by: By,
}

/// What a link is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// To play all seats that are played here.
    Here,
    /// To look on.
    Onlooker,
    /// To play one seat, by its number.
    Seat(usize),
}

/// The links to a table, as they are handed out once: nobody can tell them again.
#[derive(Serialize)]
pub(crate) struct Links {
    /// For all seats that are played here; null where there are none.
    here: Option<String>,
    /// For those who look on.
    onlooker: String,
    /// For each seat that is played elsewhere.
    elsewhere: BTreeMap<String, String>,
}

/// The seats of a table and the secrets that open it.
#[derive(Clone)]
pub(crate) struct Seating {
    seats: Vec<Seat>,
    doors: Vec<(TokenHash, Role)>,
}

/// A seating as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    onlooker: String,
    here: Option<String>,
    #[serde(default)]
    seats: Vec<WrittenSeat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSeat {
    name: String,
    by: By,
    token: Option<String>,
}

impl Seating {
    /// Seats people, with new links for them to the table of this number.
    ///
    /// Errors: the system has no chance to give.
    pub fn new(seats: Vec<Seat>, table: u32) -> Result<(Seating, Links), getrandom::Error> {
        let mut doors = Vec::new();
        let mut open = |role| {
            let token = Token::random()?;
            doors.push((token.hash(), role));
            Ok(format!("/t/{table}#{}", token.as_str()))
        };
        let is_here = seats.iter().any(|seat| seat.by == By::Here);
        let here = is_here.then(|| open(Role::Here)).transpose()?;
        let onlooker = open(Role::Onlooker)?;
        let mut elsewhere = BTreeMap::new();
        for (number, seat) in seats.iter().enumerate().filter(|(_, seat)| seat.by == By::Elsewhere) {
            elsewhere.insert(seat.name.clone(), open(Role::Seat(number))?);
        }
        Ok((Seating { seats, doors }, Links { here, onlooker, elsewhere }))
    }

    /// The seats in order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// What is kept of the secrets, with what each is for.
    pub fn doors(&self) -> &[(TokenHash, Role)] {
        &self.doors
    }

    /// The program that plays each seat, in order; nothing where a person does.
    pub fn programs(&self) -> Vec<Option<Program>> {
        self.seats.iter().map(|seat| seat.by.program()).collect()
    }

    /// Whether somebody with this role may play a seat.
    pub fn may_play(&self, role: Role, number: usize) -> bool {
        let by = self.seats.get(number).map(|seat| seat.by);
        match role {
            Role::Here => by == Some(By::Here),
            Role::Seat(own) => own == number && by.is_some(),
            Role::Onlooker => false,
        }
    }

    /// The names of the seats that somebody with this role may play.
    pub fn played_by(&self, role: Role) -> Vec<String> {
        let own = self.seats.iter().enumerate().filter(|(number, _)| self.may_play(role, *number));
        own.map(|(_, seat)| seat.name.clone()).collect()
    }

    /// The file of it.
    pub fn to_text(&self) -> String {
        let token = |role: Role| self.doors.iter().find(|(_, of)| *of == role).map(|(hash, _)| hash);
        let mut text =
            String::from("# Who sits here, and the SHA-256 of what stands behind `#` in each link.\n");
        for (key, role) in [("onlooker", Role::Onlooker), ("here", Role::Here)] {
            if let Some(hash) = token(role) {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{key} = \"{hash}\"");
            }
        }
        for (number, seat) in self.seats.iter().enumerate() {
            // A name is a word of letters and digits, which TOML takes as it is.
            let _ = write!(text, "\n[[seats]]\nname = \"{}\"\nby = \"{}\"\n", seat.name, seat.by.word());
            if let Some(hash) = token(Role::Seat(number)) {
                let _ = writeln!(text, "token = \"{hash}\"");
            }
        }
        text
    }

    /// Reads such a file.
    ///
    /// Errors: in words, what is wrong with it.
    pub fn read(text: &str) -> Result<Seating, String> {
        let written: Written = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let hash = |text: &str| {
            TokenHash::read(text).ok_or_else(|| format!("`{text}` is not the SHA-256 of anything"))
        };
        let mut doors = vec![(hash(&written.onlooker)?, Role::Onlooker)];
        if let Some(here) = &written.here {
            doors.push((hash(here)?, Role::Here));
        }
        for (number, seat) in written.seats.iter().enumerate() {
            if let Some(token) = &seat.token {
                doors.push((hash(token)?, Role::Seat(number)));
            }
        }
        let seats = written.seats.into_iter().map(|seat| Seat { name: seat.name, by: seat.by });
        Ok(Seating { seats: seats.collect(), doors })
    }
}

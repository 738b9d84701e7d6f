//! Who sits at the table: `red=greedy,blue=uniform`.

use rota::SetupError;
use rota_batch::{Kind, Seat};
use rota_source::{did_you_mean, joined};

use crate::exit::Failure;

/// Reads seats for games in which nobody is asked: `place` says where that is.
///
/// Errors: as for [`Seat::parse`], and a person among them.
pub(crate) fn parse_programs(text: &str, place: &str) -> Result<Vec<Seat>, Failure> {
    let seats = Seat::parse(text)?;
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

//! What games of a plan were: played in parts, and put together again.

use rota::RuleFault;
use rota_batch::Paired;
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::sums::Sums;

/// What some games of one side were. All of it are whole numbers, so that parts add up to the last point; it may be kept
/// as any format that serde knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// What is measured of each game.
    pub(crate) measures: Vec<String>,
    /// By game, in the order of their numbers: each measure in hundredths.
    pub(crate) values: Vec<Vec<i64>>,
    /// What the games have in common, of the side that is told of.
    pub(crate) sums: Option<Sums>,
    /// Why an alternative could not be played.
    halt: Option<Halt>,
}

/// Why an alternative could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Halt {
    /// The rest needs what was left out, or does not go with what was chosen.
    Unfit,
    /// A rule stopped a game.
    Stopped,
    /// A game went on for ever.
    Endless,
}

/// A game that a rule stopped.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// Its number, counted from 0.
    pub number: u64,
    /// What stopped it.
    pub fault: RuleFault,
}

/// All parts of a plan put together.
#[derive(Clone, Debug)]
pub struct Gathered {
    pub(crate) sums: Option<Sums>,
    /// By other side.
    pub(crate) compared: Vec<Compared>,
}

/// What is different in the same games on another side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    pub changes: Vec<Change>,
    pub halt: Option<Halt>,
}

/// What a measure is in the games of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub name: String,
    /// In hundredths.
    pub paired: Paired,
    /// In how many games it is another one.
    pub changed: u64,
}

impl Part {
    pub(crate) fn new(measures: Vec<String>) -> Part {
        Part { measures, values: Vec::new(), sums: None, halt: None }
    }

    pub(crate) fn halted(halt: Halt) -> Part {
        Part { halt: Some(halt), ..Part::new(Vec::new()) }
    }

    /// Whether it is known that this alternative cannot be played: further games of it say no more.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.halt.is_some()
    }
}

impl Gathered {
    /// Nothing yet.
    #[must_use]
    pub fn new(plan: &Plan) -> Gathered {
        Gathered { sums: None, compared: vec![Compared::default(); plan.others().len()] }
    }

    /// Takes in games of the side that is told of.
    pub fn add(&mut self, own: &Part) {
        match (&mut self.sums, &own.sums) {
            (Some(all), Some(sums)) => all.join(sums),
            (all @ None, sums) => all.clone_from(sums),
            (Some(_), None) => {}
        }
    }

    /// Takes in the games of another side that have the same numbers; `side` counts those from 0.
    pub fn compare(&mut self, side: usize, own: &Part, other: &Part) {
        self.compared.get_mut(side).into_iter().for_each(|compared| compared.add(own, other));
    }
}

impl Compared {
    fn add(&mut self, own: &Part, other: &Part) {
        self.halt = self.halt.or(other.halt);
        let names =
            own.measures.iter().chain(other.measures.iter().filter(|name| !own.measures.contains(name)));
        for (number, name) in names.enumerate() {
            if self.changes.len() <= number {
                self.changes.push(Change { name: name.clone(), paired: Paired::default(), changed: 0 });
            }
            let Some(change) = self.changes.get_mut(number) else { continue };
            let place = |side: &Part| side.measures.iter().position(|known| known == name);
            let places = (place(own), place(other));
            let value = |place: Option<usize>, game: &[i64]| place.and_then(|place| game.get(place)).copied();
            for (one, two) in own.values.iter().zip(&other.values) {
                let [one, two] = [value(places.0, one).unwrap_or(0), value(places.1, two).unwrap_or(0)];
                change.paired.add(one, two);
                change.changed += u64::from(one != two);
            }
        }
    }
}

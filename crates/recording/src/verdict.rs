//! What the comparison of a recording comes to.

use std::fmt;
use std::ops::AddAssign;

/// How a recording compares with the same game played by our rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is the same.
    Agrees,
    /// Everything is the same up to where the other engine departs from the rules, and goes on as the game cannot go on.
    Departs {
        /// The name of the difference.
        name: String,
        /// Where it was met.
        at: Difference,
    },
    /// The first thing that is not the same.
    Differs(Difference),
    /// It cannot be compared, and why.
    Unsupported(String),
}

/// The first thing that is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The turn, as the recording numbers them; nothing at the end of the game.
    pub turn: Option<u32>,
    /// What was compared.
    pub what: String,
    /// What the recording says.
    pub expected: String,
    /// What our rules say.
    pub got: String,
}

/// How many things were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Placements on offer, each rotation by itself.
    pub placements: u64,
    /// Options after the tile was laid.
    pub deployments: u64,
    /// Items of scores.
    pub items: u64,
    /// Points of players after a tile, after a turn and at the end.
    pub totals: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.placements += other.placements;
        self.deployments += other.deployments;
        self.items += other.items;
        self.totals += other.totals;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { placements, deployments, items, totals } = self;
        write!(
            formatter,
            "{placements} placements, {deployments} deployments, {items} items, {totals} totals"
        )
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(formatter, "turn {turn}, ")?,
            None => formatter.write_str("at the end, ")?,
        }
        let Difference { what, expected, got, .. } = self;
        write!(formatter, "{what}: recorded {expected}; played {got}")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Agrees => formatter.write_str("agrees"),
            Verdict::Departs { name, at } => write!(formatter, "agrees up to `{name}`: {at}"),
            Verdict::Differs(difference) => write!(formatter, "differs: {difference}"),
            Verdict::Unsupported(why) => write!(formatter, "unsupported: {why}"),
        }
    }
}

/// Why the comparison stops before the end.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    Differs(Difference),
    Unsupported(String),
}

impl From<Stop> for Verdict {
    fn from(stop: Stop) -> Verdict {
        match stop {
            Stop::Differs(difference) => Verdict::Differs(difference),
            Stop::Unsupported(why) => Verdict::Unsupported(why),
        }
    }
}

impl From<String> for Stop {
    fn from(why: String) -> Stop {
        Stop::Unsupported(why)
    }
}

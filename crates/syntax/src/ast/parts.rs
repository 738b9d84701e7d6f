//! What items are made of: starts, the faces of dice, the spaces of tracks, and what is said of those; and what
//! becomes of a set.

use rota_source::Spanned;

use super::{Expr, Name};

/// What lies on the table at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// A tile out of the bag.
    Tile,
    /// A board of several cells.
    Board,
    /// Nothing: the name is the word `none`.
    Empty,
}

/// What a die gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Faces {
    /// `1..6`: every number from one to the other alike
    Range(Spanned<i64>, Spanned<i64>),
    /// `1, 1, 2`: these numbers, each as often as it is written
    Numbers(Vec<Spanned<i64>>),
    /// `sun, sun, rain`: these words, each as often as it is written
    Words(Vec<Name>),
}

/// The spaces of a track.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackSpaces {
    /// Each with a name, and with what its attributes are, where they are not what is usual.
    Listed(Vec<(Name, Facets)>),
    /// `0..50`: a number for each.
    Range(Spanned<i64>, Spanned<i64>),
}

/// What attributes are: `(cost = 2, heavy = true)`.
pub type Facets = Vec<(Name, Expr)>;

/// How the members of a set become one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// How many.
    Count,
    /// The sum of the body.
    Sum,
    /// Whether there is one.
    Any,
    /// Whether all members meet the body (written `all(x in S : C)`).
    All,
    /// The largest value of the body; 0 for no member.
    Max,
    /// The smallest value of the body; 0 for no member.
    Min,
    /// The members with the largest body above zero.
    Most,
    /// The members with the smallest body.
    Least,
    /// The first member, or none.
    First,
    /// The members themselves.
    Set,
}

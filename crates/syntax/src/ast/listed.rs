//! What items list between commas: the faces of dice, spaces of tracks, and what they have.

use rota_source::Spanned;

use super::{Expr, Name};

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

//! Questions that the compiler asks in place of others: about sets that the game filters or counts itself.

use super::Builtin;

/// Stands for any owner, and for none, where pieces of one owner can be asked for.
pub const ANYBODY: i64 = -2;

impl Builtin {
    /// Returns the question whether a set has any member, where that is cheaper than writing the set down.
    pub fn any(self) -> Option<Builtin> {
        match self {
            Builtin::TilePlacements => Some(Builtin::TileFits),
            Builtin::SpacePieces => Some(Builtin::SpaceTaken),
            Builtin::FeaturePiecesOf => Some(Builtin::FeatureHolds),
            Builtin::TileSegmentsOf => Some(Builtin::TileSegmentAny),
            Builtin::Closed => Some(Builtin::ClosedAny),
            Builtin::Occupied => Some(Builtin::OccupiedAny),
            Builtin::Hand => Some(Builtin::HandAny),
            _ => None,
        }
    }

    /// Returns the question how many members a set has, where that is cheaper than writing the set down.
    pub fn count(self) -> Option<Builtin> {
        (self == Builtin::FeaturePiecesOf).then_some(Builtin::FeatureHeld)
    }
}

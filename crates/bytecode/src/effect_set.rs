//! Mod/ref sets: which parts of the position an effect may change (mod) and a question depends on (ref).
//!
//! The position is divided into parts that change independently of one another. An answer still holds after an effect
//! unless the two sets meet; two rules may run in either order unless what one changes meets what the other reads or
//! changes. A set that is too large costs speed, one that is too small gives stale answers.

use std::ops::BitOr;

/// Some parts of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EffectSet(u16);

impl EffectSet {
    /// No part of it: what is fixed while a step runs, or for the whole game.
    pub const NOTHING: EffectSet = EffectSet(0);
    /// What lies on the table, how it is joined, and what changed there.
    pub const LAND: EffectSet = EffectSet(1);
    /// Which tiles and cards are in which bag or deck, in hand, in whose keep and out of the game.
    pub const TILES: EffectSet = EffectSet(1 << 1);
    /// Where the pieces are.
    pub const PIECES: EffectSet = EffectSet(1 << 2);
    /// The points of the players.
    pub const POINTS: EffectSet = EffectSet(1 << 3);
    /// The awards that wait.
    pub const AWARDS: EffectSet = EffectSet(1 << 4);
    /// What the dice gave.
    pub const CHANCE: EffectSet = EffectSet(1 << 5);
    /// What comes after this step.
    pub const COURSE: EffectSet = EffectSet(1 << 6);
    /// The goods of the players and in the common supply.
    pub const STOCKS: EffectSet = EffectSet(1 << 7);
    /// What is in the sets that variables hold.
    pub const SETS: EffectSet = EffectSet(1 << 8);
    /// Who does what is done now.
    pub const SEAT: EffectSet = EffectSet(1 << 9);
    /// All of it: what a player sees who decides.
    pub const ALL: EffectSet = EffectSet(u16::MAX);
    /// The table and the tiles that are not on it.
    pub const LAND_AND_TILES: EffectSet = EffectSet::LAND.and(EffectSet::TILES);
    /// The table and the pieces.
    pub const LAND_AND_PIECES: EffectSet = EffectSet::LAND.and(EffectSet::PIECES);

    /// Returns whether two have a part in common.
    pub const fn meets(self, other: EffectSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns these and those.
    pub const fn and(self, other: EffectSet) -> EffectSet {
        EffectSet(self.0 | other.0)
    }

    /// Returns these without those.
    pub const fn without(self, other: EffectSet) -> EffectSet {
        EffectSet(self.0 & !other.0)
    }

    /// Returns whether no part is left out.
    pub const fn is_all(self) -> bool {
        self.0 == EffectSet::ALL.0
    }
}

impl BitOr for EffectSet {
    type Output = EffectSet;

    fn bitor(self, other: EffectSet) -> EffectSet {
        self.and(other)
    }
}

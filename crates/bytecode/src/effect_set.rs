//! What the position consists of, as far as its parts can change independently of one another.

use std::ops::BitOr;

use crate::builtin::Builtin;
use crate::effect::Effect;

/// Some parts of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EffectSet(u8);

impl EffectSet {
    /// No part of it.
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
    /// All of it: what a player sees who decides.
    pub const ALL: EffectSet = EffectSet(u8::MAX);

    /// Returns whether two have a part in common.
    pub const fn meets(self, other: EffectSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns these without those.
    pub const fn without(self, other: EffectSet) -> EffectSet {
        EffectSet(self.0 & !other.0)
    }
}

impl BitOr for EffectSet {
    type Output = EffectSet;

    fn bitor(self, other: EffectSet) -> EffectSet {
        EffectSet(self.0 | other.0)
    }
}

impl Effect {
    /// Returns what it changes, variables aside.
    pub fn changes(self) -> EffectSet {
        match self {
            Effect::Score | Effect::Pay => EffectSet::POINTS,
            Effect::Put | Effect::Move | Effect::Send => EffectSet::PIECES,
            Effect::Stand | Effect::Perch | Effect::Keep | Effect::Remove => EffectSet::PIECES,
            // It names the piece that will be put, and leaves it where it is.
            Effect::Take => EffectSet::NOTHING,
            Effect::Uncover => EffectSet::NOTHING,
            Effect::Draw | Effect::Fetch | Effect::Shuffle | Effect::Discard => EffectSet::TILES,
            Effect::Stow | Effect::Show | Effect::DrawCard | Effect::FetchCard => EffectSet::TILES,
            Effect::ShuffleCard | Effect::DiscardCard => EffectSet::TILES,
            Effect::StowCard | Effect::ShowCard => EffectSet::TILES,
            Effect::Roll => EffectSet::CHANCE,
            Effect::Place => EffectSet::LAND | EffectSet::TILES,
            Effect::Link | Effect::Cut | Effect::Close | Effect::Reopen => EffectSet::LAND,
            Effect::Award
            | Effect::SetAwardPoints
            | Effect::SetAwardTo
            | Effect::CancelAward
            | Effect::GiveAward => EffectSet::AWARDS,
            Effect::GiveAwards => EffectSet::AWARDS | EffectSet::POINTS,
            Effect::Append | Effect::EndGame => EffectSet::COURSE,
            // Which variable is set back is a number that the program works out; another part of a turn forgets
            // what happened in the last one.
            Effect::Reset | Effect::Again => EffectSet::ALL,
        }
    }

    /// Returns what it depends on beyond what it is told.
    pub fn reads(self) -> EffectSet {
        match self {
            Effect::Take => EffectSet::PIECES,
            _ => self.changes().without(EffectSet::POINTS),
        }
    }
}

impl Builtin {
    /// Returns what its answer depends on, besides what it is asked of.
    pub fn reads(self) -> EffectSet {
        match self {
            // Fixed while a step runs, or for the whole game.
            Builtin::Active
            | Builtin::Players
            | Builtin::Turn
            | Builtin::PlayerNext
            | Builtin::PieceOwner
            | Builtin::CellEast
            | Builtin::CellSouth
            | Builtin::PlacementCell
            | Builtin::PlacementTurned
            | Builtin::PlacementMisfits
            | Builtin::TileParts
            | Builtin::TileCovers
            | Builtin::CellAt
            | Builtin::CellX
            | Builtin::CellY
            | Builtin::SpaceAhead
            | Builtin::SpaceBeside
            | Builtin::CellCorners
            | Builtin::IsPieceKind
            | Builtin::TileAttr
            | Builtin::TrackSpaces
            | Builtin::SpacesBeside
            | Builtin::Numbers
            | Builtin::NeutralPiece => EffectSet::NOTHING,
            Builtin::Awards
            | Builtin::AwardPoints
            | Builtin::AwardTo
            | Builtin::AwardReason
            | Builtin::AwardAt
            | Builtin::AwardNote => EffectSet::AWARDS,
            Builtin::PlayerPoints => EffectSet::POINTS,
            Builtin::PlayerSupply
            | Builtin::PlayerPieces
            | Builtin::PlayerPiecesOf
            | Builtin::PieceOn
            | Builtin::PieceSpace
            | Builtin::SpacePieces
            | Builtin::PieceTile
            | Builtin::TilePieces
            | Builtin::CommonSupply
            | Builtin::PieceKeeper
            | Builtin::PlayerKeeps
            | Builtin::CornerPieces
            | Builtin::PieceCorner
            | Builtin::PieceFresh
            | Builtin::PieceStamp
            | Builtin::SupplyOf
            | Builtin::NeutralSpace
            | Builtin::SpaceTaken
            | Builtin::FreeSpaces => EffectSet::PIECES,
            Builtin::Occupied
            | Builtin::OccupiedAny
            | Builtin::FeaturePieces
            | Builtin::FeaturePiecesOf
            | Builtin::FeatureHolds
            | Builtin::FeatureHeld
            | Builtin::FeatureLeaders => EffectSet::LAND | EffectSet::PIECES,
            Builtin::TileSegmentsOf | Builtin::TileSegmentAny => {
                EffectSet::LAND | EffectSet::TILES | EffectSet::PIECES
            }
            Builtin::BagCount | Builtin::BagTiles | Builtin::BagDiscarded | Builtin::Hand => EffectSet::TILES,
            Builtin::PlayerTiles | Builtin::TileKeeper | Builtin::TileSeenBy => EffectSet::TILES,
            Builtin::DeckCount | Builtin::DeckCards | Builtin::DeckDiscarded => EffectSet::TILES,
            Builtin::PlayerCards | Builtin::CardKeeper | Builtin::CardSeenBy => EffectSet::TILES,
            Builtin::CardDeck => EffectSet::TILES,
            Builtin::CornerTiles | Builtin::CornerSegments => EffectSet::LAND,
            Builtin::Closed | Builtin::ClosedAny => EffectSet::LAND,
            _ => EffectSet::LAND | EffectSet::TILES,
        }
    }
}

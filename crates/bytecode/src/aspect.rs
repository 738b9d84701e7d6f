//! What the position consists of, as far as its parts can change independently of one another.

use std::ops::BitOr;

use crate::builtin::Builtin;
use crate::effect::Effect;

/// Some parts of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aspects(u8);

impl Aspects {
    /// No part of it.
    pub const NOTHING: Aspects = Aspects(0);
    /// What lies on the table, how it is joined, and what changed there.
    pub const LAND: Aspects = Aspects(1);
    /// Which tiles and cards are in which bag or deck, in hand, in whose keep and out of the game.
    pub const TILES: Aspects = Aspects(1 << 1);
    /// Where the pieces are.
    pub const PIECES: Aspects = Aspects(1 << 2);
    /// The points of the players.
    pub const POINTS: Aspects = Aspects(1 << 3);
    /// The awards that wait.
    pub const AWARDS: Aspects = Aspects(1 << 4);
    /// What the dice gave.
    pub const CHANCE: Aspects = Aspects(1 << 5);
    /// What comes after this step.
    pub const COURSE: Aspects = Aspects(1 << 6);
    /// All of it: what a player sees who decides.
    pub const ALL: Aspects = Aspects(u8::MAX);

    /// Returns whether two have a part in common.
    pub const fn meets(self, other: Aspects) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns these without those.
    pub const fn without(self, other: Aspects) -> Aspects {
        Aspects(self.0 & !other.0)
    }
}

impl BitOr for Aspects {
    type Output = Aspects;

    fn bitor(self, other: Aspects) -> Aspects {
        Aspects(self.0 | other.0)
    }
}

impl Effect {
    /// Returns what it changes, variables aside.
    pub fn changes(self) -> Aspects {
        match self {
            Effect::Score | Effect::Pay => Aspects::POINTS,
            Effect::Put | Effect::Move | Effect::Send => Aspects::PIECES,
            Effect::Stand | Effect::Perch | Effect::Keep | Effect::Remove => Aspects::PIECES,
            // It names the piece that will be put, and leaves it where it is.
            Effect::Take => Aspects::NOTHING,
            Effect::Uncover => Aspects::NOTHING,
            Effect::Draw | Effect::Fetch | Effect::Shuffle | Effect::Discard => Aspects::TILES,
            Effect::Stow | Effect::Show | Effect::DrawCard | Effect::FetchCard => Aspects::TILES,
            Effect::ShuffleCard | Effect::DiscardCard => Aspects::TILES,
            Effect::StowCard | Effect::ShowCard => Aspects::TILES,
            Effect::Roll => Aspects::CHANCE,
            Effect::Place => Aspects::LAND | Aspects::TILES,
            Effect::Link | Effect::Cut | Effect::Close | Effect::Reopen => Aspects::LAND,
            Effect::Award
            | Effect::SetAwardPoints
            | Effect::SetAwardTo
            | Effect::CancelAward
            | Effect::GiveAward => Aspects::AWARDS,
            Effect::GiveAwards => Aspects::AWARDS | Aspects::POINTS,
            Effect::Append | Effect::EndGame => Aspects::COURSE,
            // Which variable is set back is a number that the program works out; another part of a turn forgets
            // what happened in the last one.
            Effect::Reset | Effect::Again => Aspects::ALL,
        }
    }

    /// Returns what it depends on beyond what it is told.
    pub fn reads(self) -> Aspects {
        match self {
            Effect::Take => Aspects::PIECES,
            _ => self.changes().without(Aspects::POINTS),
        }
    }
}

impl Builtin {
    /// Returns what its answer depends on, besides what it is asked of.
    pub fn reads(self) -> Aspects {
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
            | Builtin::NeutralPiece => Aspects::NOTHING,
            Builtin::Awards
            | Builtin::AwardPoints
            | Builtin::AwardTo
            | Builtin::AwardReason
            | Builtin::AwardAt
            | Builtin::AwardNote => Aspects::AWARDS,
            Builtin::PlayerPoints => Aspects::POINTS,
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
            | Builtin::FreeSpaces => Aspects::PIECES,
            Builtin::Occupied
            | Builtin::OccupiedAny
            | Builtin::FeaturePieces
            | Builtin::FeaturePiecesOf
            | Builtin::FeatureHolds
            | Builtin::FeatureHeld
            | Builtin::FeatureLeaders => Aspects::LAND | Aspects::PIECES,
            Builtin::TileSegmentsOf | Builtin::TileSegmentAny => {
                Aspects::LAND | Aspects::TILES | Aspects::PIECES
            }
            Builtin::BagCount | Builtin::BagTiles | Builtin::BagDiscarded | Builtin::Hand => Aspects::TILES,
            Builtin::PlayerTiles | Builtin::TileKeeper | Builtin::TileSeenBy => Aspects::TILES,
            Builtin::DeckCount | Builtin::DeckCards | Builtin::DeckDiscarded => Aspects::TILES,
            Builtin::PlayerCards | Builtin::CardKeeper | Builtin::CardSeenBy => Aspects::TILES,
            Builtin::CardDeck => Aspects::TILES,
            Builtin::CornerTiles | Builtin::CornerSegments => Aspects::LAND,
            Builtin::Closed | Builtin::ClosedAny => Aspects::LAND,
            _ => Aspects::LAND | Aspects::TILES,
        }
    }
}

//! How many arguments each question takes.

use super::{BUILTINS, Builtin, Receiver};

/// What the built-ins that rules cannot name take as arguments.
pub(super) const UNNAMED: &[(Builtin, u8)] = &[
    (Builtin::TileFits, 1),
    (Builtin::SameFeature, 2),
    (Builtin::IsFeatureKind, 2),
    (Builtin::IsPieceKind, 2),
    (Builtin::FeatureAttr, 2),
    (Builtin::TileAttr, 2),
    (Builtin::PieceFresh, 2),
    (Builtin::PieceStamp, 0),
    (Builtin::AwardNote, 1),
    (Builtin::TrackSpaces, 1),
    (Builtin::Numbers, 2),
    (Builtin::NeutralPiece, 1),
    (Builtin::SupplyOf, 2),
    (Builtin::SpaceTaken, 1),
    (Builtin::FreeSpaces, 1),
    (Builtin::SpacesBeside, 2),
    (Builtin::LaidWith, 2),
    (Builtin::FeaturePiecesOf, 3),
    (Builtin::PlayerPiecesOf, 3),
    (Builtin::FeatureHolds, 3),
    (Builtin::FeatureHeld, 3),
    (Builtin::FeatureLeaders, 2),
    (Builtin::ClosedAny, 1),
    (Builtin::OccupiedAny, 1),
    (Builtin::HandAny, 0),
    (Builtin::BagTilesWith, 3),
    (Builtin::TileSegmentsOf, 3),
    (Builtin::TileSegmentAny, 3),
    (Builtin::FirstLaidWith, 2),
    (Builtin::NeutralSpace, 1),
];

/// How many arguments a question takes at most.
pub const MOST_ARGS: usize = {
    let (mut most, mut index) = (0, 0);
    while index < ARITIES.len() {
        if ARITIES[index] as usize > most {
            most = ARITIES[index] as usize;
        }
        index += 1;
    }
    most
};

/// Arities by the number of the built-in: looked up for every question that a running rule asks.
pub(super) const ARITIES: [u8; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < BUILTINS.len() {
        let entry = &BUILTINS[index];
        let receiver = matches!(entry.receiver, Receiver::On(_)) as u8;
        table[entry.builtin as usize] = receiver + entry.params.len() as u8 + entry.builtin.narrows() as u8;
        index += 1;
    }
    let mut index = 0;
    while index < UNNAMED.len() {
        table[UNNAMED[index].0 as usize] = UNNAMED[index].1;
        index += 1;
    }
    table
};

//! What rules ask of players and of awards.

use super::{Builtin, Entry, field};
use crate::types::{Sort, Type};

/// Players and awards.
pub(super) const SCORES: &[Entry] = &[
    field(
        Builtin::PlayerPoints,
        Sort::Player,
        "points",
        Type::one(Sort::Pts),
        "The points scored so far.",
        "active.points > 10 pts",
    ),
    field(
        Builtin::PlayerPieces,
        Sort::Player,
        "pieces",
        Type::many(Sort::Piece),
        "The player's pieces that stand on the table.",
        "count(active.pieces)",
    ),
    field(
        Builtin::PlayerNext,
        Sort::Player,
        "next",
        Type::one(Sort::Player),
        "The next player clockwise.",
        "active.next.points",
    ),
    field(
        Builtin::AwardPoints,
        Sort::Award,
        "points",
        Type::one(Sort::Pts),
        "What it comes to as it stands.",
        "a.points > 3 pts",
    ),
    field(
        Builtin::AwardReason,
        Sort::Award,
        "reason",
        Type::one(Sort::Reason),
        "What it is for.",
        "a.reason = city",
    ),
    field(
        Builtin::AwardAt,
        Sort::Award,
        "at",
        Type::maybe(Sort::Feature),
        "The feature it is for, if it is for one.",
        "a.at.tiles",
    ),
];

//! Questions about players and awards.

use super::Builtin;
use super::info::{BuiltinInfo, field};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const SCORES: &[BuiltinInfo] = &[
    field(Builtin::PlayerPoints, Sort::Player, "points", Type::one(Sort::Pts))
        .reads(EffectSet::POINTS)
        .refuses_none()
        .doc("The points scored so far.")
        .example("active.points > 10 pts"),
    field(Builtin::PlayerPieces, Sort::Player, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .doc("The player's pieces that stand on the table.")
        .example("count(active.pieces)"),
    field(Builtin::PlayerNext, Sort::Player, "next", Type::one(Sort::Player))
        .reads(EffectSet::NOTHING)
        .doc("The next player clockwise.")
        .example("active.next.points"),
    field(Builtin::AwardTo, Sort::Award, "to", Type::one(Sort::Player))
        .reads(EffectSet::AWARDS)
        .doc("Who will get it.")
        .example("a.to = active"),
    field(Builtin::AwardPoints, Sort::Award, "points", Type::one(Sort::Pts))
        .reads(EffectSet::AWARDS)
        .doc("What it comes to as it stands.")
        .example("a.points > 3 pts"),
    field(Builtin::AwardReason, Sort::Award, "reason", Type::one(Sort::Reason))
        .reads(EffectSet::AWARDS)
        .doc("What it is for.")
        .example("a.reason = city"),
    field(Builtin::AwardAt, Sort::Award, "at", Type::maybe(Sort::Feature))
        .reads(EffectSet::AWARDS)
        .doc("The feature it is for, if it is for one.")
        .example("a.at and a.at.tiles > 2"),
];

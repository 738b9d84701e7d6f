//! Words that stand alone.

use super::Builtin;
use super::info::{BuiltinInfo, word};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const WORDS: &[BuiltinInfo] = &[
    word(Builtin::Active, "active", Type::one(Sort::Player))
        .reads(EffectSet::SEAT)
        .never_negative()
        .doc("The player on turn, or who does a step that was appended for another player.")
        .example("active.points"),
    word(Builtin::Players, "players", Type::many(Sort::Player))
        .reads(EffectSet::NOTHING)
        .doc("All players, in seat order.")
        .example("count(players)"),
    word(Builtin::Awards, "awards", Type::many(Sort::Award))
        .reads(EffectSet::AWARDS)
        .doc("The awards that are counted but not yet given, in the order they were made.")
        .example("any(a in awards where a.to = active)"),
    word(Builtin::Closed, "closed", Type::many(Sort::Feature))
        .reads(EffectSet::LAND)
        .narrowed_by_kind()
        .any(Builtin::ClosedAny)
        .doc("The features completed since the turn part began, each once; what is complete as soon as its tile lies, as a city inside it, is none of them.")
        .example("any(f in closed where f.tiles > 3)"),
    word(Builtin::Extended, "extended", Type::many(Sort::Feature))
        .reads(EffectSet::LAND_AND_TILES)
        .narrowed_by_kind()
        .doc("The features that grew since the turn part began.")
        .example("count(extended)"),
    word(Builtin::Joined, "joined", Type::many(Sort::Feature))
        .reads(EffectSet::LAND_AND_TILES)
        .narrowed_by_kind()
        .doc("The features made of two or more that were apart when the turn part began.")
        .example("any(joined)"),
    word(Builtin::Occupied, "occupied", Type::many(Sort::Feature))
        .reads(EffectSet::LAND_AND_PIECES)
        .narrowed_by_kind()
        .any(Builtin::OccupiedAny)
        .doc("The features on which a piece stands, each once.")
        .example("count(f in occupied where f.complete)"),
    word(Builtin::Pieces, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .doc("The pieces that stand on the table, whosever they are and neutral ones among them, in the order in which they came there.")
        .example("count(m in pieces where m.owner != active)"),
    word(Builtin::Features, "features", Type::many(Sort::Feature))
        .reads(EffectSet::LAND_AND_TILES)
        .narrowed_by_kind()
        .doc("All features on the table, each once.")
        .example("count(f in features where f.complete)"),
    word(Builtin::Placed, "placed", Type::maybe(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tile laid last in this turn, if one was laid.")
        .example("placed.segments"),
    word(Builtin::Laid, "laid", Type::many(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tiles on the table, in the order in which they were laid.")
        .example("count(t in laid where t.cell != none)"),
    word(Builtin::Cells, "cells", Type::many(Sort::Cell))
        .reads(EffectSet::NOTHING)
        .doc("All cells of the [board](language/land.md#board), row by row from the north-west.")
        .example("placed and all(c in placed.cell.beside : c in cells)"),
    word(Builtin::Hand, "hand", Type::many(Sort::Tile))
        .reads(EffectSet::TILES)
        .any(Builtin::HandAny)
        .doc("The tiles that are drawn and neither laid, nor out of the game, nor back in a bag.")
        .example("count(t in hand where any(t.placements))"),
    word(Builtin::Turn, "turn", Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .never_negative()
        .doc("The number of the turn, counted from 1.")
        .example("turn > 1"),
];

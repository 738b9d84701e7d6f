//! Questions that rules cannot name: what the compiler writes for operators, declared words, loops and sets of which
//! only so much is wanted.

use super::Builtin;
use super::info::{BuiltinInfo, internal};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

/// What a query may depend on.
const ANY_QUERY: EffectSet = EffectSet::LAND_AND_TILES.and(EffectSet::PIECES);

pub(super) const INTERNAL: &[BuiltinInfo] = &[
    internal(Builtin::TileFits, "tile-fits", 1, Type::one(Sort::Bool))
        .reads(EffectSet::LAND_AND_TILES)
        .refuses_none()
        .doc("Whether a tile may be laid anywhere now."),
    internal(Builtin::SameFeature, "same-feature", 2, Type::one(Sort::Bool))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Whether two segments lie in one feature; also where both are none."),
    internal(Builtin::FeatureRoot, "feature-root", 1, Type::one(Sort::Feature))
        .reads(EffectSet::LAND_AND_TILES)
        .refuses_none()
        .doc("The segment that stands for the whole feature of a segment."),
    internal(Builtin::IsFeatureKind, "is-feature-kind", 2, Type::one(Sort::Bool))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Whether a feature is of a kind."),
    internal(Builtin::IsPieceKind, "is-piece-kind", 2, Type::one(Sort::Bool))
        .reads(EffectSet::NOTHING)
        .doc("Whether a piece is of one of several kinds, a bit for each."),
    internal(Builtin::FeatureAttr, "feature-attr", 2, Type::one(Sort::Int))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("An attribute of a feature, by its number."),
    internal(Builtin::TileAttr, "tile-attr", 2, Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .refuses_none()
        .doc("An attribute of a tile, by its number."),
    internal(Builtin::SpaceAttr, "space-attr", 2, Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .doc("An attribute of a space, by its number."),
    internal(Builtin::PieceFresh, "piece-fresh", 2, Type::one(Sort::Bool))
        .reads(EffectSet::PIECES)
        .doc("Whether a piece has not moved since a stamp: a loop over pieces passes over those that have."),
    internal(Builtin::PieceStamp, "piece-stamp", 0, Type::one(Sort::Int))
        .reads(EffectSet::PIECES)
        .doc("How often pieces have moved."),
    internal(Builtin::AwardNote, "award-note", 1, Type::one(Sort::Int))
        .reads(EffectSet::AWARDS)
        .doc("What explains an award."),
    internal(Builtin::Scorings, "scorings", 0, Type::many(Sort::Award))
        .reads(EffectSet::AWARDS)
        .doc("The first award of each scoring that the rules which react to scorings were not told of."),
    internal(Builtin::TrackSpaces, "track-spaces", 1, Type::many(Sort::Space))
        .reads(EffectSet::NOTHING)
        .doc("The spaces of a track."),
    internal(Builtin::LaidSegments, "laid-segments", 0, Type::many(Sort::Segment))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The segments of all tiles on the table."),
    internal(Builtin::RowMembers, "row-members", 1, Type::many(Sort::Tile))
        .reads(EffectSet::TILES)
        .doc("The tiles or the cards that lie in a row."),
    internal(Builtin::Numbers, "numbers", 2, Type::many(Sort::Int))
        .reads(EffectSet::NOTHING)
        .doc("The numbers from one to another."),
    internal(Builtin::NeutralPiece, "neutral-piece", 1, Type::one(Sort::Piece))
        .reads(EffectSet::NOTHING)
        .doc("The piece of a kind of which there is one for all."),
    internal(Builtin::SupplyOf, "supply-of", 2, Type::one(Sort::Int))
        .reads(EffectSet::PIECES)
        .never_negative()
        .doc("How many pieces of several kinds, a bit for each, a player has in supply, or the table for none."),
    internal(Builtin::SpaceTaken, "space-taken", 1, Type::one(Sort::Bool))
        .reads(EffectSet::PIECES)
        .refuses_none()
        .doc("Whether a piece stands on a space."),
    internal(Builtin::CornerTaken, "corner-taken", 1, Type::one(Sort::Bool))
        .reads(EffectSet::PIECES)
        .refuses_none()
        .doc("Whether a piece stands on a corner."),
    internal(Builtin::SideTaken, "side-taken", 1, Type::one(Sort::Bool))
        .reads(EffectSet::PIECES)
        .refuses_none()
        .doc("Whether a piece stands on a side."),
    internal(Builtin::CellInside, "cell-inside", 1, Type::one(Sort::Bool))
        .reads(EffectSet::NOTHING)
        .doc("Whether a cell is one of the board: a loop would write all of them down for each member."),
    internal(Builtin::ClosedAny, "closed-any", 1, Type::one(Sort::Bool))
        .reads(EffectSet::LAND)
        .doc("Whether any feature was completed, or any of one kind."),
    internal(Builtin::OccupiedAny, "occupied-any", 1, Type::one(Sort::Bool))
        .reads(EffectSet::LAND_AND_PIECES)
        .doc("Whether a piece stands on any feature, or on any of one kind."),
    internal(Builtin::HandAny, "hand-any", 0, Type::one(Sort::Bool))
        .reads(EffectSet::TILES)
        .doc("Whether any tile is in hand."),
    internal(Builtin::VarMembers, "var-members", 2, Type::many(Sort::Nothing))
        .reads(EffectSet::SETS)
        .doc("What is in the set that a variable holds, for what it belongs to."),
    internal(Builtin::VarHolds, "var-holds", 3, Type::one(Sort::Bool))
        .reads(EffectSet::SETS)
        .doc("Whether something is in the set of a variable: a rule would write all of it down to look."),
    internal(Builtin::QueryList, "query", 3, Type::many(Sort::Nothing))
        .reads(ANY_QUERY)
        .any(Builtin::QueryAny)
        .count(Builtin::QueryCount)
        .doc("The members of a filtered query."),
    internal(Builtin::QueryAny, "query-any", 3, Type::one(Sort::Bool))
        .reads(ANY_QUERY)
        .doc("Whether a filtered query has any member."),
    internal(Builtin::QueryCount, "query-count", 3, Type::one(Sort::Int))
        .reads(ANY_QUERY)
        .never_negative()
        .doc("How many members a filtered query has."),
    internal(Builtin::QueryFirst, "query-first", 3, Type::maybe(Sort::Nothing))
        .reads(ANY_QUERY)
        .doc("The first member of a filtered query."),
    internal(Builtin::QueryLeaders, "query-leaders", 3, Type::many(Sort::Player))
        .reads(ANY_QUERY)
        .doc("The players to whom most members of a filtered query of pieces belong, if any does."),
];

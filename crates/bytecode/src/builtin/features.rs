//! Questions about features, their segments, and ways from segment to segment.

use super::Builtin;
use super::info::{BuiltinInfo, field};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const FEATURES: &[BuiltinInfo] = &[
    field(Builtin::FeatureTiles, Sort::Feature, "tiles", Type::one(Sort::Int))
        .reads(EffectSet::LAND_AND_TILES)
        .never_negative()
        .refuses_none()
        .doc("How many tiles the feature lies on; a tile counts once.")
        .example("f.tiles each 2 pts"),
    field(Builtin::FeatureOpen, Sort::Feature, "open", Type::one(Sort::Int))
        .reads(EffectSet::LAND_AND_TILES)
        .never_negative()
        .doc("How many of its ends are open; for a site, how many cells around it are empty, and around sites that are joined each once.")
        .example("f.open = 1"),
    field(Builtin::FeatureComplete, Sort::Feature, "complete", Type::one(Sort::Bool))
        .reads(EffectSet::LAND_AND_TILES)
        .refuses_none()
        .doc("Whether nothing of it is open.")
        .example("not f.complete"),
    field(Builtin::FeatureAround, Sort::Feature, "around", Type::one(Sort::Int))
        .reads(EffectSet::LAND_AND_TILES)
        .never_negative()
        .doc("For a site: how many of the cells around it that count are filled.")
        .example("f.around each 1 pts"),
    field(Builtin::FeaturePieces, Sort::Feature, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::LAND_AND_PIECES)
        .refuses_none()
        .doc("The pieces that stand on it.")
        .example("count(m in f.pieces where m.owner = active)"),
    field(Builtin::FeatureSegments, Sort::Feature, "segments", Type::many(Sort::Segment))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Its segments.")
        .example("count(f.segments)"),
    field(Builtin::FeatureTouching, Sort::Feature, "touching", Type::many(Sort::Feature))
        .reads(EffectSet::LAND_AND_TILES)
        .narrowed_by_kind()
        .doc("The features that adjoin it on some tile, each once, in either direction.")
        .example("any(g in f.touching where g.complete)"),
    field(Builtin::SegmentTile, Sort::Segment, "tile", Type::one(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tile it lies on.")
        .example("s.tile.cell"),
    field(Builtin::SegmentNeighbours, Sort::Segment, "neighbours", Type::many(Sort::Segment))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The segments it is joined with directly, over a side or by a link.")
        .example("first(n in s.neighbours)"),
    field(Builtin::SegmentReach, Sort::Segment, "reach", Type::many(Sort::Segment))
        .takes(&[Type::many(Sort::Segment)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The segments that can be reached from it by going from neighbour to neighbour within this set, the nearest first. It is among them itself, whether or not it is in the set.")
        .example("count(s.reach({ n in s.segments where n.tile != placed }))"),
    field(Builtin::SegmentOwn, Sort::Segment, "own", Type::one(Sort::Segment))
        .reads(EffectSet::NOTHING)
        .doc("The segment apart from its feature. Behind it stands an attribute or a variable of features, and what is printed or lies on this very segment answers.")
        .example("s.own.visits = 0"),
    field(Builtin::SegmentEnds, Sort::Segment, "ends", Type::one(Sort::Int))
        .reads(EffectSet::LAND_AND_TILES)
        .never_negative()
        .doc("How many open ends it has inside its tile, by itself: what tile files call `ends`, but for those that links have used up and those that are closed.")
        .example("s.ends > 0"),
    field(Builtin::SegmentNearest, Sort::Segment, "nearest", Type::many(Sort::Segment))
        .takes(&[Type::many(Sort::Segment)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Those of this set that are met first on the ways from it from neighbour to neighbour: all at the fewest steps, or itself where it is in the set. None where no way leads to any.")
        .example("first(n in s.nearest({ n in s.segments where n.tile != placed }))"),
];

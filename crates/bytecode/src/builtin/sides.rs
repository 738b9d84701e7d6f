//! Questions about sides: the borders between cells, and what lies and stands there.

use super::Builtin;
use super::info::{BuiltinInfo, field};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const SIDES: &[BuiltinInfo] = &[
    field(Builtin::CellSides, Sort::Cell, "sides", Type::many(Sort::Side))
        .reads(EffectSet::NOTHING)
        .doc("Its four sides, clockwise from the north.")
        .example("any(e in placed.cell.sides where not any(e.pieces))"),
    field(Builtin::CornerSides, Sort::Corner, "sides", Type::many(Sort::Side))
        .reads(EffectSet::NOTHING)
        .doc("The four sides that meet there, clockwise from the one that goes north.")
        .example("all(k in placed.cell.corners : count(k.sides) = 4)"),
    field(Builtin::SegmentSides, Sort::Segment, "sides", Type::many(Sort::Side))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The sides of its tile that it reaches, clockwise from the north as the tile lies; none for a site.")
        .example("count(s.sides) = 2"),
    field(Builtin::SegmentAgainst, Sort::Segment, "against", Type::many(Sort::Segment))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The segments that lie against it across a side, whatever they are and whether or not they are joined with it.")
        .example("any(o in s.against where o not in s.neighbours)"),
    field(Builtin::SideCells, Sort::Side, "cells", Type::many(Sort::Cell))
        .reads(EffectSet::NOTHING)
        .doc("The two cells that it lies between: the northern or the western one first.")
        .example("all(e in placed.cell.sides : placed.cell in e.cells)"),
    field(Builtin::SideTiles, Sort::Side, "tiles", Type::many(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND)
        .doc("The tiles that lie beside it, up to two.")
        .example("any(e in placed.cell.sides where count(e.tiles) = 1)"),
    field(Builtin::SideCorners, Sort::Side, "corners", Type::many(Sort::Corner))
        .reads(EffectSet::NOTHING)
        .doc("The two corners that it goes between: the northern or the western one first.")
        .example("any(e in placed.cell.sides where any(k in e.corners where any(k.pieces)))"),
    field(Builtin::SideSegments, Sort::Side, "segments", Type::many(Sort::Segment))
        .reads(EffectSet::LAND)
        .doc("The segments that reach it, of each tile beside it.")
        .example("any(e in placed.cell.sides where count(e.segments) > 1)"),
    field(Builtin::SidePieces, Sort::Side, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .any(Builtin::SideTaken)
        .doc("The pieces that stand on it.")
        .example("any(e in placed.cell.sides where any(e.pieces))"),
    field(Builtin::PieceSide, Sort::Piece, "side", Type::maybe(Sort::Side))
        .reads(EffectSet::PIECES)
        .doc("The side it stands on, if it stands on one.")
        .example("m.side and count(m.side.tiles) = 2"),
];

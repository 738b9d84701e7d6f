//! Questions about tiles and cells: where tiles lie and may lie.

use super::Builtin;
use super::info::{BuiltinInfo, field};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const LAND: &[BuiltinInfo] = &[
    field(Builtin::TileSegments, Sort::Tile, "segments", Type::many(Sort::Segment))
        .reads(EffectSet::LAND_AND_TILES)
        .doc(
            "The segments of a laid tile; none while it is not laid. Of a tile of several cells, the one that leads \
             has those of all cells, and each other one of its `parts` its own.",
        )
        .example("any(s in placed.segments where s.open = 0)"),
    field(Builtin::TilePlacements, Sort::Tile, "placements", Type::many(Sort::Placement))
        .reads(EffectSet::LAND_AND_TILES)
        .counted()
        .any(Builtin::TileFits)
        .refuses_none()
        .doc("Every cell and rotation where it may be laid now; none for a tile that lies.")
        .example("count(kept.placements)"),
    field(Builtin::TileCell, Sort::Tile, "cell", Type::maybe(Sort::Cell))
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Where it lies, if it is laid.")
        .example("placed.cell"),
    field(Builtin::TileSeenBy, Sort::Tile, "seen_by", Type::many(Sort::Player))
        .reads(EffectSet::TILES)
        .doc("The players who see it: all of them where it lies open, nobody while it is in a bag.")
        .example("all(t in hand : active in t.seen_by)"),
    field(Builtin::TileTurned, Sort::Tile, "turned", Type::one(Sort::Int))
        .reads(EffectSet::LAND_AND_TILES)
        .tells_rotation()
        .doc("By how many quarter turns clockwise a laid tile was turned: 0 to 3. 0 while it is not laid.")
        .example("placed.turned = 2"),
    // What is printed never changes.
    field(Builtin::TileShows, Sort::Tile, "shows", Type::one(Sort::Bool))
        .takes(&[Type::one(Sort::Feature)])
        .reads(EffectSet::NOTHING)
        .doc("Whether a feature of this kind is printed on it, wherever the tile is; the kind is told by its word. Of a tile of several cells, the one that leads shows what all cells do.")
        .example("kept and kept.shows(city)"),
    field(Builtin::TileAdditions, Sort::Tile, "additions", Type::many(Sort::Placement))
        .takes(&[Type::one(Sort::Feature)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Where a segment of a kind can be added so that all sides of the tile fit and the segment goes on at both its ends, in its like or an empty cell: straight across the tile, or where a side of it does not fit as it lies, across the tile beside it there. Each is the cell of a tile, turned 0 where the segment goes from its northern side and 1 where it goes from the eastern one. None of a tile that is not laid.")
        .example("placed.additions(road)"),
    field(Builtin::TilePlacementsWith, Sort::Tile, "placements_with", Type::many(Sort::Placement))
        .takes(&[Type::one(Sort::Feature)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Every cell and rotation where it does not fit as it is, but would if a segment of a kind were added to it or to a tile beside it. Laid so, it waits for that segment; see `additions`.")
        .example("kept and any(kept.placements_with(road))"),
    field(Builtin::TileLoosePlacements, Sort::Tile, "loose_placements", Type::many(Sort::Placement))
        .takes(&[Type::one(Sort::Int)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("Every cell and rotation where it may be laid now if so many of its sides need not fit: 0 to 4. What does not meet its like at such a side ends there.")
        .example("kept.loose_placements(1)"),
    field(Builtin::TileParts, Sort::Tile, "parts", Type::many(Sort::Tile))
        .reads(EffectSet::NOTHING)
        .doc("The tiles that are laid together with it, the one that leads first. Of an ordinary tile, itself alone.")
        .example("count(placed.parts)"),
    field(Builtin::TileCovers, Sort::Tile, "covers", Type::many(Sort::Cell))
        .takes(&[Type::one(Sort::Placement)])
        .reads(EffectSet::NOTHING)
        .doc("The cells that it would cover if it were laid so: one, or for a tile of several cells all of them.")
        .example("kept and any(q in kept.placements where any(c in kept.covers(q) where c.x = 0))"),
    field(Builtin::CellNeighbours, Sort::Cell, "neighbours", Type::many(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tiles on the four cells beside it.")
        .example("count(placed.cell.neighbours)"),
    field(Builtin::CellBeside, Sort::Cell, "beside", Type::many(Sort::Cell))
        .reads(EffectSet::NOTHING)
        .doc("The four cells beside it, clockwise from the north, whether or not a tile lies there.")
        .example("count(c in placed.cell.beside where not c.tile)"),
    field(Builtin::CellAround, Sort::Cell, "around", Type::many(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tiles on the eight cells around it.")
        .example("count(placed.cell.around)"),
    field(Builtin::CellEast, Sort::Cell, "east", Type::one(Sort::Int))
        .takes(&[Type::one(Sort::Tile)])
        .reads(EffectSet::NOTHING)
        .tells_rotation()
        .doc("How many cells it lies east of a tile, by the tile's own directions: turned as the tile is. Negative to the west. A tile that is not laid is looked at as if it lay in the first cell of the game, as printed.")
        .example("placed.cell.east(t) >= 0"),
    field(Builtin::CellSouth, Sort::Cell, "south", Type::one(Sort::Int))
        .takes(&[Type::one(Sort::Tile)])
        .reads(EffectSet::NOTHING)
        .tells_rotation()
        .doc("How many cells it lies south of a tile, by the tile's own directions: turned as the tile is. Negative to the north. A tile that is not laid is looked at as if it lay in the first cell of the game, as printed.")
        .example("placed.cell.south(t) = 0"),
    field(Builtin::CellTile, Sort::Cell, "tile", Type::maybe(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tile that lies there, if one does; of two half tiles the one that came first.")
        .example("placed.cell.at(0, -1).tile"),
    field(Builtin::CellAt, Sort::Cell, "at", Type::one(Sort::Cell))
        .takes(&[Type::one(Sort::Int), Type::one(Sort::Int)])
        .reads(EffectSet::NOTHING)
        .doc("The cell so many cells to the east and so many to the south of it, as the table lies. Negative numbers go west and north.")
        .example("placed.cell.at(1, 0)"),
    field(Builtin::CellRow, Sort::Cell, "row", Type::many(Sort::Tile))
        .on_table()
        .takes(&[Type::one(Sort::Int), Type::one(Sort::Int)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tiles of an unbroken row that begins in the next cell, up to the first gap. The two numbers say which cell is the next: -1, 0 or 1 to the east and to the south.")
        .example("count(placed.cell.row(1, 0)) >= 2"),
    field(Builtin::CellBox, Sort::Cell, "box", Type::many(Sort::Tile))
        .on_table()
        .takes(&[Type::one(Sort::Int)])
        .reads(EffectSet::LAND_AND_TILES)
        .doc("The tiles in the square around it that reaches so many cells in each direction, its own included: with 1 the square of nine. 0 to 20.")
        .example("count(placed.cell.box(1)) = 9"),
    field(Builtin::CellX, Sort::Cell, "x", Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .doc("How many cells it lies east of the first cell of the game. Negative to the west.")
        .example("placed.cell.x = 0"),
    field(Builtin::CellY, Sort::Cell, "y", Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .doc("How many cells it lies south of the first cell of the game. Negative to the north.")
        .example("placed.cell.y = 0"),
    field(Builtin::PlacementCell, Sort::Placement, "cell", Type::one(Sort::Cell))
        .reads(EffectSet::NOTHING)
        .doc("Its cell.")
        .example("p.cell.neighbours"),
    field(Builtin::PlacementTurned, Sort::Placement, "turned", Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .tells_rotation()
        .doc("By how many quarter turns clockwise the tile would be turned: 0 to 3.")
        .example("p.turned = 0"),
    field(Builtin::PlacementMisfits, Sort::Placement, "misfits", Type::one(Sort::Int))
        .reads(EffectSet::NOTHING)
        .doc("How many sides of the tile would lie against one that they do not fit; 0 but for loose placements.")
        .example("p.misfits = 1"),
];

//! Questions about pieces: where they stand, in whose supply and keep they are.

use super::Builtin;
use super::info::{BuiltinInfo, field, word};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

pub(super) const PIECES: &[BuiltinInfo] = &[
    field(Builtin::PieceOwner, Sort::Piece, "owner", Type::maybe(Sort::Player))
        .reads(EffectSet::NOTHING)
        .doc("Whose piece it is; none for a neutral one.")
        .example("m.owner = active"),
    field(Builtin::PieceKind, Sort::Piece, "kind", Type::one(Sort::Kind))
        .reads(EffectSet::NOTHING)
        .doc("Its kind, to be kept, compared and asked for.")
        .example("active.supply(m.kind) > 0"),
    field(Builtin::PieceOn, Sort::Piece, "on", Type::maybe(Sort::Segment))
        .reads(EffectSet::PIECES)
        .doc("The segment it stands on, if it stands on one.")
        .example("m.on and m.on.open = 0"),
    field(Builtin::PieceSpace, Sort::Piece, "space", Type::maybe(Sort::Space))
        .reads(EffectSet::PIECES)
        .doc("The space of a track or the slot it stands on, if it stands on one.")
        .example("m.space != none"),
    field(Builtin::PieceTile, Sort::Piece, "tile", Type::maybe(Sort::Tile))
        .on_table()
        .reads(EffectSet::PIECES)
        .doc("The tile it stands on: as a whole, or on one of its segments.")
        .example("m.tile = placed"),
    field(Builtin::PieceKeeper, Sort::Piece, "keeper", Type::maybe(Sort::Player))
        .reads(EffectSet::PIECES)
        .doc("The player who keeps it, if one does: a prisoner, a marker that was won.")
        .example("m.keeper = active"),
    field(Builtin::PieceCorner, Sort::Piece, "corner", Type::maybe(Sort::Corner))
        .reads(EffectSet::PIECES)
        .doc("The corner it stands on, if it stands on one.")
        .example("m.corner and count(m.corner.tiles) = 4"),
    field(Builtin::SpacePieces, Sort::Space, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .any(Builtin::SpaceTaken)
        .refuses_none()
        .doc("The pieces that stand there.")
        .example("m.space and count(m.space.pieces) > 1"),
    field(Builtin::SpaceAhead, Sort::Space, "ahead", Type::one(Sort::Space))
        .takes(&[Type::one(Sort::Int)])
        .reads(EffectSet::NOTHING)
        .doc("The space so many spaces further on its track: around a ring, up to the end of a line. Negative numbers count back.")
        .example("m.space and m.space.ahead(2) = m.space"),
    field(Builtin::SpaceBeside, Sort::Space, "beside", Type::maybe(Sort::Space))
        .reads(EffectSet::NOTHING)
        .doc("For a slot: the space of the track it lies beside.")
        .example("m.space and m.space.beside = none"),
    field(Builtin::TilePieces, Sort::Tile, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .doc("The pieces that stand on it: on the tile as a whole, or on one of its segments; of a half tile, on either half of its cell.")
        .example("count(m in t.pieces where m.on = none)"),
    field(Builtin::PlayerSupply, Sort::Player, "supply", Type::one(Sort::Int))
        .takes(&[Type::one(Sort::Kind)])
        .reads(EffectSet::PIECES)
        .never_negative()
        .refuses_none()
        .doc("How many pieces of this kind the player has in supply.")
        .example("active.supply(meeple) > 0"),
    word(Builtin::CommonSupply, "supply", Type::one(Sort::Int))
        .takes(&[Type::one(Sort::Kind)])
        .reads(EffectSet::PIECES)
        .never_negative()
        .doc("How many neutral pieces of this kind, or with this trait, are in the common supply.")
        .example("supply(token) > 0"),
    field(Builtin::PlayerStock, Sort::Player, "stock", Type::one(Sort::Int))
        .takes(&[Type::one(Sort::Stock)])
        .reads(EffectSet::STOCKS)
        .never_negative()
        .refuses_none()
        .doc("How many of this stock the player has.")
        .example("active.stock(spice) > 0"),
    word(Builtin::CommonStock, "stock", Type::one(Sort::Int))
        .takes(&[Type::one(Sort::Stock)])
        .reads(EffectSet::STOCKS)
        .never_negative()
        .doc("How many of this stock are left in the common supply. It is asked of those that have a number there.")
        .example("stock(spice) > 0"),
    field(Builtin::PlayerSpare, Sort::Player, "spare", Type::maybe(Sort::Piece))
        .takes(&[Type::one(Sort::Kind)])
        .reads(EffectSet::PIECES)
        .refuses_none()
        .doc("The piece of this kind that the player would put next, if one is left in supply.")
        .example("active.spare(meeple) != none"),
    word(Builtin::CommonSpare, "spare", Type::maybe(Sort::Piece))
        .takes(&[Type::one(Sort::Kind)])
        .reads(EffectSet::PIECES)
        .doc("The neutral piece of this kind that would be put next, if one is left in the common supply.")
        .example("spare(token) != none"),
    field(Builtin::PlayerKeeps, Sort::Player, "keeps", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .doc("The pieces that the player keeps, whosever they are.")
        .example("count(m in active.keeps where m.owner != active)"),
    field(Builtin::CellCorners, Sort::Cell, "corners", Type::many(Sort::Corner))
        .reads(EffectSet::NOTHING)
        .doc("Its four corners, clockwise from the north-west.")
        .example("any(k in placed.cell.corners where not any(k.pieces))"),
    field(Builtin::CornerTiles, Sort::Corner, "tiles", Type::many(Sort::Tile))
        .on_table()
        .reads(EffectSet::LAND)
        .doc("The laid tiles that touch it, up to four, clockwise from the north-west.")
        .example("all(k in placed.cell.corners : any(k.tiles))"),
    field(Builtin::CornerSegments, Sort::Corner, "segments", Type::many(Sort::Segment))
        .reads(EffectSet::LAND)
        .doc("The segments that reach it: on each tile that touches it those at the two sides which meet there.")
        .example("any(k in placed.cell.corners where count(k.segments) > 1)"),
    field(Builtin::CornerPieces, Sort::Corner, "pieces", Type::many(Sort::Piece))
        .reads(EffectSet::PIECES)
        .any(Builtin::CornerTaken)
        .doc("The pieces that stand on it.")
        .example("any(k in placed.cell.corners where any(k.pieces))"),
];

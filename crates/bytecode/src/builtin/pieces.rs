//! Questions about pieces on tiles and corners, in the common supply, and kept by players.

use super::{Builtin, Entry, Receiver, field};
use crate::types::{Sort, Type};

pub(super) const PIECES: &[Entry] = &[
    field(
        Builtin::PieceTile,
        Sort::Piece,
        "tile",
        Type::maybe(Sort::Tile),
        "The tile it stands on: as a whole, or on one of its segments.",
        "m.tile = placed",
    ),
    field(
        Builtin::TilePieces,
        Sort::Tile,
        "pieces",
        Type::many(Sort::Piece),
        "The pieces that stand on it: on the tile as a whole, or on one of its segments.",
        "count(m in t.pieces where m.on = none)",
    ),
    Entry {
        builtin: Builtin::CommonSupply,
        receiver: Receiver::None,
        name: "supply",
        params: &[Type::one(Sort::PieceWord)],
        result: Type::one(Sort::Int),
        doc: "How many neutral pieces of this kind, or with this trait, are in the common supply.",
        example: "supply(token) > 0",
    },
    field(
        Builtin::PieceKeeper,
        Sort::Piece,
        "keeper",
        Type::maybe(Sort::Player),
        "The player who keeps it, if one does: a prisoner, a marker that was won.",
        "m.keeper = active",
    ),
    field(
        Builtin::PlayerKeeps,
        Sort::Player,
        "keeps",
        Type::many(Sort::Piece),
        "The pieces that the player keeps, whosever they are.",
        "count(m in active.keeps where m.owner != active)",
    ),
    field(
        Builtin::CellCorners,
        Sort::Cell,
        "corners",
        Type::many(Sort::Corner),
        "Its four corners, clockwise from the north-west.",
        "any(k in placed.cell.corners where not any(k.pieces))",
    ),
    field(
        Builtin::CornerTiles,
        Sort::Corner,
        "tiles",
        Type::many(Sort::Tile),
        "The laid tiles that touch it, up to four, clockwise from the north-west.",
        "all(k in placed.cell.corners : any(k.tiles))",
    ),
    field(
        Builtin::CornerSegments,
        Sort::Corner,
        "segments",
        Type::many(Sort::Segment),
        "The segments that reach it: on each tile that touches it those at the two sides which meet there.",
        "any(k in placed.cell.corners where count(k.segments) > 1)",
    ),
    field(
        Builtin::CornerPieces,
        Sort::Corner,
        "pieces",
        Type::many(Sort::Piece),
        "The pieces that stand on it.",
        "any(k in placed.cell.corners where any(k.pieces))",
    ),
    field(
        Builtin::PieceCorner,
        Sort::Piece,
        "corner",
        Type::maybe(Sort::Corner),
        "The corner it stands on, if it stands on one.",
        "m.corner.tiles",
    ),
];

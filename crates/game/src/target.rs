//! Where things are that can be chosen or told of: for whoever draws a table.

use rota_board::{Border, Cell, SegmentId};
use rota_bytecode::Sort;

use crate::bit_packing::{unpack_border, unpack_cell, unpack_placement};
use crate::piece::PieceLocation;
use crate::position::TileState;
use crate::questions::Questions;

/// Where something is on the table, or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// In a cell; a tile may be laid there, turned clockwise by so many quarters.
    Cell(Cell, Option<u8>),
    /// On a segment, or on the feature it is part of.
    Segment(SegmentId),
    /// A drawn tile, by its number in the stock.
    Hand(usize),
    /// On a space beside the land, by its number among the declared spaces.
    Space(u16),
    /// On a corner, known by the cell whose north-western one it is.
    Corner(Cell),
    /// On a side.
    Side(Border),
}

impl Questions<'_> {
    /// Where a value of some sort is, if it is a place or a thing that has one.
    pub fn target(self, sort: Sort, value: i64) -> Option<Target> {
        match sort {
            Sort::Placement => unpack_placement(value)
                .map(|placement| Target::Cell(placement.cell, Some(placement.rotation))),
            Sort::Cell => unpack_cell(value).map(|cell| Target::Cell(cell, None)),
            Sort::Corner => unpack_cell(value).map(Target::Corner),
            Sort::Side => unpack_border(value).map(Target::Side),
            Sort::Segment | Sort::Feature => self.segment(value).ok().map(Target::Segment),
            Sort::Space => self.space(value).ok().map(Target::Space),
            Sort::Piece => match self.piece(value).ok()?.location {
                PieceLocation::Segment(segment) => Some(Target::Segment(segment)),
                PieceLocation::Space(space) => Some(Target::Space(space)),
                PieceLocation::Corner(corner) => Some(Target::Corner(corner)),
                PieceLocation::Side(side) => Some(Target::Side(side)),
                PieceLocation::Tile(tile) => self.target(Sort::Tile, i64::from(tile)),
                PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => None,
            },
            Sort::Award => self.award(value).ok()?.at.map(Target::Segment),
            Sort::Tile => {
                let tile = self.tile(value).ok()?;
                match self.position.tile(tile)? {
                    TileState::Laid(laid) => Some(Target::Cell(self.position.board().tile(laid).cell, None)),
                    TileState::Hand(_) | TileState::Stowed(..) | TileState::Row(_) => {
                        Some(Target::Hand(tile))
                    }
                    TileState::Bag | TileState::Stacked(_) | TileState::Out => None,
                }
            }
            Sort::Int | Sort::Pts | Sort::Bool | Sort::Words | Sort::Player | Sort::Kind => None,
            Sort::Stock | Sort::Reason | Sort::Bag | Sort::Card | Sort::Deck | Sort::Row => None,
            Sort::Die | Sort::Nothing => None,
        }
    }
}

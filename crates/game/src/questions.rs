//! Answers to what rules ask. Nothing here changes the position.

use rota_board::{Cell, Neighbourhood, SegmentId, ShapeId, TileId};
use rota_bytecode::Builtin;
use rota_bytecode::program::{Space, TrackShape};
use rota_vm::Fault;

use crate::bit_packing::{
    pack_border, pack_cell, pack_placement, unpack_cell, unpack_misfits, unpack_placement,
};
use crate::layout::{Layout, first_piece};
use crate::piece::{Piece, PieceLocation};
use crate::position::{Award, PlayerSet, Position, TileState};
use crate::rules::{NEUTRAL, Rules};
use crate::stocks::stock_place;
use crate::variables::set_of;

/// Stands for no value.
pub(crate) const NONE: i64 = -1;

/// A segment apart from its feature is told by how far it lies below this.
const APART: i64 = NONE - 1;

/// A segment that answers for itself alone, not for its feature.
fn apart(segment: SegmentId) -> i64 {
    APART - handle(segment)
}

/// A position with what is needed to read it.
#[derive(Clone, Copy)]
pub(crate) struct Questions<'a> {
    pub rules: &'a Rules,
    pub layout: &'a Layout,
    pub position: &'a Position,
}

impl<'a> Questions<'a> {
    /// Answers a question that has one answer. The meaning of each is in the table of built-ins.
    ///
    /// What nearly every turn asks is answered here, near the machine; the rest is far away.
    #[inline]
    pub fn ask(self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        let position = self.position;
        Ok(match (builtin, args) {
            (Builtin::Active, _) => i64::from(position.active),
            (Builtin::Players, _) => (1 << self.layout.players) - 1,
            (Builtin::BagCount | Builtin::DeckCount, &[bag, ..]) => {
                position.bags[self.bag(bag)?].len() as i64
            }
            (Builtin::PlayerSupply, &[player, kind, ..]) => {
                let (player, kind) = (self.player(player)?, self.piece_kind(kind)?);
                i64::from(position.supply[self.layout.supply(kind, player as u8)])
            }
            (Builtin::IsFeatureKind, &[feature, kind, ..]) => i64::from(self.is_feature_kind(feature, kind)?),
            (Builtin::FeatureComplete, &[feature, ..]) => {
                i64::from(position.board.is_complete(self.segment(feature)?))
            }
            (Builtin::TileCell, &[tile, ..]) => self.cell_of(tile)?.map_or(NONE, pack_cell),
            (Builtin::QueryAny, _) => return self.query_any(args),
            (Builtin::QueryCount, _) => return self.query_count(args),
            (Builtin::QueryFirst, _) => return self.query_first(args),
            (Builtin::QueryLeaders, _) => return self.query_leaders(args),
            (Builtin::NeutralPiece, &[kind, ..]) => return self.neutral(kind),
            (Builtin::SpaceAhead, &[space, steps, ..]) => return self.ahead(space, steps),
            (Builtin::TileAttr, &[tile, attr, ..]) => {
                self.attr(self.tile(tile)?, attr).ok_or(&Fault::Missing)?
            }
            (Builtin::ClosedAny, _) if position.delta.closed.is_empty() => 0,
            (Builtin::OccupiedAny, &[kind, ..]) if kind >= 0 => i64::from(self.is_any_occupied(kind)),
            (Builtin::HandAny, _) if position.held.is_empty() => 0,
            _ => return self.ask_seldom(builtin, args),
        })
    }

    /// The piece of a kind that comes next out of the supply of a player, or out of the common one.
    pub(crate) fn spare(self, kind: u8, owner: Option<u8>) -> Option<i64> {
        let mut pieces = self.position.pieces.iter().zip(0..);
        let is_meant = |piece: &Piece| {
            piece.kind == kind && piece.owner() == owner && piece.location == PieceLocation::Supply
        };
        pieces.find(|(piece, _)| is_meant(piece)).map(|(_, number)| number)
    }

    #[inline(never)]
    fn ask_seldom(self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        let position = self.position;
        let [first, second, third] = match *args {
            [] => [NONE; 3],
            [first] => [first, NONE, NONE],
            [first, second] => [first, second, NONE],
            [first, second, third, ..] => [first, second, third],
        };
        Ok(match builtin {
            Builtin::TileFits => i64::from(self.count(Builtin::TilePlacements, args)? > 0),
            Builtin::ClosedAny => i64::from(self.is_any_closed(first)),
            Builtin::OccupiedAny => i64::from(self.is_any_occupied(first)),
            Builtin::HandAny => i64::from(self.in_hand().next().is_some()),
            Builtin::Placed => position.delta.placed.map_or(NONE, |tile| position.stock_tile(tile) as i64),
            Builtin::Turn => i64::from(position.turn),
            Builtin::FeatureTiles => i64::from(position.board.tiles_of(self.segment(first)?)),
            Builtin::FeatureOpen => self.open(self.segment(first)?),
            Builtin::FeatureAround => self.around(self.segment(first)?),
            Builtin::SegmentTile => {
                position.stock_tile(position.board.segment_tile(self.segment(first)?)) as i64
            }
            Builtin::TileSeenBy | Builtin::CardSeenBy => match position.tiles[self.tile(first)?] {
                TileState::Hand(seats) | TileState::Stowed(_, seats) | TileState::Stacked(seats) => {
                    seats.mask(self.layout.players)
                }
                TileState::Bag => PlayerSet::NOBODY.mask(self.layout.players),
                TileState::Row(_) | TileState::Out | TileState::Laid(_) => {
                    PlayerSet::ALL.mask(self.layout.players)
                }
            },
            Builtin::CardDeck => position.origin[self.tile(first)?].map(i64::from).ok_or(&Fault::Missing)?,
            Builtin::TileKeeper | Builtin::CardKeeper => match position.tiles[self.tile(first)?] {
                TileState::Stowed(player, _) => i64::from(player),
                TileState::Bag | TileState::Stacked(_) | TileState::Hand(_) | TileState::Row(_) => NONE,
                TileState::Out | TileState::Laid(_) => NONE,
            },
            Builtin::CellEast => i64::from(self.seen_from(first, second)?.0),
            Builtin::CellSouth => i64::from(self.seen_from(first, second)?.1),
            Builtin::PlayerPoints => position.points[self.player(first)?],
            Builtin::PlayerNext => (self.player(first)? as i64 + 1) % i64::from(self.layout.players),
            Builtin::PieceOwner => self.piece(first)?.owner().map_or(NONE, i64::from),
            Builtin::PieceKind if first == NONE => NONE,
            Builtin::PieceKind => i64::from(self.piece(first)?.kind),
            Builtin::PieceOn => self.piece(first)?.on().map_or(NONE, handle),
            Builtin::PieceSpace => self.piece(first)?.space().map_or(NONE, i64::from),
            Builtin::PieceTile => self.tile_under(self.piece(first)?),
            Builtin::PieceCorner => self.piece(first)?.corner().map_or(NONE, pack_cell),
            Builtin::PieceSide => self.piece(first)?.side().map_or(NONE, pack_border),
            Builtin::PieceKeeper => self.piece(first)?.keeper().map_or(NONE, i64::from),
            Builtin::CommonSupply => {
                i64::from(position.supply[self.layout.supply(self.piece_kind(first)?, NEUTRAL)])
            }
            Builtin::PlayerStock => {
                let (player, stock) = (self.player(first)? as u8, self.stock(second)?);
                position.stocks[stock_place(self.layout.players, stock, Some(player))]
            }
            Builtin::CommonStock => {
                let stock = self.stock(first)?;
                if self.rules.program().declared.stocks[stock].count.is_none() {
                    return Err(&Fault::Refused("there is no end of this stock in the common supply"));
                }
                position.stocks[stock_place(self.layout.players, stock, None)]
            }
            Builtin::SpaceBeside => self.rules.beside()[usize::from(self.space(first)?)],
            Builtin::SpaceAttr => {
                let attr =
                    usize::try_from(second).ok().and_then(|attr| self.space_of(first).ok()?.attrs.get(attr));
                *attr.ok_or(&Fault::Missing)?
            }
            Builtin::SupplyOf => {
                let player = if first == NONE { NEUTRAL } else { self.player(first)? as u8 };
                let kinds = 0..self.rules.program().declared.pieces.len().min(63) as u8;
                let meant = kinds.filter(|kind| second >> kind & 1 != 0);
                meant.map(|kind| i64::from(position.supply[self.layout.supply(kind, player)])).sum()
            }
            Builtin::PlayerSpare => {
                self.spare(self.piece_kind(second)?, Some(self.player(first)? as u8)).unwrap_or(NONE)
            }
            Builtin::CommonSpare => self.spare(self.piece_kind(first)?, None).unwrap_or(NONE),
            Builtin::PieceFresh => i64::from(i64::from(self.piece(first)?.moved) <= second),
            Builtin::PieceStamp => i64::from(position.stamp),
            Builtin::AwardPoints => self.award(first)?.points,
            Builtin::AwardTo => i64::from(self.award(first)?.to),
            Builtin::AwardReason => i64::from(self.award(first)?.reason),
            Builtin::AwardAt => self.award(first)?.at.map_or(NONE, handle),
            Builtin::AwardNote => self.award(first)?.note,
            Builtin::PlacementCell => pack_cell(unpack_placement(first).ok_or(&Fault::Missing)?.cell),
            Builtin::FeatureRoot => handle(position.board.find(self.segment(first)?)),
            Builtin::SameFeature => i64::from(self.same_feature(first, second)?),
            Builtin::IsPieceKind => i64::from(first >= 0 && second >> self.piece(first)?.kind & 1 != 0),
            Builtin::SegmentEnds => i64::from(position.board.open_ends(self.segment(first)?)),
            Builtin::SegmentOwn => apart(self.segment(first)?),
            Builtin::FeatureAttr => {
                let (board, catalog) = (&position.board, self.rules.catalog());
                let attrs = match self.segment_apart(first) {
                    Some(segment) => board.own_attrs(catalog, segment?),
                    None => board.attrs(self.segment(first)?),
                };
                let attr = usize::try_from(second).ok().and_then(|attr| attrs.get(attr));
                i64::from(*attr.ok_or(&Fault::Missing)?)
            }
            Builtin::SpaceTaken => i64::from(position.piece_counts[usize::from(self.space(first)?)] != 0),
            Builtin::CornerTaken => i64::from(self.pieces_on_corner(first)?.next().is_some()),
            Builtin::SideTaken => i64::from(self.pieces_on_side(first)?.next().is_some()),
            Builtin::TileTurned => self.turned(first)?,
            Builtin::TileAdditions | Builtin::TilePlacementsWith => return Err(NOT_ONE),
            Builtin::TileShows => i64::from(self.shows(first, second)?),
            Builtin::CellTile => self.tile_on(first)?,
            Builtin::CellAt => self.cell_at(first, second, third)?,
            Builtin::CellX => i64::from(self.cell(first)?.x),
            Builtin::CellY => i64::from(self.cell(first)?.y),
            Builtin::CellInside => {
                let border = self.rules.catalog().border();
                let inside =
                    unpack_cell(first).zip(border).is_some_and(|(cell, border)| border.contains(cell));
                i64::from(inside)
            }
            Builtin::VarHolds => i64::from(position.sets.holds(set_of(second, third)?, first)),
            Builtin::PlacementTurned => i64::from(unpack_placement(first).ok_or(&Fault::Missing)?.rotation),
            Builtin::PlacementMisfits => i64::from(unpack_misfits(first).ok_or(&Fault::Missing)?),
            // What was asked for above, or with too few arguments.
            Builtin::Active | Builtin::Players | Builtin::BagCount => return Err(&Fault::Broken),
            Builtin::DeckCount | Builtin::PlayerSupply | Builtin::TileCell => return Err(&Fault::Broken),
            Builtin::IsFeatureKind | Builtin::FeatureComplete => return Err(&Fault::Broken),
            Builtin::TileAttr | Builtin::NeutralPiece | Builtin::SpaceAhead => return Err(&Fault::Broken),
            Builtin::QueryAny | Builtin::QueryCount => return Err(&Fault::Broken),
            Builtin::QueryFirst | Builtin::QueryLeaders => return Err(&Fault::Broken),
            // Sets.
            Builtin::Scorings => return Err(NOT_ONE),
            Builtin::Awards | Builtin::Closed | Builtin::Extended | Builtin::Joined => return Err(NOT_ONE),
            Builtin::Occupied | Builtin::Features | Builtin::FeaturePieces => return Err(NOT_ONE),
            Builtin::FeatureSegments | Builtin::FeatureTouching => return Err(NOT_ONE),
            Builtin::SegmentNeighbours | Builtin::TileSegments => return Err(NOT_ONE),
            Builtin::TilePlacements | Builtin::PlayerPieces | Builtin::Pieces => return Err(NOT_ONE),
            Builtin::CellNeighbours | Builtin::CellAround | Builtin::Laid => return Err(NOT_ONE),
            Builtin::LaidSegments => return Err(NOT_ONE),
            Builtin::Hand | Builtin::BagTiles | Builtin::CellRow | Builtin::CellBox => return Err(NOT_ONE),
            Builtin::TileCovers | Builtin::TileLoosePlacements | Builtin::TileParts => return Err(NOT_ONE),
            Builtin::SegmentReach | Builtin::SegmentNearest | Builtin::SpacePieces => return Err(NOT_ONE),
            Builtin::CellBeside | Builtin::Cells => return Err(NOT_ONE),
            Builtin::TilePieces | Builtin::PlayerKeeps | Builtin::CellCorners => return Err(NOT_ONE),
            Builtin::CornerTiles | Builtin::CornerSegments | Builtin::CornerPieces => return Err(NOT_ONE),
            Builtin::CellSides | Builtin::CornerSides | Builtin::SegmentSides => return Err(NOT_ONE),
            Builtin::SegmentAgainst | Builtin::SideCells | Builtin::SideTiles => return Err(NOT_ONE),
            Builtin::SideCorners | Builtin::SideSegments | Builtin::SidePieces => return Err(NOT_ONE),
            Builtin::BagDiscarded | Builtin::PlayerTiles | Builtin::DeckCards => return Err(NOT_ONE),
            Builtin::DeckDiscarded | Builtin::PlayerCards | Builtin::TrackSpaces => return Err(NOT_ONE),
            Builtin::Numbers | Builtin::QueryList => return Err(NOT_ONE),
            Builtin::RowMembers | Builtin::VarMembers => return Err(NOT_ONE),
        })
    }

    /// Counts the members of a set that is not written down.
    pub fn count(self, builtin: Builtin, args: &[i64]) -> Result<usize, &'static Fault> {
        let Some((tile, shape)) = self.counted(builtin, args)? else { return Ok(0) };
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        Ok(match self.rules.block_of(tile) {
            Some(block) => self.block_count(block),
            None => board.count_placements(catalog, shape, self.layout.rotations),
        })
    }

    /// A member of such a set.
    pub fn nth(self, builtin: Builtin, args: &[i64], index: usize) -> Option<i64> {
        let (tile, shape) = self.counted(builtin, args).ok()??;
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        let placement = match self.rules.block_of(tile) {
            Some(block) => self.block_nth(block, index),
            None => board.nth_placement(catalog, shape, self.layout.rotations, index),
        };
        placement.map(pack_placement)
    }

    /// The place of a member in such a set.
    pub fn place_of(self, builtin: Builtin, args: &[i64], value: i64) -> Option<usize> {
        let (tile, shape) = self.counted(builtin, args).ok()??;
        let wanted = unpack_placement(value)?;
        if let Some(block) = self.rules.block_of(tile) {
            return self.block_place(block, wanted);
        }
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        let mut placements = board.placements(catalog, shape, self.layout.rotations);
        placements.position(|placement| placement == wanted)
    }

    /// A segment of the board, also as the handle of its feature.
    pub fn segment(self, value: i64) -> Result<SegmentId, &'static Fault> {
        // A negative number becomes a large one here, so that one comparison answers both questions.
        if (value as u64) < self.position.board.segment_count() as u64 {
            Ok(SegmentId(value as u16))
        } else {
            Err(&Fault::Missing)
        }
    }

    /// The segment that [`apart`] was given; nothing for what it did not answer.
    pub fn segment_apart(self, value: i64) -> Option<Result<SegmentId, &'static Fault>> {
        (value < NONE).then(|| self.segment(APART.saturating_sub(value)))
    }

    /// An attribute of a tile; nothing for a number that is no attribute's.
    pub fn attr(self, tile: usize, attr: i64) -> Option<i64> {
        self.rules.attr(attr).get(tile).copied().flatten()
    }

    pub fn tile(self, value: i64) -> Result<usize, &'static Fault> {
        index(value, self.position.tiles.len())
    }

    /// A declared kind of goods.
    pub fn stock(self, value: i64) -> Result<usize, &'static Fault> {
        index(value, self.rules.program().declared.stocks.len())
    }

    pub fn player(self, value: i64) -> Result<usize, &'static Fault> {
        index(value, self.position.points.len())
    }

    pub fn piece(self, value: i64) -> Result<Piece, &'static Fault> {
        index(value, self.position.pieces.len()).map(|index| self.position.pieces[index])
    }

    /// The piece of a kind of which there is one for all.
    #[inline(never)]
    fn neutral(self, kind: i64) -> Result<i64, &'static Fault> {
        let kind = self.piece_kind(kind)?;
        let first = first_piece(self.rules, self.layout.players, kind);
        let piece = self.position.pieces.get(first).filter(|piece| piece.kind == kind);
        piece.map(|_| first as i64).ok_or(&Fault::Missing)
    }

    pub fn piece_kind(self, value: i64) -> Result<u8, &'static Fault> {
        index(value, self.rules.program().declared.pieces.len()).map(|index| index as u8)
    }

    pub fn bag(self, value: i64) -> Result<usize, &'static Fault> {
        index(value, self.position.bags.len())
    }

    pub fn open_row(self, value: i64) -> Result<u16, &'static Fault> {
        index(value, self.rules.program().declared.rows.len()).map(|row| row as u16)
    }

    pub fn space(self, value: i64) -> Result<u16, &'static Fault> {
        index(value, self.rules.program().declared.spaces.len()).map(|space| space as u16)
    }

    /// What is declared of a space.
    fn space_of(self, value: i64) -> Result<&'a Space, &'static Fault> {
        Ok(&self.rules.program().declared.spaces[usize::from(self.space(value)?)])
    }

    pub fn award(self, value: i64) -> Result<&'a Award, &'static Fault> {
        index(value, self.position.awards.len()).map(|index| &self.position.awards[index])
    }

    /// A tile on the board; nothing while it is not laid.
    pub fn laid(self, tile: i64) -> Result<Option<TileId>, &'static Fault> {
        Ok(match self.position.tiles[self.tile(tile)?] {
            TileState::Laid(laid) => Some(laid),
            TileState::Bag | TileState::Stacked(_) | TileState::Hand(_) | TileState::Stowed(..) => None,
            TileState::Row(_) | TileState::Out => None,
        })
    }

    /// A tile that can be laid, and its shape; nothing when it lies.
    pub fn to_lay(self, tile: i64) -> Result<Option<(usize, ShapeId)>, &'static Fault> {
        if self.laid(tile)?.is_some() {
            return Ok(None);
        }
        let tile = self.tile(tile)?;
        Ok(Some((tile, self.rules.shape_of(tile).ok_or(NO_SHAPE)?)))
    }

    /// Where a tile lies; nothing while it is not laid.
    pub fn cell_of(self, tile: i64) -> Result<Option<Cell>, &'static Fault> {
        Ok(self.laid(tile)?.map(|laid| self.position.board.tile(laid).cell))
    }

    pub fn cell(self, value: i64) -> Result<Cell, &'static Fault> {
        unpack_cell(value).ok_or(&Fault::Missing)
    }

    /// The tile that a piece stands on, as a whole or on one of its segments.
    pub fn tile_under(self, piece: Piece) -> i64 {
        match piece.location {
            PieceLocation::Tile(tile) => i64::from(tile),
            PieceLocation::Segment(segment) => {
                self.position.stock_tile(self.position.board.segment_tile(segment)) as i64
            }
            PieceLocation::Supply | PieceLocation::Space(_) | PieceLocation::Corner(_) => NONE,
            PieceLocation::Side(_) | PieceLocation::Keep(_) | PieceLocation::Out => NONE,
        }
    }

    /// The tile that fills the cell of a half tile with it; the tile itself where there is none.
    pub fn other_half(self, tile: i64) -> i64 {
        let laid = usize::try_from(tile).ok().and_then(|tile| self.position.tile(tile));
        let other = match laid {
            Some(TileState::Laid(laid)) => self.position.board.other_half(laid),
            None | Some(TileState::Bag | TileState::Stacked(_) | TileState::Hand(_)) => None,
            Some(TileState::Stowed(..) | TileState::Row(_) | TileState::Out) => None,
        };
        other.map_or(tile, |other| self.position.stock_tile(other) as i64)
    }

    fn counted(self, builtin: Builtin, args: &[i64]) -> Result<Option<(usize, ShapeId)>, &'static Fault> {
        match (builtin, args) {
            (Builtin::TilePlacements, [tile, ..]) => self.to_lay(*tile),
            _ => Err(&Fault::Refused("this set cannot be counted without writing it down")),
        }
    }

    /// The space so many spaces further on its track.
    #[inline(never)]
    fn ahead(self, space: i64, count: i64) -> Result<i64, &'static Fault> {
        let space = self.space(space)?;
        let declared = &self.rules.program().declared;
        let track = declared.spaces.get(usize::from(space)).map(|space| usize::from(space.track));
        let track = track.and_then(|track| declared.tracks.get(track)).ok_or(&Fault::Missing)?;
        let (first, length) = (i64::from(track.first), i64::from(track.count));
        let target = (i64::from(space) - first).checked_add(count).ok_or(&Fault::Overflow)?;
        Ok(first
            + match track.shape {
                TrackShape::Ring => target.rem_euclid(length),
                TrackShape::Line => target.clamp(0, length - 1),
                TrackShape::Slots => return Err(&Fault::Refused("slots do not follow one another")),
            })
    }

    /// How far east and south of a tile a cell lies, by the tile's own directions. A tile that is not laid is looked
    /// at as if it lay in the first cell as it is printed.
    fn seen_from(self, cell: i64, tile: i64) -> Result<(i32, i32), &'static Fault> {
        let cell = unpack_cell(cell).ok_or(&Fault::Missing)?;
        let (from, rotation) = self.laid(tile)?.map_or((Cell::default(), 0), |laid| {
            let anchor = self.position.board.tile(laid);
            (anchor.cell, anchor.rotation)
        });
        let mut east = i32::from(cell.x) - i32::from(from.x);
        let mut south = i32::from(cell.y) - i32::from(from.y);
        // The tile was turned clockwise, so what it sees turns the other way.
        for _ in 0..rotation {
            (east, south) = (south, -east);
        }
        Ok((east, south))
    }

    /// How many ends of a feature are open. An empty cell between sites that are joined counts once.
    fn open(self, feature: SegmentId) -> i64 {
        let board = &self.position.board;
        match self.neighbourhood(feature).filter(|_| board.size(feature) > 1) {
            Some(neighbourhood) => board.open_cells(self.rules.catalog(), feature, neighbourhood) as i64,
            None => i64::from(board.open(feature)),
        }
    }

    /// Which cells belong to a site; none for what is no site.
    fn neighbourhood(self, feature: SegmentId) -> Option<Neighbourhood> {
        let kind = usize::from(self.position.board.kind(feature).0);
        self.rules.catalog().features().get(kind)?.site
    }

    fn around(self, site: SegmentId) -> i64 {
        let board = &self.position.board;
        let Some(neighbourhood) = self.neighbourhood(site) else { return 0 };
        let cell = board.tile(board.segment_tile(site)).cell;
        i64::from(board.neighbours(cell, neighbourhood))
    }

    fn same_feature(self, first: i64, second: i64) -> Result<bool, &'static Fault> {
        if first < 0 || second < 0 {
            return Ok(first < 0 && second < 0);
        }
        Ok(self.position.board.same_feature(self.segment(first)?, self.segment(second)?))
    }

    fn is_feature_kind(self, feature: i64, kind: i64) -> Result<bool, &'static Fault> {
        Ok(feature >= 0 && i64::from(self.position.board.kind(self.segment(feature)?).0) == kind)
    }
}

/// What a question with a set for an answer says to one who wants a single value, and the other way round.
pub(crate) const NOT_ONE: &Fault = &Fault::Refused("this question has another kind of answer");

/// What is asked of a tile that is a card.
pub(crate) const NO_SHAPE: &Fault = &Fault::Refused("a card is not laid");

/// A segment as a value.
pub(crate) fn handle(segment: SegmentId) -> i64 {
    i64::from(segment.0)
}

fn index(value: i64, count: usize) -> Result<usize, &'static Fault> {
    // As for segments: negative numbers become large ones.
    if (value as u64) < count as u64 { Ok(value as usize) } else { Err(&Fault::Missing) }
}

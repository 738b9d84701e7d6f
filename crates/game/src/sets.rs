//! Answers that are sets: features, segments, pieces, tiles, each member once and in a settled order.

use rota_board::{Bounds, SegmentId, TileId};
use rota_bytecode::Builtin;
use rota_vm::Fault;

use crate::bit_packing::pack_cell;
use crate::piece::PieceLocation;
use crate::position::{AwardState, PlayerSet, TileState};
use crate::questions::{NONE, NOT_ONE, Questions, handle};
use crate::variables::set_of;
use crate::ways::BESIDE;

/// The cells at the corners of a cell, clockwise from the north-east.
const ACROSS: [(i16, i16); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

/// A range of more numbers than this is refused: nobody chooses among so many.
const MOST_NUMBERS: i64 = 1000;

impl Questions<'_> {
    /// Appends the members of a set. The meaning of each is in the table of built-ins.
    ///
    /// In most turns nothing was completed, nothing is to be given and no tile is in hand: that is known where the
    /// machine asks.
    #[inline]
    pub fn list(self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        if builtin == Builtin::QueryList {
            return self.query_list(args, out);
        }
        let is_empty = (builtin == Builtin::Closed && self.position.delta.closed.is_empty())
            || (builtin == Builtin::Awards && self.position.awards.is_empty())
            || (builtin == Builtin::Hand && self.position.held.is_empty());
        if is_empty { Ok(()) } else { self.list_members(builtin, args, out) }
    }

    #[inline(never)]
    fn list_members(self, builtin: Builtin, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let position = self.position;
        let delta = &position.delta;
        let arg = |index: usize| args.get(index).copied().unwrap_or(NONE);
        let [first, second, third] = [arg(0), arg(1), arg(2)];
        match builtin {
            Builtin::Awards => {
                let awards = position.awards.iter().zip(0..);
                out.extend(
                    awards.filter(|(award, _)| award.state == AwardState::Waits).map(|(_, index)| index),
                );
            }
            Builtin::Scorings => {
                let awards = position.awards.iter().zip(0..);
                out.extend(
                    awards.filter(|(award, _)| award.state == AwardState::Summed).map(|(_, index)| index),
                );
            }
            Builtin::Closed => {
                // A feature that was completed and reopened by a link is complete no longer.
                let closed = delta.closed.iter().copied();
                self.roots(closed.filter(|feature| position.board.is_complete(*feature)), first, out);
            }
            Builtin::Extended => self.roots(delta.extended.iter().copied(), first, out),
            Builtin::Joined => self.roots(delta.joined.iter().map(|joined| joined.feature), first, out),
            Builtin::Occupied => {
                let standing = position.standing.iter().map(|piece| position.pieces[usize::from(*piece)]);
                self.roots(standing.filter_map(|piece| piece.on()), first, out);
            }
            Builtin::Features => self.features(first, out),
            Builtin::FeaturePieces => self.pieces_on(self.segment(first)?, out),
            Builtin::FeatureSegments => {
                out.extend(position.board.segments(self.segment(first)?).map(handle));
            }
            Builtin::FeatureTouching => {
                self.touching(self.segment(first)?, second, out);
            }
            Builtin::SegmentNeighbours => self.segment_neighbours(self.segment(first)?, out),
            Builtin::TileAdditions => self.additions(first, second, out)?,
            Builtin::TilePlacementsWith => self.placements_with(first, second, out)?,
            Builtin::TileSegments => self.segments_on(first, out)?,
            Builtin::TilePlacements => self.placements(first, 0, out)?,
            Builtin::PlayerPieces => {
                let player = self.player(first)?;
                let standing = position.standing.iter().copied();
                let own = |piece: &u16| usize::from(position.pieces[usize::from(*piece)].owner) == player;
                out.extend(standing.filter(own).map(i64::from));
            }
            Builtin::Pieces => out.extend(position.standing.iter().copied().map(i64::from)),
            Builtin::Laid => {
                let laid = 0..self.position.board.tiles().len();
                out.extend(laid.map(|laid| self.position.stock_tile(TileId(laid as u16)) as i64));
            }
            Builtin::LaidSegments => {
                out.extend(position.board.tiles().iter().flat_map(|tile| tile.segments()).map(handle));
            }
            Builtin::Hand => {
                let start = out.len();
                // Those that nobody sees come last and as they were drawn: their numbers would tell of them.
                let unseen =
                    |tile: &u16| position.tiles[usize::from(*tile)] == TileState::Hand(PlayerSet::NOBODY);
                out.extend(self.in_hand().filter(|tile| !unseen(tile)).map(i64::from));
                out[start..].sort_unstable();
                out.extend(self.in_hand().filter(unseen).map(i64::from));
            }
            Builtin::PlayerTiles => self.stowed(self.player(first)?, false, out),
            Builtin::PlayerCards => self.stowed(self.player(first)?, true, out),
            Builtin::RowMembers => {
                out.extend(position.row(self.open_row(first)?).map(|tile| tile as i64));
            }
            Builtin::BagDiscarded | Builtin::DeckDiscarded => {
                let bag = Some(self.bag(first)? as u16);
                let tiles = position.tiles.iter().zip(&position.origin).zip(0..);
                let out_of_it =
                    tiles.filter(|((state, origin), _)| **state == TileState::Out && **origin == bag);
                out.extend(out_of_it.map(|(_, tile)| tile));
            }
            Builtin::BagTiles | Builtin::DeckCards => {
                let start = out.len();
                out.extend(position.bags[self.bag(first)?].iter().map(|tile| i64::from(*tile)));
                out[start..].sort_unstable();
            }
            Builtin::SpacePieces => {
                let space = self.space(first)?;
                let count = u32::from(position.piece_counts[usize::from(space)]);
                self.gather(
                    count,
                    |location| matches!(location, PieceLocation::Space(at) if at == space),
                    out,
                );
            }
            Builtin::CornerPieces => {
                out.extend(self.pieces_on_corner(first)?.map(i64::from));
            }
            Builtin::SidePieces => {
                out.extend(self.pieces_on_side(first)?.map(i64::from));
            }
            Builtin::TilePieces => {
                let tile = self.tile(first)? as i64;
                let standing = position.standing.iter().copied();
                let other = self.other_half(tile);
                let there = |piece: &u16| {
                    let under = self.tile_under(position.pieces[usize::from(*piece)]);
                    under == tile || under == other
                };
                out.extend(standing.filter(there).map(i64::from));
            }
            Builtin::PlayerKeeps => {
                let keep = PieceLocation::Keep(self.player(first)? as u8);
                let pieces = position.pieces.iter().zip(0..);
                out.extend(pieces.filter(|(piece, _)| piece.location == keep).map(|(_, number)| number));
            }
            Builtin::CellCorners => self.corners(self.cell(first)?, out),
            Builtin::CornerTiles => {
                let tiles = self.tiles_at(self.cell(first)?);
                out.extend(tiles.map(|tile| position.stock_tile(tile) as i64));
            }
            Builtin::CornerSegments => self.segments_at(self.cell(first)?, out),
            Builtin::CellSides => self.sides_of_cell(self.cell(first)?, out),
            Builtin::CornerSides => self.sides_at_corner(self.cell(first)?, out),
            Builtin::SegmentSides => self.sides_of_segment(self.segment(first)?, out),
            Builtin::SegmentAgainst => self.against(self.segment(first)?, out),
            Builtin::SideCells => self.cells_beside(self.border(first)?, out),
            Builtin::SideCorners => self.ends_of(self.border(first)?, out),
            Builtin::SideTiles => {
                let tiles = self.tiles_beside(self.border(first)?);
                out.extend(tiles.map(|tile| position.stock_tile(tile) as i64));
            }
            Builtin::SideSegments => self.segments_beside(self.border(first)?, out),
            Builtin::TrackSpaces => out.extend(self.spaces(first)?.map(i64::from)),
            // Answered above.
            Builtin::QueryList => return Err(&Fault::Broken),
            Builtin::Numbers => {
                if second.saturating_sub(first) >= MOST_NUMBERS {
                    return Err(&Fault::Refused("the range holds too many numbers"));
                }
                out.extend(first..=second);
            }
            Builtin::CellNeighbours => self.tiles_around(first, &BESIDE, out)?,
            Builtin::CellAround => {
                self.tiles_around(first, &BESIDE, out)?;
                self.tiles_around(first, &ACROSS, out)?;
            }
            Builtin::TileParts => self.parts(first, out)?,
            Builtin::TileCovers => self.covers(first, second, out)?,
            Builtin::TileLoosePlacements => self.placements_with_misfits(first, second, out)?,
            Builtin::SegmentReach => self.reach(first, second, out)?,
            Builtin::VarMembers => out.extend(position.sets.members(set_of(first, second)?)),
            Builtin::CellBeside => self.beside(first, out)?,
            Builtin::Cells => {
                let border = self.rules.catalog().border();
                let cells = border.into_iter().flat_map(Bounds::cells);
                // Within the iterator the rows are plain loops.
                cells.for_each(|cell| out.push(pack_cell(cell)));
            }
            Builtin::SegmentNearest => self.nearest(first, second, out)?,
            Builtin::CellBox => self.square(first, second, out)?,
            Builtin::CellRow => self.row(first, second, third, out)?,
            // Single values.
            Builtin::Active | Builtin::Players | Builtin::Placed | Builtin::Turn => return Err(NOT_ONE),
            Builtin::FeatureTiles | Builtin::FeatureOpen | Builtin::FeatureComplete => return Err(NOT_ONE),
            Builtin::FeatureAround | Builtin::SegmentTile | Builtin::TileCell => return Err(NOT_ONE),
            Builtin::PlayerPoints | Builtin::PlayerSupply | Builtin::PlayerNext => return Err(NOT_ONE),
            Builtin::PieceOwner | Builtin::PieceOn | Builtin::BagCount => return Err(NOT_ONE),
            Builtin::AwardPoints | Builtin::AwardTo | Builtin::AwardReason => return Err(NOT_ONE),
            Builtin::AwardAt | Builtin::CellEast | Builtin::CellSouth => return Err(NOT_ONE),
            Builtin::PlacementCell | Builtin::TileSeenBy | Builtin::TileTurned => return Err(NOT_ONE),
            Builtin::CellTile | Builtin::CellAt | Builtin::CellX | Builtin::CellY => return Err(NOT_ONE),
            Builtin::PlacementTurned | Builtin::PlacementMisfits | Builtin::TileShows => return Err(NOT_ONE),
            Builtin::PieceSpace | Builtin::SpaceAhead | Builtin::SpaceBeside => return Err(NOT_ONE),
            Builtin::SpaceAttr => return Err(NOT_ONE),
            Builtin::PlayerStock | Builtin::CommonStock => return Err(NOT_ONE),
            Builtin::PieceTile | Builtin::CommonSupply | Builtin::PieceKeeper => return Err(NOT_ONE),
            Builtin::PieceKind | Builtin::PieceCorner | Builtin::TileKeeper | Builtin::DeckCount => {
                return Err(NOT_ONE);
            }
            Builtin::CardKeeper | Builtin::CardDeck | Builtin::CardSeenBy => return Err(NOT_ONE),
            Builtin::TileFits | Builtin::SameFeature | Builtin::IsFeatureKind => return Err(NOT_ONE),
            Builtin::FeatureRoot => return Err(NOT_ONE),
            Builtin::IsPieceKind | Builtin::FeatureAttr | Builtin::TileAttr => return Err(NOT_ONE),
            Builtin::PieceFresh | Builtin::PieceStamp | Builtin::AwardNote => return Err(NOT_ONE),
            Builtin::NeutralPiece | Builtin::SupplyOf | Builtin::SpaceTaken => return Err(NOT_ONE),
            Builtin::CornerTaken | Builtin::SideTaken => return Err(NOT_ONE),
            Builtin::QueryAny | Builtin::QueryCount | Builtin::QueryFirst => return Err(NOT_ONE),
            Builtin::QueryLeaders | Builtin::ClosedAny | Builtin::OccupiedAny => return Err(NOT_ONE),
            Builtin::HandAny | Builtin::SegmentOwn | Builtin::PieceSide => return Err(NOT_ONE),
            Builtin::SegmentEnds => return Err(NOT_ONE),
            Builtin::PlayerSpare | Builtin::CommonSpare => return Err(NOT_ONE),
            Builtin::CellInside | Builtin::VarHolds => return Err(NOT_ONE),
        }
        Ok(())
    }

    /// The pieces that stand on a corner.
    pub fn pieces_on_corner(self, corner: i64) -> Result<impl Iterator<Item = u16>, &'static Fault> {
        Ok(self.position.pieces_between_tiles(PieceLocation::Corner(self.cell(corner)?)))
    }

    /// The pieces that stand on a side.
    pub fn pieces_on_side(self, side: i64) -> Result<impl Iterator<Item = u16>, &'static Fault> {
        Ok(self.position.pieces_between_tiles(PieceLocation::Side(self.border(side)?)))
    }

    /// Appends the segments of a tile; none while it is not laid.
    #[inline]
    pub fn segments_on(self, tile: i64, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let tile = self.tile(tile)?;
        if let TileState::Laid(laid) = self.position.tiles[tile] {
            out.extend(self.position.board.tile(laid).segments().map(handle));
            if self.rules.block_of(tile).is_some() {
                self.segments_of_parts(tile, out);
            }
        }
        Ok(())
    }

    /// The tiles in hand, cards left out, in the order in which they were drawn.
    pub fn in_hand(self) -> impl Iterator<Item = u16> {
        let is_in_hand = move |tile: &u16| {
            let tile = usize::from(*tile);
            matches!(self.position.tiles[tile], TileState::Hand(_)) && self.rules.shape_of(tile).is_some()
        };
        self.position.held.iter().copied().filter(is_in_hand)
    }

    /// Appends the tiles, or the cards, in the keep of a player.
    fn stowed(self, player: usize, cards: bool, out: &mut Vec<i64>) {
        let own = self.position.stowed(player).filter(|tile| self.rules.shape_of(*tile).is_none() == cards);
        out.extend(own.map(|tile| tile as i64));
    }

    /// Appends the root of the feature of each segment, each root once, of one kind where it is not -1.
    fn roots(self, segments: impl Iterator<Item = SegmentId>, kind: i64, out: &mut Vec<i64>) {
        let start = out.len();
        let board = &self.position.board;
        for segment in segments {
            if kind >= 0 && i64::from(board.kind(segment).0) != kind {
                continue;
            }
            let root = handle(board.find(segment));
            if !out[start..].contains(&root) {
                out.push(root);
            }
        }
    }

    /// Appends the roots of all features, of one kind where it is not -1.
    fn features(self, kind: i64, out: &mut Vec<i64>) {
        let board = &self.position.board;
        let is_meant = |segment: &SegmentId| {
            board.find(*segment) == *segment && (kind < 0 || i64::from(board.kind(*segment).0) == kind)
        };
        let few = usize::try_from(kind).ok().and_then(|kind| self.rules.few_of_kind(kind));
        match few.and_then(|few| self.few_laid(few)) {
            Some(few) => {
                let segments = few.flat_map(|(laid, _)| board.tile(laid).segments());
                out.extend(segments.filter(is_meant).map(handle));
            }
            None => out.extend(board.all_segments().filter(is_meant).map(handle)),
        }
    }

    /// Appends the pieces that stand on a feature.
    #[inline]
    fn pieces_on(self, feature: SegmentId, out: &mut Vec<i64>) {
        let board = &self.position.board;
        let root = board.find(feature);
        let there = |location: PieceLocation| matches!(location, PieceLocation::Segment(segment) if board.find(segment) == root);
        self.gather(board.occupants(feature), there, out);
    }

    /// Appends the pieces that stand somewhere, in the order in which they came there. They are so many at most;
    /// in most places that are asked about there is nobody.
    #[inline]
    fn gather(self, mut left: u32, there: impl Fn(PieceLocation) -> bool, out: &mut Vec<i64>) {
        if left == 0 {
            return;
        }
        for piece in &self.position.standing {
            if there(self.position.pieces[usize::from(*piece)].location) {
                out.push(i64::from(*piece));
                left -= 1;
                if left == 0 {
                    return;
                }
            }
        }
    }

    /// Appends the features that adjoin a feature on some tile, whichever of the two says so.
    fn touching(self, feature: SegmentId, kind: i64, out: &mut Vec<i64>) {
        let start = out.len();
        self.for_each_touching(feature, kind, |other| {
            if !out[start..].contains(&handle(other)) {
                out.push(handle(other));
            }
        });
    }

    /// Visits the features that adjoin a feature, of one kind where it is not -1; one that adjoins it on several
    /// tiles several times.
    pub fn for_each_touching(self, feature: SegmentId, kind: i64, mut visit: impl FnMut(SegmentId)) {
        let board = &self.position.board;
        let root = board.find(feature);
        for member in board.segments(feature) {
            let tile = board.tile(board.segment_tile(member));
            let mut adjoining = self.rules.catalog().adjoining(tile.shape, member.0 - tile.first.0);
            while adjoining != 0 {
                let other = tile.segment(adjoining.trailing_zeros() as u16);
                adjoining &= adjoining - 1;
                if kind >= 0 && i64::from(board.kind(other).0) != kind {
                    continue;
                }
                let other = board.find(other);
                if other != root {
                    visit(other);
                }
            }
        }
    }

    fn segment_neighbours(self, segment: SegmentId, out: &mut Vec<i64>) {
        let start = out.len();
        self.position.board.for_each_neighbour(self.rules.catalog(), segment, |other| {
            if !out[start..].contains(&handle(other)) {
                out.push(handle(other));
            }
        });
    }

    fn tiles_around(
        self,
        cell: i64,
        offsets: &[(i16, i16)],
        out: &mut Vec<i64>,
    ) -> Result<(), &'static Fault> {
        let cell = self.cell(cell)?;
        let cells = offsets.iter().map(|(x, y)| cell.offset(*x, *y));
        let tiles = cells.filter_map(|cell| self.position.board.tile_at(cell));
        out.extend(tiles.map(|tile| self.position.stock_tile(tile) as i64));
        Ok(())
    }
}

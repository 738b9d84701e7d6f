//! Answers to filtered queries: what the compiler makes of `any(follower m in f.pieces)` or `c among crown where not
//! any(c.pieces)`. Nothing is written down that would be left out.

use std::ops::Range;

use rota_board::{SegmentId, Tile, TileId};
use rota_bytecode::{Condition, Operand, Query, Source};
use rota_vm::Fault;

use crate::bit_packing::{pack_placement, unpack_placement};
use crate::piece::{Piece, PieceLocation};
use crate::position::TileState;
use crate::printed::{FEW_TILES, is_of_kind, own_attr_meets, tile_attr_meets};
use crate::questions::{NONE, Questions, handle};
use crate::rules::MAX_PLAYERS;
use crate::ways::BESIDE;

/// A query with the values of its parameters.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    query: &'a Query,
    number: usize,
    params: [i64; 2],
}

impl Bound<'_> {
    #[inline]
    fn value(self, operand: Operand) -> i64 {
        match operand {
            Operand::Const(number) => number,
            Operand::First => self.params[0],
            Operand::Second => self.params[1],
        }
    }

    /// What the source is asked of.
    #[inline]
    fn of(self) -> i64 {
        self.value(self.query.of)
    }
}

impl<'a> Questions<'a> {
    /// The query that a question asks.
    #[inline]
    fn bound(self, args: &[i64]) -> Result<Bound<'a>, &'static Fault> {
        let (first, number, second) = match *args {
            [number] => (0, number, 0),
            [first, number] => (first, number, 0),
            [first, number, second] => (first, number, second),
            _ => return Err(&Fault::Broken),
        };
        let number = usize::try_from(number).map_err(|_| &Fault::Broken)?;
        let query = self.rules.program().queries.get(number).ok_or(&Fault::Broken)?;
        Ok(Bound { query, number, params: [first, second] })
    }

    /// Appends the members.
    #[inline(never)]
    pub fn query_list(self, args: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let bound = self.bound(args)?;
        if bound.query.source == Source::TrackSpaces {
            return self.list_spaces(bound, out);
        }
        let start = out.len();
        self.scan(bound, |member| {
            out.push(member);
            true
        })?;
        if bound.query.source == Source::BagTiles {
            out[start..].sort_unstable();
        }
        Ok(())
    }

    /// Whether there is any member, as 0 or 1.
    #[inline(never)]
    pub fn query_any(self, args: &[i64]) -> Result<i64, &'static Fault> {
        let bound = self.bound(args)?;
        let mut any = 0;
        self.scan(bound, |_| {
            any = 1;
            false
        })?;
        Ok(any)
    }

    /// How many members there are.
    #[inline(never)]
    pub fn query_count(self, args: &[i64]) -> Result<i64, &'static Fault> {
        let bound = self.bound(args)?;
        let mut count = 0;
        self.scan(bound, |_| {
            count += 1;
            true
        })?;
        Ok(count)
    }

    /// The first member, or none.
    #[inline(never)]
    pub fn query_first(self, args: &[i64]) -> Result<i64, &'static Fault> {
        let bound = self.bound(args)?;
        let mut first = NONE;
        // Tiles in a bag are listed by their numbers, and lie there in another order.
        let is_sorted = bound.query.source != Source::BagTiles;
        self.scan(bound, |member| {
            first = if first == NONE { member } else { first.min(member) };
            !is_sorted
        })?;
        Ok(first)
    }

    /// The players to whom most of the pieces belong, if any does, as a mask.
    #[inline(never)]
    pub fn query_leaders(self, args: &[i64]) -> Result<i64, &'static Fault> {
        let bound = self.bound(args)?;
        let mut counts = [0u16; MAX_PLAYERS as usize];
        self.scan(bound, |piece| {
            let owner = self.piece(piece).ok().and_then(Piece::owner);
            if let Some(count) = owner.and_then(|owner| counts.get_mut(usize::from(owner))) {
                *count += 1;
            }
            true
        })?;
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let leads = |(seat, count): (usize, &u16)| i64::from(*count == most) << seat;
        Ok(counts.iter().enumerate().map(leads).sum())
    }

    /// Visits the members in the order in which the source lists them, but for the tiles in a bag, for as long as the
    /// visitor wants more.
    #[inline]
    fn scan(self, bound: Bound<'_>, visit: impl FnMut(i64) -> bool) -> Result<(), &'static Fault> {
        let position = self.position;
        match bound.query.source {
            Source::FeaturePieces => self.scan_feature(bound, visit),
            Source::PlayerPieces => {
                let player = self.player(bound.of())?;
                let filter = PieceFilter::of(bound);
                visit_while(self.standing(), visit, |number, piece| {
                    usize::from(piece.owner) == player && filter.meets(number, piece)
                });
                Ok(())
            }
            Source::TilePieces => {
                let tile = self.tile(bound.of())? as i64;
                let (filter, other) = (PieceFilter::of(bound), self.other_half(tile));
                visit_while(self.standing(), visit, |number, piece| {
                    let is_there = || {
                        let under = self.tile_under(piece);
                        under == tile || under == other
                    };
                    filter.meets(number, piece) && is_there()
                });
                Ok(())
            }
            Source::Pieces => {
                let filter = PieceFilter::of(bound);
                visit_while(self.standing(), visit, |number, piece| filter.meets(number, piece));
                Ok(())
            }
            Source::TileSegments => self.scan_segments(bound, visit),
            Source::TilePlacements => self.scan_placements(bound, visit),
            Source::Laid => {
                match self.few(bound) {
                    Some(few) => {
                        visit_while(few.map(|(_, tile)| (i64::from(tile), tile)), visit, |_, tile| {
                            self.meets_tile(bound, tile)
                        })
                    }
                    None => self.scan_tiles(bound, &position.laid, visit),
                }
                Ok(())
            }
            Source::LaidSegments => {
                self.scan_laid_segments(bound, visit);
                Ok(())
            }
            Source::BagTiles => {
                self.scan_tiles(bound, &position.bags[self.bag(bound.of())?], visit);
                Ok(())
            }
            Source::TrackSpaces => {
                let spaces = self.spaces(bound.of())?.map(|space| (i64::from(space), space));
                let filter = SpaceFilter::of(bound);
                visit_while(spaces, visit, |_, space| {
                    let space = usize::from(space);
                    filter.meets(self.position.piece_counts[space] == 0, self.rules.beside()[space])
                });
                Ok(())
            }
        }
    }

    #[inline]
    fn scan_feature(
        self,
        bound: Bound<'_>,
        mut visit: impl FnMut(i64) -> bool,
    ) -> Result<(), &'static Fault> {
        let board = &self.position.board;
        let feature = self.segment(bound.of())?;
        let mut left = board.occupants(feature);
        if left == 0 {
            return Ok(());
        }
        let (root, filter) = (board.find(feature), PieceFilter::of(bound));
        for (number, piece) in self.standing() {
            if piece.on().is_none_or(|segment| board.find(segment) != root) {
                continue;
            }
            left -= 1;
            if filter.meets(number, piece) && !visit(number) || left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// In a bag there may be as many tiles as on the table: where one attribute decides, nothing else is looked at.
    #[inline]
    fn scan_tiles(self, bound: Bound<'_>, tiles: &[u16], mut visit: impl FnMut(i64) -> bool) {
        if let [Condition::TileAttr(attr, value)] = *bound.query.conditions.as_slice() {
            let values = self.rules.attr(attr);
            let has = |tile: &&u16| values.get(usize::from(**tile)) == Some(&Some(value));
            _ = tiles.iter().filter(has).all(|tile| visit(i64::from(*tile)));
        } else {
            let tiles = tiles.iter().map(|tile| (i64::from(*tile), *tile));
            visit_while(tiles, visit, |_, tile| self.meets_tile(bound, tile));
        }
    }

    /// Those of the few tiles that a query may find which lie on the table, where it may not find more.
    fn few(self, bound: Bound<'_>) -> Option<impl Iterator<Item = (TileId, u16)>> {
        self.few_laid(self.rules.few(bound.number)?)
    }

    /// Those of a few tiles that lie on the table, in the order in which they were laid; nothing where it is quicker to
    /// go through all that lie there.
    pub fn few_laid(self, few: &[u16]) -> Option<impl Iterator<Item = (TileId, u16)> + use<>> {
        if few.len() >= self.position.laid.len() {
            return None;
        }
        let (mut laid, mut count) = ([(TileId(0), 0); FEW_TILES], 0);
        for tile in few {
            if let Some(TileState::Laid(at)) = self.position.tiles.get(usize::from(*tile)).copied() {
                laid[count] = (at, *tile);
                count += 1;
            }
        }
        laid[..count].sort_unstable();
        Some(laid.into_iter().take(count))
    }

    /// Visits where a tile fits, for as long as the visitor wants more.
    fn scan_placements(
        self,
        bound: Bound<'_>,
        mut visit: impl FnMut(i64) -> bool,
    ) -> Result<(), &'static Fault> {
        let counted = bound.query.conditions.iter().map(|condition| {
            if let Condition::Neighbours(count) = *condition { u8::try_from(count).ok() } else { None }
        });
        // Where nothing is asked, or nothing that a placement could meet, the set is asked for as a whole.
        let mut all: Option<u8> = None;
        for count in counted {
            let (Some(count), true) = (count, all.is_none() || all == count) else { return Ok(()) };
            all = Some(count);
        }
        let Some((tile, shape)) = self.to_lay(bound.of())? else { return Ok(()) };
        let (board, catalog) = (&self.position.board, self.rules.catalog());
        if self.rules.block_of(tile).is_some() {
            let mut placements = Vec::new();
            self.placements(bound.of(), 0, &mut placements)?;
            let beside = |placement: &i64| {
                let cell = unpack_placement(*placement)?.cell;
                Some(BESIDE.iter().filter(|(x, y)| board.tile_at(cell.offset(*x, *y)).is_some()).count())
            };
            let is_met = |placement: &i64| all.is_none_or(|all| beside(placement) == Some(usize::from(all)));
            _ = placements.into_iter().filter(is_met).all(visit);
            return Ok(());
        }
        let placements = board.placements(catalog, shape, self.layout.rotations).beside(all);
        _ = placements.map(pack_placement).all(&mut visit);
        Ok(())
    }

    #[inline]
    fn scan_segments(
        self,
        bound: Bound<'_>,
        mut visit: impl FnMut(i64) -> bool,
    ) -> Result<(), &'static Fault> {
        let tile = self.tile(bound.of())?;
        let TileState::Laid(laid) = self.position.tiles[tile] else { return Ok(()) };
        let filter = SegmentFilter::of(bound);
        let mut go_on = |laid: TileId| {
            let mut segments = self.position.board.tile(laid).segments();
            segments.all(|segment| !filter.meets(self, segment) || visit(handle(segment)))
        };
        if go_on(laid) && self.rules.block_of(tile).is_some() {
            for part in self.rules.parts_of(tile).skip(1) {
                if let TileState::Laid(laid) = self.position.tiles[part]
                    && !go_on(laid)
                {
                    break;
                }
            }
        }
        Ok(())
    }

    fn scan_laid_segments(self, bound: Bound<'_>, mut visit: impl FnMut(i64) -> bool) {
        let (filter, board) = (SegmentFilter::of(bound), &self.position.board);
        let mut go_on = |laid: Tile| {
            let mut segments = laid.segments();
            segments.all(|segment| !filter.meets(self, segment) || visit(handle(segment)))
        };
        match self.few(bound) {
            Some(mut few) => _ = few.all(|(laid, _)| go_on(board.tile(laid))),
            None => _ = board.tiles().iter().all(|laid| go_on(*laid)),
        }
    }

    fn meets_tile(self, bound: Bound<'_>, tile: u16) -> bool {
        let value = |attr| self.attr(usize::from(tile), attr);
        bound.query.conditions.iter().all(|condition| tile_attr_meets(*condition, value).unwrap_or(false))
    }

    /// Appends spaces.
    fn list_spaces(self, bound: Bound<'_>, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        let (spaces, filter) = (self.spaces(bound.of())?, SpaceFilter::of(bound));
        let first = usize::from(spaces.start);
        let is_free = self.position.piece_counts[first..].iter().map(|pieces| *pieces == 0);
        let beside = &self.rules.beside()[first..];
        match (filter.free, filter.beside) {
            _ if filter.refuses_all => {}
            (true, None) => pick(spaces, is_free, out),
            (false, Some(space)) => pick(spaces, beside.iter().map(|other| *other == space), out),
            (true, Some(space)) => {
                pick(spaces, is_free.zip(beside).map(|(is_free, other)| is_free & (*other == space)), out);
            }
            (false, None) => out.extend(spaces.map(i64::from)),
        }
        Ok(())
    }

    /// Whether a piece of one of these kinds stands on a feature.
    fn holds(self, feature: SegmentId, kinds: i64) -> bool {
        let board = &self.position.board;
        let root = board.find(feature);
        let is_there = |piece: Piece| piece.on().is_some_and(|segment| board.find(segment) == root);
        self.standing().any(|(_, piece)| kinds >> piece.kind & 1 != 0 && is_there(piece))
    }

    /// The spaces of a track.
    pub fn spaces(self, track: i64) -> Result<Range<u16>, &'static Fault> {
        let tracks = &self.rules.program().declared.tracks;
        let track = usize::try_from(track).ok().and_then(|track| tracks.get(track));
        let track = track.ok_or(&Fault::Missing)?;
        Ok(track.first..track.first + track.count)
    }

    /// Whether a feature was closed in this part of the turn, or one of one kind where that is not -1.
    #[inline]
    pub fn is_any_closed(self, kind: i64) -> bool {
        let (closed, board) = (&self.position.delta.closed, &self.position.board);
        let is_of_kind = |segment: &SegmentId| kind < 0 || i64::from(board.kind(*segment).0) == kind;
        closed.iter().any(|segment| is_of_kind(segment) && board.is_complete(*segment))
    }

    /// Whether a piece stands on any feature, or on any of one kind where that is not -1.
    #[inline]
    pub fn is_any_occupied(self, kind: i64) -> bool {
        let spaces = self.rules.program().declared.spaces.len();
        let piece_counts = &self.position.piece_counts[spaces..];
        match usize::try_from(kind) {
            Ok(kind) => piece_counts.get(kind).is_some_and(|piece_count| *piece_count > 0),
            Err(_) => piece_counts.iter().any(|piece_count| *piece_count > 0),
        }
    }

    /// The pieces that stand anywhere, with their numbers, in their settled order.
    fn standing(self) -> impl Iterator<Item = (i64, Piece)> + 'a {
        let position = self.position;
        position.standing.iter().map(|number| (i64::from(*number), position.pieces[usize::from(*number)]))
    }
}

/// What pieces have to meet, worked out once for all that are looked at.
#[derive(Clone, Copy)]
struct PieceFilter {
    kinds: i64,
    owner: Option<i64>,
    on_segment: bool,
    off_segment: bool,
    on_tile: bool,
    /// One that is not meant.
    other: i64,
}

impl PieceFilter {
    fn of(bound: Bound<'_>) -> PieceFilter {
        let mut filter = PieceFilter {
            kinds: !0,
            owner: None,
            on_segment: false,
            off_segment: false,
            on_tile: false,
            other: NONE,
        };
        for condition in &bound.query.conditions {
            match *condition {
                Condition::PieceKind(kinds) => filter.kinds &= kinds,
                Condition::Owner(owner) => {
                    // Nobody is two players.
                    let other = filter.owner.replace(bound.value(owner));
                    filter.kinds &=
                        if other.is_none_or(|other| Some(other) == filter.owner) { !0 } else { 0 };
                }
                Condition::OnSegment => filter.on_segment = true,
                Condition::OffSegment => filter.off_segment = true,
                Condition::OnTile => filter.on_tile = true,
                Condition::Other(piece) => filter.other = bound.value(piece),
                Condition::FeatureKind(_)
                | Condition::OwnAttrNot(..)
                | Condition::Unoccupied(_)
                | Condition::TileAttr(..)
                | Condition::TileAttrNot(..)
                | Condition::Neighbours(_)
                | Condition::Free
                | Condition::Beside(_) => filter.kinds = 0,
            }
        }
        filter
    }

    #[inline]
    fn meets(self, number: i64, piece: Piece) -> bool {
        let is_on_tile = || matches!(piece.location, PieceLocation::Tile(_) | PieceLocation::Segment(_));
        self.kinds >> piece.kind & 1 != 0
            && self.owner.is_none_or(|owner| piece.owner().map_or(NONE, i64::from) == owner)
            && (!self.on_segment || piece.on().is_some())
            && (!self.off_segment || piece.on().is_none())
            && (!self.on_tile || is_on_tile())
            && self.other != number
    }
}

/// What segments have to meet, worked out once for all that are looked at.
#[derive(Clone, Copy)]
struct SegmentFilter<'a> {
    kinds: i64,
    unoccupied: i64,
    /// All conditions, where some are of attributes of the segments themselves.
    own: &'a [Condition],
}

impl<'a> SegmentFilter<'a> {
    fn of(bound: Bound<'a>) -> SegmentFilter<'a> {
        let mut filter = SegmentFilter { kinds: !0, unoccupied: 0, own: &[] };
        for condition in &bound.query.conditions {
            match *condition {
                Condition::FeatureKind(kinds) => filter.kinds &= kinds,
                Condition::OwnAttrNot(..) => filter.own = &bound.query.conditions,
                Condition::Unoccupied(kinds) => filter.unoccupied |= kinds,
                Condition::PieceKind(_)
                | Condition::Owner(_)
                | Condition::OnSegment
                | Condition::OffSegment
                | Condition::OnTile
                | Condition::Other(_)
                | Condition::TileAttr(..)
                | Condition::TileAttrNot(..)
                | Condition::Neighbours(_)
                | Condition::Free
                | Condition::Beside(_) => filter.kinds = 0,
            }
        }
        filter
    }

    #[inline(always)]
    fn meets(self, questions: Questions<'_>, segment: SegmentId) -> bool {
        let board = &questions.position.board;
        is_of_kind(board.kind(segment), self.kinds)
            && (self.own.is_empty() || self.own_attrs_meet(questions, segment))
            && (self.unoccupied == 0
                || board.occupants(segment) == 0
                || !questions.holds(segment, self.unoccupied))
    }

    #[inline(never)]
    fn own_attrs_meet(self, questions: Questions<'_>, segment: SegmentId) -> bool {
        let attrs = questions.position.board.own_attrs(questions.rules.catalog(), segment);
        self.own.iter().all(|condition| own_attr_meets(*condition, attrs).unwrap_or(true))
    }
}

/// What spaces have to meet, worked out once for all that are looked at.
#[derive(Clone, Copy)]
struct SpaceFilter {
    /// Whether there is a condition that no space meets.
    refuses_all: bool,
    free: bool,
    beside: Option<i64>,
}

impl SpaceFilter {
    fn of(bound: Bound<'_>) -> SpaceFilter {
        let mut filter = SpaceFilter { refuses_all: false, free: false, beside: None };
        for condition in &bound.query.conditions {
            match *condition {
                Condition::Free => filter.free = true,
                Condition::Beside(space) => {
                    // A space lies beside one at most.
                    let other = filter.beside.replace(bound.value(space));
                    filter.refuses_all |= other.is_some_and(|other| Some(other) != filter.beside);
                }
                Condition::FeatureKind(_)
                | Condition::OwnAttrNot(..)
                | Condition::Unoccupied(_)
                | Condition::PieceKind(_)
                | Condition::Owner(_)
                | Condition::OnSegment
                | Condition::OffSegment
                | Condition::OnTile
                | Condition::Other(_)
                | Condition::TileAttr(..)
                | Condition::TileAttrNot(..)
                | Condition::Neighbours(_) => filter.refuses_all = true,
            }
        }
        filter
    }

    /// Whether a space does, from whether it is free and what it lies beside.
    #[inline]
    fn meets(self, is_free: bool, beside: i64) -> bool {
        !self.refuses_all && (!self.free || is_free) && self.beside.is_none_or(|space| beside == space)
    }
}

/// Visits the numbers of what meets the conditions, for as long as the visitor wants more.
fn visit_while<M>(
    members: impl Iterator<Item = (i64, M)>,
    mut visit: impl FnMut(i64) -> bool,
    meets: impl Fn(i64, M) -> bool,
) {
    for (number, member) in members {
        if meets(number, member) && !visit(number) {
            return;
        }
    }
}

/// Appends those spaces that are meant. Which of them is, nobody can guess: so each is written, and the next one over it
/// unless it is meant.
fn pick(spaces: Range<u16>, meant: impl Iterator<Item = bool>, out: &mut Vec<i64>) {
    let mut end = out.len();
    out.resize(end + spaces.len(), 0);
    for (space, is_meant) in spaces.zip(meant) {
        out[end] = i64::from(space);
        end += usize::from(is_meant);
    }
    out.truncate(end);
}

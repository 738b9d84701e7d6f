//! Answers to filtered queries: what the compiler makes of `any(follower m in f.pieces)` or `c among crown where not
//! any(c.pieces)`. Nothing is written down that would be left out.

use std::ops::Range;

use rota_board::{SegmentId, TileId};
use rota_bytecode::{Condition, Operand, Query, Source};
use rota_vm::Fault;

use crate::position::{Piece, TileState};
use crate::questions::{NONE, Questions, handle};
use crate::rules::MAX_PLAYERS;

/// A query with the values of its parameters.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    query: &'a Query,
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

/// Looks at a member and says whether to go on.
type Visitor<'v> = dyn FnMut(i64) -> bool + 'v;

impl<'a> Questions<'a> {
    /// The query that a question asks.
    #[inline]
    pub fn bound(self, args: &[i64]) -> Result<Bound<'a>, &'static Fault> {
        let (first, number, second) = match *args {
            [number] => (0, number, 0),
            [first, number] => (first, number, 0),
            [first, number, second] => (first, number, second),
            _ => return Err(&Fault::Broken),
        };
        let number = usize::try_from(number).ok();
        let query = number.and_then(|number| self.rules.program().queries.get(number));
        Ok(Bound { query: query.ok_or(&Fault::Broken)?, params: [first, second] })
    }

    /// Whether a query has any member, as a number.
    #[inline(never)]
    pub fn ask_any(self, args: &[i64]) -> Result<i64, &'static Fault> {
        let bound = self.bound(args)?;
        // Most features that are asked about are empty.
        if bound.query.source == Source::FeaturePieces
            && self.position.board.occupants(self.segment(bound.of())?) == 0
        {
            return Ok(0);
        }
        self.query_any(bound).map(i64::from)
    }

    /// Appends the members.
    #[inline(never)]
    pub fn query_list(self, bound: Bound<'_>, out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        if let (Source::TrackSpaces, [condition]) = (bound.query.source, bound.query.conditions.as_slice()) {
            let spaces = self.spaces(bound.of())?;
            match *condition {
                Condition::Free => return Ok(pick(spaces, &self.position.piece_counts, 0, out)),
                Condition::Beside(space) => {
                    return Ok(pick(spaces, self.rules.beside(), bound.value(space), out));
                }
                _ => {}
            }
        }
        let start = out.len();
        self.scan(bound, &mut |member| {
            out.push(member);
            true
        })?;
        if bound.query.source == Source::BagTiles {
            out[start..].sort_unstable();
        }
        Ok(())
    }

    /// Whether there is any member.
    #[inline(never)]
    pub fn query_any(self, bound: Bound<'_>) -> Result<bool, &'static Fault> {
        let mut any = false;
        self.scan(bound, &mut |_| {
            any = true;
            false
        })?;
        Ok(any)
    }

    /// How many members there are.
    #[inline(never)]
    pub fn query_count(self, bound: Bound<'_>) -> Result<i64, &'static Fault> {
        let mut count = 0;
        self.scan(bound, &mut |_| {
            count += 1;
            true
        })?;
        Ok(count)
    }

    /// The first member, or none.
    #[inline(never)]
    pub fn query_first(self, bound: Bound<'_>) -> Result<i64, &'static Fault> {
        let mut first = NONE;
        // Tiles in a bag are listed by their numbers, and lie there in another order.
        let is_sorted = bound.query.source != Source::BagTiles;
        self.scan(bound, &mut |member| {
            first = if first == NONE { member } else { first.min(member) };
            !is_sorted
        })?;
        Ok(first)
    }

    /// The players to whom most of the pieces belong, if any does, as a mask.
    #[inline(never)]
    pub fn query_leaders(self, bound: Bound<'_>) -> Result<i64, &'static Fault> {
        let mut counts = [0u16; MAX_PLAYERS as usize];
        self.scan(bound, &mut |piece| {
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
    fn scan(self, bound: Bound<'_>, visit: &mut Visitor<'_>) -> Result<(), &'static Fault> {
        let position = self.position;
        match bound.query.source {
            Source::FeaturePieces => self.scan_feature(bound, visit),
            Source::PlayerPieces => {
                let player = self.player(bound.of())?;
                let filter = PieceFilter::of(bound);
                visit_while(self.standing(), visit, |piece| {
                    usize::from(piece.owner) == player && filter.meets(piece)
                });
                Ok(())
            }
            Source::TileSegments => self.scan_segments(bound, visit),
            Source::Laid => {
                self.scan_tiles(bound, &position.laid, visit);
                Ok(())
            }
            Source::BagTiles => {
                self.scan_tiles(bound, &position.bags[self.bag(bound.of())?], visit);
                Ok(())
            }
            Source::TrackSpaces => {
                let spaces = self.spaces(bound.of())?.map(|space| (i64::from(space), space));
                visit_while(spaces, visit, |space| self.meets_space(bound, space));
                Ok(())
            }
        }
    }

    fn scan_feature(self, bound: Bound<'_>, visit: &mut Visitor<'_>) -> Result<(), &'static Fault> {
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
            if filter.meets(piece) && !visit(number) || left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// In a bag there may be as many tiles as on the table: where one attribute decides, nothing else is looked at.
    fn scan_tiles(self, bound: Bound<'_>, tiles: &[u16], visit: &mut Visitor<'_>) {
        if let [Condition::TileAttr(attr, value)] = *bound.query.conditions.as_slice() {
            let values = self.rules.attr(attr);
            let has = |tile: &&u16| values.get(usize::from(**tile)) == Some(&Some(value));
            _ = tiles.iter().filter(has).all(|tile| visit(i64::from(*tile)));
        } else {
            let tiles = tiles.iter().map(|tile| (i64::from(*tile), *tile));
            visit_while(tiles, visit, |tile| self.meets_tile(bound, tile));
        }
    }

    fn scan_segments(self, bound: Bound<'_>, visit: &mut Visitor<'_>) -> Result<(), &'static Fault> {
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

    fn meets_tile(self, bound: Bound<'_>, tile: u16) -> bool {
        bound.query.conditions.iter().all(|condition| match *condition {
            Condition::TileAttr(attr, value) => self.attr(usize::from(tile), attr) == Some(value),
            Condition::FeatureKind(_) | Condition::Unoccupied(_) | Condition::PieceKind(_) => false,
            Condition::Owner(_) | Condition::OnSegment | Condition::Free | Condition::Beside(_) => false,
        })
    }

    fn meets_space(self, bound: Bound<'_>, space: u16) -> bool {
        let space = usize::from(space);
        bound.query.conditions.iter().all(|condition| match *condition {
            Condition::Free => self.position.piece_counts[space] == 0,
            Condition::Beside(other) => self.rules.beside()[space] == bound.value(other),
            Condition::FeatureKind(_) | Condition::Unoccupied(_) | Condition::PieceKind(_) => false,
            Condition::Owner(_) | Condition::OnSegment | Condition::TileAttr(..) => false,
        })
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
}

impl PieceFilter {
    fn of(bound: Bound<'_>) -> PieceFilter {
        let mut filter = PieceFilter { kinds: !0, owner: None, on_segment: false };
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
                Condition::FeatureKind(_) | Condition::Unoccupied(_) | Condition::TileAttr(..) => {
                    filter.kinds = 0
                }
                Condition::Free | Condition::Beside(_) => filter.kinds = 0,
            }
        }
        filter
    }

    #[inline]
    fn meets(self, piece: Piece) -> bool {
        self.kinds >> piece.kind & 1 != 0
            && self.owner.is_none_or(|owner| piece.owner().map_or(NONE, i64::from) == owner)
            && (!self.on_segment || piece.on().is_some())
    }
}

/// What segments have to meet, worked out once for all that are looked at.
#[derive(Clone, Copy)]
struct SegmentFilter {
    kinds: i64,
    unoccupied: i64,
}

impl SegmentFilter {
    fn of(bound: Bound<'_>) -> SegmentFilter {
        let mut filter = SegmentFilter { kinds: !0, unoccupied: 0 };
        for condition in &bound.query.conditions {
            match *condition {
                Condition::FeatureKind(kinds) => filter.kinds &= kinds,
                Condition::Unoccupied(kinds) => filter.unoccupied |= kinds,
                Condition::PieceKind(_) | Condition::Owner(_) | Condition::OnSegment => filter.kinds = 0,
                Condition::TileAttr(..) | Condition::Free | Condition::Beside(_) => filter.kinds = 0,
            }
        }
        filter
    }

    #[inline]
    fn meets(self, questions: Questions<'_>, segment: SegmentId) -> bool {
        let board = &questions.position.board;
        self.kinds >> board.kind(segment).0.min(63) & 1 != 0
            && (self.unoccupied == 0
                || board.occupants(segment) == 0
                || !questions.holds(segment, self.unoccupied))
    }
}

/// Visits the numbers of what meets the conditions, for as long as the visitor wants more.
fn visit_while<M>(
    members: impl Iterator<Item = (i64, M)>,
    visit: &mut Visitor<'_>,
    meets: impl Fn(M) -> bool,
) {
    for (number, member) in members {
        if meets(member) && !visit(number) {
            return;
        }
    }
}

/// Appends those spaces of which a value is the one that is meant. Which of them is, nobody can guess: so each is written,
/// and the next one over it unless it is meant.
fn pick<T: PartialEq>(spaces: Range<u16>, values: &[T], meant: T, out: &mut Vec<i64>) {
    let mut end = out.len();
    out.resize(end + spaces.len(), 0);
    for (space, value) in spaces.clone().zip(&values[usize::from(spaces.start)..]) {
        out[end] = i64::from(space);
        end += usize::from(*value == meant);
    }
    out.truncate(end);
}

//! Answers about sets with a filter that the game applies itself: what the compiler makes of `any(follower m in
//! f.pieces)` or `c among crown where not any(c.pieces)`. Nothing is written down that would be left out.

use std::ops::Range;

use rota_board::SegmentId;
use rota_bytecode::{ANYBODY, Builtin};
use rota_vm::Fault;

use crate::position::{Piece, TileState};
use crate::questions::{NONE, NOT_ONE, Questions, handle};
use crate::rules::MAX_PLAYERS;

impl<'a> Questions<'a> {
    /// Answers a question about such a set with one value.
    pub fn ask_filtered(self, builtin: Builtin, args: &[i64]) -> Result<i64, &'static Fault> {
        Ok(match (builtin, args) {
            (Builtin::FeatureHolds, _) => i64::from(self.holds(args)?),
            (Builtin::FeatureHeld, _) => {
                let mut held = 0;
                self.pieces_of(args, |_| {
                    held += 1;
                    true
                })?;
                held
            }
            (Builtin::FeatureLeaders, &[feature, kinds, ..]) => self.leaders(feature, kinds)?,
            (Builtin::TileSegmentAny, &[tile, kinds, pieces, ..]) => {
                i64::from(self.has_segment(tile, kinds, pieces)?)
            }
            (Builtin::FirstLaidWith, &[attr, value, ..]) => {
                self.laid_with(attr, value).next().unwrap_or(NONE)
            }
            (Builtin::SpaceTaken, &[space, ..]) => {
                i64::from(self.position.piece_counts[usize::from(self.space(space)?)] != 0)
            }
            _ => return Err(NOT_ONE),
        })
    }

    /// Appends the members of such a set to `out`.
    pub fn list_filtered(
        self,
        builtin: Builtin,
        args: &[i64],
        out: &mut Vec<i64>,
    ) -> Result<(), &'static Fault> {
        match (builtin, args) {
            (Builtin::FeaturePiecesOf, _) => self.pieces_of(args, |(number, _)| {
                out.push(number);
                true
            })?,
            (Builtin::PlayerPiecesOf, &[player, kinds, on, ..]) => {
                let player = self.player(player)?;
                let is_meant = |piece: Piece| {
                    usize::from(piece.owner) == player
                        && kinds >> piece.kind & 1 != 0
                        && (on == 0 || piece.on().is_some())
                };
                out.extend(self.standing().filter(|(_, piece)| is_meant(*piece)).map(|(number, _)| number));
            }
            (Builtin::TileSegmentsOf, &[tile, kinds, pieces, ..]) => {
                self.segments_of(tile, kinds, pieces, out)?
            }
            (Builtin::FreeSpaces, &[track, ..]) => {
                let spaces = self.spaces(track)?;
                pick(spaces, &self.position.piece_counts, 0, out);
            }
            (Builtin::SpacesBeside, &[other, track, ..]) => {
                pick(self.spaces(track)?, self.rules.beside(), other, out);
            }
            (Builtin::LaidWith, &[attr, value, ..]) => out.extend(self.laid_with(attr, value)),
            (Builtin::BagTilesWith, &[bag, attr, value, ..]) => {
                let start = out.len();
                let tiles = self.position.bags[self.bag(bag)?].iter().copied();
                let meant = tiles.filter(|tile| self.attr(usize::from(*tile), attr) == Some(value));
                out.extend(meant.map(i64::from));
                out[start..].sort_unstable();
            }
            _ => return Err(NOT_ONE),
        }
        Ok(())
    }

    /// The spaces of a track.
    pub fn spaces(self, track: i64) -> Result<Range<u16>, &'static Fault> {
        let tracks = &self.rules.program().declared.tracks;
        let track = usize::try_from(track).ok().and_then(|track| tracks.get(track));
        let track = track.ok_or(&Fault::Missing)?;
        Ok(track.first..track.first + track.count)
    }

    /// Appends the segments of a tile that are of certain kinds of features, a bit for each and the last one for all
    /// that have none, and on whose feature no piece of certain kinds stands.
    fn segments_of(
        self,
        tile: i64,
        kinds: i64,
        pieces: i64,
        out: &mut Vec<i64>,
    ) -> Result<(), &'static Fault> {
        let start = out.len();
        self.segments_on(tile, out)?;
        let mut end = start;
        for place in start..out.len() {
            if self.is_meant(self.segment(out[place])?, kinds, pieces)? {
                out[end] = out[place];
                end += 1;
            }
        }
        out.truncate(end);
        Ok(())
    }

    /// Whether a tile has any such segment.
    fn has_segment(self, tile: i64, kinds: i64, pieces: i64) -> Result<bool, &'static Fault> {
        for part in self.rules.parts_of(self.tile(tile)?) {
            let TileState::Laid(laid) = self.position.tiles[part] else { continue };
            for segment in self.position.board.tile(laid).segments() {
                if self.is_meant(segment, kinds, pieces)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a segment is of certain kinds of features, and bare of certain kinds of pieces.
    #[inline]
    fn is_meant(self, segment: SegmentId, kinds: i64, pieces: i64) -> Result<bool, &'static Fault> {
        let board = &self.position.board;
        let is_of_kind = kinds >> board.kind(segment).0.min(63) & 1 != 0;
        let is_bare = || pieces == 0 || board.occupants(segment) == 0;
        Ok(is_of_kind && (is_bare() || !self.holds(&[handle(segment), pieces, ANYBODY])?))
    }

    /// Whether any piece of certain kinds, and of one owner, stands on a feature.
    #[inline]
    fn holds(self, args: &[i64]) -> Result<bool, &'static Fault> {
        let mut holds = false;
        self.pieces_of(args, |_| {
            holds = true;
            false
        })?;
        Ok(holds)
    }

    /// The tiles on the table of which an attribute has this value, in the order in which they were laid.
    fn laid_with(self, attr: i64, value: i64) -> impl Iterator<Item = i64> {
        let values = self.rules.attr(attr);
        let has = move |tile: &&u16| values.get(usize::from(**tile)) == Some(&Some(value));
        self.position.laid.iter().filter(has).map(|tile| i64::from(*tile))
    }

    /// Visits the pieces on a feature that are of certain kinds, a bit for each, and of one owner unless that is
    /// [`ANYBODY`], for as long as the visitor wants more: `args` are the three.
    #[inline]
    fn pieces_of(
        self,
        args: &[i64],
        mut visit: impl FnMut((i64, Piece)) -> bool,
    ) -> Result<(), &'static Fault> {
        let &[feature, kinds, owner, ..] = args else { return Err(&Fault::Broken) };
        let (feature, board) = (self.segment(feature)?, &self.position.board);
        let mut left = board.occupants(feature);
        if left == 0 {
            return Ok(());
        }
        let root = board.find(feature);
        for (number, piece) in self.standing() {
            if piece.on().is_none_or(|segment| board.find(segment) != root) {
                continue;
            }
            let is_meant = kinds >> piece.kind & 1 != 0
                && (owner == ANYBODY || piece.owner().map_or(NONE, i64::from) == owner);
            left -= 1;
            if is_meant && !visit((number, piece)) || left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The players who have most pieces of certain kinds on a feature, and some, as a mask.
    fn leaders(self, feature: i64, kinds: i64) -> Result<i64, &'static Fault> {
        let mut counts = [0u16; MAX_PLAYERS as usize];
        self.pieces_of(&[feature, kinds, ANYBODY], |(_, piece)| {
            if let Some(count) = piece.owner().and_then(|owner| counts.get_mut(usize::from(owner))) {
                *count += 1;
            }
            true
        })?;
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let leads = |(seat, count): (usize, &u16)| i64::from(*count == most) << seat;
        Ok(counts.iter().enumerate().map(leads).sum())
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

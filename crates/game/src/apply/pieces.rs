//! Where pieces go.

use rota_bytecode::program::TrackShape;
use rota_vm::Fault;

use crate::bit_packing::unpack_cell;
use crate::exec_context::ExecContext;
use crate::history::Event;
use crate::piece::{Piece, PieceLocation};
use crate::position::TileState;
use crate::questions::NONE;
use crate::refusals::refused;

impl ExecContext<'_> {
    pub(super) fn take(&self, kind: i64, player: i64) -> Result<i64, &'static Fault> {
        let kind = self.questions().piece_kind(kind)?;
        let neutral = self.rules.program().declared.pieces[usize::from(kind)].neutral;
        let owner = if neutral { None } else { Some(self.questions().player(player)? as u8) };
        self.questions().spare(kind, owner).ok_or(&Fault::Refused("no such piece is left in supply"))
    }

    pub(super) fn put(&mut self, piece: i64, at: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        let at = self.questions().segment(at)?;
        let number = piece as u16;
        self.position.board.occupy(at).map_err(refused)?;
        self.bring(number, moved, PieceLocation::Segment(at))?;
        self.history.keep(Event::Put { piece: number, from: moved.location, at });
        self.history.count_put(self.layout.supply(moved.kind, moved.owner));
        Ok(0)
    }

    pub(super) fn stand(&mut self, piece: i64, tile: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        let tile = self.questions().tile(tile)?;
        if !matches!(self.position.tiles[tile], TileState::Laid(_)) {
            return Err(&Fault::Refused("the tile is not laid"));
        }
        self.go(piece, moved, PieceLocation::Tile(tile as u16))?;
        self.history.count_put(self.layout.supply(moved.kind, moved.owner));
        Ok(0)
    }

    pub(super) fn perch(&mut self, piece: i64, corner: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        let corner = unpack_cell(corner).ok_or(&Fault::Missing)?;
        if self.questions().tiles_at(corner).next().is_none() {
            return Err(&Fault::Refused("no tile lies at the corner"));
        }
        self.go(piece, moved, PieceLocation::Corner(corner))?;
        self.history.count_put(self.layout.supply(moved.kind, moved.owner));
        Ok(0)
    }

    pub(super) fn straddle(&mut self, piece: i64, side: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        let border = self.questions().border(side)?;
        if self.questions().tiles_beside(border).next().is_none() {
            return Err(&Fault::Refused("no tile lies at the side"));
        }
        self.go(piece, moved, PieceLocation::Side(border))?;
        self.history.count_put(self.layout.supply(moved.kind, moved.owner));
        Ok(0)
    }

    pub(super) fn move_to(&mut self, piece: i64, to: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        let to = self.questions().space(to)?;
        let declared = &self.rules.program().declared;
        let track = declared.tracks.get(usize::from(declared.spaces[usize::from(to)].track));
        let is_taken = self.position.piece_counts[usize::from(to)] != 0;
        if is_taken && track.is_some_and(|track| track.shape == TrackShape::Slots) {
            return Err(&Fault::Refused("a piece stands in the slot"));
        }
        let number = piece as u16;
        self.bring(number, moved, PieceLocation::Space(to))?;
        self.history.keep(Event::Moved { piece: number, from: moved.location, to });
        Ok(0)
    }

    pub(super) fn keep(&mut self, piece: i64, player: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        let player = self.questions().player(player)? as u8;
        self.go(piece, moved, PieceLocation::Keep(player))
    }

    pub(super) fn send(&mut self, piece: i64, reason: i64) -> Result<i64, &'static Fault> {
        let reason = match reason {
            NONE => None,
            reason => Some(self.reason(reason)?),
        };
        let moved = self.in_play(piece)?;
        if moved.location == PieceLocation::Supply {
            return Err(&Fault::Refused("the piece is in supply already"));
        }
        let number = piece as u16;
        self.bring(number, moved, PieceLocation::Supply)?;
        self.history.keep(Event::Sent { piece: number, from: moved.location, reason });
        Ok(0)
    }

    pub(super) fn remove(&mut self, piece: i64) -> Result<i64, &'static Fault> {
        let moved = self.in_play(piece)?;
        self.go(piece, moved, PieceLocation::Out)
    }

    /// A piece that is not out of the game.
    fn in_play(&self, piece: i64) -> Result<Piece, &'static Fault> {
        let piece = self.questions().piece(piece)?;
        let is_in_play = piece.location != PieceLocation::Out;
        is_in_play.then_some(piece).ok_or(&Fault::Refused("the piece is out of the game"))
    }

    /// Brings a piece to a place that the history has no word of its own for.
    fn go(&mut self, piece: i64, moved: Piece, to: PieceLocation) -> Result<i64, &'static Fault> {
        let number = piece as u16;
        self.bring(number, moved, to)?;
        self.history.keep(Event::Went { piece: number, from: moved.location, to });
        Ok(0)
    }

    /// Takes a piece away from where it is and brings it where it goes. The board counts those who stand on a
    /// segment before, for it may refuse.
    fn bring(&mut self, number: u16, piece: Piece, to: PieceLocation) -> Result<(), &'static Fault> {
        self.leave(number, piece)?;
        let (spaces, position) = (self.rules.program().declared.spaces.len(), &mut *self.position);
        if to == PieceLocation::Supply {
            position.supply[self.layout.supply(piece.kind, piece.owner)] += 1;
        } else if to.is_on_table() {
            position.standing.push(number);
        }
        if let Some(to) = to.between_tiles() {
            let place = position.between_tiles.partition_point(|(at, _)| *at <= to);
            position.between_tiles.insert(place, (to, number));
        }
        if let Some(piece_count) = position.piece_count(to, spaces) {
            *piece_count += 1;
        }
        position.stamp = position.stamp.saturating_add(1);
        let piece = &mut position.pieces[usize::from(number)];
        piece.location = to;
        piece.moved = position.stamp;
        Ok(())
    }

    /// Takes a piece away from where it is.
    fn leave(&mut self, number: u16, piece: Piece) -> Result<(), &'static Fault> {
        let (spaces, position) = (self.rules.program().declared.spaces.len(), &mut *self.position);
        match piece.location {
            PieceLocation::Supply => {
                position.supply[self.layout.supply(piece.kind, piece.owner)] -= 1;
                return Ok(());
            }
            PieceLocation::Keep(_) | PieceLocation::Out => return Ok(()),
            PieceLocation::Segment(segment) => position.board.vacate(segment).map_err(refused)?,
            PieceLocation::Space(_) | PieceLocation::Tile(_) => {}
            PieceLocation::Corner(_) | PieceLocation::Side(_) => {
                position.between_tiles.retain(|(_, standing)| *standing != number);
            }
        }
        if let Some(piece_count) = position.piece_count(piece.location, spaces) {
            *piece_count -= 1;
        }
        if let Some(place) = position.standing.iter().position(|standing| *standing == number) {
            position.standing.remove(place);
        }
        Ok(())
    }
}

//! What joins segments and parts them: links, cuts, and what is closed.

use rota_board::{Board, Border, Catalog, FeatureKindId, Refusal, SegmentId};
use rota_vm::Fault;

use crate::bit_packing::unpack_placement;
use crate::exec_context::ExecContext;
use crate::history::{Closure, Event};
use crate::questions::{NONE, handle};
use crate::refusals::refused;

impl ExecContext<'_> {
    /// Adds a segment of a kind to a tile that lies.
    pub(super) fn add_segment(&mut self, at: i64, kind: i64) -> Result<i64, &'static Fault> {
        let at = unpack_placement(at).ok_or(&Fault::Missing)?;
        let kind = FeatureKindId(u8::try_from(kind).map_err(|_| &Fault::Missing)?);
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        let added = position.board.add_segment(catalog, kind, at, &mut position.delta).map_err(refused)?;
        self.history.keep(Event::Added { segment: added });
        Ok(handle(added))
    }

    pub(super) fn link(&mut self, first: i64, second: i64) -> Result<i64, &'static Fault> {
        let (first, second) = (self.questions().segment(first)?, self.questions().segment(second)?);
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        match position.board.link(catalog, first, second, &mut position.delta) {
            // Another pack may have joined them.
            Err(Refusal::AlreadyJoined) => return Ok(0),
            linked => linked.map_err(refused)?,
        }
        self.history.keep(Event::Linked { first, second });
        Ok(0)
    }

    pub(super) fn cut(&mut self, first: i64, second: i64) -> Result<i64, &'static Fault> {
        let (first, second) = (self.questions().segment(first)?, self.questions().segment(second)?);
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        position.board.cut(catalog, first, second, &mut position.delta).map_err(refused)?;
        self.history.keep(Event::Cut { first, second });
        Ok(0)
    }

    /// Closes a segment, or everything at a side where no segment is named.
    pub(super) fn close(&mut self, segment: i64, side: i64) -> Result<i64, &'static Fault> {
        let closure = self.closure(segment, side)?;
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        let (board, delta) = (&mut position.board, &mut position.delta);
        let done = match closure {
            Closure::Segment(segment) => board.close(catalog, segment, delta),
            Closure::SegmentAt(segment, border) => {
                let side = reached(board, catalog, segment, border)?;
                board.close_at(catalog, segment, side, delta)
            }
            Closure::Side(border) => board.close_border(catalog, border, delta),
        };
        done.map_err(refused)?;
        self.history.keep(Event::Closed(closure));
        Ok(0)
    }

    /// Takes that back.
    pub(super) fn reopen(&mut self, segment: i64, side: i64) -> Result<i64, &'static Fault> {
        let closure = self.closure(segment, side)?;
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        let (board, delta) = (&mut position.board, &mut position.delta);
        let done = match closure {
            Closure::Segment(segment) => board.reopen(catalog, segment),
            Closure::SegmentAt(segment, border) => {
                board.reopen_at(catalog, segment, reached(board, catalog, segment, border)?)
            }
            Closure::Side(border) => board.reopen_border(catalog, border, delta),
        };
        done.map_err(refused)?;
        self.history.keep(Event::Reopened(closure));
        Ok(0)
    }

    fn closure(&self, segment: i64, side: i64) -> Result<Closure, &'static Fault> {
        let questions = self.questions();
        Ok(match (segment, side) {
            (NONE, side) => Closure::Side(questions.border(side)?),
            (segment, NONE) => Closure::Segment(questions.segment(segment)?),
            (segment, side) => Closure::SegmentAt(questions.segment(segment)?, questions.border(side)?),
        })
    }
}

/// Which side of its tile a segment reaches at a border.
fn reached(
    board: &Board,
    catalog: &Catalog,
    segment: SegmentId,
    border: Border,
) -> Result<u8, &'static Fault> {
    let side = border.side_of(board.tile(board.segment_tile(segment)).cell);
    let side = side.filter(|side| board.reaches(catalog, segment, *side));
    side.ok_or(&Fault::Refused("the segment does not reach the side"))
}

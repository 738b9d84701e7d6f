//! Loops: they run over a list as it was at their start and clean up the list space behind themselves.

use rota_bytecode::{Builtin, Op, Sort};
use rota_source::Span;

use crate::tree::{Expr, Statement, StatementKind};

use super::emit::{Emitter, Enclosing};
use super::escape::{any_leaves, escapes, leaves};

impl<'t> Emitter<'t> {
    /// Writes an `Each`.
    pub fn each(&mut self, statement: &'t Statement) {
        let StatementKind::Each { slot, set, from, filter, body } = &statement.kind else { return };
        let (span, slots) = (statement.span, self.slots());
        let kept = self.function.is_some_and(|function| escapes(function, body));
        let fills = any_leaves(body) || filter.as_ref().is_some_and(leaves);
        let outer = (!kept && self.nesting > 0).then(|| self.mark(span));
        let list = self.members(span, set, from.as_ref());
        let stamp = (set.ty.sort == Sort::Piece).then(|| {
            let stamp = self.slot();
            self.emit(span, Op::Ask(Builtin::PieceStamp));
            self.emit(span, Op::Store(stamp));
            stamp
        });
        let inner = (!kept && fills).then(|| self.mark(span));
        let (head, exit) = (self.label(), self.label());
        self.nesting += 1;
        self.bind(head);
        self.release(span, inner);
        self.next(span, list, exit);
        self.emit(span, Op::Store(*slot));
        if let Some(stamp) = stamp {
            self.emit(span, Op::Load(*slot));
            self.emit(span, Op::Load(stamp));
            self.emit(span, Op::Ask(Builtin::PieceFresh));
            self.jump(span, Op::JumpIfNot, head);
        }
        if let Some(filter) = filter {
            self.branch(filter, false, head);
        }
        self.enclosing.push(Enclosing::Loop { exit, mark: outer });
        self.block(body);
        self.enclosing.pop();
        self.nesting -= 1;
        self.jump(span, Op::Jump, head);
        self.bind(exit);
        self.release(span, outer);
        self.free_slots(slots);
    }

    /// Writes a `Repeat`.
    pub fn repeat(&mut self, statement: &'t Statement, times: &'t Expr, body: &'t [Statement]) {
        let (span, slots) = (statement.span, self.slots());
        let kept = self.function.is_some_and(|function| escapes(function, body));
        let left = self.slot();
        let mark = (!kept && (any_leaves(body) || leaves(times))).then(|| self.mark(span));
        self.value(times);
        self.emit(span, Op::Store(left));
        let (head, exit) = (self.label(), self.label());
        self.nesting += 1;
        self.bind(head);
        self.release(span, mark);
        self.emit(span, Op::Const(0));
        self.emit(span, Op::Load(left));
        self.emit(span, Op::Less);
        self.jump(span, Op::JumpIfNot, exit);
        self.emit(span, Op::Load(left));
        self.emit(span, Op::Const(1));
        self.emit(span, Op::Subtract);
        self.emit(span, Op::Store(left));
        self.enclosing.push(Enclosing::Loop { exit, mark });
        self.block(body);
        self.enclosing.pop();
        self.nesting -= 1;
        self.jump(span, Op::Jump, head);
        self.bind(exit);
        self.release(span, mark);
        self.free_slots(slots);
    }

    /// Writes a set as a list to be taken apart member by member; returns its slot. Players come in seat
    /// order, beginning with `from`.
    pub fn members(&mut self, span: Span, set: &'t Expr, from: Option<&'t Expr>) -> u16 {
        let list = self.slot();
        self.list(span, set, from);
        self.emit(span, Op::Store(list));
        list
    }

    /// Writes a set as a list, which is pushed.
    pub fn list(&mut self, span: Span, set: &'t Expr, from: Option<&'t Expr>) {
        self.value(set);
        if set.ty.is_mask() {
            match from {
                Some(from) => self.value(from),
                None => self.constant(span, -1),
            }
            self.emit(span, Op::Seats);
        }
    }

    /// Notes how much list space is in use; returns the slot of the mark.
    pub fn mark(&mut self, span: Span) -> u16 {
        let mark = self.slot();
        self.emit(span, Op::Mark(mark));
        mark
    }

    /// Frees the list space down to a mark, if there is one.
    pub fn release(&mut self, span: Span, mark: Option<u16>) {
        if let Some(mark) = mark {
            self.emit(span, Op::Release(mark));
        }
    }
}

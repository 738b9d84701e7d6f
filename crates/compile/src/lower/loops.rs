//! Loops: they run over a list as it was at their start and clean up the list space behind themselves.

use rota_bytecode::{Builtin, Op, Reclaim, Slot, Sort};
use rota_source::Span;

use rota_check::tree::{Expr, Statement, StatementKind};

use super::emit::{Emitter, Enclosing, Label, slot};
use super::escape::{allocates, block_allocates, escapes, is_fresh};
use rota_check::tree::constant;

/// A walk over the members of a list.
pub(super) struct Walk {
    pub span: Span,
    /// The list; the slot behind it counts the members taken.
    pub list: Slot,
    pub member: Slot,
    /// Where the next member is taken.
    pub next: Label,
    /// What frees the list where the walk is left before its end.
    pub early: Option<Op>,
    /// What frees the rest behind the walk, whichever way it ended.
    pub outer: Option<Op>,
    reclaim: Reclaim,
    /// What frees what a round left behind, where taking the next member does not.
    sweep: Option<Op>,
    body: Label,
    done: Label,
}

impl<'t> Emitter<'t> {
    /// Writes an `Each`.
    pub fn each(&mut self, statement: &'t Statement) {
        let StatementKind::Each { slot: member, set, from, filter, body } = &statement.kind else { return };
        let (span, slots, member) = (statement.span, self.slots(), slot(*member));
        let kept = self.keeps_lists && self.function.is_some_and(|function| escapes(function, body));
        let fills = block_allocates(body) || filter.as_ref().is_some_and(allocates);
        let stamp = (set.ty.sort == Sort::Piece).then(|| self.slot());
        let walk = if kept {
            let list = self.members(span, set, from.as_ref());
            self.walk(span, member, list, (Reclaim::Keep, None), stamp)
        } else {
            let members = self.cleared_members(span, set, from.as_ref(), fills);
            self.cleared_walk(span, member, set, (members, fills), stamp)
        };
        let exit = self.label();
        if let Some(stamp) = stamp {
            let is_fresh = self.slot();
            self.emit(span, Op::AskPair(is_fresh, Builtin::PieceFresh, member, stamp));
            self.jump(span, walk.next, |target| Op::JumpEqualImm(is_fresh, 0, target));
        }
        if let Some(filter) = filter {
            self.branch(filter, false, walk.next);
        }
        let (early, outer) = (walk.early, walk.outer);
        self.enclosing.push(Enclosing::Loop { exit, early, outer });
        self.block(body);
        self.enclosing.pop();
        self.end_walk(&walk);
        self.bind(exit);
        self.free(span, outer);
        self.free_slots(slots);
    }

    /// Writes a `Repeat`.
    pub fn repeat(&mut self, statement: &'t Statement, times: &'t Expr, body: &'t [Statement]) {
        let (span, slots) = (statement.span, self.slots());
        let kept = self.keeps_lists && self.function.is_some_and(|function| escapes(function, body));
        let left = self.slot();
        let outer = (!kept && (block_allocates(body) || allocates(times))).then(|| self.mark(span));
        self.value_into(times, left);
        let (again, exit) = (self.label(), self.label());
        if constant(times).is_none_or(|times| times < 1) {
            self.jump(span, exit, |target| Op::JumpLessImm(left, 1, target));
        }
        self.nesting += 1;
        self.bind(again);
        self.enclosing.push(Enclosing::Loop { exit, early: None, outer });
        self.block(body);
        self.enclosing.pop();
        self.nesting -= 1;
        self.free(span, outer);
        self.jump(span, again, |target| Op::DecrementJump(left, target));
        self.bind(exit);
        self.free(span, outer);
        self.free_slots(slots);
    }

    /// Begins a walk that leaves nothing behind in the list space but what lists outlive it.
    pub fn begin_walk(&mut self, span: Span, member: u16, set: &'t Expr, inside: [Option<&Expr>; 2]) -> Walk {
        let fills = inside.into_iter().flatten().any(allocates);
        let members = self.cleared_members(span, set, None, fills);
        self.cleared_walk(span, slot(member), set, (members, fills), None)
    }

    /// Writes a set as a list to be walked over, and notes how much list space was in use before where that
    /// will be needed.
    fn cleared_members(
        &mut self,
        span: Span,
        set: &'t Expr,
        from: Option<&'t Expr>,
        fills: bool,
    ) -> (Slot, Option<Op>) {
        let left = !is_fresh(set) && (allocates(set) || fills);
        let outer = (left && self.nesting > 0).then(|| self.mark(span));
        (self.members(span, set, from), outer)
    }

    fn cleared_walk(
        &mut self,
        span: Span,
        member: Slot,
        set: &Expr,
        ((list, outer), fills): ((Slot, Option<Op>), bool),
        stamp: Option<Slot>,
    ) -> Walk {
        let fresh = is_fresh(set);
        let early = (fresh && self.nesting > 0).then_some(Op::Free(list));
        let sweep = (!fresh && fills).then(|| self.mark(span));
        let reclaim = if fresh { Reclaim::Free } else { Reclaim::Keep };
        Walk { early, outer, ..self.walk(span, member, list, (reclaim, sweep), stamp) }
    }

    /// Begins to take members off the list in a slot. The stamp is taken where there are any.
    pub fn walk(
        &mut self,
        span: Span,
        member: Slot,
        list: Slot,
        (reclaim, sweep): (Reclaim, Option<Op>),
        stamp: Option<Slot>,
    ) -> Walk {
        let (body, next, done) = (self.label(), self.label(), self.label());
        self.jump(span, done, |target| Op::ForEach(list, member, target));
        self.stamp(span, stamp);
        self.nesting += 1;
        self.bind(body);
        Walk { span, list, member, next, done, early: None, outer: None, reclaim, sweep, body }
    }

    /// Ends a round of a walk and goes on behind it when no member is left.
    pub fn end_walk(&mut self, walk: &Walk) {
        self.nesting -= 1;
        self.bind(walk.next);
        self.free(walk.span, walk.sweep);
        self.jump(walk.span, walk.body, |target| Op::ForNext(walk.list, walk.member, walk.reclaim, target));
        self.bind(walk.done);
    }

    /// Writes a set as a list to be taken apart member by member; returns its slot, with another behind it.
    /// Players come in seat order, beginning with `from`.
    pub fn members(&mut self, span: Span, set: &'t Expr, from: Option<&'t Expr>) -> Slot {
        let list = self.row(2);
        self.list(span, set, from, list);
        list
    }

    /// Writes a set as a list.
    pub fn list(&mut self, span: Span, set: &'t Expr, from: Option<&'t Expr>, to: Slot) {
        if !set.ty.is_mask() {
            return self.value_into(set, to);
        }
        let slots = self.slots();
        let mask = self.value(set);
        let first = match from {
            Some(from) => self.value(from),
            None => {
                let first = self.slot();
                self.constant(span, -1, first);
                first
            }
        };
        self.emit(span, Op::MaskToList(to, mask, first));
        self.free_slots(slots);
    }

    /// Notes how much list space is in use; returns what frees it down to there.
    pub fn mark(&mut self, span: Span) -> Op {
        let mark = self.slot();
        self.emit(span, Op::Mark(mark));
        Op::Release(mark)
    }

    /// Frees list space, if there is any to be freed.
    pub fn free(&mut self, span: Span, op: Option<Op>) {
        if let Some(op) = op {
            self.emit(span, op);
        }
    }

    fn stamp(&mut self, span: Span, stamp: Option<Slot>) {
        if let Some(stamp) = stamp {
            self.emit(span, Op::Ask(stamp, Builtin::PieceStamp, 0));
        }
    }
}

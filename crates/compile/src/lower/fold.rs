//! Folds: one result from the members of a set.
//!
//! Where the result is one value it is kept on the stack as it grows, and the list space is left as it was.
//! Where it is a list it is built above the list it is made from.

use rota_bytecode::{Form, Op, Sort};
use rota_source::Span;

use crate::tree::{Expr, ExprKind, Fold};

use super::emit::{Emitter, Label, is_list};
use super::escape::leaves;
use super::expression::length_op;

/// A walk over the members of a set.
struct Walk {
    span: Span,
    slot: u16,
    list: u16,
    /// Where the next member is taken, and where it goes on when there is none.
    head: Label,
    done: Label,
    /// What frees the list space before the next member is taken, where that is needed.
    tidy: Option<Op>,
}

impl<'t> Emitter<'t> {
    /// Writes a fold.
    pub fn fold(&mut self, expr: &'t Expr) {
        let ExprKind::Fold { fold, slot, set, filter, body, .. } = &*expr.kind else { return };
        let (span, slots) = (expr.span, self.slots());
        let (filter, body) = (filter.as_ref(), body.as_ref());
        if *fold == Fold::Set && filter.is_none() && body.is_none() {
            return self.value(set);
        }
        let fills = set.ty.is_mask() || [Some(set), filter, body].into_iter().flatten().any(leaves);
        let outer = (fills && !is_list(expr.ty) && self.nesting > 0).then(|| self.mark(span));
        match fold {
            Fold::Count if filter.is_none() => self.length(span, set),
            Fold::Any if filter.is_none() => {
                self.constant(span, 0);
                self.length(span, set);
                self.emit(span, Op::Less);
            }
            Fold::Count | Fold::Sum => {
                self.constant(span, 0);
                let walk = self.begin_walk(span, *slot, set, [filter, body]);
                self.pass(&walk, filter);
                match fold {
                    Fold::Count => self.constant(span, 1),
                    _ => self.measure(&walk, body),
                }
                self.emit(span, Op::Add);
                self.end_walk(&walk);
            }
            Fold::Any | Fold::All | Fold::First => {
                let walk = self.begin_walk(span, *slot, set, [filter, body]);
                self.pass(&walk, filter);
                self.search(*fold, &walk, body);
            }
            Fold::Max | Fold::Min => self.extreme(*fold, span, *slot, set, [filter, body]),
            Fold::Most => self.most(expr, *slot, set, [filter, body]),
            Fold::Set => match body {
                Some(body) => self.gathered(span, *slot, set, filter, body),
                None => self.filtered(span, *slot, set, filter),
            },
        }
        self.release(span, outer);
        self.free_slots(slots);
    }

    /// Writes the members of a set that pass a filter: a mask for players, else a list.
    pub fn filtered(&mut self, span: Span, slot: u16, set: &'t Expr, filter: Option<&'t Expr>) {
        let (mask, result) = (set.ty.is_mask(), self.slot());
        let list = self.members(span, set, None);
        self.emit(span, if mask { Op::Const(0) } else { Op::Empty });
        self.emit(span, Op::Store(result));
        let fills = filter.is_some_and(leaves);
        let tidy = fills.then(|| self.tidy(span, mask, result));
        let walk = self.walk(span, slot, list, tidy);
        self.pass(&walk, filter);
        self.include(&walk, mask, result);
        self.end_walk(&walk);
        self.emit(span, Op::Load(result));
    }

    /// Writes what an expression comes to for each member that passes a filter, each once: values, or the members
    /// of sets.
    fn gathered(&mut self, span: Span, slot: u16, set: &'t Expr, filter: Option<&'t Expr>, body: &'t Expr) {
        let (mask, result) = (body.ty.sort == Sort::Player, self.slot());
        let list = self.members(span, set, None);
        self.emit(span, if mask { Op::Const(0) } else { Op::Empty });
        self.emit(span, Op::Store(result));
        let tidy = self.tidy(span, mask, result);
        let walk = self.walk(span, slot, list, Some(tidy));
        self.pass(&walk, filter);
        self.gather(body, result);
        self.end_walk(&walk);
        self.emit(span, Op::Load(result));
    }

    /// Adds a value, or the members of a set, to the set in a slot.
    pub fn gather(&mut self, member: &'t Expr, result: u16) {
        self.value(member);
        let of_players = member.ty.sort == Sort::Player;
        let op = match (of_players, member.ty.form == Form::Many) {
            (true, true) => Op::Unite(result),
            (true, false) => Op::Include(result),
            (false, true) => Op::Gather(result),
            (false, false) => Op::Gain(result),
        };
        self.emit(member.span, op);
    }

    fn length(&mut self, span: Span, set: &'t Expr) {
        self.value(set);
        self.emit(span, length_op(set));
    }

    /// Evaluates the set and begins to take members.
    fn begin_walk(&mut self, span: Span, slot: u16, set: &'t Expr, inside: [Option<&Expr>; 2]) -> Walk {
        let list = self.members(span, set, None);
        let fills = inside.into_iter().flatten().any(leaves);
        let tidy = fills.then(|| Op::Release(self.mark(span)));
        self.walk(span, slot, list, tidy)
    }

    /// Begins to take members off the list in a slot.
    fn walk(&mut self, span: Span, slot: u16, list: u16, tidy: Option<Op>) -> Walk {
        let (head, done) = (self.label(), self.label());
        self.nesting += 1;
        self.bind(head);
        Walk { span, slot, list, head, done, tidy }
    }

    /// How a walk that builds a set keeps the list space tidy: a list must be on top before it can grow.
    fn tidy(&mut self, span: Span, mask: bool, result: u16) -> Op {
        if mask { Op::Release(self.mark(span)) } else { Op::Trim(result) }
    }

    /// Takes the next member that passes the filter.
    fn pass(&mut self, walk: &Walk, filter: Option<&'t Expr>) {
        self.tidy_up(walk);
        self.next(walk.span, walk.list, walk.done);
        self.emit(walk.span, Op::Store(walk.slot));
        if let Some(filter) = filter {
            self.branch(filter, false, walk.head);
        }
    }

    fn tidy_up(&mut self, walk: &Walk) {
        if let Some(op) = walk.tidy {
            self.emit(walk.span, op);
        }
    }

    fn end_walk(&mut self, walk: &Walk) {
        self.nesting -= 1;
        self.jump(walk.span, Op::Jump, walk.head);
        self.bind(walk.done);
    }

    /// What a member counts for: the body, or the member itself.
    fn measure(&mut self, walk: &Walk, body: Option<&'t Expr>) {
        match body {
            Some(body) => self.value(body),
            None => self.emit(walk.span, Op::Load(walk.slot)),
        }
    }

    /// A member passed the filter: settles the result, or for `All` looks whether it does.
    fn search(&mut self, fold: Fold, walk: &Walk, body: Option<&'t Expr>) {
        let (span, end) = (walk.span, self.label());
        let without = match fold {
            Fold::Any => {
                self.constant(span, 1);
                0
            }
            Fold::All => {
                match body {
                    Some(body) => self.branch(body, true, walk.head),
                    None => self.jump(span, Op::Jump, walk.head),
                }
                self.constant(span, 0);
                1
            }
            _ => {
                self.emit(span, Op::Load(walk.slot));
                -1
            }
        };
        self.nesting -= 1;
        self.jump(span, Op::Jump, end);
        self.bind(walk.done);
        self.constant(span, without);
        self.bind(end);
    }

    fn extreme(&mut self, fold: Fold, span: Span, slot: u16, set: &'t Expr, inside: [Option<&'t Expr>; 2]) {
        let [filter, body] = inside;
        let (best, seen, here, take) = (self.slot(), self.slot(), self.slot(), self.label());
        self.emit(span, Op::Const(0));
        self.emit(span, Op::Store(best));
        self.emit(span, Op::Const(0));
        self.emit(span, Op::Store(seen));
        let walk = self.begin_walk(span, slot, set, inside);
        self.pass(&walk, filter);
        self.measure(&walk, body);
        self.emit(span, Op::Store(here));
        self.emit(span, Op::Load(seen));
        self.jump(span, Op::JumpIfNot, take);
        let (less, more) = if fold == Fold::Max { (best, here) } else { (here, best) };
        self.emit(span, Op::Load(less));
        self.emit(span, Op::Load(more));
        self.emit(span, Op::Less);
        self.jump(span, Op::JumpIfNot, walk.head);
        self.bind(take);
        self.emit(span, Op::Load(here));
        self.emit(span, Op::Store(best));
        self.emit(span, Op::Const(1));
        self.emit(span, Op::Store(seen));
        self.end_walk(&walk);
        self.emit(span, Op::Load(best));
    }

    fn most(&mut self, expr: &'t Expr, slot: u16, set: &'t Expr, inside: [Option<&'t Expr>; 2]) {
        let ([filter, body], span, mask) = (inside, expr.span, set.ty.is_mask());
        let (best, here, result) = (self.slot(), self.slot(), self.slot());
        let (better, add) = (self.label(), self.label());
        let empty = if mask { Op::Const(0) } else { Op::Empty };
        self.emit(span, Op::Const(0));
        self.emit(span, Op::Store(best));
        let list = self.members(span, set, None);
        let bottom = self.mark(span);
        self.emit(span, empty);
        self.emit(span, Op::Store(result));
        let fills = inside.into_iter().flatten().any(leaves);
        let tidy = fills.then(|| self.tidy(span, mask, result));
        let walk = self.walk(span, slot, list, tidy);
        self.pass(&walk, filter);
        self.measure(&walk, body);
        self.emit(span, Op::Store(here));
        self.emit(span, Op::Load(best));
        self.emit(span, Op::Load(here));
        self.emit(span, Op::Less);
        self.jump(span, Op::JumpIf, better);
        self.emit(span, Op::Load(here));
        self.emit(span, Op::Load(best));
        self.emit(span, Op::Less);
        self.jump(span, Op::JumpIf, walk.head);
        // As good as the best so far: counts unless that is nothing yet.
        self.emit(span, Op::Load(here));
        self.jump(span, Op::JumpIf, add);
        self.jump(span, Op::Jump, walk.head);
        self.bind(better);
        self.emit(span, Op::Load(here));
        self.emit(span, Op::Store(best));
        self.release(span, Some(bottom));
        self.emit(span, empty);
        self.emit(span, Op::Store(result));
        self.bind(add);
        self.include(&walk, mask, result);
        self.end_walk(&walk);
        self.emit(span, Op::Load(result));
    }

    /// Adds the member to the set in `result`.
    fn include(&mut self, walk: &Walk, mask: bool, result: u16) {
        self.tidy_up(walk);
        self.emit(walk.span, Op::Load(walk.slot));
        self.emit(walk.span, if mask { Op::Include(result) } else { Op::Push(result) });
    }
}

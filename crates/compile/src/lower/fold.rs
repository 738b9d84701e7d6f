//! Folds: one result from the members of a set.
//!
//! Where the result is one value, the list space is left as it was. Where it is a list it is built above the list
//! it is made from.

use rota_bytecode::{Form, Op, Reclaim, Slot, Sort};
use rota_source::Span;

use rota_check::tree::{Expr, ExprKind, Fold};

use super::emit::{Emitter, Label, slot};
use super::escape::{allocates, is_fresh, uses_slot};
use super::loops::Walk;

/// What a fold goes over, and what it asks of each member.
#[derive(Clone, Copy)]
struct FoldInput<'t> {
    span: Span,
    member: u16,
    set: &'t Expr,
    filter: Option<&'t Expr>,
    body: Option<&'t Expr>,
}

impl FoldInput<'_> {
    fn inside(&self) -> [Option<&Expr>; 2] {
        [self.filter, self.body]
    }

    /// Whether looking at a member may leave the list space fuller than it was.
    fn fills(&self) -> bool {
        self.inside().into_iter().flatten().any(allocates)
    }
}

impl<'t> Emitter<'t> {
    /// Writes a fold.
    pub fn fold(&mut self, expr: &'t Expr, to: Slot) {
        let ExprKind::Fold { fold, slot: member, set, filter, body } = &*expr.kind else { return };
        let (span, slots) = (expr.span, self.slots());
        let over = FoldInput { span, member: *member, set, filter: filter.as_ref(), body: body.as_ref() };
        // What grows member by member must not be what the members are measured by.
        let result = if uses_slot(expr, to) { self.slot() } else { to };
        match fold {
            Fold::Set if filter.is_none() && body.is_none() => self.value_into(set, result),
            Fold::Count if filter.is_none() => self.length(span, set, result),
            Fold::Count | Fold::Sum => self.sum(*fold, over, result),
            Fold::Any | Fold::All => self.truth(expr, result),
            Fold::First => self.first(over, result),
            Fold::Max | Fold::Min => self.extreme(*fold, over, result),
            Fold::Most | Fold::Least => self.best(*fold, over, result),
            Fold::Set => match body {
                Some(body) => self.mapped(over, body, result),
                None => self.filtered(over, result),
            },
        }
        self.copy(span, result, to);
        self.free_slots(slots);
    }

    /// Writes a fold that is true or false as a condition: goes to `target` when its truth is `when`.
    pub fn branch_on_fold(&mut self, expr: &'t Expr, when: bool, target: Label) {
        let ExprKind::Fold { fold, slot: member, set, filter, body } = &*expr.kind else { return };
        let (span, slots, end) = (expr.span, self.slots(), self.label());
        if *fold == Fold::Any && filter.is_none() && body.is_none() {
            let length = self.slot();
            self.length(span, set, length);
            let op = |target| {
                if when { Op::JumpGreaterImm(length, 0, target) } else { Op::JumpLessImm(length, 1, target) }
            };
            self.jump(span, target, op);
            return self.free_slots(slots);
        }
        let walk = self.begin_walk(span, *member, set, [filter.as_ref(), body.as_ref()]);
        self.skip_unless(&walk, filter.as_ref());
        // What settles it: one that passes, or one that fails.
        let found = *fold == Fold::Any;
        if !found {
            match body {
                Some(body) => self.branch(body, true, walk.next),
                None => self.jump(span, walk.next, Op::Jump),
            }
        }
        self.free(span, walk.early.or(walk.outer));
        self.jump(span, if found == when { target } else { end }, Op::Jump);
        self.end_walk(&walk);
        self.free(span, walk.outer);
        if found != when {
            self.jump(span, target, Op::Jump);
        }
        self.bind(end);
        self.free_slots(slots);
    }

    /// Writes the members of a set that pass a filter: a mask for players, else a list.
    fn filtered(&mut self, over: FoldInput<'t>, result: Slot) {
        let mask = over.set.ty.is_mask();
        let walk = self.building(over, mask, result);
        self.skip_unless(&walk, over.filter);
        self.include(over, &walk, mask, result);
        self.end_walk(&walk);
        self.free(over.span, walk.outer);
    }

    /// Writes what an expression comes to for each member that passes a filter, each once: values, or the members
    /// of sets.
    fn mapped(&mut self, over: FoldInput<'t>, body: &'t Expr, result: Slot) {
        let walk = self.building(over, body.ty.sort == Sort::Player, result);
        self.skip_unless(&walk, over.filter);
        self.add_members(body, result);
        self.end_walk(&walk);
        self.free(over.span, walk.outer);
    }

    /// Begins a walk that builds a set. Where that is a list, it lies above the list it is made from and must be
    /// on top before it can grow.
    fn building(&mut self, over: FoldInput<'t>, mask: bool, result: Slot) -> Walk {
        if mask {
            self.constant(over.span, 0, result);
            return self.begin_walk(over.span, over.member, over.set, over.inside());
        }
        let list = self.members(over.span, over.set, None);
        self.emit(over.span, Op::NewList(result));
        let sweep = over.fills().then_some(Op::FreeAbove(result));
        self.walk(over.span, slot(over.member), list, (Reclaim::Keep, sweep), None)
    }

    /// Adds the member to the set that is built.
    fn include(&mut self, over: FoldInput<'t>, walk: &Walk, mask: bool, result: Slot) {
        if !mask && over.fills() {
            self.emit(over.span, Op::FreeAbove(result));
        }
        let op = if mask { Op::MaskInsert } else { Op::Push };
        self.emit(over.span, op(result, walk.member));
    }

    /// Adds a value, or the members of a set, to the set in a slot.
    pub fn add_members(&mut self, member: &'t Expr, result: Slot) {
        let slots = self.slots();
        let value = self.value(member);
        let of_players = member.ty.sort == Sort::Player;
        let op = match (of_players, member.ty.form == Form::Many) {
            (true, true) => Op::MaskUnion(result, value),
            (true, false) => Op::MaskInsert(result, value),
            (false, true) => Op::ExtendUnique(result, value),
            (false, false) => Op::PushUnique(result, value),
        };
        self.emit(member.span, op);
        self.free_slots(slots);
    }

    fn length(&mut self, span: Span, set: &'t Expr, result: Slot) {
        let clears = self.nesting > 0 && allocates(set);
        let outer = (clears && !is_fresh(set)).then(|| self.mark(span));
        let value = self.value(set);
        self.emit(span, length_op(set)(result, value));
        let list = set.ty.is_list() && clears && is_fresh(set);
        self.free(span, outer.or(list.then_some(Op::Free(value))));
    }

    fn sum(&mut self, fold: Fold, over: FoldInput<'t>, result: Slot) {
        let span = over.span;
        self.constant(span, 0, result);
        let walk = self.begin_walk(span, over.member, over.set, over.inside());
        self.skip_unless(&walk, over.filter);
        if fold == Fold::Count {
            self.emit(span, Op::AddImm(result, result, 1));
        } else {
            let slots = self.slots();
            let value = self.measure(&walk, over.body);
            self.emit(span, Op::Add(result, result, value));
            self.free_slots(slots);
        }
        self.end_walk(&walk);
        self.free(span, walk.outer);
    }

    fn first(&mut self, over: FoldInput<'t>, result: Slot) {
        let (span, end) = (over.span, self.label());
        let walk = self.begin_walk(span, over.member, over.set, over.inside());
        self.skip_unless(&walk, over.filter);
        self.copy(span, walk.member, result);
        self.free(span, walk.early);
        self.jump(span, end, Op::Jump);
        self.end_walk(&walk);
        self.constant(span, -1, result);
        self.bind(end);
        self.free(span, walk.outer);
    }

    fn extreme(&mut self, fold: Fold, over: FoldInput<'t>, best: Slot) {
        let (span, seen, take) = (over.span, self.slot(), self.label());
        self.constant(span, 0, best);
        self.constant(span, 0, seen);
        let walk = self.begin_walk(span, over.member, over.set, over.inside());
        self.skip_unless(&walk, over.filter);
        let here = self.measure(&walk, over.body);
        self.jump(span, take, |target| Op::JumpEqualImm(seen, 0, target));
        let (less, more) = if fold == Fold::Max { (here, best) } else { (best, here) };
        self.jump(span, walk.next, |target| Op::JumpLessEqual(less, more, target));
        self.bind(take);
        self.copy(span, here, best);
        self.constant(span, 1, seen);
        self.end_walk(&walk);
        self.free(span, walk.outer);
    }

    /// The members that are as good as the best.
    fn best(&mut self, fold: Fold, over: FoldInput<'t>, result: Slot) {
        let (span, mask) = (over.span, over.set.ty.is_mask());
        let (best, better, add) = (self.slot(), self.label(), self.label());
        // The least may be anything, also 0: whether there is one so far is kept apart.
        let seen = (fold == Fold::Least).then(|| self.slot());
        [Some(best), seen].into_iter().flatten().for_each(|slot| self.constant(span, 0, slot));
        let walk = self.building(over, mask, result);
        self.skip_unless(&walk, over.filter);
        let here = self.measure(&walk, over.body);
        if let Some(seen) = seen {
            self.jump(span, better, |target| Op::JumpEqualImm(seen, 0, target));
        }
        let (less, more) = if seen.is_some() { (best, here) } else { (here, best) };
        self.jump(span, walk.next, |target| Op::JumpLess(less, more, target));
        self.jump(span, better, |target| Op::JumpLess(more, less, target));
        // As good as the best so far: counts unless that is nothing yet.
        if seen.is_none() {
            self.jump(span, walk.next, |target| Op::JumpEqualImm(here, 0, target));
        }
        self.jump(span, add, Op::Jump);
        self.bind(better);
        self.copy(span, here, best);
        if let Some(seen) = seen {
            self.constant(span, 1, seen);
        }
        if mask {
            self.constant(span, 0, result);
        } else {
            self.emit(span, Op::Free(result));
            self.emit(span, Op::NewList(result));
        }
        self.bind(add);
        self.include(over, &walk, mask, result);
        self.end_walk(&walk);
        self.free(span, walk.outer);
    }

    /// Goes to the next member unless this one passes the filter.
    fn skip_unless(&mut self, walk: &Walk, filter: Option<&'t Expr>) {
        if let Some(filter) = filter {
            self.branch(filter, false, walk.next);
        }
    }

    /// What a member counts for: the body, or the member itself.
    fn measure(&mut self, walk: &Walk, body: Option<&'t Expr>) -> Slot {
        body.map_or(walk.member, |body| self.value(body))
    }
}

/// The operation that counts the members of a set.
pub(super) fn length_op(set: &Expr) -> fn(Slot, Slot) -> Op {
    if set.ty.is_mask() { Op::MaskCount } else { Op::Length }
}

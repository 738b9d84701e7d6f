//! Decisions.

use rota_bytecode::Op;

use rota_check::tree::{Expr, ExprKind, Fold, Group, Statement, StatementKind};

use super::emit::{Emitter, slot};
use super::escape::is_fresh;
use rota_check::tree::constant;

impl<'t> Emitter<'t> {
    /// Writes a `Choose`: who, then the options group by group, then the decision and what follows from it.
    pub fn choose(&mut self, statement: &'t Statement) {
        let StatementKind::Choose { choice, who, groups, otherwise } = &statement.kind else { return };
        let (span, slots) = (statement.span, self.slots());
        let who = self.value(who);
        let mark = self.slots();
        let open = |group: &Group| group.when.as_ref().is_none_or(|when| constant(when) != Some(0));
        let numbered = || (0u16..).zip(groups).filter(|(_, group)| open(group));
        for (number, group) in numbered() {
            self.offer(number, group);
            self.free_slots(mark);
        }
        let chosen = self.row(2);
        let action = slot(usize::from(chosen) + 1);
        self.emit(span, Op::Decide(chosen, who, *choice));
        let end = self.label();
        for (number, group) in numbered() {
            let next = self.label();
            self.jump(span, next, |target| Op::JumpNotEqualImm(action, number as i16, target));
            self.copy(span, chosen, slot(group.slot));
            self.block(&group.body);
            self.jump(span, end, Op::Jump);
            self.bind(next);
        }
        self.block(otherwise);
        self.bind(end);
        self.free_slots(slots);
    }

    fn offer(&mut self, number: u16, group: &'t Group) {
        let skip = self.label();
        if let Some(when) = &group.when {
            self.branch(when, false, skip);
        }
        self.offer_members(number, group.slot, &group.set, group.filter.as_ref());
        self.bind(skip);
    }

    /// Offers the members of a set that pass a filter. One of two sets is offered where it is, and a filtered one
    /// member by member: neither is written down.
    fn offer_members(&mut self, number: u16, member: u16, set: &'t Expr, filter: Option<&'t Expr>) {
        let span = set.span;
        match (&*set.kind, filter) {
            (ExprKind::If { condition, then, otherwise }, None) => {
                let (other, end) = (self.label(), self.label());
                self.branch(condition, false, other);
                self.offer_members(number, member, then, None);
                self.jump(span, end, Op::Jump);
                self.bind(other);
                self.offer_members(number, member, otherwise, None);
                self.bind(end);
            }
            (ExprKind::Fold { fold: Fold::Set, slot, set, filter: Some(filter), body: None }, None) => {
                self.offer_members(number, *slot, set, Some(filter));
            }
            (ExprKind::Ask { builtin, args }, None) if builtin.info().is_counted => {
                let first = self.arguments(args);
                self.emit(span, Op::OfferCounted(first, *builtin, number));
            }
            (_, None) => {
                let (inside, fresh) = (self.nesting > 0, is_fresh(set));
                let outer = (inside && !fresh).then(|| self.mark(span));
                let list = self.slot();
                self.list(span, set, None, list);
                self.emit(span, Op::Offer(list, number));
                self.free(span, outer.or((inside && fresh).then_some(Op::Free(list))));
            }
            (_, Some(filter)) => {
                let walk = self.begin_walk(span, member, set, [Some(filter), None]);
                self.branch(filter, false, walk.next);
                self.emit(span, Op::OfferOne(walk.member, number));
                self.end_walk(&walk);
                self.free(span, walk.outer);
            }
        }
    }
}

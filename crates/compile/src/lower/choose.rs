//! Decisions.

use rota_bytecode::Op;
use rota_source::Span;

use crate::tree::{ExprKind, Group, Statement, StatementKind};

use super::constant::constant;
use super::emit::Emitter;

impl<'t> Emitter<'t> {
    /// Writes a `Choose`: who, then the options group by group, then the decision and what follows from it.
    pub fn choose(&mut self, statement: &'t Statement) {
        let StatementKind::Choose { choice, who, groups, otherwise } = &statement.kind else { return };
        let (span, slots) = (statement.span, self.slots());
        let (action, chosen) = (self.slot(), self.slot());
        self.value(who);
        let mark = self.mark(span);
        let open = |group: &Group| group.when.as_ref().is_none_or(|when| constant(when) != Some(0));
        let numbered = || (0u16..).zip(groups).filter(|(_, group)| open(group));
        for (number, group) in numbered() {
            self.offer(number, group);
            self.release(span, Some(mark));
        }
        self.emit(span, Op::Decide(*choice));
        self.emit(span, Op::Store(action));
        self.emit(span, Op::Store(chosen));
        let end = self.label();
        for (number, group) in numbered() {
            let next = self.label();
            self.emit(span, Op::Load(action));
            self.jump_compared(span, number as i16, false, next);
            self.emit(span, Op::Load(chosen));
            self.emit(span, Op::Store(group.slot));
            self.block(&group.body);
            self.jump(span, Op::Jump, end);
            self.bind(next);
        }
        self.block(otherwise);
        self.bind(end);
        self.free_slots(slots);
    }

    fn offer(&mut self, number: u16, group: &'t Group) {
        let (span, skip) = (group.set.span, self.label());
        if let Some(when) = &group.when {
            self.branch(when, false, skip);
        }
        match (&*group.set.kind, &group.filter) {
            (ExprKind::Ask { builtin, args }, None) if builtin.is_counted() => {
                self.values(args);
                self.emit(span, Op::OfferCounted(number, *builtin));
            }
            (_, None) => {
                self.list(span, &group.set, None);
                self.emit(span, Op::Offer(number));
            }
            (_, Some(_)) => self.offer_filtered(number, group, span),
        }
        self.bind(skip);
    }

    fn offer_filtered(&mut self, number: u16, group: &'t Group, span: Span) {
        let slots = self.slots();
        self.filtered(span, group.slot, &group.set, group.filter.as_ref());
        if group.set.ty.is_mask() {
            self.constant(span, -1);
            self.emit(span, Op::Seats);
        }
        self.emit(span, Op::Offer(number));
        self.free_slots(slots);
    }
}

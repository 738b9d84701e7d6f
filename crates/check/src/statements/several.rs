//! A choice of several members of a set, or of all of them in an order.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::Diagnostic;
use rota_syntax::ast::{self, ChoiceKind};

use crate::build::{equal, load};
use crate::checker::Checker;
use crate::expressions::fold::BoundSet;
use crate::expressions::types::UNKNOWN;
use crate::scope::Many;
use crate::statements::choice::{Decision, asks};
use crate::tree::{BinaryOp, Expr, ExprKind, Fold, Group, Statement, StatementKind};

const BOOL: Type = Type::one(Sort::Bool);

impl Checker<'_> {
    /// Several members of a set, or all of them in an order: one after the other into a list.
    pub(crate) fn choose_many(&mut self, decision: Decision<'_>, who: &ast::Expr) -> Option<Vec<Statement>> {
        let Decision { span, choose, .. } = decision;
        let int = Type::one(Sort::Int);
        let who = self.expect(who, Type::one(Sort::Player));
        let most = choose.most.as_ref().map(|most| self.expect(most, int));
        let otherwise = self.otherwise(choose);
        let pass_when = self.pass_when(choose);
        let part = choose.parts.first()?;
        let mark = self.scope.mark();
        let [asked, all, left, chosen, walked, place, next] = self.scope.reserve_each();
        let inner = self.scope.mark();
        self.scope.one_of_many = Some(part.name.span);
        let bound = self.bind(part);
        self.scope.one_of_many = None;
        // Below, the name is that of all that was chosen.
        self.scope.forget(inner);
        let set = bound.as_ref().map_or(UNKNOWN, |bound| bound.member.with_form(Form::Many));
        self.local(&part.name, set, chosen, false);
        self.scope.locals.last_mut().into_iter().for_each(|local| local.many = Some(Many::Chosen));
        let body = self.chosen(decision);
        self.scope.restore(mark);
        let (who, bound) = (who?, bound?);
        let ordered = choose.kind.node == ChoiceKind::Order;
        if ordered && set.is_mask() {
            Diagnostic::error("types::choice-form", "a set of players is always in seat order")
                .at(part.name.span, "these would have another")
                .help("choose them one by one, as in `choose active p among players where not done`")
                .report(self.diagnostics);
            return None;
        }
        let most = match most {
            Some(most) => Some(most?),
            None => None,
        };
        let store = |slot, value| Statement { span, kind: StatementKind::Store { slot, value } };
        let expr = |ty, kind| Expr::new(span, ty, kind);
        let constant = |number| expr(int, ExprKind::Const(number));
        let BoundSet { slot, set: of, filter, member, .. } = bound;
        let listed = ExprKind::Fold { fold: Fold::Set, slot, set: of, filter, body: None };
        let members = || load(all, set, span);
        let count = || expr(int, ExprKind::Length(members()));
        let number = |slot| load(slot, int, span);
        let sum = |op, left, right| expr(int, ExprKind::Binary { op, left, right });
        let less = |limit: Expr| sum(BinaryOp::Subtract, limit, constant(1));
        // Some of those that are left, by their numbers.
        let numbered = |first: Expr, last: Expr| {
            let numbers = Expr::ask(span, int.with_form(Form::Many), Builtin::Numbers, vec![first, last]);
            let one = expr(member, ExprKind::NthOrNone { set: members(), number: number(place) });
            let (fold, filter) = (Fold::Set, None);
            expr(set, ExprKind::Fold { fold, slot: place, set: numbers, filter, body: Some(one) })
        };
        // Of which as many follow as are still to be chosen.
        let offered = || match choose.exact {
            true => numbered(
                constant(1),
                sum(BinaryOp::Add, sum(BinaryOp::Subtract, count(), number(left)), constant(1)),
            ),
            false => members(),
        };
        // Behind what was chosen: nobody comes to the same set in two ways.
        let go_on = || {
            let condition = equal(load(walked, member, span), load(slot, member, span));
            let leave = vec![Statement { span, kind: StatementKind::Leave }];
            let kind = StatementKind::If { condition, then: leave, otherwise: Vec::new() };
            let body =
                vec![store(place, sum(BinaryOp::Add, number(place), constant(1))), Statement { span, kind }];
            let each = StatementKind::Each { slot: walked, set: members(), from: None, filter: None, body };
            let behind = sum(BinaryOp::Add, number(place), constant(1));
            let mut all_of_it = vec![
                store(place, constant(0)),
                Statement { span, kind: each },
                store(next, behind),
                store(all, numbered(number(next), count())),
            ];
            all_of_it.extend(choose.exact.then(|| store(left, less(number(left)))));
            all_of_it
        };
        let ask = |choice, when, filter, body, otherwise| {
            let group = Group { when, set: offered(), filter, slot, body };
            asks(span, choice, load(asked, Type::one(Sort::Player), span), group, otherwise)
        };
        let named = &part.name.node;
        let first = self.add_choice(span, choose, (named, choose.pass), member);
        let further = self.add_choice(span, choose, (named, !ordered && !choose.exact), member);
        let taken = ExprKind::Contains { member: load(slot, member, span), set: load(chosen, set, span) };
        let free = expr(BOOL, ExprKind::Not(expr(BOOL, taken)));
        let more = ExprKind::With { set: load(chosen, set, span), member: load(slot, member, span) };
        let mut taken = vec![store(chosen, expr(set, more))];
        taken.extend((!ordered).then(go_on).into_iter().flatten());
        let leave = vec![Statement { span, kind: StatementKind::Leave }];
        let again = ask(further, None, ordered.then_some(free), taken, leave);
        let times = match (&most, choose.exact) {
            (Some(_), true) => number(left),
            (Some(_), false) => less(number(left)),
            (None, _) if ordered => less(count()),
            (None, _) => count(),
        };
        let mut follows = vec![store(chosen, expr(set, ExprKind::Set(vec![load(slot, member, span)])))];
        follows.extend((!ordered).then(go_on).into_iter().flatten());
        follows.push(Statement { span, kind: StatementKind::Repeat { times, body: vec![again] } });
        follows.extend(body);
        let may = most.as_ref().map(|_| {
            let compared = |op, left, right| expr(BOOL, ExprKind::Binary { op, left, right });
            let some = compared(BinaryOp::Less, constant(0), number(left));
            match choose.exact {
                true => some.and(compared(BinaryOp::LessEqual, number(left), count())),
                false => some,
            }
        });
        let mut out = vec![store(asked, who), store(all, expr(set, listed))];
        out.extend(most.map(|most| store(left, most)));
        let asked = ask(first, may, None, follows, otherwise);
        out.extend(self.passing_when(pass_when?, asked));
        Some(out)
    }
}

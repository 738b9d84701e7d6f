//! `set` of a variable that holds a set: its members are put in and taken out one by one.

use rota_bytecode::{Builtin, Effect, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast;

use crate::build::{constant, load};
use crate::checker::Checker;
use crate::tree::{Expr, ExprKind, Fold, Statement, StatementKind};

/// The set of a variable, for what it belongs to.
struct Place {
    var: u16,
    key: Expr,
    member: Type,
    span: Span,
}

impl Checker<'_> {
    /// What a variable holds: a value, or a set.
    pub(crate) fn held(&mut self, var: u16, ty: Type, key: Option<Expr>, span: Span) -> Expr {
        if !ty.is_list() {
            return Expr::new(span, ty, ExprKind::Get { var, key });
        }
        let held = members(var, ty, key, span);
        // Features that were put in may have been joined since.
        if ty.sort == Sort::Feature { self.by_root(held) } else { held }
    }

    /// `set v = …` where a variable holds a set. What only adds to it or takes out of it touches nothing else.
    pub(crate) fn set_members(
        &mut self,
        (var, ty): (u16, Type),
        key: Option<Expr>,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        let [slot, key_slot, list] = self.scope.reserve_each();
        let value = self.assigned(value, ty);
        self.scope.restore(mark);
        let (value, _) = value?;
        let own = members(var, ty, key.clone(), span);
        let store = |slot, value| StatementKind::Store { slot, value };
        // What it is of is known before anything is taken out.
        let (first, key) = match key {
            Some(key) => (Some(store(key_slot, key.clone())), load(key_slot, key.ty, span)),
            None => (None, constant(0, Type::one(Sort::Int), span)),
        };
        let place = Place { var, key, member: ty.with_form(Form::One), span };
        let then = if let Some(added) = added(&value, &own) {
            vec![place.change_all(Effect::Include, slot, added)]
        } else if let Some(taken) = taken_out(&value, &own) {
            vec![place.change_all(Effect::Exclude, slot, taken)]
        } else {
            // So is what it will hold.
            let again = place.change_all(Effect::Include, slot, load(list, ty, span));
            vec![store(list, value), place.change(Effect::Clear, None), again]
        };
        Some(first.into_iter().chain(then).collect())
    }
}

impl Place {
    fn change(&self, effect: Effect, member: Option<Expr>) -> StatementKind {
        let var = constant(i64::from(self.var), Type::one(Sort::Int), self.span);
        let args = [var, self.key.clone()].into_iter().chain(member).collect();
        StatementKind::Do { effect, args, result: None }
    }

    /// Puts all of a set in, or takes all of it out.
    fn change_all(&self, effect: Effect, slot: u16, set: Expr) -> StatementKind {
        if let ExprKind::Set(parts) = &*set.kind
            && let [one] = parts.as_slice()
            && one.ty.form == Form::One
        {
            return self.change(effect, Some(one.clone()));
        }
        let kind = self.change(effect, Some(load(slot, self.member, self.span)));
        let body = vec![Statement { span: self.span, kind }];
        StatementKind::Each { slot, set, from: None, filter: None, body }
    }
}

/// What a variable holds, as it is kept.
fn members(var: u16, ty: Type, key: Option<Expr>, span: Span) -> Expr {
    let number = |number| constant(number, Type::one(Sort::Int), span);
    let args = vec![number(i64::from(var)), key.unwrap_or_else(|| number(0))];
    Expr::ask(span, ty, Builtin::VarMembers, args)
}

/// What is put into a set, where an expression is the set and more.
fn added(value: &Expr, own: &Expr) -> Option<Expr> {
    let ExprKind::Set(parts) = &*value.kind else { return None };
    let (first, added) = parts.split_first()?;
    first.same_as(own).then(|| match added {
        [one] if one.ty.form == Form::Many => one.clone(),
        parts => Expr { kind: Box::new(ExprKind::Set(parts.to_vec())), ..value.clone() },
    })
}

/// What is taken out of a set, where an expression is the set without those that another holds.
fn taken_out(value: &Expr, own: &Expr) -> Option<Expr> {
    let ExprKind::Fold { fold: Fold::Set, slot, set, filter: Some(filter), body: None } = &*value.kind else {
        return None;
    };
    let ExprKind::Not(inner) = &*filter.kind else { return None };
    let ExprKind::Contains { member, set: taken } = &*inner.kind else { return None };
    let is_each = matches!(*member.kind, ExprKind::Load(read) if read == *slot);
    (set.same_as(own) && is_each && taken.reads(*slot) == 0).then(|| taken.clone())
}

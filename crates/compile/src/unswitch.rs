//! Loop unswitching: what a filter asks whatever the member is asked once, before the walk. Where nothing of it holds
//! and nothing else is left to ask, the set is asked for as it is, which the game may have an answer for.

use rota_bytecode::Builtin;
use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold, StatementKind, constant, walk_expr_mut};

use crate::fold_constants::{fold, fold_node};
use crate::inline_values::with_arguments;
use crate::purity::{is_pure, size};
use crate::pushdown::{Queries, push_down};
use crate::simplify::Done;

/// A value of more parts than this is not looked through.
const MOST_PARTS: usize = 200;

/// A guard of more parts than this is left where it is.
const MOST_GUARD_PARTS: usize = 24;

/// Where a filter is one of all members unless a guard holds: the guard.
fn guard(queries: &mut Queries, slot: u16, set: &Expr, filter: &Expr, done: Done<'_>) -> Option<Expr> {
    let mut written = filter.clone();
    let mut guards = Guards { slot, of_set: asked_with(set), done, found: Vec::new() };
    guards.leave(&mut written);
    fold(queries, &mut written);
    let guard = guards.found.into_iter().reduce(|one, other| {
        let (span, ty) = (one.span, one.ty);
        Expr { span, ty, kind: Box::new(ExprKind::Or(one, other)) }
    })?;
    (constant(&written) == Some(1) && size(&guard) <= MOST_GUARD_PARTS).then_some(guard)
}

/// A set whose members are looked at one by one only where a guard of the filter holds.
pub(crate) fn unswitch_set(
    queries: &mut Queries,
    slot: u16,
    set: &mut Expr,
    filter: &mut Option<Expr>,
    done: Done<'_>,
) {
    let Some(condition) = filter.as_ref().and_then(|filter| guard(queries, slot, set, filter, done)) else {
        return;
    };
    let there = |kind: ExprKind| Expr { kind: Box::new(kind), ..set.clone() };
    let mut filter = filter.take();
    if let Some(filter) = &mut filter {
        assume(filter, &condition);
        fold(queries, filter);
    }
    let mut members = set.clone();
    push_down(queries, slot, &mut members, &mut filter, &[]);
    let chosen = match filter {
        Some(_) => there(ExprKind::Fold { fold: Fold::Set, slot, set: members, filter, body: None }),
        None => members,
    };
    *set.kind = ExprKind::If { condition, then: chosen, otherwise: set.clone() };
}

/// A fold that goes through the members only where a guard of the filter holds.
pub(crate) fn unswitch_fold(queries: &mut Queries, expr: &mut Expr, done: Done<'_>) {
    let ExprKind::Fold {
        fold: kind @ (Fold::Any | Fold::Count),
        slot,
        set,
        filter: Some(filter),
        body: None,
    } = &*expr.kind
    else {
        return;
    };
    let Some(condition) = guard(queries, *slot, set, filter, done) else { return };
    let mut then = expr.clone();
    if let ExprKind::Fold { filter: Some(filter), .. } = &mut *then.kind {
        assume(filter, &condition);
        fold(queries, filter);
    }
    fold_node(queries, &mut then);
    let all = ExprKind::Fold { fold: *kind, slot: *slot, set: set.clone(), filter: None, body: None };
    let mut otherwise = Expr { kind: Box::new(all), ..expr.clone() };
    fold_node(queries, &mut otherwise);
    *expr.kind = ExprKind::If { condition, then, otherwise };
}

/// Writes down in a filter that a condition holds.
fn assume(filter: &mut Expr, holds: &Expr) {
    walk_expr_mut(filter, &mut |expr| {
        if expr.same_as(holds) {
            *expr.kind = ExprKind::Const(1);
        }
    });
}

/// What is the same for all members is taken out of a condition, as if it did not hold.
struct Guards<'a> {
    slot: u16,
    /// What the set is asked with.
    of_set: Vec<Expr>,
    done: Done<'a>,
    found: Vec<Expr>,
}

impl Guards<'_> {
    fn leave(&mut self, expr: &mut Expr) {
        if let Some(value) = self.called(expr) {
            *expr = value;
        }
        if let ExprKind::If { condition, then, otherwise } = &mut *expr.kind {
            if !self.take(condition) {
                self.leave(then);
            }
            self.leave(otherwise);
        } else if let ExprKind::And(left, right) | ExprKind::Or(left, right) = &mut *expr.kind {
            self.leave(left);
            self.leave(right);
        } else if let ExprKind::Not(inner) = &mut *expr.kind
            && !self.take(inner)
        {
            self.leave(inner);
        }
    }

    fn take(&mut self, condition: &mut Expr) -> bool {
        if !is_invariant(condition, self.slot, &self.of_set) {
            return false;
        }
        if !self.found.iter().any(|known| known.same_as(condition)) {
            self.found.push(condition.clone());
        }
        *condition.kind = ExprKind::Const(0);
        true
    }

    /// What a value that is called comes to where none of the guards holds under which it is changed.
    fn called(&mut self, call: &Expr) -> Option<Expr> {
        let ExprKind::Call { args, .. } = &*call.kind else { return None };
        let function = self.done.callee(call).filter(|_| args.iter().all(is_pure))?;
        let here =
            |expr: &Expr| (size(expr) <= MOST_PARTS).then(|| with_arguments(expr, args, function.params));
        let (last, stages) = function.body.split_last()?;
        let StatementKind::Return(result) = &last.kind else { return None };
        let mut stored: Option<(u16, Expr)> = None;
        for stage in stages {
            if let StatementKind::Store { slot, value } = &stage.kind {
                let is_first = stored.is_none() && value.reads(*slot) == 0;
                stored = Some((*slot, here(value).filter(|_| is_first)?));
            } else {
                let StatementKind::If { condition, otherwise, .. } = &stage.kind else { return None };
                let mut condition = here(condition)?;
                (otherwise.is_empty() && self.take(&mut condition)).then_some(())?;
            }
        }
        match stored {
            None => here(result),
            Some((slot, value)) => {
                matches!(*result.kind, ExprKind::Load(read) if read == slot).then_some(value)
            }
        }
    }
}

/// Whether a condition is the same for all members, leaves no trace, and cannot fault where the set can that is asked for with these.
fn is_invariant(condition: &Expr, slot: u16, of_set: &[Expr]) -> bool {
    condition.reads(slot) == 0 && constant(condition).is_none() && is_safe(condition, of_set)
}

/// What a set is asked with whichever way it is worked out: all parts of a union are, and one of two branches.
fn asked_with(set: &Expr) -> Vec<Expr> {
    if let ExprKind::Ask { args, .. } = &*set.kind {
        args.clone()
    } else if let ExprKind::Set(parts) = &*set.kind {
        parts.iter().flat_map(asked_with).collect()
    } else if let ExprKind::If { then, otherwise, .. } = &*set.kind {
        let other = asked_with(otherwise);
        asked_with(then).into_iter().filter(|arg| other.iter().any(|one| one.same_as(arg))).collect()
    } else {
        Vec::new()
    }
}

/// Whether an expression can be asked anywhere.
pub(crate) fn cannot_fault(expr: &Expr) -> bool {
    is_safe(expr, &[])
}

/// Whether an expression can be asked wherever the set can that was asked for with these.
fn is_safe(expr: &Expr, of_set: &[Expr]) -> bool {
    let both = |left: &Expr, right: &Expr| is_safe(left, of_set) && is_safe(right, of_set);
    if let ExprKind::Ask { builtin, args } = &*expr.kind {
        let known = |arg: &Expr| of_set.iter().any(|one| one.same_as(arg));
        return *builtin == Builtin::Active || args.iter().all(|arg| constant(arg).is_some() || known(arg));
    }
    if let ExprKind::Binary { op, left, right } = &*expr.kind {
        let compares =
            matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual);
        return compares && both(left, right);
    }
    if let ExprKind::And(left, right) | ExprKind::Or(left, right) = &*expr.kind {
        return both(left, right);
    }
    if let ExprKind::Contains { member, set } = &*expr.kind {
        return set.ty.is_mask() && both(member, set);
    }
    if let ExprKind::Not(inner) = &*expr.kind {
        return is_safe(inner, of_set);
    }
    matches!(*expr.kind, ExprKind::Const(_) | ExprKind::Load(_) | ExprKind::Get { key: None, .. })
}

//! Constant folding: what options settle is settled, and what the game answers in one question is asked in one.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold, constant, walk_expr_mut};

use crate::purity::{is_pure, is_truth};
use crate::pushdown::{Queries, as_mask, between, folded, push_down};
use crate::set_sources::{any_of_parts, filter_branches, guard_fold};

/// Folds an expression and all that is in it.
pub(crate) fn fold(queries: &mut Queries, expr: &mut Expr) {
    walk_expr_mut(expr, &mut |expr| fold_node(queries, expr));
}

/// Folds an expression whose operands are folded already.
pub(crate) fn fold_node(queries: &mut Queries, expr: &mut Expr) {
    fold_query(queries, expr);
    if let Some(known) = known_branch(expr) {
        *expr = Expr { ty: expr.ty, ..known };
    }
    if let Some(connected) = connected(expr) {
        *expr.kind = connected;
    }
    let is_number = expr.ty.form != Form::Many || expr.ty.is_mask();
    if is_number && let Some(value) = constant(expr) {
        *expr.kind = ExprKind::Const(value);
    }
}

/// What is left of a condition of which one half is known.
fn known_branch(expr: &Expr) -> Option<Expr> {
    let holds = |condition: &Expr| constant(condition).map(|value| value != 0);
    if let ExprKind::If { condition, then, otherwise } = &*expr.kind {
        let taken = if holds(condition)? { then } else { otherwise };
        return Some(taken.clone());
    }
    if let ExprKind::And(left, right) = &*expr.kind {
        if holds(left) == Some(true) || (constant(right) == Some(0) && is_pure(left)) {
            return Some(right.clone());
        }
        let is_left = constant(right) == Some(1) && is_truth(left);
        return is_left.then(|| left.clone());
    }
    let ExprKind::Or(left, right) = &*expr.kind else { return None };
    let is_left = constant(right) == Some(0);
    if holds(left) == Some(false) { Some(right.clone()) } else { is_left.then(|| left.clone()) }
}

/// A branch that settles a truth, as a conjunction or disjunction: each half of it can be asked for by itself.
fn connected(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::If { condition, then, otherwise } = &*expr.kind else { return None };
    let not = || Expr { kind: Box::new(ExprKind::Not(condition.clone())), ..expr.clone() };
    (expr.ty == Type::one(Sort::Bool)).then_some(())?;
    match (constant(then), constant(otherwise)) {
        (Some(0), None) if is_truth(otherwise) => Some(ExprKind::And(not(), otherwise.clone())),
        (None, Some(0)) if is_truth(then) => Some(ExprKind::And(condition.clone(), then.clone())),
        (Some(1), None) if is_truth(otherwise) && is_truth(condition) => {
            Some(ExprKind::Or(condition.clone(), otherwise.clone()))
        }
        (None, Some(1)) if is_truth(then) => Some(ExprKind::Or(not(), then.clone())),
        _ => None,
    }
}

/// A filter that lets everything pass is none, and a set of which nothing but its being empty matters may
/// not have to be written down.
fn fold_query(queries: &mut Queries, expr: &mut Expr) {
    if let Some(guarded) = guard_fold(expr) {
        *expr.kind = guarded;
        if let ExprKind::If { then, .. } = &mut *expr.kind {
            fold_query(queries, then);
        }
        return;
    }
    if let Some(segments) = laid_segments(expr) {
        *expr.kind = segments;
        return;
    }
    if let Some(either) = any_of_parts(expr) {
        *expr.kind = either;
        fold_parts(queries, expr);
        return;
    }
    if let Some(branches) = filter_branches(expr) {
        *expr.kind = branches;
        if let ExprKind::If { then, otherwise, .. } = &mut *expr.kind {
            fold_query(queries, then);
            fold_query(queries, otherwise);
        }
        return;
    }
    if let ExprKind::Fold { slot, set, filter, .. } = &mut *expr.kind {
        *filter = filter.take().filter(selects);
        push_down(queries, *slot, set, filter, &[]);
    }
    if let ExprKind::Contains { set, .. } = &mut *expr.kind
        && !set.ty.is_mask()
    {
        as_mask(set);
    }
    if let Some(is_among) = is_among(expr) {
        *expr.kind = ExprKind::Const(is_among);
    }
    if let Some(inside) = inside(expr) {
        *expr.kind = inside;
    }
    if let Some(holds) = holds(expr) {
        *expr.kind = holds;
    }
    if let Some(bounds) = between(expr) {
        *expr.kind = bounds;
    }
    if let Some(question) = folded(queries, expr) {
        *expr.kind = question;
    } else if let ExprKind::Binary { op: BinaryOp::Less, left, right } = &*expr.kind
        && constant(left) == Some(0)
        && let ExprKind::Length(set) = &*right.kind
        && let ExprKind::Ask { builtin, args } = &*set.kind
        && let Some(builtin) = builtin.info().any
    {
        *expr.kind = ExprKind::Ask { builtin, args: args.clone() };
    }
}

/// Folds what a question about several sets came to.
fn fold_parts(queries: &mut Queries, expr: &mut Expr) {
    if let ExprKind::Or(one, other) = &mut *expr.kind {
        fold_parts(queries, one);
        fold_parts(queries, other);
    } else {
        fold_query(queries, expr);
    }
}

/// All segments of all tiles on the table, asked for at once.
fn laid_segments(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Fold { fold: Fold::Set, slot, set, filter: None, body: Some(body) } = &*expr.kind else {
        return None;
    };
    let ExprKind::Ask { builtin: Builtin::Laid, .. } = *set.kind else { return None };
    let ExprKind::Ask { builtin: Builtin::TileSegments, args } = &*body.kind else { return None };
    let is_of_each =
        matches!(args.as_slice(), [tile] if matches!(*tile.kind, ExprKind::Load(read) if read == *slot));
    is_of_each.then(|| ExprKind::Ask { builtin: Builtin::LaidSegments, args: Vec::new() })
}

/// Whether a cell is one of the board, asked of the cell alone.
fn inside(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Contains { member, set } = &*expr.kind else { return None };
    let is_board = matches!(*set.kind, ExprKind::Ask { builtin: Builtin::Cells, .. });
    is_board.then(|| ExprKind::Ask { builtin: Builtin::CellInside, args: vec![member.clone()] })
}

/// Whether something that is known is one of those that are known.
fn is_among(expr: &Expr) -> Option<i64> {
    let ExprKind::Contains { member, set } = &*expr.kind else { return None };
    let (member, mask) = (constant(member)?, constant(set).filter(|_| set.ty.is_mask())?);
    Some(if (0..64).contains(&member) { mask >> member & 1 } else { 0 })
}

/// Whether a variable holds something, asked of its set where it is kept.
fn holds(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Contains { member, set } = &*expr.kind else { return None };
    let ExprKind::Ask { builtin: Builtin::VarMembers, args } = &*set.kind else { return None };
    let args = [member].into_iter().chain(args).cloned().collect();
    Some(ExprKind::Ask { builtin: Builtin::VarHolds, args })
}

/// Whether a filter may leave anything out.
pub(crate) fn selects(filter: &Expr) -> bool {
    constant(filter).is_none_or(|value| value == 0)
}

//! What sets come from: a set that is there under a condition, `if C then S else {}`, or filtered, `{ x in S where P }`.
//! Who goes through one asks the condition first and the filter on the way, so that `S` itself can be asked for what is
//! wanted of it.

use rota_bytecode::{Form, Source};
use rota_check::tree::{Expr, ExprKind, Fold, constant, walk_expr_mut};

use crate::inline_values::MOST_PARTS;
use crate::purity::size;

/// The condition and the set, where a set is empty unless the condition holds.
pub(crate) fn guarded(set: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::If { condition, then, otherwise } = &*set.kind else { return None };
    is_empty(otherwise).then_some((condition, then))
}

/// Takes the condition of a fold's set before the fold: `{ x in if C then S else {} where P }` is
/// `if C then { x in S where P } else {}`.
pub(crate) fn guard_fold(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Fold { fold, slot, set, filter, body } = &*expr.kind else { return None };
    let (condition, members) = guarded(set)?;
    let of_none = match fold {
        Fold::Count | Fold::Sum | Fold::Any | Fold::Max | Fold::Min => ExprKind::Const(0),
        Fold::All => ExprKind::Const(1),
        Fold::First => ExprKind::Const(-1),
        Fold::Set | Fold::Most | Fold::Least => ExprKind::Set(Vec::new()),
    };
    let of_some = ExprKind::Fold {
        fold: *fold,
        slot: *slot,
        set: members.clone(),
        filter: filter.clone(),
        body: body.clone(),
    };
    let branch = |kind| Expr { kind: Box::new(kind), ..expr.clone() };
    Some(ExprKind::If { condition: condition.clone(), then: branch(of_some), otherwise: branch(of_none) })
}

/// Filters each of two sets by itself where one of them is taken: `{ x in if C then S else T where P }` is
/// `if C then { x in S where P } else { x in T where P }`. Short filters only, for they are written twice, and only where
/// the game can be asked for one of the two.
pub(crate) fn filter_branches(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Fold { fold, slot, set, filter: Some(filter), body } = &*expr.kind else { return None };
    let ExprKind::If { condition, then, otherwise } = &*set.kind else { return None };
    let parts = size(filter) + body.as_ref().map_or(0, size);
    let is_asked =
        |set: &Expr| matches!(&*set.kind, ExprKind::Ask { builtin, .. } if Source::of(*builtin).is_some());
    (parts <= MOST_PARTS && [then, otherwise].into_iter().any(is_asked)).then_some(())?;
    let of = |set: &Expr| Expr {
        kind: Box::new(ExprKind::Fold {
            fold: *fold,
            slot: *slot,
            set: set.clone(),
            filter: Some(filter.clone()),
            body: body.clone(),
        }),
        ..expr.clone()
    };
    Some(ExprKind::If { condition: condition.clone(), then: of(then), otherwise: of(otherwise) })
}

/// Asks each part of a union for a member: where one of the first part is meant, the others need not be worked out.
pub(crate) fn any_of_parts(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Fold { fold: Fold::Any, slot, set, filter, body: None } = &*expr.kind else { return None };
    let ExprKind::Set(parts) = &*set.kind else { return None };
    let is_set = |part: &Expr| part.ty.form == Form::Many && !part.ty.is_mask();
    let written = filter.as_ref().map_or(0, size) * parts.len();
    (parts.len() > 1 && parts.iter().all(is_set) && written <= MOST_PARTS).then_some(())?;
    let of = |part: &Expr| Expr {
        kind: Box::new(ExprKind::Fold {
            fold: Fold::Any,
            slot: *slot,
            set: part.clone(),
            filter: filter.clone(),
            body: None,
        }),
        ..expr.clone()
    };
    let asked = parts.iter().map(of);
    let either = asked.reduce(|one, other| Expr { kind: Box::new(ExprKind::Or(one, other)), ..expr.clone() });
    either.map(|either| *either.kind)
}

/// The set that a filtered one comes from, and the filter with the member in `slot`.
pub(crate) fn filtered_set(set: &Expr, slot: u16) -> Option<(Expr, Expr)> {
    let ExprKind::Fold { fold: Fold::Set, slot: member, set, filter, body: None } = &*set.kind else {
        return None;
    };
    let mut filter = filter.clone()?;
    walk_expr_mut(&mut filter, &mut |expr| {
        if let ExprKind::Load(read) = &mut *expr.kind
            && read == member
        {
            *read = slot;
        }
    });
    Some((set.clone(), filter))
}

/// Whether nothing is in a set that is written out.
fn is_empty(set: &Expr) -> bool {
    matches!(&*set.kind, ExprKind::Set(members) if members.is_empty())
        || (set.ty.is_mask() && constant(set) == Some(0))
}

//! Properties of an expression by itself: whether it leaves a trace, what it costs, what it is the same as.

use rota_bytecode::{Builtin, Sort, Type};
use rota_check::tree::{BinaryOp, Expr, ExprKind, Function, Node, walk};

use crate::call_order::callees_first;

/// Whether evaluating an expression leaves no trace: terms are kept for the award that is being counted, and
/// a value that is called may keep some.
pub(crate) fn is_pure(expr: &Expr) -> bool {
    !matches!(&*expr.kind, ExprKind::Term { .. } | ExprKind::Call { .. }) && expr.operands().all(is_pure)
}

/// Whether evaluating an expression may keep terms, by which functions may.
pub(crate) fn keeps_terms(expr: &Expr, keepers: &[bool]) -> bool {
    is_keeper(expr, keepers) || expr.operands().any(|operand| keeps_terms(operand, keepers))
}

/// The same for an expression without its operands.
fn is_keeper(expr: &Expr, keepers: &[bool]) -> bool {
    if let ExprKind::Call { function, .. } = *expr.kind {
        return keepers.get(function as usize).is_none_or(|keeps| *keeps);
    }
    matches!(*expr.kind, ExprKind::Term { .. })
}

/// For each function whether it may keep terms, itself or by one that it calls. In a circle of calls all may.
pub(crate) fn term_keepers(functions: &[Function]) -> Vec<bool> {
    let mut keepers = vec![true; functions.len()];
    for at in callees_first(functions) {
        let Some(function) = functions.get(at) else { continue };
        let mut keeps = false;
        walk(&function.body, &mut |node| {
            keeps |= matches!(node, Node::Expr(expr) if is_keeper(expr, &keepers));
        });
        keepers[at] = keeps;
    }
    keepers
}

/// Whether an expression is as cheap as reading a slot and never faults, so that it may be asked again.
pub(crate) fn is_trivial(expr: &Expr) -> bool {
    let is_active = matches!(*expr.kind, ExprKind::Ask { builtin: Builtin::Active, .. });
    let is_read = matches!(*expr.kind, ExprKind::Get { key: None, .. }) && !expr.ty.is_list();
    is_active || is_read || matches!(*expr.kind, ExprKind::Load(_) | ExprKind::Const(_))
}

/// Whether an expression comes to 0 or 1: what the game answers to a question for a truth is one.
pub(crate) fn is_truth(expr: &Expr) -> bool {
    if let ExprKind::If { then, otherwise, .. } = &*expr.kind {
        return is_truth(then) && is_truth(otherwise);
    }
    if let ExprKind::Ask { .. } = &*expr.kind {
        return expr.ty == Type::one(Sort::Bool);
    }
    if let ExprKind::And(left, right) | ExprKind::Or(left, right) = &*expr.kind {
        return is_truth(left) && is_truth(right);
    }
    if let ExprKind::Binary { op, .. } = &*expr.kind {
        return matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual);
    }
    matches!(*expr.kind, ExprKind::Not(_) | ExprKind::Contains { .. })
}

/// How many parts an expression has, itself included.
pub(crate) fn size(expr: &Expr) -> usize {
    1 + expr.operands().map(size).sum::<usize>()
}

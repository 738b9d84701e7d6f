//! Inlining of values: the expression of a short value stands in place of its call.

use rota_check::tree::{Expr, ExprKind, Function, StatementKind};

use crate::fold_constants::fold;
use crate::purity::{is_pure, is_trivial, size};
use crate::pushdown::Queries;
use crate::slots::{has_room, shift_expr};

/// Expressions of more parts than this stay functions.
pub(crate) const MOST_PARTS: usize = 48;

/// Those of more parts than this are not tried with their arguments.
const MOST_PARTS_BEFORE: usize = 2 * MOST_PARTS;

/// Puts the expression of a value in place of a call of it, where the callee is short and takes what the call gives
/// it; `slots` grows by those that the expression needs. Returns whether it did.
///
/// What is short is so with its arguments in place: a value that tells kinds of pieces apart is left with what it
/// says of the one that is asked about.
pub(crate) fn inline_value(
    queries: &mut Queries,
    call: &mut Expr,
    callee: &Function,
    slots: &mut u16,
) -> bool {
    let ExprKind::Call { args, .. } = &*call.kind else { return false };
    let [statement] = callee.body.as_slice() else { return false };
    let StatementKind::Return(value) = &statement.kind else { return false };
    // What the value does not ask for is left out, and what its one question is about is asked for once: neither need
    // be trivial.
    let is_about = |slot: u16| matches!(&*value.kind, ExprKind::Ask { args, .. } if args.iter().any(|arg| is_load(arg, slot)));
    let fits = |(slot, arg): (u16, &Expr)| {
        let reads = value.reads(slot);
        is_trivial(arg) || (is_pure(arg) && (reads == 0 || reads == 1 && is_about(slot)))
    };
    let more = callee.slots.saturating_sub(callee.params);
    if !(0..).zip(args).all(fits) || size(value) > MOST_PARTS_BEFORE || !has_room(*slots, more) {
        return false;
    }
    let mut value = Expr { ty: call.ty, ..value.clone() };
    substitute(&mut value, args, callee.params, *slots);
    fold(queries, &mut value);
    if size(&value) > MOST_PARTS {
        return false;
    }
    *slots = slots.saturating_add(more);
    *call = value;
    true
}

/// The expression of a value that is given these arguments; its other slots stay as they are.
pub(crate) fn with_arguments(value: &Expr, args: &[Expr], params: u16) -> Expr {
    let mut value = value.clone();
    substitute(&mut value, args, params, params);
    value
}

fn is_load(expr: &Expr, slot: u16) -> bool {
    matches!(*expr.kind, ExprKind::Load(read) if read == slot)
}

/// Writes arguments in place of parameters and moves the other slots up to `base`.
fn substitute(expr: &mut Expr, args: &[Expr], params: u16, base: u16) {
    if let ExprKind::Load(slot) = *expr.kind
        && slot < params
    {
        if let Some(arg) = args.get(usize::from(slot)) {
            expr.kind = arg.kind.clone();
        }
        return;
    }
    shift_expr(expr, &|slot| slot.saturating_sub(params).saturating_add(base));
    expr.operands_mut().for_each(|operand| substitute(operand, args, params, base));
}

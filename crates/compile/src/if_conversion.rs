//! If-conversion: a value that is stored and then changed under conditions, as modifiers do, becomes one expression,
//! which can be inlined where it is asked.

use crate::inline_values::MOST_PARTS;
use crate::purity::{is_pure, is_truth, size};
use rota_check::tree::{Expr, ExprKind, Statement, StatementKind};

/// Converts a body that stores a value, changes it under conditions and returns it; leaves any other as it is.
pub(crate) fn convert_ifs(body: Vec<Statement>) -> Vec<Statement> {
    match converted(&body) {
        Some(result) => vec![result],
        None => body,
    }
}

fn converted(body: &[Statement]) -> Option<Statement> {
    let (last, stages) = body.split_last()?;
    let StatementKind::Return(result) = &last.kind else { return None };
    let stored = if let ExprKind::Within { value, .. } = &*result.kind { value } else { result };
    let ExprKind::Load(it) = *stored.kind else { return None };
    let value = value_after(it, stages, None)?;
    let result = with_value(it, result, Some(&value))?;
    Some(Statement { span: last.span, kind: StatementKind::Return(result) })
}

/// What a slot holds after some statements that do nothing but store into it, if it held this before.
fn value_after(it: u16, statements: &[Statement], before: Option<Expr>) -> Option<Expr> {
    let mut value = before;
    for statement in statements {
        let next = if let StatementKind::Store { slot, value: new } = &statement.kind {
            (*slot == it).then_some(())?;
            with_value(it, new, value.as_ref())?
        } else {
            let StatementKind::If { condition, then, otherwise } = &statement.kind else { return None };
            // The condition comes first now, and one branch may not ask for what was stored.
            if !is_pure(condition) || condition.reads(it) > 0 || !value.as_ref().is_none_or(is_pure) {
                return None;
            }
            let (then, otherwise) =
                (value_after(it, then, value.clone())?, value_after(it, otherwise, value)?);
            let (span, ty, kind) = (then.span, then.ty, select(condition.clone(), then, otherwise));
            Expr { span, ty, kind: Box::new(kind) }
        };
        value = Some(next).filter(|next| size(next) <= MOST_PARTS);
        value.as_ref()?;
    }
    value
}

/// One of two values. Where the first is the second and one condition more, what they share comes first: it is written
/// once, and a set can be asked for it.
fn select(condition: Expr, then: Expr, otherwise: Expr) -> ExprKind {
    if let ExprKind::And(shared, more) = &*then.kind
        && is_truth(shared)
        && is_pure(shared)
        && shared.same_as(&otherwise)
    {
        let (span, ty) = (condition.span, condition.ty);
        let not = Expr { span, ty, kind: Box::new(ExprKind::Not(condition)) };
        let more = Expr { span, ty, kind: Box::new(ExprKind::Or(not, more.clone())) };
        return ExprKind::And(shared.clone(), more);
    }
    ExprKind::If { condition, then, otherwise }
}

/// An expression with a value in place of the slot that holds it.
fn with_value(it: u16, expr: &Expr, value: Option<&Expr>) -> Option<Expr> {
    let mut expr = expr.clone();
    let times = expr.reads(it);
    let Some(value) = value else { return (times == 0).then_some(expr) };
    let inner = if let ExprKind::Within { value, .. } = &*expr.kind { value } else { &expr };
    let directly = size(inner) == 1 && inner.reads(it) == 1;
    // What leaves a trace has to be asked once.
    if !directly && (times > 1 || !is_pure(value)) {
        return None;
    }
    replace(&mut expr, it, value);
    Some(expr)
}

fn replace(expr: &mut Expr, slot: u16, value: &Expr) {
    if matches!(*expr.kind, ExprKind::Load(read) if read == slot) {
        *expr = value.clone();
        return;
    }
    expr.operands_mut().for_each(|operand| replace(operand, slot, value));
}

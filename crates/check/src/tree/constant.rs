//! What is known before the game: options are constants, and what they switch off must vanish.

use super::{BinaryOp, Expr, ExprKind};

/// Returns the value of an expression that can neither change nor fault.
#[must_use]
pub fn constant(expr: &Expr) -> Option<i64> {
    match &*expr.kind {
        ExprKind::Const(value) => Some(*value),
        ExprKind::Not(inner) => Some(i64::from(constant(inner)? == 0)),
        ExprKind::Negate(inner) => constant(inner)?.checked_neg(),
        ExprKind::And(left, right) => match constant(left)? {
            0 => Some(0),
            _ => constant(right),
        },
        ExprKind::Or(left, right) => match constant(left)? {
            0 => constant(right),
            _ => Some(1),
        },
        ExprKind::If { condition, then, otherwise } => match constant(condition)? {
            0 => constant(otherwise),
            _ => constant(then),
        },
        ExprKind::Binary { op, left, right } => binary(*op, constant(left)?, constant(right)?),
        ExprKind::Within { value, least, most } => {
            constant(value).filter(|value| (*least..=*most).contains(value))
        }
        ExprKind::Some(inner) => constant(inner).filter(|value| *value != -1),
        ExprKind::Set(members) if members.is_empty() => Some(0),
        ExprKind::Set(members) if expr.ty.is_mask() => members.iter().try_fold(0, |mask, member| {
            let known = constant(member)?;
            if member.ty.is_mask() {
                return Some(mask | known);
            }
            let seat = Some(known).filter(|seat| (0..64).contains(seat))?;
            Some(mask | 1 << seat)
        }),
        ExprKind::Load(_)
        | ExprKind::Get { .. }
        | ExprKind::Ask { .. }
        | ExprKind::Call { .. }
        | ExprKind::Term { .. }
        | ExprKind::Set(_)
        | ExprKind::Length(_)
        | ExprKind::With { .. }
        | ExprKind::Nth { .. }
        | ExprKind::NthOrNone { .. }
        | ExprKind::Contains { .. }
        | ExprKind::Fold { .. } => None,
    }
}

fn binary(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Subtract => left.checked_sub(right),
        BinaryOp::Multiply => left.checked_mul(right),
        // Not worth a third place that knows how to round.
        BinaryOp::DivideDown | BinaryOp::DivideUp => None,
        // The remainder of a whole division has the sign of its left side.
        BinaryOp::Modulo => {
            let rest = left.checked_rem(right)?;
            Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        BinaryOp::Equal => Some(i64::from(left == right)),
        BinaryOp::NotEqual => Some(i64::from(left != right)),
        BinaryOp::Less => Some(i64::from(left < right)),
        BinaryOp::LessEqual => Some(i64::from(left <= right)),
    }
}

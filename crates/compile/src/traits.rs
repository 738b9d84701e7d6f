//! What the simplifier asks of an expression.

use rota_bytecode::Builtin;

use crate::lower::parts;
use crate::tree::{Expr, ExprKind};

/// Whether an expression reads a slot.
pub(crate) fn mentions(expr: &Expr, slot: u16) -> bool {
    matches!(*expr.kind, ExprKind::Load(read) if read == slot)
        || parts(expr).into_iter().any(|part| mentions(part, slot))
}

/// Whether evaluating an expression leaves no trace: terms are kept for the award that is being counted, and
/// a value that is called may keep some.
pub(crate) fn silent(expr: &Expr) -> bool {
    !matches!(&*expr.kind, ExprKind::Term { .. } | ExprKind::Call { .. })
        && parts(expr).into_iter().all(silent)
}

/// Whether an expression is as cheap as reading a slot and never faults, so that it may be asked again.
pub(crate) fn plain(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Load(_) | ExprKind::Const(_) => true,
        ExprKind::Ask { builtin, .. } => *builtin == Builtin::Active,
        _ => false,
    }
}

/// How many parts an expression has, itself included.
pub(crate) fn size(expr: &Expr) -> usize {
    1 + parts(expr).into_iter().map(size).sum::<usize>()
}

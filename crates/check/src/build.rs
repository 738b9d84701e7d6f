//! Expressions of the checked tree in one call each.

use rota_bytecode::{Builtin, Sort, Type};
use rota_source::Span;

use crate::tree::{BinaryOp, Expr, ExprKind, StatementKind};

impl Expr {
    pub(crate) fn new(span: Span, ty: Type, kind: ExprKind) -> Expr {
        Expr { span, ty, kind: Box::new(kind) }
    }

    /// What a built-in answers.
    pub(crate) fn ask(span: Span, ty: Type, builtin: Builtin, args: Vec<Expr>) -> Expr {
        Expr::new(span, ty, ExprKind::Ask { builtin, args })
    }

    /// What a function returns.
    pub(crate) fn call(span: Span, ty: Type, function: u32, args: Vec<Expr>) -> Expr {
        Expr::new(span, ty, ExprKind::Call { function, args })
    }

    /// Whether both hold.
    pub(crate) fn and(self, other: Expr) -> Expr {
        let span = other.span;
        Expr::new(span, Type::one(Sort::Bool), ExprKind::And(self, other))
    }
}

/// Whether a mask of players has nobody in it.
pub(crate) fn nobody(mask: Expr) -> Expr {
    let zero = constant(0, Type::one(Sort::Int), mask.span);
    equal(mask, zero)
}

/// Whether two values are the same.
pub(crate) fn equal(left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr::new(span, Type::one(Sort::Bool), ExprKind::Binary { op: BinaryOp::Equal, left, right })
}

/// Runs a function for what it does.
pub(crate) fn run(span: Span, function: u32, args: Vec<Expr>) -> StatementKind {
    StatementKind::Run(Expr::call(span, Type::one(Sort::Int), function, args))
}

/// Reads a slot.
pub(crate) fn load(slot: u16, ty: Type, span: Span) -> Expr {
    Expr::new(span, ty, ExprKind::Load(slot))
}

/// A known value.
pub(crate) fn constant(value: i64, ty: Type, span: Span) -> Expr {
    Expr::new(span, ty, ExprKind::Const(value))
}

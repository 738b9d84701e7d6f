//! Whether two changes to a value come to the same in either order, by what they do with the answer so far.

use rota_syntax::ast::{BinaryOp, Body, Expr, ExprKind, Item, ItemKind, Param, TypeKind};
use rota_syntax::visit::Visit;

use crate::checker::Checker;

/// What a modifier does with the answer so far. Two that do the same come to the same in either order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Leaves it.
    Leaves,
    /// Adds or takes away.
    Adds,
    Multiplies,
    /// Keeps it where a condition holds as well.
    AllOf,
    /// Keeps it or lets a condition do.
    AnyOf,
    /// Something else; only the very same comes to the same.
    Else,
}

impl Checker<'_> {
    /// Returns whether two changes to one value come to the same in either order.
    pub(crate) fn changes_commute(&self, one: &Item, other: &Item) -> bool {
        let (ItemKind::Modify { params, body, .. }, ItemKind::Modify { params: others, body: change, .. }) =
            (&one.kind, &other.kind)
        else {
            return true;
        };
        let (Body::Expr(one), Body::Expr(other)) = (body, change) else { return true };
        let same = || self.sources.text(one.span) == self.sources.text(other.span);
        let (first, second) = (way(one), way(other));
        self.are_apart(params, others)
            || [first, second].contains(&Way::Leaves)
            || if first == Way::Else { second == Way::Else && same() } else { first == second }
    }

    /// Whether the parameters narrow something to two kinds of features: nothing is of both.
    fn are_apart(&self, params: &[Param], others: &[Param]) -> bool {
        let kind = |param: &Param| {
            let TypeKind::Named(name) = &param.ty.kind else { return None };
            self.vocabulary.feature(&name.node)
        };
        let pairs = params.iter().zip(others).filter_map(|(one, other)| kind(one).zip(kind(other)));
        pairs.into_iter().any(|(one, other)| one != other)
    }
}

fn way(change: &Expr) -> Way {
    let is_it = |expr: &Expr| matches!(&*expr.kind, ExprKind::Name(name) if name == "it");
    if is_it(change) {
        return Way::Leaves;
    }
    if let ExprKind::Bool(all) = &*change.kind {
        return if *all { Way::AnyOf } else { Way::AllOf };
    }
    if let ExprKind::If { condition, then, otherwise } = &*change.kind {
        return match (way(then), way(otherwise)) {
            _ if asks_it(condition) => Way::Else,
            (Way::Leaves, one) | (one, Way::Leaves) => one,
            (one, other) if one == other => one,
            _ => Way::Else,
        };
    }
    let ExprKind::Binary { op, left, right } = &*change.kind else { return Way::Else };
    let is_left = (is_it(left) || way_of_inner(left, *op)) && !asks_it(right);
    let is_right = is_it(right) && !asks_it(left) && *op != BinaryOp::Subtract;
    let ways = [
        (BinaryOp::Add, Way::Adds),
        (BinaryOp::Subtract, Way::Adds),
        (BinaryOp::Multiply, Way::Multiplies),
        (BinaryOp::And, Way::AllOf),
        (BinaryOp::Or, Way::AnyOf),
    ];
    let found = ways.iter().find(|(own, _)| own == op).filter(|_| is_left || is_right);
    found.map_or(Way::Else, |(_, way)| *way)
}

/// Whether an operand does already what the operator does: `it + a` in `it + a + b`.
fn way_of_inner(left: &Expr, op: BinaryOp) -> bool {
    let ExprKind::Binary { op: inner, .. } = &*left.kind else { return false };
    let adds = |op: BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::Subtract);
    (*inner == op || (adds(*inner) && adds(op))) && way(left) != Way::Else
}

/// Whether an expression asks for the answer so far.
fn asks_it(expr: &Expr) -> bool {
    struct Asks(bool);
    impl Visit for Asks {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(&*expr.kind, ExprKind::Name(name) if name == "it");
            self.walk_expr(expr);
        }
    }
    let mut asks = Asks(false);
    asks.expr(expr);
    asks.0
}

//! Whether two steps or rules may change places.

use crate::order::footprint::Footprint;
use crate::tree::{BinaryOp, Expr, ExprKind, Node, Statement, StatementKind, Tree, constant, walk};

/// Returns whether two functions of a tree, called by their names there, come to the same in either order, because
/// neither depends on anything that the other changes, or because one of them runs only where the other does not. Where
/// that cannot be told they do not.
pub fn commute(tree: &Tree, first: &str, second: &str) -> bool {
    let footprint = |name: &str| {
        let function = tree.functions.iter().find(|function| function.name == name)?;
        Some(Footprint::of(&tree.functions, &function.body, 0))
    };
    footprint(first).zip(footprint(second)).is_some_and(|(first, second)| first.commutes_with(&second))
        || exclude_each_other(tree, first, second)
}

/// Whether two functions that steps run under conditions never run both: each answers a case of its own, or what one
/// asks contradicts what the other asks, and neither changes the answer.
fn exclude_each_other(tree: &Tree, first: &str, second: &str) -> bool {
    let found = |name: &str| {
        let index = tree.functions.iter().position(|function| function.name == name)?;
        let condition = condition_of(tree, u32::try_from(index).ok()?)?;
        let asked = Statement { span: condition.span, kind: StatementKind::Run(condition.clone()) };
        let body = &tree.functions.get(index)?.body;
        let [asked, done] =
            [&[asked][..], body.as_slice()].map(|statements| Footprint::of(&tree.functions, statements, 0));
        Some((condition, asked, done))
    };
    found(first).zip(found(second)).is_some_and(|(first, second)| {
        let keep = || first.2.leaves(&second.1) && second.2.leaves(&first.1);
        some_parts(first.0, second.0, &answers_differ)
            || (some_parts(first.0, second.0, &contradict) && keep())
    })
}

/// The condition under which a step runs a function.
fn condition_of(tree: &Tree, function: u32) -> Option<&Expr> {
    let mut found = None;
    for own in &tree.functions {
        walk(&own.body, &mut |node| {
            if let Node::Statement(Statement { kind: StatementKind::If { condition, then, .. }, .. }) = node
                && let [Statement { kind: StatementKind::Run(run), .. }] = then.as_slice()
                && matches!(*run.kind, ExprKind::Call { function: called, .. } if called == function)
            {
                found = Some(condition);
            }
        });
    }
    found
}

/// Whether something holds of a part of one condition and a part of another: of what must hold in each.
fn some_parts(one: &Expr, other: &Expr, holds: &dyn Fn(&Expr, &Expr) -> bool) -> bool {
    match (&*one.kind, &*other.kind) {
        (ExprKind::And(left, right), _) => some_parts(left, other, holds) || some_parts(right, other, holds),
        (_, ExprKind::And(left, right)) => some_parts(one, left, holds) || some_parts(one, right, holds),
        _ => holds(one, other),
    }
}

/// Whether two conditions ask the same for two different answers.
fn answers_differ(one: &Expr, other: &Expr) -> bool {
    let answer = |expr: &Expr| {
        let ExprKind::Binary { op: BinaryOp::Equal, left, right } = &*expr.kind else { return None };
        Some((left.clone(), constant(right)?))
    };
    answer(one)
        .zip(answer(other))
        .is_some_and(|((asked, one), (its, other))| asked.same_as(&its) && one != other)
}

/// Whether two conditions cannot hold at once; no where that cannot be told.
fn contradict(one: &Expr, other: &Expr) -> bool {
    match (&*one.kind, &*other.kind) {
        (ExprKind::Not(denied), _) if denied.same_as(other) => true,
        (_, ExprKind::Not(denied)) => denied.same_as(one),
        (ExprKind::Binary { op, left, right }, ExprKind::Binary { op: its, left: first, right: second }) => {
            let same = left.same_as(first) && right.same_as(second);
            match (op, its) {
                (BinaryOp::Equal, BinaryOp::NotEqual | BinaryOp::Less)
                | (BinaryOp::NotEqual | BinaryOp::Less, BinaryOp::Equal) => same,
                (BinaryOp::Less, BinaryOp::LessEqual) | (BinaryOp::LessEqual, BinaryOp::Less) => {
                    left.same_as(second) && right.same_as(first)
                }
                _ => false,
            }
        }
        _ => false,
    }
}

//! The parts of statements and expressions in the order they are evaluated.

use rota_check::tree::{Expr, Statement, StatementKind};

/// What a walk over statements comes by.
#[derive(Clone, Copy)]
pub(crate) enum Node<'t> {
    /// A statement, after its expressions and before the statements inside it.
    Statement(&'t Statement),
    /// An expression, after its parts.
    Expr(&'t Expr),
}

/// Walks over statements and all that is in them.
pub(crate) fn walk<'t>(statements: &'t [Statement], visit: &mut dyn FnMut(Node<'t>)) {
    for statement in statements {
        walk_statement(statement, visit);
    }
}

/// Walks over an expression and all that is in it.
pub(super) fn walk_expr<'t>(expr: &'t Expr, visit: &mut dyn FnMut(Node<'t>)) {
    for part in expr.parts() {
        walk_expr(part, visit);
    }
    visit(Node::Expr(expr));
}

fn walk_statement<'t>(statement: &'t Statement, visit: &mut dyn FnMut(Node<'t>)) {
    expressions(&statement.kind, &mut |expr| walk_expr(expr, visit));
    visit(Node::Statement(statement));
    blocks(&statement.kind, &mut |block| walk(block, visit));
}

/// Visits the expressions that stand directly in a statement.
fn expressions<'t>(kind: &'t StatementKind, visit: &mut dyn FnMut(&'t Expr)) {
    match kind {
        StatementKind::Store { value, .. } | StatementKind::Return(value) | StatementKind::Run(value) => {
            visit(value);
        }
        StatementKind::Set { key, value, .. } => key.iter().chain([value]).for_each(visit),
        StatementKind::If { condition, .. } => visit(condition),
        StatementKind::Each { set, from, filter, .. } => {
            [set].into_iter().chain(from).chain(filter).for_each(visit);
        }
        StatementKind::Repeat { times, .. } => visit(times),
        StatementKind::Do { args, .. } => args.iter().for_each(visit),
        StatementKind::Choose { who, groups, .. } => {
            visit(who);
            for group in groups {
                group.when.iter().chain([&group.set]).chain(&group.filter).for_each(&mut *visit);
            }
        }
        StatementKind::Scope(_) | StatementKind::Inlined { .. } | StatementKind::Reaction { .. } => {}
        StatementKind::Leave | StatementKind::Stop | StatementKind::Terms | StatementKind::Note { .. } => {}
    }
}

/// Visits the blocks that stand directly in a statement.
pub(super) fn blocks<'t>(kind: &'t StatementKind, visit: &mut dyn FnMut(&'t [Statement])) {
    match kind {
        StatementKind::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(|one| visit(one)),
        StatementKind::Each { body, .. }
        | StatementKind::Repeat { body, .. }
        | StatementKind::Scope(body)
        | StatementKind::Inlined { body, .. }
        | StatementKind::Reaction { body, .. } => visit(body),
        StatementKind::Choose { groups, otherwise, .. } => {
            groups.iter().for_each(|group| visit(&group.body));
            visit(otherwise);
        }
        _ => {}
    }
}

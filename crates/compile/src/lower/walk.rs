//! The parts of statements and expressions in the order they are evaluated.

use crate::tree::{Expr, Statement, StatementKind};

/// What a walk over statements comes by.
#[derive(Clone, Copy)]
pub(crate) enum Part<'t> {
    /// A statement, after its expressions and before the statements inside it.
    Statement(&'t Statement),
    /// An expression, after its parts.
    Expr(&'t Expr),
}

/// Walks over statements and all that is in them.
pub(crate) fn walk<'t>(statements: &'t [Statement], visit: &mut dyn FnMut(Part<'t>)) {
    for statement in statements {
        walk_statement(statement, visit);
    }
}

/// Walks over an expression and all that is in it.
pub(super) fn walk_expr<'t>(expr: &'t Expr, visit: &mut dyn FnMut(Part<'t>)) {
    for part in expr.parts() {
        walk_expr(part, visit);
    }
    visit(Part::Expr(expr));
}

fn walk_statement<'t>(statement: &'t Statement, visit: &mut dyn FnMut(Part<'t>)) {
    let mut exprs: Vec<&Expr> = Vec::new();
    let mut blocks: Vec<&[Statement]> = Vec::new();
    match &statement.kind {
        StatementKind::Store { value, .. } | StatementKind::Return(value) | StatementKind::Run(value) => {
            exprs.push(value);
        }
        StatementKind::Set { key, value, .. } => exprs.extend(key.iter().chain([value])),
        StatementKind::If { condition, then, otherwise } => {
            exprs.push(condition);
            blocks.extend([then.as_slice(), otherwise]);
        }
        StatementKind::Each { set, from, filter, body, .. } => {
            exprs.extend(std::iter::once(set).chain(from).chain(filter));
            blocks.push(body);
        }
        StatementKind::Repeat { times, body } => {
            exprs.push(times);
            blocks.push(body);
        }
        StatementKind::Scope(body)
        | StatementKind::Part { body, .. }
        | StatementKind::Reaction { body, .. } => {
            blocks.push(body);
        }
        StatementKind::Do { args, .. } => exprs.extend(args),
        StatementKind::Choose { who, groups, otherwise, .. } => {
            exprs.push(who);
            for group in groups {
                exprs.extend(group.when.iter().chain([&group.set]).chain(&group.filter));
                blocks.push(&group.body);
            }
            blocks.push(otherwise);
        }
        StatementKind::Leave | StatementKind::Stop | StatementKind::Terms | StatementKind::Note { .. } => {}
    }
    for expr in exprs {
        walk_expr(expr, visit);
    }
    visit(Part::Statement(statement));
    for block in blocks {
        walk(block, visit);
    }
}

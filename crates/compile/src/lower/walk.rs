//! The parts of statements and expressions in the order they are evaluated.

use crate::tree::{Expr, ExprKind, Statement, StatementKind};

/// Returns the direct parts of an expression.
pub(crate) fn parts(expr: &Expr) -> Vec<&Expr> {
    match &*expr.kind {
        ExprKind::Const(_) | ExprKind::Load(_) => Vec::new(),
        ExprKind::Get { key, .. } => key.iter().collect(),
        ExprKind::Ask { args, .. } | ExprKind::Call { args, .. } | ExprKind::Set(args) => {
            args.iter().collect()
        }
        ExprKind::Negate(inner) | ExprKind::Not(inner) => vec![inner],
        ExprKind::Some(inner) | ExprKind::Length(inner) => vec![inner],
        ExprKind::Within { value, .. } => vec![value],
        ExprKind::Binary { left, right, .. } => vec![left, right],
        ExprKind::And(left, right) | ExprKind::Or(left, right) => vec![left, right],
        ExprKind::Term { count, each, .. } => vec![count, each],
        ExprKind::If { condition, then, otherwise } => vec![condition, then, otherwise],
        ExprKind::Contains { member, set } => vec![member, set],
        ExprKind::With { set, member } => vec![set, member],
        ExprKind::Nth { set, index } => vec![set, index],
        ExprKind::Fold { set, filter, body, .. } => {
            std::iter::once(set).chain(filter.as_ref()).chain(body.as_ref()).collect()
        }
    }
}

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
    for part in parts(expr) {
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
        StatementKind::Scope(body) | StatementKind::Reaction { body, .. } => blocks.push(body),
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

//! A walk over all expressions of an item that say how the game is played: bodies and conditions.

use rota_syntax::ast::{
    Binding, Block, Body, Deciders, Expr, ExprKind, Item, ItemKind, Statement, StatementKind,
};

/// What may be visited, outermost first.
pub(super) enum Visited<'e> {
    Expr(&'e mut Expr),
    Statement(&'e mut Statement),
}

/// A function that is shown every part of an item.
pub(super) type Visit<'v> = &'v mut dyn FnMut(Visited<'_>);

/// Shows the expressions and statements of an item, in order of its text.
pub(super) fn walk(item: &mut Item, visit: Visit<'_>) {
    match &mut item.kind {
        ItemKind::Value { body, .. } => walk_body(body, visit),
        ItemKind::Modify { when, body, .. } => {
            exprs(when, visit);
            walk_body(body, visit);
        }
        ItemKind::Rule { when, body, .. } | ItemKind::Action { when, body, .. } => {
            exprs(when, visit);
            block(body, visit);
        }
        ItemKind::Step { when, .. } | ItemKind::Tiles { when, .. } | ItemKind::Start { when, .. } => {
            exprs(when, visit);
        }
        // Other items are altered as a whole, or hold nothing to alter.
        _ => {}
    }
}

fn walk_body(body: &mut Body, visit: Visit<'_>) {
    match body {
        Body::Expr(expr) => walk_expr(expr, visit),
        Body::Block(inner) => block(inner, visit),
    }
}

fn block(block: &mut Block, visit: Visit<'_>) {
    for statement in &mut block.statements {
        walk_statement(statement, visit);
    }
}

fn exprs<'e>(exprs: impl IntoIterator<Item = &'e mut Expr>, visit: Visit<'_>) {
    for expr in exprs {
        walk_expr(expr, visit);
    }
}

fn binding(binding: &mut Binding, visit: Visit<'_>) {
    walk_expr(&mut binding.set, visit);
    exprs(&mut binding.from, visit);
    exprs(&mut binding.filter, visit);
}

fn walk_statement(statement: &mut Statement, visit: Visit<'_>) {
    visit(Visited::Statement(statement));
    match &mut statement.kind {
        StatementKind::Let { value, .. } | StatementKind::Return { value } => walk_expr(value, visit),
        StatementKind::Set { target, value } => exprs([target, value], visit),
        StatementKind::If { condition, then, otherwise } => {
            walk_expr(condition, visit);
            block(then, visit);
            otherwise.iter_mut().for_each(|inner| block(inner, visit));
        }
        StatementKind::Each { binding: bound, body } => {
            binding(bound, visit);
            block(body, visit);
        }
        StatementKind::Repeat { times, body } => {
            walk_expr(times, visit);
            block(body, visit);
        }
        StatementKind::Choose(choose) => {
            match &mut choose.who {
                Deciders::One(who) => walk_expr(who, visit),
                Deciders::Each(everyone) => binding(everyone, visit),
            }
            choose.parts.iter_mut().for_each(|part| binding(part, visit));
            exprs(&mut choose.most, visit);
            choose.body.iter_mut().chain(&mut choose.otherwise).for_each(|inner| block(inner, visit));
        }
        StatementKind::Award { points, to, at, .. } | StatementKind::Score { points, to, at, .. } => {
            exprs([points, to].into_iter().chain(at), visit);
        }
        StatementKind::Put { piece, of, on: to } | StatementKind::Move { piece, of, to } => {
            exprs([piece].into_iter().chain(of).chain([to]), visit);
        }
        StatementKind::Pay { points, from, to, .. } => {
            exprs([points, from].into_iter().chain(to), visit);
        }
        StatementKind::Draw { bag, seen_by, .. } => exprs([bag].into_iter().chain(seen_by), visit),
        StatementKind::Show { tile, to } => exprs([tile].into_iter().chain(to), visit),
        StatementKind::Take { tile, bag } | StatementKind::Shuffle { tile, bag } => exprs([tile, bag], visit),
        StatementKind::Place { tile, at } => exprs([tile, at], visit),
        StatementKind::Link { from, to } | StatementKind::Cut { from, to } => exprs([from, to], visit),
        StatementKind::Cancel { award: only }
        | StatementKind::Send { piece: only, .. }
        | StatementKind::Discard { what: only }
        | StatementKind::Close { segment: only }
        | StatementKind::Reopen { segment: only }
        | StatementKind::Roll { die: only, .. } => walk_expr(only, visit),
        StatementKind::Give
        | StatementKind::Append { .. }
        | StatementKind::Run { .. }
        | StatementKind::EndGame
        | StatementKind::Stop
        | StatementKind::Leave => {}
    }
}

fn walk_expr(expr: &mut Expr, visit: Visit<'_>) {
    visit(Visited::Expr(expr));
    match &mut *expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Name(_) => {}
        ExprKind::Points(inner)
        | ExprKind::Unary { operand: inner, .. }
        | ExprKind::Is { operand: inner, .. } => walk_expr(inner, visit),
        ExprKind::Field { receiver, args, .. } => exprs([receiver].into_iter().chain(args), visit),
        ExprKind::Call { args, .. } | ExprKind::Set(args) => exprs(args, visit),
        ExprKind::Binary { left, right, .. } => exprs([left, right], visit),
        ExprKind::If { condition, then, otherwise } => exprs([condition, then, otherwise], visit),
        ExprKind::Fold { binding: bound, body, .. } => {
            binding(bound, visit);
            exprs(body, visit);
        }
    }
}

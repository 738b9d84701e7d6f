//! Specialisation: a value that is asked about a kind of piece which the program knows is copied for that kind, so that
//! the copy holds only what is said of it. Nothing else is copied: other numbers are worked out, and then there would be
//! no end of copies.

use std::collections::BTreeMap;

use rota_bytecode::program::Declared;
use rota_bytecode::{Form, Sort};
use rota_check::tree::{Expr, ExprKind, Function, Statement, Tree, constant, walk_expr_mut};

use crate::pushdown::stores;
use crate::slots::shift_block;

/// A value, and for each of its parameters the kind that it is copied for.
type Wanted = (u32, Vec<Option<i64>>);

/// Calls copies of values where arguments are kinds that are known. Copies are appended, and call copies themselves.
pub(crate) fn specialize(tree: &mut Tree) {
    let Tree { functions, declared, .. } = tree;
    let mut copies: BTreeMap<Wanted, u32> = BTreeMap::new();
    for next in 0.. {
        let Some(function) = functions.get_mut(next) else { return };
        let mut body = std::mem::take(&mut function.body);
        each_expr(&mut body, &mut |call| {
            let Some(wanted) = wanted(functions, call) else { return };
            let number = *copies.entry(wanted).or_insert_with_key(|wanted| {
                functions.extend(copy(functions, declared, wanted));
                functions.len() as u32 - 1
            });
            if let ExprKind::Call { function, args } = &mut *call.kind {
                *function = number;
                args.retain(|arg| known_kind(arg).is_none());
            }
        });
        if let Some(function) = functions.get_mut(next) {
            function.body = body;
        }
    }
}

/// Which copy a call asks for: none where no kind is known, or where the value is being looked through itself.
fn wanted(functions: &[Function], call: &Expr) -> Option<Wanted> {
    let ExprKind::Call { function, args } = &*call.kind else { return None };
    let kinds: Vec<Option<i64>> = args.iter().map(known_kind).collect();
    let callee = functions.get(*function as usize)?;
    let is_read_only = !(0..).zip(&kinds).any(|(slot, kind)| kind.is_some() && stores(&callee.body, slot));
    let copied = callee.result.is_some() && !callee.body.is_empty() && is_read_only;
    (copied && kinds.iter().any(Option::is_some)).then_some((*function, kinds))
}

/// The kind of piece that an argument is.
fn known_kind(arg: &Expr) -> Option<i64> {
    (arg.ty.sort == Sort::Kind && arg.ty.form == Form::One).then(|| constant(arg)).flatten()
}

/// A value for the kinds that some of its parameters are.
fn copy(functions: &[Function], declared: &Declared, (of, kinds): &Wanted) -> Option<Function> {
    let original = functions.get(*of as usize)?;
    let mut copy = original.clone();
    let given = |slot: u16| kinds.get(usize::from(slot)).copied().flatten();
    let moved = |slot: u16| slot - kinds.iter().take(usize::from(slot)).flatten().count() as u16;
    each_expr(&mut copy.body, &mut |expr| {
        if let ExprKind::Load(slot) = *expr.kind
            && let Some(kind) = given(slot)
        {
            *expr.kind = ExprKind::Const(kind);
        }
    });
    shift_block(&mut copy.body, &moved);
    copy.params = moved(original.params);
    copy.slots = moved(original.slots);
    for kind in kinds.iter().flatten() {
        let piece = usize::try_from(*kind).ok().and_then(|kind| declared.pieces.get(kind));
        copy.name = format!("{} {}", copy.name, piece.map_or("none", |piece| piece.name.as_str()));
    }
    Some(copy)
}

/// Visits all expressions of a body, each behind its operands.
fn each_expr(statements: &mut [Statement], visit: &mut dyn FnMut(&mut Expr)) {
    for Statement { kind, .. } in statements {
        kind.exprs_mut().for_each(|expr| walk_expr_mut(expr, visit));
        kind.blocks_mut().for_each(|block| each_expr(block, visit));
    }
}

//! Escape analysis of lists: which expressions allocate in the list space, and which lists outlive a loop.

use rota_bytecode::Slot;

use rota_check::tree::{Expr, ExprKind, Fold, Function, Node, Statement, StatementKind, walk, walk_expr};

/// Whether an expression may leave the list space fuller than it was. Folds to one value clean up behind
/// themselves.
pub(super) fn allocates(expr: &Expr) -> bool {
    if let ExprKind::Fold { fold, set, filter, .. } = &*expr.kind {
        let is_set_itself = *fold == Fold::Set && filter.is_none();
        return expr.ty.is_list() && (!is_set_itself || allocates(set));
    }
    if let ExprKind::Set(members) = &*expr.kind
        && expr.ty.is_list()
    {
        return !members.is_empty();
    }
    let makes_lists =
        matches!(*expr.kind, ExprKind::Ask { .. } | ExprKind::Call { .. } | ExprKind::With { .. });
    (makes_lists && expr.ty.is_list()) || expr.operands().any(allocates)
}

/// Whether an expression leaves behind nothing but the list that it is, on top of the list space. Sets of players
/// become such lists when they are walked over.
pub(super) fn is_fresh(expr: &Expr) -> bool {
    if expr.ty.is_mask() {
        return !allocates(expr);
    }
    if let ExprKind::Ask { args, .. } = &*expr.kind {
        return !args.iter().any(allocates);
    }
    if let ExprKind::Fold { fold: Fold::Set, set, filter: None, body: None, .. } = &*expr.kind {
        return is_fresh(set);
    }
    matches!(&*expr.kind, ExprKind::Set(members) if !members.is_empty())
}

/// Whether an expression reads a slot or uses it for members.
pub(super) fn uses_slot(expr: &Expr, slot: Slot) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |expr| {
        if let ExprKind::Load(used) | ExprKind::Fold { slot: used, .. } = *expr.kind {
            found |= used == u16::from(slot);
        }
    });
    found
}

/// Whether running statements may leave the list space fuller than it was.
pub(super) fn block_allocates(statements: &[Statement]) -> bool {
    let mut found = false;
    walk(statements, &mut |part| {
        if let Node::Expr(expr) = part {
            found |= allocates(expr);
        }
    });
    found
}

/// Whether any list is kept in a slot.
pub(super) fn keeps_lists(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| {
        matches!(&statement.kind, StatementKind::Store { value, .. } if value.ty.is_list())
            || statement.kind.blocks().any(|block| keeps_lists(block))
    })
}

/// Whether a list made in the body of a loop may be in use after the round it was made in: then the loop
/// must not clean up. It is so when a slot that holds a list is written in the body and the function also
/// uses it elsewhere, or the body reads it before writing it.
pub(super) fn escapes(function: &Function, body: &[Statement]) -> bool {
    let inside = list_uses(body);
    if !inside.iter().any(|list_use| list_use.written) {
        return false;
    }
    let everywhere = list_uses(&function.body);
    inside.iter().filter(|list_use| list_use.written).any(|written| {
        let slot = written.slot;
        let count = |list_uses: &[ListUse]| list_uses.iter().filter(|list_use| list_use.slot == slot).count();
        let first = inside.iter().find(|list_use| list_use.slot == slot);
        slot < function.params
            || count(&inside) != count(&everywhere)
            || first.is_some_and(|list_use| !list_use.written)
    })
}

/// A use of a slot that holds a list.
struct ListUse {
    slot: u16,
    written: bool,
}

fn list_uses(statements: &[Statement]) -> Vec<ListUse> {
    let mut found = Vec::new();
    walk(statements, &mut |part| match part {
        Node::Statement(Statement { kind, .. }) => {
            if let StatementKind::Store { slot, value } = kind
                && value.ty.is_list()
            {
                found.push(ListUse { slot: *slot, written: true });
            }
        }
        Node::Expr(expr) => {
            if let ExprKind::Load(slot) = *expr.kind
                && expr.ty.is_list()
            {
                found.push(ListUse { slot, written: false });
            }
        }
    });
    found
}

//! The slots of a function that takes in the body of another: whether there is room, and moving them up.

use rota_bytecode::op::SLOTS;
use rota_check::tree::{Expr, ExprKind, Statement, StatementKind, walk_expr_mut};

/// Taking in others must leave a function half of the slots that it can have: it needs more than those that are
/// named.
const FULL: u16 = (SLOTS / 2) as u16;

/// Whether a function with so many slots can take in so many more.
pub(crate) fn has_room(slots: u16, more: u16) -> bool {
    more == 0 || slots.saturating_add(more) <= FULL
}

/// Moves the slots that an expression itself names; its operands stay as they are.
pub(crate) fn shift_expr(expr: &mut Expr, moved: &dyn Fn(u16) -> u16) {
    if let ExprKind::Load(slot) | ExprKind::Fold { slot, .. } = &mut *expr.kind {
        *slot = moved(*slot);
    }
}

/// Moves all slots that statements name.
pub(crate) fn shift_block(statements: &mut [Statement], moved: &dyn Fn(u16) -> u16) {
    for Statement { kind, .. } in statements {
        for expr in kind.exprs_mut() {
            walk_expr_mut(expr, &mut |expr| shift_expr(expr, moved));
        }
        if let StatementKind::Store { slot, .. }
        | StatementKind::Note { slot, .. }
        | StatementKind::Do { result: Some(slot), .. }
        | StatementKind::Each { slot, .. } = kind
        {
            *slot = moved(*slot);
        } else if let StatementKind::Choose { groups, .. } = kind {
            groups.iter_mut().for_each(|group| group.slot = moved(group.slot));
        }
        kind.blocks_mut().for_each(|block| shift_block(block, moved));
    }
}

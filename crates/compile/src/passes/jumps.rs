//! Jumps that need not be: to what comes next, and over another jump. Those to another jump go where that one goes as
//! soon as values are followed.

use rota_bytecode::Op;

use super::body::Body;

/// Straightens jumps. Returns whether there was anything to do.
pub(super) fn straighten(body: &mut Body) -> bool {
    let mut entered = body.entered();
    let mut needless = vec![false; body.ops.len()];
    for at in (0..body.ops.len()).rev() {
        let op = body.ops[at];
        let is_next = op.target() == Some(at as u32 + 1);
        if is_next && is_only_a_jump(op) {
            needless[at] = true;
        } else if op.target() == Some(at as u32 + 2)
            && let Some(Op::Jump(target)) = body.ops.get(at + 1).copied()
            && !entered[at + 1]
            && !body.begins_part(at + 1)
            && let Some(mut inverse) = op.inverse()
            && inverse.set_target(target).is_ok()
        {
            body.ops[at] = inverse;
            needless[at + 1] = true;
            entered[at + 1] = true;
        }
    }
    body.leave_out(needless)
}

fn is_only_a_jump(op: Op) -> bool {
    matches!(op, Op::Jump(_)) || op.inverse().is_some()
}

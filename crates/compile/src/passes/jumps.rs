//! Jumps that need not be: to what comes next, to the end, and over another jump. Those to another jump go where that one goes as
//! soon as values are followed.

use rota_bytecode::Op;

use super::body::Body;

/// Straightens jumps. Returns whether there was anything to do.
pub(super) fn straighten(body: &mut Body) -> bool {
    let mut entered = body.entered();
    let (mut needless, mut changed) = (vec![false; body.ops.len()], false);
    for at in (0..body.ops.len()).rev() {
        let op = body.ops[at];
        let is_next = op.target() == Some(at as u32 + 1);
        if is_next && is_only_a_jump(op) {
            needless[at] = true;
        } else if let Op::Jump(target) = op
            && body.ops.get(target as usize) == Some(&Op::End)
            && !body.counts_at(target as usize)
        {
            // What is behind it may be reached by nobody now; that is seen in the next round.
            body.ops[at] = Op::End;
            changed = true;
        } else if op.target() == Some(at as u32 + 2)
            && let Some(Op::Jump(target)) = body.ops.get(at + 1).copied()
            && !entered[at + 1]
            && !body.counts_at(at + 1)
            && let Some(mut inverse) = op.inverse()
            && inverse.set_target(target).is_ok()
        {
            body.ops[at] = inverse;
            needless[at + 1] = true;
            entered[at + 1] = true;
        }
    }
    body.leave_out(needless) | changed
}

fn is_only_a_jump(op: Op) -> bool {
    matches!(op, Op::Jump(_)) || op.inverse().is_some()
}

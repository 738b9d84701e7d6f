//! Jump simplification: jumps to what comes next go, those to the end become the end, and a jump over another jump
//! becomes one with the opposite condition. Jumps to other jumps are left to [jump threading](super::jump_threading).
//!
//! Needs the [`Cfg`]. Keeps the first operation of each inlined range that is counted. Gains 900 instructions a game
//! of base; what it takes out of the way of other passes comes on top.

use rota_bytecode::Op;

use super::body::Body;
use super::cfg::Cfg;

/// Runs the pass. Returns whether there was anything to do.
pub(super) fn simplify_jumps(body: &mut Body) -> bool {
    let cfg = Cfg::of(&body.ops);
    let (mut redundant, mut changed) = (vec![false; body.ops.len()], false);
    for at in (0..body.ops.len()).rev() {
        let op = body.ops[at];
        if op.target() == Some(at as u32 + 1) && is_only_a_jump(op) {
            redundant[at] = true;
        } else if let Op::Jump(target) = op
            && body.ops.get(target as usize) == Some(&Op::End)
            && !body.is_counted_at(target as usize)
        {
            // What is behind it may be reached by nobody now; that is seen in the next round.
            body.ops[at] = Op::End;
            changed = true;
        } else if op.target() == Some(at as u32 + 2)
            && let Some(Op::Jump(target)) = body.ops.get(at + 1).copied()
            && !redundant[at + 1]
            && cfg.blocks[cfg.block_at(at + 1)].predecessors.len() == 1
            && !body.is_counted_at(at + 1)
            && let Some(mut inverse) = op.inverse()
            && inverse.set_target(target).is_ok()
        {
            body.ops[at] = inverse;
            redundant[at + 1] = true;
        }
    }
    body.remove(redundant) | changed
}

fn is_only_a_jump(op: Op) -> bool {
    matches!(op, Op::Jump(_)) || op.inverse().is_some()
}

//! Which slots are still read, and the operations that only write slots nobody reads.

use rota_bytecode::op::SLOTS;
use rota_bytecode::{Op, Slot, Use};

use super::body::{Body, written};
use super::effects::Context;

/// Slots, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Live([u64; SLOTS / 64]);

impl Live {
    pub fn has(&self, slot: Slot) -> bool {
        self.0[usize::from(slot) / 64] >> (slot % 64) & 1 != 0
    }

    fn add(&mut self, slot: Slot) {
        self.0[usize::from(slot) / 64] |= 1 << (slot % 64);
    }

    fn take(&mut self, slot: Slot) {
        self.0[usize::from(slot) / 64] &= !(1 << (slot % 64));
    }

    fn join(&mut self, other: &Live) {
        self.0.iter_mut().zip(other.0).for_each(|(own, theirs)| *own |= theirs);
    }
}

/// For each operation the slots that are read from there on; one more behind the last.
pub(super) fn live(body: &Body, context: &Context<'_>) -> Vec<Live> {
    let mut live = vec![Live::default(); body.ops.len() + 1];
    let has_loops = !body.loops().is_empty();
    loop {
        let mut changed = false;
        for (at, op) in body.ops.iter().enumerate().rev() {
            let mut read = after(body, &live, at);
            before(*op, &mut read, context);
            changed |= live[at] != read;
            live[at] = read;
        }
        // Only loops have something to say of what stands before them.
        if !changed || !has_loops {
            return live;
        }
    }
}

/// The slots that are read once an operation has run.
pub(super) fn after(body: &Body, live: &[Live], at: usize) -> Live {
    let op = body.ops[at];
    let mut read = if op.is_terminator() { Live::default() } else { live[at + 1] };
    let mut there = op.target().and_then(|target| live.get(target as usize).copied()).unwrap_or_default();
    // A walk writes only where there is a member.
    match op {
        Op::ForEach(list, member, _) => {
            read.take(member);
            read.take(list.wrapping_add(1));
        }
        Op::ForEachImm(list, member, ..) | Op::ForEachSlotImm(list, member, ..) => {
            [list, list.wrapping_add(1), member].into_iter().for_each(|slot| read.take(slot));
        }
        Op::ForNext(_, member, ..) => there.take(member),
        _ => {}
    }
    read.join(&there);
    read
}

fn before(mut op: Op, live: &mut Live, context: &Context<'_>) {
    // What is written is taken out before what is read comes in.
    let is_walk =
        matches!(op, Op::ForEach(..) | Op::ForEachImm(..) | Op::ForEachSlotImm(..) | Op::ForNext(..));
    op.slots(&mut |usage, slot| match usage {
        Use::Write if !is_walk => live.take(*slot),
        Use::Pair => [*slot, slot.wrapping_add(1)].into_iter().for_each(|slot| live.take(slot)),
        Use::Call(_) => (*slot..=Slot::MAX).for_each(|slot| live.take(slot)),
        _ => {}
    });
    op.slots(&mut |usage, slot| match usage {
        Use::Read | Use::Change | Use::Begin => live.add(*slot),
        Use::Proceed => [*slot, slot.wrapping_add(1)].into_iter().for_each(|slot| live.add(slot)),
        Use::Row(count) => (0..count).for_each(|index| live.add(slot.wrapping_add(index))),
        Use::Call(callee) => (0..context.params(callee)).for_each(|index| live.add(slot.wrapping_add(index))),
        Use::Write | Use::Pair | Use::Fill => {}
    });
}

/// Leaves out what only writes slots that nobody reads. Returns whether there was any.
pub(super) fn eliminate_dead_code(body: &mut Body, context: &Context<'_>) -> bool {
    let live = live(body, context);
    let dead = (0..body.ops.len())
        .map(|at| {
            let op = body.ops[at];
            is_pure(op) && written(op).is_some_and(|slot| !after(body, &live, at).has(slot))
        })
        .collect();
    body.leave_out(dead)
}

/// Whether an operation does nothing but write a slot, and never faults.
fn is_pure(op: Op) -> bool {
    match op {
        Op::Const(..) | Op::LoadConst(..) | Op::Copy(..) | Op::Not(..) | Op::Equal(..) | Op::Less(..) => true,
        Op::GetGlobal(..) | Op::Length(..) | Op::MaskCount(..) | Op::MaskContains(..) | Op::Mark(_) => true,
        Op::Ask(_, builtin, _) | Op::AskImm(_, builtin, _) => builtin.arity() == 0,
        // Those that are narrowed by a kind of features ask nothing that may not be there.
        Op::ListImm(_, builtin, _) => builtin.narrows() && builtin.arity() == 1,
        _ => false,
    }
}

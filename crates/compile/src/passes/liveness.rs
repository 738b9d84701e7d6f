//! Liveness, an analysis: which slots are still read.

use std::collections::BTreeSet;

use rota_bytecode::op::SLOTS;
use rota_bytecode::{Op, Slot, Use};

use super::body::Body;
use super::cfg::{BlockId, Cfg};
use super::effects::Summaries;

/// Slots, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SlotSet([u64; SLOTS / 64]);

impl SlotSet {
    pub fn contains(&self, slot: Slot) -> bool {
        self.0[usize::from(slot) / 64] >> (slot % 64) & 1 != 0
    }

    fn insert(&mut self, slot: Slot) {
        self.0[usize::from(slot) / 64] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: Slot) {
        self.0[usize::from(slot) / 64] &= !(1 << (slot % 64));
    }

    fn join(&mut self, other: &SlotSet) {
        self.0.iter_mut().zip(other.0).for_each(|(own, theirs)| *own |= theirs);
    }
}

/// For each operation the slots that are read from there on; one more behind the last.
#[derive(Clone, Debug)]
pub(super) struct Liveness(Vec<SlotSet>);

impl Liveness {
    /// Runs backwards over the blocks until nothing changes any more.
    pub fn of(body: &Body, cfg: &Cfg, summaries: &Summaries<'_>) -> Liveness {
        let mut liveness = Liveness(vec![SlotSet::default(); body.ops.len() + 1]);
        let mut worklist: BTreeSet<BlockId> = (0..cfg.blocks.len()).collect();
        while let Some(block) = worklist.pop_last().and_then(|block| cfg.blocks.get(block)) {
            let before = liveness.0[block.ops.start];
            for at in block.ops.clone().rev() {
                let mut live = liveness.after(body, at);
                transfer(body.ops[at], &mut live, summaries);
                liveness.0[at] = live;
            }
            if liveness.0[block.ops.start] != before {
                worklist.extend(&block.predecessors);
            }
        }
        liveness
    }

    /// The slots that are read from an operation on.
    pub fn before(&self, at: usize) -> SlotSet {
        self.0.get(at).copied().unwrap_or_default()
    }

    /// The slots that are read once an operation has run, whichever way it goes on.
    pub fn after(&self, body: &Body, at: usize) -> SlotSet {
        let op = body.ops[at];
        let mut next = if op.is_terminator() { SlotSet::default() } else { self.before(at + 1) };
        let mut there = op.target().map(|target| self.before(target as usize)).unwrap_or_default();
        // A walk writes only where there is a member.
        if let Op::ForEach(list, member, _) = op {
            next.remove(member);
            next.remove(list.wrapping_add(1));
        } else if let Op::ForEachImm(list, member, ..) | Op::ForEachSlotImm(list, member, ..) = op {
            [list, list.wrapping_add(1), member].into_iter().for_each(|slot| next.remove(slot));
        } else if let Op::ForNext(_, member, ..) = op {
            there.remove(member);
        }
        next.join(&there);
        next
    }
}

/// From what is live behind an operation to what is live before it.
fn transfer(mut op: Op, live: &mut SlotSet, summaries: &Summaries<'_>) {
    // What is written is taken out before what is read comes in.
    let is_walk =
        matches!(op, Op::ForEach(..) | Op::ForEachImm(..) | Op::ForEachSlotImm(..) | Op::ForNext(..));
    op.slots(&mut |usage, slot| match usage {
        Use::Write if !is_walk => live.remove(*slot),
        Use::Pair => [*slot, slot.wrapping_add(1)].into_iter().for_each(|slot| live.remove(slot)),
        Use::Call(_) => (*slot..=Slot::MAX).for_each(|slot| live.remove(slot)),
        Use::Write | Use::Read | Use::Change | Use::Row(_) => {}
        Use::Begin | Use::Proceed | Use::Fill => {}
    });
    op.slots(&mut |usage, slot| match usage {
        Use::Read | Use::Change | Use::Begin => live.insert(*slot),
        Use::Proceed => [*slot, slot.wrapping_add(1)].into_iter().for_each(|slot| live.insert(slot)),
        Use::Row(count) => (0..count).for_each(|index| live.insert(slot.wrapping_add(index))),
        Use::Call(callee) => {
            (0..summaries.params(callee)).for_each(|index| live.insert(slot.wrapping_add(index)));
        }
        Use::Write | Use::Pair | Use::Fill => {}
    });
}

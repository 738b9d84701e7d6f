//! The operations of one function while passes work on them.

use rota_bytecode::program::InlinedRange;
use rota_bytecode::{Op, Slot, Use};
use rota_source::Span;

use super::cfg::Cfg;

/// The operations of a function with where they come from. Targets and inlined ranges count from its first operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub ops: Vec<Op>,
    /// For each operation where it comes from.
    pub locations: Vec<DebugLocation>,
    /// The inlined ranges whose runs are counted: each of them stays in one piece.
    pub counted: Vec<InlinedRange>,
    /// Whether nothing calls the function: nothing runs when it begins.
    pub is_entry: bool,
    pub params: u16,
    pub slots: u16,
}

/// Where an operation comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DebugLocation {
    pub span: Span,
    /// The function that it was inlined from.
    pub inlined: Option<u32>,
}

impl Body {
    /// Whether an inlined range begins at an operation and is counted there.
    pub fn is_counted_at(&self, at: usize) -> bool {
        self.counted.iter().any(|range| range.start as usize == at)
    }

    /// Removes redundant operations. An inlined range that is counted keeps one at least, and does not come to begin
    /// where a loop does: its first operation runs once each time. Returns whether there was any.
    pub fn remove(&mut self, mut redundant: Vec<bool>) -> bool {
        if !redundant.contains(&true) {
            return false;
        }
        let loops = if self.counted.is_empty() { Vec::new() } else { Cfg::of(&self.ops).loops() };
        for range in &self.counted {
            let mut own = range.start as usize..range.end as usize;
            let first = own.find(|at| !redundant.get(*at).copied().unwrap_or(false));
            let is_head = |at: usize| loops.iter().any(|known| known.head == at);
            if first.is_none_or(|first| is_head(first) && first > range.start as usize)
                && let Some(removed) = redundant.get_mut(range.start as usize)
            {
                *removed = false;
            }
        }
        self.rewrite(|at, op, write| {
            if !redundant.get(at).copied().unwrap_or(false) {
                write(op);
            }
        });
        true
    }

    /// Writes the operations anew: each may become none or several. A jump to one goes to the first that it became.
    pub fn rewrite(&mut self, mut each: impl FnMut(usize, Op, &mut dyn FnMut(Op))) {
        let (ops, locations) = (std::mem::take(&mut self.ops), std::mem::take(&mut self.locations));
        let mut places = Vec::with_capacity(ops.len() + 1);
        for ((at, op), location) in ops.into_iter().enumerate().zip(locations) {
            places.push(self.ops.len() as u32);
            each(at, op, &mut |op| {
                self.ops.push(op);
                self.locations.push(location);
            });
        }
        places.push(self.ops.len() as u32);
        let place = |old: u32| places.get(old as usize).copied().unwrap_or(u32::MAX);
        for op in &mut self.ops {
            if let Some(target) = op.target() {
                // Nothing moves further away than it was, but by what was added: before any operation is a short one.
                let _ = op.set_target(place(target));
            }
        }
        for range in &mut self.counted {
            (range.start, range.end) = (place(range.start), place(range.end));
        }
    }

    /// Reserves slots behind the parameters: all others move up. Calls use what lies above their
    /// first slot, and so do not reach these. Returns the first, if there is room.
    pub fn reserve_slots(&mut self, count: u16) -> Option<Slot> {
        let (first, slots) = (Slot::try_from(self.params).ok()?, self.slots.checked_add(count)?);
        let count = Slot::try_from(count).ok()?;
        if usize::from(slots) > rota_bytecode::op::SLOTS {
            return None;
        }
        self.slots = slots;
        for op in &mut self.ops {
            op.slots(&mut |_, slot| *slot = if *slot < first { *slot } else { slot.saturating_add(count) });
        }
        Some(first)
    }
}

/// The slot that an operation defines, where that is all it does to slots but reading them.
pub(super) fn definition(mut op: Op) -> Option<Slot> {
    let (mut found, mut alone) = (None, true);
    op.slots(&mut |usage, slot| match usage {
        Use::Write => alone &= found.replace(*slot).is_none(),
        Use::Read | Use::Row(_) => {}
        Use::Change | Use::Pair | Use::Begin | Use::Proceed | Use::Fill | Use::Call(_) => alone = false,
    });
    found.filter(|_| alone)
}

/// The same operation with what it defines going to another slot.
pub(super) fn defining(mut op: Op, to: Slot) -> Op {
    op.slots(&mut |usage, slot| {
        if usage == Use::Write {
            *slot = to;
        }
    });
    op
}

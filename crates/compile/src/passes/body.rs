//! The operations of one function while passes work on them.

use rota_bytecode::program::InlinedRange;
use rota_bytecode::{Op, Slot, Use};
use rota_source::Span;

/// The operations of a function with where they come from. Targets and parts count from its first operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub ops: Vec<Op>,
    /// For each operation where it comes from.
    pub origins: Vec<Origin>,
    /// The parts that somebody counts: each of them stays in one piece.
    pub counted: Vec<InlinedRange>,
    /// Whether nothing runs when the function begins.
    pub begins: bool,
    pub params: u16,
    pub slots: u16,
}

/// Where an operation comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    pub span: Span,
    /// The function that it was written out for in place of a call.
    pub part: Option<u32>,
}

/// A loop: its first operation and the last that goes back there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub first: usize,
    pub last: usize,
}

impl Loop {
    /// Whether who goes from one place to another comes into the middle of the loop from outside.
    pub fn is_broken_into(self, from: usize, to: usize) -> bool {
        let inner = self.first + 1..=self.last;
        inner.contains(&to) && from != self.first && !inner.contains(&from)
    }
}

impl Body {
    /// The loops, one for each operation that begins any.
    pub fn loops(&self) -> Vec<Loop> {
        let mut loops: Vec<Loop> = Vec::new();
        for (last, op) in self.ops.iter().enumerate() {
            let Some(first) = op.target().map(|target| target as usize).filter(|first| *first <= last) else {
                continue;
            };
            match loops.iter_mut().find(|known| known.first == first) {
                Some(known) => known.last = last,
                None => loops.push(Loop { first, last }),
            }
        }
        loops
    }

    /// For each operation whether one that does not stand right before it goes there.
    pub fn entered(&self) -> Vec<bool> {
        let mut entered = vec![false; self.ops.len() + 1];
        for target in self.ops.iter().filter_map(|op| op.target()) {
            if let Some(entered) = entered.get_mut(target as usize) {
                *entered = true;
            }
        }
        entered
    }

    /// Whether a part begins at an operation and is counted there.
    pub fn counts_at(&self, at: usize) -> bool {
        self.counted.iter().any(|part| part.start as usize == at)
    }

    /// Leaves out operations that do nothing. A part that is counted keeps one at least, and does not come to begin
    /// where a loop does: its first operation runs once each time. Returns whether there was any.
    pub fn leave_out(&mut self, mut needless: Vec<bool>) -> bool {
        if !needless.contains(&true) {
            return false;
        }
        let loops = if self.counted.is_empty() { Vec::new() } else { self.loops() };
        for part in &self.counted {
            let mut own = part.start as usize..part.end as usize;
            let first = own.find(|at| !needless.get(*at).copied().unwrap_or(false));
            let begins_loop = |at: usize| loops.iter().any(|known| known.first == at);
            if first.is_none_or(|first| begins_loop(first) && first > part.start as usize)
                && let Some(kept) = needless.get_mut(part.start as usize)
            {
                *kept = false;
            }
        }
        self.rebuild(|at, op, write| {
            if !needless.get(at).copied().unwrap_or(false) {
                write(op);
            }
        });
        true
    }

    /// Writes the operations anew: each may become none or several. Who went to one goes to the first that it became.
    pub fn rebuild(&mut self, mut each: impl FnMut(usize, Op, &mut dyn FnMut(Op))) {
        let (ops, origins) = (std::mem::take(&mut self.ops), std::mem::take(&mut self.origins));
        let mut places = Vec::with_capacity(ops.len() + 1);
        for ((at, op), origin) in ops.into_iter().enumerate().zip(origins) {
            places.push(self.ops.len() as u32);
            each(at, op, &mut |op| {
                self.ops.push(op);
                self.origins.push(origin);
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
        for part in &mut self.counted {
            (part.start, part.end) = (place(part.start), place(part.end));
        }
    }

    /// Puts the operations into another order. One that is not among them was a jump: who went there goes where it did.
    pub fn reorder(&mut self, order: &[usize]) {
        let mut places = vec![None; self.ops.len()];
        for (place, old) in order.iter().enumerate() {
            places[*old] = Some(place as u32);
        }
        let place = |old: u32| {
            let beyond = || self.ops[old as usize].target().and_then(|target| places[target as usize]);
            places[old as usize].or_else(beyond).unwrap_or(old)
        };
        let moved = order.iter().map(|old| {
            let mut op = self.ops[*old];
            if let Some(target) = op.target() {
                let _ = op.set_target(place(target));
            }
            op
        });
        let (ops, origins) = (moved.collect(), order.iter().map(|old| self.origins[*old]).collect());
        (self.ops, self.origins) = (ops, origins);
    }

    /// Makes room for slots of its own behind the parameters: all others move up. Calls use what lies above their
    /// first slot, and so do not reach these. Returns the first, if there is room.
    pub fn make_room(&mut self, count: u16) -> Option<Slot> {
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

/// The slot that an operation writes, where that is all it does to slots but reading them.
pub(super) fn written(mut op: Op) -> Option<Slot> {
    let (mut found, mut alone) = (None, true);
    op.slots(&mut |usage, slot| match usage {
        Use::Write => alone &= found.replace(*slot).is_none(),
        Use::Read | Use::Row(_) => {}
        Use::Change | Use::Pair | Use::Begin | Use::Proceed | Use::Fill | Use::Call(_) => alone = false,
    });
    found.filter(|_| alone)
}

/// The same operation with what it writes going to another slot.
pub(super) fn writing(mut op: Op, to: Slot) -> Op {
    op.slots(&mut |usage, slot| {
        if usage == Use::Write {
            *slot = to;
        }
    });
    op
}

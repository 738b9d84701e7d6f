//! The operations of one function while passes work on them.

use rota_bytecode::program::Part;
use rota_bytecode::{Op, Slot, Use};
use rota_source::Span;

/// The operations of a function with their places. Targets and parts count from its first operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub ops: Vec<Op>,
    pub spans: Vec<Span>,
    pub parts: Vec<Part>,
    pub params: u16,
    pub slots: u16,
}

/// A loop: its first operation and the last that goes back there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub first: usize,
    pub last: usize,
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

    /// Whether a part begins at an operation: who counts how often parts run looks there.
    pub fn begins_part(&self, at: usize) -> bool {
        self.parts.iter().any(|part| part.start as usize == at)
    }

    /// Leaves out operations that do nothing. A part keeps one at least, and does not come to begin where a loop does:
    /// its first operation runs once each time. Returns whether there was any.
    pub fn leave_out(&mut self, mut needless: Vec<bool>) -> bool {
        if !needless.contains(&true) {
            return false;
        }
        let loops = self.loops();
        for part in &self.parts {
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
        let (ops, spans) = (std::mem::take(&mut self.ops), std::mem::take(&mut self.spans));
        let mut places = Vec::with_capacity(ops.len() + 1);
        for ((at, op), span) in ops.into_iter().enumerate().zip(spans) {
            places.push(self.ops.len() as u32);
            each(at, op, &mut |op| {
                self.ops.push(op);
                self.spans.push(span);
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
        for part in &mut self.parts {
            (part.start, part.end) = (place(part.start), place(part.end));
        }
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

//! Jump threading: a jump that is decided by what holds on its edge goes to where it leads, past conditions that are
//! known there and past operations that write nothing but what is known.
//!
//! Runs as a part of [value numbering](super::value_numbering), with its facts. Needs [`Liveness`](super::liveness):
//! what is not written on the way must be read by nobody. Keeps loops reducible (no edge comes into the middle of one)
//! and the first operation of each inlined range that is counted.

use rota_bytecode::{Op, Slot};

use super::body::{Body, definition};
use super::facts::{Facts, Predicate};
use super::value_numbering::ValueNumbering;

impl ValueNumbering<'_> {
    /// Rewrites a jump, and adds the edge to where it goes; nothing where it is never taken.
    pub(super) fn jump(&mut self, at: usize, mut op: Op, body: &Body, facts: &mut Facts) -> Option<Op> {
        let target = op.target().unwrap_or(u32::MAX);
        match self.available.is_taken(op, facts) {
            Some(false) => None,
            Some(true) => Some(Op::Jump(self.thread(at, target, facts.clone(), body))),
            None => {
                let mut taken = facts.clone();
                self.available.assume(op, true, &mut taken);
                self.available.assume(op, false, facts);
                if matches!(op, Op::ForEach(..)) {
                    // It goes on behind its last operation.
                    self.add_edge(target as usize, taken);
                } else {
                    // Operations with a short target come later.
                    let _ = op.set_target(self.thread(at, target, taken, body));
                }
                self.available.transfer(at, op, facts);
                Some(op)
            }
        }
    }

    /// Adds the edge of a jump to its target, or to one behind it where nothing is done on the way that is not known
    /// already; returns which.
    fn thread(&mut self, at: usize, target: u32, facts: Facts, body: &Body) -> u32 {
        let (mut landing, mut next) = (target, target);
        let (mut past, mut skipped) = (facts.clone(), Vec::new());
        while let Some(op) = body.ops.get(next as usize).copied()
            && !body.is_counted_at(next as usize)
        {
            next = match self.available.is_taken(op, &mut past) {
                Some(true) => op.target().unwrap_or(next),
                Some(false) => next + 1,
                None if let Some(slots) = self.only_defines(op, &mut past) => {
                    skipped.extend(slots);
                    next + 1
                }
                None => break,
            };
            let live = self.live.before(next as usize);
            let is_unread = |slot: &Slot| !live.contains(*slot) || facts.agrees_with(&past, *slot);
            if skipped.iter().all(is_unread)
                && self.loops.iter().all(|known| !known.is_broken_into(at, next as usize))
            {
                landing = next;
            }
        }
        self.add_edge(landing as usize, facts);
        landing
    }

    /// The slots that an operation defines, where it does nothing else and their values are known.
    fn only_defines(&mut self, op: Op, facts: &mut Facts) -> Option<Vec<Slot>> {
        if let Op::Decide(d, who, _) = op
            && facts.nothing_offered
        {
            // Who is there may be asked.
            self.available.is_never_negative(who, facts).then_some(())?;
            let values = &mut self.available.values;
            facts.define(d, values.constant(-1), 0);
            facts.define(d.wrapping_add(1), values.constant(-2), 0);
            return Some(vec![d, d.wrapping_add(1)]);
        }
        let slot = definition(op)?;
        let value = if matches!(op, Op::Const(..) | Op::Copy(..)) {
            self.available.copied(op, facts)
        } else if matches!(op, Op::List(..) | Op::ListSlotImm(..) | Op::ListImm(..)) {
            self.available.is_empty_set(op, facts).then_some(())?;
            let list = self.available.values.fresh();
            facts.predicates.insert(list, Predicate::Empty);
            list
        } else {
            let is_asked = matches!(op, Op::Ask(..) | Op::AskPair(..) | Op::AskSlotImm(..) | Op::AskImm(..));
            (is_asked || matches!(op, Op::GetGlobal(..))).then_some(())?;
            self.available.answer(op, facts)?
        };
        facts.define(slot, value, 0);
        Some(vec![slot])
    }
}

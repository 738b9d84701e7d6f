//! Global value numbering: what is available is not asked again, conditions that are known are no conditions, and slots
//! are read where a value was first (copy propagation). What nothing reaches goes with it.
//!
//! Analysis and rewrite run over a function together, so that each sees what the other has found: [`Available`] tells
//! the facts before an operation, the operation is rewritten by them, and what is left of it makes the facts behind it.
//! Where jumps go is settled by [jump threading](super::jump_threading) on the way. Forward edges alone carry facts; a
//! loop forgets at its head what a round may change, so that one run is enough.
//!
//! Needs [`Liveness`]. Keeps every effect, every fault of what is still asked, and the first operation of each inlined
//! range that is counted. Without it the other passes find next to nothing: all of them gain 49,600 instructions a game
//! of base, 141,700 of `all_three`.

use std::collections::BTreeMap;

use rota_bytecode::{Builtin, Op, Slot, Use};

use super::available::Available;
use super::body::Body;
use super::cfg::{Cfg, Loop};
use super::effects::Summaries;
use super::facts::{Facts, Value};
use super::liveness::Liveness;

/// Runs the pass. Returns whether anything was removed or rewritten.
pub(super) fn number_values(body: &mut Body, summaries: &Summaries<'_>) -> bool {
    let cfg = Cfg::of(&body.ops);
    let mut pass = ValueNumbering {
        available: Available::new(summaries),
        loops: cfg.loops(),
        live: Liveness::of(body, &cfg, summaries),
        entries: BTreeMap::new(),
    };
    let (before, mut redundant) = (body.ops.clone(), vec![false; body.ops.len()]);
    let mut reached = Vec::with_capacity(body.ops.len());
    let mut entry = Facts::at_entry(body.params, body.slots, &mut pass.available.values);
    entry.nothing_offered = body.is_entry;
    let mut facts = Some(entry);
    for (at, is_redundant) in redundant.iter_mut().enumerate() {
        if let Some(entry) = pass.entries.remove(&at) {
            facts = Some(pass.meet(facts.take(), entry));
        }
        reached.push(facts.is_some());
        let rewritten = facts.as_mut().and_then(|facts| pass.operation(at, body, facts));
        *is_redundant = rewritten.is_none();
        if let Some(op) = rewritten {
            body.ops[at] = op;
            facts = facts.filter(|_| !op.is_terminator());
        }
    }
    body.counted.retain(|range| (range.start..range.end).any(|at| reached[at as usize]));
    let rewritten = body.ops != before;
    body.remove(redundant) | rewritten
}

/// The pass while it runs over a function.
pub(super) struct ValueNumbering<'p> {
    pub(super) available: Available<'p>,
    pub(super) loops: Vec<Loop>,
    pub(super) live: Liveness,
    /// What holds on all jumps to an operation so far.
    entries: BTreeMap<usize, Facts>,
}

impl ValueNumbering<'_> {
    /// Adds an edge to an operation.
    pub(super) fn add_edge(&mut self, to: usize, facts: Facts) {
        let known = self.entries.remove(&to);
        let facts = self.meet(known, facts);
        self.entries.insert(to, facts);
    }

    fn meet(&mut self, facts: Option<Facts>, other: Facts) -> Facts {
        let Some(mut facts) = facts else { return other };
        facts.meet(&other, &mut self.available.values);
        facts
    }

    /// Rewrites an operation, and follows it with what is left; nothing where it is redundant.
    fn operation(&mut self, at: usize, body: &Body, facts: &mut Facts) -> Option<Op> {
        if let Some(known) = self.loops.iter().find(|known| known.head == at) {
            self.available.enter_loop(&body.ops, *known, facts);
        }
        let mut op = body.ops[at];
        self.read_leaders(&mut op, facts);
        op = self.with_immediates(op, facts);
        // What closes a loop goes back: there its head has forgotten what matters.
        if op.target().is_some() && !matches!(op, Op::ForNext(..) | Op::DecrementJump(..)) {
            return self.jump(at, op, body, facts);
        }
        let rewritten = self.rewritten(at, op, facts)?;
        // The value is the same, but of the answer more may be known.
        self.available.transfer(at, op, facts);
        Some(rewritten)
    }

    fn rewritten(&mut self, at: usize, op: Op, facts: &Facts) -> Option<Op> {
        if let Op::Const(d, _) | Op::LoadConst(d, _) | Op::Copy(d, _) = op {
            let value = self.available.copied(op, facts);
            return (!facts.holds(d, value)).then_some(op);
        }
        if let Op::CheckSome(a) = op {
            let value = facts.value_of(a, &mut self.available.values);
            return (facts.equals(value, -1, &self.available.values) != Some(false)).then_some(op);
        }
        if let Op::GetGlobal(d, _) = op
            && let Some(value) = self.available.answer(op, facts)
        {
            return self.copy_of(op, d, value, facts);
        }
        if let Op::Ask(d, ..) | Op::AskPair(d, ..) | Op::AskSlotImm(d, ..) | Op::AskImm(d, ..) = op
            && let Some(value) = self.available.answer(op, facts)
        {
            // It does not fault where it did not before.
            let is_read = self.live.before(at + 1).contains(d);
            return is_read.then(|| self.copy_of(op, d, value, facts)).flatten();
        }
        Some(op)
    }

    /// What is left of an operation whose answer is available: a copy of it, or nothing where it stands there already.
    fn copy_of(&self, op: Op, d: Slot, value: Value, facts: &Facts) -> Option<Op> {
        if facts.holds(d, value) {
            return None;
        }
        let number =
            facts.number(value, &self.available.values).and_then(|number| i32::try_from(number).ok());
        Some(match (number, facts.leader(value)) {
            (Some(number), _) => Op::Const(d, number),
            (None, Some(leader)) => Op::Copy(d, leader),
            (None, None) => op,
        })
    }

    fn read_leaders(&mut self, op: &mut Op, facts: &Facts) {
        let available = &mut self.available;
        op.slots(&mut |usage, slot| {
            if usage == Use::Read {
                *slot = available.leader(*slot, facts);
            }
        });
        // One argument is a row of one.
        if let Op::Ask(_, builtin, first) | Op::List(_, builtin, first) | Op::OfferCounted(first, builtin, _) =
            op
            && builtin.arity() == 1
        {
            *first = available.leader(*first, facts);
        }
    }

    /// The operation with numbers in place of slots that are known to hold them.
    fn with_immediates(&mut self, op: Op, facts: &Facts) -> Op {
        self.immediate_form(op, facts).unwrap_or(op)
    }

    fn immediate_form(&mut self, op: Op, facts: &Facts) -> Option<Op> {
        if let Op::Ask(d, builtin, first) = op {
            let [n, m] = self.numbers_behind(builtin, first, facts)?;
            return Some(Op::AskSlotImm(d, builtin, self.available.leader(first, facts), n, m));
        }
        if let Op::List(d, builtin, first) = op {
            let [n, m] = self.numbers_behind(builtin, first, facts)?;
            return Some(Op::ListSlotImm(d, builtin, self.available.leader(first, facts), n, m));
        }
        let available = &mut self.available;
        if let Op::AskPair(d, builtin, a, b) = op {
            return Some(Op::AskSlotImm(d, builtin, a, available.number(b, facts)?, 0));
        }
        if let Op::JumpEqual(a, b, to) = op {
            return Some(Op::JumpEqualImm(a, available.number(b, facts)?, to));
        }
        if let Op::JumpNotEqual(a, b, to) = op {
            return Some(Op::JumpNotEqualImm(a, available.number(b, facts)?, to));
        }
        if let Op::JumpLessImm(a, 1, to) = op {
            return available.is_never_negative(a, facts).then_some(Op::JumpEqualImm(a, 0, to));
        }
        if let Op::JumpGreaterImm(a, 0, to) = op {
            return available.is_never_negative(a, facts).then_some(Op::JumpNotEqualImm(a, 0, to));
        }
        let Op::SetGlobal(a, var) = op else { return None };
        Some(Op::SetGlobalImm(available.number(a, facts)?, var))
    }

    /// The arguments behind the first where there are any and they are known.
    fn numbers_behind(&mut self, builtin: Builtin, first: Slot, facts: &Facts) -> Option<[i16; 2]> {
        let mut numbers = [0; 2];
        let behind = builtin.arity().checked_sub(1).filter(|behind| (1..=2).contains(behind))?;
        for (number, place) in numbers.iter_mut().zip(1..).take(behind) {
            *number = self.available.number(first.wrapping_add(place), facts)?;
        }
        Some(numbers)
    }
}

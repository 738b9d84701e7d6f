//! Where one goes on from an operation, and what is known there: jumps that are decided, ways that meet, and operations
//! that are passed by because all that they would do is known.

use rota_bytecode::{Op, Slot};

use super::body::{Body, written};
use super::dataflow::{Known, State, Value};
use super::split::Edge;
use super::value_numbering::Follow;

impl Follow<'_> {
    /// What is known where several ways meet.
    pub(super) fn join(&mut self, at: usize, edges: Vec<Edge>) -> Option<State> {
        let (first, others) = edges.split_first()?;
        let mut state = first.state.clone();
        others.iter().for_each(|edge| state.merge(&edge.state, &mut self.values));
        // Who comes around a loop is not among them.
        if !others.is_empty() && self.loops.iter().all(|known| known.first != at) {
            self.joins.add(at, edges, state.clone());
        }
        Some(state)
    }

    /// A jump that may be taken: what is known on both ways.
    pub(super) fn jump(&mut self, at: usize, mut op: Op, body: &Body, state: &mut State) -> Op {
        let target = op.target().unwrap_or(u32::MAX);
        match self.decided(op, state) {
            Some(false) => {
                self.needless[at] = true;
                op
            }
            Some(true) => Op::Jump(self.arrive(at, target, state.clone(), body)),
            None => {
                let mut there = state.clone();
                if let Some((value, number, when)) = self.condition(op, state) {
                    learn(&mut there, value, number, when);
                    learn(state, value, number, !when);
                }
                if matches!(op, Op::ForEach(..)) {
                    // It goes on behind its last operation.
                    self.arrive_at(at, target, there);
                } else {
                    // Operations with a short target come later.
                    let _ = op.set_target(self.arrive(at, target, there, body));
                }
                self.forget_slots(at, op, state);
                op
            }
        }
    }

    /// Whether a jump is taken, if that is known.
    fn decided(&mut self, op: Op, state: &mut State) -> Option<bool> {
        match op {
            Op::Jump(_) => Some(true),
            Op::JumpEqual(a, b, _) | Op::JumpLessEqual(a, b, _) if self.same(a, b, state) => Some(true),
            Op::JumpNotEqual(a, b, _) | Op::JumpLess(a, b, _) if self.same(a, b, state) => Some(false),
            Op::JumpLessImm(a, n, _) => self.number(a, state).map(|number: i64| number < n.into()),
            Op::JumpGreaterImm(a, n, _) => self.number(a, state).map(|number: i64| number > n.into()),
            Op::ForEach(list, ..) => {
                let list = state.get(list, &mut self.values);
                (state.known.get(&list) == Some(&Known::Empty)).then_some(true)
            }
            _ => {
                let (value, number, when) = self.condition(op, state)?;
                state.is(value, number, &self.values).map(|is| is == when)
            }
        }
    }

    /// The value that a jump compares, the number, and whether it is taken where they are the same.
    pub(super) fn condition(&mut self, op: Op, state: &mut State) -> Option<(Value, i64, bool)> {
        let (values, is_taken) =
            (&mut self.values, matches!(op, Op::JumpEqualImm(..) | Op::JumpGlobalEqual(..)));
        match op {
            Op::JumpEqualImm(a, number, _) | Op::JumpNotEqualImm(a, number, _) => {
                Some((state.get(a, values), number.into(), is_taken))
            }
            Op::JumpGlobalEqual(number, var, _) | Op::JumpGlobalNotEqual(number, var, _) => {
                let value = *state.vars.entry(var).or_insert_with(|| values.fresh());
                Some((value, number.into(), is_taken))
            }
            _ => None,
        }
    }

    fn same(&mut self, a: Slot, b: Slot, state: &State) -> bool {
        state.get(a, &mut self.values) == state.get(b, &mut self.values)
    }

    /// Goes on at a place with what is known, or behind it where nothing is done there that is not known already;
    /// returns where. Nothing goes past the beginning of a part that is counted.
    fn arrive(&mut self, at: usize, target: u32, state: State, body: &Body) -> u32 {
        let (mut landing, mut next) = (target, target);
        let (mut past, mut skipped) = (state.clone(), Vec::new());
        while let Some(op) = body.ops.get(next as usize).copied()
            && !body.counts_at(next as usize)
        {
            next = match self.decided(op, &mut past) {
                Some(true) => op.target().unwrap_or(next),
                Some(false) => next + 1,
                None if let Some(slots) = self.only_writes(op, &mut past) => {
                    skipped.extend(slots);
                    next + 1
                }
                None => break,
            };
            // What was not written must be read by nobody, and nobody comes into the middle of a loop.
            let live = self.live.get(next as usize).copied().unwrap_or_default();
            let unread = |slot: &Slot| !live.has(*slot) || state.same(&past, *slot);
            if skipped.iter().all(unread)
                && self.loops.iter().all(|known| !known.is_broken_into(at, next as usize))
            {
                landing = next;
            }
        }
        self.arrive_at(at, landing, state);
        landing
    }

    /// The slots that an operation writes, where it does nothing else and what it writes is known.
    fn only_writes(&mut self, op: Op, state: &mut State) -> Option<Vec<Slot>> {
        match op {
            Op::Decide(d, who, _) if state.nothing_offered => {
                // Who is there may be asked.
                self.is_count(who, state).then_some(())?;
                let (value, action) = (self.values.constant(-1), self.values.constant(-2));
                state.set(d, value, 0);
                state.set(d.wrapping_add(1), action, 0);
                return Some(vec![d, d.wrapping_add(1)]);
            }
            _ => {}
        }
        let slot = written(op)?;
        let value = match op {
            Op::Const(_, number) => self.values.constant(number.into()),
            Op::Copy(_, a) => state.get(a, &mut self.values),
            Op::GetGlobal(_, var) => *state.vars.get(&var)?,
            Op::List(..) | Op::ListSlotImm(..) | Op::ListImm(..) if self.has_none(op, state) => {
                let list = self.values.fresh();
                state.known.insert(list, Known::Empty);
                list
            }
            Op::Ask(..) | Op::AskPair(..) | Op::AskSlotImm(..) | Op::AskImm(..) => {
                *state.answers.get(&self.question(op, state)?)?
            }
            _ => return None,
        };
        state.set(slot, value, 0);
        Some(vec![slot])
    }

    fn arrive_at(&mut self, at: usize, target: u32, state: State) {
        self.arriving.entry(target as usize).or_default().push(Edge { from: Some(at), state });
    }
}

/// Keeps what a condition says of a value.
fn learn(state: &mut State, value: Value, number: i64, is: bool) {
    state.known.insert(value, if is { Known::Is(number) } else { Known::IsNot(number) });
}

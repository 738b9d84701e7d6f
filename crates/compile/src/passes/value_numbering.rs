//! Follows values through a function: what is known already is not asked again, conditions that are known are no
//! conditions, and slots are read where a value was first.

use std::collections::BTreeMap;

use rota_bytecode::{Builtin, Op, Slot, Use};

use super::body::{Body, Loop};
use super::dataflow::{Known, Question, State, Value, Values};
use super::effects::{Changes, Context};
use super::liveness::{Live, live};
use super::split::{Edge, Joins, Split};

/// Runs the pass. Returns whether anything was left out or written in another way, and where not, what would be known
/// if some places were there twice.
pub(super) fn follow(body: &mut Body, context: &Context<'_>) -> (bool, Vec<Split>) {
    let mut pass = Follow {
        context,
        values: Values::default(),
        loops: body.loops(),
        live: live(body, context),
        arriving: BTreeMap::new(),
        needless: vec![false; body.ops.len()],
        joins: Joins::default(),
    };
    let before = body.ops.clone();
    let mut reached = Vec::with_capacity(body.ops.len());
    let mut state = Some(State::new(body.params, body.slots, &mut pass.values));
    state.iter_mut().for_each(|state| state.nothing_offered = body.begins);
    for at in 0..body.ops.len() {
        if let Some(mut edges) = pass.arriving.remove(&at) {
            edges.extend(state.take().map(|state| Edge { from: None, state }));
            state = pass.join(at, edges);
        }
        reached.push(state.is_some());
        let Some(known) = &mut state else {
            pass.needless[at] = true;
            continue;
        };
        pass.enter_loop(body, at, known);
        if let Some(fact) = pass.fact(body.ops[at], known) {
            pass.joins.look_back(at, fact, &pass.values);
        }
        let op = pass.operation(at, body, known);
        body.ops[at] = op;
        if op.is_terminator() {
            state = None;
        }
    }
    body.counted.retain(|part| (part.start..part.end).any(|at| reached[at as usize]));
    let rewritten = body.ops != before;
    let changed = body.leave_out(pass.needless) | rewritten;
    // Places are counted in the operations as they were.
    (changed, if changed { Vec::new() } else { pass.joins.splits })
}

/// The pass while it goes on: [`super::ways`] has what it knows of jumps, [`super::asked`] of questions.
pub(super) struct Follow<'p> {
    context: &'p Context<'p>,
    pub(super) values: Values,
    pub(super) loops: Vec<Loop>,
    /// The slots that are read from each operation on.
    pub(super) live: Vec<Live>,
    /// What is known where jumps arrive.
    pub(super) arriving: BTreeMap<usize, Vec<Edge>>,
    pub(super) needless: Vec<bool>,
    pub(super) joins: Joins,
}

impl Follow<'_> {
    /// Forgets what a round of the loop that begins here may change.
    fn enter_loop(&mut self, body: &Body, at: usize, state: &mut State) {
        let Some(known) = self.loops.iter().find(|known| known.first == at).copied() else { return };
        let round = &body.ops[known.first..=known.last];
        let mut changes = Changes::default();
        round.iter().for_each(|op| changes.join(&self.context.changes(*op)));
        self.change(&changes, state);
        for op in round {
            if !self.writes_the_same(*op, state) {
                self.forget_slots(at, *op, state);
            }
        }
    }

    /// Whether an operation writes what its slot holds already, in every round of a loop.
    fn writes_the_same(&mut self, op: Op, state: &State) -> bool {
        match op {
            Op::GetGlobal(d, var) => state.vars.get(&var).is_some_and(|known| state.holds(d, *known)),
            Op::AskImm(..) => self.is_answered(op, state),
            Op::Ask(_, builtin, _) => builtin.arity() == 0 && self.is_answered(op, state),
            _ => false,
        }
    }

    fn change(&mut self, changes: &Changes, state: &mut State) {
        state.change(changes.aspects);
        if changes.asks {
            state.determinize();
        }
        if changes.all_vars {
            state.vars.clear();
        }
        state.nothing_offered &= !changes.offers;
        state.vars.retain(|var, _| !changes.vars.contains(var));
    }

    /// Takes all slots that an operation writes as holding anything.
    pub(super) fn forget_slots(&mut self, at: usize, mut op: Op, state: &mut State) {
        let values = &mut self.values;
        op.slots(&mut |usage, slot| {
            let (first, count) = match usage {
                Use::Write | Use::Change => (*slot, 1),
                Use::Pair | Use::Begin | Use::Proceed | Use::Fill => (*slot, 2),
                Use::Call(_) => (*slot, usize::from(Slot::MAX - *slot) + 1),
                Use::Read | Use::Row(_) => return,
            };
            // A list stays where it is while it is walked over.
            let keeps = usize::from(matches!(usage, Use::Begin | Use::Proceed));
            state.forget(usize::from(first) + keeps, count - keeps, at, values);
        });
    }

    /// Follows one operation and returns what is left of it.
    fn operation(&mut self, at: usize, body: &Body, state: &mut State) -> Op {
        let mut op = body.ops[at];
        self.read_where_it_was_first(&mut op, state);
        op = self.with_numbers(op, state);
        match op {
            Op::Const(d, number) => {
                let value = self.values.constant(number.into());
                self.put(at, d, value, state);
            }
            Op::LoadConst(d, index) => {
                let value = match self.context.long(index) {
                    Some(number) => self.values.constant(number),
                    None => self.values.fresh(),
                };
                self.put(at, d, value, state);
            }
            Op::Copy(d, a) => {
                let value = state.get(a, &mut self.values);
                self.put(at, d, value, state);
            }
            Op::GetGlobal(d, var) => {
                let known = state.vars.get(&var).copied();
                let value = known.unwrap_or_else(|| self.values.fresh());
                state.vars.insert(var, value);
                op = self.found(at, op, d, known.is_some().then_some(value), state);
                state.set(d, value, at);
            }
            Op::SetGlobal(a, var) => {
                state.vars.insert(var, state.get(a, &mut self.values));
            }
            Op::SetGlobalImm(number, var) => {
                state.vars.insert(var, self.values.constant(number.into()));
            }
            Op::Ask(d, ..) | Op::AskPair(d, ..) | Op::AskSlotImm(d, ..) | Op::AskImm(d, ..) => {
                let question = self.question(op, state);
                let known = question.and_then(|question| state.answers.get(&question).copied());
                let value = known.unwrap_or_else(|| self.values.fresh());
                state.answers.extend(question.map(|question| (question, value)));
                if op.builtin().is_some_and(Builtin::is_never_negative) {
                    self.values.counts(value);
                }
                if let Some(Question { builtin, args: [Some(about), ..] }) = question
                    && builtin.refuses_none()
                {
                    state.known.entry(about).or_insert(Known::IsNot(-1));
                }
                if known.is_some() && !self.live[at + 1].has(d) {
                    self.needless[at] = true;
                    return op;
                }
                op = self.found(at, op, d, known, state);
                state.set(d, value, at);
            }
            Op::List(d, ..) | Op::ListSlotImm(d, ..) | Op::ListImm(d, ..) => {
                let list = self.values.fresh();
                if self.has_none(op, state) {
                    state.known.insert(list, Known::Empty);
                }
                state.set(d, list, at);
            }
            Op::CheckSome(a) => {
                let value = state.get(a, &mut self.values);
                self.needless[at] = state.is(value, -1, &self.values) == Some(false);
                state.known.entry(value).or_insert(Known::IsNot(-1));
            }
            Op::ForNext(..) | Op::DecrementJump(..) => {}
            _ if op.target().is_some() => op = self.jump(at, op, body, state),
            _ => {
                let changes = self.context.changes(op);
                self.change(&changes, state);
                self.forget_slots(at, op, state);
                if changes.offers {
                    self.joins.offer(at);
                }
                // What was offered is gone once it was chosen from.
                state.nothing_offered |= matches!(op, Op::Decide(..));
            }
        }
        op
    }

    /// Puts a value into a slot, unless it is there.
    fn put(&mut self, at: usize, d: Slot, value: Value, state: &mut State) {
        self.needless[at] = state.holds(d, value);
        if !state.holds(d, value) {
            state.set(d, value, at);
        }
    }

    /// What is left of an operation whose answer is known: a copy of it, or nothing.
    fn found(&mut self, at: usize, op: Op, d: Slot, known: Option<Value>, state: &State) -> Op {
        let Some(value) = known else { return op };
        if state.holds(d, value) {
            self.needless[at] = true;
            return op;
        }
        let number = state.number(value, &self.values).and_then(|number| i32::try_from(number).ok());
        match (number, state.holder(value)) {
            (Some(number), _) => Op::Const(d, number),
            (None, Some(holder)) => Op::Copy(d, holder),
            (None, None) => op,
        }
    }

    fn read_where_it_was_first(&mut self, op: &mut Op, state: &State) {
        let values = &mut self.values;
        op.slots(&mut |usage, slot| {
            if usage == Use::Read {
                *slot = state.holder(state.get(*slot, values)).unwrap_or(*slot);
            }
        });
        // One argument is a row of one.
        if let Op::Ask(_, builtin, first) | Op::List(_, builtin, first) | Op::OfferCounted(first, builtin, _) =
            op
            && builtin.arity() == 1
        {
            *first = state.holder(state.get(*first, values)).unwrap_or(*first);
        }
    }

    /// The operation with numbers in place of slots that are known to hold them.
    fn with_numbers(&mut self, op: Op, state: &State) -> Op {
        match op {
            Op::Ask(d, builtin, first) if let Some([n, m]) = self.numbers_behind(builtin, first, state) => {
                let a = self.first(first, state);
                Op::AskSlotImm(d, builtin, a, n, m)
            }
            Op::List(d, builtin, first) if let Some([n, m]) = self.numbers_behind(builtin, first, state) => {
                let a = self.first(first, state);
                Op::ListSlotImm(d, builtin, a, n, m)
            }
            Op::AskPair(d, builtin, a, b) if let Some(n) = self.number(b, state) => {
                Op::AskSlotImm(d, builtin, a, n, 0)
            }
            Op::JumpEqual(a, b, to) if let Some(n) = self.number(b, state) => Op::JumpEqualImm(a, n, to),
            Op::JumpNotEqual(a, b, to) if let Some(n) = self.number(b, state) => {
                Op::JumpNotEqualImm(a, n, to)
            }
            Op::JumpLessImm(a, 1, to) if self.is_count(a, state) => Op::JumpEqualImm(a, 0, to),
            Op::JumpGreaterImm(a, 0, to) if self.is_count(a, state) => Op::JumpNotEqualImm(a, 0, to),
            Op::SetGlobal(a, var) if let Some(n) = self.number(a, state) => Op::SetGlobalImm(n, var),
            _ => op,
        }
    }

    /// The arguments behind the first where there are any and they are known.
    fn numbers_behind(&mut self, builtin: Builtin, first: Slot, state: &State) -> Option<[i16; 2]> {
        let mut numbers = [0; 2];
        let behind = builtin.arity().checked_sub(1).filter(|behind| (1..=2).contains(behind))?;
        for (number, place) in numbers.iter_mut().zip(1..).take(behind) {
            *number = self.number(first.wrapping_add(place), state)?;
        }
        Some(numbers)
    }

    pub(super) fn is_count(&mut self, slot: Slot, state: &State) -> bool {
        let value = state.get(slot, &mut self.values);
        self.values.is_count(value)
    }

    fn first(&mut self, slot: Slot, state: &State) -> Slot {
        state.holder(state.get(slot, &mut self.values)).unwrap_or(slot)
    }

    pub(super) fn number<N: TryFrom<i64>>(&mut self, slot: Slot, state: &State) -> Option<N> {
        let value = state.get(slot, &mut self.values);
        state.number(value, &self.values).and_then(|number| N::try_from(number).ok())
    }
}

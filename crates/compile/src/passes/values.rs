//! Follows values through a function: what is known already is not asked again, conditions that are known are no
//! conditions, and slots are read where a value was first.

use std::collections::BTreeMap;

use rota_bytecode::builtin::MOST_ARGS;
use rota_bytecode::{Builtin, Op, Slot, Use};

use super::body::{Body, Loop, written};
use super::effects::{Changes, Context};
use super::live::{Live, live};
use super::split::{Edge, Fact, Joins, Split};
use super::state::{Known, Question, State, Value, Values};

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
        if op.ends() {
            state = None;
        }
    }
    body.counted.retain(|part| (part.start..part.end).any(|at| reached[at as usize]));
    let rewritten = body.ops != before;
    let changed = body.leave_out(pass.needless) | rewritten;
    // Places are counted in the operations as they were.
    (changed, if changed { Vec::new() } else { pass.joins.splits })
}

struct Follow<'p> {
    context: &'p Context<'p>,
    values: Values,
    loops: Vec<Loop>,
    /// The slots that are read from each operation on.
    live: Vec<Live>,
    /// What is known where jumps arrive.
    arriving: BTreeMap<usize, Vec<Edge>>,
    needless: Vec<bool>,
    joins: Joins,
}

impl Follow<'_> {
    /// What is known where several ways meet.
    fn join(&mut self, at: usize, edges: Vec<Edge>) -> Option<State> {
        let (first, others) = edges.split_first()?;
        let mut state = first.state.clone();
        others.iter().for_each(|edge| state.merge(&edge.state, &mut self.values));
        // Who comes around a loop is not among them.
        if !others.is_empty() && self.loops.iter().all(|known| known.first != at) {
            self.joins.add(at, edges, state.clone());
        }
        Some(state)
    }

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
            Op::GetGame(d, var) => state.vars.get(&var).is_some_and(|known| state.holds(d, *known)),
            Op::AskNumber(..) => self.is_answered(op, state),
            Op::Ask(_, builtin, _) => builtin.arity() == 0 && self.is_answered(op, state),
            _ => false,
        }
    }

    fn change(&mut self, changes: &Changes, state: &mut State) {
        state.change(changes.aspects);
        if changes.asks {
            state.redeal();
        }
        if changes.all_vars {
            state.vars.clear();
        }
        state.nothing_offered &= !changes.offers;
        state.vars.retain(|var, _| !changes.vars.contains(var));
    }

    /// Takes all slots that an operation writes as holding anything.
    fn forget_slots(&mut self, at: usize, mut op: Op, state: &mut State) {
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
            Op::Long(d, index) => {
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
            Op::GetGame(d, var) => {
                let known = state.vars.get(&var).copied();
                let value = known.unwrap_or_else(|| self.values.fresh());
                state.vars.insert(var, value);
                op = self.found(at, op, d, known.is_some().then_some(value), state);
                state.set(d, value, at);
            }
            Op::SetGame(a, var) => {
                state.vars.insert(var, state.get(a, &mut self.values));
            }
            Op::SetGameNumber(number, var) => {
                state.vars.insert(var, self.values.constant(number.into()));
            }
            Op::Ask(d, ..) | Op::AskPair(d, ..) | Op::AskConst(d, ..) | Op::AskNumber(d, ..) => {
                let question = self.question(op, state);
                let known = question.and_then(|question| state.answers.get(&question).copied());
                let value = known.unwrap_or_else(|| self.values.fresh());
                state.answers.extend(question.map(|question| (question, value)));
                if op.question().is_some_and(Builtin::is_never_negative) {
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
            Op::List(d, ..) | Op::ListConst(d, ..) | Op::ListNumber(d, ..) => {
                let list = self.values.fresh();
                if self.has_none(op, state) {
                    state.known.insert(list, Known::Empty);
                }
                state.set(d, list, at);
            }
            Op::Some(a) => {
                let value = state.get(a, &mut self.values);
                self.needless[at] = state.is(value, -1, &self.values) == Some(false);
                state.known.entry(value).or_insert(Known::IsNot(-1));
            }
            Op::Next(..) | Op::Countdown(..) => {}
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

    /// Whether the answer to what an operation asks for is a set without members, for all that is known.
    fn has_none(&mut self, op: Op, state: &State) -> bool {
        let asked = self.question_of_any(op, state);
        let is_none = |question| {
            let any = state.answers.get(&question)?;
            state.is(*any, 0, &self.values)
        };
        asked.into_iter().flatten().any(|question| is_none(question) == Some(true))
    }

    /// The questions whether what an operation asks for has any members, and whether there would be any of all kinds.
    fn question_of_any(&mut self, op: Op, state: &State) -> [Option<Question>; 2] {
        let question = self.question(op, state);
        let any = |question: Question| Some(Question { builtin: question.builtin.any()?, ..question });
        let of_all = question.filter(|question| question.builtin.narrows()).map(|mut question| {
            question.args[question.builtin.arity() - 1] = Some(self.values.constant(-1));
            question
        });
        [question.and_then(any), of_all.and_then(any)]
    }

    /// What an operation would do less for if it were known.
    fn fact(&mut self, op: Op, state: &mut State) -> Option<Fact> {
        match op {
            Op::Decide(..) => (!state.nothing_offered).then_some(Fact::NothingOffered),
            Op::List(..) | Op::ListConst(..) | Op::ListNumber(..) => {
                let [_, of_all] = self.question_of_any(op, state);
                let any = *state.answers.get(&of_all?)?;
                state.is(any, 0, &self.values).is_none().then_some(Fact::Is(any, 0))
            }
            _ => {
                let (value, number, _) = self.condition(op, state)?;
                state.is(value, number, &self.values).is_none().then_some(Fact::Is(value, number))
            }
        }
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

    /// A jump that may be taken: what is known on both ways.
    fn jump(&mut self, at: usize, mut op: Op, body: &Body, state: &mut State) -> Op {
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
                if matches!(op, Op::Walk(..)) {
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
            Op::JumpBelow(a, n, _) => self.number(a, state).map(|number: i64| number < n.into()),
            Op::JumpAbove(a, n, _) => self.number(a, state).map(|number: i64| number > n.into()),
            Op::Walk(list, ..) => {
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
    fn condition(&mut self, op: Op, state: &mut State) -> Option<(Value, i64, bool)> {
        let (values, is_taken) = (&mut self.values, matches!(op, Op::JumpIs(..) | Op::JumpGameIs(..)));
        match op {
            Op::JumpIs(a, number, _) | Op::JumpIsNot(a, number, _) => {
                Some((state.get(a, values), number.into(), is_taken))
            }
            Op::JumpGameIs(number, var, _) | Op::JumpGameIsNot(number, var, _) => {
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
            Op::GetGame(_, var) => *state.vars.get(&var)?,
            Op::List(..) | Op::ListConst(..) | Op::ListNumber(..) if self.has_none(op, state) => {
                let list = self.values.fresh();
                state.known.insert(list, Known::Empty);
                list
            }
            Op::Ask(..) | Op::AskPair(..) | Op::AskConst(..) | Op::AskNumber(..) => {
                *state.answers.get(&self.question(op, state)?)?
            }
            _ => return None,
        };
        state.set(slot, value, 0);
        Some(vec![slot])
    }

    /// Whether an operation asks for what stands already where it writes it.
    fn is_answered(&mut self, op: Op, state: &State) -> bool {
        let (Some(question), Some(slot)) = (self.question(op, state), written(op)) else { return false };
        state.answers.get(&question).is_some_and(|value| state.holds(slot, *value))
    }

    fn arrive_at(&mut self, at: usize, target: u32, state: State) {
        self.arriving.entry(target as usize).or_default().push(Edge { from: Some(at), state });
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
                Op::AskConst(d, builtin, a, n, m)
            }
            Op::List(d, builtin, first) if let Some([n, m]) = self.numbers_behind(builtin, first, state) => {
                let a = self.first(first, state);
                Op::ListConst(d, builtin, a, n, m)
            }
            Op::AskPair(d, builtin, a, b) if let Some(n) = self.number(b, state) => {
                Op::AskConst(d, builtin, a, n, 0)
            }
            Op::JumpEqual(a, b, to) if let Some(n) = self.number(b, state) => Op::JumpIs(a, n, to),
            Op::JumpNotEqual(a, b, to) if let Some(n) = self.number(b, state) => Op::JumpIsNot(a, n, to),
            Op::JumpBelow(a, 1, to) if self.is_count(a, state) => Op::JumpIs(a, 0, to),
            Op::JumpAbove(a, 0, to) if self.is_count(a, state) => Op::JumpIsNot(a, 0, to),
            Op::SetGame(a, var) if let Some(n) = self.number(a, state) => Op::SetGameNumber(n, var),
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

    fn is_count(&mut self, slot: Slot, state: &State) -> bool {
        let value = state.get(slot, &mut self.values);
        self.values.is_count(value)
    }

    fn first(&mut self, slot: Slot, state: &State) -> Slot {
        state.holder(state.get(slot, &mut self.values)).unwrap_or(slot)
    }

    fn number<N: TryFrom<i64>>(&mut self, slot: Slot, state: &State) -> Option<N> {
        let value = state.get(slot, &mut self.values);
        state.number(value, &self.values).and_then(|number| N::try_from(number).ok())
    }

    /// The question that an operation asks, with what it is about.
    fn question(&mut self, op: Op, state: &State) -> Option<Question> {
        let builtin = op.question()?;
        let (mut args, values) = ([None; MOST_ARGS], &mut self.values);
        let mut slot = |slot| Some(state.get(slot, values));
        match op {
            Op::Ask(_, _, first) | Op::List(_, _, first) => {
                for (arg, place) in args.iter_mut().zip(0..).take(builtin.arity()) {
                    *arg = slot(first.wrapping_add(place));
                }
            }
            Op::AskPair(_, _, a, b) => [args[0], args[1]] = [slot(a), slot(b)],
            Op::AskConst(_, _, a, n, m) | Op::ListConst(_, _, a, n, m) => {
                let numbers = [n, m].map(|number| Some(values.constant(number.into())));
                args = [Some(state.get(a, values)), numbers[0], numbers[1]];
            }
            Op::AskNumber(_, _, n) | Op::ListNumber(_, _, n) => args[0] = Some(values.constant(n.into())),
            _ => return None,
        }
        args[builtin.arity()..].fill(None);
        Some(Question { builtin, args })
    }
}

/// Keeps what a condition says of a value.
fn learn(state: &mut State, value: Value, number: i64, is: bool) {
    state.known.insert(value, if is { Known::Is(number) } else { Known::IsNot(number) });
}

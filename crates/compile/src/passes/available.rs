//! Available expressions, an analysis: which answers and values are at hand where an operation runs, and what the
//! conditions on the way there have said of them.
//!
//! [`Available::transfer`] says what an operation does to the [`Facts`] before it, the rest what follows from them.

use rota_bytecode::builtin::MAX_ARGS;
use rota_bytecode::{Op, Slot, Use};

use super::cfg::Loop;
use super::effects::{ModSet, Summaries};
use super::facts::{Facts, Predicate, Query, Value, Values};

/// The analysis while it runs over a function.
pub(super) struct Available<'p> {
    summaries: &'p Summaries<'p>,
    pub values: Values,
}

impl<'p> Available<'p> {
    pub fn new(summaries: &'p Summaries<'p>) -> Available<'p> {
        Available { summaries, values: Values::default() }
    }

    /// From the facts before an operation to those behind it, where it goes on there.
    pub fn transfer(&mut self, at: usize, op: Op, facts: &mut Facts) {
        if let Op::Const(d, _) | Op::LoadConst(d, _) | Op::Copy(d, _) = op {
            let value = self.copied(op, facts);
            facts.define(d, value, at);
        } else if let Op::GetGlobal(d, var) = op {
            let value = *facts.vars.entry(var).or_insert_with(|| self.values.fresh());
            facts.define(d, value, at);
        } else if let Op::SetGlobal(a, var) = op {
            facts.vars.insert(var, facts.value_of(a, &mut self.values));
        } else if let Op::SetGlobalImm(number, var) = op {
            facts.vars.insert(var, self.values.constant(number.into()));
        } else if let Op::Ask(d, ..) | Op::AskPair(d, ..) | Op::AskSlotImm(d, ..) | Op::AskImm(d, ..) = op {
            let value = self.asked(op, facts);
            facts.define(d, value, at);
        } else if let Op::List(d, ..) | Op::ListSlotImm(d, ..) | Op::ListImm(d, ..) = op {
            let list = self.values.fresh();
            if self.is_empty_set(op, facts) {
                facts.predicates.insert(list, Predicate::Empty);
            }
            facts.define(d, list, at);
        } else if let Op::CheckSome(a) = op {
            let value = facts.value_of(a, &mut self.values);
            facts.predicates.entry(value).or_insert(Predicate::Differs(-1));
        } else if !matches!(op, Op::ForNext(..) | Op::DecrementJump(..)) {
            if op.target().is_none() {
                self.invalidate(&self.summaries.mods(op), facts);
            }
            self.clobber_slots(at, op, facts);
            // What was offered is gone once it was chosen from.
            facts.nothing_offered |= matches!(op, Op::Decide(..));
        }
    }

    /// The value that an operation puts into a slot, where it is known before the operation runs and does not come from
    /// an answer.
    pub fn copied(&mut self, op: Op, facts: &Facts) -> Value {
        if let Op::Copy(_, a) = op {
            return facts.value_of(a, &mut self.values);
        }
        match self.summaries.number(op) {
            Some(number) => self.values.constant(number),
            None => self.values.fresh(),
        }
    }

    /// The answer to a query, which is available from here on, and what asking for it says of the values.
    fn asked(&mut self, op: Op, facts: &mut Facts) -> Value {
        let query = self.query(op, facts);
        let known = query.and_then(|query| facts.available.get(&query).copied());
        let value = known.unwrap_or_else(|| self.values.fresh());
        facts.available.extend(query.map(|query| (query, value)));
        if op.builtin().is_some_and(|builtin| builtin.info().is_never_negative) {
            self.values.assume_never_negative(value);
        }
        if let Some(query @ Query { args: [Some(about), ..], .. }) = query
            && self.refuses_none(query)
        {
            facts.predicates.entry(about).or_insert(Predicate::Differs(-1));
        }
        value
    }

    /// The answer to what an operation asks or reads, if that is available.
    pub fn answer(&mut self, op: Op, facts: &Facts) -> Option<Value> {
        if let Op::GetGlobal(_, var) = op {
            return facts.vars.get(&var).copied();
        }
        self.query(op, facts).and_then(|query| facts.available.get(&query).copied())
    }

    /// Forgets what a round of a loop may change.
    pub fn enter_loop(&mut self, ops: &[Op], known: Loop, facts: &mut Facts) {
        let mut mods = ModSet::default();
        let round = &ops[known.head..=known.latch];
        round.iter().for_each(|op| mods.join(&self.summaries.mods(*op)));
        self.invalidate(&mods, facts);
        for op in round {
            if !self.is_invariant(*op, facts) {
                self.clobber_slots(known.head, *op, facts);
            }
        }
    }

    /// Whether an operation writes what its slot holds already, in every round of a loop.
    fn is_invariant(&mut self, op: Op, facts: &Facts) -> bool {
        let (Op::GetGlobal(d, _) | Op::AskImm(d, ..) | Op::Ask(d, ..)) = op else { return false };
        let is_of_nothing = !matches!(op, Op::Ask(_, builtin, _) if builtin.arity() > 0);
        is_of_nothing && self.answer(op, facts).is_some_and(|value| facts.holds(d, value))
    }

    fn invalidate(&self, mods: &ModSet, facts: &mut Facts) {
        facts.invalidate(mods.position);
        if mods.asks {
            facts.determinize();
        }
        if mods.all_vars {
            facts.vars.clear();
        }
        facts.nothing_offered &= !mods.offers;
        facts.vars.retain(|var, _| !mods.vars.contains(var));
    }

    /// Takes all slots that an operation writes as holding anything.
    fn clobber_slots(&mut self, at: usize, mut op: Op, facts: &mut Facts) {
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
            facts.clobber(usize::from(first) + keeps, count - keeps, at, values);
        });
    }

    /// Whether a jump is taken, if that is known.
    pub fn is_taken(&mut self, op: Op, facts: &mut Facts) -> Option<bool> {
        let values = &mut self.values;
        let mut same = |a, b| facts.value_of(a, values) == facts.value_of(b, values);
        if let Op::JumpEqual(a, b, _) | Op::JumpLessEqual(a, b, _) = op {
            return same(a, b).then_some(true);
        }
        if let Op::JumpNotEqual(a, b, _) | Op::JumpLess(a, b, _) = op {
            return same(a, b).then_some(false);
        }
        if let Op::JumpLessImm(a, n, _) = op {
            return self.number(a, facts).map(|number: i64| number < n.into());
        }
        if let Op::JumpGreaterImm(a, n, _) = op {
            return self.number(a, facts).map(|number: i64| number > n.into());
        }
        if let Op::ForEach(list, ..) = op {
            let list = facts.value_of(list, &mut self.values);
            return (facts.predicates.get(&list) == Some(&Predicate::Empty)).then_some(true);
        }
        if matches!(op, Op::Jump(_)) {
            return Some(true);
        }
        let (value, number, when) = self.condition(op, facts)?;
        facts.equals(value, number, &self.values).map(|equals| equals == when)
    }

    /// Keeps what a jump says of the value that it compares, where it is taken or not.
    pub fn assume(&mut self, op: Op, is_taken: bool, facts: &mut Facts) {
        if let Some((value, number, when)) = self.condition(op, facts) {
            let holds = is_taken == when;
            facts
                .predicates
                .insert(value, if holds { Predicate::Equals(number) } else { Predicate::Differs(number) });
        }
    }

    /// The value that a jump compares, the number, and whether it is taken where they are the same.
    fn condition(&mut self, op: Op, facts: &mut Facts) -> Option<(Value, i64, bool)> {
        let (values, when) = (&mut self.values, matches!(op, Op::JumpEqualImm(..) | Op::JumpGlobalEqual(..)));
        if let Op::JumpEqualImm(a, number, _) | Op::JumpNotEqualImm(a, number, _) = op {
            return Some((facts.value_of(a, values), number.into(), when));
        }
        let (Op::JumpGlobalEqual(number, var, _) | Op::JumpGlobalNotEqual(number, var, _)) = op else {
            return None;
        };
        let value = *facts.vars.entry(var).or_insert_with(|| values.fresh());
        Some((value, number.into(), when))
    }

    /// Whether what an operation asks for is a set without members: the set itself is known to be, or that of all
    /// kinds.
    pub fn is_empty_set(&mut self, op: Op, facts: &Facts) -> bool {
        let query = self.query(op, facts);
        let of_all = query.filter(|query| query.builtin.info().narrows).map(|mut query| {
            query.args[query.builtin.arity() - 1] = Some(self.values.constant(-1));
            query
        });
        [query, of_all].into_iter().flatten().any(|query| {
            let any = query.builtin.info().any.map(|builtin| {
                let reads = if builtin.asks_query() { query.reads } else { builtin.reads() };
                Query { builtin, reads, args: query.args }
            });
            let answer = any.and_then(|any| facts.available.get(&any));
            answer.is_some_and(|any| facts.equals(*any, 0, &self.values) == Some(true))
        })
    }

    /// The filtered query that is asked.
    fn filtered(&self, query: Query) -> Option<&'p rota_bytecode::Query> {
        let [_, number, _] = query.args;
        let number =
            number.filter(|_| query.builtin.asks_query()).and_then(|value| self.values.number(value));
        self.summaries.filtered(number?)
    }

    /// Whether what is asked is refused where the first value that it is asked with is none.
    fn refuses_none(&self, query: Query) -> bool {
        let filtered = || self.filtered(query).is_some_and(rota_bytecode::Query::refuses_none);
        query.builtin.info().refuses_none || filtered()
    }

    /// What an operation asks, with the values that it asks about.
    fn query(&mut self, op: Op, facts: &Facts) -> Option<Query> {
        let builtin = op.builtin()?;
        let (mut args, values) = ([None; MAX_ARGS], &mut self.values);
        let mut slot = |slot| Some(facts.value_of(slot, values));
        if let Op::Ask(_, _, first) | Op::List(_, _, first) = op {
            for (arg, place) in args.iter_mut().zip(0..).take(builtin.arity()) {
                *arg = slot(first.wrapping_add(place));
            }
        } else if let Op::AskPair(_, _, a, b) = op {
            [args[0], args[1]] = [slot(a), slot(b)];
        } else if let Op::AskSlotImm(_, _, a, n, m) | Op::ListSlotImm(_, _, a, n, m) = op {
            let numbers = [n, m].map(|number| Some(values.constant(number.into())));
            args = [Some(facts.value_of(a, values)), numbers[0], numbers[1]];
        } else if let Op::AskImm(_, _, n) | Op::ListImm(_, _, n) = op {
            // A query without parameters is named by its number alone.
            args[usize::from(builtin.asks_query())] = Some(values.constant(n.into()));
        } else {
            return None;
        }
        args[builtin.arity()..].fill(None);
        let mut query = Query { builtin, args, reads: builtin.reads() };
        if let Some(filtered) = self.filtered(query) {
            query.reads = filtered.reads();
        }
        Some(query)
    }

    /// Whether a slot holds what is never below 0.
    pub fn is_never_negative(&mut self, slot: Slot, facts: &Facts) -> bool {
        let value = facts.value_of(slot, &mut self.values);
        self.values.is_never_negative(value)
    }

    /// The number that a slot holds, if that is known.
    pub fn number<N: TryFrom<i64>>(&mut self, slot: Slot, facts: &Facts) -> Option<N> {
        let value = facts.value_of(slot, &mut self.values);
        facts.number(value, &self.values).and_then(|number| N::try_from(number).ok())
    }

    /// The slot where the value of another is read best: the one that has held it for longest.
    pub fn leader(&mut self, slot: Slot, facts: &Facts) -> Slot {
        facts.leader(facts.value_of(slot, &mut self.values)).unwrap_or(slot)
    }
}

//! What is known before an operation runs: which slots and variables hold the same, and what that may be.

use std::collections::{BTreeMap, BTreeSet};

use rota_bytecode::builtin::MOST_ARGS;
use rota_bytecode::{Builtin, EffectSet, Slot};

/// A value, by a number of its own: equal numbers are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(u32);

/// All values there are.
#[derive(Debug, Default)]
pub(super) struct Values {
    constants: BTreeMap<i64, Value>,
    /// For each value the number, where it is a constant.
    numbers: Vec<Option<i64>>,
    /// Those that are never below 0.
    counts: BTreeSet<Value>,
}

impl Values {
    /// A value of which nothing is known.
    pub fn fresh(&mut self) -> Value {
        self.numbers.push(None);
        Value(self.numbers.len() as u32 - 1)
    }

    pub fn constant(&mut self, number: i64) -> Value {
        if let Some(value) = self.constants.get(&number) {
            return *value;
        }
        let value = self.fresh();
        self.numbers[value.0 as usize] = Some(number);
        self.constants.insert(number, value);
        value
    }

    /// Takes a value as never below 0.
    pub fn counts(&mut self, value: Value) {
        self.counts.insert(value);
    }

    pub fn is_count(&self, value: Value) -> bool {
        self.counts.contains(&value)
    }

    pub fn number(&self, value: Value) -> Option<i64> {
        self.numbers[value.0 as usize]
    }
}

/// What a condition said of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Is(i64),
    IsNot(i64),
    /// It is a set without members.
    Empty,
}

/// A question with what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Question {
    pub builtin: Builtin,
    pub args: [Option<Value>; MOST_ARGS],
}

/// What a slot holds, and since which operation.
#[derive(Clone, Copy, Debug)]
struct Held {
    value: Value,
    since: u32,
}

/// What is known at one place.
#[derive(Clone, Debug)]
pub(super) struct State {
    slots: Vec<Held>,
    /// The variables of the game, as far as they are known.
    pub vars: BTreeMap<u16, Value>,
    /// What was asked, and has not changed since.
    pub answers: BTreeMap<Question, Value>,
    pub known: BTreeMap<Value, Known>,
    /// Whether nothing is offered for certain.
    pub nothing_offered: bool,
}

impl State {
    /// Where a function begins: the parameters may be anything, all other slots are 0.
    pub fn new(params: u16, slots: u16, values: &mut Values) -> State {
        let slots = (0..slots).map(|slot| if slot < params { values.fresh() } else { values.constant(0) });
        let slots = slots.map(|value| Held { value, since: 0 }).collect();
        State {
            slots,
            vars: BTreeMap::new(),
            answers: BTreeMap::new(),
            known: BTreeMap::new(),
            nothing_offered: false,
        }
    }

    pub fn get(&self, slot: Slot, values: &mut Values) -> Value {
        self.slots.get(usize::from(slot)).map_or_else(|| values.fresh(), |held| held.value)
    }

    /// Whether a slot holds the same here and there.
    pub fn same(&self, other: &State, slot: Slot) -> bool {
        other.slots.get(usize::from(slot)).is_none_or(|held| self.holds(slot, held.value))
    }

    pub fn holds(&self, slot: Slot, value: Value) -> bool {
        self.slots.get(usize::from(slot)).is_some_and(|held| held.value == value)
    }

    /// Puts a value into a slot at an operation.
    pub fn set(&mut self, slot: Slot, value: Value, at: usize) {
        if let Some(held) = self.slots.get_mut(usize::from(slot)) {
            *held = Held { value, since: at as u32 + 1 };
        }
    }

    /// Takes so many slots from the first on as holding anything.
    pub fn forget(&mut self, first: usize, count: usize, at: usize, values: &mut Values) {
        for held in self.slots.iter_mut().skip(first).take(count) {
            *held = Held { value: values.fresh(), since: at as u32 + 1 };
        }
    }

    /// The slot that has held a value for longest: who reads it there needs no copies.
    pub fn holder(&self, value: Value) -> Option<Slot> {
        let holders = self.slots.iter().zip(0..).filter(|(held, _)| held.value == value);
        holders.min_by_key(|(held, _)| held.since).and_then(|(_, slot): (_, usize)| Slot::try_from(slot).ok())
    }

    /// The number that a value is, if that is known here.
    pub fn number(&self, value: Value, values: &Values) -> Option<i64> {
        values.number(value).or(match self.known.get(&value) {
            Some(Known::Is(number)) => Some(*number),
            _ => None,
        })
    }

    /// Whether a value is a number, if that is known here.
    pub fn is(&self, value: Value, number: i64, values: &Values) -> Option<bool> {
        match (self.number(value, values), self.known.get(&value)) {
            (Some(known), _) => Some(known == number),
            (None, Some(Known::IsNot(other))) if *other == number => Some(false),
            _ => None,
        }
    }

    /// Forgets the answers that depend on these parts of the position.
    pub fn change(&mut self, aspects: EffectSet) {
        self.answers.retain(|question, _| !question.builtin.reads().meets(aspects));
    }

    /// Forgets what a player who thinks on a copy may have dealt anew.
    pub fn determinize(&mut self) {
        self.change(EffectSet::TILES);
        self.answers.retain(|question, _| question.builtin != Builtin::TileAttr);
    }

    /// Keeps what is known here and there.
    pub fn merge(&mut self, other: &State, values: &mut Values) {
        let mut both = Both { here: &self.known, there: &other.known, pairs: BTreeMap::new() };
        let mut known = BTreeMap::new();
        for (here, there) in self.slots.iter_mut().zip(&other.slots) {
            here.value = both.value(here.value, there.value, values, &mut known);
            here.since = here.since.max(there.since);
        }
        self.vars = both.shared(&self.vars, &other.vars, values, &mut known);
        self.answers = both.shared(&self.answers, &other.answers, values, &mut known);
        self.known = known;
        self.nothing_offered &= other.nothing_offered;
    }

    /// What stands where a value stands in another state.
    pub fn counterpart(&self, value: Value, other: &State) -> Option<Value> {
        let var =
            other.vars.iter().find(|(_, known)| **known == value).and_then(|(var, _)| self.vars.get(var));
        let slot = || {
            let place = other.slots.iter().position(|held| held.value == value)?;
            self.slots.get(place).map(|held| held.value)
        };
        let answer = || {
            let (question, _) = other.answers.iter().find(|(_, known)| **known == value)?;
            self.answers.get(question).copied()
        };
        var.copied().or_else(slot).or_else(answer)
    }
}

/// Two states in the making of one.
struct Both<'s> {
    here: &'s BTreeMap<Value, Known>,
    there: &'s BTreeMap<Value, Known>,
    /// What stands for one value here and another there.
    pairs: BTreeMap<(Value, Value), Value>,
}

impl Both<'_> {
    /// What both have an entry for.
    fn shared<K: Copy + Ord>(
        &mut self,
        here: &BTreeMap<K, Value>,
        there: &BTreeMap<K, Value>,
        values: &mut Values,
        known: &mut BTreeMap<Value, Known>,
    ) -> BTreeMap<K, Value> {
        let entries = here.iter().filter_map(|(key, here)| Some((*key, *here, *there.get(key)?)));
        entries.map(|(key, here, there)| (key, self.value(here, there, values, known))).collect()
    }

    fn value(
        &mut self,
        here: Value,
        there: Value,
        values: &mut Values,
        known: &mut BTreeMap<Value, Known>,
    ) -> Value {
        let value = if here == there {
            here
        } else {
            *self.pairs.entry((here, there)).or_insert_with(|| values.fresh())
        };
        if let Some(both) = self.known(here, there, values) {
            known.insert(value, both);
        }
        value
    }

    fn known(&self, here: Value, there: Value, values: &Values) -> Option<Known> {
        let of = |known: &BTreeMap<Value, Known>, value| {
            values.number(value).map(Known::Is).or_else(|| known.get(&value).copied())
        };
        match (of(self.here, here)?, of(self.there, there)?) {
            (one, other) if one == other => Some(one),
            (Known::Is(is), Known::IsNot(not)) | (Known::IsNot(not), Known::Is(is)) if is != not => {
                Some(Known::IsNot(not))
            }
            // Of two numbers none is what a slot mostly holds when it is not there.
            (Known::Is(one), Known::Is(other)) if one != -1 && other != -1 => Some(Known::IsNot(-1)),
            _ => None,
        }
    }
}

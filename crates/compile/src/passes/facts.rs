//! Dataflow facts: what holds before an operation runs. Which slots and variables hold the same value, which answers are
//! still available, and what conditions have said of values. Where ways come together, what holds on both remains
//! ([`Facts::meet`]).

use std::collections::{BTreeMap, BTreeSet};

use rota_bytecode::builtin::MAX_ARGS;
use rota_bytecode::{Builtin, EffectSet, Slot};

/// A value number: equal numbers are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(u32);

/// All value numbers there are.
#[derive(Debug, Default)]
pub(super) struct Values {
    constants: BTreeMap<i64, Value>,
    /// For each value the number, where it is a constant.
    numbers: Vec<Option<i64>>,
    /// Those that are never below 0.
    never_negative: BTreeSet<Value>,
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
    pub fn assume_never_negative(&mut self, value: Value) {
        self.never_negative.insert(value);
    }

    pub fn is_never_negative(&self, value: Value) -> bool {
        self.never_negative.contains(&value)
    }

    pub fn number(&self, value: Value) -> Option<i64> {
        self.numbers[value.0 as usize]
    }
}

/// What a condition has said of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Equals(i64),
    Differs(i64),
    /// It is a set without members.
    Empty,
}

/// A built-in with the values it is asked about: an expression that may be available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Query {
    pub builtin: Builtin,
    pub args: [Option<Value>; MAX_ARGS],
    /// What the answer depends on.
    pub reads: EffectSet,
}

/// The value that a slot holds, and since which operation.
#[derive(Clone, Copy, Debug)]
struct Held {
    value: Value,
    since: u32,
}

/// What holds at one place.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    slots: Vec<Held>,
    /// The variables of the game, as far as they are known.
    pub vars: BTreeMap<u16, Value>,
    /// The queries whose answers have not changed since they were asked.
    pub available: BTreeMap<Query, Value>,
    pub predicates: BTreeMap<Value, Predicate>,
    /// Whether nothing is offered for certain.
    pub nothing_offered: bool,
}

impl Facts {
    /// Where a function begins: the parameters may be anything, all other slots are 0.
    pub fn at_entry(params: u16, slots: u16, values: &mut Values) -> Facts {
        let slots = (0..slots).map(|slot| if slot < params { values.fresh() } else { values.constant(0) });
        let slots = slots.map(|value| Held { value, since: 0 }).collect();
        Facts {
            slots,
            vars: BTreeMap::new(),
            available: BTreeMap::new(),
            predicates: BTreeMap::new(),
            nothing_offered: false,
        }
    }

    pub fn value_of(&self, slot: Slot, values: &mut Values) -> Value {
        self.slots.get(usize::from(slot)).map_or_else(|| values.fresh(), |held| held.value)
    }

    /// Whether a slot holds the same here and there.
    pub fn agrees_with(&self, other: &Facts, slot: Slot) -> bool {
        other.slots.get(usize::from(slot)).is_none_or(|held| self.holds(slot, held.value))
    }

    pub fn holds(&self, slot: Slot, value: Value) -> bool {
        self.slots.get(usize::from(slot)).is_some_and(|held| held.value == value)
    }

    /// Puts a value into a slot at an operation.
    pub fn define(&mut self, slot: Slot, value: Value, at: usize) {
        if let Some(held) = self.slots.get_mut(usize::from(slot)) {
            *held = Held { value, since: at as u32 + 1 };
        }
    }

    /// Takes so many slots from the first on as holding anything.
    pub fn clobber(&mut self, first: usize, count: usize, at: usize, values: &mut Values) {
        for held in self.slots.iter_mut().skip(first).take(count) {
            *held = Held { value: values.fresh(), since: at as u32 + 1 };
        }
    }

    /// The leader of those slots that hold a value: the one that has held it for longest. Who reads it there needs no
    /// copies.
    pub fn leader(&self, value: Value) -> Option<Slot> {
        let holders = self.slots.iter().zip(0..).filter(|(held, _)| held.value == value);
        holders.min_by_key(|(held, _)| held.since).and_then(|(_, slot): (_, usize)| Slot::try_from(slot).ok())
    }

    /// The number that a value is, if that is known here.
    pub fn number(&self, value: Value, values: &Values) -> Option<i64> {
        values.number(value).or(match self.predicates.get(&value) {
            Some(Predicate::Equals(number)) => Some(*number),
            _ => None,
        })
    }

    /// Whether a value is a number, if that is known here.
    pub fn equals(&self, value: Value, number: i64, values: &Values) -> Option<bool> {
        match (self.number(value, values), self.predicates.get(&value)) {
            (Some(known), _) => Some(known == number),
            (None, Some(Predicate::Differs(other))) if *other == number => Some(false),
            _ => None,
        }
    }

    /// Forgets the answers that depend on these parts of the position.
    pub fn invalidate(&mut self, effects: EffectSet) {
        self.available.retain(|query, _| !query.reads.meets(effects));
    }

    /// Forgets what a player who thinks on a copy may have dealt anew.
    pub fn determinize(&mut self) {
        self.invalidate(EffectSet::TILES);
        self.available.retain(|query, _| query.builtin != Builtin::TileAttr);
    }

    /// Keeps what holds here and there.
    pub fn meet(&mut self, other: &Facts, values: &mut Values) {
        let mut meet = Meet { here: &self.predicates, there: &other.predicates, pairs: BTreeMap::new() };
        let mut predicates = BTreeMap::new();
        for (here, there) in self.slots.iter_mut().zip(&other.slots) {
            here.value = meet.value(here.value, there.value, values, &mut predicates);
            here.since = here.since.max(there.since);
        }
        self.vars = meet.entries(&self.vars, &other.vars, values, &mut predicates);
        self.available = meet.entries(&self.available, &other.available, values, &mut predicates);
        self.predicates = predicates;
        self.nothing_offered &= other.nothing_offered;
    }
}

/// The meet of two sets of facts in the making.
struct Meet<'s> {
    here: &'s BTreeMap<Value, Predicate>,
    there: &'s BTreeMap<Value, Predicate>,
    /// What stands for one value here and another there.
    pairs: BTreeMap<(Value, Value), Value>,
}

impl Meet<'_> {
    /// What both have an entry for.
    fn entries<K: Copy + Ord>(
        &mut self,
        here: &BTreeMap<K, Value>,
        there: &BTreeMap<K, Value>,
        values: &mut Values,
        predicates: &mut BTreeMap<Value, Predicate>,
    ) -> BTreeMap<K, Value> {
        let entries = here.iter().filter_map(|(key, here)| Some((*key, *here, *there.get(key)?)));
        entries.map(|(key, here, there)| (key, self.value(here, there, values, predicates))).collect()
    }

    fn value(
        &mut self,
        here: Value,
        there: Value,
        values: &mut Values,
        predicates: &mut BTreeMap<Value, Predicate>,
    ) -> Value {
        let value = if here == there {
            here
        } else {
            *self.pairs.entry((here, there)).or_insert_with(|| values.fresh())
        };
        if let Some(both) = self.predicate(here, there, values) {
            predicates.insert(value, both);
        }
        value
    }

    fn predicate(&self, here: Value, there: Value, values: &Values) -> Option<Predicate> {
        let of = |predicates: &BTreeMap<Value, Predicate>, value| {
            values.number(value).map(Predicate::Equals).or_else(|| predicates.get(&value).copied())
        };
        match (of(self.here, here)?, of(self.there, there)?) {
            (one, other) if one == other => Some(one),
            (Predicate::Equals(is), Predicate::Differs(not))
            | (Predicate::Differs(not), Predicate::Equals(is))
                if is != not =>
            {
                Some(Predicate::Differs(not))
            }
            // Of two numbers none is what a slot mostly holds when it is not there.
            (Predicate::Equals(one), Predicate::Equals(other)) if one != -1 && other != -1 => {
                Some(Predicate::Differs(-1))
            }
            _ => None,
        }
    }
}

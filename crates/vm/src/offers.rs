//! The options of the decision in the making.

use rota_bytecode::Builtin;
use rota_bytecode::builtin::MAX_COUNTED_ARGS;

use crate::Host;

/// Options under one action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub action: u16,
    pub count: usize,
    pub source: Source,
}

/// Where the options of a group are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Written down, from here on in the buffer of values.
    Listed { start: usize },
    /// Counted by the host; `pc` is the operation that offered them.
    Counted { pc: u32, builtin: Builtin, args: [i64; MAX_COUNTED_ARGS] },
}

/// All options, group by group.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    pub groups: Vec<Group>,
    pub values: Vec<i64>,
    /// For each value how many options it stands for; nothing where none were merged.
    pub numbers: Vec<i64>,
}

impl Offers {
    pub fn clear(&mut self) {
        self.groups.clear();
        self.values.clear();
        self.numbers.clear();
    }

    /// How many options there are in all.
    pub fn total(&self) -> usize {
        self.groups.iter().map(|group| group.count).fold(0, usize::saturating_add)
    }

    /// Adds one option that is written down.
    pub fn one(&mut self, action: u16, value: i64) {
        match self.groups.last_mut() {
            // Behind the options of the last group there are no others.
            Some(Group { action: last, count, source: Source::Listed { .. } }) if *last == action => {
                *count += 1
            }
            _ => {
                let start = self.values.len();
                self.groups.push(Group { action, count: 1, source: Source::Listed { start } });
            }
        }
        self.values.push(value);
    }

    /// Adds options that are written down.
    pub fn list(&mut self, action: u16, members: &[i64]) {
        if members.is_empty() {
            return;
        }
        let start = self.values.len();
        self.values.extend_from_slice(members);
        self.groups.push(Group { action, count: members.len(), source: Source::Listed { start } });
    }

    /// Adds options that the host counts.
    pub fn counted(&mut self, action: u16, count: usize, pc: u32, builtin: Builtin, given: &[i64]) {
        if count == 0 {
            return;
        }
        let mut args = [0; MAX_COUNTED_ARGS];
        for (to, from) in args.iter_mut().zip(given) {
            *to = *from;
        }
        self.groups.push(Group { action, count, source: Source::Counted { pc, builtin, args } });
    }

    /// Lets the first of several options that are the same stand for them, and notes how many they are; options of
    /// some actions are never the same, and mostly there are no two of the others.
    pub fn merge(&mut self, merges: impl Fn(u16) -> bool, same: impl Fn(u16, i64, i64) -> bool) {
        self.numbers.clear();
        if !self.groups.iter().any(|group| group.count > 1 && merges(group.action)) {
            return;
        }
        let mut all = std::mem::take(&mut self.values);
        let mut end = 0;
        for group in &mut self.groups {
            let Source::Listed { start } = &mut group.source else { continue };
            let does_merge = merges(group.action);
            let (first, offered) = (end, *start..start.saturating_add(group.count));
            for place in offered {
                let Some(value) = all.get(place).copied() else { continue };
                let known = all.get(first..end).unwrap_or_default();
                let mut known = known.iter();
                let known = known.position(|known| does_merge && same(group.action, *known, value));
                if let Some(number) = known.and_then(|known| self.numbers.get_mut(first + known)) {
                    *number += 1;
                } else if let Some(to) = all.get_mut(end) {
                    *to = value;
                    self.numbers.push(1);
                    end += 1;
                }
            }
            (*start, group.count) = (first, end - first);
        }
        all.truncate(end);
        self.values = all;
    }

    /// For how many options one stands that is offered.
    pub fn number(&self, action: u16, value: i64) -> usize {
        let listed = self.groups.iter().filter(|group| group.action == action);
        let places = listed.filter_map(|group| match group.source {
            Source::Listed { start } => Some(start..start.saturating_add(group.count)),
            Source::Counted { .. } => None,
        });
        let number = places.flatten().find(|place| self.values.get(*place) == Some(&value));
        let number = number.and_then(|place| self.numbers.get(place).copied());
        number.and_then(|number| usize::try_from(number).ok()).unwrap_or(1)
    }

    /// The option at this place: its action and value.
    pub fn nth<H: Host>(&self, host: &H, mut index: usize) -> Option<(u16, i64)> {
        for group in &self.groups {
            if index < group.count {
                return self.value(group, host, index).map(|value| (group.action, value));
            }
            index -= group.count;
        }
        None
    }

    /// Where an option stands.
    pub fn position<H: Host>(&self, host: &H, action: u16, value: i64) -> Option<usize> {
        let mut before = 0usize;
        for group in &self.groups {
            if group.action == action
                && let Some(found) = self.find(group, host, value)
            {
                return before.checked_add(found);
            }
            before = before.saturating_add(group.count);
        }
        None
    }

    fn value<H: Host>(&self, group: &Group, host: &H, index: usize) -> Option<i64> {
        match &group.source {
            Source::Listed { start } => self.values.get(start.checked_add(index)?).copied(),
            Source::Counted { builtin, args, .. } => host.nth(*builtin, args.get(..builtin.arity())?, index),
        }
    }

    fn find<H: Host>(&self, group: &Group, host: &H, value: i64) -> Option<usize> {
        match &group.source {
            Source::Listed { start } => {
                let values = self.values.get(*start..start.checked_add(group.count)?)?;
                values.iter().position(|other| *other == value)
            }
            Source::Counted { builtin, args, .. } => {
                host.position(*builtin, args.get(..builtin.arity())?, value)
            }
        }
    }
}

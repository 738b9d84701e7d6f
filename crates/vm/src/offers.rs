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
}

impl Offers {
    pub fn clear(&mut self) {
        self.groups.clear();
        self.values.clear();
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

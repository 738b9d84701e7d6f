//! What is in the sets that variables hold: most are empty, so only members are kept.

use std::ops::Range;

use rota_board::clone_fields;
use rota_vm::Fault;

/// So many members at most, of all sets together: a rule that keeps more has lost its way.
const MOST: usize = 1 << 14;

/// The members of all sets, in order of the set and the member.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct VarSets {
    members: Vec<(SetOf, i64)>,
}

clone_fields!(VarSets { members });

/// A variable and what its set belongs to: the number of a player, a piece, a cell; 0 for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SetOf {
    pub var: u16,
    pub key: i64,
}

impl VarSets {
    /// The members of a set, in order.
    pub fn members(&self, set: SetOf) -> impl Iterator<Item = i64> {
        let range = self.range(|known| known.cmp(&set));
        self.members[range].iter().map(|(_, member)| *member)
    }

    /// Whether a set has a member.
    pub fn holds(&self, set: SetOf, member: i64) -> bool {
        self.members.binary_search(&(set, member)).is_ok()
    }

    /// Adds a member, once.
    pub fn include(&mut self, set: SetOf, member: i64) -> Result<(), &'static Fault> {
        if let Err(place) = self.members.binary_search(&(set, member)) {
            if self.members.len() >= MOST {
                return Err(&Fault::Refused("sets cannot hold so many"));
            }
            self.members.insert(place, (set, member));
        }
        Ok(())
    }

    /// Takes a member out, if it is there.
    pub fn exclude(&mut self, set: SetOf, member: i64) {
        if let Ok(place) = self.members.binary_search(&(set, member)) {
            self.members.remove(place);
        }
    }

    /// Empties a set.
    pub fn clear(&mut self, set: SetOf) {
        let range = self.range(|known| known.cmp(&set));
        self.members.drain(range);
    }

    /// Empties all sets of a variable.
    pub fn reset(&mut self, var: u16) {
        let range = self.range(|known| known.var.cmp(&var));
        self.members.drain(range);
    }

    /// What the sets of a variable belong to, where they have members, in order.
    pub fn of(&self, var: u16) -> impl Iterator<Item = i64> {
        let entries = &self.members[self.range(|known| known.var.cmp(&var))];
        entries.chunk_by(|(one, _), (other, _)| one == other).filter_map(|set| Some(set.first()?.0.key))
    }

    /// Whether the same sets of a variable hold two members.
    pub fn hold_alike(&self, var: u16, one: i64, other: i64) -> bool {
        let entries = &self.members[self.range(|known| known.var.cmp(&var))];
        let holding = |wanted: i64| entries.iter().filter(move |(_, member)| *member == wanted);
        holding(one).map(|(set, _)| set).eq(holding(other).map(|(set, _)| set))
    }

    /// Where the members of some sets lie that follow one another.
    fn range(&self, compare: impl Fn(&SetOf) -> std::cmp::Ordering) -> Range<usize> {
        let start = self.members.partition_point(|(set, _)| compare(set).is_lt());
        let end = self.members.partition_point(|(set, _)| compare(set).is_le());
        start..end
    }
}

//! Variables of cells: a table has no end, so only what was set is kept.

use std::ops::Range;

use rota_board::clone_fields;
use rota_vm::Fault;

/// So many values at most: more cells than any land has are marked by a rule that has lost its way.
const MOST: usize = 1 << 14;

/// The values that are set on cells, in order of variable and cell, which make one key: a search looks at keys alone
/// and compares numbers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CellValues {
    keys: Vec<u64>,
    values: Vec<i64>,
}

clone_fields!(CellValues { keys, values });

impl CellValues {
    /// The value of a variable on a cell, where one was set.
    #[inline]
    pub fn get(&self, var: u16, cell: i64) -> Option<i64> {
        let place = self.keys.binary_search(&key(var, cell)).ok()?;
        self.values.get(place).copied()
    }

    /// Sets a value; one that is that of the start is forgotten.
    pub fn set(&mut self, var: u16, cell: i64, value: i64, start: i64) -> Result<(), &'static Fault> {
        let key = key(var, cell);
        match (self.keys.binary_search(&key), value == start) {
            (Ok(place), true) => {
                self.keys.remove(place);
                self.values.remove(place);
            }
            (Ok(place), false) => self.values[place] = value,
            (Err(_), true) => {}
            (Err(_), false) if self.keys.len() >= MOST => {
                return Err(&Fault::Refused("so many cells cannot be marked"));
            }
            (Err(place), false) => {
                self.keys.insert(place, key);
                self.values.insert(place, value);
            }
        }
        Ok(())
    }

    /// The cells on which something is set, in order.
    pub fn of(&self, var: u16) -> impl Iterator<Item = i64> {
        self.keys[self.range(var)].iter().map(|key| i64::from(*key as u32))
    }

    /// Whether a variable has this value on some cell.
    pub fn holds(&self, var: u16, value: i64) -> bool {
        self.values[self.range(var)].contains(&value)
    }

    /// Forgets all values of a variable.
    pub fn reset(&mut self, var: u16) {
        let range = self.range(var);
        self.keys.drain(range.clone());
        self.values.drain(range);
    }

    /// Where the values of a variable lie.
    fn range(&self, var: u16) -> Range<usize> {
        let before = |end: u64| self.keys.partition_point(|key| *key >> 32 < end);
        before(var.into())..before(u64::from(var) + 1)
    }
}

/// A variable and a packed cell, which has 32 bits.
const fn key(var: u16, cell: i64) -> u64 {
    (var as u64) << 32 | cell as u64
}

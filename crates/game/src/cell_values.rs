//! Variables of cells: a table has no end, so only what was set is kept.

use rota_board::clone_fields;
use rota_vm::Fault;

/// So many values at most: more cells than any land has are marked by a rule that has lost its way.
const MOST: usize = 1 << 14;

/// The values that are set on cells, in order of variable and cell.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CellValues {
    set: Vec<(u16, i64, i64)>,
}

clone_fields!(CellValues { set });

impl CellValues {
    /// The value of a variable on a cell, where one was set.
    pub fn get(&self, var: u16, cell: i64) -> Option<i64> {
        let place = self.place(var, cell).ok()?;
        self.set.get(place).map(|(_, _, value)| *value)
    }

    /// Sets a value; one that is that of the start is forgotten.
    pub fn set(&mut self, var: u16, cell: i64, value: i64, start: i64) -> Result<(), &'static Fault> {
        match (self.place(var, cell), value == start) {
            (Ok(place), true) => {
                self.set.remove(place);
            }
            (Ok(place), false) => self.set[place].2 = value,
            (Err(_), true) => {}
            (Err(_), false) if self.set.len() >= MOST => {
                return Err(&Fault::Refused("so many cells cannot be marked"));
            }
            (Err(place), false) => self.set.insert(place, (var, cell, value)),
        }
        Ok(())
    }

    /// The cells on which something is set, in order.
    pub fn of(&self, var: u16) -> impl Iterator<Item = i64> {
        self.set.iter().filter(move |(other, ..)| *other == var).map(|(_, cell, _)| *cell)
    }

    /// Forgets all values of a variable.
    pub fn reset(&mut self, var: u16) {
        self.set.retain(|(other, ..)| *other != var);
    }

    fn place(&self, var: u16, cell: i64) -> Result<usize, usize> {
        self.set.binary_search_by_key(&(var, cell), |(var, cell, _)| (*var, *cell))
    }
}

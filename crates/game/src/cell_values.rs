//! Variables of cells: a table has no end, so only what was set is kept.

use rota_vm::Fault;

/// So many values at most: more cells than any land has are marked by a rule that has lost its way.
const MOST: usize = 1 << 14;

/// The values that are set on cells, in order of variable and cell.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CellValues(Vec<(u16, i64, i64)>);

impl Clone for CellValues {
    fn clone(&self) -> CellValues {
        CellValues(self.0.clone())
    }

    fn clone_from(&mut self, source: &CellValues) {
        self.0.clone_from(&source.0);
    }
}

impl CellValues {
    /// The value of a variable on a cell, where one was set.
    pub fn get(&self, var: u16, cell: i64) -> Option<i64> {
        let place = self.place(var, cell).ok()?;
        self.0.get(place).map(|(_, _, value)| *value)
    }

    /// Sets a value; one that is that of the start is forgotten.
    pub fn set(&mut self, var: u16, cell: i64, value: i64, start: i64) -> Result<(), &'static Fault> {
        match (self.place(var, cell), value == start) {
            (Ok(place), true) => {
                self.0.remove(place);
            }
            (Ok(place), false) => self.0[place].2 = value,
            (Err(_), true) => {}
            (Err(_), false) if self.0.len() >= MOST => {
                return Err(&Fault::Refused("so many cells cannot be marked"));
            }
            (Err(place), false) => self.0.insert(place, (var, cell, value)),
        }
        Ok(())
    }

    /// Forgets all values of a variable.
    pub fn reset(&mut self, var: u16) {
        self.0.retain(|(other, ..)| *other != var);
    }

    fn place(&self, var: u16, cell: i64) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(var, cell), |(var, cell, _)| (*var, *cell))
    }
}

//! Which reactions are running: one bit each.

/// A set of reactions.
#[derive(Debug, Default)]
pub(crate) struct Reactions {
    pub words: Vec<u64>,
}

impl Reactions {
    /// Empties the set and makes room for so many.
    pub fn clear(&mut self, count: u16) {
        let words = usize::from(count).div_ceil(64);
        if self.words.len() != words {
            self.words.resize(words, 0);
        }
        self.words.iter_mut().for_each(|word| *word = 0);
    }

    /// Adds a reaction; false when it is in the set already.
    pub fn enter(&mut self, id: u16) -> bool {
        let Some(word) = self.words.get_mut(usize::from(id / 64)) else { return false };
        let bit = 1 << (id % 64);
        let entered = *word & bit == 0;
        *word |= bit;
        entered
    }

    /// Takes a reaction away.
    pub fn exit(&mut self, id: u16) {
        if let Some(word) = self.words.get_mut(usize::from(id / 64)) {
            *word &= !(1 << (id % 64));
        }
    }
}

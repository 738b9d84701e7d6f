//! The terms of the award that is being counted.

use crate::Term;

/// What was kept so far, and which sides of terms are being worked out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// In the order in which they were counted.
    pub kept: Vec<Term>,
    /// Where the terms of each side begin that is open. No player is asked while one is.
    open: Vec<usize>,
}

impl Terms {
    /// Begins to count an award.
    #[inline]
    pub fn clear(&mut self) {
        self.kept.clear();
        self.open.clear();
    }

    /// Begins a side of a term.
    #[inline]
    pub fn open(&mut self) {
        self.open.push(self.kept.len());
    }

    /// Keeps a term both of whose sides were open. What counted its number, all of it, tells more than the sum
    /// does; what went into the price of one tells nothing of how many there are.
    pub fn close(&mut self, term: Term) {
        let (price, number) = (self.open.pop(), self.open.pop());
        self.kept.truncate(price.unwrap_or_default());
        let parts = self.kept.get_mut(number.unwrap_or_default()..).unwrap_or_default();
        let sum =
            parts.iter().try_fold(0i64, |sum, part| sum.checked_add(part.count.checked_mul(part.each)?));
        let prices = parts.iter().map(|part| part.each.checked_mul(term.each)).collect::<Option<Vec<i64>>>();
        match prices {
            Some(prices) if !parts.is_empty() && sum == Some(term.count) => {
                parts.iter_mut().zip(prices).for_each(|(part, each)| part.each = each);
            }
            _ => {
                self.kept.truncate(number.unwrap_or_default());
                self.kept.push(term);
            }
        }
    }
}

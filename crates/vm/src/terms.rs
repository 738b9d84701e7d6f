//! The terms of the award that is being counted.

use crate::Term;

/// What was kept so far, and which sides of terms are being worked out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// In the order in which they were counted.
    pub all: Vec<Term>,
    /// Where the terms of each side begin that is open. No player is asked while one is.
    open: Vec<usize>,
}

impl Terms {
    /// Begins to count an award.
    #[inline]
    pub fn clear(&mut self) {
        self.all.clear();
        self.open.clear();
    }

    /// Begins a side of a term.
    #[inline]
    pub fn open(&mut self) {
        self.open.push(self.all.len());
    }

    /// Keeps a term both of whose sides were open. What counted its number, all of it, tells more than the sum
    /// does; what went into the price of one tells nothing of how many there are, unless there is only one.
    pub fn close(&mut self, term: Term) {
        let (price, number) = (self.open.pop().unwrap_or_default(), self.open.pop().unwrap_or_default());
        if term.count == 1 && number == price && self.come_to(price, term.each) {
            return;
        }
        self.all.truncate(price);
        let is_told = self.come_to(number, term.count);
        let parts = self.all.get_mut(number..).unwrap_or_default();
        let prices = parts.iter().map(|one| one.each.checked_mul(term.each)).collect::<Option<Vec<i64>>>();
        if let Some(prices) = prices.filter(|_| is_told) {
            parts.iter_mut().zip(prices).for_each(|(one, each)| one.each = each);
        } else {
            self.all.truncate(number);
            self.all.push(term);
        }
    }

    /// Whether terms were kept from a place on, and come to a number all together.
    fn come_to(&self, from: usize, number: i64) -> bool {
        let parts = self.all.get(from..).unwrap_or_default();
        let sum = parts.iter().try_fold(0i64, |sum, one| sum.checked_add(one.count.checked_mul(one.each)?));
        !parts.is_empty() && sum == Some(number)
    }
}

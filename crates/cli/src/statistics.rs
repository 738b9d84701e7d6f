//! Means and spreads.

#![expect(clippy::float_arithmetic, reason = "statistics are for people to read")]

use std::time::Duration;

use serde_json::{Value, json};

/// Observations of one quantity, kept as whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Sample {
    /// Adds an observation.
    pub fn add(&mut self, value: impl TryInto<i64>) {
        // Nothing that is counted here comes near the end of the range.
        let value = i128::from(value.try_into().unwrap_or(i64::MAX));
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds the observations of another sample.
    pub fn join(&mut self, other: Sample) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many observations there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The mean; 0 without observations.
    pub fn mean(self) -> f64 {
        ratio(self.sum, self.count)
    }

    /// The standard deviation of the sample; 0 with fewer than two observations.
    pub fn sd(self) -> f64 {
        let count = i128::from(self.count);
        if count < 2 {
            return 0.0;
        }
        // Whole numbers up to here, so that nothing is lost where the mean is large and the spread small.
        let spread = self.squares * count - self.sum * self.sum;
        (ratio(spread, self.count) / (count - 1) as f64).sqrt()
    }

    /// The mean between the ends of the interval in which the true one lies in 95 of 100 such samples; the mean of
    /// many observations is spread as the normal distribution has it.
    pub fn around_mean(self) -> [f64; 3] {
        let (mean, count) = (self.mean(), self.count.max(1) as f64);
        let half = 1.96 * self.sd() / count.sqrt();
        [mean - half, mean, mean + half]
    }

    /// Mean and standard deviation.
    pub fn document(self) -> Value {
        json!({ "mean": self.mean(), "sd": self.sd() })
    }
}

/// A sum over so many; 0 over none.
pub(crate) fn ratio(sum: impl Into<i128>, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum.into() as f64 / count as f64 }
}

/// A part of a whole in hundredths; 0 of nothing.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    100.0 * ratio(part, whole)
}

/// How many in a second.
pub(crate) fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE)
}

//! Means and spreads.

#![expect(clippy::float_arithmetic, reason = "statistics are for people to read")]

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Observations of one quantity, kept as whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
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
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// The mean; 0 without observations.
    #[must_use]
    pub fn mean(self) -> f64 {
        ratio(self.sum, self.count)
    }

    /// The standard deviation of the sample; 0 with fewer than two observations.
    #[must_use]
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
    #[must_use]
    pub fn around_mean(self) -> [f64; 3] {
        let (mean, count) = (self.mean(), self.count.max(1) as f64);
        let half = 1.96 * self.sd() / count.sqrt();
        [mean - half, mean, mean + half]
    }

    /// With which probability the mean is at least so far from 0 where the true one is 0.
    #[must_use]
    pub fn chance(self) -> f64 {
        chance(self.mean(), self.sd() / (self.count.max(1) as f64).sqrt())
    }

    /// The sums that it consists of: how many observations, of their values, and of the squares of these.
    #[must_use]
    pub fn sums(self) -> (u64, i128, i128) {
        (self.count, self.sum, self.squares)
    }
}

/// How much one quantity rises with another: the slope of a line through the origin, where what is observed together
/// (as the seats of one game) is one observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slope {
    count: u64,
    /// The sums of the products `xy` and of the squares `xx` of each observation, and those of their own products.
    xy: i128,
    xx: i128,
    xy_xy: i128,
    xy_xx: i128,
    xx_xx: i128,
}

impl Slope {
    /// Adds an observation of pairs; one in which the first is 0 everywhere says nothing.
    pub fn add(&mut self, pairs: impl Iterator<Item = (i64, i64)>) {
        let (mut xy, mut xx) = (0, 0);
        for (x, y) in pairs {
            let (x, y) = (i128::from(x), i128::from(y));
            xy += x * y;
            xx += x * x;
        }
        if xx == 0 {
            return;
        }
        self.count += 1;
        self.xy += xy;
        self.xx += xx;
        self.xy_xy += xy * xy;
        self.xy_xx += xy * xx;
        self.xx_xx += xx * xx;
    }

    /// Adds the observations of another one.
    pub fn join(&mut self, other: Slope) {
        self.count += other.count;
        self.xy += other.xy;
        self.xx += other.xx;
        self.xy_xy += other.xy_xy;
        self.xy_xx += other.xy_xx;
        self.xx_xx += other.xx_xx;
    }

    /// How many observations say something.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// The slope between the ends of its 95 % interval.
    #[must_use]
    pub fn around(self) -> [f64; 3] {
        let (slope, half) = (self.slope(), 1.96 * self.error());
        [slope - half, slope, slope + half]
    }

    /// With which probability it is at least so steep where the true one is level.
    #[must_use]
    pub fn chance(self) -> f64 {
        chance(self.slope(), self.error())
    }

    fn slope(self) -> f64 {
        if self.xx == 0 { 0.0 } else { self.xy as f64 / self.xx as f64 }
    }

    /// The standard error, from what is left of each observation beside the line.
    fn error(self) -> f64 {
        let slope = self.slope();
        let left = self.xy_xy as f64 - 2.0 * slope * self.xy_xx as f64 + slope.powi(2) * self.xx_xx as f64;
        if self.xx == 0 { 0.0 } else { left.max(0.0).sqrt() / self.xx as f64 }
    }
}

/// The same quantity twice, as by the rules of two sides in the same game, and by how much the second is another one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paired {
    /// The quantity on each side.
    pub sides: [Sample; 2],
    /// The second less the first.
    pub change: Sample,
}

impl Paired {
    /// Adds an observation.
    pub fn add(&mut self, first: i64, second: i64) {
        for (sample, value) in self.sides.iter_mut().zip([first, second]) {
            sample.add(value);
        }
        self.change.add(second - first);
    }

    /// Adds the observations of another one.
    pub fn join(&mut self, other: Paired) {
        self.sides.iter_mut().zip(other.sides).for_each(|(own, theirs)| own.join(theirs));
        self.change.join(other.change);
    }

    /// Whether it was 0 whenever it was observed.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.sides.iter().all(|side| side.mean() == 0.0 && side.sd() == 0.0)
    }
}

/// With which probability something is at least so far from 0 where it is spread around 0 with this standard error as the
/// normal distribution has it. What does not vary at all is 0 for certain, or certainly not.
fn chance(value: f64, error: f64) -> f64 {
    if value == 0.0 {
        return 1.0;
    }
    libm::erfc((value / error).abs() / std::f64::consts::SQRT_2)
}

/// A sum over so many; 0 over none.
#[must_use]
pub fn ratio(sum: impl Into<i128>, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum.into() as f64 / count as f64 }
}

/// A part of a whole in hundredths; 0 of nothing.
#[must_use]
pub fn percent(part: u64, whole: u64) -> f64 {
    100.0 * ratio(part, whole)
}

/// How many in a second.
#[must_use]
pub fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE)
}

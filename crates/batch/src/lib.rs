//! Many games between programs: who decides in them, which random numbers they follow from, and what they have in common.
//!
//! A [`Batch`] plays games by their numbers, a [`Contest`] deals and lets everybody play each deal from every seat. The
//! same seed gives the same games on any number of threads and in any parts, and all sums are whole numbers, so that parts
//! add up to the whole to the last point.

mod batch;
mod contest;
mod deciders;
mod seats;
mod standing;
mod statistics;

pub use batch::{Batch, GameResult, Totals, finish};
pub use contest::Contest;
pub use deciders::{Decider, Thinker};
pub use seats::{Budget, Kind, Seat};
pub use standing::{Outcome, Pair, Standing};
pub use statistics::{Paired, Sample, Slope, percent, rate, ratio};

//! How much this machine does at the same time.

use std::num::NonZero;

/// How many things this machine does at once.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

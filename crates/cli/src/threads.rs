//! How much this machine does at the same time.

use std::num::NonZero;

/// How many things are to be done at once: as many as somebody asked for, or as this machine does.
pub(crate) fn threads(asked: Option<NonZero<usize>>) -> usize {
    asked.map_or_else(processors, NonZero::get)
}

/// How many things this machine does at once.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

//! Runs a program against a host and suspends at decisions.

mod decide;
mod frames;
mod host;
mod machine;
mod offers;
mod pure_ops;
mod reactions;
mod run;
mod snapshot;
mod space;
mod watch;

pub use host::{Fault, Host, Reply, Term};
pub use machine::{Answer, DEPTH, FUEL, Machine, NotOffered, Pending, Status, Stopped};
pub use snapshot::InvalidSnapshot;
pub use space::{pack as pack_list, unpack as list_bounds};
pub use watch::{Unwatched, Watch};

#[cfg(test)]
mod tests;

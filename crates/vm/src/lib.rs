//! Runs a program against a host and suspends at decisions.

mod decide;
mod frames;
mod host;
mod list_arena;
mod machine;
mod offers;
mod pure_ops;
mod reactions;
mod run;
mod snapshot;
mod terms;
mod tracer;

pub use host::{Fault, Host, Reply, Term};
pub use list_arena::{pack as pack_list, unpack as list_bounds};
pub use machine::{Answer, DEFAULT_FUEL, MAX_CALL_DEPTH, Machine, NotOffered, Pending, Status, Stopped};
pub use snapshot::InvalidSnapshot;
pub use tracer::{NoTracer, Tracer};

#[cfg(test)]
mod tests;

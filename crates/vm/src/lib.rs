//! Runs a program against a host and suspends at decisions.

mod host;

pub use host::{Fault, Host, Term};

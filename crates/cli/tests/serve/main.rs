//! `rota serve` as its guests meet it: the real program, real sockets, and everything that may go wrong between them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::panic, reason = "a test that cannot go on has failed")]
#![expect(clippy::indexing_slicing, reason = "a field that is not there is null")]
#![expect(clippy::print_stdout, reason = "figures for whoever runs it with --nocapture")]

mod cuts;
mod desk;
mod ending;
mod faults;
mod frames;
mod guest;
mod hostile;
mod kills;
mod links;
mod messages;
mod play;
mod secrets;
mod studio;
mod studio_writes;
mod web;
mod worlds;

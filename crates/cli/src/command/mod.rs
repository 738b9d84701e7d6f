//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod disasm;
pub(crate) mod editions;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod schema;
pub(crate) mod sim;
pub(crate) mod test;
pub(crate) mod verify;
pub(crate) mod why;

use crate::arguments::Command;
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Runs a command.
pub(crate) fn run(command: &Command, console: &mut Console<'_>) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments, console),
        Command::Test(arguments) => test::run(arguments, console),
        Command::Play(arguments) => play::run(arguments, console),
        Command::Sim(arguments) => sim::run(arguments, console),
        Command::Bench(arguments) => bench::run(arguments, console),
        Command::Editions(arguments) => editions::run(arguments, console),
        Command::Verify(arguments) => verify::run(arguments, console),
        Command::Why(arguments) => why::run(arguments, console),
        Command::Render(arguments) => render::run(arguments, console),
        Command::Disasm(arguments) => disasm::run(arguments, console),
        Command::Schema(arguments) => schema::run(arguments, console),
    }
}

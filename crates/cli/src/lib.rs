//! The command line.
//!
//! The only crate that knows files, clock, terminal and environment. [`run`] is the whole program except for
//! the process around it, so that tests can call it. One file for each command lies in `command`.

mod account;
mod arguments;
mod command;
mod console;
mod drawing;
mod exit;
mod files;
mod findings;
mod layer;
mod narration;
mod packs;
mod picture_file;
mod players;
mod problems;
mod reference;
mod saves;
mod standings;
mod standings_json;
mod text;
mod threads;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::Parser;

use crate::arguments::{Color, Format};
use crate::command::Arguments;
use crate::console::Streams;
use crate::exit::Failure;

pub use console::{Input, Stream};
pub use exit::Exit;

/// Runs one command line; the first argument is the name of the program. Answers come from the process's own
/// input.
///
/// What was asked for goes to `out`, what is wrong and how far things are goes to `err`. A reader who goes
/// away early is no error.
pub fn run<O, E>(arguments: impl IntoIterator<Item = OsString>, out: O, err: E) -> Exit
where
    O: Stream,
    E: Stream,
{
    let stdin = io::stdin();
    let is_typed = stdin.is_terminal();
    run_with(arguments, Input { lines: Box::new(io::BufReader::new(stdin)), is_typed }, out, err)
}

/// As [`run`], with answers from elsewhere.
pub fn run_with<O, E>(
    arguments: impl IntoIterator<Item = OsString>,
    input: Input<'_>,
    mut out: O,
    mut err: E,
) -> Exit
where
    O: Stream,
    E: Stream,
{
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => {
            let mut streams = Streams::new(&mut out, &mut err, arguments.color);
            let mut console = streams.console(input, arguments.format);
            let outcome = command::run(&arguments.command, &mut console);
            let outcome = outcome.or_else(|failure| console.tell(failure));
            exit::exit_of(outcome, console.flush())
        }
        Err(error) => {
            let mut streams = Streams::new(&mut out, &mut err, Color::Auto);
            let text = error.render().ansi().to_string();
            let console = streams.console(input, Format::Human);
            // Help and version are what was asked for, everything else is a mistake in the command line.
            let (stream, exit): (&mut dyn Write, Exit) = match error.use_stderr() {
                true => (console.err, Exit::CouldNot),
                false => (console.out, Exit::Fine),
            };
            let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
            exit::exit_of(written.map(|()| exit).map_err(Failure::from), Ok(()))
        }
    }
}

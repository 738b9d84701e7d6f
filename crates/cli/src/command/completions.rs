//! `rota completions`: scripts that complete command lines in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::command::Arguments;
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Arguments of `rota completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell that reads the script
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the script.
pub(crate) fn run(arguments: &CompletionsArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "rota", &mut script);
    console.out.write_all(&script)?;
    Ok(Exit::Fine)
}

//! `rota man`: manual pages.

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_mangen::Man;
use rota::Diagnostic;
use rota_folder::write_atomically;

use crate::command::Arguments;
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Arguments of `rota man`.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder that the pages are written to, one for each command
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Writes the pages and lists them.
pub(crate) fn run(arguments: &ManArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut command = Arguments::command();
    command.build();
    let commands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    let unwritable = |error: std::io::Error| {
        let message = format!("`{}` cannot be written: {error}", arguments.out.display());
        Failure::from(Diagnostic::error("files::unwritable", message))
    };
    fs::create_dir_all(&arguments.out).map_err(unwritable)?;
    for command in std::iter::once(command).chain(commands) {
        let man = Man::new(command);
        let mut page = Vec::new();
        man.render(&mut page)?;
        let path = arguments.out.join(man.get_filename());
        write_atomically(&path, &page).map_err(unwritable)?;
        writeln!(console.out, "{}", path.display())?;
    }
    Ok(Exit::Fine)
}

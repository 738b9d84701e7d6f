//! `rota engine`: games for programs in any language, over the standard streams.

use clap::Args;
use rota_protocol::{Engine, LONGEST_LINE};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::Files;

/// Arguments of `rota engine`.
#[derive(Debug, Args)]
pub(crate) struct EngineArguments {}

/// Answers line by line until there are no more.
pub(crate) fn run(_arguments: &EngineArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut engine = Engine::new(Files::find()?);
    // One byte more than is read shows that a line is too long.
    while let Some(line) = console.next_line(LONGEST_LINE + 1)? {
        let line = line.trim_ascii();
        if !line.is_empty() {
            writeln!(console.out, "{}", engine.answer_line(line))?;
        }
    }
    Ok(Exit::Fine)
}

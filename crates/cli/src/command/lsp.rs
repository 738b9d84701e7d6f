//! `rota lsp`: a language server on the standard streams.

use clap::Args;
use rota_lsp::{Options, serve_stdio};

use crate::exit::{Exit, Failure};
use crate::files::Files;

/// Arguments of `rota lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspArguments {
    /// Taken and passed over: the standard streams are used anyway
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// Serves until the editor is done.
pub(crate) fn run(_arguments: &LspArguments) -> Result<Exit, Failure> {
    // A home is found from the folders that the editor has open, unless one is named.
    let is_named = std::env::var_os("ROTA_HOME").is_some_and(|home| !home.is_empty());
    let home = Files::find()?.home().filter(|_| is_named).map(std::path::Path::to_owned);
    serve_stdio(Options { home })?;
    Ok(Exit::Fine)
}

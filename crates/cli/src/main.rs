//! The program `rota`: arguments, streams and the exit code of this process.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The error stream is not locked for good: a progress bar draws there as well.
    rota_cli::run(std::env::args_os(), std::io::stdout().lock(), std::io::stderr()).into()
}

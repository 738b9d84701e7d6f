//! The program `rota`: arguments, streams and the exit code of this process.

use std::process::ExitCode;

/// Reading and checking packs makes many small trees; this takes half of the time that the usual allocator does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The error stream is not locked for good: a progress bar draws there as well.
    rota_cli::run(std::env::args_os(), std::io::stdout().lock(), std::io::stderr()).into()
}

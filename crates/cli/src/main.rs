//! The program `rota`: arguments, streams and the exit code of this process.

use std::process::ExitCode;

/// Reading and checking packs makes many small trees; this takes half of the time that the usual allocator does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // No stream is locked for good: a progress bar draws on one of them as well, and threads of a server use the others.
    rota_cli::run(std::env::args_os(), std::io::stdout(), std::io::stderr()).into()
}

//! How a command ends.

use std::io;
use std::process::ExitCode;

use crate::problems::Problems;
use rota::{Diagnostic, Sources};

/// How a command ended: what the process tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything is fine: 0.
    Fine,
    /// There are findings in the user's files, or a difference: 1.
    Findings,
    /// The command line is wrong, or the command could not run: 2.
    CouldNot,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::CouldNot => 2,
        })
    }
}

/// Why a command stopped early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The files or the arguments are wrong; the problems say which.
    Problems(Problems),
    /// A stream could not be written.
    Write(io::Error),
}

impl Failure {
    /// The command line asks for something that is not there or not possible.
    pub fn usage(message: impl Into<String>) -> Failure {
        Diagnostic::error("cli::usage", message).into()
    }

    /// Problems that point into some texts.
    pub fn found(found: &[Diagnostic], sources: &Sources) -> Failure {
        Failure::Problems(Problems::of(sources, found))
    }

    /// As [`Failure::usage`], with advice.
    pub fn advised(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Diagnostic::error("cli::usage", message).help(help).into()
    }
}

impl From<Diagnostic> for Failure {
    /// A problem that points at no file.
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::found(&[diagnostic], &Sources::new())
    }
}

impl From<rota::Error> for Failure {
    fn from(error: rota::Error) -> Failure {
        Failure::found(error.diagnostics(), error.sources())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Write(error)
    }
}

/// Makes one exit of what the command said and of how its last words reached the streams.
pub(crate) fn exit_of(outcome: Result<Exit, Failure>, flushed: io::Result<()>) -> Exit {
    match (outcome, flushed) {
        (Ok(exit), Ok(())) => exit,
        (Ok(exit), Err(error)) if is_gone(&error) => exit,
        (Err(Failure::Write(error)), _) if is_gone(&error) => Exit::Fine,
        _ => Exit::CouldNot,
    }
}

/// Whether the reader has gone away, as `head` does when it has seen enough.
fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

//! Writing files as a whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rota::source::Diagnostic;

use crate::exit::Failure;

/// Writes a file under another name beside its place and then gives it its own: whoever reads the place finds the
/// old file or the new one, whatever happens meanwhile.
///
/// Errors: the file cannot be written; what was there before is still there.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, bytes).map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", path.display());
        Failure::from(Diagnostic::error("files::unwritable", message))
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link, and what is no file, as a pipe, is nothing that could be replaced.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|about| !about.is_file()) {
        return fs::write(path, bytes);
    }
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = write_new(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What could not be finished is of no use; if it cannot be taken away either, the first error says why.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

//! Writing files so that none is ever half there.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file: one beside the file that is meant, which then takes its name. Whatever happens meanwhile, a whole
/// file has the name: the one from before or the new one. It is the new one once this returns, even after a loss of
/// power.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, true)
}

/// Writes a file as [`write_atomically`] does, but does not wait for the disk: whatever becomes of the process, the new
/// file has the name once this returns; after a loss of power it may be the one from before.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, false)
}

fn write(path: &Path, bytes: &[u8], waits: bool) -> io::Result<()> {
    // A name that leads to a file elsewhere goes on doing so.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|about| !about.is_file()) {
        // What is no file, as a pipe, is nothing that could be replaced; a folder refuses.
        return fs::write(path, bytes);
    }
    let part = part_of(&path)?;
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        if waits { file.sync_all() } else { Ok(()) }
    });
    if let Err(error) = written.and_then(|()| fs::rename(&part, &path)) {
        // What is left over is of no use to anybody.
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    // The new name, too, is to outlast a loss of power, where a system can be asked for that.
    if waits
        && let Some(folder) = path.parent()
        && let Ok(folder) = File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The file beside another one that is written first; each process has its own.
fn part_of(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))?;
    let mut part = OsString::from(".");
    part.push(name);
    part.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(part))
}

//! Putting packs into a folder and taking them out again, so that none is ever half there.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rota::Diagnostic;
use rota_archive::Files;

use crate::exit::Failure;

/// Writes a pack into a fresh folder beside its place and gives it its name there; a pack that has the name goes.
/// Whatever happens meanwhile, a whole pack has the name: the one from before or the new one.
///
/// Errors: something cannot be written.
pub(super) fn put(folder: &Path, name: &str, files: &Files) -> Result<(), Failure> {
    let (target, fresh) = (folder.join(name), beside(folder, name, "part"));
    let written = fs::create_dir_all(folder).and_then(|()| write(&fresh, files));
    let placed = written.and_then(|()| exchange(folder, name, &fresh, &target));
    placed.map_err(|error| {
        // What is left over is of no use to anybody.
        let _ = fs::remove_dir_all(&fresh);
        unwritable(&target, &error)
    })
}

/// Takes a pack out: it loses its name first, so that it is never half there.
///
/// Errors: the folder cannot be changed.
pub(super) fn remove(target: &Path) -> Result<(), Failure> {
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else { return Ok(()) };
    let gone = beside(folder, &name.to_string_lossy(), "gone");
    fs::rename(target, &gone).and_then(|()| discard(&gone)).map_err(|error| unwritable(target, &error))
}

/// Writes all files into a folder that is not there yet.
fn write(fresh: &Path, files: &Files) -> io::Result<()> {
    if fs::symlink_metadata(fresh).is_ok() {
        // Of a process that was stopped; each has its own, and this one has its number now.
        discard(fresh)?;
    }
    fs::create_dir(fresh)?;
    for (path, text) in files {
        let path = fresh.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}

/// Gives a fresh folder its name; what has it goes back where that fails.
fn exchange(folder: &Path, name: &str, fresh: &Path, target: &Path) -> io::Result<()> {
    if fs::symlink_metadata(target).is_err() {
        return fs::rename(fresh, target);
    }
    let old = beside(folder, name, "gone");
    fs::rename(target, &old)?;
    if let Err(error) = fs::rename(fresh, target) {
        let _ = fs::rename(&old, target);
        return Err(error);
    }
    discard(&old)
}

/// Removes a folder, or a link to one and not what it leads to.
fn discard(path: &Path) -> io::Result<()> {
    if path.is_symlink() { fs::remove_file(path) } else { fs::remove_dir_all(path) }
}

/// A folder beside a pack that nobody takes for one: its name has a dot. Each process has its own.
fn beside(folder: &Path, name: &str, what: &str) -> PathBuf {
    folder.join(format!(".{name}.{}.{what}", std::process::id()))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Diagnostic::error("files::unwritable", format!("`{}` cannot be changed: {error}", path.display())).into()
}

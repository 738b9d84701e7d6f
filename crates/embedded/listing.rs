//! For build scripts: lists the files of folders that go into a program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// What a build script ends with: where something is wrong, cargo tells it.
pub fn ended(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={why}");
            ExitCode::FAILURE
        }
    }
}

/// What cargo tells a build script by a variable.
pub fn of_cargo(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("cargo does not say {name}"))
}

/// Writes the list `name` for the program to include: for each file of the folders that is wanted its name, which begins
/// with that of its folder, and the macro that includes it.
pub fn write_list(
    name: &str,
    folders: &[(PathBuf, &str)],
    include: &str,
    is_wanted: &dyn Fn(&Path) -> bool,
) -> Result<(), String> {
    let mut files = String::from("&[\n");
    for (folder, named) in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        let broken = |error: io::Error| format!("`{}` cannot be read: {error}", folder.display());
        gather(folder, named, include, is_wanted, &mut files).map_err(broken)?;
    }
    files.push(']');
    let list = Path::new(&of_cargo("OUT_DIR")?).join(name);
    fs::write(&list, files).map_err(|error| format!("`{}` cannot be written: {error}", list.display()))
}

/// Notes what is wanted of a folder: the files in it before those in folders below, each by name.
fn gather(
    folder: &Path,
    name: &str,
    include: &str,
    is_wanted: &dyn Fn(&Path) -> bool,
    files: &mut String,
) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| is_wanted(path));
    paths.sort_unstable();
    let (below, own): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| path.is_dir());
    let named = |path: &Path| {
        let last = path.file_name().unwrap_or_default().to_string_lossy();
        if name.is_empty() { last.into_owned() } else { format!("{name}/{last}") }
    };
    for file in own {
        // Writing to a string does not fail. The path goes in as Rust writes a text, whatever is in it.
        let _ = writeln!(files, "({:?}, {include}!({:?})),", named(&file), file.to_string_lossy());
    }
    for folder in below {
        gather(&folder, &named(&folder), include, is_wanted, files)?;
    }
    Ok(())
}

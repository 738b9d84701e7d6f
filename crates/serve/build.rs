//! Writes the list of the files of the page, which go into the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// What lies in the folder of the page only for those who work on it.
const UNSERVED: [&str; 6] =
    ["node_modules", "package.json", "package-lock.json", "tsconfig.json", "types", "README.md"];

fn main() -> ExitCode {
    match list() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={why}");
            ExitCode::FAILURE
        }
    }
}

fn list() -> Result<(), String> {
    let of_cargo = |name: &str| env::var(name).map_err(|_| format!("cargo does not say {name}"));
    let page = Path::new(&of_cargo("CARGO_MANIFEST_DIR")?).join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = String::from("&[\n");
    let broken = |error: io::Error| format!("`{}` cannot be read: {error}", page.display());
    gather(&page, "", &mut files).map_err(broken)?;
    files.push(']');
    let list = Path::new(&of_cargo("OUT_DIR")?).join("files.rs");
    fs::write(&list, files).map_err(|error| format!("`{}` cannot be written: {error}", list.display()))
}

/// Notes the files of a folder and of those below, by name.
fn gather(folder: &Path, name: &str, files: &mut String) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort_unstable();
    for path in paths {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        if UNSERVED.contains(&&*own) || own.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            gather(&path, &format!("{name}{own}/"), files)?;
        } else {
            // Writing to a string does not fail. The path goes in as Rust writes a text, whatever is in it.
            let own = format!("{name}{own}");
            let _ = writeln!(files, "({own:?}, include_bytes!({:?})),", path.to_string_lossy());
        }
    }
    Ok(())
}

//! Writes the list of all texts that go into the program: packs, tile sets, compositions, and templates of new
//! packs. The examples are among
//! them, because scenarios of published packs play with some.
#![expect(
    clippy::disallowed_methods,
    reason = "what runs when the program is built may read the files that go into it"
)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// The folders of the workspace whose texts go in.
const FOLDERS: [&str; 3] = ["rulesets", "tiles", "templates"];

/// The endings of texts.
const ENDINGS: [&str; 2] = ["rota", "toml"];

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
    let manifest = PathBuf::from(of_cargo("CARGO_MANIFEST_DIR")?);
    let workspace = manifest.ancestors().nth(2).unwrap_or(&manifest);
    let mut texts = String::from("&[\n");
    for folder in FOLDERS {
        let path = workspace.join(folder);
        println!("cargo::rerun-if-changed={}", path.display());
        if !path.is_dir() {
            return Err(format!(
                "`{}` is not there: the packs that come with the program are read from its workspace, so build it \
                 there, or with `cargo install --path crates/cli`",
                path.display()
            ));
        }
        let broken = |error: io::Error| format!("`{}` cannot be read: {error}", path.display());
        gather(&path, folder, &mut texts).map_err(broken)?;
    }
    texts.push(']');
    let list = Path::new(&of_cargo("OUT_DIR")?).join("texts.rs");
    fs::write(&list, texts).map_err(|error| format!("`{}` cannot be written: {error}", list.display()))
}

/// Notes the texts of a folder: those in it before those in folders below, each by name, as a pack's files are read.
fn gather(folder: &Path, name: &str, texts: &mut String) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort_unstable();
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| path.is_dir());
    let own = |path: &Path| format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
    for file in files {
        if file.extension().is_some_and(|ending| ENDINGS.iter().any(|one| ending == *one)) {
            // Writing to a string does not fail. The path goes in as Rust writes a text, whatever is in it.
            let _ = writeln!(texts, "({:?}, include_str!({:?})),", own(&file), file.to_string_lossy());
        }
    }
    for folder in folders {
        gather(&folder, &own(&folder), texts)?;
    }
    Ok(())
}

//! Writes the list of all texts that go into the program: packs, tile sets, compositions, and templates of new
//! packs. The examples are among
//! them, because scenarios of published packs play with some.
#![expect(
    clippy::disallowed_methods,
    reason = "what runs when the program is built may read the files that go into it"
)]

mod listing;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use listing::{ended, of_cargo, write_list};

/// The folders of the workspace whose texts go in.
const FOLDERS: [&str; 3] = ["rulesets", "tiles", "templates"];

/// The endings of texts.
const ENDINGS: [&str; 2] = ["rota", "toml"];

fn main() -> ExitCode {
    ended(list())
}

fn list() -> Result<(), String> {
    let manifest = PathBuf::from(of_cargo("CARGO_MANIFEST_DIR")?);
    let workspace = manifest.ancestors().nth(2).unwrap_or(&manifest);
    let folders = FOLDERS.map(|folder| (workspace.join(folder), folder));
    if let Some((missing, _)) = folders.iter().find(|(path, _)| !path.is_dir()) {
        return Err(format!(
            "`{}` is not there: the packs that come with the program are read from its workspace, so build it \
             there, or with `cargo install --path crates/cli`",
            missing.display()
        ));
    }
    let is_text =
        |path: &Path| path.extension().is_some_and(|ending| ENDINGS.iter().any(|one| ending == *one));
    write_list("texts.rs", &folders, "include_str", &|path| path.is_dir() || is_text(path))
}

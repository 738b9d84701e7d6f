//! Writes the list of the files of the page, which go into the program.

#[path = "../embedded/listing.rs"]
mod listing;

use std::path::Path;
use std::process::ExitCode;

use listing::{ended, of_cargo, write_list};

/// What lies in the folder of the page only for those who work on it.
const UNSERVED: [&str; 7] = [
    "node_modules",
    "codemirror",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "types",
    "README.md",
];

fn main() -> ExitCode {
    ended(list())
}

fn list() -> Result<(), String> {
    let page = Path::new(&of_cargo("CARGO_MANIFEST_DIR")?).join("page");
    let is_served = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !UNSERVED.contains(&&*name) && !name.starts_with('.')
    };
    write_list("files.rs", &[(page, "")], "include_bytes", &is_served)
}

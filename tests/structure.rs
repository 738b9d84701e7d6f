//! How the files of a crate hang together, and that nobody has to read in circles from room to room.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]
#![expect(clippy::indexing_slicing, reason = "a test stops where its own preparation fails")]

#[path = "house/imports.rs"]
mod imports;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rota_tests::shelf::{listed, root};

use imports::Imports;

#[test]
fn no_circle_of_files_crosses_the_border_of_a_folder() {
    let mut wrong = Vec::new();
    for folder in listed(&root().join("crates")).into_iter().filter(|path| path.is_dir()) {
        let imports = Imports::of(&folder);
        for circle in imports.circles() {
            let folders: BTreeSet<PathBuf> = circle.iter().map(|file| imports.folder(*file)).collect();
            if folders.len() > 1 {
                wrong.push(told(&folder, &imports, &circle));
            }
        }
    }
    assert!(wrong.is_empty(), "{} circles:\n{}", wrong.len(), wrong.join("\n"));
}

/// The arrows of a circle that cross a border.
fn told(folder: &Path, imports: &Imports, circle: &BTreeSet<usize>) -> String {
    let name = folder.file_name().expect("a crate").to_string_lossy();
    let mut lines = vec![format!("{name}: {} files", circle.len())];
    for file in circle {
        for other in imports.needs[*file].intersection(circle) {
            if imports.folder(*file) != imports.folder(*other) {
                let (from, to) = (imports.files[*file].display(), imports.files[*other].display());
                lines.push(format!("  {from} needs {to}"));
            }
        }
    }
    lines.join("\n")
}

//! A folder for what a test writes.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that goes when the test ends.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder. No two tests of a file give theirs the same name.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("rota-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// A folder with files in it: path and text of each.
    ///
    /// # Panics
    /// When they cannot be written.
    pub fn with(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new(name);
        for (file, text) in files {
            let path = folder.0.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of something in it, for a command line.
    ///
    /// # Panics
    /// When that is no text.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// The names of all that lies in it, hidden ones too.
    ///
    /// # Panics
    /// When it cannot be read.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

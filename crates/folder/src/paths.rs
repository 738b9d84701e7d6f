//! What folders hold.

use std::fs;
use std::path::{Path, PathBuf};

use crate::RULES;

/// How many folders below its own a pack may have.
const DEEPEST: usize = 8;

/// Lists what a folder holds, by name: the order of the file system reaches nobody.
#[must_use]
pub fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort_unstable();
    paths
}

/// Lists all files below a folder, as a pack has them: those of the folder itself before those of folders in it.
#[must_use]
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    collect(folder, 0, &mut paths);
    paths
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        listed(folder).into_iter().partition(|path| path.is_dir());
    paths.extend(files);
    // A folder that is a link could lead back to one above.
    for folder in folders.iter().filter(|folder| depth < DEEPEST && !folder.is_symlink()) {
        collect(folder, depth + 1, paths);
    }
}

/// Returns whether a folder holds rule files itself, as that of a pack does.
#[must_use]
pub fn holds_rules(folder: &Path) -> bool {
    listed(folder).iter().any(|path| has_extension(path, "rota"))
}

/// Returns whether a rule file has the header of its pack in it, also where the rest cannot be read.
#[must_use]
pub fn is_header(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("pack "))
}

/// Returns whether a folder holds packs, and perhaps tile sets.
#[must_use]
pub fn is_home(folder: &Path) -> bool {
    folder.join(RULES).is_dir()
}

/// Finds the nearest folder, this one or one above, for which something holds.
pub fn upwards(from: &Path, holds: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    from.ancestors().find(|folder| holds(folder)).map(Path::to_owned)
}

/// Returns whether a path ends in this extension.
#[must_use]
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Returns whether a pack or a tile set can have this name.
#[must_use]
pub fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

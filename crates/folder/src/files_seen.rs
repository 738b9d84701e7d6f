//! Which files were looked at, and whether one of them was saved since.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::paths::{below, has_extension};

/// When a file was written, and how long it is.
type Stamp = (Option<SystemTime>, u64);

/// All files below some folders that packs and tile sets are read from, as they were at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesSeen {
    folders: Vec<PathBuf>,
    stamps: BTreeMap<PathBuf, Stamp>,
}

impl FilesSeen {
    /// Notes the files as they are now.
    #[must_use]
    pub fn of(folders: Vec<PathBuf>) -> FilesSeen {
        let stamps = stamps(&folders);
        FilesSeen { folders, stamps }
    }

    /// Returns whether nothing was looked at yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Returns whether a file is new, gone, or was written since it was last asked.
    pub fn have_changed(&mut self) -> bool {
        let now = stamps(&self.folders);
        let changed = now != self.stamps;
        self.stamps = now;
        changed
    }
}

/// Returns whether a file is one of those that are read, by its ending.
#[must_use]
pub fn is_read(path: &Path) -> bool {
    has_extension(path, "rota") || has_extension(path, "toml")
}

fn stamps(folders: &[PathBuf]) -> BTreeMap<PathBuf, Stamp> {
    let files = folders.iter().flat_map(|folder| below(folder));
    let read = files.filter(|path| is_read(path)).filter_map(|path| {
        let about = fs::metadata(&path).ok()?;
        Some((path, (about.modified().ok(), about.len())))
    });
    read.collect()
}

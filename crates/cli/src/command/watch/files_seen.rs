//! Which files were looked at, and whether one of them was saved since.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use crate::files::Files;

/// When a file was written, and how long it is.
type Stamp = (Option<SystemTime>, u64);

/// All files below the folders that packs and tile sets are read from, as they were at a time.
#[derive(Debug, Default)]
pub(super) struct FilesSeen {
    folders: Vec<PathBuf>,
    stamps: BTreeMap<PathBuf, Stamp>,
}

impl FilesSeen {
    /// Notes the files as they are now.
    pub fn of(files: &Files) -> FilesSeen {
        let folders = files.folders();
        let stamps = stamps(&folders);
        FilesSeen { folders, stamps }
    }

    /// Whether nothing was looked at yet.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Whether a file is new, gone, or was written since it was last asked.
    pub fn have_changed(&mut self) -> bool {
        let now = stamps(&self.folders);
        let changed = now != self.stamps;
        self.stamps = now;
        changed
    }
}

fn stamps(folders: &[PathBuf]) -> BTreeMap<PathBuf, Stamp> {
    let files = folders.iter().flat_map(|folder| rota_folder::below(folder));
    let read = files.filter(|path| Files::is_read(path)).filter_map(|path| {
        let about = fs::metadata(&path).ok()?;
        Some((path, (about.modified().ok(), about.len())))
    });
    read.collect()
}

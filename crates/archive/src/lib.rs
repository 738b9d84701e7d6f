//! A pack as one file, to be handed on: a zip archive that holds one folder, with a manifest in it.
//!
//! [`write`](write()) makes one; the same pack has the same bytes everywhere. [`read`] takes one apart and believes
//! nothing of it: every name, size and sum is looked at before anybody gets a text. Both work on bytes in memory;
//! who reads and writes files is somebody else.
//!
//! The comment of the archive ends in the SHA-256 of all bytes before it, so that a file that was cut off or damaged
//! on its way is told apart from one that was made to do harm.

mod manifest;
mod names;
mod read;
mod sum;
mod write;

pub use manifest::{FORMAT, MANIFEST, Manifest};
pub use names::{LONGEST_NAME, is_reserved, objection};
pub use read::{Archive, lie, missing_requirement, read};
pub use sum::{put_checksum, sha256};
pub use write::write;

use std::collections::BTreeMap;

/// The files of a pack: texts by their paths in its folder, as `scenarios/cities.rota`.
pub type Files = BTreeMap<String, String>;

/// The longest archive that is read, in bytes.
pub const LONGEST_ARCHIVE: usize = 16 << 20;

/// How many files an archive may hold, the manifest among them.
pub const MOST_FILES: usize = 500;

/// The longest file in an archive, in bytes: what the parser reads at most.
pub const LONGEST_FILE: u64 = 1 << 20;

/// How long all files of an archive may be together, in bytes.
pub const LONGEST_TOGETHER: u64 = 16 << 20;

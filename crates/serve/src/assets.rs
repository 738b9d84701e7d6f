//! The files of the page: those in the program, or for whoever works on them those of a folder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::token::hex;

/// The page itself.
pub(crate) const INDEX: &str = "index.html";

/// The files in the program, by their paths in the folder of the page.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The kinds of files that a page has, by their endings.
const KINDS: [(&str, &str); 8] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("woff2", "font/woff2"),
];

/// A file of the page.
pub(crate) struct Asset {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Of which kind it is, as a header says it.
    pub kind: &'static str,
    /// What it is known by; other bytes have another one.
    pub tag: String,
}

/// Where the files of the page are taken from.
pub(crate) enum Assets {
    /// The program, with what each file is known by.
    Program(BTreeMap<&'static str, (&'static [u8], String)>),
    /// A folder, which is read whenever somebody asks.
    Folder(PathBuf),
}

impl Assets {
    /// The files of a folder; without one those in the program.
    pub fn new(folder: Option<PathBuf>) -> Assets {
        match folder {
            Some(folder) => Assets::Folder(folder),
            None => {
                Assets::Program(FILES.iter().map(|(path, bytes)| (*path, (*bytes, tag(bytes)))).collect())
            }
        }
    }

    /// A file by its path; nothing where there is none.
    pub fn find(&self, path: &str) -> Option<Asset> {
        let ending = path.rsplit('.').next().unwrap_or_default();
        let known = KINDS.iter().find(|(known, _)| *known == ending);
        let kind = known.map_or("text/plain; charset=utf-8", |(_, kind)| *kind);
        let (bytes, tag) = match self {
            Assets::Program(files) => {
                let (bytes, tag) = files.get(path)?;
                (Cow::Borrowed(*bytes), tag.clone())
            }
            Assets::Folder(folder) => {
                let path = Path::new(path);
                // Nothing outside of the folder.
                if !path.components().all(|part| matches!(part, Component::Normal(_))) {
                    return None;
                }
                let bytes = fs::read(folder.join(path)).ok()?;
                let tag = tag(&bytes);
                (Cow::Owned(bytes), tag)
            }
        };
        Some(Asset { bytes, kind, tag })
    }
}

/// What bytes are known by, as the header `ETag` has it.
fn tag(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    format!("\"{}\"", hex(sum.get(..16).unwrap_or_default()))
}

//! Reading an archive: nothing in it is believed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use rota::{Diagnostic, LANGUAGE, PackText, Text};
use zip::CompressionMethod;
use zip::read::ZipArchive;

use crate::sum::has_checksum;
use crate::{
    FORMAT, Files, LONGEST_ARCHIVE, LONGEST_FILE, LONGEST_TOGETHER, MANIFEST, MOST_FILES, Manifest, names,
    sha256,
};

/// In a pack's folder: what recordings of another engine call the things of the pack.
const RECORDINGS: &str = "recordings.toml";

/// An archive that was taken apart.
#[derive(Clone, Debug)]
pub struct Archive {
    /// What it says of the pack in it.
    pub manifest: Manifest,
    /// The files of the pack.
    pub files: Files,
}

/// Takes an archive apart; problems call it by the name.
///
/// # Errors
/// The archive is damaged, holds something that none may hold, or its manifest does not tell of the files in it. Whether
/// the pack is what the manifest says is seen when it is loaded: compare [`Manifest::of`].
pub fn read(name: &str, bytes: &[u8]) -> Result<Archive, Vec<Diagnostic>> {
    let one = |diagnostic: Diagnostic| vec![diagnostic];
    if bytes.len() > LONGEST_ARCHIVE {
        let message = format!("`{name}` is longer than {LONGEST_ARCHIVE} bytes");
        return Err(one(Diagnostic::error("archive::forbidden", message)));
    }
    if !bytes.starts_with(b"PK") {
        return Err(one(
            damaged(name, "it is no zip archive").help("`rota pack build PACK` makes one of a pack")
        ));
    }
    if !has_checksum(bytes) {
        let help = "it was cut off or changed on its way, or another program made it: get it again from where it comes from";
        return Err(one(damaged(name, "it does not end in the sum of what is in it").help(help)));
    }
    let unreadable =
        |error: zip::result::ZipError| one(damaged(name, &format!("it cannot be taken apart: {error}")));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    let found = look_over(name, &mut archive);
    if !found.is_empty() {
        return Err(found);
    }
    let mut texts = BTreeMap::new();
    let mut left = LONGEST_TOGETHER;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(unreadable)?;
        let path = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let announced = entry.size();
        let most = announced.min(LONGEST_FILE).min(left);
        let mut content = Vec::new();
        // What is counted is what comes out, whatever the header says.
        entry.take(most + 1).read_to_end(&mut content).map_err(|error| unreadable(error.into()))?;
        let length = content.len() as u64;
        if length > most && most == left.min(LONGEST_FILE) {
            return Err(one(forbidden(name, &path, &too_long())));
        }
        if length != announced {
            return Err(one(forbidden(name, &path, "its length is not the one that is announced")));
        }
        left -= length;
        let text = String::from_utf8(content).map_err(|_| one(forbidden(name, &path, "it is not UTF-8")))?;
        texts.insert(path, text);
    }
    take_apart(name, texts).map_err(one)
}

/// Looks at everything that can be known before anything is unpacked.
fn look_over(name: &str, archive: &mut ZipArchive<Cursor<&[u8]>>) -> Vec<Diagnostic> {
    let whole =
        |why: &str| Diagnostic::error("archive::forbidden", format!("`{name}` cannot be added: {why}"));
    let mut found = Vec::new();
    if archive.len() > MOST_FILES {
        return vec![whole(&format!("it holds more than {MOST_FILES} files"))];
    }
    if archive.offset() != 0 {
        found.push(whole("something stands before the archive"));
    }
    if archive.has_duplicate_names() {
        found.push(whole("it holds two files of one name"));
    }
    if archive.has_overlapping_entries().unwrap_or(true) {
        found.push(whole("files in it lie over one another"));
    }
    let mut paths: BTreeSet<String> = BTreeSet::new();
    for index in 0..archive.len() {
        let entry = match archive.by_index_raw(index) {
            Ok(entry) => entry,
            Err(error) => {
                found.push(damaged(name, &format!("file {index} cannot be found: {error}")));
                continue;
            }
        };
        let path = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let mut object = |why: &str| found.push(forbidden(name, &path, why));
        if let Some(why) = names::objection(entry.name_raw()) {
            object(&why);
        } else if !(path.ends_with(".rota")
            || path.ends_with(".toml")
            || path.ends_with(&format!("/{MANIFEST}")))
        {
            object("a pack is made of `.rota` and `.toml` files");
        }
        if entry.is_symlink()
            || entry.is_dir()
            || entry.unix_mode().is_some_and(|mode| mode & 0o170_000 != 0o100_000)
        {
            object("it is no file, but a link, a folder or a device");
        }
        if entry.encrypted() {
            object("it is encrypted");
        }
        if ![CompressionMethod::Stored, CompressionMethod::Deflated].contains(&entry.compression()) {
            object("it is compressed in a way that not every program can read");
        }
        if entry.size() > LONGEST_FILE {
            object(&too_long());
        }
        if !paths.insert(path.to_lowercase()) {
            object("another file has the same name, but for large and small letters");
        }
    }
    // A file cannot be a folder as well.
    let folders =
        paths.iter().flat_map(|path| path.match_indices('/').map(|(at, _)| path.get(..at).unwrap_or(path)));
    if let Some(both) = folders.into_iter().find(|folder| paths.contains(*folder)) {
        found.push(forbidden(name, both, "it is a file and a folder"));
    }
    if found.is_empty() && archive.validate_header_consistency().is_err() {
        found.push(whole("its list of files says something else than the files"));
    }
    found
}

/// Finds the manifest among the texts, and holds it against them.
fn take_apart(name: &str, texts: BTreeMap<String, String>) -> Result<Archive, Diagnostic> {
    let manifests = texts.keys().filter(|path| path.ends_with(&format!("/{MANIFEST}")));
    let root = texts.keys().next().and_then(|path| path.split('/').next()).unwrap_or_default().to_owned();
    let inside = |path: &str| {
        path.strip_prefix(root.as_str()).and_then(|rest| rest.strip_prefix('/')).map(str::to_owned)
    };
    if let Some(outside) = texts.keys().find(|path| inside(path).is_none()) {
        return Err(forbidden(name, outside, &format!("an archive holds one folder, and that is `{root}`")));
    }
    let path = format!("{root}/{MANIFEST}");
    let Some(text) = texts.get(&path).filter(|_| manifests.count() == 1) else {
        return Err(lie(name, &format!("one manifest must lie in it, and that is `{path}`")));
    };
    let manifest = parse(name, text)?;
    if manifest.name != root {
        return Err(lie(
            name,
            &format!("it says name `{}`, and the folder is called `{root}`", manifest.name),
        ));
    }
    let files = texts.into_iter().filter(|(known, _)| *known != path);
    let files: Files = files.filter_map(|(path, text)| Some((inside(&path)?, text))).collect();
    for (path, text) in &files {
        match manifest.files.get(path) {
            None => return Err(lie(name, &format!("it says nothing of `{path}`"))),
            Some(sum) if *sum != sha256(text.as_bytes()) => {
                return Err(lie(name, &format!("`{path}` does not have the sum that it says")));
            }
            Some(_) => {}
        }
    }
    if let Some(missing) = manifest.files.keys().find(|path| !files.contains_key(*path)) {
        return Err(lie(name, &format!("it says something of `{missing}`, which is not there")));
    }
    Ok(Archive { manifest, files })
}

/// Reads a manifest, its versions first: of a later one nothing else need be known.
fn parse(name: &str, text: &str) -> Result<Manifest, Diagnostic> {
    let broken = |error: serde_json::Error| lie(name, &format!("it cannot be read: {error}"));
    let value: serde_json::Value = serde_json::from_str(text).map_err(broken)?;
    for (key, known, what) in [("format", FORMAT, "archives"), ("language", LANGUAGE, "the language")] {
        let version = value.get(key).and_then(serde_json::Value::as_u64);
        let version = version.ok_or_else(|| lie(name, &format!("it does not say its `{key}`")))?;
        if version == 0 || version > u64::from(known) {
            let why =
                format!("it is written for version {version} of {what}, and this program knows {known}");
            return Err(
                lie(name, &why).help(format!("get a later `rota` than {}", env!("CARGO_PKG_VERSION")))
            );
        }
    }
    serde_json::from_value(value).map_err(broken)
}

impl Archive {
    /// Returns the pack with its texts; problems call them by their paths in the archive of this name.
    #[must_use]
    pub fn pack(&self, name: &str) -> PackText {
        let mut pack = PackText { name: self.manifest.name.clone(), ..PackText::default() };
        // The files of a folder stand before those of folders in it, as they do once they are unpacked.
        let mut files: Vec<(&String, &String)> = self.files.iter().collect();
        files.sort_by_key(|(path, _)| order(path));
        for (path, text) in files {
            let text = Text { name: format!("{name}/{}/{path}", self.manifest.name), text: text.clone() };
            let file = path.rsplit('/').next().unwrap_or(path);
            match file.strip_suffix(".toml") {
                Some(_) if path == RECORDINGS => {}
                Some(set) => pack.tiles.push((set.to_owned(), text)),
                None => pack.rules.push(text),
            }
        }
        pack
    }
}

/// What the files of a pack are sorted by: at each folder, files before folders.
fn order(path: &str) -> Vec<(bool, &str)> {
    let last = path.matches('/').count();
    path.split('/').enumerate().map(|(at, part)| (at < last, part)).collect()
}

fn too_long() -> String {
    format!("a file may have {LONGEST_FILE} bytes, and all together {LONGEST_TOGETHER}")
}

fn damaged(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("archive::damaged", format!("`{name}` is no pack that can be added: {why}"))
}

fn forbidden(name: &str, path: &str, why: &str) -> Diagnostic {
    Diagnostic::error(
        "archive::forbidden",
        format!("`{name}` holds {path:?}, which no archive may hold: {why}"),
    )
}

/// Returns that a pack needs something that is not here.
#[must_use]
pub fn missing_requirement(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("archive::requirement", message)
}

/// Returns that the manifest of an archive of this name says something that is not so.
#[must_use]
pub fn lie(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("archive::manifest", format!("the manifest of `{name}` is wrong: {why}"))
}

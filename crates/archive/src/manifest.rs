//! What an archive says of the pack in it.

use std::collections::BTreeMap;

use rota::LoadedPacks;
use serde::{Deserialize, Serialize};

use crate::{Files, sha256};

/// The name of the manifest in the folder of a pack.
pub const MANIFEST: &str = "manifest.json";

/// The version of archives written here; those of a later one are refused.
pub const FORMAT: u32 = 1;

/// What an archive says of the pack in it. All of it can be worked out from the files, and [`read`](crate::read()) does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the archive.
    pub format: u32,
    /// The version of the language in which the pack is written.
    pub language: u32,
    /// The pack, which is also the folder of all files.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The title for people; empty where the pack has none.
    pub title: String,
    /// The packs it requires, each with the versions that will do.
    pub requires: BTreeMap<String, String>,
    /// The packs that its scenarios bring in.
    pub tested_with: Vec<String>,
    /// The SHA-256 of each file, by its path in the pack's folder.
    pub files: BTreeMap<String, String>,
}

impl Manifest {
    /// Returns the manifest of a pack that was loaded from these files; nothing where it was not, or has no header.
    #[must_use]
    pub fn of(packs: &LoadedPacks, name: &str, files: &Files) -> Option<Manifest> {
        let pack = packs.packs.iter().find(|pack| pack.name == name)?;
        let requires = pack.requirements().map(|(name, range)| (name.node.clone(), range.node.clone()));
        Some(Manifest {
            format: FORMAT,
            language: pack.language(),
            name: name.to_owned(),
            version: pack.version()?.node.clone(),
            title: pack.title().unwrap_or_default().to_owned(),
            requires: requires.collect(),
            tested_with: packs.brought_in_by_scenarios(name),
            files: files.iter().map(|(path, text)| (path.clone(), sha256(text.as_bytes()))).collect(),
        })
    }

    /// Returns where this manifest says something else than another one of the same pack, in words.
    #[must_use]
    pub fn difference(&self, other: &Manifest) -> Option<String> {
        let says = |what: &str, own: &str, found: &str| {
            format!("it says {what} `{own}`, and the pack has `{found}`")
        };
        if self.name != other.name {
            return Some(says("name", &self.name, &other.name));
        }
        if self.version != other.version {
            return Some(says("version", &self.version, &other.version));
        }
        if self.language != other.language {
            let (own, found) = (self.language.to_string(), other.language.to_string());
            return Some(says("language", &own, &found));
        }
        if self.title != other.title {
            return Some(says("title", &self.title, &other.title));
        }
        if self.requires != other.requires || self.tested_with != other.tested_with {
            return Some("the packs it asks for are not those of the pack".to_owned());
        }
        (self != other).then(|| "it is not the manifest of these files".to_owned())
    }

    /// Returns the text of the manifest.
    #[must_use]
    pub fn to_text(&self) -> String {
        // It holds nothing that JSON cannot say, so this does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

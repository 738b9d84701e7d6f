//! What packs are like: hashes of their content, and how two of them differ.

use std::collections::BTreeMap;
use std::fmt::Write;

use rota_source::SourceFile;
use rota_syntax::ast::{Item, ItemKind};
use sha2::{Digest, Sha256};

use super::save::Pin;
use crate::load::LoadedPacks;

/// How many hexadecimal digits tell a file from what it was before.
const SHORT: usize = 16;

impl LoadedPacks {
    /// What the packs are like, by name.
    #[must_use]
    pub fn pins(&self) -> Vec<Pin> {
        let packs = self.packs.iter().zip(&self.files);
        let mut pins: Vec<Pin> = packs
            .map(|(pack, files)| {
                let mut pin = Pin { name: pack.name.clone(), ..Pin::default() };
                let mut sums = Vec::new();
                let folder = folder(files);
                for file in files {
                    let sum = sha256(&file.text);
                    let name = file.name.get(folder..).unwrap_or(&file.name);
                    pin.files.insert(name.to_owned(), short(&sum));
                    sums.push(format!("rules {sum}"));
                }
                let items = pack.files.iter().flat_map(|file| &file.items);
                for item in items.flat_map(Item::with_brought) {
                    if let ItemKind::Pack { version, .. } = &item.kind {
                        pin.version.clone_from(&version.node);
                    } else if let ItemKind::Tiles { set, .. } = &item.kind {
                        let found = self.sets.iter().find(|(name, _)| *name == set.node);
                        let sum = found.map(|(_, file)| sha256(&file.text)).unwrap_or_default();
                        pin.files.insert(format!("{}.toml", set.node), short(&sum));
                        sums.push(format!("tiles {} {sum}", set.node));
                    }
                }
                sums.sort_unstable();
                pin.sha256 = sha256(&sums.join("\n"));
                pin
            })
            .collect();
        pins.sort_by(|one, two| one.name.cmp(&two.name));
        pins
    }
}

/// How long the part is that the names of all files begin with, up to a slash: the folder they lie in.
fn folder(files: &[SourceFile]) -> usize {
    let Some((first, others)) = files.split_first() else { return 0 };
    let ends = first.name.match_indices('/').map(|(at, _)| at + 1);
    let shared = |end: &usize| others.iter().all(|file| file.name.get(..*end) == first.name.get(..*end));
    ends.take_while(shared).last().unwrap_or(0)
}

fn short(sum: &str) -> String {
    sum.chars().take(SHORT).collect()
}

/// SHA-256 of a text in hexadecimal; it does not matter how the lines end.
pub(super) fn sha256(text: &str) -> String {
    let mut hasher = Sha256::new();
    for part in text.split("\r\n").enumerate().flat_map(|(at, part)| [if at > 0 { "\n" } else { "" }, part]) {
        hasher.update(part);
    }
    let mut sum = String::with_capacity(64);
    for byte in hasher.finalize() {
        // Writing to a string does not fail.
        let _ = write!(sum, "{byte:02x}");
    }
    sum
}

/// How a pack differs from what it was, in words; nothing where it is the same.
pub(super) fn difference(then: &Pin, now: &Pin) -> Option<String> {
    if then.sha256 == now.sha256 && then.version == now.version {
        return None;
    }
    let mut parts = Vec::new();
    if then.version != now.version {
        parts.push(format!("version {} was {}", now.version, then.version));
    }
    let missing = |from: &BTreeMap<String, String>, name: &str| !from.contains_key(name);
    let list = |what: &str, names: Vec<&String>| match names.as_slice() {
        [] => None,
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("{what} {}", names.join(", ")))
        }
    };
    let changed = then.files.iter().filter(|(name, sum)| now.files.get(*name).is_some_and(|own| own != *sum));
    parts.extend(list("changed:", changed.map(|(name, _)| name).collect()));
    parts.extend(list("new:", now.files.keys().filter(|name| missing(&then.files, name)).collect()));
    parts.extend(list("gone:", then.files.keys().filter(|name| missing(&now.files, name)).collect()));
    Some(parts.join("; "))
}

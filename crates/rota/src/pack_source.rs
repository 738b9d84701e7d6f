//! Where texts come from: the trait, and a source in memory.

use std::collections::BTreeMap;

use rota_source::Diagnostic;

/// A text and the name to call it by.
#[derive(Clone, Debug)]
pub struct Text {
    /// As shown in diagnostics: usually a path.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A pack as its folder holds it.
#[derive(Clone, Debug, Default)]
pub struct PackText {
    /// The folder's name: what other packs require it by.
    pub name: String,
    /// Its rule files.
    pub rules: Vec<Text>,
    /// Tile sets that the pack carries itself, by set name.
    pub tiles: Vec<(String, Text)>,
}

/// Where packs and tile sets come from.
pub trait PackSource {
    /// Returns a pack by name.
    fn pack(&self, name: &str) -> Option<PackText>;

    /// Returns a published tile set by name.
    fn tiles(&self, set: &str) -> Option<Text>;

    /// Returns the names of all packs it knows, for "did you mean".
    fn names(&self) -> Vec<String>;

    /// Returns the composition files that are published beside the packs, by name. Nothing where a source has none.
    fn compositions(&self) -> Vec<(String, Text)> {
        Vec::new()
    }

    /// Returns all packs of a name that there are, the one that is found first: version and place of each, in words.
    /// Nothing where a source does not know of places.
    fn whereabouts(&self, _name: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Takes what could not be read since the last time; nothing where all that is there can be read.
    fn take_problems(&self) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// Packs and tile sets in memory.
///
/// ```
/// let mut source = rota::MemorySource::new();
/// source.add_rules("islands", "rules.rota", "pack islands 1.0.0 \"Islands\"\n");
/// source.add_tiles("islands", "[tile.A]\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemorySource {
    packs: BTreeMap<String, PackText>,
    sets: BTreeMap<String, Text>,
}

impl MemorySource {
    /// A source that holds nothing yet.
    #[must_use]
    pub fn new() -> MemorySource {
        MemorySource::default()
    }

    /// Adds a rule file to a pack, or puts another text in its place. Problems call it `PACK/FILE`.
    pub fn add_rules(&mut self, pack: &str, file: &str, text: impl Into<String>) -> &mut MemorySource {
        let added = Text { name: format!("{pack}/{file}"), text: text.into() };
        let rules = &mut self.pack_mut(pack).rules;
        match rules.iter_mut().find(|known| known.name == added.name) {
            Some(known) => *known = added,
            None => rules.push(added),
        }
        self
    }

    /// Adds a tile set that any pack may name, or puts another text in its place. Problems call it `SET.toml`.
    pub fn add_tiles(&mut self, set: &str, text: impl Into<String>) -> &mut MemorySource {
        self.sets.insert(set.to_owned(), Text { name: format!("{set}.toml"), text: text.into() });
        self
    }

    /// Adds a pack from elsewhere with all that its folder holds, in place of one of this name.
    pub fn add_pack(&mut self, pack: PackText) -> &mut MemorySource {
        self.packs.insert(pack.name.clone(), pack);
        self
    }

    fn pack_mut(&mut self, pack: &str) -> &mut PackText {
        let new = || PackText { name: pack.to_owned(), ..PackText::default() };
        self.packs.entry(pack.to_owned()).or_insert_with(new)
    }
}

impl PackSource for MemorySource {
    fn pack(&self, name: &str) -> Option<PackText> {
        self.packs.get(name).cloned()
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.sets.get(set).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.packs.keys().cloned().collect()
    }
}

pub(crate) fn too_much(name: &str) -> Diagnostic {
    Diagnostic::error("packs::too-large", format!("`{name}` does not fit: all texts together may have 4 GiB"))
}

//! Packs that lie in memory: the published one, and what a test puts beside it.

use std::fs;
use std::path::Path;

use rota::{PackSource, PackText, Text};

/// Texts by pack and by tile set.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The packs.
    pub packs: Vec<PackText>,
    /// The published tile sets.
    pub sets: Vec<(String, Text)>,
}

impl Texts {
    /// The base pack with its tiles.
    pub fn published() -> Texts {
        let mut texts = Texts::default();
        let mut files: Vec<_> = fs::read_dir(super::root().join("rulesets/base"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rota"))
        {
            let name = format!("base/{}", path.file_name().unwrap().to_str().unwrap());
            texts.add("base", &name, &fs::read_to_string(path).unwrap());
        }
        let tiles = fs::read_to_string(super::root().join("tiles/base.toml")).unwrap();
        texts.sets.push(("base".to_owned(), Text { name: "base.toml".to_owned(), text: tiles }));
        texts
    }

    /// Adds a rule file to a pack.
    pub fn add(&mut self, pack: &str, name: &str, text: &str) {
        let text = Text { name: name.to_owned(), text: text.to_owned() };
        match self.packs.iter_mut().find(|known| known.name == pack) {
            Some(known) => known.rules.push(text),
            None => self.packs.push(PackText { name: pack.to_owned(), rules: vec![text], tiles: Vec::new() }),
        }
    }

    /// Adds a folder: each rule file is a pack, each other file a tile set.
    pub fn add_folder(&mut self, folder: &Path) {
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for path in files {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("rota") => self.add(stem, name, &fs::read_to_string(&path).unwrap()),
                Some("toml") => {
                    let text = fs::read_to_string(&path).unwrap();
                    self.sets.push((stem.to_owned(), Text { name: name.to_owned(), text }));
                }
                _ => {}
            }
        }
    }
}

impl PackSource for Texts {
    fn pack(&self, name: &str) -> Option<PackText> {
        self.packs.iter().find(|pack| pack.name == name).cloned()
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        self.sets.iter().find(|(name, _)| name == set).map(|(_, text)| text.clone())
    }

    fn names(&self) -> Vec<String> {
        self.packs.iter().map(|pack| pack.name.clone()).collect()
    }
}

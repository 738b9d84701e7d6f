//! The texts that questions are about: those of a shelf, and over them those that are open in an editor.

use std::collections::BTreeMap;

use rota::{Diagnostic, PackSource, PackText, Text};

/// What a file is a part of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// A rule file of the pack of this name.
    Rules(String),
    /// A tile file that a pack carries itself: the pack, the set.
    PackTiles(String, String),
    /// A published tile file: the set.
    Tiles(String),
    /// A composition file.
    Composition,
    /// None of these: nothing is known of it.
    Other,
}

/// A text that is open in an editor; nobody else has seen it yet.
#[derive(Clone, Debug)]
pub struct OpenText {
    /// The whole text.
    pub text: String,
    /// What it is a part of.
    pub owner: Owner,
}

/// The texts of a shelf with open ones on top, by the names of their files.
#[derive(Clone, Copy)]
pub struct World<'w> {
    /// What lies there as everybody sees it.
    pub shelf: &'w dyn PackSource,
    /// What is open; a file of the shelf by the name that the shelf gives it.
    pub open: &'w BTreeMap<String, OpenText>,
}

impl World<'_> {
    fn open_of(&self, is_it: impl Fn(&Owner) -> bool) -> impl Iterator<Item = Text> {
        let open = self.open.iter().filter(move |(_, open)| is_it(&open.owner));
        open.map(|(name, open)| Text { name: name.clone(), text: open.text.clone() })
    }
}

/// Puts an open text in the place of the one of its name, or adds it where the order of names has it.
fn overlay(texts: &mut Vec<Text>, open: Text) {
    match texts.iter_mut().find(|known| known.name == open.name) {
        Some(known) => *known = open,
        None => {
            texts.push(open);
            texts.sort_by(|one, other| depth(&one.name).cmp(&depth(&other.name)));
        }
    }
}

/// Files of a folder come before those of folders in it.
fn depth(name: &str) -> (usize, &str) {
    (name.matches('/').count(), name)
}

impl PackSource for World<'_> {
    fn pack(&self, name: &str) -> Option<PackText> {
        let lying = self.shelf.pack(name);
        let mut pack = lying.unwrap_or_else(|| PackText { name: name.to_owned(), ..PackText::default() });
        for open in self.open_of(|owner| matches!(owner, Owner::Rules(pack) if pack == name)) {
            overlay(&mut pack.rules, open);
        }
        for (file, open) in self.open {
            if let Owner::PackTiles(owner, set) = &open.owner
                && owner == name
            {
                let text = Text { name: file.clone(), text: open.text.clone() };
                match pack.tiles.iter_mut().find(|(known, _)| known == set) {
                    Some((_, known)) => *known = text,
                    None => pack.tiles.push((set.clone(), text)),
                }
            }
        }
        (!pack.rules.is_empty() || !pack.tiles.is_empty()).then_some(pack)
    }

    fn tiles(&self, set: &str) -> Option<Text> {
        let mut open = self.open_of(|owner| matches!(owner, Owner::Tiles(name) if name == set));
        open.next().or_else(|| self.shelf.tiles(set))
    }

    fn names(&self) -> Vec<String> {
        let open = self.open.values().filter_map(|open| match &open.owner {
            Owner::Rules(pack) | Owner::PackTiles(pack, _) => Some(pack.clone()),
            Owner::Tiles(_) | Owner::Composition | Owner::Other => None,
        });
        let mut names: Vec<String> = self.shelf.names().into_iter().chain(open).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn compositions(&self) -> Vec<(String, Text)> {
        self.shelf.compositions()
    }

    fn take_problems(&self) -> Vec<Diagnostic> {
        self.shelf.take_problems()
    }
}

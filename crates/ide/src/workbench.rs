//! What is made of a world: what is wrong with a pack or a composition, and what its names mean.
//!
//! Everything here is a function of the texts. Trees of texts that have not changed are kept in a library, which nothing
//! but time can tell from reading all anew.

use std::collections::BTreeMap;

use rota::{Library, LoadedPacks, PackSource, SourceFile, Text};
use rota_check::Notes;
use rota_check::occurrences::{Occurrence, Occurrences};
use rota_compose::Selection;
use rota_syntax::ast::Name;

use crate::check::{Aspect, Checked};
use crate::world::{Owner, World};

/// What is looked at as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A pack with all it requires.
    Pack(String),
    /// A composition file, by its name.
    Composition(String),
    /// A published tile set, with the packs that name it.
    Tiles(String),
}

impl Subject {
    /// Returns what to look at for a file; nothing for one of which nothing is known.
    #[must_use]
    pub fn of(file: &str, owner: &Owner) -> Option<Subject> {
        match owner {
            Owner::Rules(pack) | Owner::PackTiles(pack, _) => Some(Subject::Pack(pack.clone())),
            Owner::Tiles(set) => Some(Subject::Tiles(set.clone())),
            Owner::Composition => Some(Subject::Composition(file.to_owned())),
            Owner::Other => None,
        }
    }
}

/// Keeps what need not be read again.
#[derive(Debug, Default)]
pub struct Workbench {
    pub(crate) library: Library,
    /// The pack that was loaded last: aspects of one pack are looked at one after the other.
    loaded: Option<(String, LoadedPacks)>,
    /// What came of each aspect the last time.
    pub(crate) checked: BTreeMap<(Subject, Aspect), Checked>,
}

/// Packs that were loaded together, and what their names mean.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The packs.
    pub packs: LoadedPacks,
    /// Their names.
    pub names: Occurrences,
}

impl Workbench {
    /// Starts with nothing read.
    #[must_use]
    pub fn new() -> Workbench {
        Workbench::default()
    }

    /// Notes that the world may have changed since the last question.
    pub fn refresh(&mut self) {
        self.loaded = None;
        self.library.refresh();
    }

    /// Loads a pack, or hands it out again where it was the last one.
    pub(crate) fn load_pack(&mut self, world: &World<'_>, pack: &str) -> LoadedPacks {
        if let Some((_, loaded)) = self.loaded.as_ref().filter(|(known, _)| known == pack) {
            return loaded.clone();
        }
        let loaded = self.library.load(world, [pack]);
        self.loaded = Some((pack.to_owned(), loaded.clone()));
        loaded
    }

    /// The packs that a published set is made for: those that name it, or all that stand on their own.
    pub(crate) fn packs_of_set(&mut self, world: &World<'_>, set: &str) -> Vec<LoadedPacks> {
        let loaded = world.names().into_iter().map(|pack| self.library.load(world, [pack]));
        let mut loaded: Vec<LoadedPacks> = loaded.collect();
        let is_named = loaded.iter().any(|packs| packs.uses_tiles(set));
        loaded.retain(|packs| if is_named { packs.uses_tiles(set) } else { packs.packs.len() == 1 });
        loaded.sort_by_key(|packs| packs.packs.len());
        loaded.truncate(MOST_PACKS_OF_SET);
        loaded
    }

    /// Loads what a subject is about and finds out what all its names mean.
    pub fn analysis(&mut self, world: &World<'_>, subject: &Subject) -> Analysis {
        let packs = match subject {
            Subject::Pack(pack) => self.load_pack(world, pack),
            Subject::Composition(file) => {
                let text = world.open.get(file).map(|open| open.text.clone()).unwrap_or_default();
                self.library.compose(world, Text { name: file.clone(), text }).0
            }
            Subject::Tiles(set) => self.packs_of_set(world, set).into_iter().next().unwrap_or_default(),
        };
        let own = match subject {
            Subject::Pack(pack) => Some(pack.as_str()),
            Subject::Composition(_) | Subject::Tiles(_) => None,
        };
        Analysis::of(packs, own)
    }

    /// Loads several packs at once, for questions about all of them.
    pub fn analysis_of(&mut self, world: &World<'_>, packs: &[String]) -> Analysis {
        Analysis::of(self.library.load(world, packs), None)
    }
}

/// A set that is part of every game would have each of them checked at every stroke of a key: the smallest will do.
const MOST_PACKS_OF_SET: usize = 3;

impl Analysis {
    /// Finds out what names mean, as the packs are and in each variant of one of them.
    fn of(packs: LoadedPacks, own: Option<&str>) -> Analysis {
        let mut notes = notes(&packs, &[]);
        let variants: Vec<Name> =
            own.into_iter().flat_map(|pack| packs.variants(Some(pack))).cloned().collect();
        for variant in variants {
            notes.add(self::notes(&packs, &[variant]));
        }
        let names = Occurrences::of(&packs.packs, &packs.guests, &packs.sources, notes);
        Analysis { packs, names }
    }

    /// Returns the file of this name among those that were loaded.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&SourceFile> {
        let rules = self.packs.files.iter().flatten();
        let mut files = rules.chain(self.packs.sets.iter().map(|(_, file)| file));
        // A composition is no part of what it names.
        let others = || self.packs.sources.files().iter().rfind(|file| *file.name == *name);
        files.find(|file| *file.name == *name).or_else(others)
    }

    /// Returns the name at an offset of a file.
    #[must_use]
    pub fn name_at(&self, file: &str, offset: usize) -> Option<&Occurrence> {
        let file = self.file(file)?;
        self.names.at(file.base.saturating_add(u32::try_from(offset).ok()?))
    }
}

/// What the checker sees of names under a variant.
fn notes(packs: &LoadedPacks, variants: &[Name]) -> Notes {
    let selection = Selection { packs: &packs.packs, variants, options: &[], edit: None };
    let mut unheard = Vec::new();
    let items = selection.in_force(&mut unheard);
    rota_check::notes(&items, &packs.sources)
}

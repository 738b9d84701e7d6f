//! What is wrong with a subject, aspect by aspect: each is found in one go, and kept for as long as all texts that it
//! follows from are the same.

use std::sync::Arc;

use rota::{LoadedPacks, OptLevel, PackSource, Settings, Sources, Text};

use crate::finding::{Finding, findings};
use crate::workbench::{Subject, Workbench};
use crate::world::World;

/// A part of what is said of a subject, in the order in which somebody who types wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// The rules and tiles as they play without any variant.
    Rules,
    /// A pack in each of its variants, and beside the packs of which it speaks.
    Variants,
    /// The words and settings of a pack's scenarios.
    Scenarios,
    /// The mistakes that a pack spells out.
    Mistakes,
}

impl Subject {
    /// Returns what there is to say of it. The later ones are told once there is no error in the first.
    #[must_use]
    pub fn aspects(&self) -> &'static [Aspect] {
        match self {
            Subject::Pack(_) => &[Aspect::Rules, Aspect::Variants, Aspect::Scenarios, Aspect::Mistakes],
            Subject::Composition(_) | Subject::Tiles(_) => &[Aspect::Rules],
        }
    }
}

/// What findings follow from, and these.
#[derive(Debug)]
pub(crate) struct Checked {
    inputs: Inputs,
    found: Vec<Finding>,
}

/// All that a check can see: the texts, the packs that they belong to, and what could not be read.
#[derive(Debug)]
struct Inputs {
    packs: Vec<String>,
    /// Held, so that no other text can ever lie where one of these does.
    texts: Vec<Arc<str>>,
    unread: Vec<Finding>,
}

impl Inputs {
    fn of(packs: &LoadedPacks) -> Inputs {
        let rules = packs.files.iter().flatten();
        let files = rules.chain(packs.sets.iter().map(|(_, file)| file));
        let names = packs.packs.iter().chain(&packs.guests).map(|pack| pack.name.clone());
        Inputs {
            packs: names.collect(),
            texts: files.map(|file| file.text.clone()).collect(),
            unread: findings(&packs.sources, &packs.diagnostics),
        }
    }

    fn is(&self, other: &Inputs) -> bool {
        let same = |(one, other): (&Arc<str>, &Arc<str>)| Arc::ptr_eq(one, other);
        self.packs == other.packs
            && self.texts.len() == other.texts.len()
            && self.texts.iter().zip(&other.texts).all(same)
            && self.unread == other.unread
    }
}

impl Workbench {
    /// Says what is wrong with a pack, a composition or a tile set, in all files that belong to it.
    pub fn findings(&mut self, world: &World<'_>, subject: &Subject) -> Vec<Finding> {
        let aspects = subject.aspects().iter();
        let found = aspects.filter_map(|aspect| self.check(world, subject, *aspect, &|| false));
        let mut all: Vec<Finding> = found.flatten().collect();
        all.sort();
        all.dedup();
        all
    }

    /// Says what is wrong with one aspect of a subject; nothing where `is_disturbed`, which is asked every few
    /// milliseconds, says that something else is more urgent.
    pub fn check(
        &mut self,
        world: &World<'_>,
        subject: &Subject,
        aspect: Aspect,
        is_disturbed: &dyn Fn() -> bool,
    ) -> Option<Vec<Finding>> {
        match subject {
            Subject::Pack(pack) => self.check_pack(world, pack, aspect, is_disturbed),
            Subject::Composition(file) => Some(self.check_composition(world, file)),
            Subject::Tiles(set) => Some(self.tile_findings(world, set)),
        }
    }

    /// Whether a pack of the shelf is loaded with one of these.
    pub fn builds_on(&mut self, world: &World<'_>, pack: &str, bases: &[&str]) -> bool {
        let loaded = self.load_pack(world, pack);
        let mut all = loaded.packs.iter().chain(&loaded.guests);
        all.any(|known| known.name != pack && bases.contains(&known.name.as_str()))
    }

    fn check_pack(
        &mut self,
        world: &World<'_>,
        pack: &str,
        aspect: Aspect,
        is_disturbed: &dyn Fn() -> bool,
    ) -> Option<Vec<Finding>> {
        let packs = self.load_pack(world, pack);
        let inputs = Inputs::of(&packs);
        let key = (Subject::Pack(pack.to_owned()), aspect);
        if let Some(known) = self.known(&key, &inputs) {
            return Some(known);
        }
        // What only scenarios and written mistakes say is told once the packs themselves are sound.
        let is_sound = matches!(aspect, Aspect::Rules | Aspect::Variants) || {
            let variants = self.check_pack(world, pack, Aspect::Variants, is_disturbed)?;
            variants.iter().all(|one| !one.is_error)
        };
        let found = match aspect {
            _ if !is_sound => Vec::new(),
            Aspect::Rules => packs.check(&Settings::new()).0,
            Aspect::Variants => packs.check_variants(pack),
            Aspect::Scenarios => rota::check_scenarios_until(&packs, pack, is_disturbed)?,
            Aspect::Mistakes => rota::check_mistakes_until(&packs, pack, is_disturbed)?,
        };
        let found = findings(&packs.sources, &found);
        self.checked.insert(key, Checked { inputs, found: found.clone() });
        Some(found)
    }

    /// What was found the last time, where it follows from the same.
    fn known(&self, key: &(Subject, Aspect), inputs: &Inputs) -> Option<Vec<Finding>> {
        let checked = self.checked.get(key).filter(|checked| checked.inputs.is(inputs))?;
        Some(checked.found.clone())
    }

    fn check_composition(&mut self, world: &World<'_>, file: &str) -> Vec<Finding> {
        let Some(open) = world.open.get(file) else { return Vec::new() };
        let text = Text { name: file.to_owned(), text: open.text.clone() };
        let (packs, composition) = self.library.compose(world, text);
        let mut inputs = Inputs::of(&packs);
        let own = packs.sources.files().iter().rfind(|known| *known.name == *file);
        inputs.texts.extend(own.map(|own| own.text.clone()));
        let key = (Subject::Composition(file.to_owned()), Aspect::Rules);
        if let Some(known) = self.known(&key, &inputs) {
            return known;
        }
        let (found, sources) = packs.check(&composition.settings());
        let found = findings(&sources, &found);
        self.checked.insert(key, Checked { inputs, found: found.clone() });
        found
    }

    /// What is wrong with a published set, by the words of each pack that it is made for.
    fn tile_findings(&mut self, world: &World<'_>, set: &str) -> Vec<Finding> {
        let Some(text) = world.tiles(set) else { return Vec::new() };
        let mut all = Vec::new();
        for packs in self.packs_of_set(world, set) {
            if packs.uses_tiles(set) {
                let (found, sources) = packs.check(&Settings::new());
                all.extend(findings(&sources, &found));
            } else if let Ok(compiled) = packs.compile(&Settings::new().opt_level(OptLevel::None)) {
                let mut sources = Sources::new();
                let Some(file) = sources.add(text.name.clone(), text.text.clone()).cloned() else { continue };
                let (_, found) = rota_tiles::load(&file, set, &compiled.compiled.vocabulary);
                all.extend(findings(&sources, &found));
            }
        }
        all.retain(|one| one.place.as_ref().is_some_and(|place| *place.file == *text.name));
        all.sort();
        all.dedup();
        all
    }
}

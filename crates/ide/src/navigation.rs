//! Where is it declared, and where is it used.

use rota::PackSource;
use rota_check::occurrences::{Occurrence, Role, Symbol};
use rota_source::{SourceFile, Span};

use crate::finding::FilePlace;
use crate::toml_names::Meaning;
use crate::workbench::{Analysis, Workbench};
use crate::world::World;

impl Analysis {
    /// Returns where what is named at an offset of a file is declared.
    #[must_use]
    pub fn definition(&self, file: &str, offset: usize) -> Option<FilePlace> {
        if let Some((_, meaning)) = self.toml_meaning(file, offset) {
            return match meaning {
                Meaning::Declared(index) => self.place(self.names.declarations.get(index)?.span),
                Meaning::Tile(tile) => self.tile(&tile),
                Meaning::Key(..) => None,
            };
        }
        let name = self.name_at(file, offset)?;
        match &name.symbol {
            Symbol::Declared(_) => self.place(self.names.declaration(&name.symbol)?.span),
            Symbol::Local(at) => self.place(*at),
            Symbol::Tile(tile) => self.tile(tile),
            Symbol::Builtin(_) | Symbol::Effect(_) | Symbol::Seat(_) | Symbol::Unknown(_) => None,
        }
    }

    /// Where a tile stands in its file: behind its `id`. One without a set is looked for in all of them.
    fn tile(&self, written: &str) -> Option<FilePlace> {
        let (set, id) = written.split_once('/').map_or((None, written), |(set, id)| (Some(set), id));
        let sets = self.packs.sets.iter().filter(|(name, _)| set.is_none_or(|set| set == name));
        sets.map(|(_, file)| file).find_map(|file| tile_in(file, id))
    }
    /// Returns all names in the loaded packs of what is named at an offset, the declaration among them.
    #[must_use]
    pub fn uses(&self, file: &str, offset: usize) -> Vec<&Occurrence> {
        let Some(name) = self.name_at(file, offset) else { return Vec::new() };
        // Players of different scenarios have nothing to do with one another.
        if let Symbol::Unknown(_) | Symbol::Seat(_) = name.symbol {
            return Vec::new();
        }
        self.names.like(&name.symbol).collect()
    }

    pub(crate) fn place(&self, span: Span) -> Option<FilePlace> {
        FilePlace::of(&self.packs.sources, span)
    }
}

/// Where a file of tiles gives one its id.
fn tile_in(file: &SourceFile, id: &str) -> Option<FilePlace> {
    let quoted = format!("\"{id}\"");
    let mut offset = 0;
    for line in file.text.split_inclusive('\n') {
        if let Some(at) = line.find(&quoted).filter(|at| line.get(..*at).is_some_and(is_id_key)) {
            let start = offset + at + 1;
            return Some(FilePlace { file: file.name.clone(), range: start..start + id.len() });
        }
        offset += line.len();
    }
    None
}

/// Whether what stands before a text makes it the id of a tile.
fn is_id_key(before: &str) -> bool {
    let before = before.trim_end();
    before.strip_suffix('=').is_some_and(|key| key.trim_end().ends_with("id"))
}

impl Workbench {
    /// Returns all places on the shelf where what is named at an offset of a file of `pack` is named: in the pack, in
    /// those it requires, and in all that require the pack that declares it.
    pub fn references(
        &mut self,
        world: &World<'_>,
        here: &Analysis,
        file: &str,
        offset: usize,
        with_declaration: bool,
    ) -> Vec<FilePlace> {
        let Some(name) = here.name_at(file, offset) else { return Vec::new() };
        let wanted = |one: &Occurrence| with_declaration || one.role != Role::Declares;
        let spans = here.uses(file, offset).into_iter().filter(|one| wanted(one)).map(|one| one.span);
        let mut places: Vec<FilePlace> = spans.filter_map(|span| here.place(span)).collect();
        if let Some(declared) = here.names.declaration(&name.symbol)
            && let Some(origin) = here.place(declared.span)
        {
            for pack in self.further_packs(world, here, declared.word(), &declared.pack) {
                let other = self.analysis(world, &crate::workbench::Subject::Pack(pack));
                let Some(name) = other.name_at(&origin.file, origin.range.start) else { continue };
                let all = other.names.like(&name.symbol).filter(|one| wanted(one));
                places.extend(all.filter_map(|one| other.place(one.span)));
            }
        }
        places.sort();
        places.dedup();
        places
    }

    /// The packs of the shelf, besides those that are loaded, that may name something that a pack declares: they have
    /// the word in them and require the pack, or bring it in.
    pub(crate) fn further_packs(
        &mut self,
        world: &World<'_>,
        here: &Analysis,
        word: &str,
        declaring: &str,
    ) -> Vec<String> {
        let is_loaded = |name: &String| here.packs.packs.iter().any(|pack| pack.name == *name);
        let names = world.names().into_iter().filter(|name| !is_loaded(name));
        let further = names.filter(|name| {
            let text = world.pack(name);
            text.is_some_and(|pack| {
                let has = |word: &str| pack.rules.iter().any(|text| text.text.contains(word));
                has(word) && (has(declaring) || has("requires"))
            })
        });
        further.collect()
    }
}

//! What a name becomes when it is renamed: all places at once, or a reason why not.

use std::collections::{BTreeMap, BTreeSet};

use rota::PackSource;
use rota_check::occurrences::{Role, Symbol, SymbolKind};
use rota_source::edited;

use crate::finding::{FilePlace, Finding};
use crate::tile_words::tile_places;
use crate::workbench::{Analysis, Subject, Workbench};
use crate::world::{OpenText, Owner, World};

/// Edits of files, all of them together.
pub type Edits = Vec<(FilePlace, String)>;

impl Analysis {
    /// Returns the place of the name at an offset that can be renamed, without the pack before it.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn renamable(&self, file: &str, offset: usize) -> Result<FilePlace, String> {
        let name = self.name_at(file, offset).ok_or("no name stands here")?;
        match &name.symbol {
            Symbol::Builtin(_) | Symbol::Effect(_) => Err("this is a word of the language".to_owned()),
            Symbol::Unknown(_) => Err("nobody declares this name".to_owned()),
            Symbol::Seat(_) => Err("players of a scenario are renamed by hand".to_owned()),
            Symbol::Tile(_) => Err("a tile is renamed in its file".to_owned()),
            Symbol::Declared(_) | Symbol::Local(_) => {
                let kind = self.names.declaration(&name.symbol).map(|declared| declared.kind);
                let is_file = matches!(kind, Some(SymbolKind::Pack | SymbolKind::TileSet));
                if is_file {
                    return Err("packs and tile sets go by the names of their folders and files".to_owned());
                }
                let is_phase = kind == Some(SymbolKind::Step)
                    && ["setup", "turn", "final"].contains(&self.packs.sources.text(name.span));
                if is_phase {
                    return Err("the three phases of a game belong to the language".to_owned());
                }
                let place = self.place(name.span).ok_or("this name stands in no file")?;
                Ok(self.without_pack(place))
            }
        }
    }

    /// The part of a name behind `::`, and a title without its quotation marks.
    fn without_pack(&self, mut place: FilePlace) -> FilePlace {
        let text = self.file(&place.file).and_then(|file| file.text.get(place.range.clone())).unwrap_or("");
        if let Some((pack, _)) = text.split_once("::") {
            place.range.start += pack.len() + "::".len();
        }
        if text.starts_with('"') {
            place.range = place.range.start + 1..place.range.end.saturating_sub(1).max(place.range.start + 1);
        }
        place
    }
}

impl Workbench {
    /// Renames what is named at an offset of a file, everywhere on the shelf; the result is checked before it is
    /// handed out.
    ///
    /// # Errors
    /// Why it cannot be done, in a sentence: a name of somebody else, a word that cannot be one, or what would be wrong
    /// afterwards.
    pub fn rename(
        &mut self,
        world: &World<'_>,
        subject: &Subject,
        here: &Analysis,
        (file, offset): (&str, usize),
        new: &str,
        is_users: &dyn Fn(&str) -> bool,
    ) -> Result<Edits, String> {
        let place = here.renamable(file, offset)?;
        let name = here.name_at(file, offset).ok_or("no name stands here")?;
        let old = here.file(file).and_then(|file| file.text.get(place.range)).unwrap_or("").to_owned();
        let declared = here.names.declaration(&name.symbol).cloned();
        if declared.as_ref().is_none_or(|declared| declared.kind != SymbolKind::Scenario) {
            let mut letters = new.chars();
            let begins = letters.next().is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '_');
            if !begins || !letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
                return Err(format!("`{new}` is no name: letters, digits and `_`, beginning with a letter"));
            }
        }
        let origin = if let Symbol::Local(at) = &name.symbol {
            here.place(*at)
        } else {
            declared.as_ref().and_then(|declared| here.place(declared.span))
        };
        let origin = origin.ok_or("the declaration stands in no file")?;
        let mut places = self.references(world, here, file, offset, true);
        let mut subjects: BTreeSet<Subject> = BTreeSet::from([subject.clone()]);
        if let Some(declared) = &declared {
            subjects.insert(Subject::Pack(declared.pack.clone()));
            let further = self.further_packs(world, here, declared.word(), &declared.pack);
            subjects.extend(further.into_iter().map(Subject::Pack));
            places.extend(self.places_in_tiles(world, here, &subjects, declared));
        }
        let mut edits: Edits = Vec::new();
        for place in places {
            let text = text_of(world, here, &place.file);
            let mut place = place;
            let written = text.as_deref().and_then(|text| text.get(place.range.clone())).unwrap_or("");
            if let Some(at) = written.rfind(&old) {
                place.range = place.range.start + at..place.range.start + at + old.len();
                edits.push((place, new.to_owned()));
            }
        }
        edits.sort();
        edits.dedup();
        if let Some((place, _)) = edits.iter().find(|(place, _)| !is_users(&place.file)) {
            return Err(format!("`{old}` also stands in `{}`, which is not yours to change", place.file));
        }
        if edits.is_empty() || old == new {
            return Ok(Vec::new());
        }
        self.tried(world, (subject, here), &subjects, &origin, &edits)?;
        Ok(edits)
    }

    /// Where tile files write what a pack declares.
    fn places_in_tiles(
        &mut self,
        world: &World<'_>,
        here: &Analysis,
        subjects: &BTreeSet<Subject>,
        declared: &rota_check::occurrences::Declaration,
    ) -> Vec<FilePlace> {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        let mut gather = |analysis: &Analysis| {
            let sets = analysis.packs.sets.iter().filter(|(set, _)| analysis.packs.uses_tiles(set));
            files.extend(sets.map(|(_, file)| (file.name.to_string(), file.text.to_string())));
        };
        gather(here);
        for subject in subjects {
            gather(&self.analysis(world, subject));
        }
        let all = files.iter().flat_map(|(name, text)| tile_places(name, text, declared));
        all.collect()
    }

    /// Makes the edits on the side and looks what comes of them.
    fn tried(
        &mut self,
        world: &World<'_>,
        (subject, here): (&Subject, &Analysis),
        subjects: &BTreeSet<Subject>,
        origin: &FilePlace,
        edits: &Edits,
    ) -> Result<(), String> {
        let mut open = world.open.clone();
        let mut by_file: BTreeMap<&str, Vec<&(FilePlace, String)>> = BTreeMap::new();
        for edit in edits {
            by_file.entry(&edit.0.file).or_default().push(edit);
        }
        for (file, edits) in &by_file {
            let edits = edits.iter().map(|(place, new)| (place.range.clone(), new.as_str()));
            let Some(text) = text_of(world, here, file) else { continue };
            let text = edited(&text, edits.collect());
            let text = text.ok_or_else(|| format!("the places of the name overlap in `{file}`"))?;
            let owner = self.owner_of(world, subjects, file).unwrap_or(Owner::Other);
            open.insert((*file).to_owned(), OpenText { text, owner });
        }
        let before: Vec<Vec<Finding>> = subjects.iter().map(|one| self.findings(world, one)).collect();
        let count = here.names.iter().filter(|one| one.role == Role::Declares).count();
        let renamed = World { shelf: world.shelf, open: &open };
        self.refresh();
        let mut problem = None;
        for (subject, before) in subjects.iter().zip(before) {
            let known: Vec<(&str, bool)> = before.iter().map(|one| (one.code, one.is_error)).collect();
            let after = self.findings(&renamed, subject);
            if after.len() > before.len() {
                let new = after.into_iter().find(|one| !known.contains(&(one.code, one.is_error)));
                let said = new.map_or_else(|| "more would be wrong".to_owned(), |new| new.message);
                problem = problem.or(Some(said));
            }
        }
        // Where a name comes to mean something else without an error, it is missing among those of the declaration.
        let shift: isize = edits
            .iter()
            .filter(|(place, _)| place.file == origin.file && place.range.start < origin.range.start)
            .map(|(place, new)| new.len().cast_signed() - place.range.len().cast_signed())
            .sum();
        let after = self.analysis(&renamed, subject);
        let at = origin.range.start.saturating_add_signed(shift);
        let mine = |analysis: &Analysis, at: usize| {
            let name = analysis.name_at(&origin.file, at + 1)?;
            Some(analysis.names.like(&name.symbol).count())
        };
        let same = mine(here, origin.range.start) == mine(&after, at);
        let declared = after.names.iter().filter(|one| one.role == Role::Declares).count();
        if problem.is_none() && (!same || declared != count) {
            problem = Some("the name would come to mean something else".to_owned());
        }
        self.refresh();
        problem.map_or(Ok(()), Err)
    }

    /// What a file of the shelf is a part of.
    fn owner_of(&mut self, world: &World<'_>, subjects: &BTreeSet<Subject>, file: &str) -> Option<Owner> {
        if let Some(open) = world.open.get(file) {
            return Some(open.owner.clone());
        }
        for subject in subjects {
            let analysis = self.analysis(world, subject);
            for pack in &analysis.packs.packs {
                let text = world.pack(&pack.name)?;
                if text.rules.iter().any(|text| text.name == file) {
                    return Some(Owner::Rules(pack.name.clone()));
                }
                if let Some((set, _)) = text.tiles.iter().find(|(_, text)| text.name == file) {
                    return Some(Owner::PackTiles(pack.name.clone(), set.clone()));
                }
            }
            if let Some((set, _)) = analysis.packs.sets.iter().find(|(_, text)| *text.name == *file) {
                return Some(Owner::Tiles(set.clone()));
            }
        }
        None
    }
}

/// The text of a file: open, loaded, or on the shelf.
fn text_of(world: &World<'_>, here: &Analysis, file: &str) -> Option<String> {
    if let Some(open) = world.open.get(file) {
        return Some(open.text.clone());
    }
    if let Some(file) = here.file(file) {
        return Some(file.text.to_string());
    }
    let packs = world.names().into_iter().filter_map(|name| world.pack(&name));
    let texts =
        packs.flat_map(|pack| pack.rules.into_iter().chain(pack.tiles.into_iter().map(|(_, text)| text)));
    let mut texts = texts.filter(|text| text.name == file);
    texts.next().map(|text| text.text)
}

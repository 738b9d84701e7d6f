//! The words that packs declare.

use std::collections::BTreeSet;

use rota::LoadedPacks;
use rota_syntax::ast::{Change, Item, ItemKind, Name, Param, Step, TrackSpaces, Type, TypeKind};

/// Words by where they may stand: steps are named only where steps are, and share words with the language.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Everything but steps.
    pub words: BTreeSet<String>,
    /// Names of steps.
    pub steps: BTreeSet<String>,
}

/// Gathers the words of all packs of a reading and the sets they name; printings come from the tile files.
pub fn declared(reading: &LoadedPacks) -> Declared {
    let mut found = Declared::default();
    let packs = reading.packs.iter().chain(&reading.guests);
    for item in packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items) {
        found.item(item);
    }
    for (set, source) in &reading.sets {
        found.words.insert(set.clone());
        found.printings(&source.text);
    }
    found
}

impl Declared {
    fn word(&mut self, name: &Name) {
        self.words.insert(name.node.clone());
    }

    fn words(&mut self, names: &[Name]) {
        names.iter().for_each(|name| self.word(name));
    }

    fn step(&mut self, step: &Step) {
        self.steps.insert(step.name.node.clone());
        step.steps.iter().for_each(|step| self.step(step));
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Words(words) => self.words(words),
            TypeKind::Set(inner) | TypeKind::Optional(inner) => self.ty(inner),
            TypeKind::Int(_) | TypeKind::Named(_) => {}
        }
    }

    fn params(&mut self, params: &[Param]) {
        params.iter().for_each(|param| self.ty(&param.ty));
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Pack { name, .. }
            | ItemKind::Feature { name, .. }
            | ItemKind::Trait { name }
            | ItemKind::Piece { name, .. }
            | ItemKind::Bag { name }
            | ItemKind::Row { name, .. }
            | ItemKind::Die { name, .. }
            | ItemKind::Slots { name, .. }
            | ItemKind::Rule { name, .. }
            | ItemKind::Action { name, .. } => self.word(name),
            ItemKind::Attr { name, ty, .. }
            | ItemKind::Option { name, ty, .. }
            | ItemKind::Var { name, ty, .. } => {
                self.word(name);
                self.ty(ty);
            }
            ItemKind::Stock { kinds } => kinds.iter().for_each(|(name, _)| self.word(name)),
            ItemKind::Reason { names } => self.words(names),
            ItemKind::Enum { name, words } => {
                self.word(name);
                self.words(words);
            }
            ItemKind::Deck { name, cards } => {
                self.word(name);
                cards.iter().for_each(|card| self.word(&card.kind));
            }
            ItemKind::Track { name, spaces, .. } => {
                self.word(name);
                if let TrackSpaces::Listed(spaces) = spaces {
                    spaces.iter().for_each(|(space, _)| self.word(space));
                }
            }
            ItemKind::Order { phase, steps } => {
                if !["setup", "turn", "final"].contains(&phase.node.as_str()) {
                    self.steps.insert(phase.node.clone());
                }
                steps.iter().for_each(|step| self.step(step));
            }
            ItemKind::Step { step, .. } => self.step(step),
            ItemKind::Value { name, params, ty, stages, .. } => {
                self.word(name);
                self.params(params);
                self.ty(ty);
                self.words(stages);
            }
            ItemKind::Procedure { name, params, .. } => {
                self.word(name);
                self.params(params);
            }
            ItemKind::Variant { name, changes, .. } => {
                self.word(name);
                for change in changes {
                    if let Change::Add(item) | Change::Replace(item) = change {
                        self.item(item);
                    }
                }
            }
            ItemKind::With { changes, .. } => {
                for change in changes {
                    if let Change::Add(item) | Change::Replace(item) = change {
                        self.item(item);
                    }
                }
            }
            ItemKind::Requires { .. }
            | ItemKind::Conflicts { .. }
            | ItemKind::Players { .. }
            | ItemKind::Tiles { .. }
            | ItemKind::Board { .. }
            | ItemKind::Start { .. }
            | ItemKind::StartTile { .. }
            | ItemKind::Edge { .. }
            | ItemKind::Meet { .. }
            | ItemKind::Menu { .. }
            | ItemKind::Modify { .. }
            | ItemKind::Scenario { .. }
            | ItemKind::Setup { .. } => {}
        }
    }

    /// The keys under `[printings]` of a tile file.
    fn printings(&mut self, text: &str) {
        let lines = text.lines().map(str::trim).skip_while(|line| *line != "[printings]").skip(1);
        for line in lines.take_while(|line| !line.starts_with('[')) {
            if let Some((key, _)) = line.split_once('=').filter(|_| !line.starts_with('#')) {
                self.words.insert(key.trim().to_owned());
            }
        }
    }
}

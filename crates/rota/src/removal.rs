//! What a composition is without one of its rules, or without a kind of its tiles or cards: to see what these do.

use rota_compose::{Edit, EditKind, Pack, Selection, category, full_name};
use rota_source::Span;
use rota_syntax::ast::{Item, ItemKind};

use crate::compile::CompiledGame;
use crate::error::Error;
use crate::load::LoadedPacks;
use crate::settings::Settings;

/// Something that a composition can be compiled without.
#[derive(Clone, Debug)]
pub struct Removal {
    /// What it is, in words: `rule tithe`, or the full name of a kind of tile or card.
    pub name: String,
    /// The rule, action or modifier; nothing for tiles and cards.
    pub span: Option<Span>,
    /// What changes in the items in force; nothing for tiles and cards.
    edit: Option<Box<Edit>>,
}

impl Removal {
    /// What changes in the items in force.
    pub(crate) fn edit(&self) -> Option<&Edit> {
        self.edit.as_deref()
    }

    /// The kind of tile or card of which there is none.
    pub(crate) fn kind(&self) -> Option<&str> {
        self.edit.is_none().then_some(self.name.as_str())
    }
}

impl LoadedPacks {
    /// Returns the rules, actions and modifiers of a pack that are in force with these settings, in the order of its
    /// files. Nothing for settings that cannot be read.
    #[must_use]
    pub fn removable_rules(&self, pack: &str, settings: &Settings) -> Vec<Removal> {
        let Ok(placed) = settings.placed(&self.sources) else { return Vec::new() };
        let (variants, options) = (&placed.variants, &placed.options);
        let selection = Selection { packs: &self.packs, variants, options, edit: None };
        let in_force = selection.in_force(&mut Vec::new());
        let is_rule = |kind: &ItemKind| {
            matches!(kind, ItemKind::Rule { .. } | ItemKind::Action { .. } | ItemKind::Modify { .. })
        };
        let is_own = |span: Span| self.pack_at(span).is_some_and(|(name, _)| name == pack);
        let own = in_force.entries.iter().map(|entry| entry.item);
        let own = own.filter(|item| is_rule(&item.kind) && is_own(item.span));
        let removal = |item: &Item| {
            let edit = Box::new(Edit { beside: Vec::new(), kind: EditKind::Remove(item.span) });
            let name = format!("{} {}", category(item), full_name(item));
            Removal { name, span: Some(item.span), edit: Some(edit) }
        };
        let mut all: Vec<Removal> = own.map(removal).collect();
        // Modifiers share their names: those are told apart by where they stand.
        let names: Vec<String> = all.iter().map(|removal| removal.name.clone()).collect();
        for removal in all.iter_mut().filter(|own| names.iter().filter(|name| **name == own.name).count() > 1)
        {
            let place = removal.span.and_then(|span| self.sources.place(span.start));
            let Some(place) = place else { continue };
            let file = place.file.rsplit('/').next().unwrap_or(&place.file);
            removal.name = format!("{} ({file}:{})", removal.name, place.line);
        }
        all
    }

    /// Returns the kinds of tiles and cards of a compiled game that a pack brings and of which there are any, in the
    /// order in which they are declared.
    #[must_use]
    pub fn removable_kinds(&self, pack: &str, compiled: &CompiledGame) -> Vec<Removal> {
        let own = self.packs.iter().filter(|known| known.name == pack).flat_map(Pack::items);
        let (mut sets, mut decks) = (Vec::new(), Vec::new());
        for item in own.flat_map(Item::with_brought) {
            if let ItemKind::Tiles { set, .. } = &item.kind {
                sets.push(format!("{set}/"));
            } else if let ItemKind::Deck { name, .. } = &item.kind {
                decks.push(name.node.as_str());
            }
        }
        let declared = &compiled.rules.program().declared;
        let of_pack = declared.decks.iter().filter(|deck| decks.contains(&deck.name.as_str()));
        let cards = of_pack
            .flat_map(|deck| deck.cards.iter())
            .filter_map(|(kind, _)| declared.cards.get(usize::from(*kind)));
        let cards: Vec<&String> = cards.collect();
        let stock = compiled.rules.stock();
        let kinds = stock.kinds.iter().enumerate().filter(|(number, kind)| {
            (sets.iter().any(|set| kind.name.starts_with(set)) || cards.contains(&&kind.name))
                && stock.tiles.iter().any(|tile| tile.kind as usize == *number)
        });
        kinds.map(|(_, kind)| Removal { name: kind.name.clone(), span: None, edit: None }).collect()
    }

    /// Compiles the packs as [`LoadedPacks::compile`] does, without something.
    ///
    /// # Errors
    /// As there, and that the rest cannot do without it.
    pub fn compile_without(&self, removal: &Removal, settings: &Settings) -> Result<CompiledGame, Error> {
        self.compile_as(settings, Some(removal))
    }
}

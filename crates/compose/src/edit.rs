//! Changes to the items in force that no pack asks for.

use rota_source::Span;
use rota_syntax::ast::Item;

use crate::Pack;
use crate::in_force::{Entry, InForce};

/// A change to the items in force, made when all variants have been applied.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The packs that have to play for it to be made.
    pub beside: Vec<String>,
    /// What is changed.
    pub kind: EditKind,
}

/// What an edit changes. Items go by their place: modifiers share their names.
#[derive(Clone, Debug)]
pub enum EditKind {
    /// Leaves an item out.
    Remove(Span),
    /// Puts another item in the place of one.
    Replace(Span, Item),
    /// Adds an item.
    Add(Item),
    /// Takes back what a variant sets: found by the name that is set there.
    Unset(Span),
    /// Leaves a step where it was before a variant moved it: found by the step's name there.
    Unmove(Span),
}

impl Edit {
    pub(crate) fn apply<'c>(&'c self, in_force: &mut InForce<'c>, packs: &[Pack]) {
        if !self.beside.iter().all(|name| packs.iter().any(|pack| pack.name == *name)) {
            return;
        }
        match &self.kind {
            EditKind::Remove(span) => in_force.entries.retain(|entry| entry.item.span != *span),
            EditKind::Replace(span, item) => {
                for entry in in_force.entries.iter_mut().filter(|entry| entry.item.span == *span) {
                    entry.item = item;
                }
            }
            EditKind::Add(item) => {
                let (pack, file) = (usize::MAX, usize::MAX);
                in_force.entries.push(Entry { pack, file, place: item.span, item, by: None });
            }
            EditKind::Unset(span) => in_force.settings.retain(|_, setting| setting.name.span != *span),
            EditKind::Unmove(span) => in_force.moves.retain(|moved| moved.step.span != *span),
        }
    }
}

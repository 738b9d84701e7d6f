//! Changes made on purpose: a scenario that does not notice one of them proves less than it says.

mod details;
mod items;
mod steps;
mod walk;

use rota_source::Span;
use rota_syntax::ast::{self, Item, ItemKind};

use crate::composition::{Entry, Items, Pack};
use details::{Words, details};
use items::whole;
pub use steps::commute;
use steps::exchanges;

/// One change.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// What is changed, in words: ``without rule `complete_road` ``.
    pub description: String,
    /// Ledger ids that the changed item encodes.
    pub ids: Vec<String>,
    /// What is changed: the item, or a figure or a word in it.
    pub span: Span,
    /// Whether it is a figure or a word in an item: one of the sentences that the item encodes is about it.
    pub is_detail: bool,
    /// Two steps that change their places, if that is what this mutation does.
    pub exchanged: Option<(String, String)>,
    /// The packs that have to play as well for it to be one: a mistake that is written beside them.
    beside: Vec<String>,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    Remove(Target),
    Replace(Target, Item),
    Add(Item),
    /// What a variant sets, taken out again: found by the name that is set there.
    Unset(Span),
    /// A step stays where it was before a variant moved it.
    Unmove(Span),
    /// Left to the one who loads tiles: one more copy of the set's first tile.
    Tiles(String),
}

/// An item by its place: names need not be unique for modifiers.
#[derive(Clone, Debug, PartialEq)]
struct Target(Span);

impl Mutation {
    /// Returns whether this adds a mistake that the pack itself spells out, so that it has to compile.
    pub fn is_written(&self) -> bool {
        matches!(self.change, Change::Add(_))
    }

    /// Returns the tile set whose counts are to be changed, if that is what this mutation does.
    pub fn tile_set(&self) -> Option<&str> {
        match &self.change {
            Change::Tiles(set) => Some(set),
            _ => None,
        }
    }

    pub(crate) fn apply<'c>(&'c self, items: &mut Items<'c>, packs: &[Pack]) {
        if !self.beside.iter().all(|name| packs.iter().any(|pack| pack.name == *name)) {
            return;
        }
        match &self.change {
            Change::Remove(target) => items.entries.retain(|entry| Target(entry.item.span) != *target),
            Change::Replace(target, item) => {
                for entry in &mut items.entries {
                    if Target(entry.item.span) == *target {
                        entry.item = item;
                    }
                }
            }
            Change::Add(item) => items.entries.push(Entry { pack: usize::MAX, item }),
            Change::Unset(span) => items.settings.retain(|_, (name, _)| name.span != *span),
            Change::Unmove(span) => items.moves.retain(|moved| moved.step.span != *span),
            Change::Tiles(_) => {}
        }
    }
}

/// Lists the changes worth trying on the pack with this name, which stands among those that it requires: every
/// rule, action and modifier taken out, every value emptied, every figure one off and every word of a list
/// exchanged for another, neighbouring steps exchanged, everything that a variant does left undone, every
/// plausible mistake added.
pub fn mutations(packs: &[Pack], name: &str) -> Vec<Mutation> {
    let words = Words::of(packs);
    items_of(packs, name).flat_map(|item| of_item(item, &words)).collect()
}

/// Lists the mistakes that the pack with this name spells out; they are among its [`mutations`].
pub fn mistakes(packs: &[Pack], name: &str) -> Vec<Mutation> {
    let may_hold =
        |item: &&Item| item.wrong || matches!(item.kind, ItemKind::Variant { .. } | ItemKind::With { .. });
    let all = items_of(packs, name).filter(may_hold).flat_map(|item| of_item(item, &Words::default()));
    all.filter(Mutation::is_written).collect()
}

fn items_of<'p>(packs: &'p [Pack], name: &str) -> impl Iterator<Item = &'p Item> {
    let own = packs.iter().filter(move |pack| pack.name == name);
    own.flat_map(|pack| &pack.files).flat_map(|file| &file.items)
}

fn of_item(item: &Item, words: &Words) -> Vec<Mutation> {
    match &item.kind {
        ItemKind::Variant { name, changes, .. } => {
            changes.iter().flat_map(|change| undone(item, &name.node, change, words)).collect()
        }
        ItemKind::With { packs, changes } => {
            let names: Vec<&str> = packs.iter().map(|pack| pack.node.as_str()).collect();
            let mut all: Vec<Mutation> =
                changes.iter().flat_map(|change| undone(item, &names.join(", "), change, words)).collect();
            for mutation in &mut all {
                mutation.beside = packs.iter().map(|pack| pack.node.clone()).collect();
            }
            all
        }
        _ if item.wrong => whole(item, words),
        _ => {
            let mut all = whole(item, words);
            all.extend(exchanges(item));
            all.extend(details(item, words));
            all
        }
    }
}

/// A change of an item, with the item's ids.
fn altered(item: &Item, description: String, span: Span, change: Change) -> Mutation {
    let ids = item.ids.iter().map(|id| id.node.clone()).collect();
    Mutation { description, ids, span, is_detail: false, exchanged: None, beside: Vec::new(), change }
}

/// A variant without one of its changes, or what changes beside other packs. What it adds or replaces is changed like any other item.
fn undone(variant: &Item, name: &str, change: &ast::Change, words: &Words) -> Vec<Mutation> {
    let make = |what: String, span: Span, change: Change| {
        vec![altered(variant, format!("with `{name}` not {what}"), span, change)]
    };
    match change {
        ast::Change::Set { name, .. } => {
            make(format!("setting `{}`", name.node), name.span, Change::Unset(name.span))
        }
        ast::Change::Move { step, .. } => {
            make(format!("moving `{}`", step.node), step.span, Change::Unmove(step.span))
        }
        ast::Change::Replace(item) | ast::Change::Add(item) => of_item(item, words),
        // What is gone when a mutation is applied cannot be put back.
        ast::Change::Disable { .. } => Vec::new(),
    }
}

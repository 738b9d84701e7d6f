//! Changes made on purpose: a scenario that does not notice one of them proves less than it says.

mod bodies;
mod details;
mod items;
mod set_names;
mod steps;
mod tiles;

use rota_compose::{Edit, EditKind, Pack};
use rota_source::{Sources, Span};
use rota_syntax::ast::{self, Item, ItemKind};

use bodies::bodies;
use details::{Words, details};
use items::whole;
use steps::{exchanges, postponed, share_a_place, turned_round};
pub use tiles::{TileEdit, tile_mutations};

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
    /// Two steps or rules that change their places, if that is what this mutation does, by their names in the tree.
    pub exchanged: Option<(String, String)>,
    /// What changes in the rules; nothing where only tiles do.
    pub edit: Option<Edit>,
    /// What changes on a tile set; nothing where only rules do.
    pub tiles: Option<TileEdit>,
}

impl Mutation {
    /// A mutation that changes nothing yet.
    fn nothing(description: String, ids: Vec<String>, span: Span) -> Mutation {
        Mutation { description, ids, span, is_detail: false, exchanged: None, edit: None, tiles: None }
    }

    /// Returns whether this adds a mistake that the pack itself spells out, so that it has to compile.
    #[must_use]
    pub fn is_written(&self) -> bool {
        self.edit.as_ref().is_some_and(|edit| matches!(edit.kind, EditKind::Add(_)))
    }
}

/// Lists the changes worth trying on the pack with this name, which stands among those that it requires: every
/// rule, action and modifier taken out, every value emptied, every figure one off and every word of a list
/// exchanged for another, every statement left out, every condition met, others asked and in another order,
/// neighbouring steps and rules exchanged, everything that a variant does left undone, every plausible mistake added.
/// `sources` hold the texts. What lies on tiles is changed by [`tile_mutations`].
pub fn mutations(packs: &[Pack], name: &str, sources: &Sources) -> Vec<Mutation> {
    let context = Context { words: Words::of(packs), sources };
    let own = packs.iter().filter(|pack| pack.name == name);
    let files = own.flat_map(|pack| &pack.files).map(|file| &file.items);
    let all = files.flat_map(|items| {
        items.iter().enumerate().flat_map(|(index, item)| {
            let next = items.iter().skip(index + 1).find(|next| !next.wrong && share_a_place(item, next));
            let postponed = next.filter(|_| !item.wrong).and_then(|next| postponed(item, next));
            of_item(item, &context).into_iter().chain(postponed)
        })
    });
    all.collect()
}

/// What the changes of an item are found by.
struct Context<'s> {
    words: Words,
    sources: &'s Sources,
}

/// Lists the mistakes that the pack with this name spells out; they are among its [`mutations`].
pub fn mistakes(packs: &[Pack], name: &str) -> Vec<Mutation> {
    let may_hold =
        |item: &&Item| item.wrong || matches!(item.kind, ItemKind::Variant { .. } | ItemKind::With { .. });
    let context = Context { words: Words::default(), sources: &Sources::default() };
    let all = items_of(packs, name).filter(may_hold).flat_map(|item| of_item(item, &context));
    all.filter(Mutation::is_written).collect()
}

fn items_of<'p>(packs: &'p [Pack], name: &str) -> impl Iterator<Item = &'p Item> {
    let own = packs.iter().filter(move |pack| pack.name == name);
    own.flat_map(Pack::items)
}

fn of_item(item: &Item, context: &Context<'_>) -> Vec<Mutation> {
    if let ItemKind::Variant { name, changes, .. } = &item.kind {
        return changes.iter().flat_map(|change| undone(item, &name.node, change, context)).collect();
    }
    if let ItemKind::With { packs, changes } = &item.kind {
        let names: Vec<&str> = packs.iter().map(|pack| pack.node.as_str()).collect();
        let mut all: Vec<Mutation> =
            changes.iter().flat_map(|change| undone(item, &names.join(", "), change, context)).collect();
        for edit in all.iter_mut().filter_map(|mutation| mutation.edit.as_mut()) {
            edit.beside = packs.iter().map(|pack| pack.node.clone()).collect();
        }
        return all;
    }
    let mut all = whole(item, &context.words);
    if !item.wrong {
        all.extend(exchanges(item));
        all.extend(turned_round(item));
        all.extend(details(item, &context.words));
        all.extend(bodies(item, &context.words, context.sources));
    }
    all
}

/// A mutation of an item, with the item's ids.
fn altered(item: &Item, description: String, span: Span, kind: EditKind) -> Mutation {
    let edit = Some(Edit { beside: Vec::new(), kind });
    Mutation { edit, ..about(item, description, span) }
}

/// A mutation of an item that changes nothing yet.
fn about(item: &Item, description: String, span: Span) -> Mutation {
    let ids = item.ids.iter().map(|id| id.node.clone()).collect();
    Mutation::nothing(description, ids, span)
}

/// A variant without one of its changes, or what changes beside other packs. What it adds or replaces is changed like any other item.
fn undone(variant: &Item, name: &str, change: &ast::Change, context: &Context<'_>) -> Vec<Mutation> {
    let make = |what: String, span: Span, kind: EditKind| {
        vec![altered(variant, format!("with `{name}` not {what}"), span, kind)]
    };
    match change {
        ast::Change::Set { name, .. } => {
            make(format!("setting `{name}`"), name.span, EditKind::Unset(name.span))
        }
        ast::Change::Move { step, .. } => {
            make(format!("moving `{step}`"), step.span, EditKind::Unmove(step.span))
        }
        ast::Change::Replace(item) | ast::Change::Add(item) => of_item(item, context),
        // What is gone when a mutation is applied cannot be put back.
        ast::Change::Disable { .. } => Vec::new(),
    }
}

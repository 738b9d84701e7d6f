//! Changes made on purpose: a scenario that does not notice one of them proves less than it says.

use rota_source::Span;
use rota_syntax::ast::{self, Body, Expr, ExprKind, Item, ItemKind, Type, TypeKind};

use crate::composition::{Entry, Items, Pack, rule_name};

/// One change.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// What is changed, in words: ``without rule `complete_road` ``.
    pub description: String,
    /// Ledger ids that the changed item encodes.
    pub ids: Vec<String>,
    /// The item.
    pub span: Span,
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

    pub(crate) fn apply(&self, items: &mut Items) {
        match &self.change {
            Change::Remove(target) => items.entries.retain(|entry| Target(entry.item.span) != *target),
            Change::Replace(target, item) => {
                for entry in &mut items.entries {
                    if Target(entry.item.span) == *target {
                        entry.item = item.clone();
                    }
                }
            }
            Change::Add(item) => items.entries.push(Entry { pack: usize::MAX, item: item.clone() }),
            Change::Unset(span) => items.settings.retain(|_, (name, _)| name.span != *span),
            Change::Unmove(span) => items.moves.retain(|moved| moved.step.span != *span),
            Change::Tiles(_) => {}
        }
    }
}

/// Lists the changes worth trying on a pack: every rule, action and modifier taken out, every value and
/// figure altered, everything that a variant does left undone, every plausible mistake added.
pub fn mutations(pack: &Pack) -> Vec<Mutation> {
    pack.files.iter().flat_map(|file| &file.items).flat_map(mutations_of).collect()
}

fn mutations_of(item: &Item) -> Vec<Mutation> {
    match &item.kind {
        ItemKind::Variant { name, changes, .. } => {
            changes.iter().filter_map(|change| undone(item, &name.node, change)).collect()
        }
        ItemKind::Players { least, most } if least.node < most.node => {
            let mut more = *least;
            more.node += 1;
            let kind = ItemKind::Players { least: more, most: *most };
            let change = Change::Replace(Target(item.span), Item { kind, ..item.clone() });
            let ids = item.ids.iter().map(|id| id.node.clone()).collect();
            let more =
                Mutation { description: "with more seats at least".to_owned(), ids, span: item.span, change };
            mutation_of(item).into_iter().chain([more]).collect()
        }
        _ => mutation_of(item).into_iter().collect(),
    }
}

/// A variant without one of its changes. What it adds or replaces is changed like any other item.
fn undone(variant: &Item, name: &str, change: &ast::Change) -> Option<Mutation> {
    let make = |what: String, span: Span, change: Change| {
        let ids = variant.ids.iter().map(|id| id.node.clone()).collect();
        Some(Mutation { description: format!("with `{name}` not {what}"), ids, span, change })
    };
    match change {
        ast::Change::Set { name, .. } => {
            make(format!("setting `{}`", name.node), name.span, Change::Unset(name.span))
        }
        ast::Change::Move { step, .. } => {
            make(format!("moving `{}`", step.node), step.span, Change::Unmove(step.span))
        }
        ast::Change::Replace(item) | ast::Change::Add(item) => mutation_of(item),
        // What is gone when a mutation is applied cannot be put back.
        ast::Change::Disable { .. } => None,
    }
}

fn mutation_of(item: &Item) -> Option<Mutation> {
    let ids = item.ids.iter().map(|id| id.node.clone()).collect();
    let make =
        |description: String, change: Change| Some(Mutation { description, ids, span: item.span, change });
    let target = Target(item.span);
    if item.wrong {
        let name = rule_name(item).map_or("rule", |name| name.node.as_str());
        let right = Item { wrong: false, ..item.clone() };
        return make(format!("with the wrong `{name}`"), Change::Add(right));
    }
    match &item.kind {
        ItemKind::Rule { name, .. } => make(format!("without rule `{}`", name.node), Change::Remove(target)),
        ItemKind::Action { name, .. } => {
            make(format!("without action `{}`", name.node), Change::Remove(target))
        }
        ItemKind::Modify { name, .. } => {
            make(format!("without the change to `{}`", name.node), Change::Remove(target))
        }
        ItemKind::Menu { step, .. } => {
            make(format!("without the menu of `{}`", step.node), Change::Remove(target))
        }
        ItemKind::Value { name, params, ty, stages, .. } => {
            let empty = empty_value(ty, item.span)?;
            let kind = ItemKind::Value {
                name: name.clone(),
                params: params.clone(),
                ty: ty.clone(),
                stages: stages.clone(),
                body: empty,
            };
            make(
                format!("with an empty value `{}`", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Piece { name, traits, neutral, count, on } => {
            let count = match literal(count) {
                Some(figure) => number(if figure > 1 { figure - 1 } else { figure + 1 }, count.span),
                // The figure stands in an option, which is altered itself.
                None => return None,
            };
            let kind = ItemKind::Piece {
                name: name.clone(),
                traits: traits.clone(),
                neutral: *neutral,
                count,
                on: on.clone(),
            };
            make(
                format!("with another number of `{}`", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Option { name, ty, default, doc } => {
            let other = another(ty, default)?;
            let kind =
                ItemKind::Option { name: name.clone(), ty: ty.clone(), default: other, doc: doc.clone() };
            make(
                format!("with another default for `{}`", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Players { least, most } => {
            let mut fewer = *most;
            fewer.node = (fewer.node - 1).max(least.node);
            let kind = ItemKind::Players { least: *least, most: fewer };
            make("with fewer seats".to_owned(), Change::Replace(target, Item { kind, ..item.clone() }))
        }
        ItemKind::Tiles { set, .. } => {
            make(format!("with one more tile in `{}`", set.node), Change::Tiles(set.node.clone()))
        }
        ItemKind::Die { name, least, most } => {
            let mut more = *most;
            more.node += 1;
            let kind = ItemKind::Die { name: name.clone(), least: *least, most: more };
            make(
                format!("with a larger `{}`", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Track { name, ring, spaces } => {
            let spaces = spaces.iter().rev().cloned().collect();
            let kind = ItemKind::Track { name: name.clone(), ring: *ring, spaces };
            make(
                format!("with `{}` the other way round", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Slots { name, track, slots } => {
            let mut slots = slots.clone();
            let (_, count) = slots.last_mut()?;
            count.node += 1;
            let kind = ItemKind::Slots { name: name.clone(), track: track.clone(), slots };
            make(
                format!("with one slot more in `{}`", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Start { .. } => make("without the start".to_owned(), Change::Remove(target)),
        ItemKind::Feature { name, site: Some(site), adjoins } => {
            let mut other = *site;
            other.node = if site.node == 8 { 4 } else { 8 };
            let kind = ItemKind::Feature { name: name.clone(), site: Some(other), adjoins: adjoins.clone() };
            make(
                format!("with other surroundings of `{}`", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        ItemKind::Attr { name, merge: Some(merge), owner, ty, default } => {
            let mut other = merge.clone();
            other.node = if merge.node == "max" { "sum" } else { "max" }.to_owned();
            let kind = ItemKind::Attr {
                owner: owner.clone(),
                name: name.clone(),
                ty: ty.clone(),
                default: default.clone(),
                merge: Some(other),
            };
            make(
                format!("with `{}` merged otherwise", name.node),
                Change::Replace(target, Item { kind, ..item.clone() }),
            )
        }
        // A declaration: taking it out would only show that it is named somewhere.
        _ => None,
    }
}

/// A body that answers nothing of interest: 0, false, none, the empty set. `None` where the type has none.
fn empty_value(ty: &Type, span: Span) -> Option<Body> {
    let expr = |kind: ExprKind| Expr { span, kind: Box::new(kind) };
    let body = match &ty.kind {
        TypeKind::Int(range) => number(range.map_or(0, |(least, _)| least), span),
        TypeKind::Named(name) => match name.node.as_str() {
            "pts" => expr(ExprKind::Points(number(0, span))),
            "bool" => expr(ExprKind::Bool(false)),
            _ => return None,
        },
        TypeKind::Words(words) => expr(ExprKind::Name(words.first()?.node.clone())),
        TypeKind::Set(_) => expr(ExprKind::Set(Vec::new())),
        TypeKind::Optional(_) => expr(ExprKind::None),
    };
    Some(Body::Expr(body))
}

/// Another value of the same type.
fn another(ty: &Type, default: &Expr) -> Option<Expr> {
    let span = default.span;
    match (&ty.kind, &*default.kind) {
        (TypeKind::Int(range), ExprKind::Int(value)) => {
            let (least, most) = range.unwrap_or((0, i64::MAX));
            let other = if *value < most { value + 1 } else { value - 1 };
            (other >= least && other != *value).then(|| number(other, span))
        }
        (TypeKind::Words(words), ExprKind::Name(value)) => {
            let other = words.iter().find(|word| word.node != *value)?;
            Some(Expr { span, kind: Box::new(ExprKind::Name(other.node.clone())) })
        }
        (_, ExprKind::Bool(value)) => Some(Expr { span, kind: Box::new(ExprKind::Bool(!value)) }),
        _ => None,
    }
}

fn number(value: i64, span: Span) -> Expr {
    Expr { span, kind: Box::new(ExprKind::Int(value)) }
}

/// The figure that an expression is, where it is one.
fn literal(written: &Expr) -> Option<i64> {
    match &*written.kind {
        ExprKind::Int(value) => Some(*value),
        _ => None,
    }
}

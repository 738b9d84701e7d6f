//! What items are called: two of one composition may not share category and name.

use std::borrow::Cow;

use rota_source::Span;
use rota_syntax::ast::{Item, ItemKind, Name};

/// The name of a rule or an action: what a variant may disable.
pub fn rule_name(item: &Item) -> Option<&Name> {
    match &item.kind {
        ItemKind::Rule { name, .. } | ItemKind::Action { name, .. } => Some(name),
        _ => None,
    }
}

/// What an item is called: its category and its name. Two items of one composition may not share both.
pub fn id_of<'i>(item: &'i Item) -> Option<(&'static str, Cow<'i, str>)> {
    let name = |category: &'static str, name: &'i Name| Some((category, Cow::from(&name.node)));
    match &item.kind {
        ItemKind::Start { .. } => Some(("start", "start".into())),
        ItemKind::Edge { letter, .. } => name("edge", letter),
        ItemKind::Feature { name: n, .. } => name("feature", n),
        ItemKind::Attr { owner, name: n, .. } => {
            Some(("attribute", format!("{}.{}", owner.node, n.node).into()))
        }
        ItemKind::Trait { name: n } => name("trait or piece", n),
        ItemKind::Piece { name: n, .. } => name("trait or piece", n),
        ItemKind::Bag { name: n } => name("bag", n),
        ItemKind::Deck { name: n, .. } => name("deck", n),
        ItemKind::Die { name: n, .. } => name("die", n),
        ItemKind::Track { name: n, .. } | ItemKind::Slots { name: n, .. } => name("track", n),
        ItemKind::Option { name: n, .. } => name("option", n),
        ItemKind::Enum { name: n, .. } => name("enum", n),
        ItemKind::Order { phase, .. } => name("order", phase),
        ItemKind::Menu { step, .. } => name("menu", step),
        ItemKind::Var { name: n, owner, .. } => {
            let owner = owner.as_ref().map_or("game", |owner| owner.node.as_str());
            // A segment answers for its feature, so that one name stands for one of them.
            let owner = if owner == "feature" { "segment" } else { owner };
            Some(("variable", format!("{owner}.{}", n.node).into()))
        }
        ItemKind::Value { name: n, .. } => name("value", n),
        ItemKind::Rule { name: n, .. } | ItemKind::Action { name: n, .. } => name("rule", n),
        ItemKind::Tiles { set, .. } => name("tile set", set),
        ItemKind::Pack { .. } | ItemKind::Requires { .. } | ItemKind::Players { .. } => None,
        ItemKind::Reason { .. } | ItemKind::Meet { .. } | ItemKind::Step { .. } | ItemKind::Modify { .. } => {
            None
        }
        ItemKind::Variant { name: n, .. } => name("variant", n),
        ItemKind::With { .. } | ItemKind::Scenario { .. } => None,
    }
}

/// The words of an item that a label should stand under: its name, where it has one.
pub fn heading(item: &Item) -> Span {
    match &item.kind {
        ItemKind::Start { name, .. } | ItemKind::Feature { name, .. } | ItemKind::Attr { name, .. } => {
            name.span
        }
        ItemKind::Trait { name } | ItemKind::Piece { name, .. } | ItemKind::Bag { name } => name.span,
        ItemKind::Deck { name, .. } => name.span,
        ItemKind::Die { name, .. } | ItemKind::Track { name, .. } | ItemKind::Slots { name, .. } => name.span,
        ItemKind::Option { name, .. } | ItemKind::Enum { name, .. } | ItemKind::Var { name, .. } => name.span,
        ItemKind::Value { name, .. } | ItemKind::Modify { name, .. } | ItemKind::Rule { name, .. } => {
            name.span
        }
        ItemKind::Action { name, .. } | ItemKind::Variant { name, .. } => name.span,
        ItemKind::Pack { name, .. } | ItemKind::Requires { name, .. } => name.span,
        ItemKind::Edge { letter, .. } | ItemKind::Meet { letter, .. } => letter.span,
        ItemKind::Order { phase, .. } => phase.span,
        ItemKind::Menu { step, .. } => step.span,
        ItemKind::Step { step, .. } => step.name.span,
        ItemKind::Tiles { set, .. } => set.span,
        ItemKind::With { packs, .. } => packs.first().map_or(item.span, |pack| pack.span),
        ItemKind::Scenario { title, .. } => title.span,
        ItemKind::Players { least, most } => least.map_or(most.span, |least| least.span.to(most.span)),
        ItemKind::Reason { names } => names.first().map_or(item.span, |name| name.span),
    }
}

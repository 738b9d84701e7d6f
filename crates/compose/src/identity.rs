//! What items are and how they are called: two of one composition may not share both.

use std::borrow::Cow;

use rota_source::{Span, joined};
use rota_syntax::ast::{Item, ItemKind, Name};

/// What is known of an item by its kind: the word for it, the namespace in which its name is the only one, and
/// the name that it goes by.
type Identity<'i> = (&'static str, Option<&'static str>, Option<&'i Name>);

/// The one table of this: a row for each kind of item.
fn identity(item: &Item) -> Identity<'_> {
    let (category, space, name) = match &item.kind {
        ItemKind::Pack { name, .. } => ("pack", None, name),
        ItemKind::Requires { name, .. } => ("required pack", None, name),
        ItemKind::Conflicts { name, .. } => ("conflict with pack", None, name),
        ItemKind::Players { .. } => return ("number of players", None, None),
        ItemKind::Tiles { set, .. } => ("tile set", Some("tile set"), set),
        ItemKind::Board { .. } => return ("board", Some("board"), None),
        ItemKind::Start { name, .. } => ("start", Some("start"), name),
        ItemKind::StartTile { tile, .. } => ("tile of the start", Some("start tile"), tile),
        ItemKind::Edge { letter, .. } => ("side of tiles", Some("edge"), letter),
        ItemKind::Meet { letter, .. } => ("meeting of sides", None, letter),
        ItemKind::Feature { name, .. } => ("feature", Some("feature"), name),
        ItemKind::Attr { name, .. } => ("attribute", Some("attribute"), name),
        ItemKind::Trait { name } => ("trait", Some("trait or piece"), name),
        ItemKind::Piece { name, .. } => ("piece", Some("trait or piece"), name),
        ItemKind::Bag { name } => ("bag", Some("bag"), name),
        ItemKind::Deck { name, .. } => ("deck", Some("deck"), name),
        ItemKind::Row { name, .. } => ("row", Some("row"), name),
        ItemKind::Die { name, .. } => ("die", Some("die"), name),
        ItemKind::Track { name, .. } => ("track", Some("track"), name),
        ItemKind::Slots { name, .. } => ("slots", Some("track"), name),
        ItemKind::Option { name, .. } => ("option", Some("option"), name),
        ItemKind::Reason { names } => return ("reason", None, names.first()),
        ItemKind::Stock { kinds } => return ("stock", None, kinds.first().map(|(name, _)| name)),
        ItemKind::Enum { name, .. } => ("list of words", Some("enum"), name),
        ItemKind::Order { phase, .. } => ("order of", Some("order"), phase),
        ItemKind::Step { step, .. } => ("step", None, &step.name),
        ItemKind::Menu { step, .. } => ("menu of", Some("menu"), step),
        ItemKind::Var { name, .. } => ("variable", Some("variable"), name),
        ItemKind::Value { name, .. } => ("value", Some("value"), name),
        ItemKind::Procedure { name, .. } => ("procedure", Some("procedure"), name),
        ItemKind::Modify { name, .. } => ("change to", None, name),
        ItemKind::Rule { name, .. } => ("rule", Some("rule"), name),
        ItemKind::Action { name, .. } => ("action", Some("rule"), name),
        ItemKind::Variant { name, .. } => ("variant", Some("variant"), name),
        ItemKind::With { packs, .. } => return ("changes beside", None, packs.first()),
        ItemKind::Scenario { title, .. } => ("scenario", None, title),
        ItemKind::Setup { name, .. } => ("set-up", None, name),
    };
    (category, space, Some(name))
}

/// What an item is, in a word for people.
pub fn category(item: &Item) -> &'static str {
    identity(item).0
}

/// The name that an item goes by: the first of several, nothing where it has none.
pub fn name_of(item: &Item) -> Option<&Name> {
    identity(item).2
}

/// The name of a rule or an action: what a variant may disable.
pub fn rule_name(item: &Item) -> Option<&Name> {
    let is_rule = matches!(item.kind, ItemKind::Rule { .. } | ItemKind::Action { .. });
    name_of(item).filter(|_| is_rule)
}

/// The namespace of an item and its name there. Two items of one composition may not share both.
pub fn id_of(item: &Item) -> Option<(&'static str, Cow<'_, str>)> {
    let name = if let ItemKind::Var { name, owner, .. } = &item.kind {
        let owner = owner.as_ref().map_or("game", |owner| owner.node.as_str());
        // A segment answers for its feature, so that one name stands for one of them.
        let owner = if owner == "feature" { "segment" } else { owner };
        format!("{owner}.{}", name.node).into()
    } else if matches!(item.kind, ItemKind::Start { .. }) {
        "start".into()
    } else {
        full_name(item)
    };
    identity(item).1.map(|space| (space, name))
}

/// All of an item's name, for people.
pub fn full_name(item: &Item) -> Cow<'_, str> {
    if let ItemKind::Players { least, most } = &item.kind {
        let least = least.map_or_else(|| "up".to_owned(), |least| least.node.to_string());
        format!("{least} to {}", most.node).into()
    } else if let ItemKind::Attr { owner, name, .. } = &item.kind {
        format!("{}.{}", owner.node, name.node).into()
    } else if let ItemKind::Reason { names } | ItemKind::With { packs: names, .. } = &item.kind {
        joined(names).into()
    } else if let ItemKind::Stock { kinds } = &item.kind {
        joined(kinds.iter().map(|(name, _)| name)).into()
    } else {
        name_of(item).map_or("", |name| name.as_str()).into()
    }
}

/// The words of an item that a label should stand under: its name, where it has one.
pub fn heading(item: &Item) -> Span {
    if let ItemKind::Board { columns, rows, .. } = &item.kind {
        return columns.span.to(rows.span);
    }
    if let ItemKind::Players { least, most } = &item.kind {
        return least.map_or(most.span, |least| least.span.to(most.span));
    }
    name_of(item).map_or(item.span, |name| name.span)
}

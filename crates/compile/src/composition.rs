//! A composition: the items of its packs after variants, options and mutations have had their say.

use std::collections::BTreeMap;

use rota_source::{Diagnostic, Sources, Span, nearest};
use rota_syntax::ast::{self, Change, Item, ItemKind, Name, Side};

use crate::mutation::Mutation;

/// A pack as it was read.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// Its rule files, in order of their paths.
    pub files: Vec<ast::File>,
}

/// A boolean expression that a scenario wants answered.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// What is asked.
    pub expr: &'a ast::Expr,
    /// Names of the seats, which the expression may use.
    pub players: &'a [String],
}

/// What is to be compiled.
#[derive(Clone, Debug)]
pub struct Composition<'a> {
    /// The packs, each once.
    pub packs: &'a [Pack],
    /// The texts they were read from.
    pub sources: &'a Sources,
    /// Names of the variants in force.
    pub variants: &'a [String],
    /// Options set from outside, over all variants.
    pub options: &'a [(Name, ast::Expr)],
    /// A change made on purpose, to see whether a scenario notices.
    pub mutation: Option<&'a Mutation>,
    /// What scenarios ask.
    pub questions: &'a [Question<'a>],
}

/// An item and the pack it comes from; packs are counted in order of composition.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub pack: usize,
    pub item: Item,
}

/// A step moved by a variant.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub step: Name,
    pub side: Side,
    pub anchor: Name,
}

/// The items that are in force.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items {
    pub entries: Vec<Entry>,
    pub moves: Vec<Move>,
    pub settings: BTreeMap<String, (Name, ast::Expr)>,
}

/// Gathers the items in force, in order of composition.
pub(crate) fn gather(composition: &Composition<'_>, diagnostics: &mut Vec<Diagnostic>) -> Items {
    let order = pack_order(composition.packs, diagnostics);
    let mut items = Items::default();
    let mut variants: Vec<Entry> = Vec::new();
    for (rank, pack) in order.iter().filter_map(|index| composition.packs.get(*index)).enumerate() {
        for item in pack.files.iter().flat_map(|file| &file.items) {
            let entry = Entry { pack: rank, item: item.clone() };
            match &item.kind {
                ItemKind::Scenario { .. } => {}
                ItemKind::Variant { .. } => variants.push(entry),
                _ if item.wrong => {}
                _ => items.entries.push(entry),
            }
        }
    }
    for chosen in composition.variants {
        apply_variant(chosen, &variants, &mut items, diagnostics, 0);
    }
    for (name, value) in composition.options {
        items.settings.insert(name.node.clone(), (name.clone(), value.clone()));
    }
    if let Some(mutation) = composition.mutation {
        mutation.apply(&mut items);
    }
    report_duplicates(&items, diagnostics);
    items
}

/// Packs after those they require, and by name where that leaves a choice.
fn pack_order(packs: &[Pack], diagnostics: &mut Vec<Diagnostic>) -> Vec<usize> {
    let mut waiting: Vec<usize> = (0..packs.len()).collect();
    waiting.sort_by(|a, b| name_of(packs, *a).cmp(name_of(packs, *b)));
    let mut order: Vec<usize> = Vec::new();
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|index| {
            requirements(packs, *index)
                .all(|name| name.node == name_of(packs, *index) || !waiting.iter().any(|other| name_of(packs, *other) == name.node))
        });
        let at = ready.unwrap_or_else(|| {
            if let Some(name) = waiting.first().and_then(|index| requirements(packs, *index).next()) {
                diagnostics.push(
                    Diagnostic::error("packs::circle", "these packs require one another")
                        .at(name.span, "this closes the circle"),
                );
            }
            0
        });
        order.push(waiting.remove(at));
    }
    for index in 0..packs.len() {
        for name in requirements(packs, index) {
            if !packs.iter().any(|pack| pack.name == name.node) {
                diagnostics.push(
                    Diagnostic::error("packs::missing", format!("pack `{}` is not part of this composition", name.node))
                        .at(name.span, "required here")
                        .help("packs are looked for by their folder's name"),
                );
            }
        }
    }
    order
}

fn name_of(packs: &[Pack], index: usize) -> &str {
    packs.get(index).map_or("", |pack| pack.name.as_str())
}

fn requirements(packs: &[Pack], index: usize) -> impl Iterator<Item = &Name> {
    let items = packs.get(index).into_iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
    items.filter_map(|item| match &item.kind {
        ItemKind::Requires { name, .. } => Some(name),
        _ => None,
    })
}

fn apply_variant(
    chosen: &str,
    variants: &[Entry],
    items: &mut Items,
    diagnostics: &mut Vec<Diagnostic>,
    depth: usize,
) {
    let found = variants.iter().find(|entry| variant_name(entry).is_some_and(|name| name.node == chosen));
    let Some(Entry { pack, item: Item { kind: ItemKind::Variant { name, from, changes, .. }, .. } }) = found else {
        let known = variants.iter().filter_map(variant_name).map(|name| name.node.as_str());
        diagnostics.push(
            Diagnostic::error("packs::unknown-variant", format!("no pack here has a variant `{chosen}`"))
                .maybe_help(nearest(chosen, known).map(|near| format!("did you mean `{near}`?"))),
        );
        return;
    };
    if depth > 16 {
        diagnostics.push(
            Diagnostic::error("packs::variant-circle", format!("variant `{chosen}` is built from itself"))
                .at(name.span, "this variant"),
        );
        return;
    }
    if let Some(from) = from {
        apply_variant(&from.node, variants, items, diagnostics, depth + 1);
    }
    for change in changes {
        apply_change(change, *pack, items, diagnostics);
    }
}

fn variant_name(entry: &Entry) -> Option<&Name> {
    match &entry.item.kind {
        ItemKind::Variant { name, .. } => Some(name),
        _ => None,
    }
}

fn apply_change(change: &Change, pack: usize, items: &mut Items, diagnostics: &mut Vec<Diagnostic>) {
    match change {
        Change::Set { name, value } => {
            items.settings.insert(name.node.clone(), (name.clone(), value.clone()));
        }
        Change::Move { step, side, anchor } => {
            items.moves.push(Move { step: step.clone(), side: side.node, anchor: anchor.clone() });
        }
        Change::Add(item) => items.entries.push(Entry { pack, item: item.clone() }),
        Change::Disable { name } => {
            let before = items.entries.len();
            items.entries.retain(|entry| rule_name(&entry.item).is_none_or(|rule| rule.node != name.node));
            if items.entries.len() == before {
                diagnostics.push(unknown_rule(name, items, "nothing of this name can be disabled"));
            }
        }
        Change::Replace(item) => {
            let target = id_of(item);
            match items.entries.iter_mut().find(|entry| target.is_some() && id_of(&entry.item) == target) {
                Some(entry) => entry.item = item.clone(),
                None => {
                    let name = target.map_or_else(String::new, |(_, name)| name);
                    diagnostics.push(
                        Diagnostic::error("packs::unknown-id", format!("there is no `{name}` to replace"))
                            .at(item.span, "this would replace it")
                            .help("use `add` for something new"),
                    );
                }
            }
        }
    }
}

fn unknown_rule(name: &Name, items: &Items, label: &str) -> Diagnostic {
    let known = items.entries.iter().filter_map(|entry| rule_name(&entry.item)).map(|name| name.node.as_str());
    Diagnostic::error("packs::unknown-id", format!("there is no rule `{}`", name.node))
        .at(name.span, label)
        .maybe_help(nearest(&name.node, known).map(|near| format!("did you mean `{near}`?")))
}

/// The name of a rule or an action: what a variant may disable.
pub(crate) fn rule_name(item: &Item) -> Option<&Name> {
    match &item.kind {
        ItemKind::Rule { name, .. } | ItemKind::Action { name, .. } => Some(name),
        _ => None,
    }
}

/// What an item is called: its category and its name. Two items of one composition may not share both.
pub(crate) fn id_of(item: &Item) -> Option<(&'static str, String)> {
    let name = |category: &'static str, name: &Name| Some((category, name.node.clone()));
    match &item.kind {
        ItemKind::Start { .. } => Some(("start", "start".to_owned())),
        ItemKind::Edge { letter, .. } => name("edge", letter),
        ItemKind::Feature { name: n, .. } => name("feature", n),
        ItemKind::Attr { owner, name: n, .. } => Some(("attribute", format!("{}.{}", owner.node, n.node))),
        ItemKind::Trait { name: n } => name("trait or piece", n),
        ItemKind::Piece { name: n, .. } => name("trait or piece", n),
        ItemKind::Bag { name: n } => name("bag", n),
        ItemKind::Option { name: n, .. } => name("option", n),
        ItemKind::Enum { name: n, .. } => name("enum", n),
        ItemKind::Order { phase, .. } => name("order", phase),
        ItemKind::Menu { step, .. } => name("menu", step),
        ItemKind::Var { name: n, owner, .. } => {
            let owner = owner.as_ref().map_or("game", |owner| owner.node.as_str());
            Some(("variable", format!("{owner}.{}", n.node)))
        }
        ItemKind::Value { name: n, .. } => name("value", n),
        ItemKind::Rule { name: n, .. } | ItemKind::Action { name: n, .. } => name("rule", n),
        ItemKind::Tiles { set, .. } => name("tile set", set),
        ItemKind::Pack { .. } | ItemKind::Requires { .. } | ItemKind::Players { .. } => None,
        ItemKind::Reason { .. } | ItemKind::Step { .. } | ItemKind::Modify { .. } => None,
        ItemKind::Variant { .. } | ItemKind::Scenario { .. } => None,
    }
}

fn report_duplicates(items: &Items, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<(&'static str, String), Span> = BTreeMap::new();
    for entry in &items.entries {
        let Some(id) = id_of(&entry.item) else { continue };
        let Some(first) = seen.insert(id.clone(), entry.item.span) else { continue };
        let (category, name) = id;
        let diagnostic = if category == "start" {
            Diagnostic::error("packs::conflict", "two packs replace the start of the game")
                .help("settle it with a variant that replaces one of them, or leave one pack out")
        } else {
            Diagnostic::error("names::duplicate", format!("{category} `{name}` is declared twice"))
                .help("rename one of them, or replace it in a variant: `replace …`")
        };
        diagnostics.push(diagnostic.at(heading(entry.item.span), "declared again here").at(heading(first), "first declared here"));
    }
}

/// The first few bytes of an item: a label over a whole rule would drown the words.
fn heading(span: Span) -> Span {
    Span { start: span.start, end: span.end.min(span.start.saturating_add(24)) }
}

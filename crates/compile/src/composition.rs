//! A composition: the items of its packs after variants, options and mutations have had their say.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rota_bytecode::Type;
use rota_source::{Diagnostic, Sources, Span, nearest};
use rota_syntax::ast::{self, Change, Item, ItemKind, Name, Side};

use crate::mutation::Mutation;
use crate::versions::check_versions;

/// A pack as it was read.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// Its rule files, in order of their paths; those who read the pack share them.
    pub files: Vec<Arc<ast::File>>,
}

/// A boolean expression that a scenario wants answered.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// What is asked.
    pub expr: &'a ast::Expr,
    /// Names of the seats, which the expression may use.
    pub players: &'a [String],
}

/// A question as it was compiled.
#[derive(Clone, Copy, Debug)]
pub struct CompiledQuestion {
    /// The function that answers it with 0 or 1.
    pub function: u32,
    /// Where it compares two things, the functions that tell them, and their types.
    pub sides: Option<[(u32, Type); 2]>,
}

/// What is to be compiled.
#[derive(Clone, Debug)]
pub struct Composition<'a> {
    /// The packs, each once.
    pub packs: &'a [Pack],
    /// The texts they were read from.
    pub sources: &'a Sources,
    /// The variants in force, with the places where they are asked for.
    pub variants: &'a [Name],
    /// Options set from outside, over all variants.
    pub options: &'a [(Name, ast::Expr)],
    /// A change made on purpose, to see whether a scenario notices.
    pub mutation: Option<&'a Mutation>,
    /// Which start is taken where packs name several: a pack, or the start as a pack names it.
    pub start: Option<&'a Name>,
    /// What scenarios ask.
    pub questions: &'a [Question<'a>],
    /// Whether the checked tree is wanted beside the program.
    pub keep_tree: bool,
    /// How the program is written.
    pub opt_level: OptLevel,
}

/// How a program is written: what a game can notice is the same in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptLevel {
    /// As the rules stand: written soonest, and slow to run. For one who wants to know what is wrong.
    None,
    /// Simplified, but each rule still has operations of its own, the first of which runs once each time: for a
    /// profile.
    Profile,
    /// Simplified all the way: what no rule does anything about is left out for all of them together.
    #[default]
    Full,
}

/// An item and the pack it comes from; packs are counted in order of composition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'c> {
    pub pack: usize,
    pub item: &'c Item,
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
pub(crate) struct Items<'c> {
    pub entries: Vec<Entry<'c>>,
    pub moves: Vec<Move>,
    pub settings: BTreeMap<&'c str, (&'c Name, &'c ast::Expr)>,
    /// All variants, whether chosen or not.
    pub variants: Vec<Entry<'c>>,
    /// Names of the variants in force, those they are built from included.
    pub chosen: Vec<String>,
    /// What is not in force but may name something: variants, wrong rules.
    pub idle: Vec<Span>,
    /// Scenarios, which may ask for variables.
    pub asked: Vec<Span>,
    /// Whether something was changed on purpose.
    pub mutated: bool,
    /// The names of the packs, in order of composition.
    names: Vec<String>,
    /// For each pack those that it requires, itself or through others.
    below: Vec<Vec<usize>>,
}

impl<'c> Items<'c> {
    /// Returns the name of a pack.
    pub fn pack_name(&self, pack: usize) -> &str {
        self.names.get(pack).map_or("", String::as_str)
    }

    /// Returns whether a pack requires another one, itself or through those it requires.
    pub fn builds_on(&self, pack: usize, base: usize) -> bool {
        self.below.get(pack).is_some_and(|below| below.contains(&base))
    }

    /// Returns all but the items with these headings.
    pub fn without(&self, headings: &[Span]) -> Items<'c> {
        let mut rest = self.clone();
        rest.entries.retain(|entry| !headings.contains(&heading(entry.item)));
        rest
    }
}

/// Gathers the items in force, in order of composition.
pub(crate) fn gather<'c>(composition: &Composition<'c>, diagnostics: &mut Vec<Diagnostic>) -> Items<'c> {
    let order = pack_order(composition.packs, diagnostics);
    check_versions(composition.packs, diagnostics);
    let mut items = Items::default();
    let mut variants: Vec<Entry<'c>> = Vec::new();
    let mut beside: Vec<(usize, &'c [Change])> = Vec::new();
    items.mutated = composition.mutation.is_some();
    for (rank, pack) in order.iter().filter_map(|index| composition.packs.get(*index)).enumerate() {
        for item in pack.files.iter().flat_map(|file| &file.items) {
            let entry = Entry { pack: rank, item };
            match &item.kind {
                ItemKind::Scenario { .. } => items.asked.push(item.span),
                ItemKind::With { packs, changes } => match all_play(packs, composition.packs) {
                    true => beside.push((rank, changes)),
                    false => items.idle.push(item.span),
                },
                ItemKind::Variant { .. } => {
                    items.idle.push(item.span);
                    variants.push(entry);
                }
                _ if item.wrong => items.idle.push(item.span),
                _ => items.entries.push(entry),
            }
        }
    }
    report_duplicates(&mut variants, diagnostics);
    for (pack, changes) in beside {
        changes.iter().for_each(|change| apply_change(change, pack, &mut items, diagnostics));
    }
    for chosen in composition.variants {
        apply_variant(chosen, &variants, &mut items, diagnostics, &[]);
    }
    items.variants = variants;
    for (name, value) in composition.options {
        items.settings.insert(&name.node, (name, value));
    }
    if let Some(mutation) = composition.mutation {
        mutation.apply(&mut items, composition.packs);
    }
    let ranks = || order.iter().copied();
    items.names = ranks().map(|index| name_of(composition.packs, index).to_owned()).collect();
    let below = |pack: usize| {
        let bases = ranks().enumerate().filter(move |(_, base)| builds_on(composition.packs, pack, *base));
        bases.map(|(rank, _)| rank).collect()
    };
    items.below = ranks().map(below).collect();
    report_duplicates(&mut items.entries, diagnostics);
    items
}

/// Whether all packs of these names are among those that play.
fn all_play(names: &[Name], packs: &[Pack]) -> bool {
    names.iter().all(|name| packs.iter().any(|pack| pack.name == name.node))
}

/// Whether a pack requires another one, itself or through those it requires.
fn builds_on(packs: &[Pack], pack: usize, base: usize) -> bool {
    let mut seen = vec![pack];
    let mut next = 0;
    while let Some(at) = seen.get(next).copied() {
        next += 1;
        for name in requirements(packs, at) {
            if let Some(found) = packs.iter().position(|pack| pack.name == name.node)
                && !seen.contains(&found)
            {
                seen.push(found);
            }
        }
    }
    pack != base && seen.contains(&base)
}

/// Packs after those they require, and by name where that leaves a choice.
fn pack_order(packs: &[Pack], diagnostics: &mut Vec<Diagnostic>) -> Vec<usize> {
    let mut waiting: Vec<usize> = (0..packs.len()).collect();
    waiting.sort_by(|a, b| name_of(packs, *a).cmp(name_of(packs, *b)));
    let mut order: Vec<usize> = Vec::new();
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|index| {
            requirements(packs, *index).all(|name| {
                name.node == name_of(packs, *index)
                    || !waiting.iter().any(|other| name_of(packs, *other) == name.node)
            })
        });
        let at = ready.unwrap_or_else(|| {
            let circle = circle_of(packs, &waiting);
            let names: Vec<&Name> = circle.iter().map(|(_, name)| *name).collect();
            let words: Vec<String> = names.iter().map(|name| format!("`{}`", name.node)).collect();
            let message = format!("packs {} require one another", words.join(", "));
            let diagnostic = Diagnostic::error("packs::circle", message);
            let labelled =
                names.iter().fold(diagnostic, |diagnostic, name| diagnostic.at(name.span, "required here"));
            diagnostics.push(
                labelled.help("one of them must do without: move what both need into a pack of its own"),
            );
            circle.first().and_then(|(index, _)| waiting.iter().position(|other| other == index)).unwrap_or(0)
        });
        order.push(waiting.remove(at));
    }
    for index in 0..packs.len() {
        for name in requirements(packs, index) {
            if !packs.iter().any(|pack| pack.name == name.node) {
                diagnostics.push(
                    Diagnostic::error(
                        "packs::missing",
                        format!("pack `{}` is not part of this composition", name.node),
                    )
                    .at(name.span, "required here")
                    .help("packs are looked for by their folder's name"),
                );
            }
        }
    }
    order
}

/// Packs of those that wait which require one another, each with the requirement that leads on.
fn circle_of<'p>(packs: &'p [Pack], waiting: &[usize]) -> Vec<(usize, &'p Name)> {
    let mut path: Vec<(usize, &Name)> = Vec::new();
    let mut at = waiting.first().copied();
    while let Some(index) = at {
        if let Some(start) = path.iter().position(|(other, _)| *other == index) {
            return path.split_off(start);
        }
        let next = requirements(packs, index).find_map(|name| {
            let waits = waiting.iter().copied().find(|other| name_of(packs, *other) == name.node);
            waits.filter(|other| *other != index).map(|other| (other, name))
        });
        at = next.map(|(other, _)| other);
        path.extend(next.map(|(_, name)| (index, name)));
    }
    path
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

fn apply_variant<'c>(
    chosen: &Name,
    variants: &[Entry<'c>],
    items: &mut Items<'c>,
    diagnostics: &mut Vec<Diagnostic>,
    above: &[&str],
) {
    let found =
        variants.iter().find(|entry| variant_name(entry).is_some_and(|name| name.node == chosen.node));
    let Some(Entry { pack, item: Item { kind: ItemKind::Variant { name, from, changes, .. }, .. } }) = found
    else {
        diagnostics.push(unknown_variant(chosen, variants));
        return;
    };
    items.chosen.push(name.node.clone());
    if above.contains(&name.node.as_str()) {
        diagnostics.push(variant_circle(chosen));
        return;
    }
    if let Some(from) = from {
        let above: Vec<&str> = above.iter().copied().chain([name.node.as_str()]).collect();
        apply_variant(from, variants, items, diagnostics, &above);
    }
    for change in changes {
        apply_change(change, *pack, items, diagnostics);
    }
}

/// Says that no pack has this variant; one asked for from outside has no place.
pub(crate) fn unknown_variant(name: &Name, variants: &[Entry<'_>]) -> Diagnostic {
    let known = || variants.iter().filter_map(variant_name).map(|name| name.node.as_str());
    let help = match nearest(&name.node, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if variants.is_empty() => "no pack here has any variants".to_owned(),
        None => format!("the variants are {}", known().collect::<Vec<_>>().join(", ")),
    };
    let diagnostic =
        Diagnostic::error("packs::unknown-variant", format!("no pack here has a variant `{}`", name.node));
    asked_for(diagnostic, name).help(help)
}

/// Adds the place where something is asked for; what was asked for from outside may have none.
pub(crate) fn asked_for(diagnostic: Diagnostic, name: &Name) -> Diagnostic {
    if name.span == Span::default() { diagnostic } else { diagnostic.at(name.span, "asked for here") }
}

/// Says that a variant is built from itself.
pub(crate) fn variant_circle(from: &Name) -> Diagnostic {
    Diagnostic::error("packs::variant-circle", format!("variant `{}` is built from itself", from.node))
        .at(from.span, "this leads back to it")
        .help("leave one `from` of the circle away")
}

pub(crate) fn variant_name<'c>(entry: &Entry<'c>) -> Option<&'c Name> {
    match &entry.item.kind {
        ItemKind::Variant { name, .. } => Some(name),
        _ => None,
    }
}

fn apply_change<'c>(
    change: &'c Change,
    pack: usize,
    items: &mut Items<'c>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    match change {
        Change::Set { name, value } => {
            items.settings.insert(&name.node, (name, value));
        }
        Change::Move { step, side, anchor } => {
            items.moves.push(Move { step: step.clone(), side: side.node, anchor: anchor.clone() });
        }
        Change::Add(item) if item.wrong => items.idle.push(item.span),
        Change::Add(item) => items.entries.push(Entry { pack, item }),
        Change::Disable { name } => {
            let before = items.entries.len();
            items.entries.retain(|entry| rule_name(entry.item).is_none_or(|rule| rule.node != name.node));
            if items.entries.len() == before {
                let known = items
                    .entries
                    .iter()
                    .filter_map(|entry| rule_name(entry.item))
                    .map(|name| name.node.as_str());
                diagnostics.push(unknown_rule(name, known));
            }
        }
        Change::Replace(item) => {
            let target = id_of(item);
            match items.entries.iter_mut().find(|entry| target.is_some() && id_of(entry.item) == target) {
                Some(entry) => entry.item = item,
                None => diagnostics.push(nothing_to_replace(item)),
            }
        }
    }
}

/// Says that there is no rule or action of this name.
pub(crate) fn unknown_rule<'n>(name: &Name, known: impl Iterator<Item = &'n str>) -> Diagnostic {
    let help = nearest(&name.node, known).map_or_else(
        || "only rules and actions can be disabled".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Diagnostic::error("packs::unknown-id", format!("there is no rule `{}`", name.node))
        .at(name.span, "nothing of this name can be disabled")
        .help(help)
}

/// Says that there is nothing for this item to replace.
pub(crate) fn nothing_to_replace(item: &Item) -> Diagnostic {
    let name = id_of(item).map_or_else(String::new, |(category, name)| format!("{category} `{name}`"));
    Diagnostic::error("packs::unknown-id", format!("there is no {name} to replace"))
        .at(heading(item), "nothing has this name")
        .help("use `add` for something new")
}

/// The name of a rule or an action: what a variant may disable.
pub(crate) fn rule_name(item: &Item) -> Option<&Name> {
    match &item.kind {
        ItemKind::Rule { name, .. } | ItemKind::Action { name, .. } => Some(name),
        _ => None,
    }
}

/// What an item is called: its category and its name. Two items of one composition may not share both.
pub(crate) fn id_of<'i>(item: &'i Item) -> Option<(&'static str, Cow<'i, str>)> {
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
pub(crate) fn heading(item: &Item) -> Span {
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

/// Reports what is declared twice; the first declaration stays.
fn report_duplicates(entries: &mut Vec<Entry<'_>>, diagnostics: &mut Vec<Diagnostic>) {
    // Names first: they differ sooner than categories do.
    let mut seen: BTreeMap<(Cow<'_, str>, &'static str), Span> = BTreeMap::new();
    entries.retain(|entry| {
        // Which starts and tile sets are in play is settled once the options are known.
        if matches!(entry.item.kind, ItemKind::Start { .. } | ItemKind::Tiles { .. }) {
            return true;
        }
        let Some((category, name)) = id_of(entry.item) else { return true };
        let here = heading(entry.item);
        let first = *seen.entry((name.clone(), category)).or_insert(here);
        if first == here {
            return true;
        }
        let diagnostic =
            Diagnostic::error("names::duplicate", format!("{category} `{name}` is declared twice")).help(
                match category {
                    "order" => "put further steps beside others: `step … after …`",
                    "variant" => "rename one of them",
                    _ => "rename one of them, or replace it in a variant: `replace …`",
                },
            );
        diagnostics.push(diagnostic.at(here, "declared again here").at(first, "first declared here"));
        false
    });
}

//! What there is to choose of a pack: the edition that its defaults are, its variants with all they change,
//! its options.

use std::fmt;

use rota_check::OptionInfo;
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Item, ItemKind, Name, Side};

use crate::open::Settings;
use crate::read::LoadedPacks;

/// What there is to choose of a pack.
#[derive(Clone, Debug)]
pub struct Editions {
    /// The pack.
    pub pack: String,
    /// Its title, or its name where it has none.
    pub title: String,
    /// The edition that its defaults are, where it says so.
    pub published: Option<Published>,
    /// Its variants, in order of its files.
    pub variants: Vec<Variant>,
    /// The options it declares, with their defaults, in order of its files.
    pub options: Vec<OptionInfo>,
}

/// What is known of a printed edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The year it came out.
    pub year: i64,
    /// Who published it.
    pub publisher: String,
    /// Where its rules are written down, where the pack says so.
    pub source: Option<String>,
}

/// A variant of a pack.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Its title, or its name where it has none.
    pub title: String,
    /// The edition that it is, where it says so.
    pub published: Option<Published>,
    /// The variant whose changes it makes first.
    pub from: Option<String>,
    /// All that is not as in the defaults, in the order in which it is changed: what it has from another
    /// variant comes first, and an option stands there once, with its last value.
    pub changes: Vec<Change>,
}

/// A thing that a variant changes. Shown as words, it is a line such as `bonus: 3 (was 2)`.
#[derive(Clone, Debug)]
pub struct Change {
    /// The variant that makes it: the one that was asked for, or one that it is built from.
    pub by: String,
    /// Where it is written.
    pub span: Span,
    /// What it does.
    pub kind: ChangeKind,
}

/// What a change does. Items go by their category and their name: `rule` and `blessing`.
#[derive(Clone, Debug)]
pub enum ChangeKind {
    /// Settles an option: its value with the variant, and its default.
    Set(OptionInfo),
    /// Leaves a rule or an action out.
    Disable {
        /// `rule` or `action`.
        category: &'static str,
        /// Its name.
        name: String,
    },
    /// Puts another item of the same name in the place of one.
    Replace {
        /// What it is.
        category: &'static str,
        /// Its name.
        name: String,
    },
    /// Adds an item.
    Add {
        /// What it is.
        category: &'static str,
        /// Its name.
        name: String,
    },
    /// Moves a step.
    Move {
        /// The step.
        step: String,
        /// On which side of the other step it comes now.
        side: Side,
        /// The other step.
        anchor: String,
    },
}

/// Tells what there is to choose of a pack that was read; nothing where it is not among those.
///
/// # Errors
/// All that is wrong with the pack, in any of its variants.
pub fn editions(reading: &LoadedPacks, pack: &str) -> Result<Option<Editions>, Vec<Diagnostic>> {
    let plain = reading.open(&Settings::default())?;
    let Some(found) = reading.packs.iter().find(|known| known.name == pack) else { return Ok(None) };
    let items: Vec<&Item> = found.files.iter().flat_map(|file| &file.items).collect();
    let mut editions = Editions {
        pack: pack.to_owned(),
        title: pack.to_owned(),
        published: None,
        variants: Vec::new(),
        options: Vec::new(),
    };
    for item in items {
        match &item.kind {
            ItemKind::Pack { title, edition, .. } => {
                editions.title = title.as_ref().map_or_else(|| pack.to_owned(), |title| title.node.clone());
                editions.published = edition.as_ref().map(Published::of);
            }
            ItemKind::Option { name, .. } => {
                editions.options.extend(plain.options.iter().find(|info| info.span == name.span).cloned());
            }
            ItemKind::Variant { name, title, edition, from, .. } => editions.variants.push(Variant {
                name: name.node.clone(),
                title: title.as_ref().unwrap_or(name).node.clone(),
                published: edition.as_ref().map(Published::of),
                from: from.as_ref().map(|from| from.node.clone()),
                changes: changes(reading, name)?,
            }),
            _ => {}
        }
    }
    Ok(Some(editions))
}

impl Published {
    fn of(edition: &ast::Edition) -> Published {
        Published {
            year: edition.year.node,
            publisher: edition.publisher.node.clone(),
            source: edition.source.as_ref().map(|source| source.node.clone()),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ChangeKind::Set(OptionInfo { name, value, default, .. }) => {
                write!(f, "{name}: {value} (was {default})")
            }
            ChangeKind::Disable { category, name } => write!(f, "left out: {category} {name}"),
            ChangeKind::Replace { category, name } => write!(f, "replaced: {category} {name}"),
            ChangeKind::Add { category, name } => write!(f, "added: {category} {name}"),
            ChangeKind::Move { step, side, anchor } => {
                let side = match side {
                    Side::Before => "before",
                    Side::Instead => "instead of",
                    Side::After => "after",
                };
                write!(f, "moved: step {step}, now {side} {anchor}")
            }
        }
    }
}

/// All that a variant changes, those it is built from included.
fn changes(reading: &LoadedPacks, variant: &Name) -> Result<Vec<Change>, Vec<Diagnostic>> {
    let opened = reading.open(&Settings { variants: vec![variant.clone()], ..Settings::default() })?;
    let mut changes: Vec<Change> = Vec::new();
    for (by, change) in lineage(reading, variant).into_iter().rev().flatten() {
        let (span, kind) = match change {
            ast::Change::Set { name, .. } => {
                // What a variant sets over another one, the other one has not changed.
                changes.retain(
                    |before| !matches!(&before.kind, ChangeKind::Set(info) if info.name == name.node),
                );
                let info = opened.options.iter().find(|info| info.name == name.node);
                let Some(info) = info.filter(|info| info.value != info.default) else { continue };
                (name.span, ChangeKind::Set(info.clone()))
            }
            ast::Change::Disable { name } => {
                let category = if is_action(reading, name) { "action" } else { "rule" };
                (name.span, ChangeKind::Disable { category, name: name.node.clone() })
            }
            ast::Change::Replace(item) => {
                let (category, name) = called(item);
                (item.span, ChangeKind::Replace { category, name })
            }
            ast::Change::Add(item) => {
                let (category, name) = called(item);
                (item.span, ChangeKind::Add { category, name })
            }
            ast::Change::Move { step, side, anchor } => {
                let (step, span, anchor) = (step.node.clone(), step.span, anchor.node.clone());
                (span, ChangeKind::Move { step, side: side.node, anchor })
            }
        };
        changes.push(Change { by: by.to_owned(), span, kind });
    }
    Ok(changes)
}

/// The changes of a variant, then those of the one it is built from, and so on; each with who makes it.
fn lineage<'r>(reading: &'r LoadedPacks, variant: &str) -> Vec<Vec<(&'r str, &'r ast::Change)>> {
    let mut lineage = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut next = find(reading, variant);
    while let Some((name, from, changes)) = next {
        if names.contains(&name) {
            break;
        }
        names.push(name);
        lineage.push(changes.iter().map(|change| (name, change)).collect());
        next = from.and_then(|from| find(reading, &from.node));
    }
    lineage
}

fn items(reading: &LoadedPacks) -> impl Iterator<Item = &Item> {
    reading.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items)
}

/// A variant of any pack: its name, the one it is built from, its own changes.
fn find<'r>(
    reading: &'r LoadedPacks,
    variant: &str,
) -> Option<(&'r str, Option<&'r Name>, &'r [ast::Change])> {
    items(reading).find_map(|item| match &item.kind {
        ItemKind::Variant { name, from, changes, .. } if name.node == variant => {
            Some((name.as_str(), from.as_ref(), changes.as_slice()))
        }
        _ => None,
    })
}

/// Whether what is called so is an action, of a pack or added by some variant.
fn is_action(reading: &LoadedPacks, wanted: &Name) -> bool {
    let is_it =
        |item: &Item| matches!(&item.kind, ItemKind::Action { name, .. } if *name.node == wanted.node);
    items(reading).any(|item| match &item.kind {
        ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. } => {
            changes.iter().any(|change| matches!(change, ast::Change::Add(added) if is_it(added)))
        }
        _ => is_it(item),
    })
}

/// What an item is and how it is called, in words for people.
fn called(item: &Item) -> (&'static str, String) {
    let (category, name) = match &item.kind {
        ItemKind::Pack { name, .. } => ("pack", name),
        ItemKind::Requires { name, .. } => ("required pack", name),
        ItemKind::Players { least, most } => {
            let least = least.map_or_else(|| "up".to_owned(), |least| least.node.to_string());
            return ("number of players", format!("{least} to {}", most.node));
        }
        ItemKind::Tiles { set, .. } => ("tile set", set),
        ItemKind::Start { name, .. } => ("start", name),
        ItemKind::Edge { letter, .. } => ("side of tiles", letter),
        ItemKind::Meet { letter, .. } => ("meeting of sides", letter),
        ItemKind::Feature { name, .. } => ("feature", name),
        ItemKind::Attr { owner, name, .. } => return ("attribute", format!("{}.{}", owner.node, name.node)),
        ItemKind::Trait { name } => ("trait", name),
        ItemKind::Piece { name, .. } => ("piece", name),
        ItemKind::Bag { name } => ("bag", name),
        ItemKind::Deck { name, .. } => ("deck", name),
        ItemKind::Die { name, .. } => ("die", name),
        ItemKind::Track { name, .. } => ("track", name),
        ItemKind::Slots { name, .. } => ("slots", name),
        ItemKind::Option { name, .. } => ("option", name),
        ItemKind::Reason { names } => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            return ("reason", names.join(", "));
        }
        ItemKind::Enum { name, .. } => ("list of words", name),
        ItemKind::Order { phase, .. } => ("order of", phase),
        ItemKind::Step { step, .. } => ("step", &step.name),
        ItemKind::Menu { step, .. } => ("menu of", step),
        ItemKind::Var { name, .. } => ("variable", name),
        ItemKind::Value { name, .. } => ("value", name),
        ItemKind::Modify { name, .. } => ("change to", name),
        ItemKind::Rule { name, .. } => ("rule", name),
        ItemKind::Action { name, .. } => ("action", name),
        ItemKind::Variant { name, .. } => ("variant", name),
        ItemKind::With { packs, .. } => {
            let packs: Vec<&str> = packs.iter().map(|pack| pack.as_str()).collect();
            return ("changes beside", packs.join(", "));
        }
        ItemKind::Scenario { title, .. } => ("scenario", title),
    };
    (category, name.node.clone())
}

//! What there is to choose of a pack: the edition that its defaults are, its variants with all they change,
//! its options.

use std::fmt;
use std::ops::RangeInclusive;

use rota_check::OptionInfo;
use rota_compile::OptLevel;
use rota_compose::{Selection, category, full_name};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, ItemKind, Name, Side};

use crate::compile::Build;
use crate::error::Error;
use crate::load::LoadedPacks;

/// What there is to choose of a pack.
#[derive(Clone, Debug)]
pub struct Editions {
    /// The pack.
    pub pack: String,
    /// Its title, or its name where it has none.
    pub title: String,
    /// How many may play it alone, the fewest and the most.
    pub players: RangeInclusive<u8>,
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
pub fn editions(packs: &LoadedPacks, pack: &str) -> Result<Option<Editions>, Error> {
    let fail = |found| Error::new(found, packs.sources.clone());
    let plain = packs.build(&Build::default(), &packs.sources).map_err(fail)?;
    let Some(found) = packs.packs.iter().find(|known| known.name == pack) else { return Ok(None) };
    let (least, most) = plain.rules.program().declared.players;
    let mut editions = Editions {
        pack: pack.to_owned(),
        title: pack.to_owned(),
        players: least..=most,
        published: None,
        variants: Vec::new(),
        options: Vec::new(),
    };
    for item in found.items() {
        if let ItemKind::Pack { title, edition, .. } = &item.kind {
            editions.title = title.as_ref().map_or_else(|| pack.to_owned(), |title| title.node.clone());
            editions.published = edition.as_ref().map(Published::of);
        } else if let ItemKind::Option { name, .. } = &item.kind {
            editions.options.extend(plain.options.iter().find(|info| info.span == name.span).cloned());
        } else if let ItemKind::Variant { name, title, edition, from, .. } = &item.kind {
            editions.variants.push(Variant {
                name: name.node.clone(),
                title: title.as_ref().unwrap_or(name).node.clone(),
                published: edition.as_ref().map(Published::of),
                from: from.as_ref().map(|from| from.node.clone()),
                changes: changes(packs, name).map_err(fail)?,
            });
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
fn changes(packs: &LoadedPacks, variant: &Name) -> Result<Vec<Change>, Vec<Diagnostic>> {
    let variants = [variant.clone()];
    let build = Build { variants: variants.to_vec(), opt_level: OptLevel::None, ..Build::default() };
    let opened = packs.build(&build, &packs.sources)?;
    let selection = Selection { packs: &packs.packs, variants: &variants, options: &[], edit: None };
    let mut changes: Vec<Change> = Vec::new();
    for applied in selection.in_force(&mut Vec::new()).changes {
        // What changes because other packs play as well is no variant's doing.
        let Some(by) = applied.by else { continue };
        let (span, kind) = match applied.change {
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
                let category = applied.before.map_or("rule", category);
                (name.span, ChangeKind::Disable { category, name: name.node.clone() })
            }
            ast::Change::Replace(item) => {
                let (category, name) = (category(item), full_name(item).into_owned());
                (item.span, ChangeKind::Replace { category, name })
            }
            ast::Change::Add(item) => {
                let (category, name) = (category(item), full_name(item).into_owned());
                (item.span, ChangeKind::Add { category, name })
            }
            ast::Change::Move { step, side, anchor } => {
                let (step, span, anchor) = (step.node.clone(), step.span, anchor.node.clone());
                (span, ChangeKind::Move { step, side: side.node, anchor })
            }
        };
        changes.push(Change { by: by.node.clone(), span, kind });
    }
    Ok(changes)
}

//! What is in force: the items of packs after variants, options and edits have had their say.
//!
//! [`Selection::in_force`] is the one place where a variant is applied. What it hands out says of every item,
//! setting and move which variant brought it, so that nobody else has to work that out again.

mod edit;
mod identity;
mod in_force;
mod names;
mod order;
mod problems;
mod qualify;
mod rule_file;
mod sequence;
mod versions;

use std::sync::Arc;

use rota_syntax::FIRST_LANGUAGE;
use rota_syntax::ast::{self, Name};

pub use edit::{Edit, EditKind};
pub use identity::{category, full_name, heading, id_of, name_of, rule_name};
pub use in_force::{Applied, Entry, InForce, Move, Setting, variant_name};
pub use names::{OF_PACK, bare};
pub use problems::{asked_for, nothing_to_replace, unknown_rule, unknown_variant, variant_circle};
pub use qualify::qualify;
pub use rule_file::RuleFile;
pub use sequence::{
    MOST_IN_ONE_PLACE, Member, Sequence, arrange_or_report, precedence, steps_of, too_many, unordered,
};
pub use versions::unsatisfied;

/// A pack as it was read.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// Its rule files, in order of their paths; those who read the pack share them.
    pub files: Vec<Arc<RuleFile>>,
}

impl Pack {
    /// Returns all items of the pack, file by file.
    pub fn items(&self) -> impl Iterator<Item = &ast::Item> {
        self.files.iter().flat_map(|file| &file.items)
    }

    /// Returns the version that the pack's header names, as it is written.
    #[must_use]
    pub fn version(&self) -> Option<&Name> {
        self.items().find_map(|item| {
            let ast::ItemKind::Pack { version, .. } = &item.kind else { return None };
            Some(version)
        })
    }

    /// Returns the version of the language in which the pack is written: the one its header names, or the first.
    #[must_use]
    pub fn language(&self) -> u32 {
        let stated = self.items().find_map(|item| {
            let ast::ItemKind::Pack { language, .. } = &item.kind else { return None };
            *language
        });
        stated.map_or(FIRST_LANGUAGE, |stated| u32::try_from(stated.node).unwrap_or(u32::MAX))
    }

    /// Returns the title in the pack's header, where it has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.items().find_map(|item| {
            let ast::ItemKind::Pack { title, .. } = &item.kind else { return None };
            title.as_ref().map(|title| title.node.as_str())
        })
    }

    /// Returns what the pack says of packs that it cannot lie on one table with.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict<'_>> {
        self.items().filter_map(|item| {
            let ast::ItemKind::Conflicts { name, version, reason } = &item.kind else { return None };
            Some(Conflict { name, versions: version.as_ref(), reason: reason.as_ref() })
        })
    }

    /// Returns the packs that this one requires, each with the range of versions that will do.
    pub fn requirements(&self) -> impl Iterator<Item = (&Name, &Name)> {
        self.items().filter_map(|item| {
            let ast::ItemKind::Requires { name, version } = &item.kind else { return None };
            Some((name, version))
        })
    }
}

/// A pack that another one cannot lie on one table with.
#[derive(Clone, Copy, Debug)]
pub struct Conflict<'p> {
    /// The pack.
    pub name: &'p Name,
    /// The versions of it that are meant; without them all.
    pub versions: Option<&'p Name>,
    /// Why, for people.
    pub reason: Option<&'p Name>,
}

/// Packs with the variants and options that are chosen for them.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// The packs, each once.
    pub packs: &'a [Pack],
    /// The variants in force, with the places where they are asked for.
    pub variants: &'a [Name],
    /// Options set from outside, over all variants.
    pub options: &'a [(Name, ast::Expr)],
    /// A change made on purpose, to see whether a scenario notices.
    pub edit: Option<&'a Edit>,
}

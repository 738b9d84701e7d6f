//! A rule file of a pack, with the names that stand in it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rota_syntax::ast::{Expr, ExprKind, File, Item, Name};
use rota_syntax::visit::{NameKind, Visit};

use crate::names::OF_PACK;

/// A rule file. Those who read the pack share it, whatever plays beside.
#[derive(Debug, Default)]
pub struct RuleFile {
    /// The items that could be read, in order of the text.
    pub items: Vec<Item>,
    /// Found when somebody asks for the first time.
    words: OnceLock<Words>,
}

impl RuleFile {
    /// A file of these items.
    #[must_use]
    pub fn new(items: Vec<Item>) -> RuleFile {
        RuleFile { items, words: OnceLock::new() }
    }

    /// Whether one of some names stands in the file, or any name with its pack.
    pub(crate) fn speaks_of(&self, names: &BTreeSet<&str>) -> bool {
        let words = self.words.get_or_init(|| Words::of(&self.items));
        words.any_of_pack || names.iter().any(|name| words.names.contains(*name))
    }
}

impl From<File> for RuleFile {
    fn from(file: File) -> RuleFile {
        RuleFile::new(file.items)
    }
}

/// The names in a file, each once.
#[derive(Debug, Default)]
struct Words {
    names: BTreeSet<String>,
    /// Whether a name is written with its pack.
    any_of_pack: bool,
}

impl Words {
    fn of(items: &[Item]) -> Words {
        let mut words = Words::default();
        items.iter().for_each(|item| words.item(item));
        words
    }

    fn add(&mut self, name: &str) {
        self.any_of_pack |= name.contains(OF_PACK);
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
        }
    }
}

impl Visit for Words {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Name(name) = &*expr.kind {
            self.add(name);
        }
        self.walk_expr(expr);
    }

    fn name(&mut self, name: &Name, _kind: NameKind) {
        name.node.split_whitespace().for_each(|word| self.add(word));
    }
}

//! What is declared and never used: not an error, but likely a slip.

use std::collections::{BTreeMap, BTreeSet};

use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{ItemKind, Name};

use crate::checker::Checker;
use crate::recursion::Calls;
use rota_compose::InForce;

/// A kind of word whose uses are kept in mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Option,
    Reason,
    Bag,
    Die,
    Row,
    Track,
    Trait,
    Stock,
}

/// What was used so far.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    words: BTreeMap<Kind, BTreeSet<String>>,
    variables: BTreeSet<u16>,
    /// All that `let` names, and whether it was read.
    noted: Vec<(Name, bool)>,
    pub calls: Calls,
}

impl Usage {
    /// Notes that a word was used.
    pub fn mark(&mut self, kind: Kind, name: &str) {
        if !self.is_marked(kind, name) {
            self.words.entry(kind).or_default().insert(name.to_owned());
        }
    }

    fn is_marked(&self, kind: Kind, name: &str) -> bool {
        self.words.get(&kind).is_some_and(|words| words.contains(name))
    }

    /// Notes that a variable was read.
    pub fn read_variable(&mut self, var: u16) {
        self.variables.insert(var);
    }

    /// Notes that a local was read.
    pub fn read_local(&mut self, noted: Option<usize>) {
        if let Some((_, read)) = noted.and_then(|index| self.noted.get_mut(index)) {
            *read = true;
        }
    }

    /// Notes that a value is asked for, where another value does so. `rule` is what is being checked.
    pub fn call(&mut self, rule: &str, callee: &str, span: Span) {
        if let Some(caller) = rule.strip_prefix("value ") {
            self.calls.entry(caller.to_owned()).or_default().push((callee.to_owned(), span));
        }
    }
}

impl Checker<'_> {
    /// Gives a local its name, unless that hides another.
    pub(crate) fn local(&mut self, name: &Name, ty: rota_bytecode::Type, slot: u16, writable: bool) {
        if let Some(first) = self.scope.find(&name.node).map(|local| local.span) {
            Diagnostic::error("names::hidden", format!("`{name}` already has a meaning here"))
                .at(name.span, "this would hide it")
                .at(first, "it is named here")
                .help("take another name")
                .report(self.diagnostics);
        }
        self.note_type(name.span, ty);
        self.scope.bind_to(&name.node, ty, slot, writable, name.span);
    }

    /// Remembers that the latest local was named by `let`: it should be read some time.
    pub(crate) fn noted(&mut self, name: &Name) {
        if let Some(local) = self.scope.locals.last_mut() {
            local.noted = Some(self.usage.noted.len());
            self.usage.noted.push((name.clone(), false));
        }
    }

    /// Says that there are too many of something.
    pub(crate) fn too_many(&mut self, what: &str, most: usize, span: Span) {
        Diagnostic::error("names::too-many", format!("a composition has at most {most} {what}"))
            .at(span, "one more than that")
            .help("leave a pack out, or do without some of them")
            .report(self.diagnostics);
    }

    /// Warns of what is never used. Nothing is said where something else is wrong, or where a variant may
    /// have taken the use away.
    pub(crate) fn report_unused(&mut self, items: &InForce<'_>) {
        let wrong = self.diagnostics.iter().any(|one| one.severity() == rota_source::Severity::Error);
        if wrong || items.edited || !items.chosen.is_empty() {
            return;
        }
        for (name, read) in std::mem::take(&mut self.usage.noted) {
            if !read {
                self.unused("the name", &name, "take the `let` out");
            }
        }
        let mut var = 0;
        let mut unused: Vec<(&str, &Name)> = Vec::new();
        for entry in &items.entries {
            let is_used = |kind: Kind, name: &Name| self.usage.is_marked(kind, &name.node);
            let declared = &entry.item.kind;
            if let Some((kind, what, name)) = marked(declared) {
                if !is_used(kind, name) {
                    unused.push((what, name));
                }
            } else if let ItemKind::Reason { names } = declared {
                let names = names.iter().filter(|name| !is_used(Kind::Reason, name));
                unused.extend(names.map(|name| ("reason", name)));
            } else if let ItemKind::Stock { kinds } = declared {
                let names = kinds.iter().map(|(name, _)| name).filter(|name| !is_used(Kind::Stock, name));
                unused.extend(names.map(|name| ("stock", name)));
            } else if let ItemKind::Var { name, title, .. } = declared {
                // What has a title is read by the players.
                if title.is_none() && !self.usage.variables.contains(&var) {
                    unused.push(("variable", name));
                }
                var += 1;
            }
        }
        // The texts are long: they are looked through for these few names, and only where it matters.
        let wanted: BTreeSet<&str> = unused.iter().map(|(_, name)| name.as_str()).collect();
        let named = |spans: &[Span]| -> BTreeSet<&str> {
            let words = spans.iter().flat_map(|span| words(self.sources.text(*span)));
            words.filter(|word| wanted.contains(word)).collect()
        };
        let is_variable = |(what, _): &(&str, &Name)| *what == "variable";
        let idle = if unused.is_empty() { BTreeSet::new() } else { named(&items.idle) };
        let asked = if unused.iter().any(is_variable) { named(&items.scenarios) } else { BTreeSet::new() };
        for (what, name) in unused {
            let word = name.as_str();
            if idle.contains(word) || (what == "variable" && asked.contains(word)) {
                continue;
            }
            self.unused(what, name, "take the declaration out, or see whether a rule should ask for it");
        }
    }

    fn unused(&mut self, what: &str, name: &Name, help: &str) {
        Diagnostic::warning(
            "names::unused",
            format!("{what} `{}` {} never used", name.node, if what == "slots" { "are" } else { "is" }),
        )
        .at(name.span, "nothing reads it")
        .help(help)
        .report(self.diagnostics);
    }
}

/// What is declared under one name, and as what its uses are marked.
fn marked(declared: &ItemKind) -> Option<(Kind, &'static str, &Name)> {
    if let ItemKind::Option { name, .. } = declared {
        Some((Kind::Option, "option", name))
    } else if let ItemKind::Bag { name } = declared {
        Some((Kind::Bag, "bag", name))
    } else if let ItemKind::Deck { name, .. } = declared {
        Some((Kind::Bag, "deck", name))
    } else if let ItemKind::Row { name, .. } = declared {
        Some((Kind::Row, "row", name))
    } else if let ItemKind::Die { name, .. } = declared {
        Some((Kind::Die, "die", name))
    } else if let ItemKind::Track { name, .. } = declared {
        Some((Kind::Track, "track", name))
    } else if let ItemKind::Slots { name, .. } = declared {
        Some((Kind::Track, "slots", name))
    } else if let ItemKind::Trait { name } = declared {
        Some((Kind::Trait, "trait", name))
    } else {
        None
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

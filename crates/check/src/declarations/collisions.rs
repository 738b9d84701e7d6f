//! Words that mean something already, and tables that are full.

use std::collections::BTreeMap;

use rota_bytecode::{BUILTINS, Sort};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{ItemKind, Name};

use crate::checker::Checker;
use crate::expressions::types::NAMED;
use rota_compose::{InForce, heading};

/// Traits are bits of one number.
const MOST_TRAITS: usize = 32;
/// Kinds of pieces that a rule speaks of are bits of one number.
const MOST_PIECES: usize = 62;
/// A board keeps the kind of a feature in one byte.
const MOST_FEATURES: usize = 255;
/// One edge more is the blank one.
const MOST_EDGES: usize = 254;
/// Nobody rolls more; they are numbered in two bytes.
const MOST_DICE: usize = 1000;
/// Variables are numbered in two bytes.
const MOST_VARIABLES: usize = 65_000;

impl Checker<'_> {
    /// Reports declared words that would hide another word, or never be found behind it. Returns the places
    /// of those that are better left out: their uses would be reported as well.
    pub(crate) fn report_collisions(&mut self, items: &InForce<'_>) -> Vec<Span> {
        let before = self.diagnostics.len();
        let mut bare: BTreeMap<&str, (&str, Span)> = BTreeMap::new();
        let mut kinds: BTreeMap<&str, (&str, Span)> = BTreeMap::new();
        let mut attributes: BTreeMap<(&str, &str), (&str, Span)> = BTreeMap::new();
        let features: BTreeMap<&str, (&str, Span)> = items
            .entries
            .iter()
            .filter_map(|entry| {
                let ItemKind::Feature { name, .. } = &entry.item.kind else { return None };
                Some((name.node.as_str(), ("a feature", name.span)))
            })
            .collect();
        for entry in &items.entries {
            let kind = &entry.item.kind;
            if let Some((name, what)) = bare_word(kind) {
                self.take(&mut bare, name, what, None);
            } else if let ItemKind::Stock { kinds } = kind {
                kinds.iter().for_each(|(name, _)| self.take(&mut bare, name, "a stock", None));
            } else if let ItemKind::Feature { name, .. } = kind {
                self.take_kind(&mut kinds, name, "a feature");
            } else if let ItemKind::Enum { name, .. } = kind {
                self.take_kind(&mut kinds, name, "an enum");
            } else if let ItemKind::Attr { owner, name, .. } = kind {
                let (carrier, sort) = match owner.node.as_str() {
                    "tile" => ("tile", Sort::Tile),
                    "card" => ("card", Sort::Card),
                    "space" => ("space", Sort::Space),
                    _ => ("segment", Sort::Segment),
                };
                attributes.insert((carrier, &name.node), ("an attribute", name.span));
                self.take(&mut BTreeMap::new(), name, "an attribute", Some(sort));
                if let Some((what, first)) = features.get(name.node.as_str()).filter(|_| carrier == "segment")
                {
                    self.taken(name, what, *first, "tile files could not tell the two apart");
                }
            }
        }
        for entry in &items.entries {
            let ItemKind::Var { name, owner: Some(owner), .. } = &entry.item.kind else { continue };
            let receiver = match owner.node.as_str() {
                "player" => Some(Sort::Player),
                "piece" => Some(Sort::Piece),
                "tile" => Some(Sort::Tile),
                "card" => Some(Sort::Card),
                "segment" => Some(Sort::Segment),
                "game" => {
                    self.take(&mut bare, name, "a variable", None);
                    continue;
                }
                _ => continue,
            };
            self.take(&mut BTreeMap::new(), name, "a variable", receiver);
            if let Some((what, first)) = attributes.get(&(owner.node.as_str(), name.node.as_str())) {
                self.taken(name, what, *first, "nothing could ask for this");
            }
        }
        let reported = self.diagnostics.iter().skip(before);
        reported.filter_map(|one| one.labels().first()).map(|label| label.span).collect()
    }

    fn take<'n>(
        &mut self,
        taken: &mut BTreeMap<&'n str, (&'static str, Span)>,
        name: &'n Name,
        what: &'static str,
        receiver: Option<Sort>,
    ) {
        if BUILTINS.iter().any(|entry| entry.name == name.node && covers(entry.receiver, receiver)) {
            return self.report_reserved(name, "word");
        }
        self.claim(taken, name, what);
    }

    fn take_kind<'n>(
        &mut self,
        taken: &mut BTreeMap<&'n str, (&'static str, Span)>,
        name: &'n Name,
        what: &'static str,
    ) {
        if name.node == "int" || NAMED.iter().any(|(known, _)| *known == name.node) {
            return self.report_reserved(name, "type");
        }
        self.claim(taken, name, what);
    }

    fn report_reserved(&mut self, name: &Name, what: &str) {
        Diagnostic::error("names::taken", format!("`{name}` is a {what} of the language"))
            .at(name.span, "it would mean two things")
            .help("take another name")
            .report(self.diagnostics);
    }

    /// Keeps a name for what declares it first.
    fn claim<'n>(
        &mut self,
        taken: &mut BTreeMap<&'n str, (&'static str, Span)>,
        name: &'n Name,
        what: &'static str,
    ) {
        let (first, span) = *taken.entry(&name.node).or_insert((what, name.span));
        if span != name.span && first != what {
            self.taken(name, first, span, "it would mean two things");
        }
    }

    fn taken(&mut self, name: &Name, what: &str, first: Span, label: &str) {
        Diagnostic::error("names::taken", format!("`{name}` is already the name of {what}"))
            .at(name.span, label)
            .at(first, "named here")
            .help("rename one of them")
            .report(self.diagnostics);
    }

    /// Reports tables that are longer than the game can keep.
    pub(crate) fn report_limits(&mut self, items: &InForce<'_>) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &items.entries {
            let Some((what, most)) = limit(&entry.item.kind) else { continue };
            let count = counts.entry(what).or_default();
            *count += 1;
            if *count == most + 1 {
                self.too_many(what, most, heading(entry.item));
            }
        }
    }
}

/// Whether a built-in on `known` would be found where something on `receiver` is asked for.
fn covers(known: Option<Sort>, receiver: Option<Sort>) -> bool {
    known == receiver || (known == Some(Sort::Feature) && receiver == Some(Sort::Segment))
}

/// A name that stands alone in expressions, and what it names.
fn bare_word(kind: &ItemKind) -> Option<(&Name, &'static str)> {
    if let ItemKind::Option { name, .. } = kind {
        Some((name, "an option"))
    } else if let ItemKind::Bag { name } = kind {
        Some((name, "a bag"))
    } else if let ItemKind::Deck { name, .. } = kind {
        Some((name, "a deck"))
    } else if let ItemKind::Row { name, .. } = kind {
        Some((name, "a row"))
    } else if let ItemKind::Die { name, .. } = kind {
        Some((name, "a die"))
    } else if let ItemKind::Track { name, .. } | ItemKind::Slots { name, .. } = kind {
        Some((name, "a track"))
    } else if let ItemKind::Var { name, owner: None, .. } = kind {
        Some((name, "a variable"))
    } else if let ItemKind::Value { name, params, .. } = kind
        && params.is_empty()
    {
        Some((name, "a value"))
    } else {
        None
    }
}

/// The table that a declaration makes longer, and how long it may become.
fn limit(kind: &ItemKind) -> Option<(&'static str, usize)> {
    if matches!(kind, ItemKind::Trait { .. }) {
        Some(("traits", MOST_TRAITS))
    } else if matches!(kind, ItemKind::Piece { .. }) {
        Some(("kinds of pieces", MOST_PIECES))
    } else if matches!(kind, ItemKind::Feature { .. }) {
        Some(("kinds of features", MOST_FEATURES))
    } else if matches!(kind, ItemKind::Edge { .. }) {
        Some(("kinds of edges", MOST_EDGES))
    } else if matches!(kind, ItemKind::Var { .. }) {
        Some(("variables", MOST_VARIABLES))
    } else if matches!(kind, ItemKind::Die { .. }) {
        Some(("dice", MOST_DICE))
    } else {
        None
    }
}

//! What a composition changes about a rule: the variants in force and the options that it depends on.

use std::collections::BTreeSet;

use rota_source::{SourceFile, Span};
use rota_syntax::ast::{Change, Expr, Item, ItemKind, Name, Param, Trigger, TypeKind};

use crate::read::LoadedPacks;

/// A change that a rule depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Provenance {
    /// The variant that makes it; nothing for an option that was set by hand.
    pub variant: Option<String>,
    /// What it does, as a variant says it: `set walkers = 2`, `value worth`.
    pub change: String,
    /// Where it stands.
    pub span: Span,
}

/// The items in force and what was changed about them.
#[derive(Default)]
struct Force<'r> {
    /// With the variant that brings them.
    items: Vec<(&'r Item, Option<&'r str>)>,
    /// Options with their values as written; the last one holds.
    options: Vec<(&'r str, &'r Expr, Option<&'r str>)>,
    /// Steps that were moved.
    moves: Vec<(&'r Name, Span, &'r str)>,
    /// Variants that were applied.
    applied: Vec<&'r str>,
}

impl<'r> Force<'r> {
    /// What changes because other packs play as well: nobody has asked for it.
    fn beside(&mut self, changes: &'r [Change]) {
        for change in changes {
            match change {
                Change::Add(item) if item.wrong => {}
                Change::Add(item) => self.items.push((item, None)),
                Change::Replace(item) => self.replace(item, None),
                Change::Set { name, value } => self.options.push((&name.node, value, None)),
                Change::Move { .. } | Change::Disable { .. } => {}
            }
        }
    }

    /// Whether something that modifies a value is about what a rule speaks of: where it narrows the value to some
    /// kinds, the rule must name one of them.
    fn concerns(&self, item: &Item, asked: &BTreeSet<&str>) -> bool {
        let ItemKind::Modify { name, params, .. } = &item.kind else { return true };
        let declared = self.items.iter().find_map(|(other, _)| match &other.kind {
            ItemKind::Value { name: own, params, .. } if own.node == name.node => Some(params),
            _ => None,
        });
        let Some(declared) = declared else { return true };
        let kind = |param: &Param| match &param.ty.kind {
            TypeKind::Named(kind) => Some(kind.node.clone()),
            _ => None,
        };
        let pairs = params.iter().zip(declared).map(|(own, declared)| (kind(own), kind(declared)));
        let mut narrowed = pairs.filter(|(own, declared)| own != declared).filter_map(|(own, _)| own);
        narrowed.all(|kind| asked.contains(kind.as_str()))
    }

    fn replace(&mut self, item: &'r Item, variant: Option<&'r str>) {
        let is_same = |other: &Item| {
            category(other) == category(item)
                && name_of(other).map(|name| &name.node) == name_of(item).map(|name| &name.node)
        };
        self.items.retain(|(other, _)| !is_same(other));
        self.items.push((item, variant));
    }
}

impl LoadedPacks {
    /// Returns the name and the version of the pack that a place in the rules belongs to.
    #[must_use]
    pub fn pack_at(&self, span: Span) -> Option<(&str, &str)> {
        let base = self.sources.file_at(span.start)?.base;
        let holds = |files: &Vec<SourceFile>| files.iter().any(|file| file.base == base);
        let pack = self.packs.get(self.files.iter().position(holds)?)?;
        let mut items = pack.files.iter().flat_map(|file| &file.items);
        let version = items.find_map(|item| match &item.kind {
            ItemKind::Pack { version, .. } => Some(version.node.as_str()),
            _ => None,
        });
        Some((&pack.name, version.unwrap_or_default()))
    }

    /// Returns what these variants and options change about the rule at a place: the rule itself, its step, the
    /// values it uses, what modifies them, and the options that any of these depend on.
    #[must_use]
    pub fn touches(&self, variants: &[Name], options: &[(Name, Expr)], span: Span) -> Vec<Provenance> {
        let force = self.force(variants, options);
        let holds = |item: &Item| item.span.start <= span.start && span.end <= item.span.end;
        let Some((rule, _)) = force.items.iter().find(|(item, _)| holds(item)) else { return Vec::new() };
        let asked: BTreeSet<&str> = words_of(self.sources.text(rule.span)).collect();
        let mut touches = BTreeSet::new();
        let mut used: Vec<&Item> = vec![rule];
        let mut next = 0;
        while let Some(item) = used.get(next).copied() {
            next += 1;
            for (_, variant) in force.items.iter().filter(|(other, _)| other.span == item.span) {
                let Some(variant) = variant else { continue };
                let change =
                    format!("{} {}", category(item), name_of(item).map_or("", |name| name.node.as_str()));
                let variant = Some((*variant).to_owned());
                touches.insert(Provenance { variant, change, span: item.span });
            }
            let words: BTreeSet<&str> = words_of(self.sources.text(item.span)).collect();
            let mut seen: BTreeSet<&str> = BTreeSet::new();
            for (option, value, variant) in force.options.iter().rev() {
                if words.contains(option) && seen.insert(option) {
                    let change = format!("set {option} = {}", self.sources.text(value.span));
                    let variant = variant.map(str::to_owned);
                    touches.insert(Provenance { variant, change, span: value.span });
                }
            }
            for (other, _) in &force.items {
                let is_value = matches!(other.kind, ItemKind::Value { .. } | ItemKind::Modify { .. });
                let is_used = name_of(other).is_some_and(|name| words.contains(name.node.as_str()));
                if is_value
                    && is_used
                    && force.concerns(other, &asked)
                    && used.iter().all(|known| known.span != other.span)
                {
                    used.push(other);
                }
            }
        }
        for (step, span, variant) in &force.moves {
            if step_of(rule).is_some_and(|own| own.node == step.node) {
                let change = format!("move step {}", self.sources.text(*span));
                touches.insert(Provenance { variant: Some((*variant).to_owned()), change, span: *span });
            }
        }
        touches.into_iter().collect()
    }

    fn force<'r>(&'r self, variants: &'r [Name], options: &'r [(Name, Expr)]) -> Force<'r> {
        let mut force = Force::default();
        let items = || self.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
        let is_in_force = |item: &&Item| {
            !item.wrong
                && !matches!(
                    item.kind,
                    ItemKind::Variant { .. } | ItemKind::With { .. } | ItemKind::Scenario { .. }
                )
        };
        force.items.extend(items().filter(is_in_force).map(|item| (item, None)));
        for item in items() {
            let ItemKind::With { packs, changes } = &item.kind else { continue };
            if packs.iter().all(|name| self.packs.iter().any(|pack| pack.name == name.node)) {
                force.beside(changes);
            }
        }
        for variant in variants {
            self.apply(variant, &mut force);
        }
        for (name, value) in options {
            force.options.push((&name.node, value, None));
        }
        force
    }

    fn apply<'r>(&'r self, variant: &'r str, force: &mut Force<'r>) {
        let items = self.packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
        let mut variants = items.filter_map(|item| match &item.kind {
            ItemKind::Variant { name, from, changes, .. } if name.node == variant => Some((from, changes)),
            _ => None,
        });
        let Some((from, changes)) = variants.next() else { return };
        if force.applied.contains(&variant) {
            return;
        }
        force.applied.push(variant);
        if let Some(from) = from {
            self.apply(&from.node, force);
        }
        for change in changes {
            match change {
                Change::Set { name, value } => {
                    force.options.push((&name.node, value, Some(variant)));
                }
                Change::Move { step, anchor, .. } => {
                    force.moves.push((step, step.span.to(anchor.span), variant));
                }
                Change::Add(item) => force.items.push((item, Some(variant))),
                Change::Replace(item) => force.replace(item, Some(variant)),
                // What is disabled scores nothing.
                Change::Disable { .. } => {}
            }
        }
    }
}

fn name_of(item: &Item) -> Option<&Name> {
    match &item.kind {
        ItemKind::Rule { name, .. } | ItemKind::Action { name, .. } => Some(name),
        ItemKind::Value { name, .. } | ItemKind::Modify { name, .. } => Some(name),
        _ => None,
    }
}

fn category(item: &Item) -> &'static str {
    match &item.kind {
        ItemKind::Rule { .. } => "rule",
        ItemKind::Action { .. } => "action",
        ItemKind::Value { .. } => "value",
        ItemKind::Modify { .. } => "modify",
        _ => "",
    }
}

fn step_of(item: &Item) -> Option<&Name> {
    match &item.kind {
        ItemKind::Rule { trigger: Trigger::Step(step), .. } | ItemKind::Action { step, .. } => Some(step),
        _ => None,
    }
}

/// The words of a piece of rules: neither those of remarks nor those of texts.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().flat_map(|line| {
        line.split('"').step_by(2).scan(false, |ended, part| {
            if *ended {
                return None;
            }
            *ended = part.contains('#');
            part.split('#').next()
        })
    });
    let words = code.flat_map(|code| code.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    words.filter(|word| !word.is_empty())
}

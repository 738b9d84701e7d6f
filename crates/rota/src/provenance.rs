//! What a composition changes about a rule: the variants in force and the options that it depends on.

use std::collections::BTreeSet;

use rota_compose::{InForce, Selection, category, name_of, steps_of};
use rota_source::{SourceFile, Span};
use rota_syntax::ast::{Item, ItemKind, Name, Param, TypeKind};

use crate::load::LoadedPacks;
use crate::settings::Settings;

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

impl Provenance {
    fn new(by: Option<&Name>, change: String, span: Span) -> Provenance {
        Provenance { variant: by.map(|name| name.node.clone()), change, span }
    }
}

impl LoadedPacks {
    /// Returns the name and the version of the pack that a place in the rules belongs to.
    #[must_use]
    pub fn pack_at(&self, span: Span) -> Option<(&str, &str)> {
        let base = self.sources.file_at(span.start)?.base;
        let holds = |files: &Vec<SourceFile>| files.iter().any(|file| file.base == base);
        let pack = self.packs.get(self.files.iter().position(holds)?)?;
        Some((&pack.name, pack.version().map_or("", |version| version.as_str())))
    }

    /// Returns what these settings change about the rule at a place: the rule itself, its step, the
    /// values it uses, what modifies them, and the options that any of these depend on.
    #[must_use]
    pub fn provenance(&self, settings: &Settings, span: Span) -> Vec<Provenance> {
        let Ok(placed) = settings.placed(&self.sources) else { return Vec::new() };
        let (variants, options) = (&placed.variants, &placed.options);
        // Whoever asks has compiled these packs: nothing is wrong with them.
        let in_force =
            Selection { packs: &self.packs, variants, options, edit: None }.in_force(&mut Vec::new());
        let holds = |item: &Item| item.span.start <= span.start && span.end <= item.span.end;
        let Some(rule) = in_force.entries.iter().find(|entry| holds(entry.item)) else { return Vec::new() };
        let mut found = BTreeSet::new();
        for item in self.used_by(rule.item, &in_force) {
            for entry in in_force.entries.iter().filter(|entry| entry.item.span == item.span) {
                if entry.by.is_some() {
                    found.insert(Provenance::new(entry.by, declared(item), item.span));
                }
            }
            for option in words_of(self.sources.text(item.span)) {
                if let Some(setting) = in_force.settings.get(option) {
                    let change = format!("set {option} = {}", placed.sources.text(setting.value.span));
                    found.insert(Provenance::new(setting.by, change, setting.value.span));
                }
            }
        }
        let moves = in_force.moves.iter().filter(|moved| moved.by.is_some());
        for moved in moves.filter(|moved| steps_of(rule.item).iter().any(|own| own.node == moved.step.node)) {
            let span = moved.step.span.to(moved.anchor.span);
            let change = format!("move step {}", self.sources.text(span));
            found.insert(Provenance::new(moved.by, change, span));
        }
        found.into_iter().collect()
    }

    /// A rule, the values and procedures that it uses, what modifies them, and what these use in turn.
    fn used_by<'r>(&self, rule: &'r Item, in_force: &InForce<'r>) -> Vec<&'r Item> {
        let kinds: BTreeSet<&str> = words_of(self.sources.text(rule.span)).collect();
        let mut used = vec![rule];
        let mut next = 0;
        while let Some(item) = used.get(next).copied() {
            next += 1;
            let words: BTreeSet<&str> = words_of(self.sources.text(item.span)).collect();
            for other in in_force.entries.iter().map(|entry| entry.item) {
                let is_used = matches!(
                    other.kind,
                    ItemKind::Value { .. } | ItemKind::Modify { .. } | ItemKind::Procedure { .. }
                );
                if is_used
                    && name_of(other).is_some_and(|name| words.contains(name.as_str()))
                    && concerns(other, &kinds, in_force)
                    && used.iter().all(|known| known.span != other.span)
                {
                    used.push(other);
                }
            }
        }
        used
    }
}

/// Whether something that modifies a value is about what a rule speaks of: where it narrows the value to some
/// kinds, the rule must name one of them.
fn concerns(item: &Item, asked: &BTreeSet<&str>, in_force: &InForce<'_>) -> bool {
    let ItemKind::Modify { name, params, .. } = &item.kind else { return true };
    let declared = in_force.entries.iter().find_map(|entry| {
        let ItemKind::Value { name: own, params, .. } = &entry.item.kind else { return None };
        (own.node == name.node).then_some(params)
    });
    let Some(declared) = declared else { return true };
    let kind = |param: &Param| {
        let TypeKind::Named(kind) = &param.ty.kind else { return None };
        Some(kind.node.clone())
    };
    let pairs = params.iter().zip(declared).map(|(own, declared)| (kind(own), kind(declared)));
    let mut narrowed = pairs.filter(|(own, declared)| own != declared).filter_map(|(own, _)| own);
    narrowed.all(|kind| asked.contains(kind.as_str()))
}

/// An item as rules declare it: `value worth`, `modify worth`.
fn declared(item: &Item) -> String {
    let keyword = if matches!(item.kind, ItemKind::Modify { .. }) { "modify" } else { category(item) };
    format!("{keyword} {}", name_of(item).map_or("", |name| name.as_str()))
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

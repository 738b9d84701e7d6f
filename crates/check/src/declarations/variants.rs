//! Variants that were not chosen: what they name must be there all the same.

use std::collections::BTreeSet;

use rota_source::Diagnostic;
use rota_syntax::ast::{Change, Item, ItemKind, Name, Step};

use crate::checker::Checker;
use crate::expressions::types::UNKNOWN;
use rota_compose::{
    Entry, InForce, id_of, nothing_to_replace, rule_name, unknown_rule, unknown_variant, variant_circle,
    variant_name,
};

impl Checker<'_> {
    /// Checks what all variants name; those in force have already said what they miss.
    pub(crate) fn check_variants(&mut self, items: &InForce<'_>) {
        if items.edited {
            return;
        }
        let added: Vec<&Item> = items.variants.iter().flat_map(|entry| added(entry.item)).collect();
        let rules: Vec<&Item> = items.entries.iter().map(|entry| entry.item).chain(added).collect();
        for Entry { item, .. } in &items.variants {
            let ItemKind::Variant { name, from, changes, .. } = &item.kind else { continue };
            if items.chosen.contains(&name.node) {
                continue;
            }
            if let Some(from) = from {
                self.check_parent(name, from, &items.variants);
            }
            for change in changes {
                self.check_change(change, &rules);
            }
            if from.is_none() && changes.iter().all(|change| self.changes_nothing(change)) {
                Diagnostic::warning("packs::idle-variant", format!("variant `{name}` changes nothing"))
                    .at(name.span, "with it the game is the same")
                    .help("say what it changes, or take it out")
                    .report(self.diagnostics);
            }
        }
    }

    fn check_parent(&mut self, name: &Name, from: &Name, variants: &[Entry<'_>]) {
        let find = |name: &Name| {
            variants.iter().find_map(|entry| {
                let ItemKind::Variant { name: known, from, .. } = &entry.item.kind else { return None };
                (known.node == name.node).then_some(from.as_ref())
            })
        };
        if find(from).is_none() {
            let known: Vec<Entry<'_>> =
                variants.iter().filter(|entry| variant_name(entry) != Some(name)).cloned().collect();
            self.report(unknown_variant(from, &known));
            return;
        }
        let mut at = Some(from);
        for _ in 0..=variants.len() {
            match at {
                Some(parent) if parent.node == name.node => return self.report(variant_circle(from)),
                Some(parent) => at = find(parent).flatten(),
                None => return,
            }
        }
    }

    fn check_change(&mut self, change: &Change, rules: &[&Item]) {
        match change {
            Change::Set { name, value } => {
                match self.options.get(&name.node).map(|option| (option.ty, option.range)) {
                    Some((ty, _)) if ty == UNKNOWN => {}
                    Some((ty, range)) => {
                        self.constant_of(value, ty, range);
                    }
                    None => {
                        self.unknown_option(name).report(self.diagnostics);
                    }
                }
            }
            Change::Disable { name } => {
                let names = || rules.iter().filter_map(|item| rule_name(item)).map(|name| name.node.as_str());
                if !names().any(|known| known == name.node) {
                    self.report(unknown_rule(name, names()));
                }
            }
            Change::Replace(item) => {
                if !rules.iter().any(|known| id_of(known) == id_of(item)) {
                    self.report(nothing_to_replace(item));
                }
            }
            Change::Move { step, anchor, .. } => {
                let mut known = BTreeSet::new();
                for item in rules {
                    if let ItemKind::Step { step, .. } = &item.kind {
                        step_names(step, &mut known);
                    } else if let ItemKind::Order { steps, .. } = &item.kind {
                        steps.iter().for_each(|step| step_names(step, &mut known));
                    }
                }
                for name in [step, anchor] {
                    if !known.contains(name.node.as_str()) {
                        self.step(name);
                    }
                }
            }
            // What is added is checked where the variant is in force.
            Change::Add(_) => {}
        }
    }

    /// Whether a change sets an option to what it is anyway.
    fn changes_nothing(&mut self, change: &Change) -> bool {
        let Change::Set { name, value } = change else { return false };
        let Some((ty, range, default)) =
            self.options.get(&name.node).map(|option| (option.ty, option.range, option.default))
        else {
            return false;
        };
        let before = self.diagnostics.len();
        let value = self.constant_of(value, ty, range);
        self.diagnostics.truncate(before);
        value == Some(default)
    }
}

/// What a variant adds.
fn added(item: &Item) -> impl Iterator<Item = &Item> {
    let changes = if let ItemKind::Variant { changes, .. } = &item.kind { changes.as_slice() } else { &[] };
    changes.iter().filter_map(|change| if let Change::Add(item) = change { Some(item) } else { None })
}

fn step_names<'s>(step: &'s Step, names: &mut BTreeSet<&'s str>) {
    names.insert(&step.name.node);
    step.steps.iter().for_each(|step| step_names(step, names));
}

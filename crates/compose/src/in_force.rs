//! The items in force: those of all packs, with what variants and packs beside them change.

use std::collections::{BTreeMap, BTreeSet};

use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{Change, Expr, Item, ItemKind, Name, Side};

use crate::identity::{heading, id_of, rule_name};
use crate::names::{OF_PACK, bare};
use crate::order::{builds_on, name_of, pack_order};
use crate::problems::{nothing_to_replace, report_duplicates, unknown_rule, unknown_variant, variant_circle};
use crate::sequence::Member;
use crate::versions::check_versions;
use crate::{Pack, Selection};

/// An item, the pack it comes from and the variant that brought it; packs are counted in order of composition.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'c> {
    /// The pack.
    pub pack: usize,
    /// The file, counted among those of the pack.
    pub file: usize,
    /// Where it stands in the order of the text: where the item stood that it takes the place of.
    pub place: Span,
    /// The item.
    pub item: &'c Item,
    /// The variant that added it or put it in the place of another.
    pub by: Option<&'c Name>,
}

/// A step moved by a variant.
#[derive(Clone, Copy, Debug)]
pub struct Move<'c> {
    /// The step.
    pub step: &'c Name,
    /// On which side of the anchor it comes.
    pub side: Side,
    /// The other step.
    pub anchor: &'c Name,
    /// The variant that moves it.
    pub by: Option<&'c Name>,
}

/// An option that is set.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'c> {
    /// The option's name where it is set.
    pub name: &'c Name,
    /// The value.
    pub value: &'c Expr,
    /// The variant that sets it; nothing where it was set from outside or beside another pack.
    pub by: Option<&'c Name>,
}

/// A change that was made.
#[derive(Clone, Copy, Debug)]
pub struct Applied<'c> {
    /// The change.
    pub change: &'c Change,
    /// The variant that makes it; nothing where it is made because other packs play as well.
    pub by: Option<&'c Name>,
    /// The item that it disabled or replaced.
    pub before: Option<&'c Item>,
}

/// The items that are in force.
#[derive(Clone, Debug, Default)]
pub struct InForce<'c> {
    /// The items, in order of composition.
    pub entries: Vec<Entry<'c>>,
    /// The steps that were moved.
    pub moves: Vec<Move<'c>>,
    /// The options that were set, each with the setting that holds.
    pub settings: BTreeMap<&'c str, Setting<'c>>,
    /// All changes in the order in which they were made.
    pub changes: Vec<Applied<'c>>,
    /// All variants, whether chosen or not.
    pub variants: Vec<Entry<'c>>,
    /// Names of the variants in force, those they are built from included.
    pub chosen: Vec<String>,
    /// What is not in force but may name something: variants, wrong rules.
    pub idle: Vec<Span>,
    /// Scenarios, which may ask for variables.
    pub scenarios: Vec<Span>,
    /// The names of all rules, actions and steps, those that are not in force included.
    pub(crate) all_names: BTreeSet<&'c str>,
    /// Whether something was changed on purpose.
    pub edited: bool,
    /// The names of the packs, in order of composition.
    names: Vec<String>,
    /// For each pack those that it requires, itself or through others.
    below: Vec<Vec<usize>>,
}

impl<'c> Selection<'c> {
    /// Gathers the items in force, in order of composition. What is wrong is reported; the rest is handed out.
    pub fn in_force(&self, diagnostics: &mut Vec<Diagnostic>) -> InForce<'c> {
        let packs = self.packs;
        let order = pack_order(packs, diagnostics);
        check_versions(packs, diagnostics);
        let mut in_force = InForce { edited: self.edit.is_some(), ..InForce::default() };
        let mut variants: Vec<Entry<'c>> = Vec::new();
        let mut beside: Vec<(Entry<'c>, &'c [Change])> = Vec::new();
        for (rank, pack) in order.iter().filter_map(|index| packs.get(*index)).enumerate() {
            let files = pack.files.iter().enumerate();
            for (file, item) in files.flat_map(|(file, all)| all.items.iter().map(move |item| (file, item))) {
                let entry = Entry { pack: rank, file, place: item.span, item, by: None };
                in_force.all_names.extend(names_in(item));
                if let ItemKind::Scenario { .. } | ItemKind::Setup { .. } = item.kind {
                    in_force.scenarios.push(item.span);
                } else if let ItemKind::With { packs: names, changes } = &item.kind {
                    match all_play(names, packs) {
                        true => beside.push((entry, changes)),
                        false => in_force.idle.push(item.span),
                    }
                } else if let ItemKind::Variant { .. } = item.kind {
                    in_force.idle.push(item.span);
                    variants.push(entry);
                } else if item.wrong {
                    in_force.idle.push(item.span);
                } else {
                    in_force.entries.push(entry);
                }
            }
        }
        report_duplicates(&mut variants, diagnostics);
        for (entry, changes) in beside {
            changes.iter().for_each(|change| in_force.apply_change(change, &entry, None, diagnostics));
        }
        in_force.names = order.iter().map(|index| name_of(packs, *index).to_owned()).collect();
        for chosen in self.variants {
            let known = variants.iter().filter_map(|entry| Some((entry.pack, variant_name(entry)?)));
            let meant = in_force.meant_from_outside(chosen, known).cloned();
            in_force.apply_variant(meant.as_ref().unwrap_or(chosen), &variants, &[], diagnostics);
        }
        in_force.variants = variants;
        for (name, value) in self.options {
            let known = in_force.entries.iter().filter_map(|entry| {
                let ItemKind::Option { name, .. } = &entry.item.kind else { return None };
                Some((entry.pack, name))
            });
            let meant = in_force.meant_from_outside(name, known).unwrap_or(name);
            in_force.settings.insert(&meant.node, Setting { name: meant, value, by: None });
        }
        if let Some(edit) = self.edit {
            edit.apply(&mut in_force, packs);
        }
        let below = |pack: &usize| {
            let bases = order.iter().enumerate().filter(|(_, base)| builds_on(packs, *pack, **base));
            bases.map(|(rank, _)| rank).collect()
        };
        in_force.below = order.iter().map(below).collect();
        report_duplicates(&mut in_force.entries, diagnostics);
        in_force
    }
}

impl<'c> InForce<'c> {
    /// Returns the name of a pack.
    pub fn pack_name(&self, pack: usize) -> &str {
        self.names.get(pack).map_or("", String::as_str)
    }

    /// Returns whether a pack requires another one, itself or through those it requires.
    pub fn builds_on(&self, pack: usize, base: usize) -> bool {
        self.below.get(pack).is_some_and(|below| below.contains(&base))
    }

    /// Keeps what no pack that builds on its own replaces, of things of which a game has one.
    pub fn keep_outermost<T>(&self, things: &mut Vec<T>, pack: impl Fn(&T) -> usize) {
        let from: Vec<usize> = things.iter().map(&pack).collect();
        things.retain(|thing| !from.iter().any(|other| self.builds_on(*other, pack(thing))));
    }

    /// What is meant by a word from outside, which names no pack where that is not needed.
    fn meant_from_outside(
        &self,
        word: &Name,
        known: impl Iterator<Item = (usize, &'c Name)> + Clone,
    ) -> Option<&'c Name> {
        let own = |pack: usize, name: &Name| format!("{}{OF_PACK}{name}", self.pack_name(pack)) == word.node;
        let mut exact = known.clone().filter(|(pack, name)| name.node == word.node || own(*pack, name));
        let mut longer = known.filter(|(_, name)| bare(&name.node) == word.node);
        exact.next().or_else(|| longer.next().filter(|_| longer.next().is_none())).map(|(_, name)| name)
    }

    /// The pack of an item and those that it requires, by name: its own first.
    pub fn seen_by(&self, pack: usize) -> Vec<String> {
        let below = self.below.get(pack).into_iter().flatten();
        [&pack].into_iter().chain(below).map(|pack| self.pack_name(*pack).to_owned()).collect()
    }

    /// Returns all but the items with these headings.
    pub fn without(&self, headings: &[Span]) -> InForce<'c> {
        let mut rest = self.clone();
        rest.entries.retain(|entry| !headings.contains(&heading(entry.item)));
        rest
    }

    fn apply_variant(
        &mut self,
        chosen: &Name,
        variants: &[Entry<'c>],
        above: &[&str],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let found =
            variants.iter().find(|entry| variant_name(entry).is_some_and(|name| name.node == chosen.node));
        let Some((entry, ItemKind::Variant { name, from, changes, .. })) =
            found.map(|entry| (entry, &entry.item.kind))
        else {
            diagnostics.push(unknown_variant(chosen, variants));
            return;
        };
        self.chosen.push(name.node.clone());
        if above.contains(&name.node.as_str()) {
            diagnostics.push(variant_circle(chosen));
            return;
        }
        if let Some(from) = from {
            let above: Vec<&str> = above.iter().copied().chain([name.node.as_str()]).collect();
            self.apply_variant(from, variants, &above, diagnostics);
        }
        for change in changes {
            self.apply_change(change, entry, Some(name), diagnostics);
        }
    }

    fn apply_change(
        &mut self,
        change: &'c Change,
        source: &Entry<'c>,
        by: Option<&'c Name>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let mut before = None;
        match change {
            Change::Set { name, value } => {
                self.settings.insert(&name.node, Setting { name, value, by });
            }
            Change::Move { step, side, anchor } => {
                self.moves.push(Move { step, side: side.node, anchor, by });
            }
            Change::Add(item) if item.wrong => self.idle.push(item.span),
            Change::Add(item) => self.entries.push(Entry { item, by, place: item.span, ..*source }),
            Change::Disable { name } => {
                let is_it =
                    |entry: &Entry<'_>| rule_name(entry.item).is_some_and(|rule| rule.node == name.node);
                before = self.entries.iter().find(|entry| is_it(entry)).map(|entry| entry.item);
                if before.is_some() {
                    self.entries.retain(|entry| !is_it(entry));
                } else {
                    let known = self.entries.iter().filter_map(|entry| rule_name(entry.item));
                    diagnostics.push(unknown_rule(name, known.map(|name| name.node.as_str())));
                }
            }
            Change::Replace(item) => {
                let target = id_of(item);
                match self.entries.iter_mut().find(|entry| target.is_some() && id_of(entry.item) == target) {
                    Some(entry) => {
                        before = Some(entry.item);
                        (entry.item, entry.by) = (item, by);
                    }
                    None => diagnostics.push(nothing_to_replace(item)),
                }
            }
        }
        self.changes.push(Applied { change, by, before });
    }
}

/// The names of the rules, actions and steps of an item: its own, or those that a change of it adds.
fn names_in(item: &Item) -> impl Iterator<Item = &str> {
    let changes = if let ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. } = &item.kind {
        changes.as_slice()
    } else {
        &[]
    };
    let added = changes.iter().filter_map(|change| match change {
        Change::Add(item) => Some(item),
        Change::Replace(_) | Change::Set { .. } | Change::Disable { .. } | Change::Move { .. } => None,
    });
    [item].into_iter().chain(added).filter_map(Member::name_of).map(|name| name.node.as_str())
}

/// Whether all packs of these names are among those that play.
fn all_play(names: &[Name], packs: &[Pack]) -> bool {
    names.iter().all(|name| packs.iter().any(|pack| pack.name == name.node))
}

/// Returns the name of a variant; nothing for other items.
pub fn variant_name<'c>(entry: &Entry<'c>) -> Option<&'c Name> {
    let ItemKind::Variant { name, .. } = &entry.item.kind else { return None };
    Some(name)
}

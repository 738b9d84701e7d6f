//! What the outcome of a scenario follows from, as a number that changes with it.

use rota_compose::Selection;
use rota_source::{Sources, Span};
use sha2::{Digest, Sha256};

use super::{Group, Scenario};
use crate::compile::Build;
use crate::load::LoadedPacks;

/// A number that two scenarios share when nothing that they follow from differs: they come out alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint([u8; 32]);

/// The fingerprints of scenarios: of their lines, of the items that are in force with their variants, options and
/// guests, and of the tile sets.
///
/// A change of the packs can touch a scenario only if its fingerprint is another one afterwards. What stands between
/// items makes no difference, such as the comments above them, nor does where anything stands.
#[must_use]
pub fn fingerprints(packs: &LoadedPacks, scenarios: &[Scenario]) -> Vec<Fingerprint> {
    let mut hashers: Vec<Sha256> = vec![Sha256::new(); scenarios.len()];
    let sets = tile_sets(packs);
    for group in Group::all(packs, scenarios) {
        let setting = setting(packs, &group, &sets);
        for member in &group.members {
            let Some(hasher) = hashers.get_mut(member.place) else { continue };
            hasher.update(setting);
            let lines = member.case.lines.iter().map(|line| line.span);
            lines.chain(member.case.refused).for_each(|span| add(hasher, packs.sources.text(span)));
        }
    }
    hashers.into_iter().map(|hasher| Fingerprint(hasher.finalize().into())).collect()
}

/// What cases with the same settings have in common.
fn setting(packs: &LoadedPacks, group: &Group<'_>, sets: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    let mut build = Build::default();
    if let Some(member) = group.members.first() {
        member.case.add_settings(&mut build);
    }
    let all = packs.packs_with(&build.guests);
    let (variants, options) = (&build.variants, &build.options);
    let selection = Selection { packs: &all, variants, options, edit: None };
    let in_force = selection.in_force(&mut Vec::new());
    let sources = &packs.sources;
    for entry in &in_force.entries {
        add(&mut hasher, in_force.pack_name(entry.pack));
        add(&mut hasher, sources.text(entry.item.span));
    }
    for change in &in_force.moves {
        add(&mut hasher, between(sources, change.step.span, change.anchor.span));
    }
    for (name, setting) in &in_force.settings {
        add(&mut hasher, name);
        add(&mut hasher, sources.text(setting.value.span));
    }
    build.start.iter().for_each(|start| add(&mut hasher, start));
    group.seats.iter().for_each(|seat| add(&mut hasher, seat));
    hasher.update(sets);
    hasher.finalize().into()
}

fn tile_sets(packs: &LoadedPacks) -> Vec<u8> {
    let mut hasher = Sha256::new();
    for (name, source) in &packs.sets {
        add(&mut hasher, name);
        add(&mut hasher, &source.text);
    }
    hasher.finalize().to_vec()
}

/// The text from one place to another one behind it in the same file.
fn between(sources: &Sources, from: Span, to: Span) -> &str {
    sources.text(from.to(to))
}

/// Adds a text with its end, so that no two texts are taken for another two.
fn add(hasher: &mut Sha256, text: &str) {
    hasher.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
    hasher.update(text);
}

//! Trying the scenarios for strength: a change made on purpose must not go unnoticed.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use rota_compile::{Mutation, mutations};
use rota_source::{Diagnostic, Span};

use crate::open::Settings;
use crate::read::Reading;
use crate::scenario::{Scenario, scenarios};

/// A change that no scenario noticed.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was changed.
    pub description: String,
    /// The ledger ids that should have noticed; empty where nothing at all did.
    pub ids: Vec<String>,
    /// The changed item.
    pub span: Span,
}

/// What came of all changes.
#[derive(Clone, Debug, Default)]
pub struct MutationReport {
    /// How many changes were tried.
    pub tried: usize,
    /// The changes that went unnoticed, in order of the files.
    pub findings: Vec<Finding>,
    /// Ledger ids whose items were changed and whose scenarios noticed every change.
    pub proved: Vec<String>,
    /// Ledger ids that scenarios cover but no item encodes.
    pub unproved: Vec<String>,
}

/// Changes every rule, value and figure of a pack in turn and runs its scenarios each time.
///
/// A change must be noticed by some scenario, and by one that covers it for each ledger id it encodes. A
/// scenario that fails without any change notices nothing, and a mistake that the pack spells out has to
/// compile: what cannot be played would be noticed by anything.
pub fn mutate(reading: &Reading, pack: &str, threads: usize) -> MutationReport {
    let mut scenarios = scenarios(reading, pack);
    scenarios.retain(|scenario| scenario.run(reading, None).passed());
    let packs = reading.packs.iter().filter(|found| found.name == pack);
    let mutations: Vec<Mutation> = packs.flat_map(mutations).collect();
    let next = AtomicUsize::new(0);
    let mut found: Vec<(usize, Option<Finding>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut found = Vec::new();
                    while let Some((index, mutation)) = take(&mutations, &next) {
                        found.push((index, try_one(reading, mutation, &scenarios)));
                    }
                    found
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    found.sort_by_key(|(index, _)| *index);
    let findings: Vec<Finding> = found.into_iter().filter_map(|(_, finding)| finding).collect();
    let encoded: BTreeSet<&String> = mutations.iter().flat_map(|mutation| &mutation.ids).collect();
    let missed: BTreeSet<&String> = findings.iter().flat_map(|finding| &finding.ids).collect();
    let covered: BTreeSet<&String> = scenarios.iter().flat_map(|scenario| &scenario.ids).collect();
    MutationReport {
        tried: mutations.len(),
        proved: encoded
            .difference(&missed)
            .filter(|id| covered.contains(**id))
            .map(|id| (*id).clone())
            .collect(),
        unproved: covered.difference(&encoded).map(|id| (*id).clone()).collect(),
        findings,
    }
}

/// Says what is wrong with the items of a pack that are written as mistakes: they must compile, or they would
/// be noticed for the wrong reason.
pub fn check_mistakes(reading: &Reading, pack: &str) -> Vec<Diagnostic> {
    let packs = reading.packs.iter().filter(|found| found.name == pack);
    let written = packs.flat_map(mutations).filter(Mutation::is_written);
    written
        .filter_map(|mutation| {
            reading.open(&Settings { mutation: Some(&mutation), ..Settings::default() }).err()
        })
        .flatten()
        .collect()
}

fn take<'m>(mutations: &'m [Mutation], next: &AtomicUsize) -> Option<(usize, &'m Mutation)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    mutations.get(index).map(|mutation| (index, mutation))
}

fn try_one(reading: &Reading, mutation: &Mutation, scenarios: &[Scenario]) -> Option<Finding> {
    let finding =
        |ids: Vec<String>| Finding { description: mutation.description.clone(), ids, span: mutation.span };
    if mutation.is_written() {
        let settings = Settings { mutation: Some(mutation), ..Settings::default() };
        if reading.open(&settings).is_err() {
            let description = format!("{}, which does not compile", mutation.description);
            return Some(Finding { description, ..finding(mutation.ids.clone()) });
        }
    }
    let mut waiting: Vec<&String> = mutation.ids.iter().collect();
    let mut noticed = false;
    for scenario in scenarios {
        let useful = if mutation.ids.is_empty() {
            !noticed
        } else {
            scenario.ids.iter().any(|id| waiting.contains(&id))
        };
        if useful && !scenario.run(reading, Some(mutation)).passed() {
            noticed = true;
            waiting.retain(|id| !scenario.ids.contains(id));
        }
    }
    if !waiting.is_empty() {
        return Some(finding(waiting.into_iter().cloned().collect()));
    }
    (!noticed).then(|| finding(Vec::new()))
}

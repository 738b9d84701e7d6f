//! Trying the scenarios for strength: a change made on purpose must not go unnoticed.

use std::collections::{BTreeMap, BTreeSet};

use rota_check::{commute, tree::Tree};
use rota_compile::OptLevel;
use rota_mutate::{Mutation, mistakes, mutations, tile_mutations};
use rota_source::{Diagnostic, Span};
use rota_tiles::{TileSet, check_census};

use crate::census::{has_true_census, own_sets};
use crate::compile::{Build, CompiledGame};
use crate::load::LoadedPacks;
use crate::parallel_map::parallel_map;
use crate::scenario::{Group, Member, Outcome, Scenario, run_scenarios, scenarios};

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

/// Changes all that a pack says in turn, its tiles included, and runs its scenarios each time.
///
/// A change must be noticed by some scenario: where its item encodes ledger ids, by one that covers each of
/// them, or any of them where only a detail of the item is changed. Tiles are looked at by the census of their set
/// first, and nothing is played where it tells. A scenario that fails without any change notices nothing. What does not
/// compile is no change, for anything would notice it; but a mistake that the pack spells out has to. Nor is it a
/// change to exchange two steps or rules that have nothing to do with each other, or of which only one runs.
///
/// An id that no item of the pack encodes is proved where its scenarios notice any change at all, of this pack or of
/// those beside it.
pub fn mutate(packs: &LoadedPacks, pack: &str, threads: usize) -> MutationReport {
    try_all(packs, pack, None, threads)
}

/// Changes only what a pack says for some statements, to see which of those it proves: as [`mutate()`], and quicker.
/// Nothing is said of other ids.
pub fn prove(packs: &LoadedPacks, pack: &str, ids: &BTreeSet<String>, threads: usize) -> MutationReport {
    try_all(packs, pack, Some(ids), threads)
}

/// Tries the changes of items that encode one of some ids, or all changes.
fn try_all(
    packs: &LoadedPacks,
    pack: &str,
    ids: Option<&BTreeSet<String>>,
    threads: usize,
) -> MutationReport {
    let is_wanted = |id: &String| ids.is_none_or(|ids| ids.contains(id));
    let tries = |mutation: &Mutation| ids.is_none() || mutation.ids.iter().any(is_wanted);
    let scenarios = scenarios(packs, pack);
    let outcomes = run_scenarios(packs, &scenarios, OptLevel::None);
    let passed = scenarios.into_iter().zip(outcomes).filter(|(_, outcome)| outcome.passed());
    let scenarios: Vec<Scenario> = passed.map(|(scenario, _)| scenario).collect();
    let groups = Group::all(packs, &scenarios);
    let build = Build { keep_tree: true, opt_level: OptLevel::None, ..Build::default() };
    let compiled = packs.build(&build, &packs.sources).ok();
    let tree: Option<&Tree> = compiled.as_ref().and_then(|compiled| compiled.compiled.tree.as_ref());
    let apart = |mutation: &Mutation| match (&mutation.exchanged, tree) {
        (Some((first, second)), Some(tree)) => commute(tree, first, second),
        _ => false,
    };
    let mut mutations = mutations(&packs.packs, pack, &packs.sources);
    mutations.retain(|mutation| !apart(mutation));
    let counted = compiled.as_ref().map_or(0, |compiled| add_tiles(packs, pack, compiled, &mut mutations));
    let found = parallel_map(
        &mutations,
        threads,
        |_| 0,
        |mutation| match tries(mutation) {
            true => try_one(packs, mutation, &groups, |outcome| !outcome.passed()),
            false => Verdict::NoChange,
        },
    );
    let tried = mutations.iter().zip(&found).filter(|(_, verdict)| !matches!(verdict, Verdict::NoChange));
    let encoded: BTreeSet<&String> = tried.clone().flat_map(|(mutation, _)| &mutation.ids).collect();
    let tried = tried.count() + counted;
    let findings = found.iter().filter_map(|verdict| match verdict {
        Verdict::Missed(finding) => Some(finding.clone()),
        Verdict::Noticed | Verdict::NoChange => None,
    });
    let findings: Vec<Finding> = findings.collect();
    let missed: BTreeSet<&String> = findings.iter().flat_map(|finding| &finding.ids).collect();
    let covered = scenarios.iter().flat_map(|scenario| &scenario.ids);
    let covered: BTreeSet<&String> = covered.filter(|id| is_wanted(id)).collect();
    let elsewhere: Vec<&String> = covered.difference(&encoded).copied().collect();
    let notice = parallel_map(&elsewhere, threads, |_| 0, |id| notices_any(packs, &mutations, id, &groups));
    let (noticing, unproved): (Vec<_>, Vec<_>) =
        elsewhere.into_iter().zip(notice).partition(|(_, notices)| *notices);
    let mut proved: BTreeSet<&String> = encoded.difference(&missed).copied().collect();
    proved.extend(noticing.iter().map(|(id, _)| *id));
    MutationReport {
        tried,
        proved: proved.intersection(&covered).map(|id| (*id).clone()).collect(),
        unproved: unproved.into_iter().map(|(id, _)| id.clone()).collect(),
        findings,
    }
}

/// Adds the changes of tiles that no census notices; says how many were noticed.
fn add_tiles(
    packs: &LoadedPacks,
    pack: &str,
    compiled: &CompiledGame,
    mutations: &mut Vec<Mutation>,
) -> usize {
    let mut noticed = 0;
    let vocabulary = &compiled.compiled.vocabulary;
    for set in own_sets(packs, pack, vocabulary) {
        let counts = has_true_census(&set, vocabulary);
        for mutation in tile_mutations(&set, vocabulary) {
            let mut after = TileSet::clone(&set);
            mutation.tiles.iter().for_each(|edit| edit.apply(&mut after));
            if counts && !check_census(&after, vocabulary).is_empty() {
                noticed += 1;
            } else {
                mutations.push(mutation);
            }
        }
    }
    noticed
}

/// Whether the scenarios of an id notice some change of the pack, or else of those beside it, first of what is
/// marked with that id.
fn notices_any(packs: &LoadedPacks, own: &[Mutation], id: &String, groups: &[Group<'_>]) -> bool {
    let others = [&packs.packs, &packs.guests].into_iter().flat_map(|packs| {
        let names = packs.iter().map(|pack| pack.name.as_str());
        names.map(move |name| (packs, name))
    });
    let others = others.flat_map(|(all, name)| mutations(all, name, &packs.sources));
    let mut all: Vec<Mutation> = own.iter().cloned().chain(others).collect();
    all.sort_by_key(|mutation| !mutation.ids.contains(id));
    all.into_iter().any(|mutation| {
        let about_id = Mutation { ids: vec![id.clone()], is_detail: true, ..mutation };
        // What only cannot be set up any more says nothing by itself.
        let fails = |outcome: &Outcome| outcome.failures.iter().any(|one| one.code() == "scenario::failed");
        matches!(try_one(packs, &about_id, groups, fails), Verdict::Noticed)
    })
}

/// Says what is wrong with the items of a pack that are written as mistakes: they must compile, or they would
/// be noticed for the wrong reason.
pub fn check_mistakes(packs: &LoadedPacks, pack: &str) -> Vec<Diagnostic> {
    check_mistakes_until(packs, pack, &|| false).unwrap_or_default()
}

/// The same for whoever may want something else in between: nothing once `is_disturbed` says so, which is asked before
/// each compilation.
pub fn check_mistakes_until(
    packs: &LoadedPacks,
    pack: &str,
    is_disturbed: &dyn Fn() -> bool,
) -> Option<Vec<Diagnostic>> {
    let mut found = Vec::new();
    for mutation in mistakes(&packs.packs, pack) {
        if is_disturbed() {
            return None;
        }
        let build = Build { mutation: Some(&mutation), opt_level: OptLevel::None, ..Build::default() };
        found.extend(packs.build(&build, &packs.sources).err().into_iter().flatten());
    }
    Some(found)
}

/// What came of a change.
enum Verdict {
    Noticed,
    /// It does not compile, or was not to be tried, so that nothing was changed that could be noticed.
    NoChange,
    Missed(Finding),
}

fn try_one(
    packs: &LoadedPacks,
    mutation: &Mutation,
    groups: &[Group<'_>],
    notices: impl Fn(&Outcome) -> bool,
) -> Verdict {
    let missed = |description: String, ids: Vec<String>| {
        Verdict::Missed(Finding { description, ids, span: mutation.span })
    };
    // Scenarios are short: what making a program faster takes they never win back.
    let build = || Build { mutation: Some(mutation), opt_level: OptLevel::None, ..Build::default() };
    if mutation.is_written() && packs.build(&build(), &packs.sources).is_err() {
        let description = format!("{}, which does not compile", mutation.description);
        return missed(description, mutation.ids.clone());
    }
    // Scenarios are tried in the order in which they are written; a group is compiled when it is needed.
    let mut members: Vec<(&Group<'_>, &Member<'_>)> =
        groups.iter().flat_map(|group| group.members.iter().map(move |member| (group, member))).collect();
    members.sort_by_key(|(_, member)| member.place);
    let mut opened: BTreeMap<usize, Option<CompiledGame>> = BTreeMap::new();
    let mut waiting: Vec<&String> = mutation.ids.iter().collect();
    for (group, member) in members {
        let covered = &member.scenario.ids;
        if !mutation.ids.is_empty() && !covered.iter().any(|id| waiting.contains(&id)) {
            continue;
        }
        let key = group.members.first().map_or(0, |first| first.place);
        let game = opened.entry(key).or_insert_with(|| group.build(packs, build()).ok());
        let Some(game) = game else { continue };
        if !notices(&group.play(game, member)) {
            continue;
        }
        waiting.retain(|id| !covered.contains(id));
        if waiting.is_empty() || mutation.is_detail {
            return Verdict::Noticed;
        }
    }
    // What could not be compiled where it matters was no change there.
    if opened.values().any(Option::is_none) {
        if mutation.is_written() {
            let description = format!("{}, which does not compile", mutation.description);
            return missed(description, mutation.ids.clone());
        }
        return Verdict::NoChange;
    }
    missed(mutation.description.clone(), waiting.into_iter().cloned().collect())
}

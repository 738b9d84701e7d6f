//! Scenarios with the same settings: one compilation serves them all.

use std::collections::BTreeMap;

use rota_compile::OptLevel;
use rota_source::Diagnostic;
use rota_syntax::ast::Name;

use super::words::known_words;
use super::{Outcome, Scenario, scenarios};
use crate::compile::{Build, CompiledGame};
use crate::load::LoadedPacks;

/// Says what is wrong with the scenarios of a pack before they are played: their words, their options, what
/// they set up. Those with the same settings are compiled together.
pub fn check_scenarios(packs: &LoadedPacks, pack: &str) -> Vec<Diagnostic> {
    let scenarios = scenarios(packs, pack);
    let mut found = Vec::new();
    for group in Group::all(packs, &scenarios) {
        match group.build(packs, Build { opt_level: OptLevel::None, ..Build::default() }) {
            Ok(compiled) => {
                let begun =
                    group.members.iter().map(|member| member.scenario.begin(&compiled, &group.names, None));
                found.extend(begun.filter_map(Result::err));
                let known = known_words(packs, &compiled.rules, &group.names);
                let scenarios = group.members.iter().map(|member| member.scenario);
                found.extend(scenarios.flat_map(|one| one.unknown_words(&compiled.rules, &known)));
            }
            Err(problems) => found.extend(problems),
        }
    }
    found
}

/// Plays scenarios and tells of each how it came out. Those with the same settings are compiled together; how their
/// program is written decides whether the runs of rules can be counted.
pub fn run_scenarios(packs: &LoadedPacks, scenarios: &[Scenario], opt_level: OptLevel) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); scenarios.len()];
    for group in Group::all(packs, scenarios) {
        let played = match group.build(packs, Build { opt_level, ..Build::default() }) {
            Ok(compiled) => group.play_all(packs, &compiled),
            Err(failures) if group.members.len() == 1 => vec![Outcome { failures, runs: Vec::new() }],
            // What is wrong with one of them is not wrong with the others.
            Err(_) => {
                let alone = |member: &Member<'_>| {
                    run_scenarios(packs, std::slice::from_ref(member.scenario), opt_level)
                };
                group.members.iter().flat_map(alone).collect()
            }
        };
        for (member, outcome) in group.members.iter().zip(played) {
            if let Some(place) = outcomes.get_mut(member.place) {
                *place = outcome;
            }
        }
    }
    outcomes
}

/// Scenarios with the same settings: one compilation serves them all.
pub(crate) struct Group<'s> {
    names: Vec<Name>,
    seats: Vec<String>,
    pub members: Vec<Member<'s>>,
}

/// A scenario of a group.
pub(crate) struct Member<'s> {
    pub scenario: &'s Scenario,
    /// Its place among all scenarios of the pack.
    pub place: usize,
    /// Its first question among those of the group.
    first_question: usize,
}

impl<'s> Group<'s> {
    /// Sorts scenarios by their settings.
    pub fn all(packs: &LoadedPacks, scenarios: &'s [Scenario]) -> Vec<Group<'s>> {
        let mut groups: BTreeMap<Vec<String>, Group<'s>> = BTreeMap::new();
        for (place, scenario) in scenarios.iter().enumerate() {
            let group = groups.entry(scenario.setting_words(packs)).or_insert_with(|| {
                let names = scenario.players();
                let seats = names.iter().map(|name| name.node.clone()).collect();
                Group { names, seats, members: Vec::new() }
            });
            let before = group.members.last();
            let first_question = before.map_or(0, |one| one.first_question + one.scenario.questions());
            group.members.push(Member { scenario, place, first_question });
        }
        groups.into_values().collect()
    }

    /// Compiles the packs with these settings, those of the group and all its questions.
    pub fn build<'a>(
        &'a self,
        packs: &LoadedPacks,
        mut build: Build<'a>,
    ) -> Result<CompiledGame, Vec<Diagnostic>> {
        build.seats = self.seats.clone();
        for (place, member) in self.members.iter().enumerate() {
            member.scenario.add_settings(&mut build, &self.seats, place == 0);
        }
        packs.build(&build, &packs.sources).map_err(|problems| match self.members.first() {
            Some(member) => member.scenario.placed(problems),
            None => problems,
        })
    }

    /// Plays all scenarios of the group, but for those that speak of options that cannot be.
    fn play_all(&self, packs: &LoadedPacks, compiled: &CompiledGame) -> Vec<Outcome> {
        // Only here: where rules were changed on purpose, words may well mean nothing any more.
        let known = known_words(packs, &compiled.rules, &self.names);
        let played =
            self.members.iter().map(|member| match member.scenario.unknown_words(&compiled.rules, &known) {
                unknown if unknown.is_empty() => self.play(compiled, member),
                failures => Outcome { failures, runs: Vec::new() },
            });
        played.collect()
    }

    /// Plays a scenario of the group.
    pub fn play(&self, compiled: &CompiledGame, member: &Member<'_>) -> Outcome {
        member.scenario.play(compiled, &self.names, member.first_question)
    }
}

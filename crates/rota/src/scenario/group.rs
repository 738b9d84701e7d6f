//! Cases of scenarios with the same settings: one compilation serves them all.

use std::collections::BTreeMap;
use std::sync::Arc;

use rota_check::{CompiledQuestion, Question, QuestionKind};
use rota_compile::OptLevel;
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::Name;

use super::case::Case;
use super::words::{DeclaredAction, Vocabulary, declared_actions};
use super::{Outcome, Scenario, scenarios};
use crate::compile::{Build, CompiledGame};
use crate::load::LoadedPacks;

/// Says what is wrong with the scenarios of a pack before they are played: their words, their options, what
/// they set up. Those with the same settings are compiled together.
pub fn check_scenarios(packs: &LoadedPacks, pack: &str) -> Vec<Diagnostic> {
    check_scenarios_until(packs, pack, &|| false).unwrap_or_default()
}

/// The same for whoever may want something else in between: nothing once `is_disturbed` says so, which is asked before
/// each compilation.
pub fn check_scenarios_until(
    packs: &LoadedPacks,
    pack: &str,
    is_disturbed: &dyn Fn() -> bool,
) -> Option<Vec<Diagnostic>> {
    let scenarios = scenarios(packs, pack);
    let mut found = Vec::new();
    for group in Group::all(packs, &scenarios) {
        if is_disturbed() {
            return None;
        }
        match group.build(packs, Build { only_declares: true, ..Build::default() }) {
            Ok(compiled) => {
                let cases = || group.members.iter().map(|member| &member.case);
                let begun = cases().filter(|case| case.refused.is_none());
                found.extend(begun.filter_map(|case| case.check_table(&compiled, &group).err()));
                let vocabulary = group.vocabulary(&compiled);
                found.extend(cases().flat_map(|case| case.unknown_words(&vocabulary)));
            }
            Err(problems) => found.extend(problems),
        }
    }
    Some(each_once(found))
}

/// Plays scenarios and tells of each how it came out. Those with the same settings are compiled together; how their
/// program is written decides whether the runs of rules can be counted.
pub fn run_scenarios(packs: &LoadedPacks, scenarios: &[Scenario], opt_level: OptLevel) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); scenarios.len()];
    for group in Group::all(packs, scenarios) {
        for (member, outcome) in group.members.iter().zip(group.outcomes(packs, opt_level)) {
            if let Some(place) = outcomes.get_mut(member.place) {
                place.add(outcome);
            }
        }
    }
    outcomes
}

/// Each problem once: cases share the lines before they part.
fn each_once(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut outcome = Outcome::default();
    outcome.add(Outcome::failed(problems));
    outcome.failures
}

/// Cases with the same settings: one compilation serves them all.
pub(crate) struct Group<'s> {
    pub names: Vec<Name>,
    pub seats: Vec<String>,
    pub members: Vec<Member<'s>>,
    /// What its cases ask and give, by where that stands: a line that several of them share is compiled once.
    questions: Vec<(Span, QuestionKind<'s>)>,
    actions: Arc<[DeclaredAction]>,
}

/// A case of a group.
pub(crate) struct Member<'s> {
    /// The scenario that it is a case of.
    pub scenario: &'s Scenario,
    /// The place of that among all scenarios of the pack.
    pub place: usize,
    pub case: Case<'s>,
}

impl<'s> Group<'s> {
    /// Sorts the cases of scenarios by their settings.
    pub fn all(packs: &LoadedPacks, scenarios: &'s [Scenario]) -> Vec<Group<'s>> {
        let actions = declared_actions(packs);
        let mut groups: BTreeMap<Vec<String>, Group<'s>> = BTreeMap::new();
        for (place, scenario) in scenarios.iter().enumerate() {
            for case in scenario.cases() {
                let group = groups.entry(case.setting_words(packs)).or_insert_with(|| {
                    let names = case.players();
                    let seats = names.iter().map(|name| name.node.clone()).collect();
                    let (members, questions) = (Vec::new(), Vec::new());
                    Group { names, seats, members, questions, actions: actions.clone() }
                });
                group.add(Member { scenario, place, case });
            }
        }
        groups.into_values().collect()
    }

    /// One case alone.
    pub fn alone(packs: &LoadedPacks, scenario: &'s Scenario, case: Case<'s>) -> Group<'s> {
        let names = case.players();
        let seats = names.iter().map(|name| name.node.clone()).collect();
        let (members, questions) = (Vec::new(), Vec::new());
        let mut group = Group { names, seats, members, questions, actions: declared_actions(packs) };
        group.add(Member { scenario, place: 0, case });
        group
    }

    fn add(&mut self, member: Member<'s>) {
        for (span, asked) in member.case.questions() {
            if self.questions.iter().all(|(known, _)| *known != span) {
                self.questions.push((span, asked));
            }
        }
        self.members.push(member);
    }

    /// Compiles the packs with these settings, those of the group and all its questions.
    pub fn build<'a>(
        &'a self,
        packs: &LoadedPacks,
        mut build: Build<'a>,
    ) -> Result<CompiledGame, Vec<Diagnostic>> {
        build.seats = self.seats.clone();
        if let Some(member) = self.members.first() {
            member.case.add_settings(&mut build);
        }
        let questions = self.questions.iter();
        build.questions.extend(questions.map(|(_, asked)| Question { asked: *asked, players: &self.seats }));
        packs.build(&build, &packs.sources).map_err(|problems| match self.members.first() {
            Some(member) => member.case.placed(problems),
            None => problems,
        })
    }

    /// What was compiled of a question that stands there.
    pub fn compiled<'c>(&self, compiled: &'c CompiledGame, span: Span) -> Option<&'c CompiledQuestion> {
        let place = self.questions.iter().position(|(known, _)| *known == span)?;
        compiled.compiled.questions.get(place)
    }

    /// What options can be made of.
    pub fn vocabulary<'v>(&'v self, compiled: &'v CompiledGame) -> Vocabulary<'v> {
        Vocabulary { rules: &compiled.rules, seats: &self.seats, actions: &self.actions }
    }

    /// How each of its cases comes out.
    fn outcomes(&self, packs: &LoadedPacks, opt_level: OptLevel) -> Vec<Outcome> {
        match self.build(packs, Build { opt_level, ..Build::default() }) {
            Ok(compiled) => self.play_all(&compiled),
            Err(failures) if self.members.len() == 1 => vec![Outcome::failed(failures)],
            // What is wrong with one of them is not wrong with the others.
            Err(_) => {
                let alone = self.members.iter().flat_map(|member| {
                    let Member { scenario, place, case } = member;
                    let (members, questions) = (Vec::new(), Vec::new());
                    let (names, seats) = (self.names.clone(), self.seats.clone());
                    let mut group = Group { names, seats, members, questions, actions: self.actions.clone() };
                    group.add(Member { scenario, place: *place, case: case.clone() });
                    group.outcomes(packs, opt_level)
                });
                alone.collect()
            }
        }
    }

    /// Plays all cases of the group, but for those that speak of options that cannot be.
    fn play_all(&self, compiled: &CompiledGame) -> Vec<Outcome> {
        // Only here: where rules were changed on purpose, words may well mean nothing any more.
        let vocabulary = self.vocabulary(compiled);
        let played = self.members.iter().map(|member| match member.case.unknown_words(&vocabulary) {
            unknown if unknown.is_empty() => self.play(compiled, member),
            failures => Outcome::failed(failures),
        });
        played.collect()
    }

    /// Plays a case of the group.
    pub fn play(&self, compiled: &CompiledGame, member: &Member<'_>) -> Outcome {
        member.case.play(compiled, self)
    }
}

//! Scenarios: the tests that a pack carries, in the pack's own language.

mod case;
mod fingerprint;
mod group;
mod options;
mod piles;
mod scores;
mod setting;
mod stage;
mod step;
mod words;

use std::collections::BTreeMap;

use rota_compile::OptLevel;
use rota_compose::Pack;
use rota_source::{Diagnostic, Span, meant};
use rota_syntax::ast::{ItemKind, Line, LineKind, Name};

use crate::load::{LoadedPacks, guests_of};
pub use fingerprint::{Fingerprint, fingerprints};
pub(crate) use group::{Group, Member};
pub use group::{check_scenarios, check_scenarios_until, run_scenarios};
pub use step::Step;

/// A scenario of a pack.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it shows.
    pub title: String,
    /// Ledger ids that it covers.
    pub ids: Vec<String>,
    /// Where its title stands.
    pub span: Span,
    /// Its lines, with those of the set-ups that it names in their places.
    lines: Vec<Line>,
    tells_all: bool,
}

impl Scenario {
    /// Has messages about options show all of them, however many there are.
    pub fn tell_all_options(&mut self) {
        self.tells_all = true;
    }

    /// Plays the scenario. [`run_scenarios`] is quicker for several.
    pub fn run(&self, packs: &LoadedPacks) -> Outcome {
        run_scenarios(packs, std::slice::from_ref(self), OptLevel::None).pop().unwrap_or_default()
    }
}

/// How a scenario came out.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What went wrong; empty when it holds.
    pub failures: Vec<Diagnostic>,
    /// How often each function of the program ran, by name; told rightly where the program was written to be counted.
    pub runs: Vec<(String, u64)>,
}

impl Outcome {
    /// Returns whether the scenario holds.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// What came of one thing that could not even begin.
    fn failed(failures: Vec<Diagnostic>) -> Outcome {
        Outcome { failures, runs: Vec::new() }
    }

    /// Adds how another case of the same scenario came out.
    fn add(&mut self, other: Outcome) {
        for failure in other.failures {
            // What goes wrong before the ways part goes wrong in each of them.
            let is_known = |known: &Diagnostic| {
                (known.message(), known.labels()) == (failure.message(), failure.labels())
            };
            if !self.failures.iter().any(is_known) {
                self.failures.push(failure);
            }
        }
        for (name, runs) in other.runs {
            match self.runs.iter_mut().find(|(known, _)| *known == name) {
                Some((_, all)) => *all += runs,
                None => self.runs.push((name, runs)),
            }
        }
    }
}

/// The set-ups of a pack by their names.
type Setups<'p> = BTreeMap<&'p str, &'p [Line]>;

/// Lists the scenarios of a pack, in order of its files.
pub fn scenarios(packs: &LoadedPacks, pack: &str) -> Vec<Scenario> {
    let found = packs.packs.iter().find(|found| found.name == pack);
    let all = found.map_or_else(Vec::new, scenarios_of);
    // Names are written as they are where the guests play as well.
    let mut beside: BTreeMap<Vec<String>, Vec<Scenario>> = BTreeMap::new();
    let beside_guests = |scenario: Scenario| {
        let guests: Vec<String> = scenario.lines.iter().flat_map(guests_of).map(|(pack, _)| pack).collect();
        if guests.is_empty() {
            return scenario;
        }
        let own = beside.entry(guests).or_insert_with_key(|guests| {
            let together = packs.packs_with(guests);
            together.iter().find(|found| found.name == pack).map_or_else(Vec::new, scenarios_of)
        });
        own.iter().find(|own| own.span == scenario.span).cloned().unwrap_or(scenario)
    };
    all.into_iter().map(beside_guests).collect()
}

fn scenarios_of(pack: &Pack) -> Vec<Scenario> {
    let setups: Setups<'_> = pack
        .items()
        .filter_map(|item| {
            let ItemKind::Setup { name, lines } = &item.kind else { return None };
            Some((name.as_str(), lines.as_slice()))
        })
        .collect();
    let scenarios = pack.items().filter_map(|item| {
        let ItemKind::Scenario { title, lines } = &item.kind else { return None };
        Some(Scenario {
            title: title.node.clone(),
            ids: item.ids.iter().map(|id| id.node.clone()).collect(),
            span: title.span,
            lines: unfolded(lines, &setups, &mut Vec::new()),
            tells_all: false,
        })
    });
    scenarios.collect()
}

/// Lines with those of set-ups in place of their names. What no set-up is called, or stands in itself, is left: it is
/// told when the scenario begins.
fn unfolded<'p>(lines: &'p [Line], setups: &Setups<'p>, inside: &mut Vec<&'p str>) -> Vec<Line> {
    let mut all = Vec::new();
    for line in lines {
        if let LineKind::Case { title, lines } = &line.kind {
            let kind = LineKind::Case { title: title.clone(), lines: unfolded(lines, setups, inside) };
            all.push(Line { span: line.span, kind });
            continue;
        }
        let LineKind::Setup { name } = &line.kind else {
            all.push(line.clone());
            continue;
        };
        match setups.get_key_value(name.as_str()).filter(|(name, _)| !inside.contains(name)) {
            Some((name, shared)) => {
                inside.push(name);
                all.extend(unfolded(shared, setups, inside));
                inside.pop();
            }
            None => all.push(line.clone()),
        }
    }
    all
}

fn unknown<'a>(what: &str, name: &Name, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error("scenario::unknown", format!("there is no {what} `{}`", name.node))
        .at(name.span, "not known in this composition")
        .maybe_help(meant(name, known))
}

fn seat<'a>(mut seats: impl Iterator<Item = &'a str> + Clone, name: &Name) -> Result<u8, Diagnostic> {
    let known = seats.clone();
    let position = seats.position(|seat| seat == name.node);
    let position = position.and_then(|position| u8::try_from(position).ok());
    position.ok_or_else(|| unknown("player", name, known))
}

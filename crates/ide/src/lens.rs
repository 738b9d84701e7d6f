//! What is said above items: scenarios can be run, and of rules and values it is told who changes them.

use std::ops::Range;

use rota::{OptLevel, PackSource};
use rota_check::occurrences::{Role, SymbolKind};

use crate::finding::{FilePlace, Finding, findings};
use crate::symbols::{Outline, outline};
use crate::workbench::{Analysis, Subject, Workbench};
use crate::world::World;

/// What is said above an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The name of the item, in bytes.
    pub range: Range<usize>,
    /// What is said.
    pub title: String,
    /// The title of the scenario that is run by it.
    pub run: Option<String>,
}

impl Analysis {
    /// Lists what is said above the items of a file.
    #[must_use]
    pub fn lenses(&self, file: &str) -> Vec<Lens> {
        let Some(source) = self.file(file) else { return Vec::new() };
        let mut found = Vec::new();
        for declared in &self.names.declarations {
            let Some(place) = self.place(declared.span).filter(|place| *place.file == *source.name) else {
                continue;
            };
            let range = place.range;
            if declared.kind == SymbolKind::Scenario {
                let title = "run this scenario".to_owned();
                found.push(Lens { range, title, run: Some(declared.name.clone()) });
                continue;
            }
            let kinds = [SymbolKind::Rule, SymbolKind::Action, SymbolKind::Value, SymbolKind::Option];
            let Some(symbol) = self.names.at(declared.span.start).map(|one| one.symbol.clone()) else {
                continue;
            };
            let changes =
                self.names.like(&symbol).filter(|one| !matches!(one.role, Role::Declares | Role::Uses));
            let count = changes.count();
            if kinds.contains(&declared.kind) && count > 0 {
                let title = if count == 1 {
                    "changed in 1 place".to_owned()
                } else {
                    format!("changed in {count} places")
                };
                found.push(Lens { range, title, run: None });
            }
        }
        found
    }
}

impl Workbench {
    /// Runs the scenario of this title in a pack. Returns what is wrong with it: nothing where it holds, nothing at all
    /// where there is none.
    pub fn run_scenario(&mut self, world: &World<'_>, pack: &str, title: &str) -> Option<Vec<Finding>> {
        let packs = self.analysis(world, &Subject::Pack(pack.to_owned())).packs;
        let all = rota::scenarios(&packs, pack);
        let found = all.into_iter().find(|scenario| scenario.title == title)?;
        let outcomes = rota::run_scenarios(&packs, &[found], OptLevel::None);
        let failures = outcomes.into_iter().flat_map(|outcome| outcome.failures);
        Some(findings(&packs.sources, &failures.collect::<Vec<_>>()))
    }

    /// Lists what all packs of the shelf declare under names that hold these letters in this order.
    pub fn symbols(
        &self,
        world: &World<'_>,
        letters: &str,
        most: usize,
    ) -> Vec<(FilePlace, Outline, String)> {
        let mut found = Vec::new();
        for pack in world.names() {
            let Some(texts) = world.pack(&pack) else { continue };
            for text in texts.rules {
                for item in outline(&text.text) {
                    if holds(&item.name, letters) && item.category != "required pack" {
                        let place =
                            FilePlace { file: text.name.as_str().into(), range: item.heading.clone() };
                        found.push((place, item, pack.clone()));
                    }
                }
            }
        }
        // Those that hold the letters side by side come first, and short ones before long ones.
        let is_apart = |name: &str| !name.to_lowercase().contains(&letters.to_lowercase());
        found.sort_by_key(|(_, item, _)| (is_apart(&item.name), item.name.contains(' '), item.name.len()));
        found.truncate(most);
        found
    }
}

/// Whether a name has all these letters in their order.
fn holds(name: &str, letters: &str) -> bool {
    let mut rest = name.chars().flat_map(char::to_lowercase);
    letters.chars().flat_map(char::to_lowercase).all(|wanted| rest.any(|letter| letter == wanted))
}

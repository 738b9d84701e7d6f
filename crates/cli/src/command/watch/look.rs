//! One look at packs: what is wrong with them, and how the scenarios come out that may have changed.

use std::collections::BTreeSet;

use rota::{Fingerprint, Library, LoadedPacks, OptLevel, Scenario, Severity, short_place};
use rota_folder::FilesSeen;

use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::packs::chosen;
use crate::problems::Problems;

/// The scenarios that held, by all that they follow from: they hold again as long as that stays as it is.
#[derive(Debug, Default)]
pub(super) struct Memory(BTreeSet<Fingerprint>);

/// A scenario that does not hold.
#[derive(Debug)]
pub(super) struct Failed {
    pub pack: String,
    pub title: String,
    pub place: String,
    pub why: Problems,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// The packs that were looked at.
    pub packs: Vec<String>,
    pub problems: Problems,
    /// How many scenarios they have, as far as they are sound.
    pub scenarios: usize,
    /// How many of these were run: what they follow from has changed, or they did not hold before.
    pub run: usize,
    pub failed: Vec<Failed>,
}

impl Look {
    /// Reads packs anew and looks at them; the files are told as they were before they were read.
    ///
    /// Errors: there is no such pack.
    pub fn at(given: &[String], memory: &mut Memory) -> Result<(Look, FilesSeen), Failure> {
        let mut files = Files::find()?;
        let packs = chosen(&mut files, given)?;
        // What is saved while the packs are looked at is seen the next time.
        let seen = FilesSeen::of(files.folders());
        let mut library = Library::default();
        let mut look = Look::default();
        for pack in packs {
            let loaded = library.load(&files, [&pack]);
            look.check(&pack, &loaded, memory);
            look.packs.push(pack);
        }
        Ok((look, seen))
    }

    fn check(&mut self, pack: &str, packs: &LoadedPacks, memory: &mut Memory) {
        let (found, beside) = rota::problems_of(packs, pack);
        let is_sound = found.iter().chain(&beside).all(|one| one.severity() != Severity::Error);
        self.problems.add(&packs.sources, found.iter().chain(&beside));
        if !is_sound {
            return;
        }
        let all = rota::scenarios(packs, pack);
        self.scenarios += all.len();
        let marked = all.iter().cloned().zip(rota::fingerprints(packs, &all));
        let (run, marks): (Vec<Scenario>, Vec<Fingerprint>) =
            marked.filter(|(_, mark)| !memory.0.contains(mark)).unzip();
        self.run += run.len();
        let outcomes = rota::run_scenarios(packs, &run, OptLevel::None);
        for ((scenario, mark), outcome) in run.iter().zip(marks).zip(outcomes) {
            if outcome.passed() {
                memory.0.insert(mark);
                continue;
            }
            self.failed.push(Failed {
                pack: pack.to_owned(),
                title: scenario.title.clone(),
                place: short_place(&packs.sources, scenario.span),
                why: Problems::of(&packs.sources, &outcome.failures),
            });
        }
    }

    /// Whether something is wrong.
    pub fn exit(&self) -> Exit {
        let is_fine = self.problems.counts().0 == 0 && self.failed.is_empty();
        if is_fine { Exit::Fine } else { Exit::Findings }
    }
}

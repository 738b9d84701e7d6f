//! Texts over a shelf: what is wrong with them, and what their scenarios show.

use std::collections::BTreeMap;

use rota::{
    Diagnostic, LoadedPacks, OptLevel, PackSource, Scenario, Severity, load, problems_of, run_scenarios,
    scenarios,
};
use rota_ide::{Analysis, OpenText, Owner, Subject, Workbench, World};
use rota_picture::{Drawings, drawings};
use rota_source::{did_you_mean, joined};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Location, Problem, Refusal};
use crate::view::{Since, TableView, view};

/// The longest texts that are kept, all together, in bytes.
pub const MOST_TEXT: usize = 64 << 20;

/// What a text is called that is only tried.
const TRIED: &str = "tried.rota";

/// A scenario of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Listed {
    /// What it shows.
    pub title: String,
    /// The ids of the statements that it covers.
    pub ids: Vec<String>,
    /// Where its title stands.
    pub place: Location,
    /// How many ways lead through it: one, or one for each case.
    pub ways: usize,
}

/// How a scenario came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ran {
    /// What it shows.
    pub title: String,
    /// Whether it holds.
    pub passed: bool,
    /// What does not hold.
    pub problems: Vec<Problem>,
}

/// A scenario as it stands behind some of its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stepped {
    /// Where the lines stand that are moves or expectations, in order.
    pub lines: Vec<Location>,
    /// How many of them were played.
    pub played: usize,
    /// What does not hold so far.
    pub problems: Vec<Problem>,
    /// The table as it stands then.
    pub view: TableView,
    /// What the table is drawn with, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawings: Option<Box<Drawings>>,
}

/// A shelf and the texts that lie over it.
pub(crate) struct Texts<S> {
    pub shelf: S,
    pub open: BTreeMap<String, OpenText>,
    /// What was made of texts for questions about single places, until some text changes.
    pub bench: Workbench,
    pub analyses: BTreeMap<Subject, Analysis>,
}

impl<S: PackSource> Texts<S> {
    pub fn new(shelf: S) -> Texts<S> {
        Texts { shelf, open: BTreeMap::new(), bench: Workbench::new(), analyses: BTreeMap::new() }
    }

    /// Where packs are taken from.
    pub fn world(&self) -> World<'_> {
        World { shelf: &self.shelf, open: &self.open }
    }

    /// Takes packs from another shelf from now on.
    pub fn set_shelf(&mut self, shelf: S) {
        self.shelf = shelf;
        self.forget();
    }

    /// Whether the last scenario of a text would hold as a part of a pack.
    pub fn holds(&self, pack: &str, text: &str) -> bool {
        let mut open = self.open.clone();
        let text = OpenText { text: text.to_owned(), owner: Owner::Rules(pack.to_owned()) };
        open.insert(TRIED.to_owned(), text);
        let packs = load(&World { shelf: &self.shelf, open: &open }, [pack]);
        let is_own = |scenario: &Scenario| {
            packs.sources.file_at(scenario.span.start).is_some_and(|file| *file.name == *TRIED)
        };
        scenarios(&packs, pack)
            .iter()
            .rfind(|scenario| is_own(scenario))
            .is_some_and(|own| own.run(&packs).passed())
    }

    /// Puts a text over the shelf, or in the place of the one of its name.
    pub fn put(&mut self, file: String, text: String, owner: Owner) -> Result<(), Refusal> {
        let others = self.open.iter().filter(|(name, _)| **name != file);
        let length = text.len() + others.map(|(_, open)| open.text.len()).sum::<usize>();
        if length > MOST_TEXT {
            let message = format!("all texts together have at most {MOST_TEXT} bytes");
            return Err(Diagnostic::error("protocol::too-long", message).help("`take` others away").into());
        }
        self.open.insert(file, OpenText { text, owner });
        self.forget();
        Ok(())
    }

    /// Lets go of what was made of texts that are others by now.
    fn forget(&mut self) {
        self.analyses.clear();
        self.bench.refresh();
    }

    /// The refusal of a question about a text that was not put.
    pub fn no_text(&self, file: &str) -> Refusal {
        let help = did_you_mean(file, self.open.keys());
        let message = format!("no text called `{file}` was put here");
        Diagnostic::error("protocol::no-text", message).maybe_help(help).into()
    }

    /// Takes a text away, so that what lies on the shelf counts again.
    pub fn take(&mut self, file: &str) -> Result<(), Refusal> {
        if self.open.remove(file).is_none() {
            return Err(self.no_text(file));
        }
        self.forget();
        Ok(())
    }

    /// Says what is wrong with a pack, with its scenarios and its mistakes.
    pub fn check(&self, pack: &str) -> Vec<Problem> {
        let packs = load(&self.world(), [pack]);
        let (found, beside) = problems_of(&packs, pack);
        Problem::all(&[found, beside].concat(), &packs.sources)
    }

    /// Lists the scenarios of a pack.
    pub fn scenarios(&self, pack: &str) -> Result<Vec<Listed>, Refusal> {
        let packs = self.load(pack)?;
        let all = scenarios(&packs, pack).into_iter();
        Ok(all
            .map(|scenario| Listed {
                place: Location::of(scenario.span, &packs.sources),
                ways: scenario.ways(),
                title: scenario.title,
                ids: scenario.ids,
            })
            .collect())
    }

    /// Runs the scenarios of a pack, or the one of a title.
    pub fn run(&self, pack: &str, title: Option<&str>) -> Result<Vec<Ran>, Refusal> {
        let packs = self.load(pack)?;
        let wanted = match title {
            Some(title) => vec![titled(&packs, pack, title)?],
            None => scenarios(&packs, pack),
        };
        let outcomes = run_scenarios(&packs, &wanted, OptLevel::None);
        let ran = wanted.into_iter().zip(outcomes).map(|(scenario, outcome)| Ran {
            title: scenario.title,
            passed: outcome.passed(),
            problems: Problem::all(&outcome.failures, &packs.sources),
        });
        Ok(ran.collect())
    }

    /// Plays so many lines of a way through a scenario; the table is told as the player of this name may know it, and
    /// with what it is drawn with where that is asked for.
    pub fn step(
        &self,
        pack: &str,
        title: &str,
        (way, lines): (usize, usize),
        seat: Option<&str>,
        is_drawn: bool,
    ) -> Result<Stepped, Refusal> {
        let packs = self.load(pack)?;
        let scenario = titled(&packs, pack, title)?;
        let step = scenario.step(&packs, way, lines).map_err(|problems| refusal(&problems, &packs))?;
        let seats: Vec<String> =
            (0..step.game.points().len()).map(|seat| step.game.rules().seat(seat)).collect();
        let who = match seat {
            None => None,
            Some(seat) => match seats.iter().position(|known| known == seat) {
                Some(place) => u8::try_from(place).ok(),
                None => {
                    let message = format!("nobody in this scenario is called `{seat}`");
                    let help = format!("there are {}", joined(&seats));
                    return Err(Diagnostic::error("protocol::no-seat", message).help(help).into());
                }
            },
        };
        Ok(Stepped {
            lines: step.lines.iter().map(|span| Location::of(*span, &packs.sources)).collect(),
            played: step.played,
            problems: Problem::all(&step.failures, &packs.sources),
            view: view(&step.game, &packs.sources, who, Since::default()),
            drawings: is_drawn.then(|| Box::new(drawings(&step.game, &step.vocabulary))),
        })
    }

    /// Loads a pack that can be read.
    fn load(&self, pack: &str) -> Result<LoadedPacks, Refusal> {
        let packs = load(&self.world(), [pack]);
        match packs.diagnostics.iter().any(|problem| problem.severity() == Severity::Error) {
            true => Err(refusal(&packs.diagnostics, &packs)),
            false => Ok(packs),
        }
    }
}

fn refusal(problems: &[Diagnostic], packs: &LoadedPacks) -> Refusal {
    Refusal { problems: Problem::all(problems, &packs.sources) }
}

/// The scenario of a title.
fn titled(packs: &LoadedPacks, pack: &str, title: &str) -> Result<Scenario, Refusal> {
    let all = scenarios(packs, pack);
    let titles: Vec<String> = all.iter().map(|scenario| scenario.title.clone()).collect();
    all.into_iter().find(|scenario| scenario.title == title).ok_or_else(|| {
        let message = format!("pack `{pack}` has no scenario \"{title}\"");
        Diagnostic::error("protocol::no-scenario", message).maybe_help(did_you_mean(title, &titles)).into()
    })
}

//! Reports in parts: what `rota report` tells, of games that were played anywhere.

use std::sync::Arc;

use pyo3::prelude::*;
use rota::Diagnostic;
use rota_report::{Alternatives, CompiledSide, Gathered, Part, Plan, Report, Side, Stopped, Unplayable};

use crate::errors::{Refused, RotaError, fault, pack_error, refused};
use crate::many::seats;
use crate::rules::Rules;

/// What a report is made from: the rules that it tells of, as the first of its sides, others that the same games are
/// played by, and who plays.
#[pyclass(frozen, module = "rota")]
pub(crate) struct ReportPlan(Arc<Plan>);

/// The parts of a report, as far as they are there.
#[pyclass(module = "rota")]
pub(crate) struct ReportParts {
    plan: Arc<Plan>,
    gathered: Gathered,
}

#[pymethods]
impl ReportPlan {
    #[new]
    #[pyo3(signature = (rules, players, *, seed=1, against=Vec::new(), choices=false, without=Vec::new()))]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        players: Vec<String>,
        seed: u64,
        against: Vec<(String, Py<Rules>)>,
        choices: bool,
        without: Vec<String>,
    ) -> PyResult<ReportPlan> {
        let seats = seats(&players)?;
        let mut plan = Plan::new(&rules.title(), rules.packs.clone(), rules.settings.clone(), &seats, seed);
        for (title, other) in against {
            let other = other.get();
            plan.against(&title, other.packs.clone(), other.settings.clone());
        }
        let mut alternatives = Vec::new();
        if choices {
            alternatives.push(Alternatives::Choices);
        }
        for word in without {
            alternatives.push(match word.as_str() {
                "rules" => Alternatives::Rules,
                "tiles" => Alternatives::Tiles,
                _ => {
                    let message = format!("a report can be without `rules` and `tiles`, and not `{word}`");
                    return Err(refused(&Diagnostic::error("python::usage", message)));
                }
            });
        }
        py.detach(|| alternatives.into_iter().try_for_each(|what| plan.try_each(what, &rules.names)))
            .map_err(|error| pack_error(&error))?;
        Ok(ReportPlan(Arc::new(plan)))
    }

    /// What the sides are called.
    #[getter]
    fn sides(&self) -> Vec<&str> {
        std::iter::once(self.0.own()).chain(self.0.others()).map(|side| side.title.as_str()).collect()
    }

    /// Plays the games with the numbers from `first` on by the rules of one side; what they were, as JSON.
    fn play(&self, py: Python<'_>, side: usize, first: u64, games: u64) -> PyResult<String> {
        let side = match side.checked_sub(1) {
            None => Some(self.0.own()),
            Some(other) => self.0.others().get(other),
        };
        let side = side.ok_or_else(|| Refused::new_err("there is no such side"))?;
        let side = compile(&self.0, side)?;
        let played = py.detach(|| side.play(first..first.saturating_add(games)));
        let part = played.map_err(|Stopped { number, fault: why }| {
            let raised = fault(&why);
            raised.value(py).setattr("game", number).err().unwrap_or(raised)
        })?;
        serde_json::to_string(&part).map_err(|error| RotaError::new_err(error.to_string()))
    }

    /// No parts yet.
    fn gather(&self) -> ReportParts {
        ReportParts { plan: Arc::clone(&self.0), gathered: Gathered::new(&self.0) }
    }
}

#[pymethods]
impl ReportParts {
    /// Takes in what the games with the same numbers were on each side.
    fn add(&mut self, own: &str, others: Vec<String>) -> PyResult<()> {
        let own = part(own)?;
        self.gathered.add(&own);
        for (side, other) in others.iter().enumerate() {
            self.gathered.compare(side, &own, &part(other)?);
        }
        Ok(())
    }

    /// The report as JSON, and as a page.
    fn report(&self) -> PyResult<(String, String)> {
        let report = Report::new(&self.plan, &compile(&self.plan, self.plan.own())?, &self.gathered);
        Ok((report.document().to_string(), report.page()))
    }
}

fn compile<'p>(plan: &'p Plan, side: &'p Side) -> PyResult<CompiledSide<'p>> {
    plan.compile(side).map_err(|why| match why {
        Unplayable::Packs(error) => pack_error(&error),
        Unplayable::Setup(why) => Refused::new_err(why.to_string()),
    })
}

fn part(text: &str) -> PyResult<Part> {
    serde_json::from_str(text)
        .map_err(|error| Refused::new_err(format!("this is no part of a report: {error}")))
}

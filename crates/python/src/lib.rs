//! The engine for Python: packs, games, players, and thousands of games in one call.
//!
//! This is the native half of the package `rota`; the other half, in the folder `python`, makes environments and runs of
//! many games of it. What is exported here is described for Python in `_rota.pyi`. Nothing holds the interpreter's lock
//! while games are played.

mod errors;
mod game;
mod many;
mod observe;
mod report;
mod rules;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _rota {
    #[pymodule_export]
    use super::errors::{PackError, Refused, RotaError, RuleFault};
    #[pymodule_export]
    use super::game::{Game, resume};
    #[pymodule_export]
    use super::many::{contest, simulate, standing};
    #[pymodule_export]
    use super::report::{ReportParts, ReportPlan};
    #[pymodule_export]
    use super::rules::{Rules, load, packs};
}

//! What goes wrong, as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use rota::{Diagnostic, LineColumn, Severity};

create_exception!(rota, RotaError, PyException, "Anything that goes wrong in rota.");
create_exception!(
    rota,
    PackError,
    RotaError,
    "Packs, settings or a save that cannot be used. `diagnostics` lists all that is wrong."
);
create_exception!(rota, RuleFault, RotaError, "A rule that stopped the game.");
create_exception!(rota, Refused, PyValueError, "Something that is not offered, or not possible here.");

/// All that is wrong with packs, settings or a save: each with its code, message, place and help.
pub(crate) fn pack_error(error: &rota::Error) -> PyErr {
    Python::attach(|py| {
        let raised = PackError::new_err(error.to_string());
        let told = error.diagnostics().iter().map(|found| {
            let label = found.labels().first();
            diagnostic(py, found, label.and_then(|label| error.sources().place(label.span.start)))
        });
        let told =
            told.collect::<PyResult<Vec<_>>>().and_then(|told| raised.value(py).setattr("diagnostics", told));
        // Where there is no memory left for the list, that is the error.
        told.err().unwrap_or(raised)
    })
}

/// A single problem that points at no file.
pub(crate) fn refused(found: &Diagnostic) -> PyErr {
    let help = found.advice().map(|help| format!("{}: {help}", found.message()));
    Refused::new_err(help.unwrap_or_else(|| found.message().to_owned()))
}

/// That a rule stopped the game.
pub(crate) fn fault(fault: &rota::RuleFault) -> PyErr {
    RuleFault::new_err(fault.to_string())
}

fn diagnostic<'py>(
    py: Python<'py>,
    found: &Diagnostic,
    place: Option<LineColumn>,
) -> PyResult<Bound<'py, PyAny>> {
    let told = pyo3::types::PyDict::new(py);
    told.set_item("severity", if found.severity() == Severity::Error { "error" } else { "warning" })?;
    told.set_item("code", found.code())?;
    told.set_item("message", found.message())?;
    told.set_item("file", place.as_ref().map(|place| place.file.to_string()))?;
    told.set_item("line", place.as_ref().map(|place| place.line))?;
    told.set_item("column", place.as_ref().map(|place| place.column))?;
    told.set_item("help", found.advice())?;
    Ok(told.into_any())
}

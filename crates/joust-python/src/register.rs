//! The games by name.

use crate::errors::because;
use joust_games::{AnyGame, Listing};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The games by name, the default first.
///
/// >>> import joust
/// >>> joust.games()
/// ['mad', 'wargame', 'madmax']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    joust_games::games().iter().map(|game| game.name()).collect()
}

/// The boards of a game by name, the default first, with a few words about each. Mad Max calls them maps.
///
/// >>> import joust
/// >>> list(joust.boards("mad"))
/// ['6x4', '5x5', '4x6', 'aztec']
#[pyfunction]
pub(crate) fn boards<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    listed(py, &found(py, game)?.boards())
}

/// The rulesets of a game by name, the default first, with a few words about each.
///
/// >>> import joust
/// >>> list(joust.rulesets("wargame"))
/// ['mandatory', 'optional-blitz']
#[pyfunction]
pub(crate) fn rulesets<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    listed(py, &found(py, game)?.rulesets())
}

fn found(py: Python<'_>, name: &str) -> PyResult<&'static dyn AnyGame> {
    let known = || games().join(", ");
    joust_games::game(name).ok_or_else(|| {
        because(py, "BadGame", format!("there is no game `{name}`: the games are {}", known()))
    })
}

fn listed<'py>(py: Python<'py>, list: &[Listing]) -> PyResult<Bound<'py, PyDict>> {
    let names = PyDict::new(py);
    list.iter().try_for_each(|entry| names.set_item(&entry.name, &entry.summary))?;
    Ok(names)
}

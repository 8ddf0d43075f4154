//! The players that a caller enters in a match or a lab: names, players and callables.

use crate::engine::Engine;
use crate::player::Player;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A player as a caller enters it.
pub(crate) enum Entrant {
    /// A player by its name.
    Named(String),
    /// A callable, under the name that it is shown by.
    Guest(String, Py<PyAny>),
}

impl Entrant {
    /// Reads what a caller enters.
    pub(crate) fn read(entered: &Bound<'_, PyAny>) -> PyResult<Entrant> {
        if let Ok(name) = entered.cast::<PyString>() {
            return Ok(Entrant::Named(name.to_cow()?.into_owned()));
        }
        if let Ok(player) = entered.cast::<Player>() {
            return Ok(Entrant::Named(player.get().name().to_owned()));
        }
        if let Ok(engine) = entered.cast::<Engine>() {
            return Ok(Entrant::Named(engine.get().name()));
        }
        if !entered.is_callable() {
            let class = entered.get_type().name()?;
            let why =
                format!("a player is a name, a joust.Player, a joust.Engine or a callable, not {class}");
            return Err(PyTypeError::new_err(why));
        }
        let name = entered.getattr("__name__").and_then(|name| name.extract::<String>());
        let name = name.or_else(|_| entered.get_type().name()?.extract())?;
        Ok(Entrant::Guest(name, entered.clone().unbind()))
    }

    /// Reads all that a caller enters.
    pub(crate) fn all(entered: &Bound<'_, PyAny>) -> PyResult<Vec<Entrant>> {
        // A text would be taken for a list of names of one letter.
        if entered.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("players are a list"));
        }
        entered.try_iter()?.map(|one| Entrant::read(&one?)).collect()
    }

    /// Its callable, if it is a guest.
    pub(crate) fn callable(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        if let Entrant::Guest(_, callable) = self { Some(callable.clone_ref(py)) } else { None }
    }
}

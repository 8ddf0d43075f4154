//! A move as Python says it.

use crate::duel::Given;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

/// A move as Python says it: its text, or the number of its action.
#[derive(Clone, IntoPyObject)]
pub(crate) enum Said {
    Text(String),
    Index(i32),
}

impl Said {
    /// Reads a move. A number that is too large is no action of any game.
    pub(crate) fn read(said: &Bound<'_, PyAny>) -> PyResult<Said> {
        if let Ok(text) = said.cast::<PyString>() {
            return Ok(Said::Text(text.to_cow()?.into_owned()));
        }
        match said.extract() {
            Ok(index) => Ok(Said::Index(index)),
            Err(_) if said.is_instance_of::<PyInt>() => Ok(Said::Index(-1)),
            Err(_) => {
                let class = said.get_type().name()?;
                Err(PyTypeError::new_err(format!("a move is a text or the number of an action, not {class}")))
            }
        }
    }

    /// The move, as positions understand it.
    pub(crate) fn given(&self) -> Given<'_> {
        match self {
            Said::Text(text) => Given::Text(text),
            Said::Index(index) => Given::Index(*index),
        }
    }
}

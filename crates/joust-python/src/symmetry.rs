//! Symmetries of the duels as maps of numbers, for augmentation.

use crate::position::Position;
use joust_batch::Symmetry as Map;
use numpy::PyArray1;
use pyo3::prelude::*;

/// A symmetry of board and rules as maps of observations and actions.
///
/// >>> import joust, numpy as np
/// >>> p = joust.start("mad", rules="app")
/// >>> mirror = p.symmetries()[0]
/// >>> planes = p.observation().reshape(p.observation_shape[0], -1)
/// >>> image = np.zeros_like(planes)
/// >>> image[:, mirror.cells] = planes
/// >>> bool((image.reshape(p.observation_shape) == p.images()[0].position.observation()).all())
/// True
#[pyclass(frozen, module = "joust")]
pub(crate) struct Symmetry {
    cells: Vec<u32>,
    actions: Vec<u32>,
    /// Whether the sides change places, and the rewards with them.
    #[pyo3(get)]
    exchanged: bool,
}

impl Symmetry {
    pub(crate) fn new(map: Map) -> Symmetry {
        Symmetry { cells: map.cells, actions: map.actions, exchanged: map.exchanged }
    }
}

#[pymethods]
impl Symmetry {
    /// The cell to which each cell of a plane goes. All planes go alike.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.cells)
    }

    /// The image of each action.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.actions)
    }

    fn __repr__(&self) -> String {
        let exchanged = if self.exchanged { ", the sides exchanged" } else { "" };
        format!(
            "<joust.Symmetry of {} cells and {} actions{exchanged}>",
            self.cells.len(),
            self.actions.len()
        )
    }
}

/// The image of a position under a symmetry.
#[pyclass(frozen, module = "joust")]
pub(crate) struct Image {
    /// The position that the symmetry makes of the original.
    #[pyo3(get)]
    position: Py<Position>,
    symmetry: Symmetry,
}

impl Image {
    pub(crate) fn new(py: Python<'_>, position: Position, map: Map) -> PyResult<Image> {
        Ok(Image { position: Py::new(py, position)?, symmetry: Symmetry::new(map) })
    }
}

#[pymethods]
impl Image {
    /// Whether the sides change places, and the rewards with them.
    #[getter]
    fn exchanged(&self) -> bool {
        self.symmetry.exchanged
    }

    /// The cell to which each cell of a plane goes.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.symmetry.cells(py)
    }

    /// The image of each action.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.symmetry.actions(py)
    }

    fn __repr__(&self) -> String {
        format!("<joust.Image {}>", self.position.get().text())
    }
}

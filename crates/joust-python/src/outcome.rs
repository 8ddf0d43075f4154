//! How a game ended.

use joust_core::{Ending as CoreEnding, Outcome as CoreOutcome, Seat};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The points of a finished game, and its scores where it has some.
///
/// >>> import joust
/// >>> over = joust.Position("wargame", "bb/bg b", board="1 2/3 4").outcome
/// >>> over.points, over.scores, over.winner, str(over)
/// ((1.0, 0.0), (6, 4), 0, '1-0')
#[pyclass(frozen, eq, hash, module = "joust")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) CoreOutcome);

#[pymethods]
impl Outcome {
    /// The points of the seats: 1.0 for a victory, 0.5 for a semi-victory or a tie, 0.0 for a defeat.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        points(py, &self.0)
    }

    /// The scores of the seats; None in MAD, which has no scores.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.0.scores().map(|scores| PyTuple::new(py, scores)).transpose()
    }

    /// The seat with more points than any other, if there is one.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.0.winner().map(Seat::index)
    }

    /// What each seat has won: 1.0 for a victory, 0.5 for a semi-victory, 0.0 for a tie, and the same with the
    /// other sign for the other seat of a duel.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, returns(&self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<joust.Outcome {}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = slf.get();
        let scores = own.scores(slf.py())?;
        (slf.get_type().getattr("_restore")?, (own.0.to_string(), scores))
            .into_pyobject(slf.py())
            .map(Bound::into_any)
    }

    /// The outcome with these points and scores: for pickles.
    #[staticmethod]
    fn _restore(points: &str, scores: Option<Vec<i32>>) -> PyResult<Outcome> {
        let outcome: CoreOutcome = points.parse().map_err(|why: joust_core::BadOutcome| {
            pyo3::exceptions::PyValueError::new_err(why.to_string())
        })?;
        Ok(Outcome(scores.iter().fold(outcome, |of, scores| of.with_scores(scores))))
    }
}

/// The points of the seats.
fn points<'py>(py: Python<'py>, outcome: &CoreOutcome) -> PyResult<Bound<'py, PyTuple>> {
    let points = seats(outcome).map(|seat| f64::from(outcome.half_points(seat)) / 2.0);
    PyTuple::new(py, points.collect::<Vec<_>>())
}

fn seats(outcome: &CoreOutcome) -> impl Iterator<Item = Seat> {
    (0..outcome.seats()).filter_map(Seat::new)
}

/// What each seat has won from the others: the points of the seat less the mean of the others, so that the sum
/// is zero.
pub(crate) fn returns(outcome: &CoreOutcome) -> Vec<f64> {
    let halves: Vec<u8> = seats(outcome).map(|seat| outcome.half_points(seat)).collect();
    let (sum, others) = (halves.iter().sum::<u8>(), halves.len().saturating_sub(1).max(1) as u8);
    halves.iter().map(|own| f64::from(*own) / 2.0 - f64::from(sum - own) / 2.0 / f64::from(others)).collect()
}

/// How a game ended.
///
/// >>> import joust
/// >>> game = joust.Game("mad")
/// >>> game.play("resign")
/// ['red resigns: full victory for blue (0-1)']
/// >>> game.ending.why, game.ending.winner, game.ending.points
/// ('resigned', 1, (0.0, 1.0))
#[pyclass(frozen, module = "joust")]
pub(crate) struct Ending {
    pub(crate) ending: CoreEnding,
    pub(crate) text: Option<String>,
}

#[pymethods]
impl Ending {
    /// Why the game is over, in a word: ``exile``, ``tie-break``, ``full``, ``resigned``, ``agreed`` and others.
    #[getter]
    fn why(&self) -> &str {
        self.ending.why.as_str()
    }

    /// The seat that has won, if one has.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.ending.winner().map(Seat::index)
    }

    /// The seat that has lost, if one has.
    #[getter]
    fn loser(&self) -> Option<usize> {
        self.ending.loser.map(Seat::index)
    }

    /// The points and the scores; None for a game that does not count.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.ending.outcome.map(Outcome)
    }

    /// The points of the seats; None for a game that does not count.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.ending.outcome.map(|outcome| points(py, &outcome)).transpose()
    }

    fn __str__(&self) -> String {
        self.text.clone().unwrap_or_else(|| format!("{} ({})", self.ending.why, self.ending.points()))
    }

    fn __repr__(&self) -> String {
        format!("<joust.Ending {}: {}>", self.ending.why, self.ending.points())
    }
}

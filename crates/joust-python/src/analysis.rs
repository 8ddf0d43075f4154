//! What an analysis has found.

use joust_players::analysis::{Analysis as Found, Thought};
use pyo3::prelude::*;

/// What an analysis has found: lines, the best first.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Analysis {
    /// The lines, the best first.
    lines: Vec<Py<Line>>,
    /// The depth of the search in moves.
    depth: u32,
    /// The positions that were visited.
    nodes: u64,
    /// The seconds that the search took.
    time: f64,
}

impl Analysis {
    pub(crate) fn new(py: Python<'_>, found: Found) -> PyResult<Analysis> {
        let Found { lines, depth, nodes, time } = found;
        let lines = lines.into_iter().map(|line| Py::new(py, Line::new(line))).collect::<PyResult<_>>()?;
        Ok(Analysis { lines, depth, nodes, time: time.as_secs_f64() })
    }
}

#[pymethods]
impl Analysis {
    /// The best move; None if there is none.
    #[getter]
    fn best(&self) -> Option<String> {
        self.lines.first().and_then(|line| line.get().moves.first().cloned())
    }

    fn __repr__(&self) -> String {
        let lines = self.lines.iter().map(|line| line.get().told()).collect::<Vec<_>>();
        format!("<joust.Analysis depth {}, {} nodes: {}>", self.depth, self.nodes, lines.join("; "))
    }
}

/// A line of play with its value.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Line {
    /// The moves.
    moves: Vec<String>,
    /// The value for the side to move: from -1 to 1 in MAD, the final difference of the scores in the War Game.
    value: f64,
    /// Whether the value is proven.
    proven: bool,
    /// Moves until the game is won or lost with best play of both sides, where that is known.
    ends_in: Option<u32>,
    /// The most moves until the game is won or lost, where only this bound is proven.
    at_most: Option<u32>,
    /// The value in words, such as ``wins in 5`` or ``+0.25``.
    worth: String,
}

impl Line {
    fn new(thought: Thought) -> Line {
        let worth = thought.worth();
        let Thought { moves, value, ends_in, at_most, exact } = thought;
        Line { moves, value, proven: exact, ends_in, at_most, worth }
    }

    fn told(&self) -> String {
        format!("{} {}", self.worth, self.moves.join(" "))
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<joust.Line {}>", self.told())
    }
}

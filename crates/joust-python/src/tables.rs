//! Endgame tables of MAD.

use crate::attend::attended;
use crate::duel::AnyPosition;
use crate::errors::because;
use crate::position::Position;
use crate::solve::Solution;
use crate::{ask, limits};
use joust_core::Duel;
use joust_mad::Board;
use joust_players::endgame::tables;
use joust_solve::mad::{BuildOptions, BuildProgress, EndgameTables, Folder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The endgame tables of MAD for one board, in a folder: exact values of all positions with few ships.
///
/// >>> import joust, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> tables = joust.Tables.build(folder.name, ships=2)
/// >>> found = tables.probe(joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r"))
/// >>> found.value, found.at_most
/// (1.0, 9)
#[pyclass(frozen, module = "joust")]
pub(crate) struct Tables {
    folder: PathBuf,
    tables: Arc<EndgameTables>,
}

/// What the tables say of a position.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Probe {
    /// The value for the side to move: 1 and -1 for full victories, 0.5 and -0.5 for the tie-break.
    value: f64,
    /// For a full victory: the most turns that it takes, if the winner always takes the shortest way to the next
    /// expulsion.
    at_most: Option<u32>,
    /// The turns within which the winner forces the next expulsion or the end of the game; None where it holds
    /// the tie-break and need only wait.
    next: Option<u8>,
}

#[pymethods]
impl Probe {
    fn __repr__(&self) -> String {
        let most = self.at_most.map_or_else(String::new, |most| format!(", in {most} turns at most"));
        format!("<joust.Probe value {:+}{most}>", self.value)
    }
}

/// The board that is asked for.
fn board(py: Python<'_>, name: &str) -> PyResult<&'static Board> {
    match ask::position(py, "mad", &ask::ask(Some(name), None, None))? {
        AnyPosition::Mad(coded) => Ok(coded.at.board()),
        AnyPosition::War(_) => Err(because(py, "BadBoard", name)),
    }
}

impl Tables {
    /// The tables of a board in a folder.
    pub(crate) fn open(py: Python<'_>, folder: PathBuf, board: &'static Board) -> PyResult<Tables> {
        let opened = py.detach(|| tables(&folder, board));
        opened.map(|tables| Tables { folder, tables }).map_err(|why| because(py, "BadTables", why))
    }

    /// Everything that the tables say about a position.
    pub(crate) fn solution(
        &self,
        py: Python<'_>,
        position: &joust_mad::Position,
        measured: bool,
    ) -> PyResult<Solution> {
        let answer = attended(py, |stop| self.tables.answer_until(position, measured, stop))?;
        let answer = answer.map_err(|why| because(py, "Unsolved", why))?;
        let seat = position.side().seat();
        let winner = if answer.known.value.is_good() { seat } else { seat.opponent() };
        Ok(Solution {
            value: Some(answer.known.value.number()),
            winner: Some(winner.index()),
            best: answer.best.iter().map(|kept| position.write_move(kept.mv)).collect(),
            all_best: true,
            line: position.write_line(&answer.line),
            wins_in: answer.wins_in,
            nodes: 0,
        })
    }

    /// A position of MAD on the board of the tables.
    fn fitting<'a>(&self, position: &'a Position) -> PyResult<&'a joust_mad::Position> {
        match &position.0 {
            AnyPosition::Mad(coded) if std::ptr::eq(coded.at.board(), self.tables.board()) => Ok(&coded.at),
            _ => Err(PyValueError::new_err(format!("the tables are for MAD on {}", self.tables.board()))),
        }
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (folder, *, board="6x4"))]
    fn new(py: Python<'_>, folder: PathBuf, board: &str) -> PyResult<Tables> {
        Tables::open(py, folder, self::board(py, board)?)
    }

    /// Builds the tables of all classes with up to this many ships of both sides together, and opens them. Tables
    /// that are there stay. With four ships, it takes a minute. Ctrl-C stops it; the next call goes on.
    #[staticmethod]
    #[pyo3(signature = (folder, *, board="6x4", ships=4, limit=40, threads=1))]
    fn build(
        py: Python<'_>,
        folder: PathBuf,
        board: &str,
        ships: usize,
        limit: u16,
        threads: usize,
    ) -> PyResult<Tables> {
        let (board, threads) = (self::board(py, board)?, limits::threads(threads)?);
        let ships = limits::within("ships", ships, 16)?;
        if !(1..=joust_mad::Rules::MAX_LIMIT).contains(&limit) {
            return Err(PyValueError::new_err("the limit of the tie-break is from 1 to 10000"));
        }
        let built = attended(py, |stop| {
            let progress = BuildProgress::default();
            let options = BuildOptions { limit, ships, threads, ..BuildOptions::new(stop, &progress) };
            Folder::new(&folder, board)?.build(&options, &mut |_| {})
        })?;
        built.map_err(|why| because(py, "BadTables", why))?;
        Tables::open(py, folder, board)
    }

    /// The name of the board.
    #[getter]
    fn board(&self) -> &str {
        self.tables.board().name()
    }

    /// The most ships, of both sides together, of a table that is there.
    #[getter]
    fn ships(&self) -> usize {
        self.tables.most_ships()
    }

    /// The exact value of a position; None where no table has it.
    fn probe(&self, py: Python<'_>, position: &Position) -> PyResult<Option<Probe>> {
        let position = self.fitting(position)?;
        let found = py.detach(|| self.tables.certainty(position));
        if let Some(why) = self.tables.trouble() {
            return Err(because(py, "BadTables", why));
        }
        Ok(found.map(|known| Probe { value: known.value.number(), at_most: known.at_most, next: known.next }))
    }

    /// The value of a position with best play; :class:`joust.Unsolved` where no table has it. ``all_moves``
    /// measures how long the game takes after each move.
    #[pyo3(signature = (position, *, all_moves=false))]
    fn solve(&self, py: Python<'_>, position: &Position, all_moves: bool) -> PyResult<Solution> {
        self.solution(py, self.fitting(position)?, all_moves)
    }

    fn __repr__(&self) -> String {
        format!("joust.Tables('{}', board='{}')", self.folder.display(), self.tables.board().name())
    }
}

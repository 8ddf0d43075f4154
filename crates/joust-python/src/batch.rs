//! Thousands of duels that are stepped at once.

use crate::arrays::{Shared, read, whole};
use crate::duel::{AnyPosition, on};
use crate::errors::{because, raised};
use crate::position::Position;
use crate::{ask, limits};
use joust_batch::{Arrays, BadBatch, Batch as Games, Encoding as _, MadEncoding, Refused, WarGameEncoding};
use joust_core::Seed;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Games of a duel that are stepped at once into arrays that stay the same: every step overwrites them. A game
/// that ends is followed by another from the same start.
///
/// The first argument is the name of a game or a position. Equal seeds and actions give equal games, whatever the
/// number of threads. ``docs/encodings.md`` describes every number. Threads of Python take turns with a batch.
///
/// >>> import joust
/// >>> batch = joust.Batch("mad", 64, seed=1, rules="app")
/// >>> batch.observations.shape, batch.masks.shape
/// ((64, 21, 6, 4), (64, 231))
/// >>> for _ in range(100):
/// ...     batch.step_random()
/// >>> batch.step(batch.masks.argmax(axis=1))
#[pyclass(frozen, module = "joust")]
pub(crate) struct Batch {
    games: Mutex<AnyBatch>,
    count: usize,
    threads: usize,
    seed: AtomicU64,
    observations: Shared<u8>,
    masks: Shared<u8>,
    rewards: Shared<f32>,
    dones: Shared<u8>,
    to_move: Shared<u8>,
    actions: Shared<i32>,
}

enum AnyBatch {
    Mad(Games<MadEncoding>),
    War(Games<WarGameEncoding>),
}

/// Evaluates an expression with the batch of either game.
macro_rules! of {
    ($batch:expr, $typed:ident => $answer:expr) => {
        match $batch {
            AnyBatch::Mad($typed) => $answer,
            AnyBatch::War($typed) => $answer,
        }
    };
}

/// The error of a batch that cannot be made.
pub(crate) fn bad_batch(py: Python<'_>, why: &BadBatch) -> PyErr {
    match why {
        BadBatch::Player(_) => because(py, "BadPlayer", why),
        BadBatch::Config(_) => because(py, "BadBoard", why),
        BadBatch::Over => because(py, "BadPosition", why),
        _ => PyValueError::new_err(why.to_string()),
    }
}

/// The error of a step that was refused.
pub(crate) fn bad_step(py: Python<'_>, why: Refused) -> PyErr {
    let (place, why) = match why {
        Refused::Action { game, action, why } => (format!("game {game}, action {action}"), why),
        Refused::Order { game, unit, why } => (format!("game {game}, unit {unit}"), why),
        Refused::Array { .. } => return PyValueError::new_err(why.to_string()),
    };
    let [reason, french] = [why.reason, why.french].map(|text| format!("{place}: {text}"));
    raised(py, "IllegalMove", (reason, why.clause, french))
}

/// The position from which games start.
fn start(
    game: &Bound<'_, PyAny>,
    board: Option<&str>,
    rules: Option<&str>,
    position: Option<&str>,
) -> PyResult<AnyPosition> {
    let py = game.py();
    if let Ok(name) = game.cast::<PyString>() {
        return ask::position(py, &name.to_cow()?, &ask::ask(board, rules, position));
    }
    let Ok(start) = game.cast::<Position>() else {
        return Err(PyTypeError::new_err("a batch is made of the name of a duel or of a position"));
    };
    if board.or(rules).or(position).is_some() {
        return Err(PyTypeError::new_err("a position has its own board and rules"));
    }
    Ok(start.get().0.clone())
}

/// Waits until no other thread has these games.
pub(crate) fn turn<'a, T>(py: Python<'_>, games: &'a Mutex<T>) -> MutexGuard<'a, T> {
    games.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
}

impl Batch {
    /// Lets the batch write its arrays, without the interpreter.
    fn write(
        &self,
        py: Python<'_>,
        go_on: impl FnOnce(&mut AnyBatch, &mut [i32], Arrays<'_>) -> Result<(), Refused> + Send,
    ) -> PyResult<()> {
        let mut games = turn(py, &self.games);
        let (mut observations, mut masks) = (self.observations.open(py)?, self.masks.open(py)?);
        let (mut rewards, mut dones) = (self.rewards.open(py)?, self.dones.open(py)?);
        let (mut to_move, mut actions) = (self.to_move.open(py)?, self.actions.open(py)?);
        let arrays = Arrays {
            observations: observations.slice()?,
            masks: masks.slice()?,
            rewards: rewards.slice()?,
            dones: dones.slice()?,
            to_move: to_move.slice()?,
        };
        let (here, actions) = (&mut *games, actions.slice()?);
        let done = py.detach(|| go_on(here, actions, arrays));
        // To make an error is to run code of Python, which may ask for the next step.
        drop(games);
        done.map_err(|why| bad_step(py, why))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games, *, seed=0, threads=1, board=None, rules=None, position=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        games: usize,
        seed: u64,
        threads: usize,
        board: Option<&str>,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> PyResult<Batch> {
        let start = start(game, board, rules, position)?;
        // A game has its observation and its mask, and about as much again for itself.
        limits::room_for(
            games,
            on!(&start, coded => 2 * (coded.code.observation_size() + coded.code.actions())),
        )?;
        let made = py.detach(|| match start {
            AnyPosition::Mad(coded) => Games::new(&coded.at, games, Seed(seed), threads).map(AnyBatch::Mad),
            AnyPosition::War(coded) => Games::new(&coded.at, games, Seed(seed), threads).map(AnyBatch::War),
        });
        let made = made.map_err(|why| bad_batch(py, &why))?;
        let [planes, rows, columns] = of!(&made, batch => batch.encoding().observation_shape());
        let moves = of!(&made, batch => batch.encoding().actions());
        let batch = Batch {
            games: Mutex::new(made),
            count: games,
            threads,
            seed: AtomicU64::new(seed),
            observations: Shared::new(py, &[games, planes, rows, columns], None)?,
            masks: Shared::new(py, &[games, moves], Some("bool"))?,
            rewards: Shared::new(py, &[games, 2], None)?,
            dones: Shared::new(py, &[games], Some("bool"))?,
            to_move: Shared::new(py, &[games], None)?,
            actions: Shared::new(py, &[games], None)?,
        };
        batch.write(py, |games, _, arrays| of!(games, batch => batch.write(arrays)))?;
        Ok(batch)
    }

    /// What the side to move sees in each game: bytes of the shape (games, planes, rows, columns).
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.observations.shown(py)
    }

    /// Which actions are legal: booleans of the shape (games, actions).
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.shown(py)
    }

    /// What the last step has earned each seat: 0 before the end of a game, and then from -1 to 1, of the shape
    /// (games, 2).
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.shown(py)
    }

    /// Whether the last step has ended the game; all arrays but the rewards show its successor.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyAny> {
        self.dones.shown(py)
    }

    /// The seat to move in each game.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyAny> {
        self.to_move.shown(py)
    }

    /// The actions of the last step.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyAny> {
        self.actions.shown(py)
    }

    /// Plays an action in each game. If one is illegal, :class:`joust.IllegalMove` names its game, and nothing has
    /// changed.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = whole::<i32>(actions, "actions", &[self.count])?;
        let given = read(&given)?;
        let given = given.as_slice()?;
        self.write(py, |games, kept, arrays| {
            of!(games, batch => batch.step(given, arrays))?;
            kept.copy_from_slice(given);
            Ok(())
        })
    }

    /// Plays an action in each game that the generator of the game draws; :attr:`actions` has them.
    fn step_random(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |games, drawn, arrays| of!(games, batch => batch.step_random(drawn, arrays)))
    }

    /// Starts all games anew, with the same seed or another one.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let seed = seed.unwrap_or_else(|| self.seed.load(Ordering::Relaxed));
        self.seed.store(seed, Ordering::Relaxed);
        let seed = Seed(seed);
        self.write(py, |games, _, arrays| of!(games, batch => batch.reset(seed, arrays)))
    }

    /// The position of a game.
    fn position(&self, py: Python<'_>, game: usize) -> PyResult<Position> {
        if game >= self.count {
            let last = self.count - 1;
            return Err(PyIndexError::new_err(format!("the games are numbered from 0 to {last}")));
        }
        Ok(of!(&*turn(py, &self.games), batch => Position::of(*batch.position(game))))
    }

    /// The number of actions in the encoding.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> usize {
        of!(&*turn(py, &self.games), batch => batch.encoding().actions())
    }

    /// The shape of the observation of a game: planes, rows, columns.
    #[getter]
    fn observation_shape(&self, py: Python<'_>) -> (usize, usize, usize) {
        of!(&*turn(py, &self.games), batch => batch.encoding().observation_shape()).into()
    }

    /// The number of threads that share the work of a step.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let start = of!(&*turn(py, &self.games), batch => batch.start().to_string());
        format!("<joust.Batch of {} games from {start}>", self.count)
    }
}

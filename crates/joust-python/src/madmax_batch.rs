//! Thousands of games of Mad Max that are stepped at once.

use crate::arrays::{Shared, read, whole};
use crate::attend::attended;
use crate::batch::{bad_batch, bad_step, turn};
use crate::errors::refused;
use crate::{ask, limits};
use joust_batch::{MadMaxArrays, MadMaxBatch as Games, MadMaxEncoding, MadMaxSizes, Refused};
use joust_games::{Ask, Registered as _};
use joust_madmax::{Config, Skirmish, TEAMS};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Games of Mad Max that are stepped at once into arrays that stay the same: every round overwrites them. A game
/// that ends is followed by another, with another seed. A seat with a name has that built-in player; units of the
/// others get their orders from Python. Threads of Python take turns with a batch.
///
/// >>> import joust.madmax, numpy as np
/// >>> batch = joust.madmax.Batch(8, seed=1, players=[None, "Demo", "Demo", "Demo"])
/// >>> batch.units.shape, batch.masks.shape
/// ((8, 92, 7), (8, 92, 9))
/// >>> batch.step(np.full((8, 92), -1, np.int8))
/// >>> batch.rounds.tolist()
/// [1, 1, 1, 1, 1, 1, 1, 1]
#[pyclass(frozen, module = "joust.madmax")]
pub(crate) struct MadMaxBatch {
    games: Mutex<Games>,
    count: usize,
    threads: usize,
    encoding: MadMaxEncoding,
    seed: AtomicI32,
    units: Shared<i32>,
    owners: Shared<u8>,
    masks: Shared<u8>,
    terrain: Shared<u8>,
    cities: Shared<i16>,
    scores: Shared<i32>,
    rounds: Shared<i32>,
    rewards: Shared<f32>,
    final_scores: Shared<i32>,
    dones: Shared<u8>,
    orders: Shared<i8>,
}

/// The configuration that is asked for.
fn config(py: Python<'_>, config: Option<&str>, rules: Option<&str>) -> PyResult<Config> {
    let ask = Ask { seed: Some(1), ..ask::ask(config, rules, None) };
    let game = py.detach(|| Skirmish::start(&ask));
    game.map(|game| game.config().clone()).map_err(|why| refused(py, &why, "BadBoard"))
}

impl MadMaxBatch {
    /// Lets the batch write its arrays, without the interpreter.
    fn write(
        &self,
        py: Python<'_>,
        go_on: impl FnOnce(&mut Games, &mut [i8], MadMaxArrays<'_>) -> Result<(), Refused> + Send,
    ) -> PyResult<()> {
        let mut games = turn(py, &self.games);
        let (mut units, mut owners) = (self.units.open(py)?, self.owners.open(py)?);
        let (mut masks, mut terrain) = (self.masks.open(py)?, self.terrain.open(py)?);
        let (mut cities, mut scores) = (self.cities.open(py)?, self.scores.open(py)?);
        let (mut rounds, mut rewards) = (self.rounds.open(py)?, self.rewards.open(py)?);
        let (mut final_scores, mut dones) = (self.final_scores.open(py)?, self.dones.open(py)?);
        let mut orders = self.orders.open(py)?;
        let arrays = MadMaxArrays {
            units: units.slice()?,
            owners: owners.slice()?,
            masks: masks.slice()?,
            terrain: terrain.slice()?,
            cities: cities.slice()?,
            scores: scores.slice()?,
            rounds: rounds.slice()?,
            rewards: rewards.slice()?,
            final_scores: final_scores.slice()?,
            dones: dones.slice()?,
        };
        let (here, orders) = (&mut *games, orders.slice()?);
        let done = py.detach(|| go_on(here, orders, arrays));
        // To make an error is to run code of Python, which may ask for the next step.
        drop(games);
        done.map_err(|why| bad_step(py, why))
    }
}

#[pymethods]
impl MadMaxBatch {
    #[new]
    #[pyo3(signature = (games, *, seed=1, threads=1, config=None, rules=None, players=None))]
    fn new(
        py: Python<'_>,
        games: usize,
        seed: i32,
        threads: usize,
        config: Option<&str>,
        rules: Option<&str>,
        players: Option<Vec<Option<String>>>,
    ) -> PyResult<MadMaxBatch> {
        let players = players.unwrap_or_else(|| vec![None; TEAMS]);
        let players: [Option<String>; TEAMS] = players
            .try_into()
            .map_err(|_| PyValueError::new_err("players are four names, with None for a seat of Python's"))?;
        let config = self::config(py, config, rules)?;
        let MadMaxSizes { units, masks, terrain, .. } = MadMaxEncoding::of(&config.settings).sizes();
        // The state of a game has about nine bytes for a cell, beside the three of the arrays.
        limits::room_for(games, 4 * units + masks + 12 * terrain)?;
        let names = players.each_ref().map(Option::as_deref);
        let made = attended(py, |stop| Games::new_unless(&config, games, seed, names, threads, stop))?;
        let made = made.map_err(|why| bad_batch(py, &why))?;
        let MadMaxEncoding { units, cities, rows, cols } = *made.encoding();
        let batch = MadMaxBatch {
            count: games,
            threads,
            encoding: *made.encoding(),
            games: Mutex::new(made),
            seed: AtomicI32::new(seed),
            units: Shared::new(py, &[games, units, MadMaxEncoding::FIELDS.len()], None)?,
            owners: Shared::new(py, &[games, cities], None)?,
            masks: Shared::new(py, &[games, units, MadMaxEncoding::ORDERS], Some("bool"))?,
            terrain: Shared::new(py, &[games, rows, cols], None)?,
            cities: Shared::new(py, &[games, rows, cols], None)?,
            scores: Shared::new(py, &[games, TEAMS], None)?,
            rounds: Shared::new(py, &[games], None)?,
            rewards: Shared::new(py, &[games, TEAMS], None)?,
            final_scores: Shared::new(py, &[games, TEAMS], None)?,
            dones: Shared::new(py, &[games], Some("bool"))?,
            orders: Shared::new(py, &[games, units], None)?,
        };
        batch.write(py, |games, _, arrays| games.write(arrays))?;
        Ok(batch)
    }

    /// The units of each game, as :attr:`Skirmish.units` has them: (games, units, 7).
    #[getter]
    fn units(&self, py: Python<'_>) -> Py<PyAny> {
        self.units.shown(py)
    }

    /// The owners of the cities: (games, cities).
    #[getter]
    fn owners(&self, py: Python<'_>) -> Py<PyAny> {
        self.owners.shown(py)
    }

    /// The directions that each unit can take now, and staying: (games, units, 9).
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.shown(py)
    }

    /// The terrain of each cell: (games, rows, columns).
    #[getter]
    fn terrain(&self, py: Python<'_>) -> Py<PyAny> {
        self.terrain.shown(py)
    }

    /// The city of each cell, and -1 where there is none: (games, rows, columns).
    #[getter]
    fn cities(&self, py: Python<'_>) -> Py<PyAny> {
        self.cities.shown(py)
    }

    /// The scores of the teams: (games, 4).
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyAny> {
        self.scores.shown(py)
    }

    /// The round to come in each game.
    #[getter]
    fn rounds(&self, py: Python<'_>) -> Py<PyAny> {
        self.rounds.shown(py)
    }

    /// What the last round has added to the scores: (games, 4).
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.shown(py)
    }

    /// The scores of the games that the last round has ended, and 0 elsewhere: (games, 4).
    #[getter]
    fn final_scores(&self, py: Python<'_>) -> Py<PyAny> {
        self.final_scores.shown(py)
    }

    /// Whether the last round has ended the game.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyAny> {
        self.dones.shown(py)
    }

    /// The orders of the last round: (games, units).
    #[getter]
    fn orders(&self, py: Python<'_>) -> Py<PyAny> {
        self.orders.shown(py)
    }

    /// Plays a round in each game, with a direction for each unit, of the shape (games, units): 0 to 7, and 8 or -1
    /// for none.
    fn step(&self, py: Python<'_>, orders: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = whole::<i8>(orders, "orders", &[self.count, self.encoding.units])?;
        let given = read(&given)?;
        let given = given.as_slice()?;
        self.write(py, |games, kept, arrays| {
            games.step(given, arrays)?;
            kept.copy_from_slice(given);
            Ok(())
        })
    }

    /// Plays a round in each game with orders that its generator draws; :attr:`orders` has them.
    fn step_random(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, Games::step_random)
    }

    /// Starts all games anew, with the same seed or another one.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<i32>) -> PyResult<()> {
        let seed = seed.unwrap_or_else(|| self.seed.load(Ordering::Relaxed));
        let games = || self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = attended(py, |stop| games().reset_unless(seed, stop))?;
        begun.map_err(|why| bad_batch(py, &why))?;
        self.seed.store(seed, Ordering::Relaxed);
        self.write(py, |games, _, arrays| games.write(arrays))
    }

    /// The number of threads that share the work of a round.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The version of the encoding of states and orders.
    #[getter]
    fn encoding_version(&self) -> u32 {
        MadMaxEncoding::VERSION
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<joust.madmax.Batch of {} games>", self.count)
    }
}

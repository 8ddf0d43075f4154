//! Games of Mad Max.

use crate::arrays::Shared;
use crate::ask;
use crate::attend::attended;
use crate::errors::{bad_player, because, illegal, refused};
use crate::events::Event;
use crate::orders::{Actions, numbers, read_round};
use crate::outcome::Ending;
use crate::programs::programs;
use joust_batch::MadMaxEncoding;
use joust_core::{Asked, Course, Fault, FaultKind, Game as _, Record, Seat, Seed, Step};
use joust_games::{Ask, Registered as _};
use joust_madmax::player::Seated;
use joust_madmax::{Action, CompactRecord, Skirmish as Game, TEAMS};
use joust_match::{Contestant, Place, skirmish_record};
use joust_players::Spec;
use joust_sandbox::Audience;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A game of Mad Max. A seat with a name has that player: ``Demo``, ``Dummy``, ``Null``, a player of a kit or a
/// module; seats without one are played from Python, by :meth:`step`. ``config`` is the name of a map or the text
/// of a configuration, ``rules`` are settings such as ``nb_rounds=100``.
///
/// The arrays show the state before the round to come, without copies: every step overwrites them.
///
/// >>> import joust.madmax
/// >>> game = joust.madmax.Skirmish(seed=30, players=["Demo", None, "Null", "Dummy"])
/// >>> game.units.shape, game.terrain.shape, game.scores.tolist()
/// ((92, 7), (60, 60), [2, 2, 2, 2])
/// >>> mine = [i for i, unit in enumerate(game.units) if unit[1] == 1]
/// >>> game.step({1: [(mine[0], 0), (mine[1], 4)]})
/// >>> game.round, game.is_over
/// (1, False)
#[pyclass(module = "joust.madmax")]
pub(crate) struct Skirmish {
    course: Course<Game>,
    names: [String; TEAMS],
    /// The players that are not played from Python. A lock, because players are not shared by threads.
    players: Mutex<[Option<Seated>; TEAMS]>,
    is_python: [bool; TEAMS],
    faults: Vec<Fault>,
    /// The game before the last action of the last round, and that action: the round follows from them.
    last: Option<(Game, Seat, Action)>,
    encoding: MadMaxEncoding,
    arrays: StateArrays,
}

/// The arrays of a state.
struct StateArrays {
    units: Shared<i32>,
    owners: Shared<u8>,
    masks: Shared<u8>,
    terrain: Shared<u8>,
    cities: Shared<i16>,
    scores: Shared<i32>,
}

impl StateArrays {
    fn new(py: Python<'_>, encoding: &MadMaxEncoding) -> PyResult<StateArrays> {
        let MadMaxEncoding { units, cities, rows, cols } = *encoding;
        Ok(StateArrays {
            units: Shared::new(py, &[units, MadMaxEncoding::FIELDS.len()], None)?.read_only(py)?,
            owners: Shared::new(py, &[cities], None)?.read_only(py)?,
            masks: Shared::new(py, &[units, MadMaxEncoding::ORDERS], Some("bool"))?.read_only(py)?,
            terrain: Shared::new(py, &[rows, cols], None)?.read_only(py)?,
            cities: Shared::new(py, &[rows, cols], None)?.read_only(py)?,
            scores: Shared::new(py, &[TEAMS], None)?.read_only(py)?,
        })
    }

    /// Writes all that can change in a round.
    fn write(&self, py: Python<'_>, encoding: &MadMaxEncoding, game: &Game) -> PyResult<()> {
        let state = game.state();
        encoding.write_units(state, self.units.open(py)?.slice()?);
        encoding.write_mask(state, self.masks.open(py)?.slice()?);
        self.owners.open(py)?.slice()?.copy_from_slice(state.owners());
        self.scores.open(py)?.slice()?.copy_from_slice(&MadMaxEncoding::scores(state));
        Ok(())
    }

    /// Writes the map.
    fn write_map(&self, py: Python<'_>, encoding: &MadMaxEncoding, game: &Game) -> PyResult<()> {
        encoding.write_terrain(game.state().map(), self.terrain.open(py)?.slice()?);
        encoding.write_cities(game.state().map(), self.cities.open(py)?.slice()?);
        Ok(())
    }
}

/// The players that are named.
fn seated(py: Python<'_>, names: &[Option<String>; TEAMS], seed: u64) -> PyResult<[Option<Seated>; TEAMS]> {
    let mut found: [Option<Contestant>; TEAMS] = Default::default();
    for (found, name) in found.iter_mut().zip(names) {
        let Some(name) = name else { continue };
        let spec = Spec::read(name, Game::NAME).map_err(|why| bad_player(py, &why))?;
        *found = Some(programs(py)?.find(spec).map_err(|why| because(py, "BadPlayer", why))?);
    }
    let shown: Vec<String> =
        found.iter().map(|one| one.as_ref().map_or(PYTHON.to_owned(), Contestant::name)).collect();
    let mut players: [Option<Seated>; TEAMS] = Default::default();
    for (seat, (player, found)) in players.iter_mut().zip(found).enumerate() {
        let place = Place { seed: Seed(seed), seat, names: shown.clone(), ..Place::default() };
        *player = found.and_then(|found| found.seat_army(&place, Audience::absent()));
    }
    Ok(players)
}

/// The name of a seat that is played from Python.
const PYTHON: &str = "Python";

fn seats() -> impl Iterator<Item = Seat> {
    (0..TEAMS).filter_map(Seat::new)
}

impl Skirmish {
    fn begin(py: Python<'_>, game: Game, names: [Option<String>; TEAMS], seed: u64) -> PyResult<Skirmish> {
        let mut players = seated(py, &names, seed)?;
        let mut course = Course::new(game);
        let mut faults = Vec::new();
        // Programs start before the first round; one that cannot is dead from the beginning.
        for (seat, player) in seats().zip(&mut players) {
            let Some(player) = player else { continue };
            if let Err(fault) = py.detach(|| player.get_ready(course.now(), seat)) {
                faults.push(fault.at(seat, None));
                course.make(seat, &Action::Dead).map_err(|why| illegal(py, why))?;
            }
        }
        let encoding = MadMaxEncoding::of(&course.config().settings);
        let arrays = StateArrays::new(py, &encoding)?;
        arrays.write_map(py, &encoding, course.now())?;
        arrays.write(py, &encoding, course.now())?;
        let is_python = names.each_ref().map(Option::is_none);
        let names = names.map(|name| name.unwrap_or_else(|| PYTHON.to_owned()));
        let players = Mutex::new(players);
        Ok(Skirmish { course, names, players, is_python, faults, last: None, encoding, arrays })
    }

    /// Which seats are awaited from Python.
    fn awaited(&self) -> [bool; TEAMS] {
        let awaits = self.course.awaits();
        std::array::from_fn(|seat| {
            self.is_python[seat] && Seat::new(seat).is_some_and(|seat| awaits.contains(seat))
        })
    }

    /// Plays a round with these actions of Python's seats.
    fn play(&mut self, mut actions: Actions, stop: &AtomicBool) -> Result<(), joust_core::Illegal> {
        let round = self.course.turn_number();
        let awaits = self.course.awaits();
        {
            let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
            for seat in awaits.iter() {
                if let Some(player) = &mut players[seat.index()] {
                    player.begin(self.course.now(), seat);
                }
            }
            for seat in awaits.iter() {
                let Some(player) = &mut players[seat.index()] else { continue };
                let asked =
                    Asked { past: self.course.actions(), ..Asked::new(self.course.now(), seat, stop) };
                let answer = player.act(&asked);
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                actions[seat.index()] = Some(answer.map_or_else(
                    |fault| {
                        self.faults.push(fault.at(seat, Some(round)));
                        Action::Dead
                    },
                    |answer| answer.action,
                ));
            }
        }
        for seat in awaits.iter() {
            let action = actions[seat.index()].take().unwrap_or(Action::Dead);
            self.take(seat, action)?;
        }
        Ok(())
    }

    /// Carries out the action of a seat. The orders of a player that are too many are its fault.
    fn take(&mut self, seat: Seat, action: Action) -> Result<(), joust_core::Illegal> {
        let before = self.course.now().clone();
        let round = before.turn_number();
        let taken = match self.course.make(seat, &action) {
            Err(why) if !self.is_python[seat.index()] => {
                self.faults.push(Fault::new(FaultKind::Illegal, why.to_string()).at(seat, Some(round)));
                self.course.make(seat, &Action::Dead)?;
                Action::Dead
            }
            made => made.map(|()| action)?,
        };
        self.last = Some((before, seat, taken));
        Ok(())
    }

    fn compact(&self, py: Python<'_>) -> PyResult<CompactRecord> {
        let names = self.names.each_ref().map(String::as_str);
        let record = py.detach(|| skirmish_record(&self.course, names));
        record.ok_or_else(|| because(py, "Failed", "the game broke off: a unit found no place"))
    }
}

#[pymethods]
impl Skirmish {
    #[new]
    #[pyo3(signature = (seed=1, *, config=None, rules=None, players=None))]
    fn new(
        py: Python<'_>,
        seed: u64,
        config: Option<&str>,
        rules: Option<&str>,
        players: Option<Vec<Option<String>>>,
    ) -> PyResult<Skirmish> {
        let names = match players {
            None => [const { None }; TEAMS],
            Some(players) => <[_; TEAMS]>::try_from(players).map_err(|_| {
                PyValueError::new_err("players are four names, with None for a seat of Python's")
            })?,
        };
        let ask = Ask { seed: Some(seed), ..ask::ask(config, rules, None) };
        let game = py.detach(|| Game::start(&ask));
        Skirmish::begin(py, game.map_err(|why| refused(py, &why, "BadBoard"))?, names, seed)
    }

    /// Reads a record that :meth:`record` has written, and plays it again. All seats are then those of Python.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Skirmish> {
        let record: Record = text.parse().map_err(|why| because(py, "BadRecord", why))?;
        let course = py.detach(|| Course::<Game>::of_record(&record));
        let course = course.map_err(|why| because(py, "BadRecord", why))?;
        let mut skirmish = Skirmish::begin(py, course.start().clone(), [const { None }; TEAMS], 0)?;
        skirmish.course = course;
        skirmish.arrays.write(py, &skirmish.encoding, skirmish.course.now())?;
        Ok(skirmish)
    }

    /// The units, a row for each: kind (0 for a warrior, 1 for a car), player, row, column, food (fuel for a car),
    /// water, and 1 if it may move in the round to come.
    #[getter]
    fn units(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.units.shown(py)
    }

    /// The owner of each city.
    #[getter]
    fn owners(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.owners.shown(py)
    }

    /// The directions that each unit can take now, and staying, which all can.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.masks.shown(py)
    }

    /// The terrain of each cell: desert 0, road 1, city 2, water 3, station 4, wall 5.
    #[getter]
    fn terrain(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.terrain.shown(py)
    }

    /// The city of each cell, and -1 where there is none.
    #[getter]
    fn cities(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.cities.shown(py)
    }

    /// The scores of the four teams.
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.scores.shown(py)
    }

    /// The round to come, from 0.
    #[getter]
    fn round(&self) -> u32 {
        self.course.turn_number()
    }

    /// The number of rounds.
    #[getter]
    fn rounds(&self) -> i32 {
        self.course.config().settings.nb_rounds
    }

    /// The seed of the game.
    #[getter]
    fn seed(&self) -> i32 {
        self.course.seed()
    }

    /// The names of the players.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.names.to_vec()
    }

    /// The seats whose orders the next step takes from Python.
    #[getter]
    fn to_move(&self) -> Vec<usize> {
        let awaited = self.awaited();
        (0..TEAMS).filter(|seat| awaited[*seat]).collect()
    }

    /// The seats whose players are alive.
    #[getter]
    fn living(&self) -> Vec<usize> {
        numbers(self.course.living())
    }

    /// Whether all rounds are played.
    #[getter]
    fn is_over(&self) -> bool {
        self.course.ending().is_some()
    }

    /// How the game ended; None while it goes on.
    #[getter]
    fn ending(&self) -> Option<Ending> {
        Some(Ending { ending: self.course.ending()?, text: self.course.ending_text() })
    }

    /// How players failed, a sentence each; their units stay, and get no more orders.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.faults.iter().map(|fault| format!("{} {fault}", self.names[fault.seat.index()])).collect()
    }

    /// Plays a round. ``orders`` are by seat: a list of pairs (unit, direction), an array of a direction for each
    /// unit, the text of records such as ``12b,15r``, or ``dead``; or one array with a direction for each unit of
    /// all seats of Python's. Directions go from 0, bottom, against the clock to 7; 8 and -1 stand for none. Orders
    /// that the rules forbid are dropped, and :attr:`events` says so.
    #[pyo3(signature = (orders=None))]
    fn step(&mut self, py: Python<'_>, orders: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        if self.course.ending().is_some() {
            let over = self.course.propose(Seat::FIRST, &Action::Dead).err();
            return Err(
                over.map_or_else(|| PyRuntimeError::new_err("the game is over"), |why| illegal(py, why))
            );
        }
        let actions = read_round(orders, self.course.state(), self.awaited())?;
        let is_alone = self.is_python == [true; TEAMS];
        let played = if is_alone {
            py.detach(|| self.play(actions, &AtomicBool::new(false)))
        } else {
            attended(py, |stop| self.play(actions, stop))?
        };
        self.arrays.write(py, &self.encoding, self.course.now())?;
        played.map_err(|why| illegal(py, why))
    }

    /// What happened in the last round.
    #[getter]
    fn events(&self) -> Vec<Event> {
        let Some((before, seat, action)) = &self.last else { return Vec::new() };
        let step = Step { seat: *seat, action: action.clone(), next: self.course.now().clone() };
        before.events(&step).into_iter().map(Event).collect()
    }

    /// The result of the game so far, byte for byte as the original program writes it.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let record = self.compact(py)?;
        let result = py.detach(|| record.result()).map_err(|why| because(py, "Failed", why))?;
        Ok(PyBytes::new(py, &result))
    }

    /// The record of the game so far as text.
    fn record(&self) -> String {
        self.course.record(&[]).to_string()
    }

    /// The compact record of the game so far, which ``joust replay`` shows.
    fn compact_record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let record = self.compact(py)?.encode().map_err(|why| because(py, "Failed", why))?;
        Ok(PyBytes::new(py, &record))
    }

    fn __repr__(&self) -> String {
        let (round, rounds) = (self.round(), self.rounds());
        format!("<joust.madmax.Skirmish of seed {}, round {round} of {rounds}>", self.seed())
    }
}

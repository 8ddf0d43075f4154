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
use joust_core::{Asked, Course, Fault, FaultKind, Game as _, Illegal, Record, Seat, Seed, Step};
use joust_games::{Ask, Registered as _};
use joust_madmax::player::{Seated, built_in};
use joust_madmax::{Action, CompactRecord, Orders, Skirmish as Game, TEAMS};
use joust_match::{Contestant, Place, skirmish_record};
use joust_players::Spec;
use joust_sandbox::Audience;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A game of Mad Max. A seat with a name has that player: ``Demo``, ``Dummy``, ``Null``, a player of a kit or a
/// module; seats without one are played from Python, by :meth:`step`. ``config`` is the name of a map or the text
/// of a configuration, ``rules`` are settings such as ``nb_rounds=100``.
///
/// The arrays show the state before the round to come, without copies: every step overwrites them. A game with
/// built-in players can be copied and pickled, and goes on alike.
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
        let programs = programs(py)?;
        // A module is compiled.
        *found = Some(py.detach(|| programs.find(spec)).map_err(|why| because(py, "BadPlayer", why))?);
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

/// Asks the players that are not Python's for their actions in a round, and keeps how they failed; nothing if they
/// were stopped.
fn ask_players(
    players: &mut [Option<Seated>; TEAMS],
    game: &Game,
    past: &[(Seat, Action)],
    stop: &AtomicBool,
    faults: &mut Vec<Fault>,
) -> Option<Actions> {
    let awaits = game.awaits();
    for seat in awaits.iter() {
        if let Some(player) = &mut players[seat.index()] {
            player.begin(game, seat);
        }
    }
    let mut actions = Actions::default();
    for seat in awaits.iter() {
        let Some(player) = &mut players[seat.index()] else { continue };
        let answer = player.act(&Asked { past, ..Asked::new(game, seat, stop) });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        actions[seat.index()] = Some(answer.map_or_else(
            |fault| {
                faults.push(fault.at(seat, Some(game.turn_number())));
                Action::Dead
            },
            |answer| answer.action,
        ));
    }
    Some(actions)
}

/// Whether the rules refuse it whatever the state is. [MAX-3.2]
fn is_too_much(action: &Action) -> bool {
    matches!(action, Action::Orders(orders) if orders.given().len() > Orders::MOST)
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
    fn play(&mut self, actions: Actions, stop: &AtomicBool) -> Result<(), Illegal> {
        // No seat acts and no player is asked before it is certain that the round is played.
        for (seat, action) in seats().zip(&actions) {
            if let Some(action) = action
                && is_too_much(action)
            {
                self.course.propose(seat, action)?;
            }
        }
        let players = self.players.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (game, past, mut faults) = (self.course.now(), self.course.actions(), Vec::new());
        let Some(mut answers) = ask_players(players, game, past, stop, &mut faults) else { return Ok(()) };
        self.faults.extend(faults);
        for (answer, action) in answers.iter_mut().zip(actions) {
            *answer = answer.take().or(action);
        }
        for seat in self.course.awaits().iter() {
            let action = answers[seat.index()].take().unwrap_or(Action::Dead);
            self.take(seat, action)?;
        }
        Ok(())
    }

    /// A game with its past, and these players, which are asked again in every round of it: built-in players then
    /// remember what they would.
    fn resumed(py: Python<'_>, course: Course<Game>, names: [Option<String>; TEAMS]) -> PyResult<Skirmish> {
        let mut skirmish = Skirmish::begin(py, course.start().clone(), names, 0)?;
        py.detach(|| skirmish.catch_up(course));
        skirmish.arrays.write(py, &skirmish.encoding, skirmish.course.now())?;
        Ok(skirmish)
    }

    fn catch_up(&mut self, course: Course<Game>) {
        let (mut game, mut round, never) = (course.start().clone(), None, AtomicBool::new(false));
        let players = self.players.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (number, (seat, action)) in course.actions().iter().enumerate() {
            if round.replace(game.turn_number()) != Some(game.turn_number()) {
                // The course has what they answer.
                let _ = ask_players(players, &game, &[], &never, &mut self.faults);
            }
            if number + 1 == course.actions().len() {
                self.last = Some((game.clone(), *seat, action.clone()));
            }
            // The rules have allowed it before.
            if game.make(*seat, action).is_err() {
                break;
            }
        }
        self.course = course;
    }

    /// The players as they were entered, if all of them are of Python or built in.
    fn entered(&self) -> PyResult<[Option<String>; TEAMS]> {
        let names: [_; TEAMS] =
            std::array::from_fn(|seat| (!self.is_python[seat]).then(|| self.names[seat].clone()));
        match names.iter().flatten().find(|name| built_in(name).is_none()) {
            None => Ok(names),
            Some(program) => Err(PyTypeError::new_err(format!(
                "`{program}` is a program, which has a memory of its own, so the game is not copied: \
                 joust.madmax.Skirmish.read(game.record()) is its past with all seats for Python"
            ))),
        }
    }

    /// Carries out the action of a seat. The orders of a player that are too many are its fault.
    fn take(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
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
    /// The most orders of a seat in a round.
    #[classattr]
    const MOST_ORDERS: usize = Orders::MOST;

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
        Skirmish::_restore(py, text, [const { None }; TEAMS])
    }

    /// A copy of the game with its past. Its arrays are its own. Built-in players go on alike; a game with programs
    /// or modules among its players is not copied.
    fn copy(&self, py: Python<'_>) -> PyResult<Skirmish> {
        Skirmish::resumed(py, self.course.clone(), self.entered()?)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Skirmish> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Skirmish> {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = slf.borrow();
        (slf.get_type().getattr("_restore")?, (own.record(), own.entered()?))
            .into_pyobject(slf.py())
            .map(Bound::into_any)
    }

    /// The game of a pickle.
    #[staticmethod]
    fn _restore(py: Python<'_>, text: &str, players: [Option<String>; TEAMS]) -> PyResult<Skirmish> {
        let course = py.detach(|| {
            let record = text.parse::<Record>().map_err(|why| why.to_string())?;
            Course::<Game>::of_record(&record).map_err(|why| why.to_string())
        });
        Skirmish::resumed(py, course.map_err(|why| because(py, "BadRecord", why))?, players)
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

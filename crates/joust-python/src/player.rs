//! Players by name, and what a player answers.

use crate::attend::{Home, attended};
use crate::duel::{AnyPosition, Coded, Given, TypedDuel, on};
use crate::errors;
use crate::position::Position;
use crate::programs::{is_process, is_quick, programs};
use crate::said::Said;
use joust_core::{Answer as CoreAnswer, Course, Fault, Game as _, Referee, Seed};
use joust_match::{Place, Programs};
use joust_players::{AnyPlayer, BadPlayer, Kind, Spec};
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// What a player answers. A callable may answer it in place of a move, to tell what the move has cost.
///
/// >>> import joust
/// >>> answer = joust.Answer("pass", nodes=12)
/// >>> answer.move, answer.nodes, answer.value
/// ('pass', 12, None)
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Answer {
    /// The move: its text, or the number of its action.
    r#move: Said,
    /// The positions that the player looked at, if it counts them.
    nodes: Option<u64>,
    /// What the player thinks that its game is worth, on its own scale.
    value: Option<f64>,
    /// Seconds that the answer took, if they are known.
    time: Option<f64>,
    /// What the player remarks about the turn.
    notes: Vec<String>,
}

impl Answer {
    /// The move.
    pub(crate) fn given(&self) -> Given<'_> {
        self.r#move.given()
    }

    /// The answer with the action that its move is.
    pub(crate) fn with<A>(&self, action: A) -> CoreAnswer<A> {
        CoreAnswer {
            nodes: self.nodes,
            value: self.value,
            notes: self.notes.clone(),
            ..CoreAnswer::new(action)
        }
    }

    /// The text of the move.
    pub(crate) fn into_text(self) -> String {
        match self.r#move {
            Said::Text(text) => text,
            Said::Index(index) => index.to_string(),
        }
    }

    fn of(answer: CoreAnswer<String>) -> Answer {
        let CoreAnswer { action, nodes, value, time, notes, .. } = answer;
        Answer { r#move: Said::Text(action), nodes, value, time: time.map(|time| time.as_secs_f64()), notes }
    }
}

#[pymethods]
impl Answer {
    #[new]
    #[pyo3(signature = (r#move, *, nodes=None, value=None, notes=None))]
    fn new(
        r#move: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        value: Option<f64>,
        notes: Option<Vec<String>>,
    ) -> PyResult<Answer> {
        Ok(Answer { r#move: Said::read(r#move)?, nodes, value, time: None, notes: notes.unwrap_or_default() })
    }

    fn __repr__(&self) -> String {
        let nodes = self.nodes.map_or_else(String::new, |nodes| format!(", nodes={nodes}"));
        match &self.r#move {
            Said::Text(text) => format!("joust.Answer('{text}'{nodes})"),
            Said::Index(index) => format!("joust.Answer({index}{nodes})"),
        }
    }
}

/// A player in its seat, which remembers its game from turn to turn. Threads take turns.
#[derive(Default)]
pub(crate) struct Chair {
    sitting: Arc<Mutex<Option<Sitting>>>,
    /// Where a process runs.
    home: Mutex<Option<Home>>,
}

struct Sitting {
    game: &'static str,
    player: Box<dyn AnyPlayer>,
}

impl Chair {
    /// The answer of a player, which takes the chair first if it is not yet there.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        seed: u64,
        position: &Position,
        spec: Result<Spec, BadPlayer>,
    ) -> PyResult<Answer> {
        if on!(&position.0, coded => coded.over()).is_some() {
            return Err(position.over(py));
        }
        let spec = spec.map_err(|why| errors::bad_player(py, &why))?;
        let programs = programs(py)?;
        let asked = if is_process(&spec) {
            let (sitting, position, spec) = (Arc::clone(&self.sitting), position.0.clone(), spec.clone());
            let ask = move |stop: &AtomicBool| asked(&sitting, &position, seed, &spec, programs, stop);
            self.home()?.attended(py, ask)?
        } else {
            let ask = |stop: &AtomicBool| asked(&self.sitting, &position.0, seed, &spec, programs, stop);
            if is_quick(&spec) { py.detach(|| ask(&AtomicBool::new(false))) } else { attended(py, ask)? }
        };
        match asked {
            Ok(Ok(answer)) => Ok(Answer::of(answer)),
            Ok(Err(fault)) => Err(errors::failed(py, &spec.to_string(), &fault)),
            Err(why) => Err(errors::because(py, "BadPlayer", why)),
        }
    }

    /// The thread of a process, which begins anew in the child of a fork.
    fn home(&self) -> PyResult<Home> {
        let mut home = self.home.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(home) = home.as_ref().filter(|home| home.is_here()) {
            return Ok(home.clone());
        }
        if home.is_some() {
            // The parent of the fork plays on with it.
            std::mem::forget(self.sitting.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
        Ok(home.insert(Home::new()?).clone())
    }
}

type Answered = Result<Result<CoreAnswer<String>, Fault>, String>;

fn asked(
    sitting: &Mutex<Option<Sitting>>,
    position: &AnyPosition,
    seed: u64,
    spec: &Spec,
    programs: &Programs,
    stop: &AtomicBool,
) -> Answered {
    on!(position, coded => asked_in(sitting, coded, seed, spec, programs, stop))
}

fn asked_in<P: TypedDuel>(
    sitting: &Mutex<Option<Sitting>>,
    coded: &Coded<P>,
    seed: u64,
    spec: &Spec,
    programs: &Programs,
    stop: &AtomicBool,
) -> Answered {
    let mut sitting = sitting.lock().unwrap_or_else(PoisonError::into_inner);
    let mut here = match sitting.take() {
        Some(sitting) if sitting.game == P::Game::NAME => sitting,
        _ => Sitting { game: P::Game::NAME, player: sit(spec, seed, programs)? },
    };
    let session = Referee::new(Course::new(coded.game()));
    let answer = here.player.act(&session, coded.at.to_move(), None, stop);
    // A player that has failed begins anew.
    *sitting = answer.is_ok().then_some(here);
    Ok(answer)
}

/// Seats a player, or says why it takes no seat.
fn sit(spec: &Spec, seed: u64, programs: &Programs) -> Result<Box<dyn AnyPlayer>, String> {
    let contestant = programs.find(spec.clone()).map_err(|why| why.to_string())?;
    let names = vec![contestant.name(), String::new()];
    let place = Place { seed: Seed(seed), names, ..Place::default() };
    contestant.seat(&place).ok_or_else(|| format!("`{spec}` does not play by itself"))
}

/// A player by name: ``engine:3``, ``minimax:2``, ``mcts:1000``, ``random``, a module or a program. It is a
/// callable that takes a position and gives a move, as any player of Python's is.
///
/// >>> import joust
/// >>> player = joust.Player("minimax:2", seed=1)
/// >>> position = joust.start("wargame", board="tiny")
/// >>> player(position) in position.moves()
/// True
#[pyclass(frozen, module = "joust")]
pub(crate) struct Player {
    name: String,
    seed: u64,
    chair: Chair,
}

impl Player {
    /// Its name, by which a match seats it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn answered(&self, py: Python<'_>, position: &Position) -> PyResult<Answer> {
        let game = on!(&position.0, coded => coded.name());
        self.chair.ask(py, self.seed, position, Spec::read(&self.name, game))
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, *, seed=0))]
    fn new(py: Python<'_>, name: &str, seed: u64) -> PyResult<Player> {
        // It must name a player of one of the duels; which one it plays is known by its positions.
        let mut refused = None;
        for duel in joust_games::duels() {
            match Spec::read(name, duel.name()) {
                Ok(Spec { kind: Kind::Human, .. }) => {
                    return Err(errors::because(py, "BadPlayer", "a person does not play by itself"));
                }
                Ok(spec) => {
                    return Ok(Player { name: spec.to_string(), seed, chair: Chair::default() });
                }
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        Err(refused
            .map_or_else(|| errors::because(py, "BadPlayer", name), |why| errors::bad_player(py, &why)))
    }

    /// Its full name.
    #[getter(name)]
    fn full_name(&self) -> &str {
        &self.name
    }

    /// The seed of its random choices.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The move that it chooses.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        self.answered(py, position).map(Answer::into_text)
    }

    /// The move that it chooses, with what it says about it.
    fn answer(&self, py: Python<'_>, position: &Position) -> PyResult<Answer> {
        self.answered(py, position)
    }

    fn __call__(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        self.choose(py, position)
    }

    fn __repr__(&self) -> String {
        format!("joust.Player('{}', seed={})", self.name, self.seed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = slf.get();
        (slf.get_type().getattr("_restore")?, (&own.name, own.seed))
            .into_pyobject(slf.py())
            .map(Bound::into_any)
    }

    /// The player of a pickle.
    #[staticmethod]
    fn _restore(py: Python<'_>, name: &str, seed: u64) -> PyResult<Player> {
        Player::new(py, name, seed)
    }
}

/// A position for a callable.
pub(crate) fn shown<P: TypedDuel>(py: Python<'_>, coded: &Coded<P>) -> PyResult<Py<Position>> {
    Py::new(py, Position(P::erased(coded.clone())))
}

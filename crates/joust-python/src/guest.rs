//! Callables of Python as players.

use crate::duel::{Coded, Given, TypedDuel};
use crate::errors;
use crate::player::{Answer, shown};
use crate::said::Said;
use joust_core::{Answer as CoreAnswer, Asked, DuelGame as _, Fault, FaultKind, Game, Illegal, Player};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The callables that play in a match or a lab, by the numbers of the players.
pub(crate) struct Guests {
    callables: Vec<Option<Py<PyAny>>>,
    /// Whether what a callable raises or answers in error ends everything; otherwise it loses its game.
    is_strict: bool,
    /// What ended everything.
    raised: Mutex<Option<PyErr>>,
    /// The threads that are inside a callable, as Python numbers them.
    inside: Mutex<Vec<u64>>,
}

/// Why a callable has no move.
enum Trouble {
    Raised(PyErr),
    NoMove(PyErr),
    Illegal(String, Illegal),
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guests {
    pub(crate) fn new(callables: Vec<Option<Py<PyAny>>>, is_strict: bool) -> Arc<Guests> {
        Arc::new(Guests { callables, is_strict, raised: Mutex::default(), inside: Mutex::default() })
    }

    /// Seats a callable; `None` where the player of that number is no guest.
    pub(crate) fn seat<P: TypedDuel>(self: &Arc<Self>, player: usize) -> Option<Box<dyn Player<P::Game>>> {
        let guest = || Guest::<P> { guests: Arc::clone(self), player, positions: PhantomData };
        self.has(player).then(|| Box::new(guest()) as Box<dyn Player<P::Game>>)
    }

    /// Whether the player of that number is a guest.
    pub(crate) fn has(&self, player: usize) -> bool {
        self.callables.get(player).is_some_and(Option::is_some)
    }

    /// What ended everything, if anything did.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(&self.raised).take()
    }

    /// Raises `KeyboardInterrupt` in the callables that run.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        let inside = locked(&self.inside).clone();
        if !inside.is_empty() {
            let sent =
                py.import("joust._interrupt").and_then(|module| module.call_method1("interrupt", (inside,)));
            // Where it cannot be sent, the callable goes on to its end.
            drop(sent);
        }
    }

    /// Asks a callable for its move.
    fn ask<P: TypedDuel>(
        &self,
        py: Python<'_>,
        player: usize,
        coded: &Coded<P>,
    ) -> Result<CoreAnswer<P::Move>, Trouble> {
        let Some(Some(callable)) = self.callables.get(player) else {
            return Err(Trouble::Raised(errors::because(py, "BadPlayer", "there is no such player")));
        };
        let said = self.called(py, callable, coded).map_err(Trouble::Raised)?;
        if let Ok(answer) = said.cast::<Answer>() {
            let answer = answer.get();
            return Ok(answer.with(legal(coded, answer.given())?));
        }
        let said = Said::read(&said).map_err(Trouble::NoMove)?;
        Ok(CoreAnswer::new(legal(coded, said.given())?))
    }

    fn called<'py, P: TypedDuel>(
        &self,
        py: Python<'py>,
        callable: &Py<PyAny>,
        coded: &Coded<P>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let thread: u64 = py.import("threading")?.call_method0("get_ident")?.extract()?;
        let position = shown(py, coded)?;
        locked(&self.inside).push(thread);
        let said = callable.bind(py).call1((position,));
        let mut inside = locked(&self.inside);
        if let Some(at) = inside.iter().rposition(|other| *other == thread) {
            inside.swap_remove(at);
        }
        said
    }

    /// The fault of a callable without a move; whether it ends everything is in `stop`.
    fn charge<P: TypedDuel>(&self, trouble: Trouble, asked: &Asked<'_, P::Game>) -> Fault {
        Python::attach(|py| {
            // An interrupt is not a mistake of the player.
            let is_interrupt = |why: &PyErr| !why.is_instance_of::<PyException>(py);
            let ends = match &trouble {
                Trouble::Raised(why) if is_interrupt(why) => true,
                _ => self.is_strict,
            };
            if !ends {
                return trouble.fault(py);
            }
            let (side, turn) = (P::SIDES[asked.seat.index() & 1], asked.game.turn_number());
            let why = trouble.exception(py);
            // Older versions of Python have no notes.
            let _ = why.value(py).call_method1("add_note", (format!("asked as {side} in turn {turn}"),));
            let late = keep_first(&mut locked(&self.raised), why);
            // To drop it may run code of Python, which lets another thread on, so that must not have the lock.
            drop(late);
            asked.stop.store(true, Ordering::Relaxed);
            Fault::stopped()
        })
    }
}

/// Keeps an error if it is the first, or gives it back.
fn keep_first(kept: &mut Option<PyErr>, why: PyErr) -> Option<PyErr> {
    if kept.is_some() {
        return Some(why);
    }
    *kept = Some(why);
    None
}

fn legal<P: TypedDuel>(coded: &Coded<P>, given: Given<'_>) -> Result<P::Move, Trouble> {
    coded.legal(given).map_err(|why| {
        let said = match given {
            Given::Text(text) => text.to_owned(),
            Given::Index(index) => index.to_string(),
        };
        Trouble::Illegal(said, why)
    })
}

impl Trouble {
    fn exception(self, py: Python<'_>) -> PyErr {
        match self {
            Trouble::Raised(why) | Trouble::NoMove(why) => why,
            Trouble::Illegal(_, why) => errors::illegal(py, why),
        }
    }

    fn fault(self, py: Python<'_>) -> Fault {
        match self {
            Trouble::Raised(why) => Fault::new(FaultKind::Crashed, format!("raised {}", why.value(py))),
            Trouble::NoMove(why) => {
                Fault::new(FaultKind::Garbled, format!("answered no move: {}", why.value(py)))
            }
            Trouble::Illegal(said, why) => Fault::illegal(said, why),
        }
    }
}

/// A callable in its seat.
struct Guest<P> {
    guests: Arc<Guests>,
    player: usize,
    positions: PhantomData<fn() -> P>,
}

impl<P: TypedDuel> Player<P::Game> for Guest<P> {
    fn act(&mut self, asked: &Asked<'_, P::Game>) -> Result<CoreAnswer<<P::Game as Game>::Action>, Fault> {
        if let Some(declined) = asked.declined() {
            return Ok(declined);
        }
        let coded = Coded::new(*asked.game.position());
        let begin = Instant::now();
        let said = Python::attach(|py| self.guests.ask(py, self.player, &coded));
        let time = Some(begin.elapsed());
        match said {
            Ok(answer) => Ok(CoreAnswer { time, ..answer.map(|mv| asked.game.action(mv)) }),
            Err(trouble) => Err(self.guests.charge::<P>(trouble, asked)),
        }
    }
}

//! Errors of Joust as exceptions. The classes are in `joust/errors.py`; here is which error raises which.

use joust_core::{Fault, Illegal, NotNow};
use joust_games::{Reason, Refused};
use joust_match::{BadJob, BadOpening};
use joust_players::BadPlayer;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fmt::Display;

/// An exception of the package. Should the package be damaged, the error of the import is raised instead.
pub(crate) fn raised<'py>(py: Python<'py>, class: &str, about: impl PyCallArgs<'py>) -> PyErr {
    let made = py.import("joust.errors").and_then(|errors| errors.getattr(class)?.call1(about));
    made.map_or_else(|why| why, PyErr::from_value)
}

/// An exception of a class whose arguments are reasons.
fn with_reasons(py: Python<'_>, class: &str, reasons: Vec<String>) -> PyErr {
    match PyTuple::new(py, reasons) {
        Ok(reasons) => raised(py, class, reasons),
        Err(why) => why,
    }
}

/// An exception of a class of the package with one reason.
pub(crate) fn because(py: Python<'_>, class: &str, why: impl Display) -> PyErr {
    with_reasons(py, class, vec![why.to_string()])
}

/// A move that the rules forbid.
pub(crate) fn illegal(py: Python<'_>, why: Illegal) -> PyErr {
    raised(py, "IllegalMove", (why.reason, why.clause, why.french))
}

/// An action that is not possible now.
pub(crate) fn not_now(py: Python<'_>, why: NotNow) -> PyErr {
    match why {
        NotNow::Illegal(why) => illegal(py, why),
        NotNow::Over | NotNow::Late => raised(py, "IllegalMove", (why.to_string(),)),
    }
}

/// Rules, a board, a position or a file that are refused. What is wrong with the text of a board, or in a game
/// without reasons of its own, is an error of the class `otherwise`.
pub(crate) fn refused(py: Python<'_>, why: &Refused, otherwise: &str) -> PyErr {
    let class = match why.0.first() {
        Some(Reason::MadRules(_) | Reason::WarRules(_)) => "BadRules",
        Some(Reason::MadBoard { .. } | Reason::WarBoard { .. }) => "BadBoard",
        Some(Reason::MadPosition(_) | Reason::WarPosition(_)) => "BadPosition",
        Some(Reason::File(_)) | None => otherwise,
    };
    with_reasons(py, class, why.texts())
}

/// There is no game of this name, or it is not a duel.
pub(crate) fn no_duel(py: Python<'_>, name: &str) -> PyErr {
    let duels: Vec<_> = joust_games::duels().iter().map(|duel| duel.name()).collect();
    let why = if joust_games::game(name).is_some() {
        format!("`{name}` is not a duel: its games are in joust.madmax; the duels are {}", duels.join(", "))
    } else {
        format!("there is no game `{name}`: the duels are {}", duels.join(", "))
    };
    because(py, "BadGame", why)
}

/// A name that does not name a player.
pub(crate) fn bad_player(py: Python<'_>, why: &BadPlayer) -> PyErr {
    because(py, if matches!(why, BadPlayer::Game(_)) { "BadGame" } else { "BadPlayer" }, why)
}

/// A game that cannot be played.
pub(crate) fn bad_job(py: Python<'_>, why: BadJob) -> PyErr {
    match why {
        BadJob::Setup(why) => refused(py, &why, "BadBoard"),
        BadJob::Action { why, .. } => illegal(py, why),
        BadJob::Player(why) => bad_player(py, &why),
        BadJob::Tables(_) => because(py, "BadTables", why),
        why => because(py, "BadPlayer", why),
    }
}

/// Games that cannot begin.
pub(crate) fn bad_opening(py: Python<'_>, why: BadOpening) -> PyErr {
    match why {
        BadOpening::Refused(why) => refused(py, &why, "BadBoard"),
        BadOpening::NoDuel(name) => no_duel(py, &name),
        BadOpening::Over => because(py, "BadPosition", why),
    }
}

/// A player that failed.
pub(crate) fn failed(py: Python<'_>, player: &str, fault: &Fault) -> PyErr {
    let class = if fault.kind == joust_core::FaultKind::Tables { "BadTables" } else { "Failed" };
    raised(py, class, (format!("{player} {fault}"),))
}

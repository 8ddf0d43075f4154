//! Whole games of the duels: moves, offers, resignations, records.

use crate::ask;
use crate::duel::AnyPosition;
use crate::errors::{because, no_duel, not_now, refused};
use crate::outcome::Ending;
use crate::position::{Position, written};
use crate::said::Said;
use joust_core::{Forfeit, Record, Seat};
use joust_games::{AnyDuelGame, Ask, DuelSession, duel};
use joust_mad::AppFile;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A game of a duel with its past: moves, offers and resignations, and its record.
///
/// >>> import joust
/// >>> game = joust.Game("wargame", board="1 2/3 4")
/// >>> for move in ["B2", "A1", "B1"]:
/// ...     told = game.play(move)
/// >>> told
/// ['blue conquers A1']
/// >>> game.actions
/// ['drop-B2', 'drop-A1', 'blitz-B1']
/// >>> game.undo()
/// True
/// >>> joust.Game.read(game.record()).position == game.position
/// True
#[pyclass(module = "joust")]
pub(crate) struct Game {
    session: Box<dyn DuelSession>,
    warnings: Vec<String>,
}

/// The position on the board, with its type.
pub(crate) fn typed(session: &dyn DuelSession) -> Option<AnyPosition> {
    let position = session.position();
    let any = position.as_any();
    let mad = any.downcast_ref::<joust_mad::Position>().map(|mad| AnyPosition::of(*mad));
    mad.or_else(|| any.downcast_ref::<joust_wargame::Position>().map(|war| AnyPosition::of(*war)))
}

fn found(py: Python<'_>, name: &str) -> PyResult<&'static dyn AnyDuelGame> {
    duel(name).ok_or_else(|| no_duel(py, name))
}

/// The game of a text: what its header says, what the caller says, or MAD for a file of its app.
fn game_of(text: &str, game: Option<&str>) -> Option<String> {
    let of_app = || AppFile::is_meant(text).then(|| "mad".to_owned());
    let header = || text.parse::<Record>().ok()?.header("Game").map(str::to_owned);
    game.map(str::to_owned).or_else(header).or_else(of_app)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game="mad", position=None, *, board=None, rules=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        position: Option<&str>,
        board: Option<&str>,
        rules: Option<&str>,
    ) -> PyResult<Game> {
        let session = found(py, game)?.duel_session(&ask::ask(board, rules, position));
        let session = session.map_err(|why| refused(py, &why, "BadBoard"))?;
        Ok(Game { session, warnings: Vec::new() })
    }

    /// A game that begins in a position.
    #[staticmethod]
    fn at(py: Python<'_>, position: &Position) -> PyResult<Game> {
        let setup = position.setup();
        let session = found(py, &setup.game)?.duel_session(&Ask::from(&setup));
        let session = session.map_err(|why| refused(py, &why, "BadPosition"))?;
        Ok(Game { session, warnings: Vec::new() })
    }

    /// Reads a record, or a position file of the MAD app. The game is that of the header ``Game``, unless it is
    /// named here.
    #[staticmethod]
    #[pyo3(signature = (text, game=None))]
    fn read(py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<Game> {
        let Some(name) = py.detach(|| game_of(text, game)) else {
            let why = match text.parse::<Record>() {
                Err(why) => why.to_string(),
                Ok(_) => {
                    "the record does not say of which game it is: add [Game \"mad\"], or name the game".into()
                }
            };
            return Err(because(py, "BadRecord", why));
        };
        let found = found(py, &name)?;
        let loaded = py.detach(|| found.load_duel(text)).map_err(|why| refused(py, &why, "BadRecord"))?;
        Ok(Game { session: loaded.session, warnings: loaded.warnings })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.session.game()
    }

    /// What the reader of a file had to assume, a sentence each.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The position on the board.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        typed(self.session.as_ref()).map(Position).ok_or_else(|| no_duel(py, self.session.game()))
    }

    /// The seat that is asked to act; None when the game is over. An offer is answered out of turn.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.session.to_act().map(Seat::index)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.ending().is_some()
    }

    /// How the game ended; None while it is not over.
    #[getter]
    fn ending(&self) -> Option<Ending> {
        let ending = self.session.ending()?;
        Some(Ending { ending, text: self.session.ending_text() })
    }

    /// All actions so far: moves, offers and others, in the notation of records.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.session.course().into_iter().map(|(_, action)| action).collect()
    }

    /// The words other than moves that can be played now, such as ``resign``.
    fn words(&self) -> Vec<&'static str> {
        self.session.words()
    }

    /// Plays a move, by text or index, or a word such as ``resign``, ``offer`` or ``accept``. Gives what happened
    /// beside the action itself, a sentence each.
    fn play(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let text = match Said::read(action)? {
            Said::Text(text) => text,
            said @ Said::Index(_) => written(py, &self.position(py)?.0, said.given())?,
        };
        self.session.act(&text).map_err(|why| not_now(py, why))
    }

    /// Lets a seat resign, in its turn or not.
    fn resign(&mut self, py: Python<'_>, seat: usize) -> PyResult<Vec<String>> {
        let seat = Seat::new(seat)
            .filter(|_| seat < 2)
            .ok_or_else(|| PyValueError::new_err("the seats are 0 and 1"))?;
        self.session.forfeit(seat, Forfeit::Resigned, 0).map_err(|why| not_now(py, why))
    }

    /// Takes back the last move, and what was said after it; False if there is nothing to take back.
    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// The record of the game. Headers can be added by name.
    ///
    /// >>> import joust
    /// >>> game = joust.Game("mad", rules="app")
    /// >>> _ = game.play("c2c4")
    /// >>> print(game.record(Red="Ada", Blue="Bob"))
    /// [Game "mad"]
    /// [Red "Ada"]
    /// [Blue "Bob"]
    /// [Board "6x4"]
    /// [Rules "app"]
    /// <BLANKLINE>
    /// 1. 211-c2-c4
    /// *
    /// <BLANKLINE>
    #[pyo3(signature = (**headers))]
    fn record(&self, py: Python<'_>, headers: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let mut added: Vec<(String, String)> = Vec::new();
        for (name, value) in headers.into_iter().flatten() {
            let name: String = name.extract()?;
            let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            if !plain {
                return Err(because(py, "BadRecord", format!("`{name}` is not the name of a header")));
            }
            added.push((name, value.str()?.extract()?));
        }
        let added: Vec<_> = added.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Ok(self.session.record(&added).to_string())
    }

    /// A copy of the game with its past.
    fn copy(&self) -> Game {
        Game { session: self.session.boxed_duel(), warnings: self.warnings.clone() }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.session.course().len()
    }

    fn __repr__(&self) -> String {
        let (game, actions) = (self.session.game(), joust_core::count(self.session.course().len(), "action"));
        match self.session.ending() {
            None => format!("<joust.Game of {game}, {actions}>"),
            Some(ending) => format!("<joust.Game of {game}, {actions}, {}>", ending.points()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = slf.borrow();
        let parts = (own.record(slf.py(), None)?, own.session.game());
        (slf.get_type().getattr("read")?, parts).into_pyobject(slf.py()).map(Bound::into_any)
    }
}

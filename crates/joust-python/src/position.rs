//! Positions of the duels.

use crate::duel::{AnyPosition, Coded, Given, TypedDuel, on};
use crate::outcome::{Outcome, returns};
use crate::rng::Rng;
use crate::said::Said;
use crate::symmetry::{Image, Symmetry};
use crate::{ask, errors};
use joust_batch::Encoding;
use joust_core::{Duel, Setup};
use joust_games::{Ask, BoardAsk};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A position of a duel: an immutable value that can be hashed, compared, copied and pickled.
///
/// >>> import joust
/// >>> p = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r", rules="app")
/// >>> p.side, p.turn, p.is_over
/// ('red', 3, False)
/// >>> q = p.play("a3a4")
/// >>> str(q)
/// 'b111,,,/,,,/r111,,,/,,,/,,,/,,, b 4 1 -'
/// >>> q == p.play("111-a3-a4"), q == p
/// (True, False)
#[pyclass(frozen, eq, hash, module = "joust")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) AnyPosition);

impl Position {
    /// A position whose type is known.
    pub(crate) fn of<P: TypedDuel>(at: P) -> Position {
        Position(AnyPosition::of(at))
    }

    /// How a game from here starts, spelled out.
    pub(crate) fn setup(&self) -> Setup {
        on!(&self.0, coded => coded.setup())
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        on!(&self.0, coded => coded.at.to_string())
    }

    /// The error of a game that is over.
    pub(crate) fn over(&self, py: Python<'_>) -> PyErr {
        match on!(&self.0, coded => coded.over()) {
            Some(why) => errors::illegal(py, why),
            None => PyValueError::new_err("the game is not over"),
        }
    }
}

/// The text of a legal move, whose number may be given as well.
pub(crate) fn written(py: Python<'_>, position: &AnyPosition, given: Given<'_>) -> PyResult<String> {
    let found = on!(position, coded => coded.legal(given).map(|mv| coded.at.write_move(mv)));
    found.map_err(|why| errors::illegal(py, why))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None, *, board=None, rules=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        text: Option<&str>,
        board: Option<&str>,
        rules: Option<&str>,
    ) -> PyResult<Position> {
        ask::position(py, game, &ask::ask(board, rules, text)).map(Position)
    }

    /// The name of the game: ``mad`` or ``wargame``.
    #[getter]
    fn game(&self) -> &'static str {
        on!(&self.0, coded => coded.name())
    }

    /// The name of the board.
    #[getter]
    fn board(&self) -> String {
        self.setup().board.name
    }

    /// The board in full: a picture of the start in MAD, the values of the squares in the War Game. It can be
    /// given as a board.
    #[getter]
    fn board_text(&self) -> String {
        self.setup().board.text
    }

    /// The name of the ruleset, or all options where they are those of no ruleset.
    #[getter]
    fn rules(&self) -> String {
        on!(&self.0, coded => coded.ruleset())
    }

    /// The seat whose turn it is: 0 or 1.
    #[getter]
    fn to_move(&self) -> usize {
        on!(&self.0, coded => coded.at.to_move().index())
    }

    /// The side whose turn it is, by name.
    #[getter]
    fn side(&self) -> &'static str {
        on!(&self.0, coded => coded.side())
    }

    /// The names of both sides, in the order of the seats.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        on!(&self.0, coded => coded.sides()).into()
    }

    /// The number of this turn, from 1.
    #[getter]
    fn turn(&self) -> u32 {
        on!(&self.0, coded => coded.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        on!(&self.0, coded => coded.at.outcome().is_some())
    }

    /// How the game ended; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        on!(&self.0, coded => coded.at.outcome().map(Outcome))
    }

    /// What each seat has won, from -1.0 to 1.0, with the sum 0; None while the game goes on.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let outcome = on!(&self.0, coded => coded.at.outcome());
        outcome.map(|outcome| PyTuple::new(py, returns(&outcome))).transpose()
    }

    /// The scores of both sides so far; None in MAD, which has no scores.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let scores = on!(&self.0, coded => coded.at.scores());
        scores.map(|scores| PyTuple::new(py, scores)).transpose()
    }

    /// A hash of all that decides which moves there are and what they do, equal on all machines. In MAD the
    /// counter of the tie-break is left out.
    #[getter]
    fn key(&self) -> u64 {
        on!(&self.0, coded => coded.at.key())
    }

    /// No game from here lasts more moves than this.
    #[getter]
    fn longest(&self) -> u32 {
        on!(&self.0, coded => coded.at.longest())
    }

    /// The rows of the board from the top, each a list of cells: ``r211`` or an empty text in MAD, ``#`` where
    /// the board has no square; ``b``, ``g`` or ``.`` in the War Game.
    ///
    /// >>> import joust
    /// >>> joust.Position("wargame", "b./g. b", board="1 2/3 4").grid()
    /// [['b', '.'], ['g', '.']]
    fn grid(&self) -> Vec<Vec<String>> {
        let text = self.text();
        let rows = text.split(' ').next().unwrap_or_default().split('/');
        match self.0 {
            AnyPosition::Mad(_) => rows.map(|row| row.split(',').map(str::to_owned).collect()).collect(),
            AnyPosition::War(_) => rows.map(|row| row.chars().map(String::from).collect()).collect(),
        }
    }

    /// All legal moves as text, in the order of the rules; none when the game is over.
    ///
    /// >>> import joust
    /// >>> joust.start("wargame", board="1 2/3 4").moves()
    /// ['drop-A1', 'drop-B1', 'drop-A2', 'drop-B2']
    fn moves(&self) -> Vec<String> {
        on!(&self.0, coded => coded.at.all_moves().iter().map(|mv| coded.at.write_move(*mv)).collect())
    }

    /// The numbers of all legal moves in the encoding of actions, in the order of :meth:`moves`.
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        on!(&self.0, coded => {
            let moves = coded.at.all_moves();
            PyArray1::from_iter(py, moves.iter().map(|mv| coded.code.index(&coded.at, *mv) as i32))
        })
    }

    /// The number of a legal move in the encoding of actions.
    ///
    /// >>> import joust
    /// >>> p = joust.start("mad", rules="app")
    /// >>> p.move(p.action("c2c4"))
    /// '211-c2-c4'
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let said = Said::read(r#move)?;
        let found =
            on!(&self.0, coded => coded.legal(said.given()).map(|mv| coded.code.index(&coded.at, mv)));
        found.map_err(|why| errors::illegal(r#move.py(), why))
    }

    /// The full text of a legal move, of which the number or a part is given.
    fn r#move(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        written(action.py(), &self.0, Said::read(action)?.given())
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let said = Said::read(r#move)?;
        Ok(on!(&self.0, coded => coded.legal(said.given()).is_ok()))
    }

    /// The position after a move: a text, as short as people write it, or the number of an action. This position
    /// stays as it is.
    ///
    /// >>> import joust
    /// >>> p = joust.start("mad", rules="app")
    /// >>> p.play("c2c4").turn, p.turn
    /// (2, 1)
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let said = Said::read(r#move)?;
        let next = match &self.0 {
            AnyPosition::Mad(coded) => coded.legal(said.given()).map(|mv| AnyPosition::Mad(coded.after(mv))),
            AnyPosition::War(coded) => coded.legal(said.given()).map(|mv| AnyPosition::War(coded.after(mv))),
        };
        next.map(Position).map_err(|why| errors::illegal(r#move.py(), why))
    }

    /// A legal move, drawn so that all are equally likely.
    ///
    /// >>> import joust
    /// >>> p, rng = joust.start("mad"), joust.Rng(1)
    /// >>> p.random_move(rng) in p.moves()
    /// True
    fn random_move(&self, py: Python<'_>, rng: &mut Rng) -> PyResult<String> {
        let drawn = on!(&self.0, coded => {
            rng.draw(|rng| coded.at.random_move(rng)).map(|mv| coded.at.write_move(mv))
        });
        drawn.ok_or_else(|| self.over(py))
    }

    /// The number of a legal move, drawn so that all are equally likely: that of :meth:`random_move`.
    fn random_action(&self, py: Python<'_>, rng: &mut Rng) -> PyResult<usize> {
        let drawn = on!(&self.0, coded => {
            rng.draw(|rng| coded.at.random_move(rng)).map(|mv| coded.code.index(&coded.at, mv))
        });
        drawn.ok_or_else(|| self.over(py))
    }

    /// The number of actions in the encoding: those of this position are among them.
    #[getter]
    fn num_actions(&self) -> usize {
        on!(&self.0, coded => coded.code.actions())
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        on!(&self.0, coded => coded.code.observation_shape()).into()
    }

    /// The version of the encoding of observations and actions. It changes with any number in it.
    #[getter]
    fn encoding_version(&self) -> u32 {
        on!(&self.0, coded => coded.version())
    }

    /// The position as the side to move sees it: an array of bytes of the shape :attr:`observation_shape`.
    ///
    /// >>> import joust
    /// >>> joust.start("wargame", board="1 2/3 4").observation()[3].tolist()
    /// [[1, 2], [3, 4]]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let seen = on!(&self.0, coded => coded.code.observation(&coded.at));
        let shape: [usize; 3] = self.observation_shape().into();
        PyArray1::from_vec(py, seen).reshape(shape)
    }

    /// For each action, whether it is legal.
    ///
    /// >>> import joust
    /// >>> p = joust.start("mad")
    /// >>> sorted(p.actions()) == p.mask().nonzero()[0].tolist()
    /// True
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mask = on!(&self.0, coded => coded.code.mask(&coded.at));
        PyArray1::from_iter(py, mask.into_iter().map(|legal| legal != 0))
    }

    /// The symmetries of board and rules, as maps of observations and actions.
    fn symmetries(&self) -> Vec<Symmetry> {
        on!(&self.0, coded => coded.code.symmetries()).into_iter().map(Symmetry::new).collect()
    }

    /// The images of this position under the symmetries, each with its maps of observations and actions.
    ///
    /// >>> import joust
    /// >>> p = joust.start("mad", rules="app")
    /// >>> mirrored = p.images()[0]
    /// >>> mirrored.position.move(mirrored.actions[p.action("c2c4")])
    /// '211-b2-b4'
    fn images(&self, py: Python<'_>) -> PyResult<Vec<Image>> {
        on!(&self.0, coded => images(py, coded))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let setup = self.setup();
        let known = Ask { board: Some(BoardAsk::Named(&setup.board.name)), ..Ask::default() };
        let known = joust_games::duel(&setup.game).and_then(|duel| duel.setup(&known).ok());
        let is_known = known.is_some_and(|known| known.board.text == setup.board.text);
        let board = if is_known { setup.board.name } else { setup.board.text.replace('\n', "/") };
        let rules = self.rules();
        format!("joust.Position('{}', '{}', board='{board}', rules='{rules}')", setup.game, setup.position)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let setup = slf.get().setup();
        let parts = (setup.game, setup.board.name, setup.board.text, setup.rules, setup.position);
        (slf.get_type().getattr("_restore")?, parts).into_pyobject(slf.py()).map(Bound::into_any)
    }

    /// The position of a pickle.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        game: &str,
        board: &str,
        board_text: &str,
        rules: &str,
        text: &str,
    ) -> PyResult<Position> {
        let board = BoardAsk::Text { name: board, text: board_text };
        let ask = Ask { rules: Some(rules), board: Some(board), position: Some(text), seed: None };
        ask::position(py, game, &ask).map(Position)
    }
}

/// The images of a position. Some positions have no image under a symmetry of their board.
fn images<P: TypedDuel>(py: Python<'_>, coded: &Coded<P>) -> PyResult<Vec<Image>> {
    let mut symmetries = coded.code.symmetries().into_iter();
    let images = coded.at.images().into_iter().filter_map(|image| {
        let symmetry = symmetries.find(|symmetry| symmetry.exchanged == image.exchanged)?;
        Some(Image::new(py, Position::of(image.position), symmetry))
    });
    images.collect()
}

/// The position in which games of a duel start.
///
/// >>> import joust
/// >>> p = joust.start("mad", board="5x5", rules="app")
/// >>> p.board, p.rules, len(p.moves())
/// ('5x5', 'app', 18)
#[pyfunction]
#[pyo3(signature = (game="mad", *, board=None, rules=None))]
pub(crate) fn start(
    py: Python<'_>,
    game: &str,
    board: Option<&str>,
    rules: Option<&str>,
) -> PyResult<Position> {
    ask::position(py, game, &ask::ask(board, rules, None)).map(Position)
}

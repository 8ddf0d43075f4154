//! What a match has come to.

use joust_core::Setup;
use joust_league::{DuelRow, DuelStandings, Pairing as Pairs, elo};
use joust_match::{DuelLine, DuelMatch, duel_record};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What a match has come to.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct MatchResult {
    /// The name of the game.
    game: String,
    /// The players in the order in which they were entered.
    standings: Vec<Py<Standing>>,
    /// Each pair of players.
    pairings: Vec<Py<Pairing>>,
    /// The games in their order.
    games: Vec<Py<MatchGame>>,
}

impl MatchResult {
    pub(crate) fn new(
        py: Python<'_>,
        about: &DuelMatch,
        standings: &DuelStandings,
        games: Vec<(DuelLine, Setup)>,
    ) -> PyResult<MatchResult> {
        let rows = standings.rows();
        let games = games.into_iter().map(|(line, setup)| {
            let names =
                line.seats.map(|player| rows.get(player).map_or_else(String::new, |row| row.name.clone()));
            Py::new(py, MatchGame { line, setup, names })
        });
        let pairing = |pairs: Pairs| {
            let names =
                pairs.players.map(|player| rows.get(player).map_or_else(String::new, |row| row.name.clone()));
            Py::new(py, Pairing::new(pairs, names))
        };
        Ok(MatchResult {
            game: about.game.clone(),
            games: games.collect::<PyResult<_>>()?,
            pairings: standings.pairings().map(pairing).collect::<PyResult<_>>()?,
            standings: rows.iter().map(|row| Py::new(py, Standing::new(row))).collect::<PyResult<_>>()?,
        })
    }
}

#[pymethods]
impl MatchResult {
    /// How much stronger the first player is than the second, in Elo; infinite when it has won or lost all.
    #[getter]
    fn elo(&self) -> Option<f64> {
        self.pairings.first().map(|pairing| pairing.get().elo)
    }

    fn __str__(&self) -> String {
        let wide = self.standings.iter().map(|row| row.get().name.chars().count()).max().unwrap_or(0);
        let row = |row: &Py<Standing>| {
            let Standing { name, games, points, score, .. } = row.get();
            let score = score.map_or_else(|| "  -  ".to_owned(), |score| format!("{:5.1}", score * 100.0));
            format!("{name:wide$}  {points:>6} points of {games} games  {score} %")
        };
        self.standings.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<joust.MatchResult of {}, {} games>", self.game, self.games.len())
    }
}

/// The games of a player in a match.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Standing {
    /// The name, with a number where another player has it too.
    name: String,
    /// How many games it has played.
    games: u32,
    /// Its points by the rules of the game.
    points: f64,
    /// The mean score of its games: 1 for a victory, 0.75 for a semi-victory, 0.5 for a tie; None without a game.
    score: Option<f64>,
    /// Victories.
    won: u32,
    /// Semi-victories of MAD.
    semi_won: u32,
    /// Ties of the War Game.
    tied: u32,
    /// Semi-defeats of MAD.
    semi_lost: u32,
    /// Defeats.
    lost: u32,
    /// Games that it lost by its own fault.
    faults: u32,
    /// Moves that it made itself.
    moves: u64,
    /// Positions that it looked at, if it counts them.
    nodes: u64,
    /// Seconds that it took for all moves.
    time: f64,
}

impl Standing {
    fn new(row: &DuelRow) -> Standing {
        let [won, semi_won, tied, semi_lost, lost] = row.kinds;
        Standing {
            name: row.name.clone(),
            games: row.games,
            points: row.points,
            score: row.score(),
            won,
            semi_won,
            tied,
            semi_lost,
            lost,
            faults: row.faults,
            moves: row.spent.moves,
            nodes: row.spent.nodes,
            time: row.spent.ms / 1000.0,
        }
    }
}

#[pymethods]
impl Standing {
    fn __repr__(&self) -> String {
        format!("<joust.Standing {}: {} points of {} games>", self.name, self.points, self.games)
    }
}

/// The games between two players, by pairs with one opening.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Pairing {
    /// The names of both.
    players: [String; 2],
    /// The number of pairs of games.
    pairs: u32,
    /// The mean score of the first player; None before the first pair is complete.
    score: Option<f64>,
    /// How much stronger the first player is, in Elo; infinite when it has won or lost all.
    elo: f64,
    /// The lower end of the 95 % confidence interval.
    low: f64,
    /// The upper end of the 95 % confidence interval.
    high: f64,
}

impl Pairing {
    fn new(pairs: Pairs, players: [String; 2]) -> Pairing {
        let (score, rating) = (pairs.pairs.score(), pairs.pairs.rating());
        let elo = score.map_or(0.0, elo);
        Pairing { players, pairs: pairs.pairs.count(), score, elo, low: rating.low, high: rating.high }
    }
}

#[pymethods]
impl Pairing {
    fn __repr__(&self) -> String {
        let [one, other] = &self.players;
        format!(
            "<joust.Pairing {one} - {other}: {:+.0} Elo ({:+.0} to {:+.0})>",
            self.elo, self.low, self.high
        )
    }
}

/// A game of a match.
#[pyclass(frozen, module = "joust")]
pub(crate) struct MatchGame {
    line: DuelLine,
    setup: Setup,
    names: [String; 2],
}

#[pymethods]
impl MatchGame {
    /// The number of the game in the match, from 0.
    #[getter]
    fn number(&self) -> usize {
        self.line.game
    }

    /// The numbers of the players, in the order of the seats.
    #[getter]
    fn seats(&self) -> (usize, usize) {
        self.line.seats.into()
    }

    /// The names of the players, in the order of the seats.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.names)
    }

    /// The moves of the game, those of the opening first.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line.moves.clone()
    }

    /// How many moves are the opening, which no player has chosen.
    #[getter]
    fn opening(&self) -> usize {
        self.line.opening
    }

    /// The points of the seats.
    #[getter]
    fn points(&self) -> (f64, f64) {
        self.line.points.into()
    }

    /// The result as records write it, such as ``1-0``.
    #[getter]
    fn result(&self) -> &str {
        &self.line.result
    }

    /// What a player did that ended the game; None if nothing did.
    #[getter]
    fn fault(&self) -> Option<String> {
        let fault = self.line.fault.as_ref()?;
        let seat = self.line.seats.iter().position(|player| *player == fault.player).unwrap_or(0);
        Some(format!("{} {}", self.names[seat], fault.what))
    }

    /// The record of the game. One that a fault or endgame tables ended has no result.
    fn record(&self) -> String {
        let is_whole = self.line.fault.is_none() && self.line.adjudicated.is_none();
        let result = is_whole.then(|| self.line.result.clone());
        let record = duel_record(&self.setup, &self.names, &self.line.moves, result);
        record.map_or_else(String::new, |record| record.to_string())
    }

    fn __repr__(&self) -> String {
        let [one, other] = &self.names;
        format!("<joust.MatchGame {}: {one} - {other} {}>", self.line.game, self.line.result)
    }
}

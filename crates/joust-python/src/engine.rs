//! The engine: moves at a level, and analysis.

use crate::analysis::Analysis;
use crate::attend::attended;
use crate::duel::on;
use crate::errors;
use crate::limits;
use crate::player::{Answer, Chair};
use crate::position::Position;
use joust_core::FaultKind;
use joust_games::Erased;
use joust_players::analysis::{Query, analyze};
use joust_players::endgame::EndgameSource;
use joust_players::{BadPlayer, Kind, Spec};
use joust_search::engine::SearchLimits;
use pyo3::prelude::*;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The engine. Without limits, it plays at full strength and takes a second for a move; a level has limits of
/// its own. Times are in seconds.
///
/// >>> import joust
/// >>> engine = joust.Engine(nodes=2000)
/// >>> position = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r")
/// >>> engine.choose(position) in position.moves()
/// True
#[pyclass(frozen, module = "joust")]
pub(crate) struct Engine {
    /// Its name as a player, without its tables.
    name: String,
    limits: SearchLimits,
    threads: usize,
    /// The bytes of the table of an analysis.
    table: usize,
    tables: Option<PathBuf>,
    seed: u64,
    chair: Chair,
}

/// The time of an analysis without limits of its own.
const USUAL: Duration = Duration::from_secs(1);

impl Engine {
    /// Its name, by which a match seats it.
    pub(crate) fn name(&self) -> String {
        match &self.tables {
            None => self.name.clone(),
            Some(folder) => format!("{},tables={}", self.name, folder.display()),
        }
    }

    fn source(&self) -> EndgameSource {
        self.tables.clone().map_or(EndgameSource::Off, EndgameSource::Folder)
    }

    /// What its name means in a game. A game without tables has no option for them.
    fn spec(&self, game: &str) -> Result<Spec, BadPlayer> {
        let mut spec = Spec::read(&self.name, game)?;
        if let Kind::Engine(engine) = spec.kind {
            spec.kind = Kind::Engine(engine.with_tables(self.source()));
        }
        Ok(spec)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level=None, *, time=None, nodes=None, depth=None, threads=1, table=64, tables=None, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        level: Option<u8>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        threads: usize,
        table: usize,
        tables: Option<PathBuf>,
        seed: u64,
    ) -> PyResult<Engine> {
        let limits = limits::search(time, nodes, depth)?;
        let (threads, table) = (limits::threads(threads)?, limits::table(table)?);
        let mut name = level.map_or_else(|| "engine".to_owned(), |level| format!("engine:{level}"));
        let time = limits.time.map(|time| time.as_millis().to_string());
        let options = [
            ("time", time),
            ("nodes", nodes.map(|nodes| nodes.to_string())),
            ("depth", depth.map(|depth| depth.to_string())),
            ("threads", (threads > 1).then(|| threads.to_string())),
        ];
        for (key, value) in options {
            value
                .map_or(Ok(()), |value| write!(name, ",{key}={value}"))
                .expect("a text takes all that is written");
        }
        Spec::read(&name, "mad").map_err(|why| errors::bad_player(py, &why))?;
        Ok(Engine { name, limits, threads, table, tables, seed, chair: Chair::default() })
    }

    /// The move that the engine chooses.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        self.answer(py, position).map(Answer::into_text)
    }

    /// The move that the engine chooses, with the nodes that it searched and the value.
    fn answer(&self, py: Python<'_>, position: &Position) -> PyResult<Answer> {
        let game = on!(&position.0, coded => coded.name());
        self.chair.ask(py, self.seed, position, self.spec(game))
    }

    /// The best lines of a position, each with another first move. The level plays no part in it.
    ///
    /// >>> import joust
    /// >>> position = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r")
    /// >>> best = joust.Engine(nodes=50_000).analyze(position).lines[0]
    /// >>> best.proven, best.value, best.worth
    /// (True, 1.0, 'wins in 9')
    #[pyo3(signature = (position, lines=1))]
    fn analyze(&self, py: Python<'_>, position: &Position, lines: usize) -> PyResult<Analysis> {
        let lines = limits::within("lines", lines, joust_core::MAX_MOVES)?;
        if on!(&position.0, coded => coded.over()).is_some() {
            return Err(position.over(py));
        }
        let mut limits = self.limits;
        if limits == SearchLimits::default() {
            limits.time = Some(USUAL);
        }
        let query = Query {
            limits,
            lines,
            threads: self.threads,
            table: self.table,
            tables: self.source(),
            visited: Arc::default(),
        };
        let found = attended(
            py,
            |stop| on!(&position.0, coded => analyze(&Erased(coded.at), &query, stop, &mut |_| {})),
        )?;
        match found {
            Ok(found) => Analysis::new(py, found),
            Err(fault) if fault.kind == FaultKind::Tables => Err(errors::because(py, "BadTables", fault)),
            Err(fault) => Err(errors::failed(py, "the engine", &fault)),
        }
    }

    fn __call__(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        self.choose(py, position)
    }

    fn __repr__(&self) -> String {
        format!("<joust.Engine {}>", self.name())
    }
}

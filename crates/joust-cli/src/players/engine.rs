//! The engine as a player: what is known, what can be solved in time, and search for the rest.

use super::{Answer, BadPlayer, Fault, Player};
use joust_core::Duel;
use joust_games::AnyDuel;
use joust_search::engine::{Engine, Limits};
use joust_search::wargame::WarKnowledge;
use joust_solve::wargame::{Options, known, solve};
use joust_wargame::{Move, Position};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long the engine may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineSpec {
    limits: Limits,
}

/// A second a move, unless something else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Memory for the table of the search.
const TABLE: usize = 64 << 20;

impl EngineSpec {
    /// Reads `[,time=MS][,nodes=N][,depth=N]`.
    pub(super) fn read(text: &str, rest: Option<&str>, game: &str) -> Result<EngineSpec, BadPlayer> {
        if game != "wargame" {
            return Err(BadPlayer::NoEngine(text.to_owned()));
        }
        let mut limits = Limits::default();
        let words =
            rest.map(|rest| rest.strip_prefix(',').ok_or_else(|| BadPlayer::NoLevels(text.to_owned())));
        for word in words.transpose()?.into_iter().flat_map(|words| words.split(',')) {
            let bad = || BadPlayer::Limit { text: text.to_owned(), option: word.to_owned() };
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            let number: u64 = value.parse().ok().filter(|number| *number > 0).ok_or_else(bad)?;
            match key {
                "time" => limits.time = Some(Duration::from_millis(number)),
                "nodes" => limits.nodes = Some(number),
                "depth" => limits.depth = Some(u32::try_from(number).map_err(|_| bad())?),
                _ => return Err(bad()),
            }
        }
        if limits == Limits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        Ok(EngineSpec { limits })
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("engine")?;
        let Limits { time, nodes, depth } = self.limits;
        if let Some(time) = time.filter(|time| *time != DEFAULT_TIME || nodes.is_some() || depth.is_some()) {
            write!(f, ",time={}", time.as_millis())?;
        }
        if let Some(nodes) = nodes {
            write!(f, ",nodes={nodes}")?;
        }
        depth.map_or(Ok(()), |depth| write!(f, ",depth={depth}"))
    }
}

/// The engine at the table.
pub(super) struct Thinker {
    name: String,
    limits: Limits,
    engine: Engine<Position, WarKnowledge>,
}

impl Thinker {
    pub(super) fn new(spec: &EngineSpec) -> Thinker {
        let engine = Engine::new(WarKnowledge, TABLE);
        Thinker { name: spec.to_string(), limits: spec.limits, engine }
    }

    /// The move of a solved board, or of a position that can be solved within the limits.
    #[expect(clippy::cast_precision_loss, reason = "estimates need no more than 52 bits")]
    fn exact(&self, position: &Position) -> Option<(Move, u64)> {
        if let Some(square) = known(position).and_then(|known| known.best.first()) {
            return Some((Move::take(*square), 0));
        }
        // With a limit on nodes the same answer must come on every machine: one thread, no clock.
        let counted = self.limits.nodes.is_some() || self.limits.depth.is_some();
        let threads = if counted { 1 } else { Options::default().threads };
        let left = position.vacant().count_ones();
        let fits = match (self.limits.time, self.limits.nodes) {
            (Some(time), None) => {
                expected_nodes(left) <= NODES_PER_SECOND * threads as f64 * time.as_secs_f64()
            }
            (_, Some(nodes)) => expected_nodes(left) <= nodes as f64,
            (None, None) => self.limits.depth.is_none_or(|depth| depth >= left),
        };
        if !fits {
            return None;
        }
        let options =
            Options { threads, time: self.limits.time, nodes: self.limits.nodes, ..Options::default() };
        let solution = solve(position, &options).ok().filter(|solution| solution.proven)?;
        Some((*solution.best.first()?, solution.nodes))
    }
}

/// What the solver does on a slow core; an estimate that is too high only wastes time.
const NODES_PER_SECOND: f64 = 4e6;

/// Nodes of a typical solve: measured at 20 vacant squares, and about 2.1 times as many for each
/// square more.
fn expected_nodes(left: u32) -> f64 {
    10e6 * 2.1_f64.powi(left as i32 - 20)
}

impl Player for Thinker {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, position: &dyn AnyDuel) -> Result<Answer, Fault> {
        let begin = Instant::now();
        let position: &Position =
            position.as_any().downcast_ref().ok_or(Fault::NotHere("the engine plays the War Game only"))?;
        if let Some((mv, nodes)) = self.exact(position) {
            return Ok(Answer { mv: position.write_move(mv), nodes: Some(nodes), time: begin.elapsed() });
        }
        let mut limits = self.limits;
        limits.time = limits.time.map(|time| time.saturating_sub(begin.elapsed()));
        let found = self.engine.search(position, &limits, &AtomicBool::new(false), &mut |_| {});
        let found = found.ok_or(Fault::NotHere("the game is over"))?;
        let mv = position.write_move(found.line[0]);
        Ok(Answer { mv, nodes: Some(found.nodes), time: begin.elapsed() })
    }
}

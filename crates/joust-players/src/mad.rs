//! What players know of MAD: weights, endgame tables, and the length of victories.

use crate::analysis::{Analysis, LOST, Thought};
use crate::endgame::{EndgameSource, oracle, tables};
use crate::engine::{EngineSpec, Eval};
use crate::playable::{ExactKnowledge, PlayableDuel, random_opening};
use joust_core::{Duel, DuelGame as _, Fault, FaultKind, MoveList, Outcome, Rng};
use joust_mad::{Battle, Board, Move, Position, Side};
use joust_search::engine::{Engine, SearchLimits, ends_in};
use joust_search::evaluation::{Evaluate, Material};
use joust_search::informed::Informed;
use joust_search::mad::{MadKnowledge, WeightName, expectation};
use joust_search::mcts::{Greedy, Policy, Uniform};
use joust_solve::mad::{Distance, EndgameTables, TableError, Value};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl PlayableDuel for Battle {
    type Exact = MadExact;

    const ENGINE_OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("eval", "eval=plain or a file of weights"),
        ("set.", "set.NAME=WEIGHT (a single weight)"),
        ("tables", "tables=DIR (endgame tables of MAD)"),
    ];

    fn engine_numbers(position: &Position, engine: &EngineSpec) -> Vec<(String, i16)> {
        let weights = engine.eval().weights(position.board());
        WeightName::all().map(|name| (name.to_string(), weights.get(name))).collect()
    }

    fn evals() -> Vec<(&'static str, &'static dyn Evaluate<Position>)> {
        vec![("material", &Material)]
    }

    fn policies() -> Vec<(&'static str, &'static dyn Policy<Position>)> {
        vec![("uniform", &Uniform), ("greedy", &Greedy)]
    }

    fn endgame_tables(&self, folder: &Path) -> Option<Result<Arc<EndgameTables>, Arc<TableError>>> {
        Some(tables(folder, self.position().board()))
    }

    fn judged(&self, tables: &EndgameTables) -> Option<Outcome> {
        let (value, seat) = (tables.value(self.position())?, self.position().side().seat());
        let winner = if value.is_good() { seat } else { seat.opponent() };
        Some(Outcome::duel_win(winner, if value.is_full() { Outcome::FULL } else { 1 }))
    }

    /// The positioning turns.
    fn opening_moves(position: &Position) -> u32 {
        if position.is_positioning_turn() { 3 - position.turn_number() } else { 0 }
    }

    fn sampled_opening(position: &Position, rng: &mut Rng) -> Vec<Move> {
        quiet_opening(position, rng)
    }
}

/// An opening is quiet when nobody can expel anybody, and fair when a short search gives
/// nobody more than this.
const FAIR: i32 = 60;
/// Random moves of a sampled opening, beside the positioning turns.
const SAMPLED: usize = 4;
/// After this many tries anything will do.
const TRIES: usize = 200;

/// A random opening that is quiet and fair.
fn quiet_opening(start: &Position, rng: &mut Rng) -> Vec<Move> {
    let plies = Battle::opening_moves(start) as usize + SAMPLED;
    let mut engine = Engine::new(MadKnowledge::new(start.board()), 1 << 16);
    for _ in 0..TRIES {
        let way = random_opening(start, plies, rng);
        let mut position = *start;
        for mv in &way {
            position.make(*mv);
        }
        let is_quiet =
            Side::BOTH.into_iter().all(|side| position.sight(side).expels(position.fleet(side.other())) == 0);
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if !is_quiet || moves.is_empty() || way.len() < plies {
            continue;
        }
        let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
        engine.forget();
        let found = engine.search(&position, &limits, &AtomicBool::new(false), &mut |_| {});
        if found.is_some_and(|found| found.best().value.abs() <= FAIR) {
            return way;
        }
    }
    random_opening(start, plies, rng)
}

/// The engine's exact knowledge of MAD on one board: the endgame tables.
pub struct MadExact {
    board: &'static Board,
    tables: Option<Arc<EndgameTables>>,
}

impl ExactKnowledge<Position> for MadExact {
    type Knowledge = Informed<Position, MadKnowledge>;

    fn of(
        position: &Position,
        source: &EndgameSource,
        eval: &Eval,
    ) -> Result<(MadExact, Self::Knowledge), Fault> {
        let board = position.board();
        let knowledge = MadKnowledge::with_weights(board, &eval.weights(board));
        let tables = source.tables(board)?;
        let knowledge = Informed::new(knowledge, tables.clone().map(oracle));
        Ok((MadExact { board, tables }, knowledge))
    }

    fn knows(&self, position: &Position) -> bool {
        std::ptr::eq(self.board, position.board())
    }

    /// Whether every probe that should have succeeded did. A file can be changed after it was opened; then
    /// its probes fail, and a player that relied on them must report a fault.
    fn in_order(&self) -> Result<(), Fault> {
        match self.tables.as_deref().and_then(EndgameTables::trouble) {
            Some(why) => Err(no_tables(why)),
            None => Ok(()),
        }
    }

    /// A proven victory is worth 1, however late it comes; any other proven value is that of the
    /// tie-break. [MAD-7.5]
    fn worth(value: i32, exact: bool) -> f64 {
        let sign = f64::from(value.signum());
        match ends_in(value) {
            Some(_) => sign,
            None if exact => sign * Value::SemiWin.number(),
            None => expectation(f64::from(value)),
        }
    }

    fn rest(&self, end: &Position) -> Vec<Move> {
        self.tables.as_ref().map_or_else(Vec::new, |tables| tables.line(end))
    }

    fn measure(&self, found: &mut Analysis, position: &Position, is_timed: bool) {
        let looks = if is_timed { LOOKED_AT_IN_TIME } else { LOOKED_AT };
        measure(found, position, self.tables.as_deref(), looks);
    }
}

/// The fault of a player whose tables are missing or damaged.
pub(crate) fn no_tables(why: impl std::fmt::Display) -> Fault {
    Fault::new(FaultKind::Tables, format!("cannot use its tables: {why}"))
}

/// The most positions to visit, for all lines together, to find the length of victories.
const LOOKED_AT: u64 = 200_000;
/// This limit where the search had a time limit and has used it up: a few milliseconds.
const LOOKED_AT_IN_TIME: u64 = 5_000;

/// Finds the exact length of the victories and defeats of an analysis, and replaces their lines by
/// shortest ones. A search proves only a bound: it prunes moves, and tables count only up to the next
/// expulsion. A line that would take too long to measure stays as it is.
fn measure(found: &mut Analysis, position: &Position, tables: Option<&EndgameTables>, looks: u64) {
    let lines = found.lines.len().max(1) as u64;
    let meter = || Distance::new(tables, looks / lines);
    let best = found.best().and_then(|best| of_the_best(best, position, tables, meter()));
    let is_measured = best.is_some();
    if let Some(best) = best {
        put_first(&mut found.lines, best);
    }
    for line in found.lines.iter_mut().skip(1) {
        if let Some(measured) = of_another(line, position, meter()) {
            *line = measured;
        }
    }
    // In a defeat the best line stays first: the others are worse, or were not searched.
    let is_first = is_measured || found.best().is_some_and(|best| best.rank().0 == LOST);
    found.lines[usize::from(is_first)..].sort_by_key(Thought::rank);
    // Another line may now be the shortest known victory, which does not prove it to be the shortest.
    if let Some(best) = found.lines.first_mut().filter(|_| !is_measured) {
        best.at_most = best.ends_in.take().or(best.at_most);
    }
}

/// The best line of a position that is won or lost, if its length can be found.
fn of_the_best(
    best: &Thought,
    position: &Position,
    tables: Option<&EndgameTables>,
    mut meter: Distance<'_>,
) -> Option<Thought> {
    let searched = best.at_most.map(|most| (best.value > 0.0, most));
    // The search may have ended before it found what the tables have.
    let known = tables.and_then(|tables| tables.certainty(position));
    let known = known.and_then(|known| Some((known.value.is_good(), known.at_most?)));
    let (wins, most) = searched.into_iter().chain(known).min_by_key(|(_, most)| *most)?;
    let plies = meter.fewest(position, wins, most)?;
    // The search has proven that its line wins within this length. In a defeat it has not proven
    // that this move holds out longest.
    if wins && best.is_of(plies) {
        return Some(best.measured(best.moves.clone()));
    }
    let line = meter.line(position, wins, plies)?;
    let value = if wins { 1.0 } else { -1.0 };
    Some(Thought { value, exact: true, ..best.measured(position.write_line(&line)) })
}

/// A line with its exact length after its first move, if it is won or lost and the length can be found.
fn of_another(line: &Thought, position: &Position, mut meter: Distance<'_>) -> Option<Thought> {
    let (most, wins) = (line.at_most?.checked_sub(1)?, line.value > 0.0);
    let next = position.after(position.read_move(line.moves.first()?).ok()?);
    let plies = meter.fewest(&next, !wins, most)?;
    if line.is_of(plies + 1) {
        return Some(line.measured(line.moves.clone()));
    }
    let rest = meter.line(&next, !wins, plies)?;
    let mut moves = line.moves[..1].to_vec();
    moves.append(&mut next.write_line(&rest));
    Some(line.measured(moves))
}

/// Puts a line first and removes the line with its first move, or else the last: the number of lines stays.
fn put_first(lines: &mut Vec<Thought>, best: Thought) {
    let wanted = lines.len();
    lines.retain(|line| line.moves.first() != best.moves.first());
    lines.insert(0, best);
    lines.truncate(wanted);
}

//! The engine: iterative deepening over alpha-beta with a transposition table.
//!
//! Written over [`Duel`], so that every game plays with the same search; what is special about a
//! game is its [`Knowledge`].
//!
//! ```
//! use joust_core::Duel;
//! use joust_search::engine::{Engine, Limits};
//! use joust_search::wargame::WarKnowledge;
//! use joust_wargame::{Board, Position, Rules};
//! use std::sync::atomic::AtomicBool;
//!
//! let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
//! let mut engine = Engine::new(WarKnowledge, 1 << 20);
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let found = engine.search(&start, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap();
//! assert_eq!(found.depth, 4);
//! assert!(start.read_move(&start.write_move(found.line[0])).is_ok());
//! ```

mod limits;
mod table;

pub use limits::Limits;

use joust_core::{Duel, MAX_MOVES, MoveList};
use limits::Clock;
use std::sync::atomic::AtomicBool;
use table::{Bound, Entry, Table};

/// What the search must know of a game beyond its rules. All values are for the side to move.
pub trait Knowledge<D: Duel>: Sync {
    /// What a position is worth, whether or not the game is over.
    fn evaluate(&self, position: &D) -> i32;

    /// How promising a move looks before it is searched: higher is tried first.
    fn promise(&self, position: &D, mv: D::Move) -> i32;
}

/// No value is as large as this.
const INFINITY: i32 = i32::MAX / 2;

/// The deepest search.
const MAX_DEPTH: u32 = 128;

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The best line, the move to make first.
    pub line: Vec<M>,
    /// What it is worth to the side to move.
    pub value: i32,
    /// How many moves ahead every line was looked at.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Whether every line was followed to the end of the game, so that the value is exact.
    pub exact: bool,
}

/// A search with its memory.
pub struct Engine<D: Duel, K: Knowledge<D>> {
    knowledge: K,
    table: Table<D::Move>,
    killers: Vec<[Option<D::Move>; 2]>,
    nodes: u64,
    /// Whether any line of this depth ended before the game did.
    cut_short: bool,
}

/// The search was told to stop: its results are void.
struct Stopped;

impl<D: Duel, K: Knowledge<D>> Engine<D, K> {
    /// An engine with a table of about this many bytes.
    pub fn new(knowledge: K, bytes: usize) -> Engine<D, K> {
        Engine {
            knowledge,
            table: Table::new(bytes),
            killers: vec![[None; 2]; MAX_DEPTH as usize + 1],
            nodes: 0,
            cut_short: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached, `stop` is set, or the game is solved;
    /// `told` hears of every depth that was finished. `None` when the game is over. With a limit
    /// on nodes or depth alone the result is the same on every machine.
    pub fn search(
        &mut self,
        position: &D,
        limits: &Limits,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Found<D::Move>),
    ) -> Option<Found<D::Move>> {
        let clock = Clock::start(limits, stop);
        self.nodes = 0;
        self.killers.fill([None; 2]);
        // Some move is always there, even when there is no time for any search.
        let first = self.ordered(position, 0, None).first().copied()?;
        let mut found = Found { line: vec![first], value: 0, depth: 0, nodes: 0, exact: false };
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH).min(position.longest().max(1));
        for depth in 1..=deepest {
            self.cut_short = false;
            let Ok(value) = self.visit(position, depth, 0, -INFINITY, INFINITY, &clock) else {
                break;
            };
            let line = self.line(position, depth);
            if !line.is_empty() {
                found.line = line;
            }
            found = Found { value, depth, nodes: self.nodes, exact: !self.cut_short, ..found };
            told(&found);
            if found.exact || clock.is_no_use_going_on() {
                break;
            }
        }
        found.nodes = self.nodes;
        Some(found)
    }

    /// The value of a position for the side to move, exact between `alpha` and `beta`.
    fn visit(
        &mut self,
        position: &D,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        clock: &Clock,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if clock.is_up(self.nodes) {
            return Err(Stopped);
        }
        if position.outcome().is_some() {
            return Ok(self.knowledge.evaluate(position));
        }
        if depth == 0 {
            self.cut_short = true;
            return Ok(self.knowledge.evaluate(position));
        }
        let key = position.key();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth && ply > 0) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if enough {
                self.cut_short |= !entry.to_the_end;
                return Ok(entry.value);
            }
        }

        let before = std::mem::replace(&mut self.cut_short, false);
        let moves = self.ordered(position, ply, known.map(|entry| entry.mv));
        let mut best = -INFINITY;
        let mut best_move = moves[0];
        let first_alpha = alpha;
        for (number, mv) in moves.into_iter().enumerate() {
            let mut next = *position;
            next.make(mv);
            let mut search = |from: i32, to: i32| {
                self.visit(&next, depth - 1, ply + 1, -to, -from, clock).map(|value| -value)
            };
            // The first move gets the whole window; the others must first show that they are better.
            let value = if number == 0 {
                search(alpha, beta)?
            } else {
                match search(alpha, alpha + 1)? {
                    value if value > alpha && value < beta => search(alpha, beta)?,
                    value => value,
                }
            };
            if value > best {
                (best, best_move) = (value, mv);
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                let killers = &mut self.killers[ply.min(MAX_DEPTH) as usize];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let to_the_end = !self.cut_short;
        self.table.put(key, Entry { mv: best_move, value: best, depth, bound, to_the_end });
        self.cut_short |= before;
        Ok(best)
    }

    /// The moves of a position, the most promising first: that of the table, then the killers of
    /// this distance from the root, then by the game's own knowledge.
    fn ordered(&self, position: &D, ply: u32, known: Option<D::Move>) -> MoveList<D::Move> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let killers = self.killers[ply.min(MAX_DEPTH) as usize];
        let mut promises = [0; MAX_MOVES];
        for (promise, mv) in promises.iter_mut().zip(&moves) {
            *promise = if known == Some(*mv) { INFINITY } else { self.knowledge.promise(position, *mv) };
            if killers.contains(&Some(*mv)) {
                *promise = (*promise).max(0) + 1;
            }
        }
        let mut order: MoveList<usize> = (0..moves.len()).collect();
        order.sort_by_key(|index| -promises[*index]);
        order.iter().map(|index| moves[*index]).collect()
    }

    /// The best line as the table remembers it.
    fn line(&self, position: &D, depth: u32) -> Vec<D::Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while line.len() < depth as usize && position.outcome().is_none() {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            // Another position may have the same key: only legal moves are believed.
            let Some(entry) = self.table.get(position.key()).filter(|entry| moves.contains(&entry.mv)) else {
                break;
            };
            line.push(entry.mv);
            position.make(entry.mv);
        }
        line
    }
}

//! Iterative deepening with an aspiration window: each depth makes the next one cheaper.

use super::found::{Found, PrincipalVariation, is_proven};
use super::order::{MovePicker, NO_MOVE};
use super::transposition::TranspositionTable;
use super::value::{INFINITY, PROVEN, ends_in};
use super::worker::{MAX_DEPTH, RootMove, Shared, Stopped, Worker};
use super::{Knowledge, SearchLimits, Technique};
use joust_core::Duel;

/// Half the width of the first aspiration window around the value of the last depth.
const WINDOW: i32 = 24;

/// The moves at the root, the best known first, and the depth that their search has reached.
pub(super) struct Deepening<'a, D: Duel, K> {
    shared: &'a Shared<'a, K>,
    position: &'a D,
    moves: Vec<RootMove<D::Move>>,
    /// How many principal variations are wanted.
    lines: usize,
    /// The last depth to search.
    deepest: u32,
    /// The last depth that was finished.
    depth: u32,
}

impl<D: Duel, K> Clone for Deepening<'_, D, K> {
    fn clone(&self) -> Self {
        Deepening { moves: self.moves.clone(), ..*self }
    }
}

/// A search that can be carried out in parts: the moves at the root as far as they were searched. What the
/// engine has found besides is in its tables.
#[derive(Clone, Debug)]
pub struct Begun<D: Duel> {
    position: D,
    moves: Vec<RootMove<D::Move>>,
    /// The last depth that was finished.
    depth: u32,
    is_done: bool,
}

impl<D: Duel> Begun<D> {
    /// A search of this position at depth 0; `None` when the game is over.
    pub(super) fn new<K: Knowledge<D>>(
        knowledge: &K,
        table: &TranspositionTable,
        position: &D,
    ) -> Option<Begun<D>> {
        let view = knowledge.look(position);
        let known = table.get(knowledge.key(position)).map_or(NO_MOVE, |entry| entry.best);
        let mut picker = MovePicker::new(knowledge, position, &view, known, None);
        let mut moves = Vec::new();
        while let Some(mv) = picker.next() {
            moves.push(mv);
        }
        knowledge.notice(position, &mut moves);
        let root = |mv| RootMove { mv, value: -INFINITY, line: vec![mv], depth: 0, exact: false };
        let moves: Vec<_> = moves.into_iter().map(root).collect();
        (!moves.is_empty()).then_some(Begun { position: *position, moves, depth: 0, is_done: false })
    }

    /// The position that is searched.
    pub fn position(&self) -> &D {
        &self.position
    }

    /// Whether the search is complete: its lines are proven, or its last depth is reached.
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

impl<'a, D: Duel, K: Knowledge<D>> Deepening<'a, D, K> {
    /// Goes on with a search.
    pub(super) fn new(
        shared: &'a Shared<'a, K>,
        begun: &'a Begun<D>,
        limits: &SearchLimits,
        lines: usize,
    ) -> Deepening<'a, D, K> {
        let (position, moves, depth) = (&begun.position, begun.moves.clone(), begun.depth);
        let longest = position.longest().max(1);
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH).min(longest);
        let lines = lines.min(moves.len());
        Deepening { shared, position, moves, lines, deepest, depth }
    }

    /// The search as it stands.
    pub(super) fn into_begun(self) -> Begun<D> {
        let is_done = self.reached().0;
        Begun { position: *self.position, moves: self.moves, depth: self.depth, is_done }
    }

    /// Searches deeper and deeper until a limit is reached or the best lines are proven.
    pub(super) fn run(&mut self, worker: &mut Worker<D, K>, report: &mut dyn FnMut(&Found<D::Move>)) {
        if self.is_done() {
            return;
        }
        let mut since = 0;
        for depth in self.depth + 1..=self.deepest {
            let before = self.moves[0].mv;
            for line in 0..self.lines {
                let last = self.moves[line].clone();
                if self.search_line(worker, line, depth).is_err() {
                    self.take_back(line, last);
                    return;
                }
            }
            self.moves[..self.lines].sort_by_key(|mv| -mv.value);
            self.depth = depth;
            report(&self.found(worker.nodes));
            since = if self.moves[0].mv == before { since + 1 } else { 0 };
            if self.is_done() || !self.shared.timer.allows_another_depth(since >= 2) {
                return;
            }
        }
    }

    /// A search was cut off. If the best move had become worse by then, it is not known whether it
    /// still is the best, so it keeps the value of the depth before.
    fn take_back(&mut self, line: usize, last: RootMove<D::Move>) {
        let now = &mut self.moves[line];
        let was_nothing = last.depth == 0 && now.value <= -PROVEN;
        if now.mv == last.mv && (now.value < last.value || was_nothing) {
            *now = last;
        }
    }

    /// Whether the search is complete, and the depth that it has finished.
    pub(super) fn reached(&self) -> (bool, u32) {
        (self.is_done() || self.depth >= self.deepest, self.depth)
    }

    /// Whether a deeper search would change nothing. The search may find a victory that is longer
    /// than necessary, so a proven victory must not be longer than the depth.
    fn is_done(&self) -> bool {
        let lines = &self.moves[..self.lines];
        lines.iter().all(|mv| match ends_in(mv.value) {
            Some(plies) => plies <= self.depth,
            None => mv.exact,
        })
    }

    /// Finds the best move that does not begin one of the earlier lines of this depth.
    fn search_line(&mut self, worker: &mut Worker<D, K>, line: usize, depth: u32) -> Result<(), Stopped> {
        let moves = &mut self.moves[line..];
        let last = moves[0].value;
        let narrow = depth > 3 && last.abs() < PROVEN && worker.has(Technique::Aspiration);
        let mut reach = WINDOW;
        let (mut alpha, mut beta) = if narrow { (last - reach, last + reach) } else { (-INFINITY, INFINITY) };
        loop {
            let value = worker.search_root(self.position, moves, depth, alpha, beta)?;
            reach = reach.saturating_mul(3);
            if value <= alpha && alpha > -INFINITY {
                alpha = if reach > 1000 { -INFINITY } else { value.saturating_sub(reach).max(-INFINITY) };
            } else if value >= beta && beta < INFINITY {
                beta = if reach > 1000 { INFINITY } else { value.saturating_add(reach).min(INFINITY) };
            } else {
                return Ok(());
            }
        }
    }

    /// The result so far.
    pub(super) fn found(&self, nodes: u64) -> Found<D::Move> {
        let line = |mv: &RootMove<D::Move>| PrincipalVariation {
            moves: self.to_the_end(&mv.line, mv.value),
            value: if mv.depth == 0 { 0 } else { mv.value },
            exact: mv.depth > 0 && is_proven(mv.value, mv.exact),
        };
        let lines = self.moves[..self.lines].iter().map(line).collect();
        Found { lines, depth: self.depth, nodes, time: self.shared.timer.elapsed() }
    }

    /// A line, completed by the winning move at its end, which the search sees without making it.
    fn to_the_end(&self, line: &[D::Move], value: i32) -> Vec<D::Move> {
        let mut line = line.to_vec();
        let mut position = *self.position;
        for mv in &line {
            position.make(*mv);
        }
        if ends_in(value) == Some(line.len() as u32 + 1) {
            let moves = position.all_moves();
            let seat = position.to_move();
            line.extend(moves.into_iter().find(|mv| {
                let next = position.after(*mv);
                next.outcome().is_some_and(|outcome| outcome.winner() == Some(seat))
            }));
        }
        line
    }
}

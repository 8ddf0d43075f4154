//! Iterative deepening: one depth after the other, each made cheaper by the one before.

use super::found::{Found, Line, is_proven};
use super::order::{NO_MOVE, Queue};
use super::value::{INFINITY, PROVEN, ends_in};
use super::worker::{MAX_DEPTH, RootMove, Shared, Stopped, Worker};
use super::{Knowledge, Limits, Technique};
use joust_core::Duel;

/// The first window around the last value reaches so far in both directions.
const WINDOW: i32 = 24;

/// The moves at the root, the best known first, and how far their search has come.
pub(super) struct Deepening<'a, D: Duel, K> {
    shared: &'a Shared<'a, K>,
    position: &'a D,
    moves: Vec<RootMove<D::Move>>,
    /// How many lines are wanted, and how deep.
    lines: usize,
    deepest: u32,
    depth: u32,
}

impl<D: Duel, K> Clone for Deepening<'_, D, K> {
    fn clone(&self) -> Self {
        Deepening { moves: self.moves.clone(), ..*self }
    }
}

impl<'a, D: Duel, K: Knowledge<D>> Deepening<'a, D, K> {
    /// Begins with a position; `None` when the game is over.
    pub(super) fn new(
        shared: &'a Shared<'a, K>,
        position: &'a D,
        limits: &Limits,
        lines: usize,
    ) -> Option<Deepening<'a, D, K>> {
        let view = shared.knowledge.look(position);
        let known = shared.table.get(shared.knowledge.key(position)).map_or(NO_MOVE, |entry| entry.best);
        let mut queue = Queue::new(shared.knowledge, position, &view, known, None);
        let mut moves = Vec::new();
        while let Some(mv) = queue.next() {
            moves.push(RootMove { mv, value: -INFINITY, line: vec![mv], depth: 0, exact: false });
        }
        let longest = position.longest().max(1);
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH).min(longest);
        let lines = lines.min(moves.len());
        (!moves.is_empty()).then_some(Deepening { shared, position, moves, lines, deepest, depth: 0 })
    }

    /// Searches deeper and deeper until a limit is reached or the best lines are proven.
    pub(super) fn run(&mut self, worker: &mut Worker<D, K>, told: &mut dyn FnMut(&Found<D::Move>)) {
        let mut since = 0;
        for depth in 1..=self.deepest {
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
            told(&self.found(worker.nodes));
            since = if self.moves[0].mv == before { since + 1 } else { 0 };
            if self.is_done() || !self.shared.timer.allows_another_depth(since >= 2) {
                return;
            }
        }
    }

    /// A search was cut off. If the best move so far has got worse by then, nobody knows whether it
    /// still is the best, and it counts for what it was before.
    fn take_back(&mut self, line: usize, last: RootMove<D::Move>) {
        let now = &mut self.moves[line];
        let was_nothing = last.depth == 0 && now.value <= -PROVEN;
        if now.mv == last.mv && (now.value < last.value || was_nothing) {
            *now = last;
        }
    }

    /// How far it has come: whether everything is searched that there is to search, and how deep.
    pub(super) fn reached(&self) -> (bool, u32) {
        (self.is_done() || self.depth == self.deepest, self.depth)
    }

    /// Whether searching deeper would change nothing. A victory may be found that is longer than
    /// need be, so a proven one must also be as short as the depth could show.
    fn is_done(&self) -> bool {
        let lines = &self.moves[..self.lines];
        lines.iter().all(|mv| match ends_in(mv.value) {
            Some(plies) => plies <= self.depth,
            None => mv.exact,
        })
    }

    /// Finds the best move that is not among the lines found already at this depth.
    fn search_line(&mut self, worker: &mut Worker<D, K>, line: usize, depth: u32) -> Result<(), Stopped> {
        let moves = &mut self.moves[line..];
        let last = moves[0].value;
        let narrow = depth > 3 && last.abs() < PROVEN && worker.has(Technique::Aspiration);
        let mut reach = WINDOW;
        let (mut alpha, mut beta) = if narrow { (last - reach, last + reach) } else { (-INFINITY, INFINITY) };
        loop {
            let value = worker.visit_root(self.position, moves, depth, alpha, beta)?;
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

    /// What is known now.
    pub(super) fn found(&self, nodes: u64) -> Found<D::Move> {
        let line = |mv: &RootMove<D::Move>| Line {
            moves: self.to_the_end(&mv.line, mv.value),
            value: if mv.depth == 0 { 0 } else { mv.value },
            exact: mv.depth > 0 && is_proven(mv.value, mv.exact),
        };
        let lines = self.moves[..self.lines].iter().map(line).collect();
        Found { lines, depth: self.depth, nodes, time: self.shared.timer.elapsed() }
    }

    /// A line with the winning move at its end, which the search knows of without making it.
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

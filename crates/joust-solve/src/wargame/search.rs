//! The search: does the value of a node reach `beta`?
//!
//! Every search has a null window, as in MTD(f); the driver in `solve` searches until the value is
//! known. All threads search one tree and share the transposition table. A move that another thread
//! is searching is deferred until the others are done (simplified ABDADA), so that the threads spread
//! over the tree without splitting it.

use super::ending;
use super::log::Log;
use super::node::{City, Essence, Node};
use super::order::{self, Candidates};
use super::transposition::{Bounds, NO_SQUARE, TranspositionTable};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Instant;

/// From this number of vacant squares on, move ordering takes replies into account.
const REPLIES_FROM: u32 = 5;
/// From this number of vacant squares on, the table is probed for all moves before one is searched.
const PROBE_FROM: u32 = 6;
/// From this number of vacant squares on, a thread checks whether another is searching a move, and
/// whether it should stop.
const SHARE_FROM: u32 = 9;
/// From this number of vacant squares on, the kept records are looked up; no smaller node is recorded.
const KEPT_FROM: u32 = 12;
/// A node whose subtree has this many nodes is recorded: about one every 50 ms. So a crash loses at
/// most that much work for each level of the tree, and the file grows by a few kB a second.
pub(super) const RECORD_FROM: u64 = 100_000;
/// Slots of the table of busy nodes: far more than threads times plies.
const BUSY: usize = 1 << 12;

/// What all threads of a solve share.
pub(super) struct Shared<'a> {
    pub(super) city: City,
    pub(super) table: TranspositionTable,
    /// Nodes that took long, by essence. Unlike those in the table they are never replaced.
    pub(super) kept: RwLock<HashMap<Essence, Bounds>>,
    pub(super) log: Option<Mutex<Log>>,
    /// The first error of writing the log; it is reported at the end.
    pub(super) log_failed: Mutex<Option<std::io::Error>>,
    /// The keys of the nodes that some thread is searching.
    busy: Box<[AtomicU64]>,
    /// Whether one of the threads has the answer.
    answered: AtomicBool,
    /// Whether the caller has stopped the solve, or a limit is reached.
    stopped: AtomicBool,
    pub(super) stop: Option<&'a AtomicBool>,
    pub(super) deadline: Option<Instant>,
    pub(super) max_nodes: u64,
    pub(super) progress: &'a SolveProgress,
    pub(super) threads: usize,
}

/// Counters of a running solve, for observers.
#[derive(Debug, Default)]
pub struct SolveProgress {
    /// Nodes visited.
    pub nodes: AtomicU64,
    /// Null-window searches done.
    pub questions: AtomicU32,
    /// Root moves done in the current null-window search.
    pub done: AtomicU32,
    /// Root moves of the current null-window search.
    pub of: AtomicU32,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        city: City,
        table: TranspositionTable,
        progress: &'a SolveProgress,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            city,
            table,
            kept: RwLock::default(),
            log: None,
            log_failed: Mutex::default(),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
            answered: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            stop: None,
            deadline: None,
            max_nodes: u64::MAX,
            progress,
            threads,
        }
    }

    /// A null-window search: a lower bound of the node's value that reaches `beta`, or an upper bound
    /// that does not. `None` if it was stopped.
    pub(super) fn ask(&self, root: &Node, beta: i32) -> Option<i32> {
        self.answered.store(false, Ordering::Relaxed);
        let work = |number: usize| {
            let mut worker =
                Worker { shared: self, nodes: 0, told: 0, halted: false, root: root.left(), number };
            let value = worker.search(root, beta);
            worker.tell();
            (!worker.halted).then(|| {
                self.answered.store(true, Ordering::Relaxed);
                value
            })
        };
        let answer = std::thread::scope(|scope| {
            let help = |number| std::thread::Builder::new().spawn_scoped(scope, move || work(number)).ok();
            // If the system refuses a thread, the search goes on with fewer.
            let others: Vec<_> = (1..self.threads).filter_map(help).collect();
            let first = work(0);
            others.into_iter().fold(first, |answer, other| answer.or(other.join().unwrap_or(None)))
        });
        self.progress.questions.fetch_add(1, Ordering::Relaxed);
        answer
    }

    /// Whether the solve was stopped or has reached a limit.
    pub(super) fn is_over(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.progress.nodes.load(Ordering::Relaxed) >= self.max_nodes;
        if over {
            self.stopped.store(true, Ordering::Relaxed);
        }
        over
    }

    fn known(&self, essence: Essence, key: u64) -> Bounds {
        let mut known = self.table.get(key).unwrap_or(Bounds::UNKNOWN);
        if essence.vacant.count_ones() >= KEPT_FROM {
            let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(bounds) = kept.get(&essence) {
                known = Bounds {
                    lower: known.lower.max(bounds.lower),
                    upper: known.upper.min(bounds.upper),
                    best: if known.best == NO_SQUARE { bounds.best } else { known.best },
                };
            }
        }
        known
    }

    /// Enhanced transposition cutoff: probes the table for all moves. A move that reaches `beta` ends
    /// the search of the node; moves that are known not to reach it are removed from the list. Gives
    /// the best known value and its square.
    #[inline]
    fn probe(&self, node: &Node, beta: i32, moves: &mut Candidates) -> (i32, u8) {
        for mv in moves.iter_mut() {
            let next = node.after(mv.square, mv.conquered);
            mv.key = next.essence(&self.city).canonical(&self.city).0.key();
        }
        self.table.touch(moves.iter().map(|mv| mv.key));
        let mut best = (i32::MIN, NO_SQUARE);
        moves.retain(|mv| {
            // Once a move reaches `beta` nothing else matters.
            let known = if best.0 >= beta { None } else { self.table.get(mv.key) };
            let answer = known.and_then(|bounds| bounds.answer(mv.gain - beta + 1));
            if let Some(value) = answer.map(|reply| mv.gain - reply)
                && value > best.0
            {
                best = (value, mv.square as u8);
            }
            answer.is_none()
        });
        best
    }

    fn record(&self, essence: Essence, bounds: Bounds, work: u64) {
        let Some(log) = &self.log else { return };
        self.kept.write().unwrap_or_else(PoisonError::into_inner).insert(essence, bounds);
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(why) = log.append(essence, bounds, work) {
            self.log_failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        }
    }
}

struct Worker<'a, 'b> {
    shared: &'a Shared<'b>,
    nodes: u64,
    /// How many of the nodes were added to the progress.
    told: u64,
    /// Whether the search was left; its values mean nothing.
    halted: bool,
    root: u32,
    number: usize,
}

impl Worker<'_, '_> {
    fn tell(&mut self) {
        self.shared.progress.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }

    fn should_halt(&mut self) -> bool {
        if self.nodes - self.told >= 4096 {
            self.tell();
            self.halted |= self.shared.is_over();
        }
        self.halted |= self.shared.answered.load(Ordering::Relaxed);
        self.halted
    }

    /// The search of [`Shared::ask`] by one thread.
    fn search(&mut self, node: &Node, beta: i32) -> i32 {
        self.nodes += 1;
        let city = &self.shared.city;
        match node.left() {
            0 => 0,
            1 => ending::last(city, node),
            2 => ending::last_two(city, node),
            3 => ending::last_three(city, node, beta),
            left => self.search_with_table(node, left, beta),
        }
    }

    fn search_with_table(&mut self, node: &Node, left: u32, beta: i32) -> i32 {
        let shared = self.shared;
        let (essence, own_image) = node.essence(&shared.city).canonical(&shared.city);
        let key = essence.key();
        let mut known = shared.known(essence, key);
        if let Some(value) = known.answer(beta) {
            return value;
        }
        if !own_image {
            known.best = NO_SQUARE;
        }
        let begin = self.nodes;
        let mut moves = Candidates::new();
        order::list(&shared.city, node, &mut moves);
        let mut answered = (i32::MIN, NO_SQUARE);
        if left >= PROBE_FROM {
            answered = shared.probe(node, beta, &mut moves);
            if answered.0 >= beta {
                return answered.0;
            }
        }
        if left >= REPLIES_FROM {
            order::subtract_replies(&shared.city, node, &mut moves);
        }
        if let Some(mv) = moves.iter_mut().find(|mv| mv.square as u8 == known.best) {
            mv.score = i32::MAX;
        }
        let Some((best, code)) = self.try_all(node, left, beta, &mut moves, key, answered) else { return 0 };
        let took = self.nodes - begin;
        // Another thread may have stored tighter bounds in the meantime; they are kept.
        let mut bounds = shared.table.get(key).unwrap_or(known);
        bounds.best = if own_image { code } else { NO_SQUARE };
        if best < beta {
            bounds.upper = bounds.upper.min(best as i16);
        } else {
            bounds.lower = bounds.lower.max(best as i16);
        }
        shared.table.put(key, bounds, took.max(1).ilog2() as u8);
        if took >= RECORD_FROM && left >= KEPT_FROM {
            shared.record(essence, bounds, took);
        }
        best
    }

    /// Searches the moves until one reaches `beta`. Gives the best value and its move, including those
    /// that the table has answered. `None` if the search was left.
    fn try_all(
        &mut self,
        node: &Node,
        left: u32,
        beta: i32,
        moves: &mut Candidates,
        key: u64,
        answered: (i32, u8),
    ) -> Option<(i32, u8)> {
        let shared = self.shared;
        let sharing = left >= SHARE_FROM && shared.threads > 1;
        let (mut best, mut code) = answered;
        let mut deferred = Candidates::new();
        let at_root = left == self.root && self.number == 0;
        if at_root {
            shared.progress.of.store(moves.len() as u32, Ordering::Relaxed);
        }
        let count = moves.len();
        let mut tried = 0;
        let mut done = 0;
        loop {
            let (mv, again) = if tried < count {
                tried += 1;
                (order::pick(moves, tried - 1), false)
            } else if done < deferred.len() {
                done += 1;
                (deferred[done - 1], true)
            } else {
                break;
            };
            if at_root {
                shared.progress.done.store((tried + done - deferred.len() - 1) as u32, Ordering::Relaxed);
            }
            let place = &shared.busy[mv.key as usize % BUSY];
            if sharing {
                if tried + done > 1 {
                    // Another thread may have stored the answer for this node.
                    if let Some(bounds) = shared.table.get(key)
                        && let Some(value) = bounds.answer(beta)
                    {
                        return Some((value, bounds.best));
                    }
                    if !again && place.load(Ordering::Relaxed) == mv.key {
                        deferred.push(mv);
                        continue;
                    }
                }
                place.store(mv.key, Ordering::Relaxed);
            }
            let value = mv.gain - self.search(&node.after(mv.square, mv.conquered), mv.gain - beta + 1);
            if sharing {
                place.store(0, Ordering::Relaxed);
            }
            if self.halted || (left >= SHARE_FROM && self.should_halt()) {
                return None;
            }
            if value > best {
                (best, code) = (value, mv.square as u8);
                if best >= beta {
                    break;
                }
            }
        }
        Some((best, code))
    }
}

//! One thread of the search: principal variation search with late move reductions and quiescence.

use super::abdada::BusyTable;
use super::limits::{CHECK_INTERVAL, Timer};
use super::order::{MoveHistory, MovePicker, NO_MOVE};
use super::transposition::{Bound, TableEntry, TranspositionTable};
use super::value::{INFINITY, PROVEN, from_node, from_root};
use super::{Knowledge, Technique, Techniques, WIN};
use joust_core::{Duel, MoveList};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The deepest search and the longest line, in plies.
pub(super) const MAX_DEPTH: u32 = 127;

/// The search must stop; the values on the way out mean nothing.
pub(super) struct Stopped;

/// What all threads of a search share.
pub(super) struct Shared<'a, K> {
    pub(super) knowledge: &'a K,
    pub(super) techniques: Techniques,
    pub(super) table: &'a TranspositionTable,
    pub(super) timer: &'a Timer<'a>,
    /// Visited positions of all threads, for observers.
    pub(super) visited: &'a AtomicU64,
    /// The positions that are being searched; `None` with one thread.
    pub(super) busy: Option<BusyTable>,
}

/// A thread of the search with its own move history.
pub(super) struct Worker<'a, D: Duel, K> {
    pub(super) shared: &'a Shared<'a, K>,
    pub(super) history: &'a mut MoveHistory,
    /// Positions entered.
    pub(super) nodes: u64,
    /// The number of nodes at which the thread must ask for more.
    allowed: u64,
    /// The number of nodes at which the thread checks the limits.
    next_check: u64,
    /// The depth of the current iteration.
    depth: u32,
    /// Whether this is the main thread, which checks the time.
    pub(super) leads: bool,
    /// Whether the value that was returned last depends on an evaluation.
    pub(super) guessed: bool,
    /// The principal variation from each ply (a triangular table).
    pub(super) lines: Vec<Vec<D::Move>>,
}

/// The way to a position: its distance from the root, and the number of the move before it.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) ply: u32,
    pub(super) before: u16,
}

/// A move at the root with the result of its last search.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) value: i32,
    pub(super) line: Vec<M>,
    /// The depth of that search; 0 before the first.
    pub(super) depth: u32,
    /// Whether the value follows from the rules alone, without an evaluation.
    pub(super) exact: bool,
}

/// Below this depth threads ignore the table of busy positions.
const SPLIT_DEPTH: u32 = 2;
/// Up to this depth reverse futility pruning applies.
const MARGIN_DEPTH: u32 = 3;

/// Late move reduction: by how many plies the search of move number `count` is reduced.
fn reduction(depth: u32, count: usize) -> u32 {
    match count {
        0..3 => 0,
        3..8 => 1 + u32::from(depth >= 7),
        8..16 => 1 + depth / 4,
        _ => 2 + depth / 4,
    }
}

impl<'a, D: Duel, K: Knowledge<D>> Worker<'a, D, K> {
    pub(super) fn new(
        shared: &'a Shared<'a, K>,
        history: &'a mut MoveHistory,
        leads: bool,
    ) -> Worker<'a, D, K> {
        let lines = vec![Vec::new(); MAX_DEPTH as usize + 3];
        Worker {
            shared,
            history,
            nodes: 0,
            allowed: 0,
            next_check: 0,
            depth: 0,
            leads,
            guessed: false,
            lines,
        }
    }

    pub(super) fn has(&self, technique: Technique) -> bool {
        self.shared.techniques.has(technique)
    }

    /// Whether late moves may be reduced. A search that reaches the end of the game must be exact,
    /// so it reduces nothing.
    fn may_reduce(&self, position: &D, depth: u32) -> bool {
        depth >= 3 && depth < position.longest() && self.has(Technique::Reductions)
    }

    /// Enters a position `ply` plies from the root.
    #[inline]
    fn enter(&mut self, ply: u32) -> Result<(), Stopped> {
        self.nodes += 1;
        self.lines[ply as usize].clear();
        self.guessed = false;
        if self.nodes >= self.next_check { self.check_limits() } else { Ok(()) }
    }

    /// Takes more nodes from the common limit when its own are used up, updates the count of visited
    /// positions, and checks whether the search is over.
    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.allowed {
            self.allowed = self.allowed.saturating_add(self.shared.timer.more_nodes());
            if self.nodes > self.allowed {
                return Err(Stopped);
            }
        }
        self.next_check = (self.nodes / CHECK_INTERVAL + 1)
            .saturating_mul(CHECK_INTERVAL)
            .min(self.allowed.saturating_add(1));
        if !self.nodes.is_multiple_of(CHECK_INTERVAL) {
            return Ok(());
        }
        self.shared.visited.fetch_add(CHECK_INTERVAL, Relaxed);
        if self.shared.timer.is_up(self.leads) { Err(Stopped) } else { Ok(()) }
    }

    /// Positions visited. The last one entered does not count if the node limit stopped the thread
    /// there.
    pub(super) fn visited(&self) -> u64 {
        self.nodes.min(self.allowed)
    }

    /// Principal variation search: the value of a position for the side to move, exact between
    /// `alpha` and `beta`, and a bound outside.
    fn alpha_beta(
        &mut self,
        position: &D,
        mut depth: u32,
        path: Path,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        let knowledge = self.shared.knowledge;
        let ply = path.ply;
        self.enter(ply)?;
        let view = knowledge.look(position);
        if let Some(value) = knowledge.settled(position, &view) {
            return Ok(from_root(value, ply));
        }
        let is_urgent = knowledge.is_urgent(position, &view);
        if is_urgent && ply < 2 * self.depth && self.has(Technique::Extensions) {
            depth += 1;
        }
        if depth == 0 || ply >= MAX_DEPTH {
            return self.quiesce(position, &view, ply, (alpha, beta), true);
        }
        // Mate distance pruning: nothing is better than winning with this very move, or worse than
        // losing now.
        (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        let in_window = beta - alpha > 1;
        let key = knowledge.key(position);
        let known = self.look_up(key);
        if !in_window && let Some(value) = self.table_cutoff(known, depth, ply, alpha) {
            return Ok(value);
        }
        if !in_window
            && !is_urgent
            && let Some(value) = self.reverse_futility(position, &view, depth, beta)
        {
            return Ok(value);
        }

        let best_known = known.map_or(NO_MOVE, |entry| entry.best);
        let history = self.has(Technique::Ordering).then_some((&*self.history, ply, path.before));
        let mut picker = MovePicker::new(knowledge, position, &view, best_known, history);
        let (mut best, mut best_move) = (-INFINITY, NO_MOVE);
        let first_alpha = alpha;
        let mut guessed = false;
        let mut tried: MoveList<u16> = MoveList::new();
        let may_reduce = !is_urgent && self.may_reduce(position, depth);
        let busy = self.shared.busy.as_ref().filter(|_| depth >= SPLIT_DEPTH);
        while let Some(mv) = picker.next() {
            let number = knowledge.number(mv);
            let is_quiet = knowledge.is_quiet(position, mv);
            let next = position.after(mv);
            // ABDADA: a move that another thread is searching is deferred. By the time it comes again,
            // the transposition table may answer for the whole node.
            let mut _mark = None;
            if let Some(busy) = busy {
                let key_of_next = knowledge.key(&next);
                if picker.place() > 0 && !picker.is_deferred() && busy.is_busy(key_of_next) {
                    picker.defer();
                    continue;
                }
                let known = (picker.is_deferred() && !in_window).then(|| self.look_up(key)).flatten();
                if let Some(value) = self.table_cutoff(known, depth, ply, alpha) {
                    return Ok(value);
                }
                _mark = Some(busy.mark(key_of_next));
            }
            let onward = Path { ply: ply + 1, before: number };
            let place = picker.place();
            let less = if may_reduce && is_quiet { reduction(depth, place).min(depth - 1) } else { 0 };
            // The first move gets the whole window. The others are searched with a null window first, to
            // show that they are better.
            let mut value = alpha + 1;
            if place > 0 {
                value = -self.alpha_beta(&next, depth - 1 - less, onward, -alpha - 1, -alpha)?;
                if value > alpha && less > 0 {
                    value = -self.alpha_beta(&next, depth - 1, onward, -alpha - 1, -alpha)?;
                }
            }
            if place == 0 || (in_window && value > alpha) {
                value = -self.alpha_beta(&next, depth - 1, onward, -beta, -alpha)?;
            }
            if value > best {
                (best, best_move) = (value, number);
                if value > alpha && in_window {
                    self.update_pv(ply, mv);
                }
            }
            if value >= beta {
                // A beta cutoff: the other moves, and whether their values are exact, do not matter.
                guessed = self.guessed;
                if is_quiet {
                    let seat = position.to_move();
                    self.history.learn(seat, ply, path.before, number, &tried, depth);
                }
                break;
            }
            guessed |= self.guessed;
            alpha = alpha.max(value);
            if is_quiet {
                tried.push(number);
            }
        }
        let bound = Bound::of(best, first_alpha, beta);
        self.guessed = guessed;
        let value = from_node(best, ply);
        let depth = depth.min(255) as u8;
        self.shared.table.put(key, TableEntry { best: best_move, value, depth, bound, exact: !guessed });
        Ok(best)
    }

    /// Reverse futility pruning: the evaluation, where it is so far above `beta` that a shallow
    /// search would hardly bring the value below it.
    fn reverse_futility(&mut self, position: &D, view: &K::View, depth: u32, beta: i32) -> Option<i32> {
        if depth > MARGIN_DEPTH || beta >= PROVEN || !self.has(Technique::Margins) {
            return None;
        }
        let value = self.shared.knowledge.evaluate(position, view);
        (value - self.shared.knowledge.margin() * depth as i32 >= beta).then(|| {
            self.guessed = true;
            value
        })
    }

    fn look_up(&self, key: u64) -> Option<TableEntry> {
        self.shared.table.get(key).filter(|_| self.has(Technique::TranspositionTable))
    }

    /// The value in the transposition table, if it decides the null window above `alpha`.
    fn table_cutoff(&mut self, known: Option<TableEntry>, depth: u32, ply: u32, alpha: i32) -> Option<i32> {
        let entry = known.filter(|entry| u32::from(entry.depth) >= depth)?;
        let value = from_root(entry.value, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value > alpha,
            Bound::Upper => value <= alpha,
        };
        enough.then(|| {
            self.guessed = !entry.exact;
            value
        })
    }

    /// Quiescence search: the value of a position after its noisy moves. The side to move may stand
    /// pat, that is take the evaluation instead, unless it must answer a threat. Threats are tried in
    /// the first of these positions only.
    fn quiesce(
        &mut self,
        position: &D,
        view: &K::View,
        ply: u32,
        window: (i32, i32),
        is_first: bool,
    ) -> Result<i32, Stopped> {
        let knowledge = self.shared.knowledge;
        let (mut alpha, beta) = window;
        let mut best = knowledge.evaluate(position, view);
        self.guessed = true;
        if ply >= MAX_DEPTH || !self.has(Technique::Quiescence) {
            return Ok(best);
        }
        let minds_threats = self.has(Technique::Threats) && ply < 2 * self.depth;
        let mut picker = if minds_threats && best > alpha && knowledge.is_urgent(position, view) {
            best = -INFINITY;
            MovePicker::new(knowledge, position, view, NO_MOVE, None)
        } else {
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            MovePicker::noisy(knowledge, position, view, is_first && minds_threats)
        };
        while let Some(mv) = picker.next() {
            let next = position.after(mv);
            self.enter(ply + 1)?;
            let view = knowledge.look(&next);
            let value = match knowledge.settled(&next, &view) {
                Some(value) => -from_root(value, ply + 1),
                None => -self.quiesce(&next, &view, ply + 1, (-beta, -alpha), false)?,
            };
            if value > best {
                best = value;
                if value >= beta {
                    return Ok(best);
                }
                if value > alpha {
                    alpha = value;
                    self.update_pv(ply, mv);
                }
            }
        }
        self.guessed = true;
        Ok(best)
    }

    /// Searches moves at the root and gives the value of the best. A move that is better than all
    /// before it comes to the front at once, with its line, so that a stopped search still has it.
    pub(super) fn search_root(
        &mut self,
        position: &D,
        moves: &mut [RootMove<D::Move>],
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.depth = depth;
        let first_alpha = alpha;
        let mut best = -INFINITY;
        let mut guessed = false;
        let may_reduce = self.may_reduce(position, depth);
        for i in 0..moves.len() {
            let number = self.shared.knowledge.number(moves[i].mv);
            let next = position.after(moves[i].mv);
            let path = Path { ply: 1, before: number };
            let is_quiet = self.shared.knowledge.is_quiet(position, moves[i].mv);
            let less =
                if may_reduce && is_quiet { reduction(depth, i).saturating_sub(1).min(depth - 1) } else { 0 };
            let mut value = alpha + 1;
            if i > 0 {
                value = -self.alpha_beta(&next, depth - 1 - less, path, -alpha - 1, -alpha)?;
                if value > alpha && less > 0 {
                    value = -self.alpha_beta(&next, depth - 1, path, -alpha - 1, -alpha)?;
                }
            }
            if i == 0 || value > alpha {
                value = -self.alpha_beta(&next, depth - 1, path, -beta, -alpha)?;
            }
            guessed = if value >= beta { self.guessed } else { guessed | self.guessed };
            best = best.max(value);
            if value > alpha || i == 0 {
                self.update_pv(0, moves[i].mv);
                let line = self.lines[0].clone();
                moves[i] = RootMove { mv: moves[i].mv, value, line, depth, exact: false };
                moves[..=i].rotate_right(1);
                alpha = alpha.max(value);
            }
            if value >= beta {
                break;
            }
        }
        if best > first_alpha && best < beta {
            moves[0].exact = !guessed;
        }
        Ok(best)
    }

    /// The principal variation from this ply is this move, and then that of the next ply.
    pub(super) fn update_pv(&mut self, ply: u32, mv: D::Move) {
        let [line, rest] = &mut self.lines[ply as usize..ply as usize + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}

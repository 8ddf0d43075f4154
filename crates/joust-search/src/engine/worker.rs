//! One thread of the search.

use super::limits::{GLANCE, Timer};
use super::occupied::Occupied;
use super::order::{Experience, NO_MOVE, Queue};
use super::table::{Bound, Entry, Table};
use super::value::{INFINITY, PROVEN, from_here, to_here};
use super::{Knowledge, Technique, Techniques, WIN};
use joust_core::{Duel, MoveList};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The deepest search, and the longest line.
pub(super) const MAX_DEPTH: u32 = 127;

/// The search was told to stop: its results are void.
pub(super) struct Stopped;

/// What all threads of a search share.
pub(super) struct Shared<'a, K> {
    pub(super) knowledge: &'a K,
    pub(super) techniques: Techniques,
    pub(super) table: &'a Table,
    pub(super) timer: &'a Timer<'a>,
    /// Positions that they have visited together, for whoever watches.
    pub(super) visited: &'a AtomicU64,
    /// Where they are, if there are several.
    pub(super) occupied: Option<Occupied>,
}

/// A thread of the search, with what it has learned by itself.
pub(super) struct Worker<'a, D: Duel, K> {
    pub(super) shared: &'a Shared<'a, K>,
    pub(super) experience: &'a mut Experience,
    pub(super) nodes: u64,
    /// So many it may visit before it asks for more.
    allowed: u64,
    /// At so many it looks up from its work.
    glances_at: u64,
    /// The depth that is searched now.
    depth: u32,
    /// Whether this thread minds the time.
    pub(super) leads: bool,
    /// Whether the value that was returned last rests on an evaluation somewhere.
    pub(super) guessed: bool,
    /// The best lines from each distance from the root.
    pub(super) lines: Vec<Vec<D::Move>>,
}

/// What leads to a position: how far it is from the root, and by which move it came about.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) ply: u32,
    pub(super) before: u16,
}

/// A move at the root and what was last found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) value: i32,
    pub(super) line: Vec<M>,
    /// How deep the search was that found it; 0 if none has.
    pub(super) depth: u32,
    /// Whether the value rests on the rules alone.
    pub(super) exact: bool,
}

/// So near to the leaves no thread minds where another is.
const SPLIT_DEPTH: u32 = 2;
/// So near to the leaves a margin may end the search.
const MARGIN_DEPTH: u32 = 3;

/// How much less deeply a move is looked at that comes so late.
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
        experience: &'a mut Experience,
        leads: bool,
    ) -> Worker<'a, D, K> {
        let lines = vec![Vec::new(); MAX_DEPTH as usize + 3];
        Worker {
            shared,
            experience,
            nodes: 0,
            allowed: 0,
            glances_at: 0,
            depth: 0,
            leads,
            guessed: false,
            lines,
        }
    }

    pub(super) fn has(&self, technique: Technique) -> bool {
        self.shared.techniques.has(technique)
    }

    /// Whether late moves may be looked at less deeply. What reaches the end of the game is to be
    /// exact.
    fn may_reduce(&self, position: &D, depth: u32) -> bool {
        depth >= 3 && depth < position.longest() && self.has(Technique::Reductions)
    }

    /// Begins with a position that is so far from the root.
    #[inline]
    fn enter(&mut self, ply: u32) -> Result<(), Stopped> {
        self.nodes += 1;
        self.lines[ply as usize].clear();
        self.guessed = false;
        if self.nodes >= self.glances_at { self.glance() } else { Ok(()) }
    }

    /// Asks for more nodes when it needs them, tells of those that it has visited, and minds the
    /// time, now and then.
    #[cold]
    fn glance(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.allowed {
            self.allowed = self.allowed.saturating_add(self.shared.timer.more_nodes());
            if self.nodes > self.allowed {
                return Err(Stopped);
            }
        }
        self.glances_at =
            (self.nodes / GLANCE + 1).saturating_mul(GLANCE).min(self.allowed.saturating_add(1));
        if !self.nodes.is_multiple_of(GLANCE) {
            return Ok(());
        }
        self.shared.visited.fetch_add(GLANCE, Relaxed);
        if self.shared.timer.is_up(self.leads) { Err(Stopped) } else { Ok(()) }
    }

    /// Positions that it has visited; not one before which it was stopped for want of nodes.
    pub(super) fn visited(&self) -> u64 {
        self.nodes.min(self.allowed)
    }

    /// The value of a position for the side to move, exact between `alpha` and `beta`.
    fn visit(
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
            return Ok(from_here(value, ply));
        }
        let is_urgent = knowledge.is_urgent(position, &view);
        if is_urgent && ply < 2 * self.depth && self.has(Technique::Extensions) {
            depth += 1;
        }
        if depth == 0 || ply >= MAX_DEPTH {
            return self.settle(position, &view, ply, (alpha, beta), true);
        }
        // Nothing below is better than to win with this very move, or worse than to lose now.
        (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        let in_window = beta - alpha > 1;
        let key = knowledge.key(position);
        let known = self.look_up(key);
        if !in_window && let Some(value) = self.remembered(known, depth, ply, alpha) {
            return Ok(value);
        }
        if !in_window
            && !is_urgent
            && let Some(value) = self.far_above(position, &view, depth, beta)
        {
            return Ok(value);
        }

        let best_known = known.map_or(NO_MOVE, |entry| entry.best);
        let experience = self.has(Technique::Ordering).then_some((&*self.experience, ply, path.before));
        let mut queue = Queue::new(knowledge, position, &view, best_known, experience);
        let (mut best, mut best_move) = (-INFINITY, NO_MOVE);
        let first_alpha = alpha;
        let mut guessed = false;
        let mut tried: MoveList<u16> = MoveList::new();
        let may_reduce = !is_urgent && self.may_reduce(position, depth);
        let occupied = self.shared.occupied.as_ref().filter(|_| depth >= SPLIT_DEPTH);
        while let Some(mv) = queue.next() {
            let number = knowledge.number(mv);
            let is_quiet = knowledge.is_quiet(position, mv);
            let next = position.after(mv);
            // What another thread is at is put off. By then that one has perhaps settled all.
            let mut _stay = None;
            if let Some(occupied) = occupied {
                let key_of_next = knowledge.key(&next);
                if queue.place() > 0 && !queue.is_again() && occupied.holds(key_of_next) {
                    queue.put_off();
                    continue;
                }
                let known = (queue.is_again() && !in_window).then(|| self.look_up(key)).flatten();
                if let Some(value) = self.remembered(known, depth, ply, alpha) {
                    return Ok(value);
                }
                _stay = Some(occupied.enter(key_of_next));
            }
            let onward = Path { ply: ply + 1, before: number };
            let place = queue.place();
            let less = if may_reduce && is_quiet { reduction(depth, place).min(depth - 1) } else { 0 };
            // The first move gets the whole window; the others must first show that they are better.
            let mut value = alpha + 1;
            if place > 0 {
                value = -self.visit(&next, depth - 1 - less, onward, -alpha - 1, -alpha)?;
                if value > alpha && less > 0 {
                    value = -self.visit(&next, depth - 1, onward, -alpha - 1, -alpha)?;
                }
            }
            if place == 0 || (in_window && value > alpha) {
                value = -self.visit(&next, depth - 1, onward, -beta, -alpha)?;
            }
            if value > best {
                (best, best_move) = (value, number);
                if value > alpha && in_window {
                    self.remember_line(ply, mv);
                }
            }
            if value >= beta {
                // The others do not matter any more, and neither does what they rest on.
                guessed = self.guessed;
                if is_quiet {
                    let seat = position.to_move();
                    self.experience.learn(seat, ply, path.before, number, &tried, depth);
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
        let value = to_here(best, ply);
        let depth = depth.min(255) as u8;
        self.shared.table.put(key, Entry { best: best_move, value, depth, bound, exact: !guessed });
        Ok(best)
    }

    /// The evaluation, where it is so far above `beta` that no search so near to the leaves would
    /// find anything else.
    fn far_above(&mut self, position: &D, view: &K::View, depth: u32, beta: i32) -> Option<i32> {
        if depth > MARGIN_DEPTH || beta >= PROVEN || !self.has(Technique::Margins) {
            return None;
        }
        let value = self.shared.knowledge.evaluate(position, view);
        (value - self.shared.knowledge.margin() * depth as i32 >= beta).then(|| {
            self.guessed = true;
            value
        })
    }

    fn look_up(&self, key: u64) -> Option<Entry> {
        self.shared.table.get(key).filter(|_| self.has(Technique::Table))
    }

    /// What the table says about the window between `alpha` and the value above it, if that is
    /// enough.
    fn remembered(&mut self, known: Option<Entry>, depth: u32, ply: u32, alpha: i32) -> Option<i32> {
        let entry = known.filter(|entry| u32::from(entry.depth) >= depth)?;
        let value = from_here(entry.value, ply);
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

    /// The value of a position once the loud moves are played out: whoever is to move may take the
    /// evaluation instead, unless it must answer a threat first. Threats are made at the first of
    /// these positions only.
    fn settle(
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
        let mut queue = if minds_threats && best > alpha && knowledge.is_urgent(position, view) {
            best = -INFINITY;
            Queue::new(knowledge, position, view, NO_MOVE, None)
        } else {
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            Queue::loud(knowledge, position, view, is_first && minds_threats)
        };
        while let Some(mv) = queue.next() {
            let next = position.after(mv);
            self.enter(ply + 1)?;
            let view = knowledge.look(&next);
            let value = match knowledge.settled(&next, &view) {
                Some(value) => -from_here(value, ply + 1),
                None => -self.settle(&next, &view, ply + 1, (-beta, -alpha), false)?,
            };
            if value > best {
                best = value;
                if value >= beta {
                    return Ok(best);
                }
                if value > alpha {
                    alpha = value;
                    self.remember_line(ply, mv);
                }
            }
        }
        self.guessed = true;
        Ok(best)
    }

    /// The value of the best of some moves at the root. Whatever is found better than all before it
    /// comes to the front at once, with its line, so that a search that is stopped has it.
    pub(super) fn visit_root(
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
                value = -self.visit(&next, depth - 1 - less, path, -alpha - 1, -alpha)?;
                if value > alpha && less > 0 {
                    value = -self.visit(&next, depth - 1, path, -alpha - 1, -alpha)?;
                }
            }
            if i == 0 || value > alpha {
                value = -self.visit(&next, depth - 1, path, -beta, -alpha)?;
            }
            guessed = if value >= beta { self.guessed } else { guessed | self.guessed };
            best = best.max(value);
            if value > alpha || i == 0 {
                self.remember_line(0, moves[i].mv);
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

    /// The best line from here begins with this move and goes on with the best one after it.
    pub(super) fn remember_line(&mut self, ply: u32, mv: D::Move) {
        let [line, rest] = &mut self.lines[ply as usize..ply as usize + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}

//! The engine: iterative deepening over alpha-beta with a transposition table, on any number of
//! threads.
//!
//! The search is generic over [`Duel`]; what depends on the game is its [`Knowledge`]. With one
//! thread, and limits on nodes or depth alone, a search gives equal results on all machines.
//!
//! ```
//! use joust_core::Duel;
//! use joust_search::engine::{Engine, SearchLimits};
//! use joust_search::wargame::WarKnowledge;
//! use joust_wargame::{Board, Position, Rules};
//! use std::sync::atomic::AtomicBool;
//!
//! let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
//! let mut engine = Engine::new(WarKnowledge, 1 << 20);
//! let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
//! let found = engine.search(&start, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap();
//! assert_eq!(found.depth, 4);
//! assert!(start.read_move(&start.write_move(found.mv())).is_ok());
//! ```

mod abdada;
mod deepen;
mod found;
mod knowledge;
mod limits;
mod order;
mod ponder;
mod techniques;
mod time_source;
mod transposition;
mod value;
mod worker;

pub use deepen::Begun;
pub use found::{Found, PrincipalVariation};
pub use knowledge::Knowledge;
pub(crate) use knowledge::forward_knowledge;
pub use limits::SearchLimits;
pub use ponder::Ponderer;
pub use techniques::{Technique, Techniques};
pub use time_source::{TimeSource, WallClock};
pub use value::{WIN, ends_in};

use abdada::BusyTable;
use deepen::Deepening;
use joust_core::Duel;
use limits::Timer;
use order::MoveHistory;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use transposition::TranspositionTable;
use worker::{MAX_DEPTH, Shared, Worker};

/// A search with its transposition table and its move history, both of which the next search uses.
///
/// ```
/// use joust_search::engine::{Engine, SearchLimits};
/// use joust_search::wargame::WarKnowledge;
/// use joust_wargame::{Board, Position, Rules};
/// use std::sync::atomic::AtomicBool;
///
/// let start = Position::start(Board::named("small").unwrap(), Rules::default());
/// let mut engine = Engine::new(WarKnowledge, 1 << 16).with_lines(3);
/// // No limit: nine squares are searched to the end of the game.
/// let found = engine.search(&start, &SearchLimits::default(), &AtomicBool::new(false), &mut |_| {}).unwrap();
/// assert!(found.is_exact());
/// assert_eq!(found.lines.len(), 3);
/// assert!(found.lines.is_sorted_by(|one, other| one.value >= other.value));
/// ```
pub struct Engine<D: Duel, K: Knowledge<D>> {
    knowledge: K,
    techniques: Techniques,
    table: TranspositionTable,
    /// One for each thread.
    history: Vec<MoveHistory>,
    lines: usize,
    visited: Arc<AtomicU64>,
    game: PhantomData<D>,
}

impl<D: Duel, K: Knowledge<D>> Engine<D, K> {
    /// An engine with a transposition table of about `bytes` bytes. It searches with one thread for
    /// one principal variation.
    pub fn new(knowledge: K, bytes: usize) -> Engine<D, K> {
        let techniques = knowledge.techniques();
        Engine {
            knowledge,
            techniques,
            table: TranspositionTable::new(bytes),
            history: vec![MoveHistory::new(MAX_DEPTH as usize + 2, K::NUMBERS)],
            lines: 1,
            visited: Arc::default(),
            game: PhantomData,
        }
    }

    /// Searches with this many threads; at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine<D, K> {
        let fresh = || MoveHistory::new(MAX_DEPTH as usize + 2, K::NUMBERS);
        self.history.resize_with(threads.max(1), fresh);
        self
    }

    /// Searches for this many principal variations with different first moves; at least one.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> Engine<D, K> {
        self.show(lines);
        self
    }

    /// Searches for this many principal variations from now on; at least one.
    pub fn show(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }

    /// Counts the visited positions of all threads in `visited` while a search runs; the count may
    /// lag behind by a few thousand.
    #[must_use]
    pub fn with_counter(mut self, visited: Arc<AtomicU64>) -> Engine<D, K> {
        self.visited = visited;
        self
    }

    /// Searches without one technique.
    #[must_use]
    pub fn without(mut self, technique: Technique) -> Engine<D, K> {
        self.techniques = self.techniques.without(technique);
        self
    }

    /// The knowledge of the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Clears all tables, for another game: the engine is then as if new.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history.iter_mut().for_each(MoveHistory::clear);
    }

    /// Searches deeper and deeper until a limit is reached, `stop` is set, or the best line is
    /// proven. Every finished depth is reported. `None` when the game is over.
    pub fn search(
        &mut self,
        position: &D,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<D::Move>),
    ) -> Option<Found<D::Move>> {
        self.search_by(&WallClock::default(), position, limits, stop, report)
    }

    /// [`Engine::search`] with another source of time.
    pub fn search_by(
        &mut self,
        time: &dyn TimeSource,
        position: &D,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<D::Move>),
    ) -> Option<Found<D::Move>> {
        let mut begun = self.begin(position)?;
        self.go_on(&mut begun, time, limits, stop, report)
    }

    /// Begins a search that [`Engine::go_on`] carries out in parts, one of which may come long after the
    /// other. Between them the engine must not search anything else. `None` when the game is over.
    ///
    /// ```
    /// use joust_search::engine::{Engine, SearchLimits, WallClock};
    /// use joust_search::wargame::WarKnowledge;
    /// use joust_wargame::{Board, Position, Rules};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let start = Position::start(Board::named("small").unwrap(), Rules::default());
    /// let mut engine = Engine::new(WarKnowledge, 1 << 20);
    /// let mut begun = engine.begin(&start).unwrap();
    /// let (limits, stop) = (SearchLimits { nodes: Some(500), ..SearchLimits::default() }, AtomicBool::new(false));
    /// while !begun.is_done() {
    ///     engine.go_on(&mut begun, &WallClock::default(), &limits, &stop, &mut |_| {});
    /// }
    /// let found = engine.go_on(&mut begun, &WallClock::default(), &limits, &stop, &mut |_| {}).unwrap();
    /// assert!(found.is_exact());
    /// ```
    pub fn begin(&mut self, position: &D) -> Option<Begun<D>> {
        self.table.next_generation();
        self.history.iter_mut().for_each(MoveHistory::age);
        Begun::new(&self.knowledge, &self.table, position)
    }

    /// Goes on with a search. The limits are those of this part, and so are the nodes and the time of what it
    /// finds. What was searched before is in the tables, so it costs little to do it again.
    pub fn go_on(
        &mut self,
        begun: &mut Begun<D>,
        time: &dyn TimeSource,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Found<D::Move>),
    ) -> Option<Found<D::Move>> {
        let timer = Timer::start(limits, time, stop);
        self.visited.store(0, Relaxed);
        let helping = (self.history.len() - 1).min(timer.worthwhile_helpers());
        let shared = Shared {
            knowledge: &self.knowledge,
            techniques: self.techniques,
            table: &self.table,
            timer: &timer,
            visited: &self.visited,
            busy: (helping > 0).then(BusyTable::new),
        };
        let deepening = Deepening::new(&shared, begun, limits, self.lines);
        let (first, others) = self.history.split_first_mut()?;
        let (found, after) = std::thread::scope(|scope| {
            let (shared, begun) = (&shared, &deepening);
            // Dropped on every way out, so that no helper thread searches on.
            let over = Over(&timer);
            let help = |history| {
                let search = move || {
                    let mut worker = Worker::new(shared, history, false);
                    let mut deepening = begun.clone();
                    deepening.run(&mut worker, &mut |_| {});
                    let reached = deepening.reached();
                    if reached.0 {
                        shared.timer.end();
                    }
                    (reached, deepening.found(worker.visited()))
                };
                // If the system refuses a thread, the search goes on with fewer.
                std::thread::Builder::new().spawn_scoped(scope, search).ok()
            };
            let helpers: Vec<_> = others[..helping].iter_mut().filter_map(help).collect();
            let mut worker = Worker::new(shared, first, true);
            let mut deepening = begun.clone();
            deepening.run(&mut worker, report);
            drop(over);
            // The result is that of a thread that is complete, or else of the deepest thread.
            let (mut reached, mut best) = (deepening.reached(), deepening.found(worker.visited()));
            for helper in helpers {
                let helped = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                let nodes = best.nodes + helped.1.nodes;
                if helped.0 > reached {
                    (reached, best) = helped;
                }
                best.nodes = nodes;
            }
            if reached > deepening.reached() {
                report(&best);
            }
            (best, deepening.into_begun())
        });
        *begun = after;
        Some(found)
    }
}

/// Ends a search when it is dropped.
struct Over<'a>(&'a Timer<'a>);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

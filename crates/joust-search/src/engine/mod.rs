//! The engine: iterative deepening over alpha-beta with a transposition table, on any number of
//! threads.
//!
//! Written over [`Duel`], so that every game plays with the same search; what is special about a
//! game is its [`Knowledge`]. With one thread and a limit on nodes or depth alone the result is
//! the same on every machine.
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
//! assert!(start.read_move(&start.write_move(found.mv())).is_ok());
//! ```

mod deepen;
mod found;
mod knowledge;
mod limits;
mod occupied;
mod order;
mod ponder;
mod table;
mod techniques;
mod time_source;
mod value;
mod worker;

pub use found::{Found, Line};
pub use knowledge::Knowledge;
pub(crate) use knowledge::as_the_wrapped;
pub use limits::Limits;
pub use ponder::Ponderer;
pub use techniques::{Technique, Techniques};
pub use time_source::{TimeSource, WallClock};
pub use value::{WIN, ends_in};

use deepen::Deepening;
use joust_core::Duel;
use limits::Timer;
use occupied::Occupied;
use order::Experience;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use table::Table;
use worker::{MAX_DEPTH, Shared, Worker};

/// A search with its memory.
pub struct Engine<D: Duel, K: Knowledge<D>> {
    knowledge: K,
    techniques: Techniques,
    table: Table,
    /// What each thread has learned.
    experience: Vec<Experience>,
    lines: usize,
    visited: Arc<AtomicU64>,
    game: PhantomData<D>,
}

impl<D: Duel, K: Knowledge<D>> Engine<D, K> {
    /// An engine with a table of about this many bytes. It searches with one thread for one line.
    pub fn new(knowledge: K, bytes: usize) -> Engine<D, K> {
        let techniques = knowledge.techniques();
        Engine {
            knowledge,
            techniques,
            table: Table::new(bytes),
            experience: vec![Experience::new(MAX_DEPTH as usize + 2, K::NUMBERS)],
            lines: 1,
            visited: Arc::default(),
            game: PhantomData,
        }
    }

    /// The same with so many threads; at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine<D, K> {
        let fresh = || Experience::new(MAX_DEPTH as usize + 2, K::NUMBERS);
        self.experience.resize_with(threads.max(1), fresh);
        self
    }

    /// The same, looking for so many lines with different first moves; at least one.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> Engine<D, K> {
        self.lines = lines.max(1);
        self
    }

    /// The same, counting the positions that all threads visit where somebody can watch while a
    /// search goes on; a few thousand may be missing.
    #[must_use]
    pub fn with_counter(mut self, visited: Arc<AtomicU64>) -> Engine<D, K> {
        self.visited = visited;
        self
    }

    /// The same without one technique.
    #[must_use]
    pub fn without(mut self, technique: Technique) -> Engine<D, K> {
        self.techniques = self.techniques.without(technique);
        self
    }

    /// What it knows of the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Forgets everything, as if it were new: for another game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.experience.iter_mut().for_each(Experience::clear);
    }

    /// Searches deeper and deeper until a limit is reached, `stop` is set, or the best line is
    /// proven; `told` hears of every depth that was finished. `None` when the game is over.
    pub fn search(
        &mut self,
        position: &D,
        limits: &Limits,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Found<D::Move>),
    ) -> Option<Found<D::Move>> {
        self.search_by(&WallClock::default(), position, limits, stop, told)
    }

    /// [`Engine::search`] by another source of time.
    pub fn search_by(
        &mut self,
        time: &dyn TimeSource,
        position: &D,
        limits: &Limits,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Found<D::Move>),
    ) -> Option<Found<D::Move>> {
        let timer = Timer::start(limits, time, stop);
        self.visited.store(0, Relaxed);
        self.table.grow_older();
        self.experience.iter_mut().for_each(Experience::fade);
        let helping = (self.experience.len() - 1).min(timer.worthwhile_helpers());
        let shared = Shared {
            knowledge: &self.knowledge,
            techniques: self.techniques,
            table: &self.table,
            timer: &timer,
            visited: &self.visited,
            occupied: (helping > 0).then(Occupied::new),
        };
        let deepening = Deepening::new(&shared, position, limits, self.lines)?;
        let (first, others) = self.experience.split_first_mut()?;
        Some(std::thread::scope(|scope| {
            let (shared, begun) = (&shared, &deepening);
            // Whatever happens here, nobody searches on after it.
            let over = Over(&timer);
            let help = |experience| {
                let search = move || {
                    let mut worker = Worker::new(shared, experience, false);
                    let mut deepening = begun.clone();
                    deepening.run(&mut worker, &mut |_| {});
                    let reached = deepening.reached();
                    if reached.0 {
                        shared.timer.end();
                    }
                    (reached, deepening.found(worker.visited()))
                };
                // Where there are no threads, fewer must do.
                std::thread::Builder::new().spawn_scoped(scope, search).ok()
            };
            let helpers: Vec<_> = others[..helping].iter_mut().filter_map(help).collect();
            let mut worker = Worker::new(shared, first, true);
            let mut deepening = begun.clone();
            deepening.run(&mut worker, told);
            drop(over);
            // Whoever is through has the result, or else whoever came deepest.
            let (mut reached, mut best) = (deepening.reached(), deepening.found(worker.nodes));
            for helper in helpers {
                let helped = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                let nodes = best.nodes + helped.1.nodes;
                if helped.0 > reached {
                    (reached, best) = helped;
                }
                best.nodes = nodes;
            }
            if reached > deepening.reached() {
                told(&best);
            }
            best
        }))
    }
}

/// Ends a search when it is dropped.
struct Over<'a>(&'a Timer<'a>);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

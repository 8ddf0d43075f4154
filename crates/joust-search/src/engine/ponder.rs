//! Pondering: searching in the opponent's time.

use super::{Engine, Knowledge, SearchLimits};
use joust_core::Duel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// An engine that can search in the background.
///
/// What it finds stays in the transposition table, so the next search begins where pondering ended.
/// How far that is depends on time: results after pondering cannot be reproduced.
pub struct Ponderer<D: Duel, K: Knowledge<D>> {
    engine: Arc<Mutex<Engine<D, K>>>,
    busy: Option<Busy>,
}

/// A search in the background; dropping it ends the search.
struct Busy {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let panicked = self.thread.take().is_some_and(|thread| thread.join().is_err());
        // The thread has printed why it panicked; the engine that it left behind is not to be trusted.
        assert!(!panicked || std::thread::panicking(), "pondering broke off");
    }
}

impl<D: Duel, K: Knowledge<D> + 'static> Ponderer<D, K> {
    /// A ponderer that does not ponder yet.
    pub fn new(engine: Engine<D, K>) -> Ponderer<D, K> {
        Ponderer { engine: Arc::new(Mutex::new(engine)), busy: None }
    }

    /// Stops pondering, which takes less than a millisecond, and gives the engine.
    pub fn engine(&mut self) -> MutexGuard<'_, Engine<D, K>> {
        self.rest();
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches a position in the background until a limit is reached or the engine is used. If the
    /// system refuses a thread, nothing happens.
    pub fn ponder(&mut self, position: D, limits: SearchLimits) {
        self.rest();
        let engine = Arc::clone(&self.engine);
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let search = move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.search(&position, &limits, &told, &mut |_| {});
        };
        let thread = std::thread::Builder::new().name("ponder".to_owned()).spawn(search);
        self.busy = thread.ok().map(|thread| Busy { stop, thread: Some(thread) });
    }

    /// Whether a search is running in the background.
    pub fn is_pondering(&self) -> bool {
        let thread = self.busy.as_ref().and_then(|busy| busy.thread.as_ref());
        thread.is_some_and(|thread| !thread.is_finished())
    }

    /// Stops pondering, if a search is running.
    pub fn rest(&mut self) {
        self.busy = None;
    }
}

//! Thinking in the opponent's time.

use super::{Engine, Knowledge, Limits};
use joust_core::Duel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// An engine that can search while nobody waits for it.
///
/// What it finds stays in its table: the search that is asked for next begins where the other
/// ended. How far that is depends on time, so nothing about it is the same twice.
pub struct Ponderer<D: Duel, K: Knowledge<D>> {
    engine: Arc<Mutex<Engine<D, K>>>,
    busy: Option<Busy>,
}

/// A search that goes on until this is dropped.
struct Busy {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let panicked = self.thread.take().is_some_and(|thread| thread.join().is_err());
        // The thread has told what was wrong; nothing that it touched is to be believed.
        assert!(!panicked || std::thread::panicking(), "pondering broke off");
    }
}

impl<D: Duel, K: Knowledge<D> + 'static> Ponderer<D, K> {
    /// The engine at rest.
    pub fn new(engine: Engine<D, K>) -> Ponderer<D, K> {
        Ponderer { engine: Arc::new(Mutex::new(engine)), busy: None }
    }

    /// The engine itself. What it ponders on is dropped first, which takes less than a
    /// millisecond.
    pub fn engine(&mut self) -> MutexGuard<'_, Engine<D, K>> {
        self.rest();
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to search a position, and goes on until a limit is reached or the engine is wanted.
    /// Where no thread is to be had, nothing happens.
    pub fn ponder(&mut self, position: D, limits: Limits) {
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

    /// Whether it ponders now, and has not come to an end of it.
    pub fn is_pondering(&self) -> bool {
        let thread = self.busy.as_ref().and_then(|busy| busy.thread.as_ref());
        thread.is_some_and(|thread| !thread.is_finished())
    }

    /// Stops pondering, if it does.
    pub fn rest(&mut self) {
        self.busy = None;
    }
}

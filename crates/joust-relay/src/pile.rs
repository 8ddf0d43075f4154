//! Work that a worker has fetched and not begun: a short pile, so that other workers have some, too.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// How much work is fetched ahead, in time: longer than the way to the queue and back, and short enough that work
/// does not wait here while another worker has none.
const AHEAD: Duration = Duration::from_millis(20);
/// The most pieces that are fetched ahead.
const MOST: usize = 64;

/// The pile.
pub(crate) struct Pile<T> {
    inner: Mutex<Inner<T>>,
    /// Wakes threads that wait for work.
    filled: Condvar,
    /// Wakes those that fetch work.
    pub(crate) emptied: Notify,
    threads: usize,
}

struct Inner<T> {
    waiting: VecDeque<T>,
    /// Threads that wait for work.
    idle: usize,
    /// How long a piece takes, on average over the last ones, in seconds.
    mean: Option<f64>,
    is_closed: bool,
}

impl<T> Pile<T> {
    pub(crate) fn new(threads: usize) -> Pile<T> {
        let inner = Inner { waiting: VecDeque::new(), idle: 0, mean: None, is_closed: false };
        Pile { inner: Mutex::new(inner), filled: Condvar::new(), emptied: Notify::new(), threads }
    }

    /// Puts a piece on the pile; gives it back if the pile is closed.
    pub(crate) fn put(&self, piece: T) -> Result<(), T> {
        let mut inner = self.inner();
        if inner.is_closed {
            return Err(piece);
        }
        inner.waiting.push_back(piece);
        self.filled.notify_one();
        Ok(())
    }

    /// Takes the oldest piece, and waits for one if there is none; `None` when the pile is closed.
    pub(crate) fn take(&self) -> Option<T> {
        let mut inner = self.inner();
        loop {
            if inner.is_closed {
                return None;
            }
            if let Some(piece) = inner.waiting.pop_front() {
                self.emptied.notify_one();
                return Some(piece);
            }
            inner.idle += 1;
            self.emptied.notify_one();
            inner = self.filled.wait(inner).unwrap_or_else(PoisonError::into_inner);
            inner.idle -= 1;
        }
    }

    /// A piece took this long.
    pub(crate) fn took(&self, time: Duration) {
        let mut inner = self.inner();
        let time = time.as_secs_f64();
        inner.mean = Some(inner.mean.map_or(time, |mean| mean * 0.9 + time * 0.1));
    }

    /// How many more pieces should be here.
    #[expect(clippy::cast_precision_loss, reason = "a few pieces more or less do not matter")]
    pub(crate) fn wants(&self) -> usize {
        let inner = self.inner();
        let ahead = match inner.mean {
            Some(mean) => {
                let pieces = (AHEAD.as_secs_f64() / mean.max(1e-6)).min(MOST as f64);
                ((pieces * self.threads as f64).ceil() as usize).clamp(1, MOST)
            }
            None => 0,
        };
        (inner.idle + ahead).saturating_sub(inner.waiting.len())
    }

    /// Closes the pile, and gives what was on it.
    pub(crate) fn close(&self) -> Vec<T> {
        let mut inner = self.inner();
        inner.is_closed = true;
        self.filled.notify_all();
        inner.waiting.drain(..).collect()
    }

    fn inner(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_work_is_fetched_ahead_and_long_work_hardly() {
        let pile = Pile::<u8>::new(2);
        assert_eq!(pile.wants(), 0, "nobody waits yet");
        pile.took(Duration::from_millis(1));
        assert_eq!(pile.wants(), 40);
        assert!(pile.put(1).is_ok());
        assert_eq!((pile.wants(), pile.take()), (39, Some(1)));
        for _ in 0..100 {
            pile.took(Duration::from_secs(3));
        }
        assert_eq!(pile.wants(), 1);
        assert!(pile.close().is_empty());
        assert_eq!((pile.take(), pile.put(2)), (None, Err(2)));
    }

    #[test]
    fn a_thread_that_waits_is_counted_and_woken() {
        let pile = Pile::<u8>::new(1);
        std::thread::scope(|scope| {
            let taken = scope.spawn(|| pile.take());
            while pile.wants() == 0 {
                std::thread::yield_now();
            }
            pile.put(7).unwrap();
            assert_eq!(taken.join().unwrap(), Some(7));
        });
    }
}

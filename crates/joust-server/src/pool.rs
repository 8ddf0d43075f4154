//! Threads that search, and the queue before them. Everybody gets a turn before anybody gets two.

use crate::limits::SEARCHES_WAITING;
use crate::metrics::Metrics;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Something to be searched for. It looks at the flag now and then, and ends when it is set.
pub(crate) type Job = Box<dyn FnOnce(&AtomicBool) + Send>;

#[derive(Default)]
struct Queue {
    /// Whose turn is next.
    turns: VecDeque<Arc<str>>,
    jobs: HashMap<Arc<str>, VecDeque<Job>>,
    waiting: usize,
    closed: bool,
}

impl Queue {
    fn push(&mut self, who: &Arc<str>, job: Job) {
        let own = self.jobs.entry(Arc::clone(who)).or_default();
        if own.is_empty() {
            self.turns.push_back(Arc::clone(who));
        }
        own.push_back(job);
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<Job> {
        let who = self.turns.pop_front()?;
        let own = self.jobs.get_mut(&who)?;
        let job = own.pop_front()?;
        if own.is_empty() {
            self.jobs.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        self.waiting -= 1;
        Some(job)
    }
}

struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
    stop: AtomicBool,
    metrics: Arc<Metrics>,
}

/// The threads and their queue.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Starts the threads. They end when the pool is closed.
    pub(crate) fn start(threads: usize, metrics: &Arc<Metrics>) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            more: Condvar::new(),
            stop: AtomicBool::new(false),
            metrics: Arc::clone(metrics),
        });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("search-{number}")).spawn(move || work(&shared))?;
        }
        Ok(Pool { shared })
    }

    /// Puts a search into the queue of somebody; false when too many wait.
    pub(crate) fn submit(&self, who: &Arc<str>, job: Job) -> bool {
        let mut queue = self.shared.lock();
        if queue.closed || queue.waiting >= SEARCHES_WAITING {
            return false;
        }
        queue.push(who, job);
        self.shared.metrics.searches_waiting.store(queue.waiting as i64, Relaxed);
        drop(queue);
        self.shared.more.notify_one();
        true
    }

    /// Ends searches and drops those that wait.
    pub(crate) fn close(&self) {
        self.shared.stop.store(true, Relaxed);
        let mut queue = self.shared.lock();
        *queue = Queue { closed: true, ..Queue::default() };
        drop(queue);
        self.shared.more.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(shared: &Shared) {
    be_modest();
    loop {
        let mut queue = shared.lock();
        let job = loop {
            if queue.closed {
                return;
            }
            if let Some(job) = queue.pop() {
                shared.metrics.searches_waiting.store(queue.waiting as i64, Relaxed);
                break job;
            }
            queue = shared.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        shared.metrics.searches_running.fetch_add(1, Relaxed);
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(&shared.stop)));
        if done.is_err() {
            tracing::error!("a search has panicked");
        }
        shared.metrics.searches_running.fetch_sub(1, Relaxed);
        shared.metrics.searches.fetch_add(1, Relaxed);
    }
}

/// People's moves come before searches: the system gives this thread what the others leave.
fn be_modest() {
    #[cfg(unix)]
    if let Err(why) = rustix::process::nice(crate::limits::NICE) {
        tracing::warn!(%why, "searches run with the same priority as everything else");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn everybody_gets_a_turn_before_anybody_gets_two() {
        let (told, hears) = mpsc::channel();
        let mut queue = Queue::default();
        for (who, number) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            let told = told.clone();
            queue.push(&Arc::from(who), Box::new(move |_| told.send(number).unwrap()));
        }
        while let Some(job) = queue.pop() {
            job(&AtomicBool::new(false));
        }
        assert_eq!(hears.try_iter().collect::<Vec<_>>(), [1, 4, 5, 2, 6, 3]);
        assert!(queue.jobs.is_empty() && queue.turns.is_empty() && queue.waiting == 0);
    }

    #[test]
    fn a_panic_ends_one_search_and_no_thread() {
        let pool = Pool::start(1, &Arc::default()).unwrap();
        let (told, hears) = mpsc::channel();
        pool.submit(&Arc::from("a"), Box::new(|_| panic!("on purpose")));
        pool.submit(&Arc::from("a"), Box::new(move |_| told.send(1).unwrap()));
        assert_eq!(hears.recv(), Ok(1));
        pool.close();
        assert!(!pool.submit(&Arc::from("a"), Box::new(|_| {})));
    }
}

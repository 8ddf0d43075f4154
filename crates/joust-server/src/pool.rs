//! Threads for searches, with a fair queue (round robin at three levels): networks take turns, then the
//! addresses of a network, then the visitors of an address. Cookies are free, and addresses are not.

use crate::limits::SlotLimits;
use crate::metrics::Metrics;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A search. It checks the flag regularly, and ends when it is set.
pub(crate) type Job = Box<dyn FnOnce(&AtomicBool) + Send>;

/// The place of a search in the queue: network, address, visitor.
pub(crate) type QueueKey = [Arc<str>; 3];

/// Waiting searches at one level of the queue, whose members take turns.
#[derive(Default)]
struct Turns {
    /// The members in the order of their turns.
    order: VecDeque<Arc<str>>,
    below: HashMap<Arc<str>, Turns>,
    jobs: VecDeque<Job>,
    waiting: usize,
}

impl Turns {
    fn push(&mut self, turn: &[Arc<str>], job: Job) {
        self.waiting += 1;
        let [who, below @ ..] = turn else { return self.jobs.push_back(job) };
        let own = self.below.entry(Arc::clone(who)).or_default();
        if own.waiting == 0 {
            self.order.push_back(Arc::clone(who));
        }
        own.push(below, job);
    }

    fn pop(&mut self) -> Option<Job> {
        let job = if let Some(who) = self.order.pop_front() {
            let own = self.below.get_mut(&who)?;
            let job = own.pop()?;
            if own.waiting == 0 {
                self.below.remove(&who);
            } else {
                self.order.push_back(who);
            }
            job
        } else {
            self.jobs.pop_front()?
        };
        self.waiting -= 1;
        Some(job)
    }

    /// The number of searches that wait below a prefix of a key.
    fn waiting(&self, turn: &[Arc<str>]) -> usize {
        match turn {
            [] => self.waiting,
            [who, below @ ..] => self.below.get(who).map_or(0, |own| own.waiting(below)),
        }
    }

    /// Removes all searches of one visitor.
    fn take(&mut self, turn: &[Arc<str>]) -> VecDeque<Job> {
        let [who, below @ ..] = turn else {
            self.waiting = 0;
            return std::mem::take(&mut self.jobs);
        };
        let Some(own) = self.below.get_mut(who) else { return VecDeque::new() };
        let jobs = own.take(below);
        self.waiting -= jobs.len();
        if own.waiting == 0 {
            self.below.remove(who);
            self.order.retain(|other| other != who);
        }
        jobs
    }
}

#[derive(Default)]
struct Queue {
    turns: Turns,
    /// The key under which the searches of each visitor wait.
    places: HashMap<Arc<str>, QueueKey>,
    closed: bool,
}

impl Queue {
    fn push(&mut self, turn: &QueueKey, job: Job) {
        self.move_to(turn);
        self.places.insert(Arc::clone(&turn[2]), turn.clone());
        self.turns.push(turn, job);
    }

    fn pop(&mut self) -> Option<Job> {
        let job = self.turns.pop();
        if self.places.len() > 2 * self.turns.waiting + 64 {
            let Queue { turns, places, .. } = self;
            places.retain(|_, turn| turns.waiting(&turn[..]) > 0);
        }
        job
    }

    /// Moves the searches of a visitor to the address where the visitor was last seen.
    fn move_to(&mut self, turn: &QueueKey) {
        let Some(old) = self.places.get_mut(&turn[2]).filter(|old| *old != turn) else { return };
        let jobs = self.turns.take(&old[..]);
        old.clone_from(turn);
        for job in jobs {
            self.turns.push(turn, job);
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
    stop: AtomicBool,
    most: SlotLimits,
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
    pub(crate) fn start(threads: usize, most: SlotLimits, metrics: &Arc<Metrics>) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            more: Condvar::new(),
            stop: AtomicBool::new(false),
            most,
            metrics: Arc::clone(metrics),
        });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("search-{number}")).spawn(move || work(&shared))?;
        }
        Ok(Pool { shared })
    }

    /// Queues a search; false when too many wait.
    pub(crate) fn submit(&self, turn: &QueueKey, job: Job) -> bool {
        let mut queue = self.shared.lock();
        let most = &self.shared.most;
        let has_room = [most.all, most.network, most.address, most.visitor]
            .into_iter()
            .enumerate()
            .all(|(level, most)| queue.turns.waiting(&turn[..level]) < most as usize);
        if queue.closed || !has_room {
            return false;
        }
        queue.push(turn, job);
        self.shared.metrics.searches_waiting.store(queue.turns.waiting as i64, Relaxed);
        drop(queue);
        self.shared.more.notify_one();
        true
    }

    /// Moves the searches of a visitor to a new address.
    pub(crate) fn move_to(&self, turn: &QueueKey) {
        self.shared.lock().move_to(turn);
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
                shared.metrics.searches_waiting.store(queue.turns.waiting as i64, Relaxed);
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

/// Gives this thread the lowest priority, so that people's moves come before searches. On Linux the idle
/// policy makes a waking thread preempt it at once; with niceness alone it would finish its time slice,
/// at every step of a move from one browser to the other.
pub(crate) fn be_modest() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
            thread_native_id,
        };
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        if let Err(why) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle) {
            tracing::warn!(?why, "this thread is not idle to the system, only nice");
        }
    }
    #[cfg(unix)]
    if let Err(why) = rustix::process::nice(crate::limits::NICE) {
        tracing::warn!(%why, "this thread runs with the same priority as everything else");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn turn(network: &str, address: &str, visitor: &str) -> QueueKey {
        [network, address, visitor].map(Arc::from)
    }

    /// Runs everything that waits, and gives the order.
    fn order(queue: &mut Queue, hears: &mpsc::Receiver<u32>) -> Vec<u32> {
        while let Some(job) = queue.pop() {
            job(&AtomicBool::new(false));
        }
        assert!(queue.turns.below.is_empty() && queue.turns.order.is_empty() && queue.turns.waiting == 0);
        hears.try_iter().collect()
    }

    #[test]
    fn everybody_gets_a_turn_before_anybody_gets_two() {
        let (told, hears) = mpsc::channel();
        let mut queue = Queue::default();
        for (who, number) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            let told = told.clone();
            queue.push(&turn("n", "n", who), Box::new(move |_| told.send(number).unwrap()));
        }
        assert_eq!(order(&mut queue, &hears), [1, 4, 5, 2, 6, 3]);
    }

    #[test]
    fn many_cookies_of_one_address_share_its_turn() {
        let (told, hears) = mpsc::channel();
        let mut queue = Queue::default();
        let mut push = |turn: &QueueKey, number| {
            let told = told.clone();
            queue.push(turn, Box::new(move |_| told.send(number).unwrap()));
        };
        for cookie in 0..600 {
            push(&turn("1.1.1.1", "1.1.1.1", &format!("cookie {cookie}")), cookie);
        }
        // So do many /64s of one /48.
        for site in 1000..1600 {
            push(&turn("x::/48", &format!("x:{site}::/64"), &format!("cookie {site}")), site);
        }
        push(&turn("2.2.2.2", "2.2.2.2", "ada"), 7000);
        push(&turn("2.2.2.2", "2.2.2.2", "ada"), 7001);
        let order = order(&mut queue, &hears);
        assert_eq!(&order[..6], [0, 1000, 7000, 1, 1001, 7001]);
        assert_eq!(order.len(), 1202);
    }

    #[test]
    fn the_searches_of_a_visitor_go_where_the_visitor_is_seen() {
        let (told, hears) = mpsc::channel();
        let mut queue = Queue::default();
        for (who, number) in [("x", 1), ("y", 2), ("ada", 3), ("ada", 4)] {
            let told = told.clone();
            queue.push(&turn("?", "?", who), Box::new(move |_| told.send(number).unwrap()));
        }
        queue.move_to(&turn("2.2.2.2", "2.2.2.2", "ada"));
        queue.move_to(&turn("2.2.2.2", "2.2.2.2", "bea"));
        assert_eq!(queue.turns.waiting(&turn("?", "?", "")[..1]), 2);
        assert_eq!(order(&mut queue, &hears), [1, 3, 2, 4]);
    }

    const MOST: SlotLimits = SlotLimits { visitor: 3, address: 4, network: 5, all: 6 };

    #[test]
    fn one_address_does_not_fill_the_queue() {
        let pool = Pool::start(1, MOST, &Arc::default()).unwrap();
        let (go, waits) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel();
        let hold: Job = Box::new(move |_| {
            begun.send(()).unwrap();
            let _ = waits.recv();
        });
        assert!(pool.submit(&turn("h", "h", "h"), hold));
        begins.recv().unwrap();
        let fill = |network: &str, address: &str, visitor: &str| {
            (0..9).take_while(|_| pool.submit(&turn(network, address, visitor), Box::new(|_| {}))).count()
        };
        assert_eq!(fill("n", "a", "ada"), 3);
        assert_eq!(fill("n", "a", "bea"), 1);
        assert_eq!(fill("n", "b", "cat"), 1);
        assert_eq!(fill("m", "m", "dan"), 1);
        assert_eq!(fill("o", "o", "eve"), 0);
        drop(go);
        pool.close();
    }

    #[test]
    fn a_panic_ends_one_search_and_no_thread() {
        let pool = Pool::start(1, MOST, &Arc::default()).unwrap();
        let (told, hears) = mpsc::channel();
        let turn = turn("a", "a", "a");
        pool.submit(&turn, Box::new(|_| panic!("on purpose")));
        pool.submit(&turn, Box::new(move |_| told.send(1).unwrap()));
        assert_eq!(hears.recv(), Ok(1));
        pool.close();
        assert!(!pool.submit(&turn, Box::new(|_| {})));
    }
}

//! Threads that share the work of a step.

use rayon::{ThreadPool, ThreadPoolBuilder, Yield};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a thread stays awake after its work. To wake a thread takes about 60 µs, and the step of a batch may
/// take less; callers that step in a loop come back within a few.
const AWAKE: Duration = Duration::from_micros(200);

/// A number of threads, of which the caller is one. The others are started when there is work for them, and
/// wait for more until the crew is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Crew {
    threads: usize,
    pool: Option<Pool>,
}

#[derive(Clone, Debug)]
struct Pool {
    threads: Arc<ThreadPool>,
    /// The number of threads that look for work.
    awake: Arc<AtomicUsize>,
    /// The process that started them. Python forks, and threads do not live in the copy of a process.
    process: u32,
}

impl Crew {
    pub(crate) fn new(threads: usize) -> Crew {
        Crew { threads, pool: None }
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The other threads, all awake; none if the machine has none left.
    fn pool(&mut self) -> Option<&ThreadPool> {
        let process = std::process::id();
        if let Some(foreign) = self.pool.take_if(|pool| pool.process != process) {
            // Nobody would hear that they are to end.
            std::mem::forget(foreign);
        }
        if self.pool.is_none() {
            let threads = ThreadPoolBuilder::new().num_threads(self.threads - 1).build().ok()?;
            self.pool = Some(Pool { threads: Arc::new(threads), awake: Arc::default(), process });
        }
        let pool = self.pool.as_ref()?;
        if pool.awake.load(Ordering::Relaxed) + 1 < self.threads {
            let awake = Arc::clone(&pool.awake);
            pool.threads.spawn_broadcast(move |_| stay_awake(&awake));
        }
        Some(&pool.threads)
    }

    /// The other threads, and how many lanes the parts have; nothing where the caller does all the work.
    fn pool_for(&mut self, parts: usize) -> Option<(&ThreadPool, usize)> {
        let lanes = self.threads.min(parts);
        (if lanes > 1 { self.pool() } else { None }).map(|pool| (pool, lanes))
    }

    /// Does the work of every part.
    pub(crate) fn each<P: Send>(&mut self, parts: &mut [P], work: impl Fn(&mut P) + Sync) {
        let Some((pool, lanes)) = self.pool_for(parts.len()) else {
            return parts.iter_mut().for_each(work);
        };
        let lanes = Lanes::new(lanes, parts.len());
        let parts: Vec<_> = parts.iter_mut().map(Mutex::new).collect();
        together(pool, |lane| lanes.taken(lane, &parts).for_each(|part| work(&mut open(part))));
    }

    /// Checks every part, and then does the work of every part if no check has failed; gives the failure of the
    /// first part that has one.
    pub(crate) fn share<P: Send, X: Send>(
        &mut self,
        parts: &mut [P],
        check: impl Fn(&mut P) -> Result<(), X> + Sync,
        work: impl Fn(&mut P) + Sync,
    ) -> Result<(), X> {
        let Some((pool, lanes)) = self.pool_for(parts.len()) else {
            parts.iter_mut().try_for_each(&check)?;
            parts.iter_mut().for_each(work);
            return Ok(());
        };
        let [to_check, to_do] = [(); 2].map(|()| Lanes::new(lanes, parts.len()));
        let parts: Vec<_> = parts.iter_mut().map(|part| Mutex::new((part, None))).collect();
        let gate = Gate::default();
        together(pool, |lane| {
            for part in to_check.taken(lane, &parts) {
                let _arrival = Arrival(&gate);
                let (part, failure) = &mut *open(part);
                *failure = check(part).err();
                gate.closed.fetch_or(failure.is_some(), Ordering::Relaxed);
            }
            wait(|| gate.arrived.load(Ordering::Acquire) == parts.len());
            if !gate.closed.load(Ordering::Relaxed) {
                to_do.taken(lane, &parts).for_each(|part| work(open(part).0));
            }
        });
        let failures =
            parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner).1);
        failures.flatten().next().map_or(Ok(()), Err)
    }
}

/// Runs this on the caller's thread and on each thread of the pool, with a number for each thread that stays
/// the same from call to call.
fn together(pool: &ThreadPool, run: impl Fn(usize) + Sync) {
    let (others, through) = (pool.current_num_threads(), AtomicUsize::new(0));
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, thread| {
            run(thread.index() + 1);
            through.fetch_add(1, Ordering::Release);
        });
        run(0);
        // The others are almost through. At the end of the scope this thread would sleep until they are.
        let until = Instant::now() + AWAKE;
        wait(|| through.load(Ordering::Acquire) == others || Instant::now() > until);
        // From their count to the end of their work are a few instructions.
        thread::yield_now();
    });
}

/// Waits for what takes about as long as a system call.
fn wait(is_over: impl Fn() -> bool) {
    const SPINS: u32 = 64;
    let mut spins = 0;
    while !is_over() {
        if spins < SPINS {
            spins += 1;
            std::hint::spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

/// Lets a thread of the pool do what work there is, until there was none for a while.
fn stay_awake(awake: &AtomicUsize) {
    thread_local! { static IS_AWAKE: Cell<bool> = const { Cell::new(false) } }
    // A thread that is awake finds this call as work.
    if IS_AWAKE.replace(true) {
        return;
    }
    awake.fetch_add(1, Ordering::Relaxed);
    let mut until = Instant::now() + AWAKE;
    while Instant::now() < until {
        if rayon::yield_now() == Some(Yield::Executed) {
            until = Instant::now() + AWAKE;
        } else {
            thread::yield_now();
        }
    }
    awake.fetch_sub(1, Ordering::Relaxed);
    IS_AWAKE.set(false);
}

/// Opens when all parts are checked.
#[derive(Default)]
struct Gate {
    arrived: AtomicUsize,
    closed: AtomicBool,
}

/// A part at the gate: it arrives even if its check panics, so that no thread waits forever.
struct Arrival<'a>(&'a Gate);

impl Drop for Arrival<'_> {
    fn drop(&mut self) {
        self.0.closed.fetch_or(thread::panicking(), Ordering::Relaxed);
        self.0.arrived.fetch_add(1, Ordering::Release);
    }
}

/// The parts in lanes, one for each thread. A thread takes the parts of its own lane first, which are in the cache
/// of its core since the step before, and then those that are left in other lanes.
struct Lanes(Vec<Lane>);

/// The next part that no thread has taken, on a cache line of its own, and the end of the lane.
#[repr(align(128))]
struct Lane {
    next: AtomicUsize,
    end: usize,
}

impl Lanes {
    fn new(lanes: usize, parts: usize) -> Lanes {
        let lane =
            |lane| Lane { next: AtomicUsize::new(parts * lane / lanes), end: parts * (lane + 1) / lanes };
        Lanes((0..lanes).map(lane).collect())
    }

    /// The parts that the thread of a lane takes.
    fn taken<'a, T>(&'a self, lane: usize, parts: &'a [T]) -> impl Iterator<Item = &'a T> {
        let lanes = self.0.iter().cycle().skip(lane).take(self.0.len());
        lanes.flat_map(|lane| {
            let next = || Some(lane.next.fetch_add(1, Ordering::Relaxed)).filter(|part| *part < lane.end);
            std::iter::from_fn(next).map(|part| &parts[part])
        })
    }
}

fn open<T>(part: &Mutex<T>) -> MutexGuard<'_, T> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sizes of the parts into which games are divided for these threads: some for each thread, so that a late
/// thread has less to do, but none with fewer than `least` games.
pub(crate) fn shares(games: usize, threads: usize, least: usize) -> impl Iterator<Item = usize> {
    const EACH: usize = 16;
    let parts = if threads == 1 { 1 } else { (games / least).clamp(1, threads * EACH) };
    (0..parts).map(move |part| (games + part) / parts)
}

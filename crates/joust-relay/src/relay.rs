//! The simple way to have games played elsewhere: each thread of the caller waits for one task at a time.

use crate::book::HOME;
use crate::dispatcher::{DispatchSettings, Dispatcher, FindModule};
use crate::queue::BadQueue;
use crate::shop::lock;
use crate::talk::DispatcherTalk;
use joust_match::{BadJob, Elsewhere as _, Heard, Performed, Task};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a thread that waits looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);
/// After this time without any worker, a task is given back to its caller.
const ABANDONED: Duration = Duration::from_secs(10);

/// Hands single tasks to workers, for callers such as a server, whose threads wait for one game each.
///
/// `find` gives the bytes of a module by its SHA-256. `lied` is told the name of a worker that lied: the caller has
/// everything played again that it has stored as the work of this worker ([`Relayed::by`]). A thread that stores a
/// result asks [`Relay::has_lied`] afterwards, because the lie may have been found meanwhile.
///
/// ```no_run
/// use joust_games::{Ask, game};
/// use joust_match::{Job, PlayerText, Task};
/// use joust_relay::{About, DispatchSettings, Queue, Relay};
/// use std::sync::Arc;
///
/// let settings = DispatchSettings::new(Queue::new("nats://host:4222", None)?, About::new("arena", "build", 1));
/// let relay = Relay::open(settings, Arc::new(|_| None), |talk| eprintln!("{talk}"), |worker| {
///     eprintln!("all games of {worker} are to be played again");
/// })?;
/// let setup = game("mad").unwrap().setup(&Ask::default())?;
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let task = Task::new(Job::new(0, setup, vec![player(0, "random"), player(1, "minimax:1")]));
/// if let Some(done) = relay.perform(task, &false.into())? {
///     println!("{:?}, played by {}", done.result.as_ref().map(|performed| &performed.played.ending), done.by);
///     // Store it; the worker gets its receipt when `done` is dropped.
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Relay {
    desk: Arc<Desk>,
    next: AtomicUsize,
    thread: Option<JoinHandle<()>>,
}

/// What the threads of a relay share.
struct Desk {
    dispatcher: Dispatcher,
    /// Where each task is waited for.
    waiting: Mutex<HashMap<usize, Sender<Parcel>>>,
    /// Those that are told of liars.
    shares: Mutex<HashMap<usize, Sender<Parcel>>>,
    liars: Mutex<HashSet<String>>,
    lost: Mutex<Option<String>>,
    stop: AtomicBool,
}

/// What those that wait are told, in this order.
pub(crate) enum Parcel {
    Done(Box<Relayed>),
    Liar(String),
}

/// A task that was done. The worker gets its receipt when this is dropped, so it is dropped after it is stored.
pub struct Relayed {
    /// What it gave.
    pub result: Result<Performed, BadJob>,
    /// The worker that did it, by which it is known if it lied; [`Relay::HOME`] if no worker could.
    pub by: String,
    pub(crate) number: usize,
    desk: Arc<Desk>,
}

/// Why a task was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRelayed {
    /// The game need not come out alike on another machine.
    #[error("{0}")]
    NotRepeatable(String),
    /// No worker has been there for a while.
    #[error("there is no worker")]
    Nobody,
    /// The dispatcher has ended.
    #[error("no more games can be given to workers: {0}")]
    Lost(String),
}

impl Relay {
    /// The machine of the relay, where it stands beside workers.
    pub const HOME: &str = HOME;

    /// Connects to the queue and calls for workers. See [`Relay`] for an example.
    pub fn open(
        settings: DispatchSettings,
        find: FindModule,
        tell: impl Fn(DispatcherTalk) + Send + 'static,
        lied: impl Fn(&str) + Send + 'static,
    ) -> Result<Relay, BadQueue> {
        let desk = Arc::new(Desk {
            dispatcher: Dispatcher::open(settings, find, tell)?,
            waiting: Mutex::default(),
            shares: Mutex::default(),
            liars: Mutex::default(),
            lost: Mutex::default(),
            stop: AtomicBool::new(false),
        });
        let shared = Arc::clone(&desk);
        let listen = move || shared.listen(&lied);
        let thread = std::thread::Builder::new().name("relay-desk".to_owned()).spawn(listen);
        let thread = thread.map_err(|why| BadQueue::Here(why.to_string()))?;
        Ok(Relay { desk, next: AtomicUsize::new(0), thread: Some(thread) })
    }

    /// How many games the admitted workers play at a time. A caller with more threads than this keeps all of them
    /// busy.
    pub fn threads(&self) -> usize {
        self.desk.dispatcher.threads()
    }

    /// The caller knows that a worker has lied.
    pub(crate) fn shut_out(&self, worker: &str) {
        self.desk.dispatcher.shut_out(worker);
    }

    /// Whether a worker was found to lie since this was opened.
    pub fn has_lied(&self, worker: &str) -> bool {
        lock(&self.desk.liars).contains(worker)
    }

    /// Has a task done by workers, and waits for it; `None` if the flag was set before. Equal tasks that wait at one
    /// time are done once. See [`Relay`] for an example.
    pub fn perform(&self, task: Task, stop: &AtomicBool) -> Result<Option<Relayed>, NotRelayed> {
        task.is_repeatable().map_err(NotRelayed::NotRepeatable)?;
        let (told, result) = channel();
        let number = self.give(task, told);
        let mut seen = Instant::now();
        loop {
            match result.recv_timeout(LOOK) {
                Ok(Parcel::Done(relayed)) => return Ok(Some(*relayed)),
                // Only shares are told.
                Ok(Parcel::Liar(_)) => {}
                // What comes later is of no use to anybody, and gets its receipt at once.
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    self.forget(number);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(why) = self.lost() {
                        return Err(NotRelayed::Lost(why));
                    }
                    if self.threads() > 0 {
                        seen = Instant::now();
                    } else if seen.elapsed() > ABANDONED {
                        self.forget(number);
                        return Err(NotRelayed::Nobody);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NotRelayed::Lost("the relay has ended".to_owned()));
                }
            }
        }
    }

    /// Gives a task to workers, and tells its number.
    pub(crate) fn give(&self, task: Task, told: Sender<Parcel>) -> usize {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.desk.waiting).insert(number, told);
        self.desk.dispatcher.give(number, task);
        number
    }

    /// Nobody waits for a task any more.
    pub(crate) fn forget(&self, number: usize) {
        lock(&self.desk.waiting).remove(&number);
    }

    /// Has a share told of liars, first of those that are known: its caller may have results of theirs from
    /// before. Gives its number.
    pub(crate) fn enlist(&self, told: Sender<Parcel>) -> usize {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut shares = lock(&self.desk.shares);
        for liar in lock(&self.desk.liars).iter() {
            // The share has the other end.
            let _ = told.send(Parcel::Liar(liar.clone()));
        }
        shares.insert(number, told);
        number
    }

    /// A share ends.
    pub(crate) fn dismiss(&self, share: usize) {
        lock(&self.desk.shares).remove(&share);
    }

    /// Why no more games can be given to workers, if that is so.
    pub(crate) fn lost(&self) -> Option<String> {
        lock(&self.desk.lost).clone()
    }
}

impl Desk {
    /// Passes on what the dispatcher tells.
    fn listen(self: &Arc<Self>, lied: &dyn Fn(&str)) {
        while !self.stop.load(Ordering::Relaxed) {
            match self.dispatcher.hear(LOOK) {
                Some(Heard::Over { number, result, by }) => {
                    let result = result.map(|performed| *performed);
                    let relayed = Relayed { result, by, number, desk: Arc::clone(self) };
                    // Where nobody waits, it is dropped.
                    let waits = lock(&self.waiting).remove(&number);
                    if let Some(waits) = waits {
                        let _ = waits.send(Parcel::Done(Box::new(relayed)));
                    }
                }
                Some(Heard::ShutOut { by }) => {
                    lock(&self.liars).insert(by.clone());
                    for share in lock(&self.shares).values() {
                        let _ = share.send(Parcel::Liar(by.clone()));
                    }
                    lied(&by);
                }
                Some(Heard::Lost(why)) => {
                    *lock(&self.lost) = Some(why);
                    return;
                }
                None => {}
            }
        }
    }
}

impl Drop for Relayed {
    fn drop(&mut self) {
        self.desk.dispatcher.stored(self.number);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.desk.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has nothing to close.
            let _ = thread.join();
        }
    }
}

//! The simple way to have games played elsewhere: each thread of the caller waits for one task at a time.

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
use std::time::Duration;

/// How often a thread that waits looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

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
    /// Who waits for each task.
    waiting: Mutex<HashMap<usize, Sender<Relayed>>>,
    liars: Mutex<HashSet<String>>,
    lost: Mutex<Option<String>>,
    stop: AtomicBool,
}

/// A task that was done. The worker gets its receipt when this is dropped, so it is dropped after it is stored.
pub struct Relayed {
    /// What it gave.
    pub result: Result<Performed, BadJob>,
    /// The worker that did it, by which it is known if it lied.
    pub by: String,
    number: usize,
    desk: Arc<Desk>,
}

/// Why a task was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRelayed {
    /// The game need not come out alike on another machine.
    #[error("{0}")]
    NotRepeatable(String),
    /// The dispatcher has ended.
    #[error("no more games can be given to workers: {0}")]
    Lost(String),
}

impl Relay {
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

    /// Whether a worker was found to lie since this was opened.
    pub fn has_lied(&self, worker: &str) -> bool {
        lock(&self.desk.liars).contains(worker)
    }

    /// Has a task done by workers, and waits for it; `None` if the flag was set before. Equal tasks that wait at one
    /// time are done once. See [`Relay`] for an example.
    pub fn perform(&self, task: Task, stop: &AtomicBool) -> Result<Option<Relayed>, NotRelayed> {
        task.is_repeatable().map_err(NotRelayed::NotRepeatable)?;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (told, result) = channel();
        lock(&self.desk.waiting).insert(number, told);
        self.desk.dispatcher.give(number, task);
        loop {
            match result.recv_timeout(LOOK) {
                Ok(relayed) => return Ok(Some(relayed)),
                // What comes later is of no use to anybody, and gets its receipt at once.
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    lock(&self.desk.waiting).remove(&number);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(why) = lock(&self.desk.lost).clone() {
                        return Err(NotRelayed::Lost(why));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NotRelayed::Lost("the relay has ended".to_owned()));
                }
            }
        }
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
                    if let Some(waits) = lock(&self.waiting).remove(&number) {
                        let _ = waits.send(relayed);
                    }
                }
                Some(Heard::ShutOut { by }) => {
                    lock(&self.liars).insert(by.clone());
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

//! The dispatcher: takes tasks, has them done by workers, and tells what they gave.

use crate::about::{About, random};
use crate::hall::Hall;
use crate::liars::Liars;
use crate::queue::{BadQueue, Queue};
use crate::talk::DispatcherTalk;
use joust_match::{Elsewhere, Heard, Task};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// Finds the bytes of a module by its SHA-256.
pub type FindModule = Arc<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// How a dispatcher works.
#[derive(Clone)]
pub struct DispatchSettings {
    /// The queue.
    pub queue: Queue,
    /// This program: workers must have its version and build.
    pub about: About,
    /// Whether workers may be other builds of the version.
    pub any_build: bool,
    /// The share of results that are executed again and compared, from 0 to 1. If it is more than 0, the first
    /// result of every worker is, too.
    pub share: f64,
    /// How often dispatcher and workers say that they live. Work of a worker that is silent for
    /// [`DispatchSettings::ack_wait`] is given to another one.
    pub pace: Duration,
    /// How long a worker may take for one piece of work.
    pub longest: Duration,
    /// The workers that have lied: dispatchers with clones of these settings tell each other.
    pub liars: Liars,
}

impl DispatchSettings {
    /// The usual share of results that are executed again.
    pub const SHARE: f64 = 0.02;

    /// How long a worker may usually take for one piece of work.
    pub const LONGEST: Duration = Duration::from_mins(10);

    /// The usual settings.
    pub fn new(queue: Queue, about: About) -> DispatchSettings {
        DispatchSettings {
            queue,
            about,
            any_build: false,
            share: DispatchSettings::SHARE,
            pace: Duration::from_secs(1),
            longest: DispatchSettings::LONGEST,
            liars: Liars::default(),
        }
    }

    /// How long a worker may be silent before its work is given to another one.
    pub fn ack_wait(&self) -> Duration {
        5 * self.pace
    }
}

/// What the caller asks of the hall.
pub(crate) enum Command {
    Give(usize, Box<Task>),
    Stored(usize),
    Liar(String),
    Close,
}

/// Hands out tasks to workers. It has threads of its own; [`Elsewhere`] is how it is used. When it is dropped, it
/// takes its work out of the queue.
pub struct Dispatcher {
    commands: UnboundedSender<Command>,
    heard: Mutex<Receiver<Heard>>,
    /// The games that all workers play at a time.
    threads: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    hall: Option<JoinHandle<()>>,
}

/// How many tasks are given out even if no worker is there: while the disk confirms a batch of results, the
/// workers take from these.
const WAITING: usize = 128;
/// How many tasks there are for each thread of a worker: those that it plays, those that it has fetched ahead,
/// and those whose results are on their way.
const PER_THREAD: usize = 4;

impl Dispatcher {
    /// Connects to the queue and calls for workers. `find` gives the bytes of the modules that tasks name; `tell`
    /// is told what people may want to read.
    pub fn open(
        settings: DispatchSettings,
        find: FindModule,
        tell: impl Fn(DispatcherTalk) + Send + 'static,
    ) -> Result<Dispatcher, BadQueue> {
        let here = |why: std::io::Error| BadQueue::Here(why.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(here)?;
        let (commands, list) = unbounded_channel();
        let liars = settings.liars.clone();
        let (told, heard) = channel();
        let (opened, is_open) = channel();
        let (threads, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (count, flag) = (Arc::clone(&threads), Arc::clone(&stop));
        let work = move || {
            runtime.block_on(async move {
                match Hall::open(random(), settings, find, flag, count, told, Box::new(tell)).await {
                    Ok((hall, events)) => {
                        // The caller waits for this.
                        let _ = opened.send(Ok(()));
                        hall.run(list, events).await;
                    }
                    Err(why) => drop(opened.send(Err(why))),
                }
            });
        };
        let hall =
            std::thread::Builder::new().name("relay-dispatcher".to_owned()).spawn(work).map_err(here)?;
        let ended = || BadQueue::Here("the dispatcher ended at once".to_owned());
        is_open.recv().map_err(|_| ended())??;
        liars.join(commands.clone());
        Ok(Dispatcher { commands, heard: Mutex::new(heard), threads, stop, hall: Some(hall) })
    }

    /// How many games the admitted workers play at a time.
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    fn send(&self, command: Command) {
        // If the hall has ended, `hear` says so.
        let _ = self.commands.send(command);
    }
}

impl Elsewhere for Dispatcher {
    fn room(&self) -> usize {
        WAITING + PER_THREAD * self.threads()
    }

    fn give(&self, number: usize, task: Task) {
        self.send(Command::Give(number, Box::new(task)));
    }

    fn hear(&self, wait: Duration) -> Option<Heard> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        match heard.recv_timeout(wait) {
            Ok(heard) => Some(heard),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                Some(Heard::Lost("the dispatcher has ended".to_owned()))
            }
        }
    }

    fn stored(&self, number: usize) {
        self.send(Command::Stored(number));
    }

    fn shut_out(&self, by: &str) {
        self.send(Command::Liar(by.to_owned()));
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.send(Command::Close);
        if let Some(hall) = self.hall.take() {
            // A hall that has panicked has nothing to close.
            let _ = hall.join();
        }
    }
}

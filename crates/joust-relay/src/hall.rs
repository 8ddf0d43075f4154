//! The loop of a dispatcher: it hears the caller, workers, the queue and its own thread, one after the other.
//!
//! `publish` puts work into the stream, `results` takes results and tells the caller, `door` admits workers, and
//! `upkeep` keeps queue and workers in order.

use crate::about::random;
use crate::book::{Book, Purpose};
use crate::dispatcher::{Command, DispatchSettings, FindModule};
use crate::home::{self, Errand, Ran};
use crate::messages::{self, Done};
use crate::queue::{self, BadQueue};
use crate::roll::Roll;
use crate::talk::DispatcherTalk;
use async_nats::jetstream::Context;
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use joust_match::Heard;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;

/// How long a dispatcher that closes waits for the queue.
const GOODBYE: Duration = Duration::from_secs(2);

/// What tasks of the loop tell it.
pub(crate) enum Inner {
    /// Stream, store and consumer are there; whether the stream or the store are new. The number is that of the
    /// attempt.
    Furnished(u64, Result<bool, String>),
    /// A piece of work could not be published.
    Unpublished(String, String),
    /// A module is in the store.
    Uploaded(String, Result<(), String>),
    /// This work was in the stream when it was asked for.
    Waiting(Instant, Result<HashSet<String>, String>),
    /// A large result was fetched.
    Fetched(Done, Option<Vec<u8>>, String),
}

/// The channels that the loop listens to.
pub(crate) struct Ears {
    connected: UnboundedReceiver<bool>,
    inner: UnboundedReceiver<Inner>,
    ran: UnboundedReceiver<Ran>,
    door: Subscriber,
    done: Subscriber,
    beat: Subscriber,
}

/// A dispatcher.
pub(crate) struct Hall {
    pub(crate) id: String,
    pub(crate) settings: DispatchSettings,
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) book: Book,
    pub(crate) roll: Roll,
    pub(crate) errands: Sender<Errand>,
    pub(crate) generation: u64,
    pub(crate) consumer: String,
    pub(crate) threads: Arc<AtomicUsize>,
    pub(crate) find: FindModule,
    pub(crate) heard: Sender<Heard>,
    pub(crate) inner: UnboundedSender<Inner>,
    /// When each piece of work was published last.
    pub(crate) published: HashMap<String, Instant>,
    /// The number by which the queue knows the message of each piece of work, and the next number.
    pub(crate) messages: HashMap<String, u64>,
    pub(crate) next_message: u64,
    /// Modules in the store; `false` while they are on their way.
    pub(crate) modules: HashMap<String, bool>,
    /// Where workers wait for receipts, by work and worker.
    pub(crate) replies: HashMap<String, HashMap<String, String>>,
    /// Work that was told and is not stored: its tasks.
    pub(crate) owed: HashMap<String, HashSet<usize>>,
    /// The work of each task that was told.
    pub(crate) told: HashMap<usize, String>,
    /// Since when other workers than this one are asked to check a result.
    pub(crate) checks: HashMap<String, (Instant, String)>,
    /// How often a worker hung over a piece of work.
    pub(crate) hung: HashMap<String, u32>,
    /// What the own thread does now.
    pub(crate) at_home: HashSet<(String, Purpose)>,
    /// Consumers that are to be removed before the next one is made.
    pub(crate) old_consumers: Vec<String>,
    pub(crate) is_connected: bool,
    /// Whether work can be published.
    pub(crate) is_ready: bool,
    /// The attempt to make what the queue must have, and the number of attempts so far.
    pub(crate) furnishing: Option<AbortHandle>,
    pub(crate) attempt: u64,
    pub(crate) looked: Instant,
    tell: Box<dyn Fn(DispatcherTalk) + Send>,
}

impl Hall {
    /// Connects, and makes what the queue must have.
    pub(crate) async fn open(
        id: String,
        settings: DispatchSettings,
        find: FindModule,
        stop: Arc<AtomicBool>,
        threads: Arc<AtomicUsize>,
        heard: Sender<Heard>,
        tell: Box<dyn Fn(DispatcherTalk) + Send>,
    ) -> Result<(Hall, Ears), BadQueue> {
        let (event, connected) = unbounded_channel();
        let (inner, events) = unbounded_channel();
        let (ran, ends) = unbounded_channel();
        let client = settings.queue.connect("joust dispatcher", false, event).await?;
        let context = queue::context(&client);
        let place = settings.queue.place();
        let refused = |why: String| BadQueue::NoStream { place: place.clone(), why };
        queue::furnish(&context).await.map_err(&refused)?;
        let consumer = format!("{id}-{}", random());
        queue::open_consumer(&context, &id, &consumer, settings.ack_wait()).await.map_err(&refused)?;
        let subscribe =
            async |subject: String| client.subscribe(subject).await.map_err(|why| refused(why.to_string()));
        let door = subscribe(messages::door(&id)).await?;
        let done = subscribe(messages::done(&id)).await?;
        let beat = subscribe(messages::beat(&id)).await?;
        let errands =
            home::start(Arc::clone(&find), stop, ran).map_err(|why| BadQueue::Here(why.to_string()))?;
        let secret = u64::from_str_radix(&random()[..16], 16).unwrap_or(0);
        let book = Book::new(settings.share, secret);
        let hall = Hall {
            id,
            client,
            context,
            book,
            roll: Roll::default(),
            errands,
            generation: 1,
            consumer,
            threads,
            find,
            heard,
            inner,
            published: HashMap::new(),
            messages: HashMap::new(),
            next_message: 0,
            modules: HashMap::new(),
            replies: HashMap::new(),
            owed: HashMap::new(),
            told: HashMap::new(),
            checks: HashMap::new(),
            hung: HashMap::new(),
            at_home: HashSet::new(),
            old_consumers: Vec::new(),
            is_connected: true,
            is_ready: true,
            furnishing: None,
            attempt: 0,
            looked: Instant::now(),
            tell,
            settings,
        };
        Ok((hall, Ears { connected, inner: events, ran: ends, door, done, beat }))
    }

    /// Works until the caller closes it.
    pub(crate) async fn run(mut self, mut commands: UnboundedReceiver<Command>, mut ears: Ears) {
        let mut pace = tokio::time::interval(self.settings.pace);
        pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(Command::Give(number, task)) => self.give(number, *task),
                    Some(Command::Stored(number)) => self.stored(number).await,
                    Some(Command::Liar(worker)) => self.known_liar(&worker),
                    Some(Command::Close) | None => break,
                },
                Some(message) = ears.done.next() => self.done(&message).await,
                Some(message) = ears.door.next() => self.knocked(message).await,
                Some(message) = ears.beat.next() => self.beaten(&message),
                Some(inner) = ears.inner.recv() => self.heed(inner).await,
                Some(ran) = ears.ran.recv() => self.ran(ran).await,
                Some(is_connected) = ears.connected.recv() => self.connected(is_connected),
                _ = pace.tick() => self.tick().await,
            }
        }
        // What cannot be removed is removed by its age.
        let _ = tokio::time::timeout(GOODBYE, async {
            queue::close_consumer(&self.context, &self.consumer).await;
            queue::clear(&self.context, &self.id).await;
            let _ = self.client.flush().await;
        })
        .await;
    }

    pub(crate) fn tell(&self, talk: DispatcherTalk) {
        (self.tell)(talk);
    }

    /// What a task of the loop tells.
    async fn heed(&mut self, inner: Inner) {
        match inner {
            Inner::Furnished(attempt, made) if attempt == self.attempt => self.furnished(made).await,
            Inner::Unpublished(hash, why) => {
                self.published.remove(&hash);
                self.in_trouble(why);
            }
            Inner::Uploaded(module, Ok(())) => {
                self.modules.insert(module, true);
                self.publish_all();
            }
            Inner::Uploaded(module, Err(why)) => {
                self.modules.remove(&module);
                self.in_trouble(why);
            }
            Inner::Waiting(asked, Ok(there)) => self.found(asked, &there),
            // It may have been shut out while its result was fetched.
            Inner::Fetched(done, Some(answer), reply) if self.roll.has(&done.worker, &done.ticket) => {
                self.result(&done, answer, reply).await;
            }
            // An attempt that was given up; a question that is asked again; a result that the worker sends again,
            // unless it is told that it is a stranger.
            Inner::Furnished(..) | Inner::Waiting(..) | Inner::Fetched(..) => {}
        }
    }
}

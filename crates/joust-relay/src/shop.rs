//! What all parts of a worker share: its work, its hands, and the way of results to their dispatcher.

use crate::about::{About, sha256};
use crate::hands::Hands;
use crate::messages::{Beat, Done, Receipt, Welcome, beat, done};
use crate::pile::Pile;
use crate::shelf::Shelf;
use crate::store;
use crate::talk::WorkerTalk;
use crate::work::Packed;
use async_nats::Client;
use async_nats::jetstream::{self, AckKind, Context};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// Results of more bytes go through the object store; the server takes messages of a megabyte.
const INLINE: usize = 256 << 10;
/// The pause before a result is sent again.
const PAUSE: Duration = Duration::from_millis(50);

/// When work is given back whose dispatcher does not know this worker any more.
const STRANGER: Duration = Duration::from_millis(250);

/// A piece of work that is over, with its answer, or that was given up.
pub(crate) type Finished = (Arc<Held>, Option<Vec<u8>>);

/// The duty at one dispatcher.
pub(crate) struct Post {
    pub(crate) dispatcher: String,
    pub(crate) welcome: Welcome,
    /// Modules that the store does not have.
    pub(crate) missing: Mutex<HashSet<String>>,
    /// Whether the dispatcher does not know the ticket any more, so that the worker must knock again.
    pub(crate) is_forgotten: AtomicBool,
}

impl Post {
    pub(crate) fn new(dispatcher: String, welcome: Welcome) -> Post {
        Post { dispatcher, welcome, missing: Mutex::default(), is_forgotten: AtomicBool::new(false) }
    }

    pub(crate) fn miss(&self, module: &str) {
        lock(&self.missing).insert(module.to_owned());
    }
}

/// A piece of work that is here until it is acknowledged or given back.
pub(crate) struct Held {
    pub(crate) work: Packed,
    pub(crate) post: Arc<Post>,
    /// The last delivery. An earlier one may be of a consumer that has gone.
    message: Mutex<jetstream::Message>,
    began: Mutex<Option<Instant>>,
}

impl Held {
    pub(crate) fn new(post: Arc<Post>, work: Packed, message: jetstream::Message) -> Held {
        Held { work, post, message: Mutex::new(message), began: Mutex::new(None) }
    }

    /// Answers the last delivery. If this is lost, the work is given to another worker when its time is over.
    async fn answer(&self, kind: AckKind) {
        let message = lock(&self.message).clone();
        let _ = message.ack_with(kind).await;
    }
}

/// What all parts of a worker share.
pub(crate) struct Shop {
    pub(crate) about: About,
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) pile: Pile<Arc<Held>>,
    pub(crate) held: Mutex<HashMap<String, Arc<Held>>>,
    pub(crate) hands: Arc<dyn Hands>,
    pub(crate) tell: Arc<dyn Fn(WorkerTalk) + Send + Sync>,
    /// Set when the worker stops: games in progress are given up.
    pub(crate) stop: AtomicBool,
}

/// Locks; a thread that panicked has left nothing half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shop {
    pub(crate) fn tell(&self, talk: WorkerTalk) {
        (self.tell)(talk);
    }

    /// Whether a piece of work is here.
    fn has(&self, hash: &str) -> bool {
        lock(&self.held).contains_key(hash)
    }

    /// If a piece of work is here, it has come again: because a sign of life was late, or because its consumer has
    /// changed. Then the new delivery is acknowledged when it is done.
    pub(crate) fn has_again(&self, hash: &str, message: &jetstream::Message) -> bool {
        let held = lock(&self.held);
        let Some(held) = held.get(hash) else { return false };
        *lock(&held.message) = message.clone();
        true
    }

    pub(crate) fn hold(&self, held: &Arc<Held>) {
        lock(&self.held).insert(held.work.hash().to_owned(), Arc::clone(held));
    }

    /// Gives work back to the queue: at once, or after a pause.
    pub(crate) async fn give_back(&self, held: &Held, pause: Option<Duration>) {
        lock(&self.held).remove(held.work.hash());
        held.answer(AckKind::Nak(pause)).await;
    }

    async fn acknowledge(&self, held: &Held) {
        lock(&self.held).remove(held.work.hash());
        held.answer(AckKind::Ack).await;
    }

    /// Does what is on the pile until it is closed.
    pub(crate) fn work(&self, finished: &UnboundedSender<Finished>) {
        while let Some(held) = self.pile.take() {
            let began = Instant::now();
            *lock(&held.began) = Some(began);
            let answer = self.hands.work(&held.work, &self.shelf, &self.stop);
            self.pile.took(began.elapsed());
            if answer.is_some() {
                let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                self.tell(WorkerTalk::Done { work: held.work.hash().to_owned(), ms });
            }
            if finished.send((held, answer)).is_err() {
                return;
            }
        }
    }

    /// Says at all posts that this worker lives, and asks for more time for what is here.
    pub(crate) async fn beat(&self, posts: impl Iterator<Item = &Arc<Post>>, leaves: bool) {
        let held: Vec<Arc<Held>> = lock(&self.held).values().cloned().collect();
        for held in &held {
            held.answer(AckKind::Progress).await;
        }
        for post in posts {
            let is_running = |held: &&Arc<Held>| Arc::ptr_eq(&held.post, post) && lock(&held.began).is_some();
            let running = held.iter().filter(is_running).map(|held| held.work.hash().to_owned()).collect();
            let message = Beat {
                worker: self.about.worker.clone(),
                ticket: post.welcome.ticket.clone(),
                running,
                missing: std::mem::take(&mut *lock(&post.missing)).into_iter().collect(),
                leaves,
            };
            let bytes = serde_json::to_vec(&message).unwrap_or_default();
            let _ = self.client.publish(beat(&post.dispatcher), bytes.into()).await;
        }
    }

    /// Gives a result to the dispatcher until it has stored it, and then acknowledges the work.
    pub(crate) async fn deliver(self: Arc<Self>, held: Arc<Held>, answer: Vec<u8>, retry: Duration) {
        // While the dispatcher stores it, the result is not "running" any more.
        *lock(&held.began) = None;
        let (post, hash) = (&held.post, held.work.hash());
        let object = (answer.len() > INLINE).then(|| sha256(&answer));
        let message = Done {
            worker: self.about.worker.clone(),
            ticket: post.welcome.ticket.clone(),
            work: hash.to_owned(),
            object: object.clone(),
        };
        let bytes = message.with(if object.is_some() { &[] } else { &answer });
        loop {
            let is_there = match &object {
                Some(object) => store::put(&self.context, object, &answer).await.is_ok(),
                None => true,
            };
            if is_there {
                let request = async_nats::Request::new().payload(bytes.clone().into()).timeout(Some(retry));
                let receipt = self.client.send_request(done(&post.dispatcher), request).await;
                let receipt = receipt.ok().and_then(|reply| serde_json::from_slice(&reply.payload).ok());
                match receipt {
                    Some(Receipt::Stored) => return self.acknowledge(&held).await,
                    Some(Receipt::Stranger) => {
                        post.is_forgotten.store(true, Ordering::Relaxed);
                        return self.give_back(&held, Some(STRANGER)).await;
                    }
                    None => {}
                }
            }
            if !self.has(hash) {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

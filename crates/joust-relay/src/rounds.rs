//! The loop of a worker: dispatchers call, doors open, games end, and it says that it lives.

use crate::duty::{Received, knock};
use crate::feed::feed;
use crate::messages::{CALL, Call};
use crate::shop::{Finished, Held, Post, Shop, lock};
use crate::talk::WorkerTalk;
use async_nats::Subscriber;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// How many calls a dispatcher may miss before it is taken for gone.
const MISSED: u32 = 10;
/// How long a worker that stops waits for receipts.
const GOODBYE: Duration = Duration::from_secs(2);
/// A queue that is there is reached within this time; people are told of one that is not.
const AT_ONCE: Duration = Duration::from_millis(250);
/// How often a worker looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A dispatcher that calls.
struct Known {
    call: Call,
    heard: Instant,
    state: State,
}

enum State {
    /// The worker is at the door.
    Knocking,
    /// Nobody answered at the door.
    Unheard,
    Admitted(Arc<Post>, JoinHandle<()>),
    Refused,
}

/// The loop of a worker.
pub(crate) struct Rounds {
    shop: Arc<Shop>,
    known: HashMap<String, Known>,
    pace: Duration,
    is_connected: bool,
}

impl Rounds {
    /// A worker that knows no dispatcher yet.
    pub(crate) fn new(shop: Arc<Shop>) -> Rounds {
        Rounds { shop, known: HashMap::new(), pace: Duration::from_secs(1), is_connected: false }
    }

    /// Works until the flag is set.
    pub(crate) async fn run(
        mut self,
        stop: &AtomicBool,
        mut connected: UnboundedReceiver<bool>,
        mut results: UnboundedReceiver<Finished>,
    ) {
        let mut calls = self.subscribe(stop).await;
        match tokio::time::timeout(AT_ONCE, connected.recv()).await {
            Ok(Some(is_connected)) => self.connected(is_connected),
            _ => self.shop.tell(WorkerTalk::Disconnected),
        }
        let (received, mut answers) = unbounded_channel();
        let (mut look, mut beaten) = (tokio::time::interval(LOOK), Instant::now());
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !stop.load(Ordering::Relaxed) {
            tokio::select! {
                Some(message) = async { calls.as_mut()?.next().await } => {
                    if let Ok(call) = serde_json::from_slice::<Call>(&message.payload) {
                        self.heed(call, &received);
                    }
                }
                Some((dispatcher, how)) = answers.recv() => self.received(&dispatcher, how),
                Some((held, answer)) = results.recv() => self.finished(held, answer),
                Some(is_connected) = connected.recv() => self.connected(is_connected),
                _ = look.tick() => {
                    if self.is_connected {
                        self.forget();
                    }
                    if beaten.elapsed() >= self.pace {
                        beaten = Instant::now();
                        self.shop.beat(self.posts(), false).await;
                    }
                }
            }
        }
        self.stop(results).await;
    }

    /// Subscribes to the calls; this waits for the queue.
    async fn subscribe(&self, stop: &AtomicBool) -> Option<Subscriber> {
        loop {
            let subscribed = tokio::time::timeout(LOOK, self.shop.client.subscribe(CALL)).await;
            match subscribed {
                Ok(Ok(calls)) => return Some(calls),
                _ if stop.load(Ordering::Relaxed) => return None,
                _ => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// The connection to the queue is there, or is lost. While it is lost, nobody can be heard.
    fn connected(&mut self, is_connected: bool) {
        self.is_connected = is_connected;
        self.shop.tell(if is_connected { WorkerTalk::Connected } else { WorkerTalk::Disconnected });
        for known in self.known.values_mut() {
            known.heard = Instant::now();
        }
    }

    fn posts(&self) -> impl Iterator<Item = &Arc<Post>> {
        self.known.values().filter_map(|known| match &known.state {
            State::Admitted(post, _) => Some(post),
            _ => None,
        })
    }

    /// A dispatcher calls.
    fn heed(&mut self, call: Call, received: &UnboundedSender<(String, Received)>) {
        self.pace = Duration::from_millis(call.pace.clamp(10, 60_000));
        let id = call.dispatcher.clone();
        let ticket = match self.known.get_mut(&id) {
            None => None,
            Some(known) => {
                let is_changed = known.call.generation != call.generation
                    || matches!(&known.state, State::Admitted(post, _) if post.is_forgotten.load(Ordering::Relaxed));
                known.heard = Instant::now();
                known.call = call.clone();
                match &known.state {
                    State::Unheard => None,
                    State::Admitted(post, feeder) if is_changed => {
                        feeder.abort();
                        Some(post.welcome.ticket.clone())
                    }
                    _ => return,
                }
            }
        };
        let known = Known { call, heard: Instant::now(), state: State::Knocking };
        self.known.insert(id.clone(), known);
        let (shop, received) = (Arc::clone(&self.shop), received.clone());
        tokio::spawn(async move {
            let (hands, shelf) = (Arc::clone(&shop.hands), Arc::clone(&shop.shelf));
            let how = knock(&shop.client, &id, &shop.about, ticket, hands, shelf).await;
            let _ = received.send((id, how));
        });
    }

    /// The door of a dispatcher was opened, or not.
    fn received(&mut self, dispatcher: &str, how: Received) {
        let Some(known) = self.known.get_mut(dispatcher) else { return };
        known.state = match how {
            Received::Welcome(welcome) => {
                self.shop.tell(WorkerTalk::Admitted(dispatcher.to_owned()));
                let post = Arc::new(Post::new(dispatcher.to_owned(), welcome));
                // It may have changed while the worker was at the door; the next call tells.
                known.call.generation = post.welcome.generation;
                State::Admitted(Arc::clone(&post), tokio::spawn(feed(Arc::clone(&self.shop), post)))
            }
            Received::Refused(why) => {
                self.shop.tell(WorkerTalk::Refused(dispatcher.to_owned(), why));
                State::Refused
            }
            Received::Nobody => State::Unheard,
        };
    }

    /// A piece of work is over, or was given up.
    fn finished(&mut self, held: Arc<Held>, answer: Option<Vec<u8>>) {
        let (shop, retry) = (Arc::clone(&self.shop), 3 * self.pace);
        match answer {
            Some(answer) => drop(tokio::spawn(shop.deliver(held, answer, retry))),
            None => drop(tokio::spawn(async move { shop.give_back(&held, None).await })),
        }
    }

    /// Leaves the posts of dispatchers that are silent. Work of theirs that is here is of no use to anybody.
    fn forget(&mut self) {
        let longest = MISSED * self.pace;
        let gone: Vec<String> = self
            .known
            .iter()
            .filter(|(_, known)| known.heard.elapsed() > longest)
            .map(|(id, _)| id.clone())
            .collect();
        for id in gone {
            if let Some(Known { state: State::Admitted(post, feeder), .. }) = self.known.remove(&id) {
                feeder.abort();
                lock(&self.shop.held).retain(|_, held| !Arc::ptr_eq(&held.post, &post));
                self.shop.tell(WorkerTalk::Silent(id));
            }
        }
    }

    /// Gives back what is here, waits a little for receipts, and says goodbye.
    async fn stop(self, mut results: UnboundedReceiver<Finished>) {
        for known in self.known.values() {
            if let State::Admitted(_, feeder) = &known.state {
                feeder.abort();
            }
        }
        self.shop.stop.store(true, Ordering::Relaxed);
        let waiting = self.shop.pile.close();
        for held in waiting {
            self.shop.tell(WorkerTalk::GivenBack(held.work.hash().to_owned()));
            self.shop.give_back(&held, None).await;
        }
        let all_gone = async {
            while !lock(&self.shop.held).is_empty() {
                match tokio::time::timeout(LOOK, results.recv()).await {
                    Ok(Some((held, Some(answer)))) => {
                        drop(tokio::spawn(Arc::clone(&self.shop).deliver(held, answer, GOODBYE)));
                    }
                    Ok(Some((held, None))) => {
                        self.shop.tell(WorkerTalk::GivenBack(held.work.hash().to_owned()));
                        self.shop.give_back(&held, None).await;
                    }
                    // All threads have ended; receipts may still come.
                    Ok(None) => tokio::time::sleep(LOOK).await,
                    Err(_) => {}
                }
            }
        };
        let _ = tokio::time::timeout(GOODBYE, all_gone).await;
        let left: Vec<Arc<Held>> = lock(&self.shop.held).values().cloned().collect();
        for held in left {
            self.shop.give_back(&held, None).await;
        }
        self.shop.beat(self.posts(), true).await;
        let _ = tokio::time::timeout(GOODBYE, self.shop.client.flush()).await;
    }
}

//! The loop of a dispatcher: it hears the caller, workers, the queue and its own thread, one after the other.

use crate::about::random;
use crate::book::{Act, Book, Purpose};
use crate::dispatcher::{Command, DispatchSettings, FindModule};
use crate::home::{self, Errand, Ran};
use crate::messages::{self, Beat, Call, Done, NOT, Receipt, work_subject};
use crate::queue::{self, BadQueue};
use crate::roll::Roll;
use crate::talk::DispatcherTalk;
use crate::work::Work;
use crate::{Answer, store};
use async_nats::jetstream::{Context, message::PublishMessage};
use async_nats::{Client, HeaderMap, Message, Subscriber};
use futures_util::StreamExt;
use joust_match::{Heard, Performed, Task};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What tasks of the loop tell it.
pub(crate) enum Inner {
    /// Stream, store and consumer are there; whether the stream or the store are new.
    Furnished(Result<bool, String>),
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
    pub(crate) book: Book,
    pub(crate) roll: Roll,
    pub(crate) errands: Sender<Errand>,
    pub(crate) generation: u64,
    pub(crate) consumer: String,
    pub(crate) threads: Arc<AtomicUsize>,
    context: Context,
    find: FindModule,
    heard: Sender<Heard>,
    tell: Box<dyn Fn(DispatcherTalk) + Send>,
    inner: UnboundedSender<Inner>,
    /// When each piece of work was published last, and how often.
    published: HashMap<String, Instant>,
    attempts: HashMap<String, u32>,
    /// Modules in the store; `false` while they are on their way.
    modules: HashMap<String, bool>,
    /// Where workers wait for receipts, by work and worker.
    replies: HashMap<String, HashMap<String, String>>,
    /// Work that was told and is not stored: its tasks.
    owed: HashMap<String, HashSet<usize>>,
    /// The work of each task that was told.
    told: HashMap<usize, String>,
    /// Since when other workers are asked to check a result.
    checks: HashMap<String, Instant>,
    /// How often a worker hung over a piece of work.
    hung: HashMap<String, u32>,
    /// What the own thread does now.
    at_home: HashSet<(String, Purpose)>,
    is_ready: bool,
    is_furnishing: bool,
    looked: Instant,
}

/// How many beats a worker may miss before it is taken for gone.
const MISSED: u32 = 10;
/// After how many paces the stream is asked which work it still has.
const LOOK: u32 = 5;
/// After how many paces a result is checked at home that no other worker has checked.
const CHECK: u32 = 10;
/// How often workers may hang over one piece of work before it is done at home.
const MOST_HUNG: u32 = 2;

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
            book,
            roll: Roll::default(),
            errands,
            generation: 1,
            consumer,
            threads,
            context,
            find,
            heard,
            tell,
            inner,
            published: HashMap::new(),
            attempts: HashMap::new(),
            modules: HashMap::new(),
            replies: HashMap::new(),
            owed: HashMap::new(),
            told: HashMap::new(),
            checks: HashMap::new(),
            hung: HashMap::new(),
            at_home: HashSet::new(),
            is_ready: true,
            is_furnishing: false,
            looked: Instant::now(),
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
                    Some(Command::Give(number, task)) => self.give(number, task),
                    Some(Command::Stored(number)) => self.stored(number).await,
                    Some(Command::Close) | None => break,
                },
                Some(message) = ears.done.next() => self.done(&message).await,
                Some(message) = ears.door.next() => self.knocked(message).await,
                Some(message) = ears.beat.next() => self.beaten(&message).await,
                Some(inner) = ears.inner.recv() => self.heed(inner).await,
                Some(ran) = ears.ran.recv() => self.ran(ran).await,
                Some(is_connected) = ears.connected.recv() => self.connected(is_connected),
                _ = pace.tick() => self.tick().await,
            }
        }
        // What cannot be removed is removed by its age.
        let _ = tokio::time::timeout(Duration::from_secs(2), async {
            queue::close_consumer(&self.context, &self.consumer).await;
            queue::clear(&self.context, &self.id).await;
            let _ = self.client.flush().await;
        })
        .await;
    }

    pub(crate) fn tell(&self, talk: DispatcherTalk) {
        (self.tell)(talk);
    }

    fn give(&mut self, number: usize, task: Task) {
        let work = Work::Game(task).pack();
        let hash = work.hash().to_owned();
        if self.book.add(number, work) {
            self.publish(&hash);
        }
    }

    /// Publishes work, if the queue is ready and has its modules; else this is called again later.
    fn publish(&mut self, hash: &str) {
        let Some(work) = self.book.work(hash).cloned() else { return };
        let missing: Vec<String> = work
            .work()
            .modules()
            .map(|(_, module)| module.clone())
            .filter(|module| self.modules.get(module) != Some(&true))
            .collect();
        if !self.is_ready {
            return;
        }
        if !missing.is_empty() {
            for module in missing {
                self.upload(module);
            }
            return;
        }
        let attempt = self.attempts.entry(hash.to_owned()).or_default();
        *attempt += 1;
        let id = format!("{hash}.{attempt}");
        self.published.insert(hash.to_owned(), Instant::now());
        self.send(hash, PublishMessage::build().payload(work.bytes().to_vec().into()).message_id(id));
    }

    /// Asks other workers to check a result.
    fn publish_check(&mut self, hash: &str, not: &str) {
        let Some(work) = self.book.work(hash) else { return };
        let attempt = self.attempts.entry(hash.to_owned()).or_default();
        *attempt += 1;
        let mut headers = HeaderMap::new();
        headers.insert(NOT, not);
        let message = PublishMessage::build().headers(headers).payload(work.bytes().to_vec().into());
        let message = message.message_id(format!("{hash}.{attempt}"));
        self.checks.insert(hash.to_owned(), Instant::now());
        self.send(hash, message);
    }

    fn send(&self, hash: &str, message: PublishMessage) {
        let (context, inner) = (self.context.clone(), self.inner.clone());
        let (subject, hash) = (work_subject(&self.id, hash), hash.to_owned());
        tokio::spawn(async move {
            let sent = match context.send_publish(subject, message).await {
                Ok(acknowledged) => acknowledged.await.map(|_| ()),
                Err(why) => Err(why),
            };
            if let Err(why) = sent {
                let _ = inner.send(Inner::Unpublished(hash, why.to_string()));
            }
        });
    }

    /// Puts a module into the store, once.
    fn upload(&mut self, module: String) {
        if self.modules.contains_key(&module) {
            return;
        }
        self.modules.insert(module.clone(), false);
        let (context, inner, find) = (self.context.clone(), self.inner.clone(), Arc::clone(&self.find));
        tokio::spawn(async move {
            let sought = module.clone();
            let found = tokio::task::spawn_blocking(move || find(&sought)).await.ok().flatten();
            let put = match found {
                Some(bytes) => store::put(&context, &module, &bytes).await.map_err(|why| why.to_string()),
                // Workers say that it is missing, and the work is done at home, which tells why.
                None => Ok(()),
            };
            let _ = inner.send(Inner::Uploaded(module, put));
        });
    }

    async fn done(&mut self, message: &Message) {
        let Some((done, answer)) = Done::read(&message.payload) else { return };
        let Some(reply) = message.reply.as_ref().map(ToString::to_string) else { return };
        if !self.roll.has(&done.worker, &done.ticket) {
            self.receipt(&reply, Receipt::Stranger).await;
            return;
        }
        let Some(object) = done.object.clone() else {
            self.result(&done, answer.to_vec(), reply).await;
            return;
        };
        if self.book.work(&done.work).is_none() {
            self.result(&done, Vec::new(), reply).await;
            return;
        }
        let (context, inner) = (self.context.clone(), self.inner.clone());
        tokio::spawn(async move {
            let bytes = store::get(&context, &object).await.ok();
            if bytes.is_some() {
                store::remove(&context, &object).await;
            }
            let _ = inner.send(Inner::Fetched(done, bytes, reply));
        });
    }

    async fn result(&mut self, done: &Done, answer: Vec<u8>, reply: String) {
        let (hash, worker) = (&done.work, &done.worker);
        if self.book.work(hash).is_none() && !self.owed.contains_key(hash) {
            self.receipt(&reply, Receipt::Stored).await;
            return;
        }
        self.replies.entry(hash.clone()).or_default().insert(worker.clone(), reply);
        let others = self.roll.has_other(worker);
        let acts = self.book.result(worker, hash, answer, others);
        self.act(acts).await;
    }

    async fn act(&mut self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Again { hash, not } => self.publish_check(&hash, &not),
                Act::Home { hash, purpose } => self.do_at_home(&hash, purpose),
                Act::Publish { hash } => self.publish(&hash),
                Act::Unrepeatable { hash } => self.tell(DispatcherTalk::Unrepeatable(hash)),
                Act::ShutOut { worker, why } => self.shut_out(&worker, why),
                Act::Tell { hash, numbers, answer, by } => {
                    let result = Answer::read(&answer).and_then(Answer::performed);
                    let lost = |_| joust_match::BadJob::Kit("the answer cannot be read".to_owned()).into();
                    self.announce(&hash, numbers, result.map(Box::new).map_err(lost), &by);
                }
            }
        }
    }

    /// Tells the caller of a result.
    fn announce(
        &mut self,
        hash: &str,
        numbers: Vec<usize>,
        result: Result<Box<Performed>, joust_match::BadTask>,
        by: &str,
    ) {
        self.published.remove(hash);
        self.attempts.remove(hash);
        self.checks.remove(hash);
        self.hung.remove(hash);
        for number in &numbers {
            self.told.insert(*number, hash.to_owned());
        }
        self.owed.insert(hash.to_owned(), numbers.iter().copied().collect());
        for number in numbers {
            let heard = Heard::Over { number, result: result.clone(), by: by.to_owned() };
            // The caller may be about to close.
            let _ = self.heard.send(heard);
        }
    }

    /// A task is on the disk: when all tasks of its work are, the workers get their receipts.
    async fn stored(&mut self, number: usize) {
        let Some(hash) = self.told.remove(&number) else { return };
        let Some(left) = self.owed.get_mut(&hash) else { return };
        left.remove(&number);
        if left.is_empty() {
            self.owed.remove(&hash);
            for reply in self.replies.remove(&hash).unwrap_or_default().into_values() {
                self.receipt(&reply, Receipt::Stored).await;
            }
        }
    }

    pub(crate) async fn receipt(&self, reply: &str, receipt: Receipt) {
        let bytes = serde_json::to_vec(&receipt).unwrap_or_default();
        // A worker without a receipt asks again.
        let _ = self.client.publish(reply.to_owned(), bytes.into()).await;
    }

    fn do_at_home(&mut self, hash: &str, purpose: Purpose) {
        let Some(work) = self.book.work(hash).cloned() else { return };
        if !self.at_home.insert((hash.to_owned(), purpose)) {
            return;
        }
        if self.errands.send(Errand::Work { work, purpose }).is_err() {
            let _ = self.heard.send(Heard::Lost("the dispatcher's own thread has ended".to_owned()));
        }
    }

    async fn ran(&mut self, ran: Ran) {
        match ran {
            Ran::Probe { worker, work, reply, answer } => self.probed(&worker, &work, &reply, &answer).await,
            Ran::Work { hash, purpose, answer, result } => {
                self.at_home.remove(&(hash.clone(), purpose));
                let acts = self.book.home(&hash, purpose, answer);
                match result {
                    // What cannot be done at home is told with its own reason.
                    Some(Err(why)) => {
                        for act in acts {
                            if let Act::Tell { hash, numbers, by, .. } = act {
                                self.announce(&hash, numbers, Err(why.clone()), &by);
                            }
                        }
                    }
                    _ => self.act(acts).await,
                }
            }
        }
    }

    fn shut_out(&mut self, worker: &str, why: String) {
        let _ = self.heard.send(Heard::ShutOut { by: worker.to_owned() });
        if let Some(about) = self.roll.remove(worker) {
            self.tell(DispatcherTalk::ShutOut(about, why));
        }
        self.count();
        self.change_consumer();
    }

    /// Only workers that are still admitted learn the name of the new consumer.
    fn change_consumer(&mut self) {
        let old = std::mem::replace(&mut self.consumer, format!("{}-{}", self.id, random()));
        self.generation += 1;
        let context = self.context.clone();
        tokio::spawn(async move { queue::close_consumer(&context, &old).await });
        self.furnish();
    }

    pub(crate) fn count(&self) {
        self.threads.store(self.roll.threads(), Ordering::Relaxed);
    }

    async fn beaten(&mut self, message: &Message) {
        let Ok(beat) = serde_json::from_slice::<Beat>(&message.payload) else { return };
        if !self.roll.has(&beat.worker, &beat.ticket) {
            return;
        }
        if beat.leaves {
            if let Some(about) = self.roll.remove(&beat.worker) {
                self.tell(DispatcherTalk::Left(about));
            }
            self.count();
            return;
        }
        self.roll.beat(&beat.worker, &beat.running, Instant::now());
        for module in beat.missing {
            // It is put there again, unless it is on its way.
            if self.modules.get(&module) == Some(&true) {
                self.modules.remove(&module);
                self.upload(module);
            }
        }
    }

    fn connected(&mut self, is_connected: bool) {
        self.tell(if is_connected { DispatcherTalk::Connected } else { DispatcherTalk::Disconnected });
        self.is_ready = false;
        if is_connected {
            self.furnish();
        }
    }

    /// Makes what the queue must have, if it has lost it.
    fn furnish(&mut self) {
        self.is_ready = false;
        self.is_furnishing = true;
        let (context, inner, id) = (self.context.clone(), self.inner.clone(), self.id.clone());
        let (consumer, wait) = (self.consumer.clone(), self.settings.ack_wait());
        tokio::spawn(async move {
            let made = match queue::furnish(&context).await {
                Ok(is_new) => queue::open_consumer(&context, &id, &consumer, wait).await.map(|()| is_new),
                Err(why) => Err(why),
            };
            let _ = inner.send(Inner::Furnished(made));
        });
    }

    async fn heed(&mut self, inner: Inner) {
        match inner {
            Inner::Furnished(Ok(is_new)) => {
                (self.is_ready, self.is_furnishing) = (true, false);
                if is_new {
                    self.modules.clear();
                    self.published.clear();
                }
                self.call().await;
                self.publish_all();
                self.look();
            }
            Inner::Furnished(Err(why)) => {
                self.is_furnishing = false;
                self.tell(DispatcherTalk::Trouble(why));
            }
            Inner::Unpublished(hash, why) => {
                self.published.remove(&hash);
                if self.is_ready {
                    self.tell(DispatcherTalk::Trouble(why));
                    self.is_ready = false;
                }
            }
            Inner::Uploaded(module, Ok(())) => {
                self.modules.insert(module, true);
                self.publish_all();
            }
            Inner::Uploaded(module, Err(why)) => {
                self.modules.remove(&module);
                if self.is_ready {
                    self.tell(DispatcherTalk::Trouble(why));
                    self.is_ready = false;
                }
            }
            Inner::Waiting(asked, Ok(there)) => {
                let is_lost = |(hash, at): (&String, &Instant)| {
                    (*at + self.settings.pace < asked && !there.contains(hash)).then(|| hash.clone())
                };
                let lost: Vec<String> = self.published.iter().filter_map(is_lost).collect();
                for hash in lost {
                    self.published.remove(&hash);
                }
                self.publish_all();
            }
            // It is asked again.
            Inner::Waiting(_, Err(_)) => {}
            Inner::Fetched(done, Some(answer), reply) => self.result(&done, answer, reply).await,
            // The worker sends it again.
            Inner::Fetched(_, None, _) => {}
        }
    }

    /// Publishes everything that should be in the stream and is not.
    fn publish_all(&mut self) {
        let open: Vec<String> = self
            .book
            .unanswered()
            .filter(|hash| !self.published.contains_key(*hash))
            .map(str::to_owned)
            .collect();
        for hash in open {
            self.publish(&hash);
        }
    }

    /// Asks the stream which work it has.
    fn look(&mut self) {
        self.looked = Instant::now();
        if self.published.is_empty() {
            return;
        }
        let (context, inner, id, asked) =
            (self.context.clone(), self.inner.clone(), self.id.clone(), Instant::now());
        tokio::spawn(async move {
            let found = queue::waiting(&context, &id).await;
            let _ = inner.send(Inner::Waiting(asked, found));
        });
    }

    async fn call(&self) {
        let pace = u64::try_from(self.settings.pace.as_millis()).unwrap_or(1000);
        let call = Call { dispatcher: self.id.clone(), generation: self.generation, pace };
        let bytes = serde_json::to_vec(&call).unwrap_or_default();
        let _ = self.client.publish(messages::CALL, bytes.into()).await;
    }

    async fn tick(&mut self) {
        let now = Instant::now();
        self.call().await;
        if !self.is_ready && !self.is_furnishing {
            self.furnish();
        }
        if self.is_ready && now.duration_since(self.looked) > LOOK * self.settings.pace {
            self.look();
        }
        for about in self.roll.silent(MISSED * self.settings.pace, now) {
            self.tell(DispatcherTalk::Left(about));
        }
        let hanging = self.roll.hanging(self.settings.longest, now);
        let is_any = !hanging.is_empty();
        for (about, work) in hanging {
            self.tell(DispatcherTalk::Hangs(about));
            for hash in work {
                let times = self.hung.entry(hash.clone()).or_default();
                *times += 1;
                if *times == MOST_HUNG {
                    self.do_at_home(&hash, Purpose::Play);
                }
            }
        }
        if is_any {
            self.change_consumer();
        }
        self.count();
        let longest = CHECK * self.settings.pace;
        let late = self.checks.iter().filter(|(_, since)| now.duration_since(**since) > longest);
        let late: Vec<String> = late.map(|(hash, _)| hash.clone()).collect();
        for hash in late {
            self.checks.remove(&hash);
            if self.book.is_checked(&hash) {
                self.do_at_home(&hash, Purpose::Check);
            }
        }
    }
}

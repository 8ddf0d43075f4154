//! The queue: a `nats-server` with JetStream, and what Joust keeps on it.

use crate::messages::{ALL_WORK, BUCKET, STREAM};
use async_nats::jetstream::consumer::AckPolicy;
use async_nats::jetstream::consumer::pull::Config as ConsumerConfig;
use async_nats::jetstream::object_store::Config as BucketConfig;
use async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// How long work may wait in the stream. What is older belongs to a dispatcher that was killed; a living one
/// publishes it again.
const OLDEST_WORK: Duration = Duration::from_hours(24);
/// How long modules and results stay in the object store. A module that has gone is put there again when a
/// worker misses it.
const OLDEST_OBJECT: Duration = Duration::from_hours(7 * 24);
/// A consumer that no worker has used for this long belongs to a dispatcher that was killed.
const FORGOTTEN: Duration = Duration::from_hours(24);
/// The longest wait for an answer of the server.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most pieces of work of one dispatcher that workers have at a time.
const MOST_PENDING: i64 = 65_536;
/// The most workers of one dispatcher that wait for work at a time.
const MOST_WAITING: i64 = 16_384;

/// Where the queue is, and how to enter.
///
/// ```
/// use joust_relay::{BadQueue, Queue};
/// let queue = Queue::new("nats://joust:secret@host:4222", None).unwrap();
/// assert_eq!(queue.place(), "host:4222", "without the password");
/// assert!(matches!(Queue::new("http://host", None), Err(BadQueue::Url { .. })));
/// ```
#[derive(Clone)]
pub struct Queue {
    address: ServerAddr,
    token: Option<String>,
}

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadQueue {
    /// The URL is not one.
    #[error("`{url}` is not the address of a queue: write nats://host:4222, or tls://host:4222")]
    Url {
        /// What was written.
        url: String,
    },
    /// The server cannot be reached, or does not let us in.
    #[error(
        "the queue at {place} cannot be used: {why}\nstart it with `nats-server -js`; docs/scale.md describes it"
    )]
    Unreachable {
        /// The host and port.
        place: String,
        /// What the client says.
        why: String,
    },
    /// It has no JetStream, or refuses to store anything.
    #[error("the queue at {place} cannot store work: {why}\nstart it with JetStream: `nats-server -js`")]
    NoStream {
        /// The host and port.
        place: String,
        /// What the server says.
        why: String,
    },
    /// This machine cannot do what it must.
    #[error("{0}")]
    Here(String),
}

impl Queue {
    /// A queue at a URL such as `nats://host:4222`; a token is passed to the server, if it asks for one.
    pub fn new(url: &str, token: Option<String>) -> Result<Queue, BadQueue> {
        let bad = || BadQueue::Url { url: url.to_owned() };
        let address: ServerAddr = url.parse().map_err(|_| bad())?;
        if !matches!(address.scheme(), "nats" | "tls") {
            return Err(bad());
        }
        Ok(Queue { address, token })
    }

    /// The host and the port.
    pub fn place(&self) -> String {
        format!("{}:{}", self.address.host(), self.address.port())
    }

    /// Connects, and connects again whenever the connection is lost; `events` is told of both. A patient caller
    /// also waits for a server that cannot be reached yet.
    pub(crate) async fn connect(
        &self,
        name: &str,
        is_patient: bool,
        events: UnboundedSender<bool>,
    ) -> Result<Client, BadQueue> {
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(TIMEOUT)
            .request_timeout(Some(TIMEOUT))
            .ping_interval(Duration::from_secs(10))
            // Soon at first, and never rarer than every two seconds: a server that starts is noticed.
            .reconnect_delay_callback(|tries| Duration::from_millis((50 << tries.min(5)).min(2000)))
            .event_callback(move |event| {
                let events = events.clone();
                async move {
                    // If nobody listens any more, the connection is about to be closed.
                    let _ = match event {
                        Event::Connected => events.send(true),
                        Event::Disconnected => events.send(false),
                        _ => Ok(()),
                    };
                }
            });
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if is_patient {
            options = options.retry_on_initial_connect();
        }
        let unreachable = |why: async_nats::ConnectError| BadQueue::Unreachable {
            place: self.place(),
            why: why.to_string(),
        };
        options.connect(self.address.clone()).await.map_err(unreachable)
    }
}

/// JetStream with our time limit.
pub(crate) fn context(client: &Client) -> Context {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(TIMEOUT);
    context
}

/// Makes the stream and the object store if they are not there; whether one of them was not.
pub(crate) async fn furnish(context: &Context) -> Result<bool, String> {
    let mut is_new = false;
    if context.get_stream(STREAM).await.is_err() {
        let config = StreamConfig {
            name: STREAM.to_owned(),
            subjects: vec![ALL_WORK.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            max_age: OLDEST_WORK,
            ..StreamConfig::default()
        };
        context.create_stream(config).await.map_err(|why| why.to_string())?;
        is_new = true;
    }
    if context.get_object_store(BUCKET).await.is_err() {
        let config =
            BucketConfig { bucket: BUCKET.to_owned(), max_age: OLDEST_OBJECT, ..BucketConfig::default() };
        context.create_object_store(config).await.map_err(|why| why.to_string())?;
        is_new = true;
    }
    Ok(is_new)
}

/// Makes the consumer of a dispatcher: workers that know its name get the work of the dispatcher, each piece
/// again when it is not acknowledged or prolonged in time.
pub(crate) async fn open_consumer(
    context: &Context,
    dispatcher: &str,
    name: &str,
    ack_wait: Duration,
) -> Result<(), String> {
    let config = ConsumerConfig {
        durable_name: Some(name.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait,
        filter_subject: crate::messages::work_subject(dispatcher, "*"),
        max_ack_pending: MOST_PENDING,
        max_waiting: MOST_WAITING,
        inactive_threshold: FORGOTTEN,
        ..ConsumerConfig::default()
    };
    let made = context.create_consumer_on_stream(config, STREAM).await;
    made.map(|_| ()).map_err(|why| why.to_string())
}

/// Removes a consumer. The work that it has handed out is handed out by the next one.
pub(crate) async fn close_consumer(context: &Context, name: &str) {
    // It may have gone with everything else.
    let _ = context.delete_consumer_from_stream(name, STREAM).await;
}

/// The work of a dispatcher that is in the stream, by hash.
pub(crate) async fn waiting(
    context: &Context,
    dispatcher: &str,
) -> Result<std::collections::HashSet<String>, String> {
    use futures_util::TryStreamExt;
    let stream = context.get_stream_no_info(STREAM).await.map_err(|why| why.to_string())?;
    let filter = crate::messages::work_subject(dispatcher, "*");
    let mut subjects = stream.info_with_subjects(filter).await.map_err(|why| why.to_string())?;
    let mut found = std::collections::HashSet::new();
    while let Some((subject, _)) = subjects.try_next().await.map_err(|why| why.to_string())? {
        found.extend(subject.rsplit('.').next().map(str::to_owned));
    }
    Ok(found)
}

/// Removes the work of a dispatcher that ends.
pub(crate) async fn clear(context: &Context, dispatcher: &str) {
    if let Ok(stream) = context.get_stream_no_info(STREAM).await {
        let _ = stream.purge().filter(crate::messages::work_subject(dispatcher, "*")).await;
    }
}

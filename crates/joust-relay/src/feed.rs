//! Fetches work for a worker from the consumer of one dispatcher, with the modules that it needs.

use crate::messages::{NOT, STREAM};
use crate::shop::{Held, Post, Shop};
use crate::store::{self, Missing};
use crate::talk::WorkerTalk;
use crate::work::Packed;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;

/// How long a request for work waits on the server. A server that restarts forgets requests, so this is also the
/// longest pause after a restart.
const EXPIRES: Duration = Duration::from_secs(1);
/// What the answer to a request may be late.
const LATE: Duration = Duration::from_millis(500);
/// The pause after something went wrong.
const PAUSE: Duration = Duration::from_millis(250);
/// When work is given back that another worker must do.
const NOT_ME: Duration = Duration::from_millis(250);

/// Fetches work until it is aborted.
pub(crate) async fn feed(shop: Arc<Shop>, post: Arc<Post>) {
    loop {
        let name = post.welcome.consumer.clone();
        let consumer: Result<PullConsumer, _> = shop.context.get_consumer_from_stream(name, STREAM).await;
        if let Ok(consumer) = consumer {
            while pull(&shop, &post, &consumer).await {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Asks for as much work as is wanted, once; whether the consumer is there.
async fn pull(shop: &Arc<Shop>, post: &Arc<Post>, consumer: &PullConsumer) -> bool {
    let wanted = shop.pile.wants();
    if wanted == 0 {
        // The pile says when it has room; it is looked at again in any case.
        let _ = tokio::time::timeout(EXPIRES, shop.pile.emptied.notified()).await;
        return true;
    }
    let batch = consumer.batch().max_messages(wanted).expires(EXPIRES).messages().await;
    let Ok(mut batch) = batch else { return false };
    loop {
        match tokio::time::timeout(EXPIRES + LATE, batch.next()).await {
            Ok(Some(Ok(message))) => take(shop, post, message).await,
            Ok(Some(Err(_))) => return false,
            // The batch is over, or its end was lost.
            Ok(None) | Err(_) => return true,
        }
    }
}

async fn take(shop: &Arc<Shop>, post: &Arc<Post>, message: jetstream::Message) {
    let is_for_others = message
        .headers
        .as_ref()
        .and_then(|headers| headers.get(NOT))
        .is_some_and(|not| not.as_str() == shop.about.worker);
    if is_for_others {
        let _ = message.ack_with(AckKind::Nak(Some(NOT_ME))).await;
        return;
    }
    let Some(work) = Packed::read(&message.payload) else {
        shop.tell(WorkerTalk::Trouble("work of an unknown kind was given back".to_owned()));
        let _ = message.ack_with(AckKind::Nak(Some(NOT_ME))).await;
        return;
    };
    if shop.has_again(work.hash(), &message) {
        return;
    }
    let held = Arc::new(Held::new(Arc::clone(post), work, message));
    shop.hold(&held);
    if let Err(why) = fetch(shop, &held).await {
        if let Missing::Absent(module) = &why {
            post.miss(module);
        }
        shop.tell(WorkerTalk::Trouble(why.to_string()));
        shop.give_back(&held, Some(NOT_ME)).await;
        return;
    }
    if let Err(held) = shop.pile.put(held) {
        shop.give_back(&held, None).await;
    }
}

/// Gets the modules of a piece of work that are not on the shelf.
async fn fetch(shop: &Arc<Shop>, held: &Held) -> Result<(), Missing> {
    let missing: Vec<String> = held
        .work
        .work()
        .modules()
        .map(|(_, hash)| hash.clone())
        .filter(|hash| !shop.shelf.has(hash))
        .collect();
    for hash in missing {
        let bytes = store::get(&shop.context, &hash).await?;
        let shop = Arc::clone(shop);
        // Compiling takes long, and the signs of life must go on.
        let put =
            tokio::task::spawn_blocking(move || shop.shelf.put(&hash, &bytes).map_err(|why| (hash, why)));
        if let Ok(Err((hash, why))) = put.await {
            // The work is done without it, and fails with a reason; the dispatcher does it itself.
            return Err(Missing::Trouble(format!("module {hash}: {why}")));
        }
    }
    Ok(())
}

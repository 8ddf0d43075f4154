//! The way of a worker through the door of a dispatcher.

use crate::about::About;
use crate::hands::Hands;
use crate::messages::{Knock, Opened, Welcome, door};
use crate::shelf::Shelf;
use crate::work::Packed;
use async_nats::Client;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How a worker was received.
pub(crate) enum Received {
    Welcome(Welcome),
    Refused(String),
    /// Nobody answered, or not in a way that is known; it is tried again.
    Nobody,
}

/// Knocks at the door of a dispatcher. A worker that was admitted shows its ticket; any other plays the probe.
pub(crate) async fn knock(
    client: &Client,
    dispatcher: &str,
    about: &About,
    ticket: Option<String>,
    hands: Arc<dyn Hands>,
    shelf: Arc<Shelf>,
) -> Received {
    if let Some(ticket) = ticket {
        let again = Knock::Again { worker: about.worker.clone(), ticket };
        match ask(client, dispatcher, &again).await {
            Some(Opened::Welcome(welcome)) => return Received::Welcome(welcome),
            // The dispatcher has forgotten it; it begins again.
            Some(Opened::Refused(_)) => {}
            _ => return Received::Nobody,
        }
    }
    let work = match ask(client, dispatcher, &Knock::Hello(about.clone())).await {
        Some(Opened::Probe(work)) => work,
        Some(Opened::Refused(why)) => return Received::Refused(why),
        _ => return Received::Nobody,
    };
    let played = tokio::task::spawn_blocking(move || {
        let work = Packed::read(work.as_bytes())?;
        hands.work(&work, &shelf, &AtomicBool::new(false))
    });
    let answer = played.await.ok().flatten().unwrap_or_default();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    match ask(client, dispatcher, &Knock::Proof { about: about.clone(), answer }).await {
        Some(Opened::Welcome(welcome)) => Received::Welcome(welcome),
        Some(Opened::Refused(why)) => Received::Refused(why),
        _ => Received::Nobody,
    }
}

async fn ask(client: &Client, dispatcher: &str, knock: &Knock) -> Option<Opened> {
    let bytes = serde_json::to_vec(knock).ok()?;
    let answer = client.request(door(dispatcher), bytes.into()).await.ok()?;
    serde_json::from_slice(&answer.payload).ok()
}

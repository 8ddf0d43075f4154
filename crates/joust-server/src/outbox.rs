//! The queue of messages to one browser, limited in messages and in bytes.

use crate::limits::OUTBOX_BYTES;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;

/// The sending end of the queue.
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

/// The receiving end of the queue.
pub(crate) struct Inbox {
    messages: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

/// An empty queue for this many messages.
pub(crate) fn outbox(messages: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(messages);
    let bytes = Arc::new(AtomicUsize::new(0));
    (Outbox { messages: sender, bytes: Arc::clone(&bytes) }, Inbox { messages: receiver, bytes })
}

impl Outbox {
    /// Adds a message; false when the browser is gone or too far behind. An empty queue accepts a message
    /// of any length.
    pub(crate) fn put(&self, text: Utf8Bytes) -> bool {
        let length = text.len();
        let waiting = self.bytes.fetch_add(length, Relaxed);
        let fits = waiting == 0 || waiting.saturating_add(length) <= OUTBOX_BYTES;
        if fits && self.messages.try_send(text).is_ok() {
            return true;
        }
        self.bytes.fetch_sub(length, Relaxed);
        false
    }
}

impl Inbox {
    /// The next message; `None` when the table has dropped its reader.
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let text = self.messages.recv().await?;
        self.bytes.fetch_sub(text.len(), Relaxed);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::OUTBOX;

    #[tokio::test]
    async fn a_reader_owes_messages_and_bytes_up_to_a_limit() {
        let text = |bytes: usize| Utf8Bytes::from("x".repeat(bytes));
        let (outbox, mut inbox) = outbox(OUTBOX);
        assert!(outbox.put(text(2 * OUTBOX_BYTES)), "the first one always fits");
        assert!(!outbox.put(text(1)));
        assert_eq!(inbox.recv().await.map(|text| text.len()), Some(2 * OUTBOX_BYTES));
        assert!(outbox.put(text(OUTBOX_BYTES - 1)) && outbox.put(text(1)) && !outbox.put(text(1)));
        inbox.recv().await;
        assert!((1..OUTBOX).all(|_| outbox.put(text(1))));
        assert!(!outbox.put(text(1)), "so many messages, however short");
        drop(outbox);
        let mut left = 0;
        while inbox.recv().await.is_some() {
            left += 1;
        }
        assert_eq!(left, OUTBOX);
    }
}

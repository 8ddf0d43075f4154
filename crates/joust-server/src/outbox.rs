//! What waits for one browser: so many messages, and so many bytes.

use crate::limits::OUTBOX_BYTES;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tokio::sync::mpsc;

/// Where messages for a browser are put.
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

/// Where they are taken out.
pub(crate) struct Inbox {
    messages: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

/// An empty outbox for so many messages, and the other end of it.
pub(crate) fn outbox(messages: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(messages);
    let bytes = Arc::new(AtomicUsize::new(0));
    (Outbox { messages: sender, bytes: Arc::clone(&bytes) }, Inbox { messages: receiver, bytes })
}

impl Outbox {
    /// Puts a message in; false when the browser is gone or too far behind. A message that finds the
    /// outbox empty always goes in, however long it is.
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
    /// The next message; none when the table has let its reader go.
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

//! A stream that limits its client: a client that does not read loses its connection, and so does a
//! WebSocket that sends too much.

use crate::limits::{BYTES_FOR_A_SECOND, Rate};
use crate::rates::Bucket;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// The rate limit on bytes that are read from a stream, once it is set. Requests and messages have their
/// own rates; but WebSocket frames that do not become messages are seen only here.
#[derive(Clone, Default)]
pub(crate) struct Meter(Arc<OnceLock<Rate>>);

impl Meter {
    /// Sets the rate.
    pub(crate) fn start(&self, rate: Rate) {
        // A connection becomes a WebSocket once.
        let _ = self.0.set(rate);
    }
}

/// A stream with a limited patience for its reader. Waiting uses up patience, and bytes that the reader
/// takes restore it: a slow reader is served, and one that takes a byte now and then is not.
pub(crate) struct Patient<S> {
    stream: S,
    most: Duration,
    left: Duration,
    /// When the current wait began, and the timer of its end.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    meter: Meter,
    /// The bytes that may still be read, once there is a rate.
    budget: Option<Bucket>,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, patience: Duration, meter: Meter) -> Patient<S> {
        Patient { stream, most: patience, left: patience, waiting: None, meter, budget: None }
    }

    /// Takes bytes from the budget; false when there are too few.
    fn affords(&mut self, bytes: usize) -> bool {
        let Some(rate) = self.meter.0.get() else { return true };
        let (bytes, now) = (u32::try_from(bytes).unwrap_or(u32::MAX), std::time::Instant::now());
        self.budget.get_or_insert_with(|| Bucket::full(*rate, now)).take(bytes, now)
    }

    /// Handles the result of a write: bytes restore patience, and waiting uses it up.
    fn written(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let Poll::Ready(done) = done else {
            ready!(self.poll_end(cx));
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        };
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let bytes = done.as_ref().map_or(0, |bytes| *bytes);
        let gained = Duration::from_secs(bytes as u64) / BYTES_FOR_A_SECOND;
        self.left = (self.left + gained).min(self.most);
        Poll::Ready(done)
    }

    /// Ready when patience is used up.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let left = self.left;
        let (_, end) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        end.as_mut().poll(cx)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // A client that only sends, and never reads the answers, is cut off, too.
        if self.waiting.is_some() && self.poll_end(cx).is_ready() {
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        let bytes = buffer.filled().len() - before;
        Poll::Ready(if self.affords(bytes) { Ok(()) } else { Err(ErrorKind::QuotaExceeded.into()) })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.written(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const PATIENCE: Duration = Duration::from_millis(300);

    #[tokio::test]
    async fn a_reader_that_stops_is_waited_for_once() {
        let (near, far) = duplex(1024);
        let mut near = Patient::new(near, PATIENCE, Meter::default());
        let begin = Instant::now();
        let why = near.write_all(&[0; 5000]).await.unwrap_err();
        assert!(why.kind() == ErrorKind::TimedOut && begin.elapsed() >= PATIENCE);
        drop(far);
    }

    #[tokio::test]
    async fn a_slow_reader_gets_everything_and_a_trickle_does_not() {
        for (bytes, is_served) in [(1024, true), (8, false)] {
            let (near, mut far) = duplex(1024);
            let mut near = Patient::new(near, PATIENCE, Meter::default());
            let reader = tokio::spawn(async move {
                let mut buffer = vec![0; bytes];
                while far.read_exact(&mut buffer).await.is_ok() {
                    sleep(Duration::from_millis(20)).await;
                }
            });
            // It takes twice the patience, and far longer for the trickle.
            let written = near.write_all(&vec![0; 30 * 1024]).await;
            assert_eq!(written.is_ok(), is_served, "{bytes} bytes at a time");
            drop(near);
            reader.await.unwrap();
        }
    }

    #[tokio::test]
    async fn bytes_are_counted_when_there_is_a_rate() {
        let (near, mut far) = duplex(1 << 20);
        let meter = Meter::default();
        let mut near = Patient::new(near, PATIENCE, meter.clone());
        let mut buffer = [0; 1000];
        far.write_all(&[0; 5000]).await.unwrap();
        for _ in 0..5 {
            near.read_exact(&mut buffer).await.unwrap();
        }
        meter.start(Rate { burst: 2000, every: Duration::from_millis(1) });
        far.write_all(&[0; 5000]).await.unwrap();
        for _ in 0..2 {
            near.read_exact(&mut buffer).await.unwrap();
        }
        let why = near.read_exact(&mut buffer).await.unwrap_err();
        assert_eq!(why.kind(), ErrorKind::QuotaExceeded);
        // There is more after a while.
        sleep(Duration::from_millis(1100)).await;
        near.read_exact(&mut buffer).await.unwrap();
    }

    #[tokio::test]
    async fn sending_does_not_count_as_reading() {
        let (near, mut far) = duplex(16);
        let mut near = Patient::new(near, PATIENCE, Meter::default());
        let why = loop {
            // As a WebSocket does: it tries to write, and goes on reading when it cannot.
            tokio::select! {
                biased;
                _ = near.write_all(&[0; 16]) => {}
                () = std::future::ready(()) => {}
            }
            far.write_all(&[1]).await.unwrap();
            if let Err(why) = near.read_u8().await {
                break why;
            }
            sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(why.kind(), ErrorKind::TimedOut);
    }
}

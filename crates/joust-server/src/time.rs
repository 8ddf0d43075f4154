//! The time, in milliseconds since 1970, which never goes back while the server runs.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A clock that was set once, when the server started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    begin: Instant,
    at_begin: i64,
}

impl Time {
    pub(crate) fn start() -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { begin: Instant::now(), at_begin: since.as_millis() as i64 }
    }

    pub(crate) fn now(&self) -> i64 {
        self.at_begin + self.begin.elapsed().as_millis() as i64
    }

    /// When the server started.
    pub(crate) fn started(&self) -> i64 {
        self.at_begin
    }

    /// How long it is until then.
    pub(crate) fn until(&self, at: i64) -> Duration {
        Duration::from_millis(at.saturating_sub(self.now()).max(0) as u64)
    }
}

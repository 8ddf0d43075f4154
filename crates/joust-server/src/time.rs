//! The time, in milliseconds since 1970, which never goes back while the server runs.
//!
//! The clock of the machine is read once; from then on a monotonic clock counts, so that a correction of
//! the machine's clock changes no game clock. A server that starts after a correction may find games whose
//! last entry is in the future: their time goes on from that entry; see `Open::now`.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The environment variable with the file of a test clock: the file has the error of the machine's clock
/// in milliseconds.
const TEST_CLOCK: &str = "JOUST_TEST_CLOCK";

/// A clock that was set once, when the server started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    begin: Instant,
    at_begin: i64,
}

impl Time {
    pub(crate) fn start() -> Time {
        let wrong_by = std::env::var_os(TEST_CLOCK).map_or(0, |file| read(Path::new(&file)));
        Time::wrong_by(wrong_by)
    }

    /// The time of a machine whose clock is ahead by `millis` milliseconds.
    pub(crate) fn wrong_by(millis: i64) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { begin: Instant::now(), at_begin: (since.as_millis() as i64).saturating_add(millis) }
    }

    pub(crate) fn now(&self) -> i64 {
        self.at_begin.saturating_add(self.begin.elapsed().as_millis() as i64)
    }

    /// When the server started.
    pub(crate) fn started(&self) -> i64 {
        self.at_begin
    }

    /// The time from now until `at`.
    pub(crate) fn until(&self, at: i64) -> Duration {
        Duration::from_millis(at.saturating_sub(self.now()).max(0) as u64)
    }
}

fn read(file: &Path) -> i64 {
    std::fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

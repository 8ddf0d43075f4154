//! The clock of a search.

use std::time::{Duration, Instant};

/// A source of time: a real clock, or one that a test moves by hand.
pub trait TimeSource: Sync {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;
}

/// The clock of the machine. In WebAssembly there is none, and this one stands still: a search there must be
/// limited by nodes or depth.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Option<Instant>);

impl Default for WallClock {
    fn default() -> WallClock {
        WallClock((!cfg!(target_family = "wasm")).then(Instant::now))
    }
}

impl TimeSource for WallClock {
    fn now(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |begin| begin.elapsed())
    }
}

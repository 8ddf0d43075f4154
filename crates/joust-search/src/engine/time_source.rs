//! The clock of a search.

use std::time::{Duration, Instant};

/// A source of time: a real clock, or one that a test moves by hand.
pub trait TimeSource: Sync {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl Default for WallClock {
    fn default() -> WallClock {
        WallClock(Instant::now())
    }
}

impl TimeSource for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

//! Where the time comes from.

use std::time::{Duration, Instant};

/// Tells the time: that on the wall, or one that a test turns by hand.
pub trait TimeSource: Sync {
    /// The time since some moment that never changes.
    fn now(&self) -> Duration;
}

/// The time on the wall.
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

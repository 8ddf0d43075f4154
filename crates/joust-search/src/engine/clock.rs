//! Where the time comes from.

use std::time::{Duration, Instant};

/// A clock: that on the wall, or one that a test turns by hand.
pub trait Clock: Sync {
    /// The time since some moment that never changes.
    fn now(&self) -> Duration;
}

/// The clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl Default for WallClock {
    fn default() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

//! How long a search may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of a search; whichever is reached first ends it. Without any, it goes on until the game
/// is solved or somebody stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    pub depth: Option<u32>,
}

/// How often the time is looked at: every so many nodes, far less than a millisecond apart.
const GLANCE: u64 = 1024;

pub(super) struct Clock<'a> {
    begin: Instant,
    limits: Limits,
    stop: &'a AtomicBool,
}

impl<'a> Clock<'a> {
    pub(super) fn start(limits: &Limits, stop: &'a AtomicBool) -> Clock<'a> {
        Clock { begin: Instant::now(), limits: *limits, stop }
    }

    /// Whether the search must end at once.
    #[inline]
    pub(super) fn is_up(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|most| nodes > most) {
            return true;
        }
        if !nodes.is_multiple_of(GLANCE) {
            return false;
        }
        self.stop.load(Ordering::Relaxed) || self.limits.time.is_some_and(|most| self.begin.elapsed() >= most)
    }

    /// Whether most of the time is gone, so that the next depth would not be finished: it takes
    /// longer than all depths before it together.
    pub(super) fn is_no_use_going_on(&self) -> bool {
        self.limits.time.is_some_and(|most| self.begin.elapsed() >= most / 2)
    }
}

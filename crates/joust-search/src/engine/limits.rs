//! The limits of a search, and the timer that keeps them.

use super::time_source::TimeSource;
use joust_core::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The limits of a search; the first one reached ends it. Without limits the search goes on until
/// the position is solved or the caller stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Time for this move; the search may use all of it.
    pub time: Option<Duration>,
    /// Time for the rest of the game, of which this move gets a share.
    pub budget: Option<Budget>,
    /// Positions visited, by all threads together.
    pub nodes: Option<u64>,
    /// Depth in moves of either side.
    pub depth: Option<u32>,
}

/// The number of moves among which the remaining time is shared, at any point of the game.
const MOVES_TO_COME: u32 = 24;
/// Time that is never used: handing over the move takes time, too.
const RESERVE: Duration = Duration::from_millis(15);

/// The soft and the hard limit on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// The soft limit: after it no new depth is begun.
    wanted: Option<Duration>,
    /// The hard limit: after it the search ends.
    most: Option<Duration>,
}

impl Plan {
    fn of(limits: &SearchLimits) -> Plan {
        let Some(Budget { left, increment }) = limits.budget else {
            return Plan { wanted: None, most: limits.time };
        };
        let usable = left.saturating_sub(RESERVE);
        let share = (usable / MOVES_TO_COME + increment * 3 / 4).min(usable / 2);
        let most = (share * 4).min(usable / 2);
        Plan { wanted: Some(share), most: Some(limits.time.map_or(most, |time| time.min(most))) }
    }
}

/// Nodes between two checks of the limits. They take far less than a millisecond, or a few
/// milliseconds where every node reads a block of an endgame table from its file.
pub(super) const CHECK_INTERVAL: u64 = 128;

/// Nodes that a thread takes at a time from the common limit: few enough to waste almost none at the
/// end, and enough to make the atomic access cost nothing.
const PORTION: u64 = 64;
/// Nodes for which it pays to start a thread.
const WORTH_A_THREAD: u64 = 1000;

/// Keeps the limits of one search.
pub(super) struct Timer<'a> {
    time: &'a dyn TimeSource,
    begin: Duration,
    plan: Plan,
    /// Nodes of the limit that no thread has taken yet.
    nodes: Option<AtomicU64>,
    /// Set by the caller to end the search.
    stop: &'a AtomicBool,
    /// Set when the search has ended, to stop the helper threads.
    over: AtomicBool,
}

impl<'a> Timer<'a> {
    pub(super) fn start(limits: &SearchLimits, time: &'a dyn TimeSource, stop: &'a AtomicBool) -> Timer<'a> {
        Timer {
            time,
            begin: time.now(),
            plan: Plan::of(limits),
            nodes: limits.nodes.map(AtomicU64::new),
            stop,
            over: AtomicBool::new(false),
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.time.now().saturating_sub(self.begin)
    }

    /// How many helper threads are worth starting.
    pub(super) fn worthwhile_helpers(&self) -> usize {
        let nodes = self.nodes.as_ref().map_or(u64::MAX, |nodes| nodes.load(Ordering::Relaxed));
        usize::try_from(nodes / WORTH_A_THREAD).unwrap_or(usize::MAX).saturating_sub(1)
    }

    /// More nodes for a thread that has used up its own; 0 when the limit is reached.
    #[cold]
    pub(super) fn more_nodes(&self) -> u64 {
        let Some(nodes) = &self.nodes else { return u64::MAX };
        let take = |left: u64| Some(left.saturating_sub(PORTION));
        let left = nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or_else(|left| left);
        left.min(PORTION)
    }

    /// Whether the search must end at once. Only the main thread checks the time.
    pub(super) fn is_up(&self, leads: bool) -> bool {
        self.over.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || leads && self.plan.most.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether to begin another depth. A best move that has just changed gets more time than one that
    /// has been stable.
    pub(super) fn allows_another_depth(&self, settled: bool) -> bool {
        let factor = if settled { 0.6 } else { 1.3 };
        self.plan.wanted.is_none_or(|wanted| self.elapsed() < wanted.mul_f64(factor))
    }

    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(budget: f64, increment: f64) -> (f64, f64) {
        let [left, increment] = [budget, increment].map(Duration::from_secs_f64);
        let plan =
            Plan::of(&SearchLimits { budget: Some(Budget { left, increment }), ..SearchLimits::default() });
        (plan.wanted.unwrap().as_secs_f64(), plan.most.unwrap().as_secs_f64())
    }

    /// Even if every move takes its hard limit, the clock never runs out.
    #[test]
    fn a_clock_never_runs_out() {
        for (start, increment) in [(60.0, 0.0), (10.0, 0.1), (1.0, 0.0), (0.2, 0.05), (0.02, 0.0)] {
            let mut left = start;
            for _ in 0..300 {
                let (wanted, most) = seconds(left, increment);
                assert!(wanted <= most && most <= left, "{start} {left}");
                left -= most;
                assert!(left > 0.0, "{start}+{increment}");
                left += increment;
            }
        }
    }

    #[test]
    fn a_clock_is_shared_out_and_time_for_a_move_is_used_up() {
        let (wanted, most) = seconds(60.0, 1.0);
        assert!((2.0..5.0).contains(&wanted) && most < 15.0, "{wanted} {most}");
        let time = Some(Duration::from_millis(100));
        let plan = Plan::of(&SearchLimits { time, ..SearchLimits::default() });
        assert_eq!(plan, Plan { wanted: None, most: time });
        let budget = Some(Budget { left: Duration::from_mins(10), increment: Duration::ZERO });
        assert_eq!(Plan::of(&SearchLimits { time, budget, ..SearchLimits::default() }).most, time);
    }
}

//! How long a search may take.

use super::time_source::TimeSource;
use joust_core::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Limits of a search; whichever is reached first ends it. Without any, it goes on until the game
/// is solved or somebody stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move, all of which may be used.
    pub time: Option<Duration>,
    /// Time for the rest of the game, to be shared out.
    pub budget: Option<Budget>,
    /// Positions visited, by all threads together.
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    pub depth: Option<u32>,
}

/// A game is expected to last about so many moves more, whenever one asks.
const MOVES_TO_COME: u32 = 24;
/// What is never touched: the move has to be handed over, too.
const RESERVE: Duration = Duration::from_millis(15);

/// The time after which no new depth is begun, and the time after which everything ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    wanted: Option<Duration>,
    most: Option<Duration>,
}

impl Plan {
    fn of(limits: &Limits) -> Plan {
        let Some(Budget { left, increment }) = limits.budget else {
            return Plan { wanted: None, most: limits.time };
        };
        let usable = left.saturating_sub(RESERVE);
        let share = (usable / MOVES_TO_COME + increment * 3 / 4).min(usable / 2);
        let most = (share * 4).min(usable / 2);
        Plan { wanted: Some(share), most: Some(limits.time.map_or(most, |time| time.min(most))) }
    }
}

/// How often the time is looked at: every so many nodes. That is far less than a millisecond, and a
/// few of them where every node asks a table of endings for a block that is still in its file.
pub(super) const GLANCE: u64 = 128;

/// So many nodes a thread takes at a time from what all may visit together: little enough to leave
/// nothing of note unused, and seldom enough to cost nothing.
const PORTION: u64 = 64;
/// For fewer nodes than this no thread is worth starting.
const WORTH_A_THREAD: u64 = 1000;

/// Watches over the limits of one search.
pub(super) struct Timer<'a> {
    time: &'a dyn TimeSource,
    begin: Duration,
    plan: Plan,
    /// Nodes that may be visited and that no thread has taken yet.
    nodes: Option<AtomicU64>,
    /// Set by whoever wants the search to end.
    stop: &'a AtomicBool,
    /// Set when the search has ended, for the threads that help.
    over: AtomicBool,
}

impl<'a> Timer<'a> {
    pub(super) fn start(limits: &Limits, time: &'a dyn TimeSource, stop: &'a AtomicBool) -> Timer<'a> {
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

    /// How many threads are of use to the search, beside the first.
    pub(super) fn worthwhile_helpers(&self) -> usize {
        let nodes = self.nodes.as_ref().map_or(u64::MAX, |nodes| nodes.load(Ordering::Relaxed));
        usize::try_from(nodes / WORTH_A_THREAD).unwrap_or(usize::MAX).saturating_sub(1)
    }

    /// More nodes for a thread that has used up what it had; 0 when there are no more.
    #[cold]
    pub(super) fn more_nodes(&self) -> u64 {
        let Some(nodes) = &self.nodes else { return u64::MAX };
        let take = |left: u64| Some(left.saturating_sub(PORTION));
        let left = nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or_else(|left| left);
        left.min(PORTION)
    }

    /// Whether the search must end at once. Only the leading thread minds the time.
    pub(super) fn is_up(&self, leads: bool) -> bool {
        self.over.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || leads && self.plan.most.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether another depth is worth beginning. A best move that has just changed deserves more
    /// time than one that has long been clear.
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
        let plan = Plan::of(&Limits { budget: Some(Budget { left, increment }), ..Limits::default() });
        (plan.wanted.unwrap().as_secs_f64(), plan.most.unwrap().as_secs_f64())
    }

    /// Played out with the most that every move may take, the clock never runs out.
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
        let plan = Plan::of(&Limits { time, ..Limits::default() });
        assert_eq!(plan, Plan { wanted: None, most: time });
        let budget = Some(Budget { left: Duration::from_mins(10), increment: Duration::ZERO });
        assert_eq!(Plan::of(&Limits { time, budget, ..Limits::default() }).most, time);
    }
}

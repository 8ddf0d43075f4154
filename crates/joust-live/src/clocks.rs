//! Clocks that follow from the times of entries.

use joust_core::{Allowance, Seat};
use serde::Serialize;

/// What a clock shows at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockFace {
    /// Milliseconds at the beginning.
    pub start: i64,
    /// Milliseconds added after each move.
    pub increment: i64,
    /// Milliseconds left to each seat.
    pub left: [i64; 2],
    /// The seat whose clock runs.
    pub running: Option<u8>,
}

/// Two clocks, of which at most one runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    allowance: Allowance,
    left: [i64; 2],
    /// Whose clock runs, and since when.
    runs: Option<(Seat, i64)>,
}

impl Clocks {
    pub(crate) fn new(allowance: Allowance) -> Clocks {
        Clocks { allowance, left: [allowance.start; 2], runs: None }
    }

    /// When the flag of the running clock falls.
    pub(crate) fn deadline(&self) -> Option<i64> {
        self.runs.map(|(seat, since)| since.saturating_add(self.left[seat.index() & 1]))
    }

    fn left(&self, seat: Seat, now: i64) -> i64 {
        let left = self.left[seat.index() & 1];
        match self.runs {
            Some((running, since)) if running == seat => {
                left.saturating_sub(now.saturating_sub(since).max(0)).max(0)
            }
            _ => left,
        }
    }

    /// Stops whatever runs.
    pub(crate) fn stop(&mut self, now: i64) {
        if let Some((seat, _)) = self.runs {
            self.left[seat.index() & 1] = self.left(seat, now);
            self.runs = None;
        }
    }

    /// A seat has moved. What its clock ran for is paid back by the increment; a free move adds nothing.
    pub(crate) fn moved(&mut self, seat: Seat, now: i64) {
        let ran = self.runs.is_some_and(|(running, _)| running == seat);
        self.stop(now);
        if ran {
            let left = &mut self.left[seat.index() & 1];
            *left = left.saturating_add(self.allowance.increment);
        }
    }

    /// This seat's clock runs from now on; if it runs already, it goes on.
    pub(crate) fn run(&mut self, seat: Seat, now: i64) {
        if self.runs.is_none_or(|(running, _)| running != seat) {
            self.stop(now);
            self.runs = Some((seat, now));
        }
    }

    /// The time from then until now is nobody's.
    pub(crate) fn forgive(&mut self, from: i64, now: i64) {
        if let Some((_, since)) = &mut self.runs {
            let lost = now.saturating_sub((*since).max(from)).max(0);
            *since = since.saturating_add(lost);
        }
    }

    pub(crate) fn face(&self, now: i64) -> ClockFace {
        ClockFace {
            start: self.allowance.start,
            increment: self.allowance.increment,
            left: [Seat::FIRST, Seat::SECOND].map(|seat| self.left(seat, now)),
            running: self.runs.map(|(seat, _)| seat.index() as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks() -> Clocks {
        Clocks::new(Allowance { start: 60_000, increment: 2_000 })
    }

    #[test]
    fn only_the_running_clock_loses_time_and_a_move_adds_the_increment() {
        let mut clocks = clocks();
        clocks.run(Seat::FIRST, 1_000);
        clocks.run(Seat::FIRST, 5_000);
        assert_eq!(clocks.face(11_000).left, [50_000, 60_000]);
        assert_eq!(clocks.deadline(), Some(61_000));
        clocks.moved(Seat::FIRST, 11_000);
        clocks.run(Seat::SECOND, 11_000);
        assert_eq!(clocks.face(31_000).left, [52_000, 40_000]);
        assert_eq!(clocks.face(31_000).running, Some(1));
        assert_eq!(clocks.face(999_000).left[1], 0);
    }

    #[test]
    fn a_free_move_takes_and_adds_nothing() {
        let mut clocks = clocks();
        clocks.moved(Seat::FIRST, 50_000);
        assert_eq!(clocks.face(90_000).left, [60_000, 60_000]);
        assert_eq!(clocks.deadline(), None);
    }

    #[test]
    fn the_time_of_an_outage_is_nobodys() {
        let mut ran_before = clocks();
        ran_before.run(Seat::FIRST, 10_000);
        ran_before.forgive(15_000, 100_000);
        assert_eq!(ran_before.face(100_000).left[0], 55_000);
        assert_eq!(ran_before.deadline(), Some(155_000));
        // A move that was stored after the last beat counts from itself.
        let mut ran_after = clocks();
        ran_after.run(Seat::FIRST, 16_000);
        ran_after.forgive(15_000, 100_000);
        assert_eq!(ran_after.face(100_000).left[0], 60_000);
    }
}

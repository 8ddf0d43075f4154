//! A clock for both sides of a duel, which follows from the times at which something happened.

use crate::{Allowance, BadClock, Record, Seat};
use serde::Serialize;
use std::time::Duration;

/// What is left on a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time for all moves to come.
    pub left: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

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
    pub running: Option<Seat>,
}

/// A clock with two faces, of which at most one runs. Its caller tells it the time, in milliseconds
/// since some moment.
///
/// ```
/// use joust_core::{Allowance, Clock, Seat};
/// let mut clock = Clock::new(Allowance { start: 60_000, increment: 2_000 });
/// clock.run(Seat::FIRST, 1_000);
/// clock.moved(Seat::FIRST, 11_000);
/// assert_eq!(clock.left(Seat::FIRST, 11_000), 52_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    allowance: Allowance,
    left: [i64; 2],
    /// The seats whose clocks may run: all, or those that have moved.
    started: [bool; 2],
    /// The seat whose clock runs, and since when.
    runs: Option<(Seat, i64)>,
}

const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl Clock {
    /// A clock that runs from the first turn on.
    pub fn new(allowance: Allowance) -> Clock {
        Clock { allowance, left: [allowance.start; 2], started: [true; 2], runs: None }
    }

    /// The clock with a free first move for each side: the time of a side runs from its second move on.
    #[must_use]
    pub fn with_free_first_moves(self) -> Clock {
        Clock { started: [false; 2], ..self }
    }

    /// The clock as it was at the beginning.
    #[must_use]
    pub fn anew(&self) -> Clock {
        Clock::new(self.allowance)
    }

    /// The clock of a recorded game, as it stood when the record was written; `None` if the game had none.
    pub fn of_record(record: &Record) -> Result<Option<Clock>, String> {
        let bad = |name: &str, why: &dyn std::fmt::Display| {
            format!("[{name} \"{}\"]: {why}", record.header(name).unwrap_or_default())
        };
        let read = Allowance::of_record(record).map_err(|why: BadClock| bad(Allowance::HEADER, &why))?;
        let Some(allowance) = read else { return Ok(None) };
        let mut clock = Clock::new(allowance);
        if let Some(text) = record.header(Allowance::HEADER_LEFT) {
            let left: Option<Vec<i64>> = text.split(' ').map(seconds).collect();
            let left = left.and_then(|left| left.try_into().ok());
            clock.left = left.ok_or_else(|| {
                bad(Allowance::HEADER_LEFT, &"the seconds of both sides, such as 300 281.5")
            })?;
        }
        Ok(Some(clock))
    }

    /// The headers of a record that say how the clock stands.
    #[expect(clippy::cast_precision_loss, reason = "a day has fewer milliseconds than 2⁵²")]
    pub fn headers(&self, now: i64) -> [(&'static str, String); 2] {
        let [first, second] = BOTH.map(|seat| self.left(seat, now) as f64 / 1000.0);
        let left = format!("{first} {second}");
        [(Allowance::HEADER, self.allowance.to_string()), (Allowance::HEADER_LEFT, left)]
    }

    /// When the flag of the running clock falls.
    pub fn deadline(&self) -> Option<i64> {
        self.runs.map(|(seat, since)| since.saturating_add(self.left[seat.index() & 1]))
    }

    /// The milliseconds that a seat has left.
    pub fn left(&self, seat: Seat, now: i64) -> i64 {
        let left = self.left[seat.index() & 1];
        match self.runs {
            Some((running, since)) if running == seat => {
                left.saturating_sub(now.saturating_sub(since).max(0)).max(0)
            }
            _ => left,
        }
    }

    /// The time that a seat has left and gets, for a program that plans ahead.
    pub fn budget(&self, seat: Seat, now: i64) -> Budget {
        let left = Duration::from_millis(self.left(seat, now).max(0).unsigned_abs());
        Budget { left, increment: self.allowance.added() }
    }

    /// Stops the clock that runs.
    pub fn stop(&mut self, now: i64) {
        if let Some((seat, _)) = self.runs {
            self.left[seat.index() & 1] = self.left(seat, now);
            self.runs = None;
        }
    }

    /// A seat has moved: its clock stops, and gets the increment if it ran. A free move adds nothing.
    pub fn moved(&mut self, seat: Seat, now: i64) {
        let ran = self.runs.is_some_and(|(running, _)| running == seat);
        self.stop(now);
        self.started[seat.index() & 1] = true;
        if ran {
            let left = &mut self.left[seat.index() & 1];
            *left = left.saturating_add(self.allowance.increment);
        }
    }

    /// It is this seat's turn: its clock runs from now on, unless its first move is free. If it runs
    /// already, it goes on.
    pub fn run(&mut self, seat: Seat, now: i64) {
        if self.runs.is_none_or(|(running, _)| running != seat) {
            self.stop(now);
            self.runs = self.started[seat.index() & 1].then_some((seat, now));
        }
    }

    /// Charges neither seat for the time between `from` and `now`, such as that of an outage.
    pub fn forgive(&mut self, from: i64, now: i64) {
        if let Some((_, since)) = &mut self.runs {
            let lost = now.saturating_sub((*since).max(from)).max(0);
            *since = since.saturating_add(lost);
        }
    }

    /// What the clock shows.
    pub fn face(&self, now: i64) -> ClockFace {
        ClockFace {
            start: self.allowance.start,
            increment: self.allowance.increment,
            left: BOTH.map(|seat| self.left(seat, now)),
            running: self.runs.map(|(seat, _)| seat),
        }
    }
}

/// The longest time that a side can have left, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// A number of seconds as milliseconds.
fn seconds(word: &str) -> Option<i64> {
    let number = word.trim().parse::<f64>().ok().filter(|seconds| (0.0..=LONGEST).contains(seconds));
    number.map(|seconds| (seconds * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new(Allowance { start: 60_000, increment: 2_000 })
    }

    #[test]
    fn only_the_running_clock_loses_time_and_a_move_adds_the_increment() {
        let mut clock = clock();
        clock.run(Seat::FIRST, 1_000);
        clock.run(Seat::FIRST, 5_000);
        assert_eq!(clock.face(11_000).left, [50_000, 60_000]);
        assert_eq!(clock.deadline(), Some(61_000));
        clock.moved(Seat::FIRST, 11_000);
        clock.run(Seat::SECOND, 11_000);
        assert_eq!(clock.face(31_000).left, [52_000, 40_000]);
        assert_eq!(clock.face(31_000).running, Some(Seat::SECOND));
        assert_eq!(clock.face(999_000).left[1], 0);
        clock.stop(999_000);
        assert_eq!(clock.budget(Seat::FIRST, 999_000).left, Duration::from_secs(52));
    }

    #[test]
    fn a_free_move_takes_and_adds_nothing() {
        let mut clock = clock().with_free_first_moves();
        clock.run(Seat::FIRST, 10_000);
        assert_eq!(clock.deadline(), None);
        clock.moved(Seat::FIRST, 50_000);
        assert_eq!(clock.face(90_000).left, [60_000, 60_000]);
        clock.run(Seat::FIRST, 90_000);
        assert_eq!(clock.deadline(), Some(150_000));
    }

    #[test]
    fn the_time_of_an_outage_is_charged_to_neither_seat() {
        let mut ran_before = clock();
        ran_before.run(Seat::FIRST, 10_000);
        ran_before.forgive(15_000, 100_000);
        assert_eq!(ran_before.face(100_000).left[0], 55_000);
        assert_eq!(ran_before.deadline(), Some(155_000));
        // A move that was stored after the last beat counts from itself.
        let mut ran_after = clock();
        ran_after.run(Seat::FIRST, 16_000);
        ran_after.forgive(15_000, 100_000);
        assert_eq!(ran_after.face(100_000).left[0], 60_000);
    }

    #[test]
    fn a_clock_is_written_down_and_goes_on() {
        let mut clock = clock();
        clock.run(Seat::FIRST, 0);
        let mut record = Record::default();
        for (name, value) in clock.headers(12_500) {
            record.set(name, value);
        }
        assert_eq!(record.header("ClockLeft"), Some("47.5 60"));
        let again = Clock::of_record(&record).unwrap().unwrap();
        assert_eq!(again.face(0).left, [47_500, 60_000]);
        assert_eq!(again.budget(Seat::FIRST, 0).increment, Duration::from_secs(2));
        assert_eq!(Clock::of_record(&Record::default()), Ok(None));
        record.headers[1].1 = "a while".to_owned();
        assert!(Clock::of_record(&record).is_err());
    }
}

//! Clocks: so much time for all moves of a side, and some more after each.

use joust_core::{Record, Seat};
use joust_search::engine::Budget;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// What both sides have at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    time: Duration,
    increment: Duration,
}

impl Allowance {
    /// What a side has left when the game begins.
    pub(crate) fn budget(self) -> Budget {
        Budget { left: self.time, increment: self.increment }
    }
}

/// As it is read.
impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// The longest game that a clock is set for: a day.
const LONGEST: f64 = 86_400.0;

/// So many seconds, or units of so many.
fn number(word: &str, unit: f64) -> Option<Duration> {
    let number = word.trim().parse().ok().map(|number: f64| number * unit);
    number.filter(|seconds| (0.0..=LONGEST).contains(seconds)).map(Duration::from_secs_f64)
}

/// Reads `MINUTES` or `MINUTES+SECONDS`.
impl FromStr for Allowance {
    type Err = String;

    fn from_str(text: &str) -> Result<Allowance, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        match (number(minutes, 60.0), number(seconds, 1.0)) {
            (Some(time), Some(increment)) if !time.is_zero() => Ok(Allowance { time, increment }),
            _ => Err("minutes for the game and seconds for each move, such as 5+3".to_owned()),
        }
    }
}

/// The headers of a record that hold what both sides had and what they have left, in seconds.
const CLOCK: &str = "Clock";
const LEFT: &str = "ClockLeft";

/// Two clocks, of which one runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    allowance: Allowance,
    left: [Duration; 2],
    runs: Option<(Seat, Instant)>,
}

impl Clocks {
    pub(crate) fn new(allowance: Allowance) -> Clocks {
        Clocks { allowance, left: [allowance.time; 2], runs: None }
    }

    /// The clocks of a game that was written down, as they stood then. An error if there are any and
    /// they cannot be read.
    pub(crate) fn of(record: &Record) -> Result<Option<Clocks>, String> {
        let Some(clock) = record.header(CLOCK) else { return Ok(None) };
        let mut clocks = Clocks::new(clock.parse().map_err(|why| format!("[{CLOCK} \"{clock}\"]: {why}"))?);
        if let Some(text) = record.header(LEFT) {
            let left: Option<Vec<Duration>> = text.split(' ').map(|word| number(word, 1.0)).collect();
            clocks.left = left.and_then(|left| left.try_into().ok()).ok_or_else(|| {
                format!("[{LEFT} \"{text}\"]: the seconds of both sides, such as 300 281.5")
            })?;
        }
        Ok(Some(clocks))
    }

    /// The headers that say how the clocks stand.
    pub(crate) fn headers(&self, now: Instant) -> [(&'static str, String); 2] {
        let seconds = |seat| (self.left(seat, now).as_secs_f64() * 1000.0).round() / 1000.0;
        let left = format!("{} {}", seconds(Seat::FIRST), seconds(Seat::SECOND));
        [(CLOCK, self.allowance.to_string()), (LEFT, left)]
    }

    /// The same from the beginning.
    #[must_use]
    pub(crate) fn anew(&self) -> Clocks {
        Clocks::new(self.allowance)
    }

    /// It is this seat's turn now: its clock runs, and the other's stands.
    pub(crate) fn turn_of(&mut self, seat: Seat, now: Instant) {
        if self.runs.is_none_or(|(other, _)| other != seat) {
            self.stop(now);
            self.runs = Some((seat, now));
        }
    }

    /// Nobody's clock runs.
    pub(crate) fn stop(&mut self, now: Instant) {
        if let Some((seat, since)) = self.runs.take() {
            let left = &mut self.left[seat.index() & 1];
            *left = left.saturating_sub(now.saturating_duration_since(since));
        }
    }

    /// A seat has moved in time and gets what every move adds.
    pub(crate) fn moved(&mut self, seat: Seat, now: Instant) {
        self.stop(now);
        self.left[seat.index() & 1] += self.allowance.increment;
    }

    /// What a seat has left.
    pub(crate) fn left(&self, seat: Seat, now: Instant) -> Duration {
        let left = self.left[seat.index() & 1];
        match self.runs {
            Some((running, since)) if running == seat => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// The same for a program that plans ahead.
    pub(crate) fn budget(&self, seat: Seat, now: Instant) -> Budget {
        Budget { left: self.left(seat, now), increment: self.allowance.increment }
    }
}

/// `4:05`, or with tenths when there is little left.
pub(crate) fn face(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds < 20 {
        format!("0:{:04.1}", left.as_secs_f64())
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowances_are_read() {
        let read = |text: &str| text.parse::<Allowance>().ok();
        let of = |time, increment| {
            Some(Allowance { time: Duration::from_millis(time), increment: Duration::from_millis(increment) })
        };
        assert_eq!(read("5+3"), of(300_000, 3000));
        assert_eq!(read("0.5"), of(30_000, 0));
        assert_eq!(read("5+3").map(|allowance| allowance.to_string()), Some("5+3".to_owned()));
        for bad in ["", "0", "-1", "5+x", "1+2+3", "99999", "NaN", "5+inf"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let left = |clocks: &Clocks, seat, now| clocks.left(seat, now).as_secs();
        clocks.turn_of(Seat::FIRST, at(0));
        clocks.turn_of(Seat::FIRST, at(5));
        assert_eq!(left(&clocks, Seat::FIRST, at(10)), 50);
        clocks.moved(Seat::FIRST, at(10));
        clocks.turn_of(Seat::SECOND, at(10));
        assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| left(&clocks, seat, at(30))), [52, 40]);
        assert_eq!(left(&clocks, Seat::SECOND, at(500)), 0);
        clocks.stop(at(500));
        assert_eq!(clocks.budget(Seat::FIRST, at(900)).left, Duration::from_secs(52));
    }

    #[test]
    fn clocks_are_written_down_and_go_on() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        let begin = Instant::now();
        clocks.turn_of(Seat::FIRST, begin);
        let mut record = Record::default();
        for (name, value) in clocks.headers(begin + Duration::from_millis(12_500)) {
            record.set(name, value);
        }
        assert_eq!(record.header("ClockLeft"), Some("47.5 60"));
        let again = Clocks::of(&record).unwrap().unwrap();
        let left = [Seat::FIRST, Seat::SECOND].map(|seat| again.left(seat, begin));
        assert_eq!(left, [47_500, 60_000].map(Duration::from_millis));
        assert_eq!(again.budget(Seat::FIRST, begin).increment, Duration::from_secs(2));
        assert!(Clocks::of(&Record::default()).unwrap().is_none());
        record.headers[1].1 = "a while".to_owned();
        assert!(Clocks::of(&record).is_err());
    }

    #[test]
    fn faces_show_tenths_at_the_end() {
        assert_eq!(face(Duration::from_secs(245)), "4:05");
        assert_eq!(face(Duration::from_millis(9_440)), "0:09.4");
    }
}

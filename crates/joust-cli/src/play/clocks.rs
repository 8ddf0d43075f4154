//! Clocks: so much time for all moves of a side, and some more after each.

use joust_core::{Allowance, Record, Seat};
use joust_search::engine::Budget;
use std::time::{Duration, Instant};

/// What a side has left when the game begins.
pub(crate) fn budget(allowance: Allowance) -> Budget {
    Budget { left: allowance.time(), increment: allowance.added() }
}

/// Reads what `--clock` takes: `MINUTES` or `MINUTES+SECONDS`.
pub(crate) fn read_allowance(text: &str) -> Result<Allowance, String> {
    Allowance::of_minutes(text)
        .map_err(|_| "minutes for the game and seconds for each move, such as 5+3".to_owned())
}

/// The longest time that a side can have left, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// A number of seconds.
fn number(word: &str) -> Option<Duration> {
    let number = word.trim().parse().ok();
    number.filter(|seconds| (0.0..=LONGEST).contains(seconds)).map(Duration::from_secs_f64)
}

/// Two clocks, of which one runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    allowance: Allowance,
    left: [Duration; 2],
    runs: Option<(Seat, Instant)>,
}

impl Clocks {
    pub(crate) fn new(allowance: Allowance) -> Clocks {
        Clocks { allowance, left: [allowance.time(); 2], runs: None }
    }

    /// The clocks of a game that was written down, as they stood then. An error if there are any and
    /// they cannot be read.
    pub(crate) fn of(record: &Record) -> Result<Option<Clocks>, String> {
        let read = Allowance::of_record(record).map_err(|why| {
            format!(
                "[{} \"{}\"]: {why}",
                Allowance::HEADER,
                record.header(Allowance::HEADER).unwrap_or_default()
            )
        })?;
        let Some(allowance) = read else { return Ok(None) };
        let mut clocks = Clocks::new(allowance);
        if let Some(text) = record.header(Allowance::HEADER_LEFT) {
            let left: Option<Vec<Duration>> = text.split(' ').map(number).collect();
            clocks.left = left.and_then(|left| left.try_into().ok()).ok_or_else(|| {
                format!(
                    "[{} \"{text}\"]: the seconds of both sides, such as 300 281.5",
                    Allowance::HEADER_LEFT
                )
            })?;
        }
        Ok(Some(clocks))
    }

    /// The headers that say how the clocks stand.
    pub(crate) fn headers(&self, now: Instant) -> [(&'static str, String); 2] {
        let seconds = |seat| (self.left(seat, now).as_secs_f64() * 1000.0).round() / 1000.0;
        let left = format!("{} {}", seconds(Seat::FIRST), seconds(Seat::SECOND));
        [(Allowance::HEADER, self.allowance.to_string()), (Allowance::HEADER_LEFT, left)]
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
        self.left[seat.index() & 1] += self.allowance.added();
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
        Budget { left: self.left(seat, now), increment: self.allowance.added() }
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
        let read = |text: &str| read_allowance(text).ok();
        let of = |start, increment| Some(Allowance { start, increment });
        assert_eq!(read("5+3"), of(300_000, 3000));
        assert_eq!(read("0.5"), of(30_000, 0));
        for bad in ["", "0", "-1", "5+x", "1+2+3", "99999", "NaN", "5+inf"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let mut clocks = Clocks::new(read_allowance("1+2").unwrap());
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
        let mut clocks = Clocks::new(read_allowance("1+2").unwrap());
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

//! The time that both sides of a game have, and how records tell it.

use crate::Record;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time that each side has. Its text is that of the header `Clock`: `5:00+3`, five minutes for all
/// moves and three seconds that each move adds.
///
/// ```
/// use joust_core::Allowance;
/// let clock = Allowance::of_minutes("5+3").unwrap();
/// assert_eq!(clock.to_string(), "5:00+3");
/// assert_eq!("5:00+3".parse(), Ok(clock));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Milliseconds for all moves.
    pub start: i64,
    /// Milliseconds that are added after each move for which the clock ran.
    pub increment: i64,
}

/// A text that is not a clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("minutes and seconds for the game and seconds for each move, such as 5:00+3")]
pub struct BadClock;

/// The longest game that a clock is set for, in seconds: a day.
const LONGEST: f64 = 86_400.0;

impl Allowance {
    /// The header of a record that has the clock.
    pub const HEADER: &str = "Clock";
    /// The header of a record that has the seconds that both sides have left.
    pub const HEADER_LEFT: &str = "ClockLeft";

    /// A number of units of `unit` seconds each, as milliseconds.
    fn millis(number: &str, unit: f64) -> Option<i64> {
        // Neither a sign nor an exponent: `+` stands between the two numbers.
        let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let seconds = number.parse::<f64>().ok().filter(|_| plain)? * unit;
        let millis = (seconds * 1000.0).round() as i64;
        // A time below one millisecond counts as one.
        (0.0..=LONGEST).contains(&seconds).then(|| if seconds > 0.0 { millis.max(1) } else { 0 })
    }

    fn read(text: &str, unit: f64) -> Result<Allowance, BadClock> {
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = |number: &str, unit| Allowance::millis(number.trim(), unit).ok_or(BadClock);
        let read = Allowance { start: read(start, unit)?, increment: read(increment, 1.0)? };
        if read.start > 0 { Ok(read) } else { Err(BadClock) }
    }

    /// Reads `MINUTES` or `MINUTES+SECONDS`: what people type.
    pub fn of_minutes(text: &str) -> Result<Allowance, BadClock> {
        Allowance::read(text, 60.0)
    }

    /// The clock as people type it: `5+3`.
    pub fn in_minutes(&self) -> String {
        format!("{}+{}", self.time().as_secs_f64() / 60.0, self.added().as_secs_f64())
    }

    /// The clock of a record, if it has one.
    ///
    /// Records of builds before this text had `5+3`: in minutes where `joust play` wrote them, always with
    /// the header `ClockLeft`; in seconds where the arena wrote them, always without.
    pub fn of_record(record: &Record) -> Result<Option<Allowance>, BadClock> {
        let Some(text) = record.header(Allowance::HEADER) else { return Ok(None) };
        let read = match (text.contains(':'), record.header(Allowance::HEADER_LEFT)) {
            (true, _) => text.parse(),
            (false, Some(_)) => Allowance::read(text, 60.0),
            (false, None) => Allowance::read(text, 1.0),
        };
        read.map(Some)
    }

    /// What a side has left when the game begins.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.start.max(0).unsigned_abs())
    }

    /// What each move adds.
    pub fn added(&self) -> Duration {
        Duration::from_millis(self.increment.max(0).unsigned_abs())
    }
}

/// Seconds, with a fraction where there is one.
fn seconds(f: &mut fmt::Formatter<'_>, millis: i64) -> fmt::Result {
    write!(f, "{}", millis / 1000)?;
    match millis % 1000 {
        0 => Ok(()),
        rest => write!(f, ".{}", format!("{rest:03}").trim_end_matches('0')),
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, rest) = (self.start / 60_000, self.start % 60_000);
        write!(f, "{minutes}:{}", if rest < 10_000 { "0" } else { "" })?;
        seconds(f, rest)?;
        f.write_str("+")?;
        seconds(f, self.increment)
    }
}

impl FromStr for Allowance {
    type Err = BadClock;

    fn from_str(text: &str) -> Result<Allowance, BadClock> {
        let (minutes, rest) = text.split_once(':').ok_or(BadClock)?;
        let (seconds, increment) = rest.split_once('+').ok_or(BadClock)?;
        let read = |number: &str, unit| Allowance::millis(number, unit).ok_or(BadClock);
        let start = read(minutes, 60.0)? + read(seconds, 1.0)?;
        let read = Allowance { start, increment: read(increment, 1.0)? };
        let whole = minutes.bytes().all(|byte| byte.is_ascii_digit());
        if whole && (1..=LONGEST as i64 * 1000).contains(&start) { Ok(read) } else { Err(BadClock) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_and_read_back() {
        for (start, increment, text) in [
            (300_000, 3_000, "5:00+3"),
            (60_000, 2_000, "1:00+2"),
            (30_000, 0, "0:30+0"),
            (7_250, 1_500, "0:07.25+1.5"),
            (5_400_000, 30_000, "90:00+30"),
            (86_400_000, 0, "1440:00+0"),
        ] {
            let clock = Allowance { start, increment };
            assert_eq!((clock.to_string().as_str(), text.parse()), (text, Ok(clock)));
        }
        for bad in ["", "5", "5+3", "0:00+3", "x:00+3", "5:00", "5:00+x", "5:-1+3", "1.5:00+3", "1440:01+0"] {
            assert_eq!(bad.parse::<Allowance>(), Err(BadClock), "{bad}");
        }
    }

    #[test]
    fn records_of_older_builds_keep_their_meaning() {
        let read = |headers: &[(&str, &str)]| {
            let mut record = Record::default();
            for (name, value) in headers {
                record.set(name, *value);
            }
            Allowance::of_record(&record)
        };
        let clock = |start, increment| Ok(Some(Allowance { start, increment }));
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&[("Clock", "1:00+2")]), clock(60_000, 2_000));
        assert_eq!(read(&[("Clock", "1:00+2"), ("ClockLeft", "60 60")]), clock(60_000, 2_000));
        // The arena wrote seconds, the terminal minutes.
        assert_eq!(read(&[("Clock", "60+2")]), clock(60_000, 2_000));
        assert_eq!(read(&[("Clock", "1+2"), ("ClockLeft", "60 60")]), clock(60_000, 2_000));
        assert_eq!(read(&[("Clock", "0.5+0"), ("ClockLeft", "30 30")]), clock(30_000, 0));
        assert_eq!(read(&[("Clock", "a while")]), Err(BadClock));
    }
}

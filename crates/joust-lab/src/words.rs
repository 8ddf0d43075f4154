//! Numbers, times and names in words.

use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// A whole number with a comma before every three digits.
pub(crate) fn number(number: &impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun.
pub(crate) fn plural(count: &impl ToString, word: &str) -> String {
    let count = number(count);
    format!("{count} {word}{}", if count == "1" { "" } else { "s" })
}

/// Shown for an unknown value.
const UNKNOWN: &str = "–";

/// A number that may not have been counted.
#[derive(Serialize)]
pub(crate) struct Count(pub(crate) Option<u64>);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.as_ref().map_or_else(|| UNKNOWN.to_owned(), number))
    }
}

/// A number that may not be known; rounded in words.
#[derive(Serialize)]
pub(crate) struct Average(pub(crate) Option<f64>);

impl fmt::Display for Average {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Count(self.0.map(|found| found.round() as u64)).fmt(f)
    }
}

/// A time that may not be known: for programs, milliseconds with three decimals; in words, significant
/// digits only.
pub(crate) struct Time(pub(crate) Option<Duration>);

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.map(|time| (time.as_secs_f64() * 1e6).round() / 1e3).serialize(serializer)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.map(|time| time.as_secs_f64() * 1000.0) {
            None => f.write_str(UNKNOWN),
            Some(ms) if ms < 0.001 => f.write_str("< 1 µs"),
            Some(ms) if ms < 0.1 => write!(f, "{:.0} µs", ms * 1000.0),
            Some(ms) if ms < 10.0 => write!(f, "{ms:.2} ms"),
            Some(ms) if ms < 1000.0 => write!(f, "{ms:.0} ms"),
            Some(ms) => write!(f, "{:.2} s", ms / 1000.0),
        }
    }
}

/// Serializes a value as its text.
pub(crate) fn text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The name of a side with a capital.
pub(crate) fn capital(side: &str) -> &'static str {
    if side == "blue" { "Blue" } else { "Green" }
}

/// Part of a file's name.
pub(crate) fn slug(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let slug: String = text.chars().map(plain).take(40).collect();
    slug.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(
            [0, 12, 123, 1234, 217_758, 1_000_000].map(|count| number(&count)),
            ["0", "12", "123", "1,234", "217,758", "1,000,000"]
        );
        let times =
            [5, 150, 9_990, 12_345, 1_500_000].map(|us| Time(Some(Duration::from_micros(us))).to_string());
        assert_eq!(times, ["5 µs", "0.15 ms", "9.99 ms", "12 ms", "1.50 s"]);
        assert_eq!((Time(None).to_string(), Count(None).to_string()), ("–".to_owned(), "–".to_owned()));
        assert_eq!(Average(Some(1234.5)).to_string(), "1,235");
        assert_eq!(slug("boards/my board.txt"), "boards-my-board-txt");
    }
}

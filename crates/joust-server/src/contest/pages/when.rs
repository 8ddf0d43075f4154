//! Moments on a page: UTC for readers without scripts. A script tells them in the time of the reader.

use time::OffsetDateTime;

/// A moment, as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct When {
    /// For machines: `2027-05-28T21:59:00Z`.
    pub(crate) iso: String,
    /// For people: `2027-05-28 21:59 UTC`.
    pub(crate) text: String,
}

impl When {
    /// The moment of so many seconds since 1970; nothing outside of the calendar.
    pub(crate) fn of(seconds: i64) -> Option<When> {
        let at = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
        let day = format!("{:04}-{:02}-{:02}", at.year(), u8::from(at.month()), at.day());
        let (hour, minute, second) = at.to_hms();
        Some(When {
            iso: format!("{day}T{hour:02}:{minute:02}:{second:02}Z"),
            text: format!("{day} {hour:02}:{minute:02} UTC"),
        })
    }

    /// The moment of so many milliseconds since 1970.
    pub(crate) fn of_millis(millis: i64) -> Option<When> {
        When::of(millis.div_euclid(1000))
    }
}

/// A duration in seconds, as short as it can be told: `8 s`, `3 min`, `2 h`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "durations are not negative, and rounded for people"
)]
pub(crate) fn lasting(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..=90 => format!("{seconds}\u{a0}s"),
        91..=5400 => format!("{}\u{a0}min", (seconds + 30) / 60),
        _ => format!("{}\u{a0}h", (seconds + 1800) / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_that_of_the_calendar() {
        // date -u -d @1795000000
        let when = When::of(1_795_000_000).unwrap();
        assert_eq!((when.iso.as_str(), when.text.as_str()), ("2026-11-18T11:06:40Z", "2026-11-18 11:06 UTC"));
        assert_eq!(When::of_millis(1_795_000_000_999), Some(when));
        assert_eq!(When::of(i64::MAX), None);
    }

    #[test]
    fn durations_are_told_as_people_tell_them() {
        let told = [-3.0, 8.4, 90.0, 91.0, 600.0, 9000.0].map(lasting).join("|").replace('\u{a0}', " ");
        assert_eq!(told, "0 s|8 s|90 s|2 min|10 min|3 h");
    }
}

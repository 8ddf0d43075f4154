//! Clocks as text.

use joust_core::Allowance;

/// Reads the value of `--clock`: `MINUTES` or `MINUTES+SECONDS`.
pub(crate) fn read_allowance(text: &str) -> Result<Allowance, String> {
    Allowance::of_minutes(text)
        .map_err(|_| "minutes for the game and seconds for each move, such as 5+3".to_owned())
}

/// The time left, such as `4:05`; with tenths when little is left.
#[expect(clippy::cast_precision_loss, reason = "a day has fewer milliseconds than 2⁵²")]
pub(crate) fn face(millis: i64) -> String {
    let seconds = millis / 1000;
    if seconds < 20 {
        format!("0:{:04.1}", millis as f64 / 1000.0)
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
    fn faces_show_tenths_at_the_end() {
        assert_eq!(face(245_000), "4:05");
        assert_eq!(face(9_440), "0:09.4");
    }
}

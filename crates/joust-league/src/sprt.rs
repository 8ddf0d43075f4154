//! What a sequential test asks, and what it answers.

use serde::Serialize;
use std::str::FromStr;

/// The two hypotheses of a sequential test: the first player is stronger by `elo0`, or by `elo1`.
/// [`sequential`](crate::sequential) has the tests.
///
/// ```
/// use joust_league::Sprt;
/// assert_eq!("0,50".parse(), Ok(Sprt { elo0: 0.0, elo1: 50.0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of strength that counts as no gain.
    pub elo0: f64,
    /// The difference of strength that counts as a gain; larger than `elo0`.
    pub elo1: f64,
}

/// Two Elo differences with a comma between them, the smaller first: `0,10`.
impl FromStr for Sprt {
    type Err = ();

    fn from_str(text: &str) -> Result<Sprt, ()> {
        let (elo0, elo1) = text.split_once(',').ok_or(())?;
        let [elo0, elo1] = [elo0, elo1].map(|word| word.trim().parse::<f64>().map_err(|_| ()));
        let sprt = Sprt { elo0: elo0?, elo1: elo1? };
        let is_finite = sprt.elo0.is_finite() && sprt.elo1.is_finite();
        if is_finite && sprt.elo0 < sprt.elo1 { Ok(sprt) } else { Err(()) }
    }
}

/// The answer of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The first player gains `elo1`: H1 is accepted.
    #[serde(rename = "H1")]
    Gain,
    /// The first player gains no more than `elo0`: H0 is accepted.
    #[serde(rename = "H0")]
    NoGain,
    /// More games are needed.
    #[serde(rename = "open")]
    Open,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read() {
        assert_eq!("0,10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!("-5, 0.5".parse(), Ok(Sprt { elo0: -5.0, elo1: 0.5 }));
        for bad in ["10", "10,0", "a,b", "0,inf", ""] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}

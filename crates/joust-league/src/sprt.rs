//! The sequential probability ratio test: play until it is clear enough.
//!
//! Two hypotheses are compared: the first player is stronger by `elo0`, or by `elo1`. After every
//! pair of games the log-likelihood ratio tells which of them the games speak for; when it leaves
//! the bounds, the test is over. The pairs' scores are taken as normally distributed with the
//! variance that they show.

use crate::{Pairs, expected_score};
use serde::Serialize;
use std::str::FromStr;

/// A test of two hypotheses.
///
/// ```
/// use joust_league::{Pairs, Sprt, Verdict};
/// let sprt = Sprt { elo0: 0.0, elo1: 30.0 };
/// let mut pairs = Pairs::default();
/// assert_eq!(sprt.verdict(&pairs), Verdict::Open);
/// (0..50).for_each(|i| pairs.add([1.0, if i % 5 == 0 { 0.0 } else { 1.0 }]));
/// assert_eq!(sprt.verdict(&pairs), Verdict::Gain);
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

/// The probability of either error.
const ERROR: f64 = 0.05;
/// The fewest pairs for a verdict: the variance of fewer is a rumour.
const FEWEST: u32 = 8;
/// The least variance that is assumed, so that a few equal pairs do not prove anything at all.
const LEAST_VARIANCE: f64 = 1e-3;

impl Sprt {
    /// The ratio beyond which H1 is accepted; H0 below its opposite.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The log-likelihood ratio of the two hypotheses.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        let variance = pairs.variance().max(LEAST_VARIANCE);
        f64::from(pairs.count()) * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1) / (2.0 * variance)
    }

    /// The verdict after these pairs.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let ratio = self.ratio(pairs);
        if pairs.count() < FEWEST {
            Verdict::Open
        } else if ratio >= Sprt::bound() {
            Verdict::Gain
        } else if ratio <= -Sprt::bound() {
            Verdict::NoGain
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays pairs whose two games are won with the chance that a difference of strength gives.
    /// The numbers come from a small generator with good high bits.
    fn run(sprt: Sprt, elo: f64, state: &mut u64) -> (Verdict, u32) {
        let mut pairs = Pairs::default();
        let mut game = || {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let draw = f64::from((*state >> 32) as u32) / f64::from(u32::MAX);
            f64::from(u8::from(draw < expected_score(elo)))
        };
        loop {
            pairs.add([game(), game()]);
            let verdict = sprt.verdict(&pairs);
            if verdict != Verdict::Open {
                return (verdict, pairs.count());
            }
        }
    }

    #[test]
    fn the_truth_is_found_and_seldom_missed() {
        let sprt = Sprt { elo0: 0.0, elo1: 30.0 };
        let mut state = 1;
        for (elo, truth) in [(0.0, Verdict::NoGain), (30.0, Verdict::Gain)] {
            let right = (0..400).filter(|_| run(sprt, elo, &mut state).0 == truth).count();
            // 95 % are promised; three standard deviations less may happen.
            assert!(right >= 366, "{right} of 400 at {elo}");
        }
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!("0,10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!("-5, 0.5".parse(), Ok(Sprt { elo0: -5.0, elo1: 0.5 }));
        for bad in ["10", "10,0", "a,b", "0,inf", ""] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_large_difference_is_clear_soon_and_few_games_are_not() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert!(run(sprt, 400.0, &mut 7).1 < 200);
        let mut few = Pairs::default();
        (0..7).for_each(|_| few.add([1.0, 1.0]));
        assert_eq!(sprt.verdict(&few), Verdict::Open);
    }
}

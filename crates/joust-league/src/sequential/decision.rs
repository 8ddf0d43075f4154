//! What a sequential test says, and why.

use crate::Verdict;
use serde::Serialize;
use std::fmt;

/// What a sequential test says, with the reason in words (its `Display`).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// Which hypothesis is accepted, if one is.
    pub verdict: Verdict,
    /// Whether playing on is of no use: a hypothesis is accepted, or the limit is reached.
    pub over: bool,
    /// The log-likelihood ratio of both hypotheses.
    pub llr: f64,
    /// H0 is accepted when the ratio falls to this.
    pub lower: f64,
    /// H1 is accepted when the ratio rises to this.
    pub upper: f64,
    /// The number of pairs or blocks.
    pub trials: u32,
    /// The likelihood of superiority: the probability that the first is better at all, as far as the games say.
    pub superiority: f64,
    /// Why the test stops, or goes on.
    pub reason: String,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A test with what it says: the field `sprt` in the JSON of a match, which `docs/results.md` describes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tested<T> {
    /// The test: its hypotheses and error probabilities.
    #[serde(flatten)]
    pub test: T,
    /// What it says.
    #[serde(flatten)]
    pub decision: Decision,
}

/// Why there is no such test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadTest {
    /// The hypotheses are not in order.
    #[error("H0 is {0} and H1 is {1}: H1 must be the larger number")]
    Hypotheses(f64, f64),
    /// An error probability that promises nothing, or too much.
    #[error("{0} is {1}: an error probability lies between 0 and 0.5")]
    Error(&'static str, f64),
}

/// The bounds of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Bounds {
    pub(super) alpha: f64,
    pub(super) beta: f64,
    /// The most trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) most: Option<u32>,
}

/// What was observed, and what it is compared with.
pub(super) struct Observed {
    pub(super) llr: f64,
    pub(super) trials: u32,
    /// The fewest trials for a verdict.
    pub(super) fewest: u32,
    pub(super) superiority: f64,
    /// What a trial is called.
    pub(super) unit: &'static str,
    /// Both hypotheses in words.
    pub(super) hypotheses: [String; 2],
}

impl Bounds {
    pub(super) fn new(alpha: f64, beta: f64) -> Result<Bounds, BadTest> {
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(BadTest::Error(name, value));
            }
        }
        Ok(Bounds { alpha, beta, most: None })
    }

    /// Wald's bounds of the log-likelihood ratio.
    pub(super) fn ends(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub(super) fn decide(&self, observed: Observed) -> Decision {
        let (lower, upper) = self.ends();
        let Observed { llr, trials, fewest, superiority, unit, hypotheses: [h0, h1] } = observed;
        let percent = |chance: f64| format!("{} %", round(chance * 100.0));
        let is_exhausted = self.most.is_some_and(|most| trials >= most);
        let (verdict, reason) = if trials >= fewest && llr >= upper {
            let reason = format!(
                "H1 after {trials} {unit}: the log-likelihood ratio {llr:.2} has reached {upper:.2}, so {h1} explains \
                 the games better than {h0}; that is wrong in at most {} of tests",
                percent(self.alpha)
            );
            (Verdict::Gain, reason)
        } else if trials >= fewest && llr <= lower {
            let reason = format!(
                "H0 after {trials} {unit}: the log-likelihood ratio {llr:.2} has reached {lower:.2}, so {h0} explains \
                 the games better than {h1}; that is wrong in at most {} of tests",
                percent(self.beta)
            );
            (Verdict::NoGain, reason)
        } else if is_exhausted {
            let reason = format!(
                "no decision after {trials} {unit}, the limit: the log-likelihood ratio {llr:.2} is between \
                 {lower:.2} and {upper:.2}"
            );
            (Verdict::Open, reason)
        } else if trials < fewest {
            let reason = format!("open after {trials} {unit}: a decision needs {fewest} at least");
            (Verdict::Open, reason)
        } else {
            let reason = format!(
                "open after {trials} {unit}: the log-likelihood ratio {llr:.2} is between {lower:.2} and {upper:.2}"
            );
            (Verdict::Open, reason)
        };
        let over = verdict != Verdict::Open || is_exhausted;
        Decision { verdict, over, llr, lower, upper, trials, superiority, reason }
    }
}

/// A number without digits that say nothing.
pub(super) fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

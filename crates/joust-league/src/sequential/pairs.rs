//! The sequential probability ratio test on pairs of games.

use super::decision::{BadTest, Bounds, Decision, Observed, round};
use crate::share::Share;
use crate::{Pairs, expected_score};
use serde::Serialize;

/// A test whether the first of two players is stronger by `elo0` or by `elo1`, with the error probabilities
/// `alpha` (H1 although H0 is true) and `beta` (H0 although H1 is true).
///
/// **Model.** The score of a pair, from 0 to 2 points in quarters, has any distribution (five classes without
/// semi-victories, nine with them). The log-likelihood ratio is that of the most likely distributions with
/// the mean of H1 and with the mean of H0: the generalized test of Van den Bergh, "A practical introduction to
/// the GSPRT", which fishtest, `OpenBench` and fastchess use, on the logistic scale. Pairs must be
/// independent; the two games of a pair need not be.
///
/// **Bounds.** Those of Wald: ln((1 − beta) / alpha) and ln(beta / (1 − alpha)). In 4,000 simulated
/// tests of each kind (`tests/sequential.rs`), 5 % became 4.4 to 5.5 %, and 10 % became 9.5 to 10.0 %.
///
/// See [`sequential`](super) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairTest {
    elo0: f64,
    elo1: f64,
    #[serde(flatten)]
    bounds: Bounds,
}

/// What a class without a pair counts, so that no mean is impossible.
const NOTHING: f64 = 1e-3;

impl PairTest {
    /// A test with these hypotheses and error probabilities.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<PairTest, BadTest> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(BadTest::Hypotheses(elo0, elo1));
        }
        Ok(PairTest { elo0, elo1, bounds: Bounds::new(alpha, beta)? })
    }

    /// The same test, which gives up after this many pairs.
    #[must_use]
    pub fn at_most(mut self, pairs: u32) -> PairTest {
        self.bounds.most = Some(pairs);
        self
    }

    /// The hypotheses in Elo.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The log-likelihood ratio of both hypotheses: positive if the pairs speak for H1.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let classes = pairs.classes();
        let has_quarters = classes.iter().skip(1).step_by(2).any(|count| *count > 0);
        // The score of a game, and the number of pairs.
        let scores: Vec<(f64, f64)> = (0..9_u8)
            .step_by(if has_quarters { 1 } else { 2 })
            .map(|class| (f64::from(class) / 8.0, f64::from(classes[usize::from(class)]).max(NOTHING)))
            .collect();
        if pairs.count() == 0 {
            return 0.0;
        }
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| least_loss(&scores, expected_score(elo)));
        h0 - h1
    }

    /// What the test says after these pairs.
    pub fn decide(&self, pairs: &Pairs) -> Decision {
        let mean = pairs.score().unwrap_or(0.5);
        let squares = pairs.variance() * f64::from(pairs.count().max(1) - 1);
        self.bounds.decide(Observed {
            llr: self.ratio(pairs),
            trials: pairs.count(),
            fewest: 1,
            superiority: Share { count: pairs.count(), mean, squares }.superiority(),
            unit: "pairs",
            hypotheses: [self.elo0, self.elo1].map(|elo| format!("a gain of {} Elo", round(elo))),
        })
    }
}

/// By how much the logarithm of the likelihood falls when the distribution must have this mean. The most likely
/// such distribution divides the frequency of a score a by 1 + x (a − mean), for one x.
fn least_loss(scores: &[(f64, f64)], mean: f64) -> f64 {
    // All divisors must be positive, and all scores lie between 0 and 1.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Sixty halvings leave less than the precision of the numbers.
    for _ in 0..60 {
        let x = f64::midpoint(low, high);
        let excess = |(score, count): &(f64, f64)| count * (score - mean) / (1.0 + x * (score - mean));
        if scores.iter().map(excess).sum::<f64>() > 0.0 { low = x } else { high = x }
    }
    let x = f64::midpoint(low, high);
    scores.iter().map(|(score, count)| count * (x * (score - mean)).ln_1p()).sum()
}

//! Games in pairs: an opening is played twice, once with each colour.
//!
//! The two games of a pair are not independent: an opening that favours one colour gives a point
//! to both. So pairs, not games, are counted as trials, and the noise of the openings cancels out.

use crate::student::quantile_95;
use crate::{Rating, Strength};
use std::collections::BTreeMap;

/// The probability that a confidence of 95 % leaves for an error.
const DOUBT: f64 = 0.05;

/// The scores of the first player in pairs of games.
///
/// ```
/// use joust_league::{Pairs, Strength};
/// let mut pairs = Pairs::default();
/// assert_eq!(pairs.strength(), Strength::Unknown);
/// (0..100).for_each(|i| pairs.add([1.0, f64::from(u8::from(i % 2 == 0))]));
/// let rating = pairs.rating();
/// assert!(rating.low > 140.0 && rating.elo > rating.low && rating.high < 250.0, "{rating:?}");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// The number of pairs for each score of a pair, in quarters of a point from 0 to 8.
    classes: BTreeMap<u8, u32>,
}

impl Pairs {
    /// Adds a pair of games with the scores of both: from 0 to 1, in quarters.
    pub fn add(&mut self, scores: [f64; 2]) {
        let quarters = ((scores[0] + scores[1]) * 4.0).round() as u8;
        *self.classes.entry(quarters.min(8)).or_default() += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u32 {
        self.classes.values().sum()
    }

    /// The number of pairs that scored 0, ¼, … 2 points.
    pub fn classes(&self) -> [u32; 9] {
        std::array::from_fn(|class| self.classes.get(&(class as u8)).copied().unwrap_or(0))
    }

    /// The mean score of a game; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        (!self.classes.is_empty()).then(|| self.mean())
    }

    /// The mean score of a game; a half without a pair.
    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.each().map(|(score, count)| score * count).sum();
        if self.classes.is_empty() { 0.5 } else { sum / f64::from(self.count()) }
    }

    /// The sample variance of the scores of pairs, each divided by its two games.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.each().map(|(score, count)| count * (score - mean).powi(2)).sum();
        sum / f64::from(self.count().max(2) - 1)
    }

    /// The standard error of the mean score.
    pub fn error(&self) -> f64 {
        (self.variance() / f64::from(self.count().max(1))).sqrt()
    }

    /// Whether there are several pairs and all have equal scores.
    pub fn are_alike(&self) -> bool {
        self.count() > 1 && self.classes.len() == 1
    }

    /// The difference of strength, with its error.
    ///
    /// The quantile is that of Student's t, because the variance of few pairs is not known well. One pair says
    /// nothing about the error. Nor does the variance of pairs that are all alike, but their number does:
    /// another kind of pair that came with probability p would have stayed away n times with (1 − p)ⁿ, so with
    /// 95 % confidence p is at most 1 − 0.05^(1/n), about 3/n. Such pairs may bring everything or nothing, which
    /// bounds the mean.
    pub fn rating(&self) -> Rating {
        let score = self.mean();
        if self.count() < 2 {
            return Rating::between(0.0, score, 1.0);
        }
        if self.are_alike() {
            let others = 1.0 - DOUBT.powf(1.0 / f64::from(self.count()));
            return Rating::between(score - others * score, score, score + others * (1.0 - score));
        }
        let margin = quantile_95(f64::from(self.count() - 1)) * self.error();
        Rating::between(score - margin, score, score + margin)
    }

    /// What the pairs say about the difference of strength.
    pub fn strength(&self) -> Strength {
        if self.classes.is_empty() { Strength::Unknown } else { self.rating().strength() }
    }

    /// Scores per game, from 0 to 1, and how many pairs have them.
    fn each(&self) -> impl Iterator<Item = (f64, f64)> {
        self.classes.iter().map(|(quarters, count)| (f64::from(*quarters) / 8.0, f64::from(*count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(list: &[[f64; 2]]) -> Pairs {
        let mut pairs = Pairs::default();
        for pair in list {
            pairs.add(*pair);
        }
        pairs
    }

    #[test]
    fn nine_classes_hold_every_pair_of_scores() {
        let scores = [0.0, 0.25, 0.75, 1.0];
        let all: Vec<[f64; 2]> = scores.iter().flat_map(|a| scores.map(|b| [*a, b])).collect();
        assert_eq!(pairs(&all).classes(), [1, 2, 1, 2, 4, 2, 1, 2, 1]);
    }

    #[test]
    fn mean_and_variance_are_those_of_the_pairs() {
        // Pair means 1, ½, ¾, ¼: mean 0.625, squares 0.140625 + 0.015625 twice + 0.140625.
        let some = pairs(&[[1.0, 1.0], [1.0, 0.0], [0.75, 0.75], [0.25, 0.25]]);
        assert_eq!(some.score(), Some(0.625));
        assert!((some.variance() - 0.3125 / 3.0).abs() < 1e-12);
        assert!((some.error() - (0.3125 / 12.0_f64).sqrt()).abs() < 1e-12);
    }

    /// Three pairs with the means 1, ½ and ¾: the error is 0.25 / √3, and the quantile for two degrees of freedom
    /// is 4.303 in printed tables, so the interval is 0.75 ± 0.621: from 0.129, which is −332 Elo.
    #[test]
    fn few_pairs_have_the_quantile_of_student() {
        let rating = pairs(&[[1.0, 1.0], [1.0, 0.0], [0.75, 0.75]]).rating();
        assert!((rating.low + 331.9).abs() < 0.5 && rating.high.is_infinite(), "{rating:?}");
    }

    /// Openings that always favour one colour say nothing about the players, and add no noise.
    #[test]
    fn lopsided_openings_cancel_out() {
        let split = pairs(&[[1.0, 0.0]; 50]);
        assert_eq!(split.score(), Some(0.5));
        assert!(split.error() < 1e-12);
    }

    #[test]
    fn one_pair_says_nothing_about_the_error() {
        for none_or_one in [pairs(&[]), pairs(&[[1.0, 0.75]])] {
            let rating = none_or_one.rating();
            assert!(rating.elo.is_finite() && rating.margin().is_none());
            assert!(rating.low.is_infinite() && rating.high.is_infinite());
        }
    }

    /// The interval holds the truth in 95 of 100 matches even when the pairs show no variance:
    /// at the end of it, such a match comes about with a chance of one in twenty.
    #[test]
    fn pairs_that_are_all_alike_leave_a_doubt() {
        let even = pairs(&[[0.5, 0.5]; 50]).rating();
        assert!(even.elo == 0.0 && even.elo.is_sign_positive());
        assert!((even.margin().unwrap() - 20.2).abs() < 0.1, "{even:?}");
        let swept = pairs(&[[1.0, 1.0]; 50]).rating();
        assert!(swept.high.is_infinite() && (swept.low - 483.9).abs() < 0.5, "{swept:?}");
        let fewer = pairs(&[[1.0, 1.0]; 5]).rating();
        assert!(fewer.low < swept.low && fewer.low.is_finite());
    }

    /// Four wins of four leave everything open: a player that loses most games can have such luck.
    #[test]
    fn few_pairs_bound_nothing() {
        for few in 1..=4 {
            assert_eq!(pairs(&vec![[1.0, 1.0]; few]).strength(), Strength::AllWon, "{few}");
            assert_eq!(pairs(&vec![[0.0, 0.0]; few]).strength(), Strength::AllLost, "{few}");
        }
        assert!(matches!(pairs(&[[1.0, 1.0]; 5]).strength(), Strength::Above(elo) if elo > 0.0));
        assert!(matches!(pairs(&[[0.0, 0.0]; 5]).strength(), Strength::Below(elo) if elo < 0.0));
        // The interval has no upper end, and its lower one is below 0.
        let two = pairs(&[[1.0, 1.0], [1.0, 0.0]]);
        assert!(two.rating().low < 0.0 && two.rating().high.is_infinite());
        assert!(matches!(two.strength(), Strength::About(elo) if (elo - 190.8).abs() < 0.1));
        assert_eq!(pairs(&[]).strength(), Strength::Unknown);
        assert!(matches!(pairs(&[[0.5, 0.5]; 50]).strength(), Strength::Known { elo: 0.0, .. }));
    }
}

//! Games in pairs: the same opening, once with each colour.
//!
//! The two games of a pair are not independent: an opening that favours one colour gives a point
//! to both. So pairs, not games, are counted as trials, and the noise of the openings cancels out.

use crate::Rating;
use std::collections::BTreeMap;

/// What pairs of games have brought to the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// How many pairs have brought so many quarters of a point: from 0 to 8.
    classes: BTreeMap<u8, u32>,
}

impl Pairs {
    /// A pair of games more, with what each has brought: from 0 to 1, in quarters.
    pub fn add(&mut self, scores: [f64; 2]) {
        let quarters = ((scores[0] + scores[1]) * 4.0).round() as u8;
        *self.classes.entry(quarters.min(8)).or_default() += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u32 {
        self.classes.values().sum()
    }

    /// How many pairs have brought 0, ¼, … 2 points.
    pub fn classes(&self) -> [u32; 9] {
        std::array::from_fn(|class| self.classes.get(&(class as u8)).copied().unwrap_or(0))
    }

    /// The mean score of a game; a half of nothing.
    pub fn score(&self) -> f64 {
        let sum: f64 = self.each().map(|(score, count)| score * count).sum();
        if self.classes.is_empty() { 0.5 } else { sum / f64::from(self.count()) }
    }

    /// The variance of the score of a pair, per game, as the sample has it.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let sum: f64 = self.each().map(|(score, count)| count * (score - mean).powi(2)).sum();
        sum / f64::from(self.count().max(2) - 1)
    }

    /// The standard error of the mean score.
    pub fn error(&self) -> f64 {
        (self.variance() / f64::from(self.count().max(1))).sqrt()
    }

    /// The difference of strength, with its error.
    pub fn rating(&self) -> Rating {
        Rating::new(self.score(), self.error())
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
        assert!((some.score() - 0.625).abs() < 1e-12);
        assert!((some.variance() - 0.3125 / 3.0).abs() < 1e-12);
        assert!((some.error() - (0.3125 / 12.0_f64).sqrt()).abs() < 1e-12);
    }

    /// Openings that always favour one colour say nothing about the players, and add no noise.
    #[test]
    fn lopsided_openings_cancel_out() {
        let split = pairs(&[[1.0, 0.0]; 50]);
        assert!((split.score() - 0.5).abs() < 1e-12 && split.error() < 1e-12);
    }
}

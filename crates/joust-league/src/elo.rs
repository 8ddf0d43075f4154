//! Elo: a score as a difference of strength.

/// The expected score, from 0 to 1, of a player that is stronger by this Elo difference.
///
/// ```
/// assert!((joust_league::expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference of strength that a score from 0 to 1 speaks for; infinite at both ends.
pub fn elo(score: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// A difference of strength with the ends of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The lower end of the interval; infinite when the games set no bound.
    pub low: f64,
    /// The difference that the score speaks for; infinite when all games were won or lost.
    pub elo: f64,
    /// The upper end of the interval; infinite when the games set no bound.
    pub high: f64,
}

impl Rating {
    /// The rating of a mean score whose standard error is known.
    pub fn new(score: f64, error: f64) -> Rating {
        const QUANTILE: f64 = 1.959_964;
        Rating::between(score - QUANTILE * error, score, score + QUANTILE * error)
    }

    /// The rating of a mean score with the ends of its interval, which are cut off at 0 and 1.
    pub fn between(low: f64, score: f64, high: f64) -> Rating {
        let at = |score: f64| elo(score.clamp(0.0, 1.0));
        Rating { low: at(low), elo: at(score), high: at(high) }
    }

    /// Half the width of the interval, if it has ends.
    pub fn margin(&self) -> Option<f64> {
        Some((self.high - self.low) / 2.0).filter(|margin| margin.is_finite())
    }

    /// What is worth saying: an end of the interval that does not tell which player is stronger is not.
    pub fn strength(&self) -> Strength {
        let Rating { low, elo, high } = *self;
        match self.margin() {
            Some(margin) => Strength::Known { elo, margin },
            None if low > 0.0 && low.is_finite() => Strength::Above(low),
            None if high < 0.0 && high.is_finite() => Strength::Below(high),
            None if elo.is_finite() => Strength::About(elo),
            None if elo > 0.0 => Strength::AllWon,
            None => Strength::AllLost,
        }
    }
}

/// What can be said about a difference of strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strength {
    /// An estimate with half the width of its 95 % confidence interval.
    Known {
        /// The estimated difference.
        elo: f64,
        /// Half the width of the interval.
        margin: f64,
    },
    /// More than this, which is above 0.
    Above(f64),
    /// Less than this, which is below 0.
    Below(f64),
    /// An estimate whose error is not known.
    About(f64),
    /// Every game was won, and there were too few for a bound.
    AllWon,
    /// Every game was lost, and there were too few for a bound.
    AllLost,
    /// No game was played.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_scores_are_each_other_s_inverse() {
        for difference in [-800.0, -100.0, 0.0, 35.5, 400.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn a_clean_sweep_has_no_upper_end() {
        let all = Rating::new(1.0, 0.0);
        assert!(all.elo.is_infinite() && all.margin().is_none());
        let half = Rating::new(0.5, 0.01);
        assert!(half.elo.abs() < 1e-9 && (half.margin().unwrap() - 13.6).abs() < 0.1);
    }
}

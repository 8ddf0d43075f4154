//! A share of points: what trials with scores from 0 to 1 say about their mean.

use crate::student;

/// The probability that a confidence of 95 % leaves for an error.
const DOUBT: f64 = 0.05;

/// Trials with scores from 0 to 1. One more trial, which is won or lost, is added to their variance: few equal
/// trials do not prove anything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) count: u32,
    pub(crate) mean: f64,
    /// The sum of the squared distances from the mean.
    pub(crate) squares: f64,
}

impl Share {
    /// The variance of trials that are all won or lost, at about this mean.
    fn variance_of_one(&self) -> f64 {
        let trials = f64::from(self.count);
        let centre = (trials * self.mean + 0.5) / (trials + 1.0);
        centre * (1.0 - centre)
    }

    fn variance(&self) -> f64 {
        (self.squares + self.variance_of_one()) / f64::from(self.count.max(1))
    }

    fn freedom(&self) -> f64 {
        f64::from(self.count.max(2) - 1)
    }

    /// Whether all trials have equal scores.
    fn is_alike(&self) -> bool {
        self.squares < 1e-12
    }

    /// The probability that the mean is above ½.
    pub(crate) fn superiority(&self) -> f64 {
        if self.count == 0 {
            return 0.5;
        }
        if self.is_alike() {
            // The mean is on the other side of ½ if a part of all trials goes the other way. If all parts are
            // equally likely at first, it is larger than x with (1 − x) to the power of n + 1 after n trials.
            // Next to a mean of ½, as many trials go one way as the other.
            let ahead = self.mean.max(1.0 - self.mean);
            let doubt = ahead * (0.5 / ahead).powi(self.count as i32 + 1);
            return if self.mean < 0.5 { doubt } else { 1.0 - doubt }.clamp(0.0, 1.0);
        }
        let error = (self.variance() / f64::from(self.count)).sqrt();
        student::below((self.mean - 0.5) / error, self.freedom())
    }

    /// The 95 % confidence interval of the mean, by Wilson's method: as for won and lost trials, of which there
    /// are as many as would have the variance of these. The quantile is that of Student's t.
    pub(crate) fn interval(&self) -> [f64; 2] {
        if self.count == 0 {
            return [0.0, 1.0];
        }
        let quantile = student::quantile_95(self.freedom());
        let trials = f64::from(self.count) * self.variance_of_one() / self.variance();
        let weight = quantile * quantile / trials;
        let centre = (self.mean + weight / 2.0) / (1.0 + weight);
        let spread = self.mean * (1.0 - self.mean) / trials + weight / trials / 4.0;
        let margin = quantile * spread.sqrt() / (1.0 + weight);
        let [mut low, mut high] = [centre - margin, centre + margin];
        if self.is_alike() {
            // Another kind of trial, with all or nothing, has stayed away by chance: see `Pairs::rating`.
            let others = 1.0 - DOUBT.powf(1.0 / f64::from(self.count));
            low = low.min(self.mean - others * self.mean);
            high = high.max(self.mean + others * (1.0 - self.mean));
        }
        [low.max(0.0), high.min(1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::Dice;

    /// The sum of the squares of won and lost trials.
    fn share(won: u32, count: u32) -> Share {
        let mean = f64::from(won) / f64::from(count);
        Share { count, mean, squares: f64::from(count) * mean * (1.0 - mean) }
    }

    /// Wilson's interval of 40 out of 100 is 0.309 to 0.498 in textbooks. Ours is a little wider: the quantile is
    /// 1.984 instead of 1.960, and a trial is added to the variance.
    #[test]
    fn many_trials_have_the_interval_of_wilson() {
        let [low, high] = share(40, 100).interval();
        assert!((low - 0.309).abs() < 0.003 && (high - 0.498).abs() < 0.003, "{low} {high}");
        let [low, high] = share(4000, 10_000).interval();
        assert!((low - 0.3904).abs() < 1e-4 && (high - 0.4096).abs() < 1e-4, "{low} {high}");
    }

    #[test]
    fn few_trials_say_little() {
        let [low, high] = share(1, 1).interval();
        assert!(low < 0.06 && high > 0.999, "{low} {high}");
        let [low, high] = share(4, 4).interval();
        assert!(low < 0.5 && high > 0.999, "{low} {high}");
        // Of a coin with any chance, equally likely, that came up four times: 1 − (1/2)⁵.
        assert!((share(4, 4).superiority() - 0.968_75).abs() < 1e-12);
        assert!((share(0, 4).superiority() - 0.031_25).abs() < 1e-12);
        assert!((share(3, 6).superiority() - 0.5).abs() < 1e-12);
        let ties = Share { count: 9, mean: 0.5, squares: 0.0 };
        assert!((ties.superiority() - 0.5).abs() < 1e-12);
    }

    /// Blocks of two games with known chances, independent or with one result: the interval holds the truth in
    /// 95 % of cases. Shares near 1 of few blocks are known to be hard: some percent less are allowed there.
    #[test]
    fn intervals_hold_the_truth() {
        let mut dice = Dice::new(2, 2);
        let mut won = |chance: f64| {
            f64::from(u8::from(crate::finish::real(dice.below(1 << 30)) < chance * f64::from(1 << 30)))
        };
        for chance in [0.5, 0.7, 0.9] {
            for count in [4, 10, 40] {
                for is_repeated in [false, true] {
                    let mut held = 0;
                    for _ in 0..2000 {
                        let block = |_| {
                            let first = won(chance);
                            f64::midpoint(first, if is_repeated { first } else { won(chance) })
                        };
                        let sample: crate::Sample = (0..count).map(block).collect();
                        let share = Share { count, mean: sample.mean(), squares: sample.squares() };
                        let [low, high] = share.interval();
                        held += u32::from(low <= chance && chance <= high);
                    }
                    assert!(held >= 1840, "{held} of 2000 with {chance} in {count} blocks, {is_repeated}");
                }
            }
        }
    }
}

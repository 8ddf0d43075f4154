//! What a series of games says about the mean, and how sure that is.

use crate::share::Share;
use crate::student::quantile_95;

/// A sample that grows number by number. Only count, mean and squares are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u32,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Sample {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        // Welford's algorithm, because sums of large squares would lose digits.
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / f64::from(self.count);
        self.squares += before * (number - self.mean);
    }

    /// How many numbers were added.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The mean; 0 for an empty sample.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The sum of the squared distances from the mean.
    pub(crate) fn squares(&self) -> f64 {
        self.squares
    }

    /// Half the width of the 95 % confidence interval of the mean, by Student's t; `None` for
    /// fewer than two numbers, and for numbers that are all equal: they do not show how much they vary.
    pub fn margin(&self) -> Option<f64> {
        let freedom = f64::from(self.count.checked_sub(1).filter(|freedom| *freedom > 0)?);
        let margin = quantile_95(freedom) * (self.squares / freedom / f64::from(self.count)).sqrt();
        (margin > 0.0).then_some(margin)
    }

    /// The 95 % confidence interval of the mean of scores from 0 to 1; `None` for an empty sample. Scores that are
    /// all equal leave a doubt, which their number bounds.
    ///
    /// ```
    /// let won: joust_league::Sample = [1.0; 10].into_iter().collect();
    /// let [low, high] = won.score_interval().unwrap();
    /// assert!((0.6..0.8).contains(&low) && high == 1.0);
    /// ```
    pub fn score_interval(&self) -> Option<[f64; 2]> {
        let Sample { count, mean, squares } = *self;
        (count > 0).then(|| Share { count, mean, squares }.interval())
    }
}

/// A sample in which the numbers of a block count as one, their mean: games of a block share map and seed, and are
/// not independent. The numbers of a block must follow one another.
///
/// ```
/// use joust_league::BlockSample;
/// let mut sample = BlockSample::default();
/// for (block, score) in [(0, 1.0), (0, 0.0), (1, 1.0), (1, 1.0)] {
///     sample.add(block, score);
/// }
/// assert_eq!((sample.blocks().count(), sample.blocks().mean()), (2, 0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockSample {
    whole: Sample,
    /// The block that is being added: its number, and its own sample.
    last: Option<(usize, Sample)>,
}

impl BlockSample {
    /// Adds a number of a block.
    pub fn add(&mut self, block: usize, number: f64) {
        if self.last.is_none_or(|(last, _)| last != block) {
            self.whole = self.blocks();
            self.last = Some((block, Sample::default()));
        }
        if let Some((_, sample)) = &mut self.last {
            sample.add(number);
        }
    }

    /// The means of the blocks.
    pub fn blocks(&self) -> Sample {
        let mut blocks = self.whole;
        if let Some((_, last)) = self.last {
            blocks.add(last.mean());
        }
        blocks
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<T: IntoIterator<Item = f64>>(numbers: T) -> Sample {
        let mut sample = Sample::default();
        numbers.into_iter().for_each(|number| sample.add(number));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4 * b.abs().max(1.0)
    }

    /// The quantiles are those of printed tables.
    #[test]
    fn margins_are_student_s_t_over_the_sample() {
        let five: Sample = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
        assert!(near(five.mean(), 3.0));
        assert!(near(five.margin().unwrap(), 2.776_445 * (2.5_f64 / 5.0).sqrt()));
        let two: Sample = [10.0, 12.0].into_iter().collect();
        assert!(near(two.margin().unwrap(), 12.706_205));
        let ten: Sample = (0..10).map(f64::from).collect();
        assert!(near(ten.margin().unwrap(), 2.262_157 * (82.5_f64 / 9.0 / 10.0).sqrt()));
        let many: Sample = (0..1000).map(|i| f64::from(i % 2)).collect();
        assert!(near(many.margin().unwrap(), 1.962_341 * (250.0_f64 / 999.0 / 1000.0).sqrt()));
    }

    #[test]
    fn neither_little_nor_equal_numbers_say_how_much_they_vary() {
        assert_eq!(Sample::default().margin(), None);
        assert_eq!([7.0].into_iter().collect::<Sample>().margin(), None);
        let same: Sample = [1e9; 5].into_iter().collect();
        assert_eq!((same.count(), same.mean(), same.margin()), (5, 1e9, None));
        assert_eq!(Sample::default().score_interval(), None);
    }

    /// Four games of a block with one result are one trial.
    #[test]
    fn games_of_a_block_count_as_one() {
        let (mut blocks, mut games) = (BlockSample::default(), Sample::default());
        for (block, score) in [1.0, 0.0, 1.0, 1.0, 0.0, 1.0].into_iter().enumerate() {
            for _ in 0..4 {
                blocks.add(block, score);
                games.add(score);
            }
        }
        assert_eq!((blocks.blocks().count(), games.count()), (6, 24));
        assert!(near(blocks.blocks().mean(), games.mean()));
        assert!(blocks.blocks().margin().unwrap() > 2.0 * games.margin().unwrap());
    }
}

//! What a series of games says about the mean, and how sure that is.

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
    /// fewer than two numbers.
    pub fn margin(&self) -> Option<f64> {
        let freedom = f64::from(self.count.checked_sub(1).filter(|freedom| *freedom > 0)?);
        Some(quantile_95(freedom) * (self.squares / freedom / f64::from(self.count)).sqrt())
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
    fn little_says_nothing_and_equal_numbers_say_everything() {
        assert_eq!(Sample::default().margin(), None);
        assert_eq!([7.0].into_iter().collect::<Sample>().margin(), None);
        let same: Sample = [1e9; 5].into_iter().collect();
        assert_eq!((same.count(), same.mean(), same.margin()), (5, 1e9, Some(0.0)));
    }
}

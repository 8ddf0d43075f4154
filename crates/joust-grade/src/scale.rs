//! From figures to points. Everything here is arithmetic.

use serde::Serialize;

/// How a figure becomes a share of the points of a criterion.
///
/// ```
/// use joust_grade::Scale;
/// let line = Scale::Line { from: 2.0, full: 6.0 };
/// assert_eq!([1.0, 2.0, 4.0, 6.0, 9.0].map(|figure| line.share(figure)), [0.0, 0.0, 0.5, 1.0, 1.0]);
/// assert_eq!([5.0, 6.0].map(|figure| Scale::AtLeast(6.0).share(figure)), [0.0, 1.0]);
/// assert_eq!([0.5, 0.6].map(|figure| Scale::AtMost(0.5).share(figure)), [1.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// All points from this figure on, and none below.
    AtLeast(f64),
    /// All points up to this figure, and none above.
    AtMost(f64),
    /// No points at `from`, all at `full`, and in proportion between them. `full` may be the smaller one: then
    /// less is better.
    Line {
        /// The figure without points.
        from: f64,
        /// The figure with all points.
        full: f64,
    },
}

impl Scale {
    /// The share of the points, from 0 to 1. See [`Scale`] for an example.
    pub fn share(self, figure: f64) -> f64 {
        let share = match self {
            Scale::AtLeast(least) => f64::from(u8::from(figure >= least)),
            Scale::AtMost(most) => f64::from(u8::from(figure <= most)),
            Scale::Line { from, full } => (figure - from) / (full - from),
        };
        // What is not a number earns nothing.
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// The points for a figure, of this many.
    pub fn points(self, figure: f64, of: f64) -> f64 {
        rounded(of * self.share(figure))
    }
}

/// A number of points in hundredths, as grades have them. The sum of such numbers is again one.
///
/// ```
/// assert_eq!(joust_grade::rounded(2.0 / 3.0), 0.67);
/// ```
pub fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// The sum of points, at most `cap`.
///
/// ```
/// use joust_grade::total;
/// assert_eq!((total([1.1, 2.2], None), total([6.0, 5.0], Some(10.0))), (3.3, 10.0));
/// ```
pub fn total(points: impl IntoIterator<Item = f64>, cap: Option<f64>) -> f64 {
    let sum = rounded(points.into_iter().sum());
    cap.map_or(sum, |cap| sum.min(cap))
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "points are rounded to hundredths")]
mod tests {
    use super::*;

    #[test]
    fn less_is_better_where_full_is_the_smaller_figure() {
        let fuel = Scale::Line { from: 1.0, full: 0.5 };
        assert_eq!(
            [0.2, 0.5, 0.75, 1.0, 3.0].map(|share| fuel.points(share, 4.0)),
            [4.0, 4.0, 2.0, 0.0, 0.0]
        );
    }

    #[test]
    fn a_figure_at_the_threshold_counts() {
        assert_eq!([5.0, 6.0, 8.0].map(|wins| Scale::AtLeast(6.0).points(wins, 3.0)), [0.0, 3.0, 3.0]);
        assert_eq!([499.0, 500.0, 500.1].map(|ms| Scale::AtMost(500.0).points(ms, 1.0)), [1.0, 1.0, 0.0]);
    }

    #[test]
    fn what_is_not_a_number_earns_nothing() {
        for scale in [Scale::AtLeast(0.0), Scale::AtMost(9.0), Scale::Line { from: 0.0, full: 1.0 }] {
            assert!(scale.points(f64::NAN, 5.0).abs() < f64::EPSILON, "{scale:?}");
        }
    }

    #[test]
    fn points_are_hundredths_and_add_up() {
        let thirds = Scale::Line { from: 0.0, full: 3.0 };
        let marks = [1.0, 2.0, 3.0].map(|figure| thirds.points(figure, 1.0));
        assert_eq!(marks, [0.33, 0.67, 1.0]);
        assert_eq!((total(marks, None), total(marks, Some(1.5)), total([], None)), (2.0, 1.5, 0.0));
    }
}

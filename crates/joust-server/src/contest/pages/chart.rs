//! The numbers of small charts as paths of SVG; templates draw them, and contest.css colours them.

use std::fmt::Write as _;

/// The width of every chart, in units of its picture.
const WIDTH: f64 = 600.0;
/// The height of a chart with lines.
const HEIGHT: f64 = 200.0;
/// The height of the chart of fuel.
const LOW: f64 = 90.0;
/// The width of the picture of an interval.
const SPAN: f64 = 200.0;
/// Elo beside the lowest and the highest rating of a table, at least and at most.
const ROOM: f64 = 150.0;
const MOST_ROOM: f64 = 600.0;
/// A chart has at most this many columns: more cannot be seen.
const COLUMNS: usize = 300;

/// The fuel of the rounds of a game.
pub(crate) struct FuelChart {
    /// The area below the line, in a picture of 600 × 90.
    pub(crate) area: String,
    /// The number of rounds.
    pub(crate) rounds: usize,
    /// The fuel of the dearest round.
    pub(crate) most: u64,
}

impl FuelChart {
    /// The chart of these rounds; nothing if none was played. Where several rounds share a column, the dearest
    /// one is shown.
    #[expect(clippy::cast_precision_loss, reason = "a chart is for eyes")]
    pub(crate) fn new(fuel: &[u64]) -> Option<FuelChart> {
        let most = fuel.iter().copied().max()?;
        let step = fuel.len().div_ceil(COLUMNS);
        let columns: Vec<u64> =
            fuel.chunks(step).map(|rounds| rounds.iter().copied().max().unwrap_or(0)).collect();
        let width = WIDTH / columns.len() as f64;
        let mut area = format!("M0 {LOW}");
        for (column, fuel) in columns.iter().enumerate() {
            let y = LOW - (LOW - 4.0) * *fuel as f64 / most.max(1) as f64;
            let (left, right) = (column as f64 * width, (column + 1) as f64 * width);
            let _ = write!(area, "L{left:.1} {y:.1}L{right:.1} {y:.1}");
        }
        let _ = write!(area, "L{WIDTH} {LOW}Z");
        Some(FuelChart { area, rounds: fuel.len(), most })
    }
}

/// A number with a space between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// The ratings that all intervals of a table are drawn in.
pub(crate) struct Scale {
    low: f64,
    high: f64,
}

/// An interval in a picture of 200 × 16.
pub(crate) struct Interval {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) dot: f64,
    /// Whether the interval goes on beyond the left and the right edge.
    pub(crate) is_cut: [bool; 2],
}

impl Scale {
    /// The scale of some ratings with the ends of their intervals: it holds the intervals as far as they are not
    /// much wider than the ratings are apart. After few games one may be, and is cut off.
    pub(crate) fn of(ratings: impl Iterator<Item = (f64, Option<f64>, Option<f64>)>) -> Scale {
        let [mut low, mut high, mut left, mut right] = [0.0_f64; 4];
        for (elo, from, to) in ratings {
            (low, high) = (low.min(elo), high.max(elo));
            (left, right) = (left.min(from.unwrap_or(0.0)), right.max(to.unwrap_or(0.0)));
        }
        let room = ROOM.max((high - low) / 4.0);
        let most = MOST_ROOM.max(room);
        Scale { low: left.clamp(low - most, low - room), high: right.clamp(high + room, high + most) }
    }

    /// Where a rating stands.
    fn x(&self, elo: f64) -> f64 {
        let x = SPAN * (elo - self.low) / (self.high - self.low);
        (x.clamp(0.0, SPAN) * 10.0).round() / 10.0
    }

    /// Where the reference player stands.
    pub(crate) fn zero(&self) -> f64 {
        self.x(0.0)
    }

    /// A rating with its interval; an end without bound reaches the edge.
    pub(crate) fn interval(&self, elo: f64, low: Option<f64>, high: Option<f64>) -> Interval {
        Interval {
            left: low.map_or(0.0, |low| self.x(low)),
            right: high.map_or(SPAN, |high| self.x(high)),
            dot: self.x(elo),
            is_cut: [low.is_none_or(|low| low < self.low), high.is_none_or(|high| high > self.high)],
        }
    }
}

/// The ratings of some players over time, in a picture of 600 × 200.
pub(crate) struct HistoryChart {
    /// A line for each player, in the order in which they were given.
    pub(crate) lines: Vec<String>,
    /// The height of the rating 0.
    pub(crate) zero: f64,
    /// The highest and the lowest rating.
    pub(crate) high: i64,
    pub(crate) low: i64,
}

impl HistoryChart {
    /// The chart of ratings at some times, from 0 to 1; nothing if there are fewer than two.
    #[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
    pub(crate) fn new(players: &[Vec<(f64, f64)>]) -> Option<HistoryChart> {
        if players.iter().all(|points| points.len() < 2) {
            return None;
        }
        let all = players.iter().flatten().map(|(_, elo)| *elo);
        let (low, high) = all.fold((0.0_f64, 0.0_f64), |(low, high), elo| (low.min(elo), high.max(elo)));
        let high = if high - low < 1.0 { low + 1.0 } else { high };
        let y = |elo: f64| 6.0 + (HEIGHT - 12.0) * (high - elo) / (high - low);
        let line = |points: &Vec<(f64, f64)>| {
            let mut text = String::new();
            for (number, (time, elo)) in points.iter().enumerate() {
                let letter = if number == 0 { 'M' } else { 'L' };
                let _ = write!(text, "{letter}{:.1} {:.1}", time * WIDTH, y(*elo));
            }
            text
        };
        let lines = players.iter().map(line).collect();
        Some(HistoryChart {
            lines,
            zero: (y(0.0) * 10.0).round() / 10.0,
            high: high.round() as i64,
            low: low.round() as i64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_round_touches_the_top_and_no_column_is_lost() {
        assert!(FuelChart::new(&[]).is_none());
        let chart = FuelChart::new(&[0, 50, 100]).unwrap();
        assert_eq!((chart.rounds, chart.most), (3, 100));
        assert_eq!(chart.area, "M0 90L0.0 90.0L200.0 90.0L200.0 47.0L400.0 47.0L400.0 4.0L600.0 4.0L600 90Z");
        let mut long = vec![1; 1000];
        long[777] = 1_000_000;
        let chart = FuelChart::new(&long).unwrap();
        assert!(chart.area.contains(" 4.0L") && chart.area.len() < 10_000);
        // A game in which no round took anything.
        assert!(FuelChart::new(&[0, 0]).unwrap().area.starts_with("M0 90L0.0 90.0"));
    }

    #[test]
    fn a_scale_holds_the_intervals_and_a_cut_one_is_marked() {
        let rows = [(0.0, Some(-40.0), Some(40.0)), (58.0, Some(-170.0), Some(286.0))];
        let scale = Scale::of(rows.into_iter());
        for (elo, low, high) in rows {
            let one = scale.interval(elo, low, high);
            assert!(one.is_cut == [false; 2] && one.left >= 0.0 && one.right <= SPAN);
            assert!(one.left < one.dot && one.dot < one.right);
        }
        let wide = Scale::of([(0.0, Some(-4000.0), None)].into_iter());
        let one = wide.interval(0.0, Some(-4000.0), None);
        assert!(one.is_cut == [true; 2] && one.left == 0.0 && (one.right - SPAN).abs() < 0.01);
    }

    #[test]
    fn intervals_share_a_scale_and_wide_ones_reach_the_edge() {
        let scale = Scale::of([(100.0, Some(0.0), Some(200.0)), (-200.0, None, None)].into_iter());
        let (one, two) =
            (scale.interval(100.0, Some(0.0), Some(200.0)), scale.interval(-200.0, None, Some(-4000.0)));
        assert!((one.left - scale.zero()).abs() < 0.01 && one.left < one.dot && one.dot < one.right);
        assert!(two.left == 0.0 && two.right == 0.0 && two.dot < scale.zero());
        // A class without games.
        assert!((Scale::of(std::iter::empty()).zero() - SPAN / 2.0).abs() < 0.1);
    }

    #[test]
    fn numbers_are_read_in_groups() {
        assert_eq!(
            [0, 999, 1000, 12_345_678].map(grouped).join("|").replace('\u{202f}', "_"),
            "0|999|1_000|12_345_678"
        );
    }

    #[test]
    fn a_history_needs_two_moments() {
        assert!(HistoryChart::new(&[vec![(1.0, 5.0)]]).is_none());
        let chart = HistoryChart::new(&[vec![(0.5, 100.0), (1.0, -100.0)], vec![]]).unwrap();
        assert_eq!(chart.lines, ["M300.0 6.0L600.0 194.0", ""]);
        assert_eq!((chart.high, chart.low, chart.zero), (100, -100, 100.0));
    }
}

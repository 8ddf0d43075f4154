//! Pictures for the report, as SVG whose colours come from the page's style sheet.

use std::fmt::Write as _;

/// Lines over the number of games.
pub(crate) struct Chart {
    /// The highest number of games.
    pub(crate) most: usize,
    /// The lines, and the class of each.
    pub(crate) lines: Vec<(String, Vec<(usize, f64)>)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const BOTTOM: f64 = 34.0;
const TOP: f64 = 10.0;

impl Chart {
    /// The picture; `None` if there is nothing to show.
    pub(crate) fn svg(&self, about: &str) -> Option<String> {
        let values = || self.lines.iter().flat_map(|(_, points)| points.iter().map(|(_, value)| *value));
        let (low, high) =
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        if !low.is_finite() || self.most == 0 {
            return None;
        }
        let (low, high, step) = round_range(low, high);
        let across = |games: usize| LEFT + (WIDTH - LEFT - 8.0) * ratio(games, self.most);
        let up = |value: f64| HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - BOTTOM - TOP);
        let mut svg = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{about}\">"
        );
        let mut mark = low;
        while mark <= high + step / 2.0 {
            let (y, label) = (up(mark), super::text::signed(mark));
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.0}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                WIDTH - 8.0,
                LEFT - 7.0,
                y + 4.0
            );
            mark += step;
        }
        for part in 0..=4 {
            let games = self.most * part / 4;
            let anchor = if part == 4 { "end" } else { "middle" };
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"{anchor}\">{games}</text>",
                across(games),
                HEIGHT - BOTTOM + 18.0
            );
        }
        for (class, points) in &self.lines {
            let _ = write!(svg, "<path class=\"line {class}\" d=\"");
            for (number, (games, value)) in points.iter().enumerate() {
                let letter = if number == 0 { 'M' } else { 'L' };
                let _ = write!(svg, "{letter}{:.1} {:.1}", across(*games), up(*value));
            }
            svg.push_str("\"/>");
        }
        svg.push_str("</svg>");
        Some(svg)
    }
}

#[expect(clippy::cast_precision_loss, reason = "games are counted far below 2⁵²")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A range with round ends around values, and the distance of its marks.
pub(crate) fn round_range(low: f64, high: f64) -> (f64, f64, f64) {
    let rough = ((high - low) / 5.0).max(1.0);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let (from, to) = ((low / step).floor() * step, (high / step).ceil() * step);
    (from, if to > from { to } else { from + step }, step)
}

/// A rating with its interval on a common scale: a line, and a dot at the rating. An end without a bound reaches
/// the edge.
pub(crate) fn whisker(rating: crate::table::Rating, low: f64, high: f64) -> String {
    const WIDE: f64 = 160.0;
    let at = |value: f64| (value.clamp(low, high) - low) / (high - low).max(1.0) * (WIDE - 8.0) + 4.0;
    let end = |end: Option<f64>, edge: f64| end.map_or(edge, at);
    let class = |end: Option<f64>| if end.is_some() { "end" } else { "open" };
    let (from, to) = (end(rating.low, 0.0), end(rating.high, WIDE));
    format!(
        "<svg class=\"whisker\" viewBox=\"0 0 {WIDE} 14\" aria-hidden=\"true\">\
         <line class=\"zero\" x1=\"{zero:.1}\" x2=\"{zero:.1}\" y1=\"0\" y2=\"14\"/>\
         <line class=\"span\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"7\" y2=\"7\"/>\
         <line class=\"{}\" x1=\"{from:.1}\" x2=\"{from:.1}\" y1=\"3\" y2=\"11\"/>\
         <line class=\"{}\" x1=\"{to:.1}\" x2=\"{to:.1}\" y1=\"3\" y2=\"11\"/>\
         <circle cx=\"{:.1}\" cy=\"7\" r=\"3.2\"/></svg>",
        class(rating.low),
        class(rating.high),
        at(rating.elo),
        zero = at(0.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Rating;

    #[test]
    fn ranges_are_round_and_hold_their_values() {
        assert_eq!(round_range(-183.0, 241.0), (-200.0, 300.0, 100.0));
        assert_eq!(round_range(0.0, 0.0), (0.0, 1.0, 1.0));
    }

    #[test]
    fn nothing_gives_no_picture_and_no_number_is_missing() {
        assert_eq!(Chart { most: 0, lines: Vec::new() }.svg("x"), None);
        let chart = Chart { most: 10, lines: vec![("a".into(), vec![(0, 0.0), (10, 0.0)])] };
        let svg =
            chart.svg("x").unwrap() + &whisker(Rating { elo: 0.0, low: None, high: Some(3.0) }, 0.0, 0.0);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

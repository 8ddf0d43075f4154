//! Line charts as SVG.
//!
//! Drawn by hand because the colours come from the page's style sheet: one picture serves light,
//! dark and print, which a charting library with fixed colours cannot.

use askama::filters::{Html, escape};
use std::fmt::Write;

/// How values become heights.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    /// For values from 1 up.
    Log,
}

/// A line of a chart.
pub(crate) struct Series {
    /// The class that gives it its colour.
    pub(crate) class: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
    /// Whether the value stays until the next point instead of sloping there.
    pub(crate) steps: bool,
}

/// A chart with one horizontal and one vertical axis.
pub(crate) struct Chart {
    /// What it shows, for those who cannot see it.
    pub(crate) about: String,
    pub(crate) x_label: &'static str,
    /// The highest value on the horizontal axis, which begins at 0.
    pub(crate) x_max: f64,
    pub(crate) scale: Scale,
    pub(crate) series: Vec<Series>,
}

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 34.0;

impl Chart {
    /// The picture; `None` when there is nothing to show.
    pub(crate) fn svg(&self) -> Option<String> {
        let values = || self.series.iter().flat_map(|series| series.points.iter().map(|(_, y)| *y));
        let highest = values().fold(f64::NEG_INFINITY, f64::max);
        if !highest.is_finite() {
            return None;
        }
        let (low, high, ticks) = match self.scale {
            Scale::Linear => linear_ticks(highest),
            Scale::Log => log_ticks(values().fold(highest, f64::min), highest),
        };
        let height = |y: f64| {
            let share = match self.scale {
                Scale::Linear => (y - low) / (high - low),
                Scale::Log => (y.max(1.0) / low).log10() / (high / low).log10(),
            };
            HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
        };
        let across = |x: f64| LEFT + x / self.x_max.max(1.0) * (WIDTH - LEFT - RIGHT);

        let mut svg = String::new();
        let Ok(about) = escape(&self.about, Html);
        let _ = write!(
            svg,
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{about}\">"
        );
        for (value, label) in ticks {
            let y = height(value);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{x2}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{x:.1}\" y=\"{ty:.1}\" text-anchor=\"end\">{label}</text>",
                x2 = WIDTH - RIGHT,
                x = LEFT - 6.0,
                ty = y + 3.5,
            );
        }
        for x in x_ticks(self.x_max) {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>",
                across(x),
                HEIGHT - BOTTOM + 14.0
            );
        }
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(LEFT, WIDTH - RIGHT),
            HEIGHT - 5.0,
            self.x_label
        );
        for series in &self.series {
            let mut path = String::new();
            for (i, (x, y)) in series.points.iter().enumerate() {
                let (x, y) = (across(*x), height(*y));
                let _ = match (i, series.steps) {
                    (0, _) => write!(path, "M{x:.1} {y:.1}"),
                    (_, true) => write!(path, "H{x:.1}V{y:.1}"),
                    (_, false) => write!(path, "L{x:.1} {y:.1}"),
                };
            }
            let _ = write!(svg, "<path class=\"line {}\" d=\"{path}\"/>", series.class);
        }
        svg.push_str("</svg>");
        Some(svg)
    }
}

/// From 0 to a round number above the highest value, with about four marks.
fn linear_ticks(highest: f64) -> (f64, f64, Vec<(f64, String)>) {
    let rough = highest.max(1.0) / 4.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough).max(1.0);
    let count = (highest / step).ceil().max(1.0);
    let marks = (0..=count as u32).map(|i| (f64::from(i) * step, plain(f64::from(i) * step)));
    (0.0, count * step, marks.collect())
}

/// Powers of ten around all values.
fn log_ticks(lowest: f64, highest: f64) -> (f64, f64, Vec<(f64, String)>) {
    let from = lowest.max(1.0).log10().floor() as i32;
    let to = (highest.max(1.0).log10().ceil() as i32).max(from + 1);
    let marks = (from..=to).map(|power| (10_f64.powi(power), plain(10_f64.powi(power))));
    (10_f64.powi(from), 10_f64.powi(to), marks.collect())
}

fn x_ticks(max: f64) -> impl Iterator<Item = f64> {
    let step = [1.0, 2.0, 3.0, 6.0, 12.0, 24.0].into_iter().find(|step| max / step <= 8.0).unwrap_or(max);
    (0..=(max / step) as u32).map(move |i| f64::from(i) * step)
}

/// A number for an axis: 0, 250, 10k, 2M.
fn plain(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{}G", v / 1e9),
        v if v >= 1e6 => format!("{}M", v / 1e6),
        v if v >= 1e4 => format!("{}k", v / 1e3),
        v => format!("{v}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_marks() {
        let marks = |highest| linear_ticks(highest).2.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(marks(0.0), ["0", "1"]);
        assert_eq!(marks(21.0), ["0", "10", "20", "30"]);
        assert_eq!(marks(1118.0), ["0", "500", "1000", "1500"]);
        let marks: Vec<_> = log_ticks(3.0, 43_885.0).2.into_iter().map(|(_, text)| text).collect();
        assert_eq!(marks, ["1", "10", "100", "1000", "10k", "100k"]);
        assert_eq!(x_ticks(36.0).collect::<Vec<_>>(), [0.0, 6.0, 12.0, 18.0, 24.0, 30.0, 36.0]);
    }

    #[test]
    fn nothing_gives_no_picture() {
        let mut chart =
            Chart { about: String::new(), x_label: "", x_max: 0.0, scale: Scale::Log, series: Vec::new() };
        assert_eq!(chart.svg(), None);
        chart.series.push(Series { class: "blue", points: vec![(1.0, 0.0)], steps: false });
        let svg = chart.svg().unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

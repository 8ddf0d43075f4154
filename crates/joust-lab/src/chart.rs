//! Line charts as SVG.
//!
//! Drawn by hand because the colours come from the page's style sheet: one picture serves light,
//! dark and print, which a charting library with fixed colours cannot.

use askama::Template;

/// The scale of the vertical axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    /// Logarithmic, for values of 1 and above.
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
    /// A description for readers who cannot see the picture.
    pub(crate) about: String,
    pub(crate) x_label: &'static str,
    /// The highest value on the horizontal axis, which begins at 0.
    pub(crate) x_max: f64,
    pub(crate) scale: Scale,
    pub(crate) series: Vec<Series>,
}

/// `templates/chart.svg`: the coordinates of the values of a chart.
#[derive(Template)]
#[template(path = "chart.svg")]
struct Drawn<'a> {
    chart: &'a Chart,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl Drawn<'_> {
    fn height(&self, y: f64) -> f64 {
        let share = match self.chart.scale {
            Scale::Linear => (y - self.low) / (self.high - self.low),
            Scale::Log => (y.max(1.0) / self.low).log10() / (self.high / self.low).log10(),
        };
        166.0 - share * 156.0
    }

    fn across(&self, x: f64) -> f64 {
        46.0 + x / self.chart.x_max.max(1.0) * 346.0
    }
}

impl Chart {
    fn x_ticks(&self) -> impl Iterator<Item = f64> {
        let max = self.x_max;
        let step = [1.0, 2.0, 3.0, 6.0, 12.0, 24.0].into_iter().find(|step| max / step <= 8.0).unwrap_or(max);
        (0..=(max / step) as u32).map(move |i| f64::from(i) * step)
    }

    /// The picture; `None` when there is nothing to show.
    pub(crate) fn svg(&self) -> Option<String> {
        let values = || self.series.iter().flat_map(|series| series.points.iter().map(|(_, y)| *y));
        let highest = values().fold(f64::NEG_INFINITY, f64::max);
        let (low, high, ticks) = match self.scale {
            _ if !highest.is_finite() => return None,
            Scale::Linear => linear_ticks(highest),
            Scale::Log => log_ticks(values().fold(highest, f64::min), highest),
        };
        Drawn { chart: self, low, high, ticks }.render().ok()
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
        let chart =
            Chart { about: String::new(), x_label: "", x_max: 36.0, scale: Scale::Log, series: Vec::new() };
        assert_eq!(chart.x_ticks().collect::<Vec<_>>(), [0.0, 6.0, 12.0, 18.0, 24.0, 30.0, 36.0]);
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

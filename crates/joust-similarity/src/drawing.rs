//! A cluster as a drawing: its members on a circle, and a line for each pair.

use crate::report::{Cluster, Pair};
use std::f64::consts::TAU;
use std::fmt::Write;

/// The most members that a drawing can show.
const MOST: usize = 24;
const RADIUS: f64 = 90.0;
const WIDTH: f64 = 460.0;

/// The drawing, or nothing if the cluster is too large for one.
pub(crate) fn drawing(cluster: &Cluster, pairs: &[Pair]) -> Option<String> {
    let count = cluster.members.len();
    if count > MOST {
        return None;
    }
    let at = |number: usize| {
        let angle = TAU * number as f64 / count as f64 - TAU / 4.0;
        (WIDTH / 2.0 + RADIUS * angle.cos(), RADIUS + 22.0 + RADIUS * angle.sin())
    };
    let place = |name: &str| cluster.members.iter().position(|member| member == name);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{count} members, lines for pairs\">",
        2.0 * RADIUS + 44.0
    );
    for pair in pairs {
        let (Some(left), Some(right)) = (place(&pair.left), place(&pair.right)) else { continue };
        let ((x1, y1), (x2, y2)) = (at(left), at(right));
        let _ = write!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke-width=\"{:.1}\"/>",
            1.0 + 4.0 * pair.score
        );
    }
    for (number, name) in cluster.members.iter().enumerate() {
        let (x, y) = at(number);
        let (anchor, shift) = if x < WIDTH / 2.0 - 1.0 { ("end", -9.0) } else { ("start", 9.0) };
        let name: String = name.chars().take(24).collect();
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            x + shift,
            y + 4.0,
            escaped(&name)
        );
    }
    svg.push_str("</svg>");
    Some(svg)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! The report as a table for a terminal.

use crate::report::{Cluster, Pair, Place, Report};
use std::fmt::Write;

/// The most members of a cluster that are named in a line.
const MOST_MEMBERS: usize = 12;

impl Report {
    /// The pairs, the clusters and what was not compared, as text.
    ///
    /// ```
    /// use joust_similarity::{Corpus, Settings, compare};
    /// let report = compare(&Corpus::default(), &Settings::default(), &false.into(), &|_| ()).unwrap();
    /// assert!(report.text().starts_with("0 submissions of the class, 0 of the archive"));
    /// ```
    pub fn text(&self) -> String {
        let count = |place| self.submissions.iter().filter(|one| one.place == place).count();
        let mut text = format!(
            "{} of the class, {} of the archive; pairs from {} on\n",
            counted(count(Place::Class), "submission"),
            count(Place::Archive),
            percent(self.threshold)
        );
        if !self.could_compare() {
            text.push_str("Nothing could be compared.\n");
        } else if self.pairs.is_empty() {
            text.push_str("No two programs are alike.\n");
        } else {
            self.write_pairs(&mut text);
        }
        for (number, cluster) in (1..).zip(&self.clusters) {
            let _ = writeln!(text, "cluster {number}: {}", members(cluster));
        }
        let small: Vec<&str> =
            self.submissions.iter().filter(|one| one.is_small).map(|one| one.name.as_str()).collect();
        if !small.is_empty() {
            let _ = writeln!(text, "too small to compare: {}", small.join(", "));
        }
        for unread in &self.unread {
            let _ = writeln!(text, "not compared: {}: {}", unread.name, unread.why);
        }
        text
    }

    /// Whether there were two programs to compare, one of them of the class.
    pub(crate) fn could_compare(&self) -> bool {
        let mut compared = self.submissions.iter().filter(|one| !one.is_small);
        compared.clone().any(|one| one.place == Place::Class) && compared.nth(1).is_some()
    }

    fn write_pairs(&self, text: &mut String) {
        let width = |name: fn(&Pair) -> &str| self.pairs.iter().map(|pair| name(pair).chars().count()).max();
        let left = width(|pair| &pair.left).unwrap_or(0);
        let _ = writeln!(text, "score  left  right  tokens  longest  pair");
        for pair in &self.pairs {
            let _ = writeln!(
                text,
                "{:>5}  {:>4}  {:>5}  {:>6}  {:>7}  {:left$}  {}",
                percent(pair.score),
                percent(pair.left_share),
                percent(pair.right_share),
                pair.matched,
                pair.longest,
                pair.left,
                pair.right
            );
        }
        if self.left_out > 0 {
            let _ = writeln!(text, "and {}", counted(self.left_out, "pair"));
        }
    }
}

/// The members of a cluster in a line.
fn members(cluster: &Cluster) -> String {
    let shown = cluster.members.len().min(MOST_MEMBERS);
    let more = match cluster.members.len() - shown {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", cluster.members[..shown].join(", "))
}

/// A share in whole per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// A number with its noun.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

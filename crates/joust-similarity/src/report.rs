//! The report: what is alike, as data.

use serde::Serialize;

/// What a teacher looks at. It says what is alike and where, and never why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What the report is, and what it is not.
    pub notice: &'static str,
    /// The least score of a pair in the report.
    pub threshold: f64,
    /// The submissions that were compared: the class, then the archive.
    pub submissions: Vec<Submission>,
    /// The pairs, the highest score first.
    pub pairs: Vec<Pair>,
    /// The pairs above the threshold that are left out, because there are too many.
    pub left_out: usize,
    /// Groups of submissions that pairs link, the largest first.
    pub clusters: Vec<Cluster>,
    /// The submissions that were not compared.
    pub unread: Vec<Unreadable>,
}

/// Where a submission comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The class.
    Class,
    /// An archive: an earlier year or another class.
    Archive,
}

/// A submission that was compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Submission {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub place: Place,
    /// Its tokens.
    pub tokens: u32,
    /// Its tokens that are in no kit and no template.
    pub own_tokens: u32,
    /// Whether it has too few tokens of its own to be compared.
    pub is_small: bool,
}

/// Two submissions that are alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// A submission of the class.
    pub left: String,
    /// Another one, of the class or of the archive.
    pub right: String,
    /// How much they have in common, from 0 to 1: three quarters of the larger share and one of the smaller.
    pub score: f64,
    /// The part of the left submission that is in the right one, by weight.
    pub left_share: f64,
    /// The part of the right submission that is in the left one, by weight.
    pub right_share: f64,
    /// The tokens that they have in common.
    pub matched: u32,
    /// The longest common run, in tokens.
    pub longest: u32,
    /// Where: the longest fragment first.
    pub fragments: Vec<Fragment>,
}

/// A part that two submissions have in common, perhaps with small insertions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fragment {
    /// Where it is in the left submission.
    pub left: Lines,
    /// Where it is in the right one.
    pub right: Lines,
    /// The tokens in common.
    pub tokens: u32,
}

/// Lines of a file, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lines {
    /// The path of the file in its submission.
    pub file: String,
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
}

/// Submissions that are linked by pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cluster {
    /// The names, the best linked one first.
    pub members: Vec<String>,
    /// The number of pairs among them.
    pub pairs: usize,
    /// The mean score of these pairs.
    pub mean_score: f64,
}

/// A submission that was not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: String,
}

impl Report {
    /// What stands at the top of every form of the report.
    pub const NOTICE: &'static str = "A report for a teacher, never a verdict: it shows where programs are alike, and not why. \
Common lessons, common advice and common sense make programs alike, too. Look at the parts, and talk to the students.";
}

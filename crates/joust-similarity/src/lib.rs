//! Finds programs that are alike under other names, in another order and with other comments, for a teacher to
//! look at.
//!
//! A submission is parsed and becomes a sequence of tokens without names, literals, types, comments and layout, in
//! which all loops have one shape. What the kit and the templates gave is taken out, and what everybody writes
//! weighs little. Fingerprints, chosen by winnowing, find the pairs that may be alike; these are then compared
//! token by token. The [`Report`] has pairs with their common parts, and clusters. It is never a verdict.
//!
//! This crate knows neither files nor terminals: callers pass texts, a flag that stops the work, and a function
//! that is told of the progress.
//!
//! ```
//! use joust_similarity::{Corpus, Settings, Source, compare};
//! let ada = "int best(const vector<int>& all) {
//!   int most = -1; // nothing yet
//!   for (int k = 0; k < all.size(); ++k) if (all[k] > most and allowed(all[k])) most = all[k];
//!   return most;
//! }";
//! let bob = "int choose(const vector<int>& xs) {
//!   auto m = -1, i = 0;
//!   while (i < xs.size()) { if (xs[i] > m && allowed(xs[i])) { m = xs[i]; } i += 1; }
//!   return m;
//! }";
//! let class = vec![Source::single("ada", "ada.cc", ada), Source::single("bob", "bob.cc", bob)];
//! let corpus = Corpus { class, ..Corpus::default() };
//! let report = compare(&corpus, &Settings::default(), &false.into(), &|_| ()).unwrap();
//! assert_eq!((report.pairs[0].left.as_str(), report.pairs[0].right.as_str()), ("ada", "bob"));
//! assert!(report.pairs[0].score > 0.9);
//! ```

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of tokens are far below 2^52, and shares are for people"
)]

mod cluster;
mod compare;
mod drawing;
mod language;
mod limits;
mod names;
mod page;
mod pairs;
mod prints;
mod report;
mod shape;
mod source;
mod text;
mod tiles;
mod tokens;
mod walk;
mod weigh;
mod work;

pub use compare::{Corpus, Progress, Settings, THRESHOLD, compare};
pub use language::{Language, UnknownLanguage};
pub use limits::{LONGEST_FILE, LONGEST_SUBMISSION, MOST_TOKENS};
pub use page::BadPage;
pub use report::{Cluster, Fragment, Lines, Pair, Place, Report, Submission, Unreadable};
pub use source::{Source, SourceFile};
pub use tokens::Unread;

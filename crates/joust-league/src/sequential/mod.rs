//! Sequential tests: games are played until it is clear enough which of two hypotheses holds.
//!
//! [`PairTest`] compares two players by pairs of games with exchanged seats: the generalized sequential
//! probability ratio test of the chess engines, on the scores of pairs. [`BlockTest`] compares two versions of a
//! player in games of more seats, by the differences of their scores in duplicate games
//! ([`Plan::duplicate`](crate::schedule::Plan::duplicate)). Both say in words why they stop ([`Decision`]).
//!
//! ```
//! use joust_league::Pairs;
//! use joust_league::sequential::PairTest;
//! let test = PairTest::new(0.0, 30.0, 0.05, 0.05)?;
//! let mut pairs = Pairs::default();
//! for number in 0..150 {
//!     pairs.add([1.0, if number % 5 < 2 { 1.0 } else { 0.0 }]);
//! }
//! let decision = test.decide(&pairs);
//! assert_eq!(
//!     decision.to_string(),
//!     "H1 after 150 pairs: the log-likelihood ratio 12.39 has reached 2.94, so a gain of 30 Elo explains the \
//!      games better than a gain of 0 Elo; that is wrong in at most 5 % of tests"
//! );
//! # Ok::<(), joust_league::sequential::BadTest>(())
//! ```

mod blocks;
mod decision;
mod pairs;

pub use blocks::{BlockTest, Differences, Rotations};
pub use decision::{BadTest, Decision, Tested};
pub use pairs::PairTest;

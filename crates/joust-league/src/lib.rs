//! What games say about strength. Pure: numbers in, numbers out.
//!
//! ```
//! use joust_league::{Pairs, elo};
//! let mut pairs = Pairs::default();
//! // In each pair of games the first player has scored so much in the one and in the other.
//! for pair in [[1.0, 0.75], [0.25, 1.0], [0.75, 0.75]] {
//!     pairs.add(pair);
//! }
//! assert!((pairs.score() - 0.75).abs() < 1e-12);
//! assert!((elo(pairs.score()) - 190.8).abs() < 0.1);
//! ```

mod elo;
mod pairs;
mod places;
mod sample;
mod sprt;

pub use elo::{Rating, elo, expected_score};
pub use pairs::Pairs;
pub use places::{first_shares, ranks};
pub use sample::Sample;
pub use sprt::{Sprt, Verdict};

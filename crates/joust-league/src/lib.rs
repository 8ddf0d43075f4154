//! What games say about strength: ratings, sequential tests, standings. Numbers in, numbers out.
//!
//! [`Pairs`] turn the scores of paired games into a [`Rating`] with its error; [`Sprt`] says when enough games
//! were played; [`DuelStandings`] and [`ScoreStandings`] add up a match.
//!
//! ```
//! use joust_league::{Pairs, elo};
//! let mut pairs = Pairs::default();
//! // For each pair of games, the scores of the first player in both.
//! for pair in [[1.0, 0.75], [0.25, 1.0], [0.75, 0.75]] {
//!     pairs.add(pair);
//! }
//! assert_eq!(pairs.score(), Some(0.75));
//! assert!((elo(0.75) - 190.8).abs() < 0.1);
//! ```

mod duels;
mod elo;
mod names;
mod pairs;
mod places;
mod sample;
mod scores;
mod sprt;

pub use duels::{DuelResult, DuelRow, DuelStandings, Pairing, Spent};
pub use elo::{Rating, Strength, elo, expected_score};
pub use names::numbered;
pub use pairs::Pairs;
pub use places::{first_shares, ranks};
pub use sample::Sample;
pub use scores::{ScoreRow, ScoreStandings, Tally};
pub use sprt::{Sprt, Verdict};

//! What games say about strength: ratings, sequential tests, standings; and which games to play for it:
//! schedules. Numbers in, numbers out.
//!
//! [`Pairs`] turn the scores of paired games into a [`Rating`] with its error; [`DuelStandings`] and [`ScoreStandings`] add up a match. A tournament is a [`schedule`] of
//! games of two to four seats; each ends in a [`Finish`], and a [`Scoreboard`] adds them up to [`Standings`]. The
//! [`rating`] of all games together has intervals; [`HeadToHead`] compares every two participants; [`sequential`] tests say
//! when enough games were played, also with four seats.
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
mod finish;
mod head_to_head;
mod mix;
mod names;
mod pairs;
mod places;
pub mod rating;
mod sample;
pub mod schedule;
mod scores;
pub mod sequential;
mod share;
mod sprt;
mod standings;
mod student;

pub use duels::{DuelResult, DuelRow, DuelStandings, Pairing, Spent};
pub use elo::{Rating, Strength, elo, expected_score};
pub use finish::{Finish, beaten};
pub use head_to_head::{Encounter, HeadToHead};
pub use names::numbered;
pub use pairs::Pairs;
pub use places::{first_shares, ranks};
pub use sample::{BlockSample, Sample};
pub use scores::{ScoreRow, ScoreStandings, Tally};
pub use sprt::{Sprt, Verdict};
pub use standings::{Scoreboard, Standing, Standings, TieBreak};

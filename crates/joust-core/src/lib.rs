//! The words that all games of Joust share: seats, turns, outcomes, seeds, records,
//! and the two traits through which the rest of the house sees a game.
//!
//! [`Game`] is a game as the referee meets it; [`Duel`] is a position as search meets it.
//! This crate knows no game, does no IO, reads no clock and starts no thread.
//!
//! ```
//! use joust_core::{Outcome, Seat};
//! let semi = Outcome::duel_win(Seat::FIRST, 1);
//! assert_eq!(semi.half_points(Seat::FIRST), 1);
//! assert_eq!(semi.winner(), Some(Seat::FIRST));
//! assert_eq!(semi.to_string(), "1/2-0");
//! ```

mod clock;
mod duel;
mod faults;
mod forfeit;
mod game;
mod outcome;
mod perft;
mod record;
mod seat;
mod seed;
mod setup;

pub use clock::{Allowance, BadClock};
pub use duel::{Duel, Image, MAX_MOVES, MoveList};
pub use faults::write_faults;
pub use forfeit::Forfeit;
pub use game::{Game, Illegal, Turn};
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use record::{Record, RecordError};
pub use seat::{Seat, Seats};
pub use seed::{Rng, Seed, below, mix, split_mix};
pub use setup::{BoardText, Setup};

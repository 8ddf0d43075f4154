//! Breakthrough on small boards: the fourth game of `docs/adding-a-game.md`, which is tested and never
//! shipped.
//!
//! The law is `LAW.md`. A game of the house has its rules in a crate of its own, and `register`, `players`
//! and `view` in the crates of these names; a test game has all of it here.
//!
//! ```
//! use joust_core::{Duel, perft};
//! use test_breakthrough::{Board, Position};
//! let start = Position::start(Board::ALL[1]);
//! assert_eq!(start.to_string(), "bbb/bbb/www/www w");
//! assert_eq!((start.count_moves(), perft(&start, 2)), (4, 20));
//! ```

mod game;
mod players;
mod position;
mod register;
mod text;
mod view;

pub use game::{Action, Breakthrough, why};
pub use players::{Advance, PawnExact, PawnKnowledge};
pub use position::{Board, Move, Position, Square};
pub use text::{BadPosition, PositionFault};

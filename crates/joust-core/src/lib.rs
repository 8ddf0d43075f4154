//! The types that all games of Joust share: seats, actions, endings, clocks, players, records,
//! and the traits through which the other crates see a game.
//!
//! [`Game`] is a game as the referee meets it; [`Duel`] is a position as search meets it.
//! [`Course`] adds the past to a game, and [`Referee`] a clock. This crate does not know any game, does no
//! IO, reads no clock and starts no thread.
//!
//! ```
//! use joust_core::{Outcome, Seat};
//! let semi = Outcome::duel_win(Seat::FIRST, 1);
//! assert_eq!(semi.half_points(Seat::FIRST), 1);
//! assert_eq!(semi.winner(), Some(Seat::FIRST));
//! assert_eq!(semi.to_string(), "1/2-0");
//! ```

mod allowance;
mod clock;
mod count;
mod course;
mod duel;
mod ending;
mod fault;
mod faults;
mod forfeit;
mod game;
mod outcome;
mod perft;
mod player;
mod record;
mod referee;
mod seat;
mod seed;
mod setup;

pub use allowance::{Allowance, BadClock};
pub use clock::{Budget, Clock, ClockFace};
pub use count::count;
pub use course::{BadRecord, Course};
pub use duel::{Duel, Image, MAX_MOVES, MoveList};
pub use ending::{Ending, Why};
pub use fault::{Fault, FaultKind, quoted};
pub use faults::joined;
pub use forfeit::Forfeit;
pub use game::{DuelGame, Game, Illegal, Step};
pub use outcome::{BadOutcome, Outcome};
pub use perft::{divide, perft};
pub use player::{Answer, Asked, FuelUsed, Player, Usage};
pub use record::{Aside, BadHeader, Line, Record, RecordError, RecordProblem, Remark, comment};
pub use referee::{NotNow, Referee, Ruling};
pub use seat::{Seat, Seats};
pub use seed::{Rng, Seed, below, mix, split_mix};
pub use setup::{BoardText, Setup};

//! The rules of the War Game: boards, positions, moves and records.
//!
//! The law is in `rules/wargame.md`; code that enforces a clause carries its id, such as
//! `[WAR-3.2]`. A [`Position`] is what search sees; a [`Campaign`] is a whole game. Listing, making and
//! counting moves are methods of the trait [`Duel`](joust_core::Duel), which [`Position`] implements.
//!
//! ```
//! use joust_core::{Duel, perft};
//! use joust_wargame::{Board, Position, Rules};
//! let start = Position::start(Board::named("Keren").unwrap(), Rules::default());
//! assert_eq!(perft(&start, 3), 36 * 35 * 34);
//! ```

pub mod atlas;
mod board;
mod campaign;
mod key;
mod position;
mod rules;
mod side;
mod square;
mod validate;

pub use board::{BadBoard, Board, BoardFault, Misnamed};
pub use campaign::{Action, Campaign, Event, why};
pub use position::{Move, Position};
pub use rules::{BadRules, Rules};
pub use side::Side;
pub use square::Square;
pub use validate::{BadPosition, PositionFault};

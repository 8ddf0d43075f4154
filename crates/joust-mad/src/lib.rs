//! The rules of MAD: boards, positions, moves, notation and files.
//!
//! The law is in `rules/mad.md`; code that enforces a clause carries its id, such as `[MAD-3.2]`.
//! A [`Draft`] is any text that may be meant as a position; a [`Position`] obeys the rules; a
//! [`Battle`] is a whole game with offers and resignations. Listing, making and counting moves are methods
//! of the trait [`Duel`](joust_core::Duel), which [`Position`] implements.
//!
//! ```
//! use joust_core::{Duel, MoveList};
//! use joust_mad::{Board, Position, Rules};
//!
//! let mut position = Position::start(Board::named("6x4").unwrap(), Rules::APP);
//! let mv = position.understand("211-c2-c4").unwrap();
//! position.make(mv);
//! let mut replies = MoveList::new();
//! position.moves(&mut replies);
//! assert!(replies.iter().any(|mv| position.notation(*mv).to_string() == "122-b5-b4"));
//! ```

mod app_file;
mod battle;
mod board;
mod check;
mod draft;
mod fleet;
mod generate;
mod key;
mod moves;
mod notation;
mod position;
mod rules;
mod shift;
mod ship;
mod sight;
mod square;
mod symmetry;
mod validate;

pub use app_file::{AppFile, BadAppFile, LineFault, LineProblem};
pub use battle::{Action, Battle, Event, why};
pub use board::{BadBoard, Board};
pub use check::Misunderstood;
pub use draft::{Cell, Draft, Field};
pub use fleet::Fleet;
pub use moves::Move;
pub use notation::{NotAMove, Notation};
pub use position::Position;
pub use rules::{BadRules, Rules};
pub use shift::{NotAShift, Shift};
pub use ship::{NoSuchShip, Ship, Side};
pub use sight::Sight;
pub use square::{Coord, NotASquare, Square};
pub use validate::{BadPosition, PositionFault};

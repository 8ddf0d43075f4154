//! The bot protocol: the messages between the referee and a bot, as bytes, without input and output.
//!
//! A message is one line of JSON. The referee sends [`ToBot`]: `hello`, then a `turn` whenever the bot must
//! act, then `end`. The bot sends [`FromBot`]: it answers `hello` with its own, and each turn with any number
//! of notes and one action. `docs/protocol.md` is for authors of bots; the schemas in `docs/schema` are made
//! from the types of this crate.
//!
//! ```
//! use joust_core::Seat;
//! use joust_proto::{FromBot, ToBot, Turn};
//!
//! let turn = Turn::of(&joust_mad::Battle::default(), Seat::FIRST, None, &[]);
//! assert!(ToBot::Turn(turn).line().starts_with(r#"{"type":"turn","turn":1,"state":{"position":"#));
//! let said = FromBot::read(br#"{"type":"action","action":"pass","mood":"good"}"#).unwrap();
//! assert!(matches!(said, FromBot::Action(action) if action.action == "pass"));
//! ```

mod from_bot;
mod to_bot;

pub use from_bot::{Action, FromBot, Garbled, Introduction, Note, Parameter, ParameterKind, Want};
pub use to_bot::{ClockLeft, Complaint, End, FaultText, FuelLeft, Hello, Limits, PastAction, ToBot, Turn};

/// The version of the protocol that this build speaks.
pub const VERSION: u32 = 1;

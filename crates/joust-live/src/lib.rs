//! A live game between people, or a person and a program: terms, and a log that is only added to.
//!
//! Everything here is pure: no input or output, no clock, no threads. Times are given by whoever
//! asks, in milliseconds since 1970. Deciding and doing are apart: [`LiveGame::act`] and its like
//! propose an [`Entry`] and change nothing; the caller makes the entry durable; then
//! [`LiveGame::apply`] carries it out. A game that is read from its log goes the same way.
//!
//! ```
//! use joust_live::{Entry, LiveGame, Opponent, Proposal, Terms};
//! let terms = Terms::new("wargame", "", "tiny", "", Opponent::Screen).unwrap();
//! let mut game = LiveGame::begin(terms).unwrap();
//! for seat in 0..2 {
//!     let entry = game.sit(seat, "ada", "Ada", 1000).unwrap();
//!     game.apply(&entry).unwrap();
//! }
//! let Proposal::New(entry) = game.act(game.seats_of("ada"), 2, "A1", 2000).unwrap() else { panic!() };
//! game.apply(&entry).unwrap();
//! assert_eq!(game.course(), ["drop-A1"]);
//! ```

mod decide;
mod entry;
mod live;
mod record;
mod refusal;
mod terms;

pub use decide::{Proposal, Rematch};
pub use entry::{Deed, Entry};
pub use live::{BadLog, COURSE_MOST, ENTRIES_MOST, LiveGame, Prepared, RematchOffer, Sitter, Standing};
pub use refusal::Refusal;
pub use terms::{BadTerms, LAST_LEVEL, Opponent, Terms};

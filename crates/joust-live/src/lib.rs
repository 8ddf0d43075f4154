//! A live game between people, or between a person and a program: its terms and an append-only log.
//!
//! Everything here is pure: no input or output, no clock, no threads. The caller passes the time, in
//! milliseconds since 1970. Deciding and doing are separate: [`LiveGame::act`] and similar methods
//! propose an [`Entry`] and change nothing; the caller stores the entry; then [`LiveGame::apply`]
//! carries it out. A game is restored from its log by applying all entries.
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
pub use refusal::LiveRefusal;
pub use terms::{BadTerms, LAST_LEVEL, Opponent, Terms};

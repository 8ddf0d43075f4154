//! What happens to a game, one entry at a time.

use serde::{Deserialize, Serialize};

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub deed: Deed,
}

/// What can happen to a game. It is stored as JSON; kinds are added, never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "kebab-case")]
pub enum Deed {
    /// Somebody took a seat.
    Sat {
        /// The seat.
        seat: u8,
        /// The id of the person, which nobody else knows.
        visitor: String,
        /// The name of the person.
        name: String,
    },
    /// A seat made a move, or said `offer`, `accept` or `decline`.
    Acted {
        /// The seat.
        seat: u8,
        /// The action in the notation of records.
        action: String,
    },
    /// A seat resigned.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// Moves were taken back.
    Undone {
        /// How many actions of the course stay.
        to: u32,
    },
    /// The time of a seat was up.
    Flagged {
        /// The seat.
        seat: u8,
    },
    /// The game was given up before both sides had moved.
    GivenUp {
        /// The seat that gave it up.
        seat: u8,
    },
    /// The server came back. The time in between is nobody's.
    Returned {
        /// When the server was last known to live.
        down_since: i64,
    },
    /// The computer could not act: its search broke off, or found nothing.
    Faulted {
        /// Its seat.
        seat: u8,
    },
    /// The computer is asked once more.
    Retried {
        /// Its seat.
        seat: u8,
    },
    /// A seat offered a return game to the other person.
    RematchOffered {
        /// The seat.
        seat: u8,
    },
    /// A seat declined the return game that was offered to it.
    RematchDeclined {
        /// The seat.
        seat: u8,
    },
    /// A return game was made.
    Rematch {
        /// Its id.
        id: String,
    },
}

impl Deed {
    /// One word for it, for logs.
    pub fn word(&self) -> &'static str {
        match self {
            Deed::Sat { .. } => "sat",
            Deed::Acted { .. } => "acted",
            Deed::Resigned { .. } => "resigned",
            Deed::Undone { .. } => "undone",
            Deed::Flagged { .. } => "flagged",
            Deed::GivenUp { .. } => "given-up",
            Deed::Returned { .. } => "returned",
            Deed::Faulted { .. } => "faulted",
            Deed::Retried { .. } => "retried",
            Deed::RematchOffered { .. } => "rematch-offered",
            Deed::RematchDeclined { .. } => "rematch-declined",
            Deed::Rematch { .. } => "rematch",
        }
    }
}

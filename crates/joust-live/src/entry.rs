//! The entries of a game's log.

use serde::{Deserialize, Serialize};

/// An event of a game, with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub deed: Deed,
}

/// The events of a game. They are stored as JSON; kinds are added, never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "kebab-case")]
pub enum Deed {
    /// A visitor took a seat.
    Sat {
        /// The seat.
        seat: u8,
        /// The id of the visitor, which is secret.
        visitor: String,
        /// The name of the visitor.
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
        /// The number of actions of the course that stay.
        to: u32,
    },
    /// The time of a seat was up.
    Flagged {
        /// The seat.
        seat: u8,
    },
    /// The game was aborted, before both sides had moved or because it could not go on.
    #[serde(rename = "given-up")]
    Aborted {
        /// The seat that aborted it.
        seat: u8,
    },
    /// The server was restarted. The time in which it was down counts for no side.
    Returned {
        /// When the server was last known to be up.
        down_since: i64,
    },
    /// The computer could not act: its search failed or found no move.
    Faulted {
        /// The seat of the computer.
        seat: u8,
    },
    /// A player asked the computer to try again.
    Retried {
        /// The seat of the computer.
        seat: u8,
    },
    /// A seat offered a rematch.
    RematchOffered {
        /// The seat.
        seat: u8,
    },
    /// A seat declined the rematch that was offered to it.
    RematchDeclined {
        /// The seat.
        seat: u8,
    },
    /// A rematch was made.
    Rematch {
        /// The id of the new game.
        id: String,
    },
}

impl Deed {
    /// This event with another id in place of a visitor, and without the name; `None` if the event does not
    /// name this visitor.
    ///
    /// ```
    /// use joust_live::Deed;
    /// let sat = Deed::Sat { seat: 0, visitor: "a1".to_owned(), name: "Ada".to_owned() };
    /// let without = Deed::Sat { seat: 0, visitor: "b2".to_owned(), name: String::new() };
    /// assert_eq!(sat.clone().without("a1", "b2"), Some(without));
    /// assert_eq!(sat.without("c3", "b2"), None);
    /// ```
    pub fn without(self, visitor: &str, stranger: &str) -> Option<Deed> {
        self.moved(visitor, stranger, "")
    }

    /// This event with another visitor and name in place of a visitor; `None` if the event does not name this
    /// visitor.
    ///
    /// ```
    /// use joust_live::Deed;
    /// let sat = |visitor: &str, name: &str| Deed::Sat { seat: 0, visitor: visitor.to_owned(), name: name.to_owned() };
    /// assert_eq!(sat("a1", "Guest").moved("a1", "b2", "Ada"), Some(sat("b2", "Ada")));
    /// ```
    pub fn moved(self, from: &str, to: &str, name: &str) -> Option<Deed> {
        match self {
            Deed::Sat { seat, visitor, .. } if visitor == from => {
                Some(Deed::Sat { seat, visitor: to.to_owned(), name: name.to_owned() })
            }
            _ => None,
        }
    }
}

impl Deed {
    /// The event in one word, for logs.
    pub fn word(&self) -> &'static str {
        match self {
            Deed::Sat { .. } => "sat",
            Deed::Acted { .. } => "acted",
            Deed::Resigned { .. } => "resigned",
            Deed::Undone { .. } => "undone",
            Deed::Flagged { .. } => "flagged",
            Deed::Aborted { .. } => "given-up",
            Deed::Returned { .. } => "returned",
            Deed::Faulted { .. } => "faulted",
            Deed::Retried { .. } => "retried",
            Deed::RematchOffered { .. } => "rematch-offered",
            Deed::RematchDeclined { .. } => "rematch-declined",
            Deed::Rematch { .. } => "rematch",
        }
    }
}

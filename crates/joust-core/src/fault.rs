//! How a player can fail.

use crate::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of fault it is; as JSON a word, such as `out-of-fuel`. Journals of earlier builds have other
/// words for some kinds, which are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The program does not exist, or may not be run.
    Start,
    /// It ended by a signal, a trap, an exception or an exit status other than 0.
    Crashed,
    /// It ended with exit status 0, or closed its output.
    #[serde(alias = "silent")]
    Closed,
    /// It used all the fuel of its turn and of its bank.
    OutOfFuel,
    /// It wanted more memory than it may have.
    OutOfMemory,
    /// It took longer than it may, by the clock of the machine.
    #[serde(alias = "timeout")]
    Late,
    /// Its flag has fallen.
    Flag,
    /// It said something that is not an action of the game, or not a message of the protocol.
    #[serde(alias = "garbage")]
    Garbled,
    /// It wanted what the rules forbid.
    Illegal,
    /// It gave more orders than a turn allows.
    TooManyOrders,
    /// It tried what the sandbox forbids.
    #[serde(alias = "expelled")]
    Forbidden,
    /// The endgame tables that it was to use are missing or damaged.
    Tables,
    /// It was asked in a game that it cannot play.
    NotHere,
    /// It was told to stop while it thought, which is not its own fault.
    Stopped,
    /// Joust failed, not the player: the game does not count and is played again.
    Void,
}

impl FaultKind {
    /// The name of the kind for readers.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Start => "not started",
            FaultKind::Crashed => "crashed",
            FaultKind::Closed => "closed",
            FaultKind::OutOfFuel => "out of fuel",
            FaultKind::OutOfMemory => "out of memory",
            FaultKind::Late => "too late",
            FaultKind::Flag => "out of time",
            FaultKind::Garbled => "garbled",
            FaultKind::Illegal => "illegal action",
            FaultKind::TooManyOrders => "too many orders",
            FaultKind::Forbidden => "forbidden",
            FaultKind::Tables => "no tables",
            FaultKind::NotHere => "cannot play here",
            FaultKind::Stopped => "stopped",
            FaultKind::Void => "void",
        }
    }

    /// Whether the player failed, and not the caller or the machine.
    pub fn is_the_players(self) -> bool {
        !matches!(self, FaultKind::Stopped | FaultKind::Void)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The most characters of a sentence about a fault, and of a line of last words: more than any of ours has. What a
/// player says may be of any length, and is kept in journals.
const LONGEST: usize = 1000;
/// The most characters of what a player said, within a sentence.
const QUOTED: usize = 200;

/// The beginning of what a player said, to be quoted in a sentence: in one line, without control characters.
///
/// ```
/// assert_eq!(joust_core::quoted("a1\u{1b}[2J\n"), "a1 [2J ");
/// assert_eq!(joust_core::quoted(&"x".repeat(1 << 20)).chars().count(), 201);
/// ```
pub fn quoted(said: &str) -> String {
    line(said, QUOTED)
}

/// The beginning of a text in one line, without control characters.
fn line(text: &str, most: usize) -> String {
    let mut rest = text.chars();
    let mut kept: String = rest.by_ref().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    kept.extend(rest.next().map(|_| '…'));
    kept
}

/// What a player did instead of acting. The game says what it costs: the whole game, or only the seat, where
/// the others can go on without it ([`Game::without`](crate::Game::without)).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The seat of the player.
    pub seat: Seat,
    /// The turn or round in which it happened; none before the game.
    pub turn: Option<u32>,
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What the player did, as a sentence goes on after its name.
    pub detail: String,
    /// What else is known, such as the last lines that the player wrote.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
}

impl Fault {
    /// A fault that a player reports of itself. The referee adds seat and turn.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        let detail = line(&detail.into(), LONGEST);
        Fault { seat: Seat::FIRST, turn: None, kind, detail, last_words: Vec::new() }
    }

    /// An action that the rules forbid.
    pub fn illegal(said: impl fmt::Display, why: impl fmt::Display) -> Fault {
        let said = quoted(&said.to_string());
        Fault::new(FaultKind::Illegal, format!("wanted `{said}`: {why}"))
    }

    /// A clock on which nothing is left.
    pub fn flag() -> Fault {
        Fault::new(FaultKind::Flag, "has no time left on its clock")
    }

    /// A game that the player cannot play.
    pub fn not_here(why: impl fmt::Display) -> Fault {
        Fault::new(FaultKind::NotHere, format!("cannot play here: {why}"))
    }

    /// The caller no longer wanted an answer.
    pub fn stopped() -> Fault {
        Fault::new(FaultKind::Stopped, "was stopped")
    }

    /// What the player did, where nothing follows: without a comma, which is there for what follows.
    ///
    /// ```
    /// use joust_core::{Fault, FaultKind};
    /// let fault = Fault::new(FaultKind::Crashed, "aborted, by abort() or a failed assertion,");
    /// assert_eq!(fault.deed(), "aborted, by abort() or a failed assertion");
    /// ```
    pub fn deed(&self) -> &str {
        self.detail.trim_end_matches(',')
    }

    /// The fault with the last words of the player.
    #[must_use]
    pub fn saying(mut self, last_words: Vec<String>) -> Fault {
        self.last_words = last_words.into_iter().map(|said| line(&said, LONGEST)).collect();
        self
    }

    /// The fault with the seat and the turn in which it happened.
    #[must_use]
    pub fn at(mut self, seat: Seat, turn: Option<u32>) -> Fault {
        (self.seat, self.turn) = (seat, turn);
        self
    }
}

/// The sentence in one line.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.deed())?;
        if self.last_words.is_empty() {
            return Ok(());
        }
        write!(f, "; its last words: {}", self.last_words.join(" / "))
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_short_whatever_a_player_says() {
        let endless = "\u{1b}[2J\n".repeat(1 << 18);
        let illegal = Fault::illegal(&endless, "it is not a move");
        assert!(illegal.detail.ends_with("…`: it is not a move"), "{illegal}");
        let faults = [illegal, Fault::new(FaultKind::Garbled, endless.as_str()).saying(vec![endless; 2])];
        for text in faults.iter().flat_map(|fault| fault.last_words.iter().chain([&fault.detail])) {
            assert!(text.chars().count() <= LONGEST + 1, "{text}");
            assert!(!text.contains(char::is_control), "{text}");
        }
    }
}

//! A game as the referee meets it.

use crate::{Outcome, Seat, Seats, Seed};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Whose action the game waits for, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats must act before the game goes on.
    Awaits(Seats),
    /// The game is over.
    Over(Outcome),
}

/// Why an action is refused: the clause of `rules/` that forbids it, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} [{clause}]")]
pub struct Illegal {
    /// The clause, such as `MAD-3.2`.
    pub clause: &'static str,
    /// What was understood and why it is not allowed, in lower case.
    pub reason: String,
}

impl Illegal {
    /// Puts a clause and a reason together.
    pub fn new(clause: &'static str, reason: impl Into<String>) -> Illegal {
        Illegal { clause, reason: reason.into() }
    }
}

/// Rules as the referee meets them: any number of seats, at once or in turn, chance from the
/// seed. A game is `(rules, seed, actions)`; everything else is derived from these.
pub trait Game: Clone + Send + Sized + 'static {
    /// What is settled before the first action: options, board, starting position.
    type Rules: Clone + Default;
    /// What a seat can do. Its text is the notation.
    type Action: Clone + Eq + Debug + Display + FromStr;
    /// What happened, for viewers and logs.
    type Event: Clone + Debug + Display;

    /// The game before its first action.
    fn new(rules: &Self::Rules, seed: Seed) -> Self;

    /// Whose action is awaited, or how the game ended.
    fn turn(&self) -> Turn;

    /// Whether `seat` may do this now, and if not, which clause forbids it.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Carries out the actions of all awaited seats. A refused action changes nothing.
    fn step(&mut self, actions: &[(Seat, Self::Action)]) -> Result<Vec<Self::Event>, Illegal>;
}

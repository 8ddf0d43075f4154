//! Whole games with their types erased: what `joust play` and a referee drive.

use crate::{AnyDuel, Forbidden};
use joust_core::{Forfeit, Outcome, Record, Seat, Turn};

/// A game that was read from a file.
pub struct Loaded {
    /// The game, at its last position.
    pub session: Box<dyn Session>,
    /// What the reader should know, a sentence each.
    pub warnings: Vec<String>,
}

/// The ways in which a game of a duel comes to its end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// MAD: a corvette is in exile.
    Exile,
    /// MAD: the counter reached the limit.
    TieBreak,
    /// MAD: both sides agreed to end.
    Agreed,
    /// The War Game: no square is vacant.
    Full,
    /// A side resigned.
    Resigned,
    /// The time of a side was up.
    Time,
}

/// An action that is allowed, and what it leads to; [`Session::carry_out`] does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposed {
    /// The action in the notation of records, which has no blanks.
    pub action: String,
    /// The seat that is asked to act afterwards; nobody when the game is over.
    pub to_act: Option<Seat>,
    /// In which way the game ends by it, if it does.
    pub manner: Option<Manner>,
    /// The points, if the game ends by it.
    pub outcome: Option<Outcome>,
    pub(crate) step: Step,
}

/// A step of one of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Mad(joust_mad::Step),
    War(joust_wargame::Step),
}

/// A game of some duel in progress.
pub trait Session: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn Session>;
    /// Whose action is awaited, or how the game ended.
    fn turn(&self) -> Turn;
    /// The position on the board.
    fn position(&self) -> Box<dyn AnyDuel>;
    /// The position before the last move, if there was one: a viewer shows what has changed.
    fn before(&self) -> Option<Box<dyn AnyDuel>>;
    /// Everything that was done so far: who, and what.
    fn course(&self) -> Vec<(Seat, String)>;
    /// What an action of the awaited seat leads to, or why it is not allowed. Nothing changes, and the
    /// cost does not grow with the course.
    fn propose(&self, text: &str) -> Result<Proposed, Forbidden>;
    /// Carries out what this game as it stands has proposed, without a second check. Gives what
    /// happened, a sentence each. A proposal of another game does nothing.
    fn carry_out(&mut self, proposed: Proposed) -> Vec<String>;
    /// Takes back all but the first actions of the course. The cost grows with what is taken back, not
    /// with what stays.
    fn rewind(&mut self, to: usize);
    /// Lets a seat lose away from the board. A resignation can come out of turn; it is the time of
    /// the awaited seat that runs out.
    fn forfeit(&mut self, seat: Seat, how: Forfeit) -> Result<Vec<String>, Forbidden>;
    /// The words other than moves that the awaited seat may say now, such as `resign`.
    fn words(&self) -> Vec<&'static str>;
    /// What a program asks a person before it carries out this action, if anything.
    fn doubt(&self, text: &str) -> Option<String>;
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// How the game ended, as a sentence.
    fn ending(&self) -> Option<String>;
    /// In which way it ended, if it has.
    fn manner(&self) -> Option<Manner>;
    /// The record of the game with additional headers.
    fn record(&self, headers: &[(&str, &str)]) -> Record;

    /// Lets the awaited seat act. Gives what happened, a sentence each, or says why not.
    fn act(&mut self, text: &str) -> Result<Vec<String>, Forbidden> {
        let proposed = self.propose(text)?;
        Ok(self.carry_out(proposed))
    }

    /// Does once more what a course says that a seat did.
    fn repeat(&mut self, seat: Seat, action: &str) -> Result<Vec<String>, Forbidden> {
        match Forfeit::named(action) {
            Some(how) => self.forfeit(seat, how),
            None => self.act(action),
        }
    }

    /// The seat that is asked to act.
    fn to_act(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Awaits(seats) => seats.iter().next(),
            Turn::Over(_) => None,
        }
    }

    /// The points, once the game is over.
    fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Awaits(_) => None,
            Turn::Over(outcome) => Some(outcome),
        }
    }
}

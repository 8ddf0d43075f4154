//! Players: from the text that names one to somebody who can be asked for moves.
//!
//! This is the one place that knows which players there are. A new kind of player is a file here,
//! a variant of [`Kind`] and a row of [`ROSTER`]. [`endings`] brings the search and the tables of
//! MAD's endings together.

pub mod analysis;
mod course;
pub mod endings;
mod engine;
mod exact;
mod fault;
mod line;
mod mcts;
mod random;
mod spec;

pub use course::{Course, Eval};
pub use engine::EngineSpec;
pub use fault::Fault;
pub use line::end_all;
#[cfg(unix)]
pub use line::end_with_signals;
pub use spec::{BadPlayer, Kind, Spec, split_list};

use joust_games::AnyDuel;
use joust_search::engine::Budget;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The players that exist: how they are written, and a few words about each.
pub const ROSTER: [(&str, &str); 8] = [
    ("human", "a person at this terminal"),
    ("random", "plays any legal move"),
    ("engine", "plays as well as it can in a second; engine,time=MS for another time"),
    ("engine:LEVEL", "the same held back, from 1, which a child can beat, to 10, which is all of it"),
    ("minimax:DEPTH", "looks DEPTH moves ahead, as the textbook does"),
    ("alphabeta:DEPTH", "chooses the same and looks at less"),
    ("mcts:PLAYOUTS", "plays games on at random from here, and what wins most of them"),
    ("line:COMMAND", "a program that reads a position a line and answers a move a line"),
];

/// A program that plays one side of one game.
pub trait Player: Send {
    /// The text that names it, in its canonical form.
    fn name(&self) -> &str;

    /// Does before the game what takes time or can fail: opens files, makes room. `position` is one
    /// of the game. Who is not told to does it at its first move, and has that much less for it.
    fn get_ready(&mut self, _position: &dyn AnyDuel) -> Result<(), Fault> {
        Ok(())
    }

    /// Its move in a position in which there is one, with what is left on its clock if it has one.
    /// The answer is a legal move in canonical text.
    fn choose(&mut self, position: &dyn AnyDuel, budget: Option<Budget>) -> Result<Answer, Fault> {
        self.choose_unless(position, budget, &AtomicBool::new(false))
    }

    /// The same, given up soon after `stop` is set. What it says then means nothing: nobody may take
    /// it for its move, or for its fault.
    fn choose_unless(
        &mut self,
        position: &dyn AnyDuel,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault>;

    /// Whether it takes the offer that the opponent has made.
    fn accepts(&mut self, _position: &dyn AnyDuel) -> bool {
        false
    }
}

/// What a player answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub mv: String,
    /// Positions that the player looked at, if it counts them.
    pub nodes: Option<u64>,
    /// Wall-clock time that it took, less what the program of somebody else may need to start.
    pub time: Duration,
}

//! A player as the referee meets it.

use crate::{Budget, DuelGame, Fault, Game, Seat};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a player is asked.
pub struct Asked<'a, G: Game> {
    /// How the game stands.
    pub game: &'a G,
    /// The seat that is asked.
    pub seat: Seat,
    /// What is left on its clock, if it has one.
    pub budget: Option<Budget>,
    /// Becomes true when the caller no longer wants an answer. What the player answers then is discarded:
    /// it counts neither as an action nor as a fault.
    pub stop: &'a AtomicBool,
}

impl<G: DuelGame> Asked<'_, G> {
    /// The answer of a player that plays on, where an offer waits for its answer.
    pub fn declined(&self) -> Option<Answer<G::Action>> {
        let [_, decline] = self.game.answers()?;
        Some(Answer { action: decline, nodes: None, value: None, time: Some(Duration::ZERO) })
    }
}

/// What a player answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<A> {
    /// The action that the player chose.
    pub action: A,
    /// Positions that the player looked at, if it counts them.
    pub nodes: Option<u64>,
    /// What the player thinks the game is worth, on its own scale, if it says so.
    pub value: Option<f64>,
    /// The wall-clock time that the answer took, without the start of an external program; `None` where
    /// the two cannot be told apart.
    pub time: Option<Duration>,
}

/// A player for one seat of one game.
pub trait Player<G: Game>: Send {
    /// Does before the game what takes time or can fail: opens files, makes room, starts a program. If
    /// this is not called, the first turn does it, at the cost of its own time.
    fn get_ready(&mut self, game: &G, seat: Seat) -> Result<(), Fault> {
        let _ = (game, seat);
        Ok(())
    }

    /// Shows a player the turn before any seat is asked: a program that thinks by itself can begin.
    fn begin(&mut self, game: &G, seat: Seat) {
        let _ = (game, seat);
    }

    /// The player's action in a game that awaits its seat.
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault>;

    /// The game is over for this player.
    fn end(&mut self) {}
}

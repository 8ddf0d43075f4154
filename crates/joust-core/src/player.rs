//! A player as the referee meets it.

use crate::{Budget, DuelGame, Ending, Fault, Game, Seat};
use serde::{Deserialize, Serialize};
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
    /// The actions so far, where the caller keeps them.
    pub past: &'a [(Seat, G::Action)],
}

impl<'a, G: Game> Asked<'a, G> {
    /// A question without clock and past.
    pub fn new(game: &'a G, seat: Seat, stop: &'a AtomicBool) -> Asked<'a, G> {
        Asked { game, seat, budget: None, stop, past: &[] }
    }

    /// A question that is never stopped.
    pub fn unstopped(game: &'a G, seat: Seat) -> Asked<'a, G> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Asked::new(game, seat, &NEVER)
    }
}

impl<G: DuelGame> Asked<'_, G> {
    /// The answer of a player that plays on, where an offer waits for its answer.
    pub fn declined(&self) -> Option<Answer<G::Action>> {
        let [_, decline] = self.game.answers()?;
        Some(Answer { time: Some(Duration::ZERO), ..Answer::new(decline) })
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
    /// The fuel that the answer took, if the player runs on fuel.
    pub fuel: Option<u64>,
    /// What the player remarks about the turn.
    pub notes: Vec<String>,
}

impl<A> Answer<A> {
    /// An answer without figures.
    pub fn new(action: A) -> Answer<A> {
        Answer { action, nodes: None, value: None, time: None, fuel: None, notes: Vec::new() }
    }

    /// The answer with another form of its action.
    pub fn map<B>(self, change: impl FnOnce(A) -> B) -> Answer<B> {
        let Answer { action, nodes, value, time, fuel, notes } = self;
        Answer { action: change(action), nodes, value, time, fuel, notes }
    }
}

/// What a program has used in a game, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The time from its start until it was ready.
    pub start: Option<Duration>,
    /// The most bytes of memory that it had at once.
    pub memory: Option<u64>,
    /// Bytes that it wrote besides its answers.
    pub output: Option<u64>,
    /// Its fuel, if it runs on fuel.
    pub fuel: Option<FuelUsed>,
}

/// The fuel of a program in a game: also that of its start, and of a turn in which it failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuelUsed {
    /// What each turn may use before it draws on the bank.
    pub turn: u64,
    /// What it has in the bank for the whole game.
    pub bank: u64,
    /// What it has used in all.
    pub total: u64,
    /// What it has used until it was ready.
    pub start: u64,
    /// What it has drawn from the bank.
    pub drawn: u64,
    /// What its dearest turn has used.
    pub dearest: u64,
}

impl FuelUsed {
    /// The share of its fuel that it has used: of its bank, or of the allowance of its dearest turn where it did
    /// not need the bank.
    ///
    /// ```
    /// use joust_core::FuelUsed;
    /// let fuel = FuelUsed { turn: 100, bank: 1000, dearest: 50, ..FuelUsed::default() };
    /// assert_eq!(fuel.share(), 0.5);
    /// assert_eq!(FuelUsed { dearest: 600, drawn: 500, ..fuel }.share(), 0.5);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a share for people and results")]
    pub fn share(self) -> f64 {
        match self {
            FuelUsed { turn: 0, bank: 0, .. } => 1.0,
            FuelUsed { drawn: 0, turn, dearest, .. } if turn > 0 => dearest as f64 / turn as f64,
            FuelUsed { drawn, bank, .. } => drawn as f64 / bank.max(1) as f64,
        }
    }
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

    /// Tells the player how the game ended, and who failed in it. The player does not answer.
    fn hear(&mut self, ending: &Ending, faults: &[Fault]) {
        let _ = (ending, faults);
    }

    /// How the player failed after the game was over, if it did: that costs nothing.
    fn farewell(&self) -> Option<Fault> {
        None
    }

    /// What the player has used in this game so far.
    fn usage(&self) -> Usage {
        Usage::default()
    }

    /// The game is over for this player.
    fn end(&mut self) {}
}

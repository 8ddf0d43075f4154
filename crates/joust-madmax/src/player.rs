//! Players: whoever answers a state with orders.

mod demo;
mod dummy;
mod null;

pub use demo::Demo;
pub use dummy::Dummy;
pub use null::Null;

use std::fmt::{self, Write};

use crate::{Dir, Generator, Log, Orders, State, TooManyOrders};

/// What a player has at hand in its turn.
pub struct Desk<'a> {
    /// The state before the round; all players see the same.
    pub state: &'a State,
    /// The seat of the player.
    pub me: u8,
    /// The player's own stream of random numbers.
    pub random: &'a mut Generator,
    /// Where its orders go.
    pub orders: &'a mut Orders,
    /// What it writes to its error output.
    pub cerr: &'a mut Log,
}

impl Desk<'_> {
    /// Orders a unit to go somewhere.
    pub fn command(&mut self, id: usize, dir: Dir) -> Result<(), TooManyOrders> {
        self.orders.command(id as i32, dir as i32, self.cerr)
    }

    /// Whether it is this player's turn, in which its warriors move.
    pub fn is_my_turn(&self) -> bool {
        self.state.turn() == self.me
    }
}

/// The end of a player, and not of the game: why it gives no more orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// What it did, as a sentence goes on after its name.
    pub did: String,
    /// What else is known, a line each.
    pub details: Vec<String>,
}

impl Death {
    /// Tells it to those who watch; without a round the player died while it was made.
    pub fn tell(&self, out: &mut impl Write, seat: usize, name: &str, round: Option<i32>) -> fmt::Result {
        let when = round.map_or("before round 0".to_owned(), |round| format!("in round {round}"));
        let Death { did, details } = self;
        writeln!(
            out,
            "player {seat} ({name}) {did} {when}: it is dead and gives no more orders, its units stay"
        )?;
        details.iter().try_for_each(|line| writeln!(out, "  {line}"))
    }
}

impl From<TooManyOrders> for Death {
    fn from(_: TooManyOrders) -> Death {
        Death { did: format!("gave more than {} orders", Orders::MOST), details: Vec::new() }
    }
}

/// A programmed army.
pub trait Player: Send {
    /// Shows a player the state of the round, before anybody is asked for orders: one that thinks
    /// by itself can begin.
    fn begin(&mut self, state: &State) {
        let _ = state;
    }

    /// Gives orders for one round.
    fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), Death>;

    /// The share of its time that it has used, if that is limited.
    fn status(&self) -> Option<f64> {
        None
    }

    /// Sends a player home after the game.
    fn end(&mut self, cerr: &mut Log) {
        let _ = cerr;
    }
}

/// Makes a player.
pub type Factory = fn() -> Box<dyn Player>;

/// The players that are built in, by name, in byte order.
pub const BUILT_IN: [(&str, Factory); 3] = [
    ("Demo", || Box::new(Demo::default())),
    ("Dummy", || Box::new(Dummy::default())),
    ("Null", || Box::new(Null)),
];

/// Makes the built-in player of that name.
pub fn built_in(name: &str) -> Option<Box<dyn Player>> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, make)| make())
}

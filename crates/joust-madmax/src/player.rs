//! Players: whoever answers a state with orders.

mod demo;
mod dummy;
mod null;

pub use demo::Demo;
pub use dummy::Dummy;
pub use null::Null;

use crate::{Dir, Generator, Orders, State, TooManyOrders};

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
    pub cerr: &'a mut String,
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

/// A programmed army.
pub trait Player: Send {
    /// Gives orders for one round. Too many of them end the player, not the game.
    fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), TooManyOrders>;
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

//! A game of built-in players that is played round by round.

use crate::player::built_in;
use crate::verify::BuiltInSeat;
use crate::{CannotReplay, Config, NoPlace, Orders, Skirmish, TEAMS, Witness};

/// A game of built-in players that is played round by round. Settings, seed and players determine it.
///
/// ```
/// use joust_madmax::{Bout, Config, Event, Settings, Source};
/// let settings = Settings { nb_rounds: 9, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let mut bout = Bout::begin(config, 30, ["Demo", "Dummy", "Null", "Demo"]).unwrap();
/// let mut events: Vec<Event> = Vec::new();
/// while let Some(orders) = bout.step(&mut events) {
///     assert!(orders.is_ok());
/// }
/// assert_eq!(bout.game().state().round(), 9);
/// ```
pub struct Bout {
    game: Skirmish,
    seats: [BuiltInSeat; TEAMS],
}

impl Bout {
    /// Seats the players before the first round.
    pub fn begin(config: Config, seed: i32, names: [&str; TEAMS]) -> Result<Bout, CannotReplay> {
        if let Some(name) = names.iter().find(|name| built_in(name).is_none()) {
            return Err(CannotReplay::Player((*name).to_owned()));
        }
        let seats = [0, 1, 2, 3].map(|seat| BuiltInSeat::new(&names, seat));
        Ok(Bout { game: Skirmish::begin(config, seed)?, seats })
    }

    /// The game before the round to come.
    pub fn game(&self) -> &Skirmish {
        &self.game
    }

    /// Plays the next round and gives the orders of all players; nothing after the last one.
    pub fn step(&mut self, witness: &mut impl Witness) -> Option<Result<[Orders; TEAMS], NoPlace>> {
        if self.game.state().is_over() {
            return None;
        }
        let game = &self.game;
        let orders = self.seats.each_mut().map(|seat| seat.orders(game));
        let played = self.game.play_round(&orders.each_ref().map(Orders::given), witness);
        Some(played.map(|()| orders))
    }
}

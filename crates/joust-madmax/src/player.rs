//! The players that are built in. Any [`Player`] can sit beside them:
//!
//! ```
//! use joust_core::{Answer, Asked, Course, Fault, Player, Seat};
//! use joust_madmax::{Action, Config, Dir, Kind, Orders, Settings, Skirmish, Source};
//! use std::sync::atomic::AtomicBool;
//!
//! /// Sends all its warriors up.
//! struct Up;
//!
//! impl Player<Skirmish> for Up {
//!     fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
//!         let warriors = asked.game.state().units_of(asked.seat.index() as u8, Kind::Warrior);
//!         let orders = Orders::new(warriors.map(|id| (id as i32, Dir::Top as i32)).collect());
//!         Ok(Answer::new(Action::Orders(orders)))
//!     }
//! }
//!
//! let config = Config { settings: Settings::default(), source: Source::Generator };
//! let game = Skirmish::begin(config, 30).unwrap();
//! let asked = Asked::unstopped(&game, Seat::FIRST);
//! let answer = Up.act(&asked).unwrap();
//! assert!(Course::new(game).act(Seat::FIRST, &answer.action).is_ok());
//! ```

mod demo;
mod dummy;
mod null;

pub use demo::Demo;
pub use dummy::Dummy;
pub use null::Null;

use crate::{Action, Dir, Generator, Orders, Skirmish, State, TooManyOrders};
use joust_core::{Answer, Asked, Fault, Player, Seat};

/// Hears what a player writes to its error output.
pub type Listener = Box<dyn FnMut(&[u8]) + Send>;

/// A player at the table.
pub type Seated = Box<dyn Player<Skirmish>>;

/// Makes a player whose error output goes to a listener, if there is one.
pub type Factory = fn(Option<Listener>) -> Seated;

/// The players that are built in, by name, in byte order.
pub const BUILT_IN: [(&str, Factory); 3] = [
    ("Demo", |cerr| Box::new(Demo::heard_by(cerr))),
    ("Dummy", |cerr| Box::new(Dummy::heard_by(cerr))),
    ("Null", |_| Box::new(Null)),
];

/// Makes the built-in player of that name, without a listener for its error output.
///
/// ```
/// use joust_madmax::player::{BUILT_IN, built_in};
/// assert_eq!(BUILT_IN.map(|(name, _)| name), ["Demo", "Dummy", "Null"]);
/// assert!(built_in("Dummy").is_some() && built_in("Alice").is_none());
/// ```
pub fn built_in(name: &str) -> Option<Seated> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, make)| make(None))
}

/// What built-in players have in common: a stream of random numbers and an error output.
#[derive(Default)]
struct Own {
    /// The stream, and the seed and seat that it belongs to. [MAX-5.3]
    stream: Option<(i32, Seat, Generator)>,
    cerr: Option<Listener>,
}

impl Own {
    /// Lets a player give orders.
    fn play(
        &mut self,
        asked: &Asked<'_, Skirmish>,
        play: impl FnOnce(&mut Hand<'_>) -> Result<(), TooManyOrders>,
    ) -> Result<Answer<Action>, Fault> {
        let (seed, seat) = (asked.game.seed(), asked.seat);
        let stream = self.stream.take().filter(|(of, at, _)| (*of, *at) == (seed, seat));
        let stream = stream.unwrap_or_else(|| (seed, seat, Generator::for_player(seed, seat.index())));
        let random = &mut self.stream.insert(stream).2;
        let (state, me) = (asked.game.state(), seat.index() as u8);
        let mut hand = Hand { state, me, random, given: Vec::with_capacity(USUAL), cerr: &mut self.cerr };
        match play(&mut hand) {
            Ok(()) => Ok(answer(hand.given)),
            Err(why) => {
                hand.say(&format!("ERROR: {why}\n"));
                Err(why.into())
            }
        }
    }
}

/// Room for the orders of a round that the contest's game has.
const USUAL: usize = 24;

/// What a built-in player has in a round.
struct Hand<'a> {
    /// The state before the round, which all players see.
    state: &'a State,
    me: u8,
    random: &'a mut Generator,
    given: Vec<(i32, i32)>,
    cerr: &'a mut Option<Listener>,
}

impl Hand<'_> {
    /// Orders a unit to go somewhere. [MAX-3.2]
    fn command(&mut self, id: usize, dir: Dir) -> Result<(), TooManyOrders> {
        if self.given.len() == Orders::MOST {
            return Err(TooManyOrders);
        }
        self.given.push((id as i32, dir as i32));
        Ok(())
    }

    /// Whether it is this player's turn, in which its warriors move.
    fn is_my_turn(&self) -> bool {
        self.state.turn() == self.me
    }

    /// Writes to the error output.
    fn say(&mut self, text: &str) {
        if let Some(cerr) = &mut self.cerr {
            cerr(text.as_bytes());
        }
    }
}

/// Orders as an answer.
fn answer(given: Vec<(i32, i32)>) -> Answer<Action> {
    Answer::new(Action::Orders(Orders::new(given)))
}

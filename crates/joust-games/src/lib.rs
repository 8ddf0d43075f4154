//! The register: from a name to a game, with its types erased.
//!
//! Whoever works for all games alike (the command line, the server, the law suite) goes through
//! here; whoever needs one game alone uses its own crate.
//!
//! ```
//! use joust_games::{Ask, duel};
//! let mad = duel("mad").unwrap();
//! let start = mad.position(&Ask { rules: Some("app"), ..Ask::default() }).unwrap();
//! assert_eq!(start.perft(2), 222);
//! ```

mod duel;
mod guide;
mod mad;
mod madmax;
mod refused;
mod register;
mod session;
mod wargame;

pub use duel::{AnyDuel, AnyImage, Erased};
pub use guide::Guide;
pub use refused::{Reason, Refused};
pub use register::{AnyDuelGame, AnyGame, Registered, RegisteredDuel, any_duel_game, any_game};
pub use session::{DuelSession, Loaded, Proposed, Session};

use joust_core::Setup;
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_wargame::Campaign;

/// What a user asks for with `--rules`, `--board` and `--position`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ask<'a> {
    /// A preset or options.
    pub rules: Option<&'a str>,
    /// A board.
    pub board: Option<BoardAsk<'a>>,
    /// A position text; the start if there is none.
    pub position: Option<&'a str>,
    /// The seed, in games with chance.
    pub seed: Option<u64>,
}

impl<'a> From<&'a Setup> for Ask<'a> {
    fn from(setup: &'a Setup) -> Ask<'a> {
        Ask {
            rules: Some(&setup.rules),
            board: Some(BoardAsk::Text { name: &setup.board.name, text: &setup.board.text }),
            position: Some(&setup.position),
            seed: setup.seed,
        }
    }
}

/// How a board can be named.
#[derive(Clone, Copy, Debug)]
pub enum BoardAsk<'a> {
    /// By one of the names that the game knows.
    Named(&'a str),
    /// By the text of a file.
    Text {
        /// What to call it.
        name: &'a str,
        /// The content of the file.
        text: &'a str,
    },
}

/// A name with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What to type.
    pub name: String,
    /// What it means.
    pub summary: String,
}

static GAMES: [&dyn AnyGame; 3] = [any_game::<Battle>(), any_game::<Campaign>(), any_game::<Skirmish>()];
static DUELS: [&dyn AnyDuelGame; 2] = [any_duel_game::<Battle>(), any_duel_game::<Campaign>()];

/// All games, the first being the default.
pub fn games() -> &'static [&'static dyn AnyGame] {
    &GAMES
}

/// The duels, the first being the default.
pub fn duels() -> &'static [&'static dyn AnyDuelGame] {
    &DUELS
}

/// The game with this name.
pub fn game(name: &str) -> Option<&'static dyn AnyGame> {
    games().iter().copied().find(|game| game.name() == name)
}

/// The duel with this name.
pub fn duel(name: &str) -> Option<&'static dyn AnyDuelGame> {
    duels().iter().copied().find(|game| game.name() == name)
}

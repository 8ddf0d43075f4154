//! The register: from a name to a game, with its types erased.
//!
//! Code that works for all games alike (the command line, the server, the law suite) goes through here; code
//! for one game uses the crate of that game. Everything goes in and out as text.
//!
//! - [`games`] and [`duels`] list the games, [`game`] and [`duel`] find one by name: an [`AnyGame`] or an
//!   [`AnyDuelGame`].
//! - A [`Session`] is a game in progress, with its past and its clock; a [`DuelSession`] has a position, too.
//! - An [`AnyDuel`] is a position of a duel.
//!
//! ```
//! use joust_games::{Ask, duel};
//! let mad = duel("mad").unwrap();
//! let ask = Ask { rules: Some("app"), ..Ask::default() };
//! assert_eq!(mad.position(&ask).unwrap().perft(2), 222);
//! let mut session = mad.duel_session(&ask).unwrap();
//! session.act("c2c4").unwrap();
//! assert_eq!(session.record(&[]).actions, ["211-c2-c4"]);
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
pub use guide::{Bilingual, Guide};
pub use refused::{Reason, Refused};
pub use register::{AnyDuelGame, AnyGame, Registered, RegisteredDuel, any_duel_game, any_game};
pub use session::{DuelSession, Loaded, Proposed, Session};

use joust_core::Setup;
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_wargame::Campaign;

/// What a user asks for with `--rules`, `--board`, `--position` and `--seed`. What is left out is the default.
///
/// ```
/// use joust_games::{Ask, BoardAsk, game};
/// let board = Some(BoardAsk::Named("Smolensk:3x2"));
/// let setup = game("wargame").unwrap().setup(&Ask { board, ..Ask::default() }).unwrap();
/// assert_eq!((setup.board.text.as_str(), setup.position.as_str()), ("66 76 28/31 39 50", ".../... b"));
/// // A setup asks for what it says.
/// assert_eq!(game("wargame").unwrap().setup(&Ask::from(&setup)), Ok(setup));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ask<'a> {
    /// The name of a ruleset, or options.
    pub rules: Option<&'a str>,
    /// The board.
    pub board: Option<BoardAsk<'a>>,
    /// The text of the position in which the game starts.
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
    /// By a name that the game knows.
    Named(&'a str),
    /// By the text of a file.
    Text {
        /// The name that the board gets.
        name: &'a str,
        /// The content of the file.
        text: &'a str,
    },
}

/// A ruleset or a board in a list: its name, with a few words about it.
///
/// ```
/// use joust_games::game;
/// let names: Vec<_> = game("mad").unwrap().boards().into_iter().map(|board| board.name).collect();
/// assert_eq!(names, ["6x4", "5x5", "4x6", "aztec"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The name that a user types.
    pub name: String,
    /// What the name means.
    pub summary: String,
}

static GAMES: [&dyn AnyGame; 3] = [any_game::<Battle>(), any_game::<Campaign>(), any_game::<Skirmish>()];
static DUELS: [&dyn AnyDuelGame; 2] = [any_duel_game::<Battle>(), any_duel_game::<Campaign>()];

/// All games, the default first.
///
/// ```
/// let names: Vec<_> = joust_games::games().iter().map(|game| game.name()).collect();
/// assert_eq!(names, ["mad", "wargame", "madmax"]);
/// ```
pub fn games() -> &'static [&'static dyn AnyGame] {
    &GAMES
}

/// The duels among the games, the default first.
///
/// ```
/// let names: Vec<_> = joust_games::duels().iter().map(|game| game.name()).collect();
/// assert_eq!(names, ["mad", "wargame"]);
/// ```
pub fn duels() -> &'static [&'static dyn AnyDuelGame] {
    &DUELS
}

/// The game with this name.
///
/// ```
/// let madmax = joust_games::game("madmax").unwrap();
/// assert_eq!(madmax.sides(), ["0", "1", "2", "3"]);
/// assert!(joust_games::duel("madmax").is_none(), "it has four seats");
/// ```
pub fn game(name: &str) -> Option<&'static dyn AnyGame> {
    games().iter().copied().find(|game| game.name() == name)
}

/// The duel with this name.
///
/// See [`game`] for an example.
pub fn duel(name: &str) -> Option<&'static dyn AnyDuelGame> {
    duels().iter().copied().find(|game| game.name() == name)
}

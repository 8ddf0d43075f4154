//! The register: from a name to a game, with its types erased.
//!
//! Whoever works for all games alike (the command line, the server, the law suite) goes through
//! here; whoever needs one game alone uses its own crate.
//!
//! ```
//! use joust_games::{Ask, game};
//! let mad = game("mad").unwrap();
//! let start = mad.position(&Ask { rules: Some("app"), ..Ask::default() }).unwrap();
//! assert_eq!(start.perft(2), 222);
//! ```

mod duel;
mod mad;
mod refused;
mod session;
mod wargame;

pub use duel::{AnyDuel, AnyImage, Erased};
pub use refused::{Forbidden, Reason, Refused};
pub use session::{Loaded, Manner, Proposed, Session};

use joust_core::{Record, Setup};

/// What a user asks for with `--rules`, `--board` and `--position`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ask<'a> {
    /// A preset or options.
    pub rules: Option<&'a str>,
    /// A board.
    pub board: Option<BoardAsk<'a>>,
    /// A position text; the start if there is none.
    pub position: Option<&'a str>,
}

impl<'a> From<&'a Setup> for Ask<'a> {
    fn from(setup: &'a Setup) -> Ask<'a> {
        Ask {
            rules: Some(&setup.rules),
            board: Some(BoardAsk::Text { name: &setup.board.name, text: &setup.board.text }),
            position: Some(&setup.position),
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

/// One game.
pub trait AnyGame: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The name for people, with a few words.
    fn summary(&self) -> &'static str;
    /// The rulesets by name, the default first.
    fn rulesets(&self) -> Vec<Entry>;
    /// The boards by name, the default first.
    fn boards(&self) -> Vec<Entry>;
    /// The words other than moves that somebody may say in the course of a game, such as `resign`.
    fn words(&self) -> &'static [&'static str];
    /// Whether the text of a position tells on which board it is.
    fn text_tells_board(&self) -> bool;
    /// The position that is asked for.
    fn position(&self, ask: &Ask) -> Result<Box<dyn AnyDuel>, Refused>;
    /// The values of the board on which a position is, as the text of a file, where squares have some.
    fn values(&self, _position: &dyn AnyDuel) -> Option<String> {
        None
    }
    /// What is asked for, spelled out.
    fn setup(&self, ask: &Ask) -> Result<Setup, Refused>;
    /// What people call rules: the name of a ruleset where there is one, and the options elsewhere.
    fn rules_name(&self, rules: &str) -> Result<String, Refused>;
    /// A game that begins in the position that is asked for.
    fn session(&self, ask: &Ask) -> Result<Box<dyn Session>, Refused>;
    /// The game that a record describes, replayed to its end.
    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, Refused>;

    /// The game in the text of a file: a record, or whatever else the game can read.
    fn load(&self, text: &str) -> Result<Loaded, Refused> {
        load_record(self, text)
    }
}

fn load_record(game: &(impl AnyGame + ?Sized), text: &str) -> Result<Loaded, Refused> {
    let record: Record = text.parse().map_err(Refused::file)?;
    if record.headers.is_empty() && record.actions.is_empty() {
        return Err(Refused::file("there is no game in it"));
    }
    Ok(Loaded { session: game.replay(&record)?, warnings: Vec::new() })
}

/// All games, the first being the default.
pub fn games() -> &'static [&'static dyn AnyGame] {
    &[&mad::Mad, &wargame::WarGame]
}

/// The game with this name.
pub fn game(name: &str) -> Option<&'static dyn AnyGame> {
    games().iter().copied().find(|game| game.name() == name)
}

//! How a game starts, spelled out so that every later build starts it alike.

use serde::{Deserialize, Serialize};

/// Everything that is settled before a game. Nothing in it is a name whose meaning could change: rules
/// are all their options, a board is its text, a position is complete.
///
/// Its form as JSON is part of stored games; [`Setup::VERSION`] changes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The version of this form: [`Setup::VERSION`].
    pub v: u32,
    /// The game by name, such as `mad`.
    pub game: String,
    /// All options of the rules, such as `limit=40,positioning=on,agreed=on`: never the name of a ruleset.
    pub rules: String,
    /// The board, in full.
    pub board: BoardText,
    /// The full text of the position in which the game starts.
    pub position: String,
    /// The seed, in games with chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Setup {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;
}

/// A board, spelled out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardText {
    /// The name of the board, for people only.
    pub name: String,
    /// The picture or the values of the board, as the game reads them from a file.
    pub text: String,
}

//! The lines of the journal in the report's folder, from which an interrupted lab is continued.

use crate::comparison::Compared;
use joust_match::{Line, Played};
use serde::{Deserialize, Serialize};

/// The first line of the journal of a lab. The games depend on everything in it.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The game by name.
    pub(crate) lab: String,
    /// The boards by name; a board that is not in the atlas also with its values.
    pub(crate) boards: Vec<String>,
    /// The canonical names of the agents.
    pub(crate) agents: Vec<String>,
    pub(crate) rules: String,
    pub(crate) seed: u64,
}

/// A finished task.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "a few at a time, each on its way to a line")]
pub enum Done {
    /// A game.
    Game(Played),
    /// A comparison of alpha-beta with minimax on one board.
    Comparison {
        /// The number of the task: comparisons are numbered after the games.
        game: usize,
        /// Every position of the game that minimax plays against itself.
        positions: Vec<Compared>,
    },
}

impl Line for Done {
    fn number(&self) -> usize {
        match self {
            Done::Game(played) => played.game,
            Done::Comparison { game, .. } => *game,
        }
    }
}

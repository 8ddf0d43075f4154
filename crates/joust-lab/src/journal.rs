//! The lines of the journal in the report's folder, from which a lab goes on.

use crate::comparison::Compared;
use joust_match::{Line, Played};
use serde::{Deserialize, Serialize};

/// What a lab is about: the first line of its journal. Everything in it decides the games.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The game by name.
    pub(crate) lab: String,
    /// The boards by name; with its values where a board is not of the atlas.
    pub(crate) boards: Vec<String>,
    /// The canonical names of the agents.
    pub(crate) agents: Vec<String>,
    pub(crate) rules: String,
    pub(crate) seed: u64,
}

/// Something that is done and need not be done again.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Done {
    /// A game.
    Game(Played),
    /// Alpha-beta beside minimax on one board.
    Comparison {
        /// The number of the task: comparisons are counted on after the games.
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
